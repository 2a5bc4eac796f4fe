//! Systems and helpers that several tests use.

// Every test binary compiles this file and uses its own part of it.
#![allow(dead_code)]

pub mod everything;
pub mod flexible;
pub mod random;
pub mod state;

use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use poinsot::model::joints;
use poinsot::model::*;

pub type V3 = Vector3<f64>;

/// A body at rest with the given inertia, its frame at the mass centre.
pub fn body(name: &str, mass: f64, inertia: Matrix3<f64>, position: V3) -> Body {
    Body {
        name: name.into(),
        mass,
        mass_center: V3::zeros(),
        inertia,
        position,
        orientation: UnitQuaternion::identity(),
        velocity: V3::zeros(),
        angular_velocity: V3::zeros(),
        place: Place::default(),
    }
}

/// Joint drawn at a world point with world axes.
pub fn joint(
    name: &str,
    kind: JointKind,
    between: [&str; 2],
    at: V3,
    axes: UnitQuaternion<f64>,
) -> Joint {
    Joint {
        name: name.into(),
        kind,
        between: between.map(|item| anchor(item, at, axes)),
        couples: None,
        slide: None,
        share: false,
        unknowns: vec![],
        place: Place::default(),
    }
}

/// A frame on an item, given in the world.
pub fn anchor(item: &str, at: V3, axes: UnitQuaternion<f64>) -> Anchor {
    Anchor {
        item: item.into(),
        at: AnchorPoint::World(at),
        axes: AnchorAxes::World(axes),
    }
}

/// A joint coordinate by its name `joint.coordinate`.
pub fn coordinate(name: &str) -> CoordinateRef {
    let (joint, coordinate) = name.split_once('.').expect("joint.coordinate");
    CoordinateRef {
        joint: joint.into(),
        coordinate: coordinate.into(),
    }
}

/// Two bodies joined by a revolute joint, flying freely: the test system of the order table.
///
/// The hinge is skew to all principal axes, the mass centres lie off it and the bodies turn at 4 rad/s against each
/// other: the loss of the jump collocation (a third of the energy in 10 s at dt = 0.05) is then as plain as in
/// the table in docs/theory.md.
pub fn two_bodies() -> Model {
    let axis = V3::new(0.3, -0.5, 0.8).normalize();
    let axes = UnitQuaternion::rotation_between(&V3::z(), &axis).expect("not opposite");
    let mut a = body(
        "a",
        2.0,
        Matrix3::new(0.30, 0.02, -0.01, 0.02, 0.25, 0.03, -0.01, 0.03, 0.40),
        V3::new(-0.5, 0.0, 0.1),
    );
    let mut b = body(
        "b",
        1.2,
        Matrix3::new(0.12, -0.01, 0.02, -0.01, 0.20, 0.00, 0.02, 0.00, 0.15),
        V3::new(0.6, 0.1, 0.0),
    );
    let at = V3::new(0.05, 0.05, 0.0);
    // A consistent start: a common rigid motion plus a relative spin about the hinge.
    let (v, w, spin) = (V3::new(0.2, -0.1, 0.3), V3::new(1.0, 0.7, -0.4), 4.0);
    a.angular_velocity = w;
    a.velocity = v + w.cross(&(a.position - at));
    b.angular_velocity = w + spin * axis;
    b.velocity = v + b.angular_velocity.cross(&(b.position - at));
    Model {
        bodies: vec![a, b],
        joints: vec![joint("hinge", joints::revolute(), ["a", "b"], at, axes)],
        ..Model::default()
    }
}

/// Three point masses on two links, flying freely: constraints without any rotation.
pub fn three_points() -> Model {
    let r = [
        V3::new(-0.5, 0.0, 0.1),
        V3::new(0.2, 0.3, 0.0),
        V3::new(0.8, -0.2, 0.3),
    ];
    // Each link turns on its own, which no length notices.
    let (w, w_second) = (V3::new(0.5, -1.0, 1.5), V3::new(-1.0, 1.5, 1.0));
    let v_second = w.cross(&r[1]);
    let v = [
        w.cross(&r[0]),
        v_second,
        v_second + w_second.cross(&(r[2] - r[1])),
    ];
    let names = ["a", "b", "c"];
    let point = |k: usize, mass: f64| PointMass {
        name: names[k].into(),
        mass,
        position: r[k],
        velocity: v[k],
        place: Place::default(),
    };
    let link = |k: usize| {
        let axes = UnitQuaternion::identity();
        let kind = joints::distance();
        let mut link = joint(
            &format!("link-{k}"),
            kind,
            [names[k], names[k + 1]],
            r[k],
            axes,
        );
        link.between[1].at = AnchorPoint::World(r[k + 1]);
        link
    };
    Model {
        point_masses: vec![point(0, 1.0), point(1, 0.5), point(2, 0.8)],
        joints: vec![link(0), link(1)],
        ..Model::default()
    }
}

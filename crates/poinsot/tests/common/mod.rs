//! Systems and helpers that several tests use.

// Every test binary compiles this file and uses its own part of it.
#![allow(dead_code)]

pub mod random;
pub mod state;

use nalgebra::{Matrix3, UnitQuaternion, Vector3};
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
/// The hinge is skew to all principal axes and the mass centres lie off it, so that the joint force turns in the
/// bodies and in space at several rad/s: a smaller relative spin hides the loss of order of the jump collocation.
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
    let (v, w, spin) = (V3::new(0.2, -0.1, 0.3), V3::new(1.0, 0.7, -0.4), 2.0);
    a.angular_velocity = w;
    a.velocity = v + w.cross(&(a.position - at));
    b.angular_velocity = w + spin * axis;
    b.velocity = v + b.angular_velocity.cross(&(b.position - at));
    Model {
        bodies: vec![a, b],
        joints: vec![joint("hinge", JointKind::Revolute, ["a", "b"], at, axes)],
        ..Model::default()
    }
}

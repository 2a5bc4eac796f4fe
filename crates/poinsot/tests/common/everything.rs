//! A model with every kind of joint, spring, motor, motion and load, tied to the ground.

use super::random::Random;
use super::{V3, anchor, body, coordinate, joint};
use nalgebra::{Matrix3, UnitQuaternion};
use poinsot::functions::{Law, MotorLaw, StoredEnergy, TimeFunction};
use poinsot::model::joints::{self, JOINTS};
use poinsot::model::*;

fn time(text: &str) -> TimeFunction {
    TimeFunction::expression(text).expect("a sound formula")
}

fn spring(name: &str, on: SpringPlace, law: &str, damping: f64) -> Spring {
    Spring {
        name: name.into(),
        on,
        law: Some(Law::expression(law, 0.0).expect("a sound formula")),
        damping,
        place: Place::default(),
    }
}

fn on(name: &str) -> SpringPlace {
    SpringPlace::Coordinate(coordinate(name))
}

fn motor(on: &str, effort: &str) -> Motor {
    Motor {
        name: format!("motor {on}"),
        on: coordinate(on),
        effort: MotorLaw::expression(effort).expect("a sound formula"),
        place: Place::default(),
    }
}

/// At rest and at zero at the start.
fn motion(on: &str, value: &str) -> Motion {
    Motion {
        name: format!("motion {on}"),
        on: coordinate(on),
        value: time(value),
        place: Place::default(),
    }
}

fn load(name: &str, on: &str, value: V3, follower: bool) -> Load {
    Load {
        shares: Vec::new(),
        name: name.into(),
        on: on.into(),
        at: V3::new(0.1, -0.2, 0.05),
        value,
        follower,
        scale: time("sin(3*t)"),
        law: None,
        place: Place::default(),
    }
}

/// Of the screw joint [m/rad].
pub const PITCH: f64 = 0.07;

/// A joint of each kind.
pub fn joint_kind(name: &str) -> JointKind {
    let kind = joints::by_name(name).expect("a kind").kind();
    match name {
        "screw" => kind.with(PITCH),
        _ => kind,
    }
}

/// One body per joint kind, hung from the ground by it and named after it, with forces of every kind between them; a
/// rolling disc; a closed chain; point masses if wanted. All at rest at the start.
pub fn everything(point_masses: bool) -> Model {
    let rng = &mut Random::new(11);
    let mut model = Model::default();
    model.gravity.acceleration = V3::new(0.4, -0.3, -9.81);
    let kinds = JOINTS.iter().filter(|d| !d.couples() && !d.slides());
    for (k, definition) in kinds.enumerate() {
        let name = definition.word();
        let position = V3::new(1.5 * k as f64, 0.0, 0.0) + rng.vector(0.2);
        let mut b = body(name, rng.between(0.5, 2.0), rng.inertia(), position);
        b.orientation = rng.orientation();
        b.mass_center = rng.vector(0.1);
        let at = position + 0.4 * rng.unit();
        let kind = joint_kind(name);
        let mut j = joint(name, kind, ["ground", name], at, rng.orientation());
        if name == "distance" {
            j.between[1] = anchor(name, at + 0.3 * rng.unit(), UnitQuaternion::identity());
        }
        model.bodies.push(b);
        model.joints.push(j);
    }
    coordinates(&mut model);
    gear(&mut model);
    between_bodies(&mut model, rng);
    loads(&mut model);
    rolling_disc(&mut model);
    closed_chain(&mut model);
    if point_masses {
        hanging_mass(&mut model);
    }
    names_of_their_own(&mut model);
    model
}

/// Every item gets a name that a file could have: without blanks and dots, and no other item's.
fn names_of_their_own(model: &mut Model) {
    let joints: Vec<String> = model.joints.iter().map(|j| j.name.clone()).collect();
    let body = |name: &mut String| {
        if joints.contains(name) {
            name.push_str("-body");
        }
    };
    model.bodies.iter_mut().for_each(|b| body(&mut b.name));
    let frames = model.joints.iter_mut().map(|j| &mut j.between);
    let frames = frames.chain(model.bushings.iter_mut().map(|b| &mut b.between));
    let points = model.springs.iter_mut().filter_map(|s| match &mut s.on {
        SpringPlace::Points(points) => Some(points),
        SpringPlace::Coordinate(_) => None,
    });
    let frames = frames.chain(points).flatten();
    frames.for_each(|anchor| body(&mut anchor.item));
    for load in model.forces.iter_mut().chain(&mut model.moments) {
        body(&mut load.on);
        load.name = format!("load-{}", load.name);
    }
    let names = model.motors.iter_mut().map(|m| &mut m.name);
    let names = names.chain(model.motions.iter_mut().map(|m| &mut m.name));
    let names = names.chain(model.springs.iter_mut().map(|m| &mut m.name));
    let names = names.chain(model.bushings.iter_mut().map(|m| &mut m.name));
    let names = names.chain(model.rolling.iter_mut().map(|m| &mut m.name));
    for name in names {
        *name = name.replace([' ', '.'], "-");
    }
}

/// Two of the hinges turn against each other.
fn gear(model: &mut Model) {
    let ends = ["revolute", "planar"].map(|name| {
        let joint = model.joints.iter().find(|j| j.name == name);
        joint.expect("drawn above").between[1].clone()
    });
    model.joints.push(Joint {
        name: "gear".into(),
        kind: joints::gear().with(-0.6),
        between: ends,
        couples: Some(["revolute.angle", "planar.angle"].map(coordinate)),
        slide: None,
        share: false,
        unknowns: vec![],
        place: Place::default(),
    });
}

fn coordinates(model: &mut Model) {
    model.springs = vec![
        spring("a", on("prismatic.displacement"), "200*x + 900*x^3", 1.5),
        spring("b", on("screw.angle"), "3*x", 0.1),
        spring("c", on("planar.y"), "150*x", 0.8),
        spring("d", on("planar.angle"), "5*sin(x)", 0.05),
        spring("e", on("universal.angle_1"), "6*x", 0.0),
        spring("f", on("universal.angle_2"), "4*x + x^3", 0.2),
    ];
    model.motors = vec![
        motor("revolute.angle", "4*sin(3*t) - 0.3*v"),
        motor("cylindrical.angle", "1.5*cos(2*t) - 2*x"),
        motor("screw.displacement", "2*t"),
    ];
    model.motions = vec![
        motion("cylindrical.displacement", "0.2*(1 - cos(2*t))"),
        motion("planar.x", "0.1*t^2"),
    ];
}

fn between_bodies(model: &mut Model, rng: &mut Random) {
    let center = |name: &str| {
        let found = model.bodies.iter().find(|b| b.name == name);
        found.map_or(V3::zeros(), |b| b.position)
    };
    let mut points = |a: &str, b: &str| {
        SpringPlace::Points([a, b].map(|name| {
            anchor(
                name,
                center(name) + 0.2 * rng.unit(),
                UnitQuaternion::identity(),
            )
        }))
    };
    let links = [
        points("spherical", "universal"),
        points("orientation-lock", "ground"),
        points("distance", "fixed"),
        points("revolute", "prismatic"),
    ];
    for (k, place) in links.into_iter().enumerate() {
        let name = format!("link {k}");
        model
            .springs
            .push(spring(&name, place, "120*(x - 0.8)", 0.5));
    }
    // Linear, nonlinear by component, and coupled with more than a polynomial.
    let law = |text: &str| Some(Law::expression(text, 0.0).expect("a sound formula"));
    let laws = [
        law("50*x + 300*x^3"),
        None,
        None,
        None,
        law("3*tanh(2*x)"),
        None,
    ];
    let energy = "20*(exp(x^2 + 2*y^2 + z^2) - 1) + 8*x*rz + 6*(cosh(rx) + cosh(ry - z) + 3*rz^2)";
    let energy = StoredEnergy::new(energy, &Bushing::COMPONENTS).expect("a sound formula");
    let kinds = [
        ("ground", "orientation-lock", Default::default(), None),
        ("spherical", "distance", laws, None),
        ("ground", "spherical", Default::default(), Some(energy)),
    ];
    for (a, b, laws, energy) in kinds {
        let at = center("spherical") + rng.vector(0.2);
        let axes = rng.orientation();
        model.bushings.push(Bushing {
            name: format!("bushing {a} {b}"),
            between: [anchor(a, at, axes), anchor(b, at, axes)],
            stiffness: 40.0 * rng.stiffness(),
            damping: 0.3 * rng.stiffness(),
            laws,
            energy,
            place: Place::default(),
        });
    }
}

fn loads(model: &mut Model) {
    model.forces = vec![
        load("force", "distance", V3::new(3.0, -1.0, 2.0), false),
        load("thrust", "spherical", V3::new(1.0, 4.0, -2.0), true),
        load("push", "fixed", V3::new(5.0, 0.0, 1.0), false),
    ];
    model.moments = vec![
        load("moment", "universal", V3::new(0.5, 0.2, -0.4), false),
        load("torque", "distance", V3::new(0.1, -0.3, 0.2), true),
    ];
}

fn rolling_disc(model: &mut Model) {
    let (radius, normal) = (0.3, V3::z());
    let position = V3::new(0.0, 3.0, radius);
    let inertia = Matrix3::from_diagonal(&V3::new(0.03, 0.06, 0.03));
    model.bodies.push(body("disc", 1.0, inertia, position));
    model
        .moments
        .push(load("drive", "disc", V3::new(0.0, 0.4, 0.02), false));
    model.rolling.push(Rolling {
        name: "disc on ground".into(),
        body: "disc".into(),
        center: V3::zeros(),
        axis: V3::y(),
        radius,
        plane_point: V3::zeros(),
        plane_normal: normal,
        place: Place::default(),
    });
}

/// A spatial four-bar: crank, coupler and rocker with revolute, spherical, universal and revolute joints, one freedom.
fn closed_chain(model: &mut Model) {
    let corners = [
        V3::new(0.0, 5.0, 0.0),
        V3::new(0.0, 5.0, 0.3),
        V3::new(1.0, 5.4, 0.8),
        V3::new(1.0, 5.4, 0.0),
    ];
    for (k, name) in ["crank", "coupler", "rocker"].into_iter().enumerate() {
        let middle = 0.5 * (corners[k] + corners[k + 1]);
        let inertia = Matrix3::from_diagonal(&V3::new(0.02, 0.03, 0.025));
        model.bodies.push(body(name, 0.6, inertia, middle));
    }
    let axes =
        |axis: V3| UnitQuaternion::rotation_between(&V3::z(), &axis).expect("no axis points down");
    let mut add = |name: &str, kind: JointKind, between: [&str; 2], at: V3, axis: V3| {
        model
            .joints
            .push(joint(name, kind, between, at, axes(axis)));
    };
    add(
        "drive",
        joints::revolute(),
        ["ground", "crank"],
        corners[0],
        V3::x(),
    );
    add(
        "ball",
        joints::spherical(),
        ["crank", "coupler"],
        corners[1],
        V3::z(),
    );
    add(
        "cross",
        joints::universal(),
        ["coupler", "rocker"],
        corners[2],
        V3::new(0.2, 0.1, 1.0),
    );
    add(
        "pivot",
        joints::revolute(),
        ["rocker", "ground"],
        corners[3],
        V3::new(0.3, 1.0, 0.0),
    );
    model
        .motors
        .push(motor("drive.angle", "1.5*sin(2*t) - 20*x"));
    model
        .springs
        .push(spring("soft stop", on("pivot.angle"), "3*x", 0.2));
}

fn hanging_mass(model: &mut Model) {
    let axes = UnitQuaternion::identity();
    let (ends, mass) = ([V3::new(0.0, -2.0, 0.0), V3::new(0.5, -2.0, 0.2)], 0.7);
    model.point_masses.push(PointMass {
        name: "bob".into(),
        mass,
        position: ends[1],
        velocity: V3::zeros(),
        place: Place::default(),
    });
    let place = SpringPlace::Points([
        anchor("ground", ends[0], axes),
        anchor("bob", ends[1], axes),
    ]);
    model
        .springs
        .push(spring("string", place, "300*(x - 0.5)", 0.4));
}

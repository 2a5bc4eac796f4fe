//! A model made in code is checked as one from a file is.

use super::by_hand::flywheel;
use super::run;
use nalgebra::{Matrix6, UnitQuaternion};
use poinsot::geometry::Curve;
use poinsot::math::V3;
use poinsot::model::joints;
use poinsot::model::{
    Anchor, AnchorPoint, Beam, Bushing, Gravity, Joint, Load, Model, Motion, Motor, Place,
    PointMass, Problem, Run, Scheme, Sensor, Severity, Spring, SpringPlace, SteadyTurning,
    read_file, read_model,
};
use poinsot::sections::{Material, Rectangle, section};
use poinsot::simulation::{Options, Simulation};
use poinsot::statics::Analysis;

/// The problems that a simulation of the changed wheel is refused for.
fn problems(change: impl Fn(&mut Model)) -> Vec<Problem> {
    let mut model = flywheel();
    change(&mut model);
    match Simulation::new(model, Options::default()) {
        Ok(_) => Vec::new(),
        Err(problems) => problems,
    }
}

#[test]
fn what_a_file_may_not_say_a_program_may_not_either() {
    type Change = fn(&mut Model);
    let cases: [(&str, Change); 20] = [
        ("body `wheel`: `mass` is -1", |m| m.bodies[0].mass = -1.0),
        ("body `wheel`: `mass` is NaN", |m| {
            m.bodies[0].mass = f64::NAN
        }),
        ("negative principal moment", |m| {
            m.bodies[0].inertia[(0, 0)] = -0.1
        }),
        ("zero principal moment", |m| {
            m.bodies[0].inertia[(0, 0)] = 0.0
        }),
        ("inertia matrix is not symmetric", |m| {
            m.bodies[0].inertia[(0, 1)] = 0.01
        }),
        ("`position` holds inf", |m| {
            m.bodies[0].position.x = f64::INFINITY
        }),
        ("body ``: a name cannot be empty", |m| {
            m.bodies[0].name.clear()
        }),
        ("a name cannot contain `.`", |m| {
            m.joints[0].name = "a.b".into()
        }),
        ("\"ground\" is reserved", |m| {
            m.bodies[0].name = "ground".into()
        }),
        ("motor `wheel`: the name is already taken by a body", |m| {
            m.motors[0].name = "wheel".into()
        }),
        ("run: `dt` is 0", |m| m.run.dt = 0.0),
        ("run: `duration` is -2", |m| m.run.duration = -2.0),
        ("run: `tolerance` is 0.5", |m| m.run.tolerance = 0.5),
        ("run: `max_iterations` is 0", |m| m.run.max_iterations = 0),
        ("run: `alpha` is 0.9", |m| {
            m.run.scheme = Scheme::Hht {
                alpha: 0.9,
                rotation: Default::default(),
            }
        }),
        ("joint `slot`: `axes` is not a rotation", |m| {
            m.joints.push(Joint::prismatic(
                "slot",
                ["ground", "wheel"],
                [0.0; 3],
                [0.0; 3],
            ))
        }),
        ("it has no coordinate `angel`", |m| {
            m.joints[0].unknowns.push("angel".into())
        }),
        ("already driven by `one`", |m| {
            m.motions.push(Motion::new("one", "bearing.angle", 0.0));
            m.motions.push(Motion::new("two", "bearing.angle", 0.0));
        }),
        (
            "`drive` acts on `bearing.angel`, which does not exist",
            |m| m.motors[0] = Motor::new("drive", "bearing.angel", 1.0),
        ),
        ("`push` refers to `wheels`", |m| {
            m.forces.push(Load::new("push", "wheels", [1.0, 0.0, 0.0]))
        }),
    ];
    assert!(problems(|_| {}).is_empty());
    for (message, change) in cases {
        let found = problems(change);
        let hit = found.iter().any(|p| p.message.contains(message));
        assert!(hit, "{message}: {found:#?}");
        assert!(found.iter().any(|p| p.severity == Severity::Error));
    }
}

/// A wheel with a point mass on a spherical joint, a bushing, a spring, and settings for equilibria and modes.
fn everything_else() -> Model {
    let mut model = flywheel();
    let bob = PointMass::new("bob", 1.0, [1.0, 0.0, 0.0]);
    model.point_masses.push(bob);
    let ball = Joint::spherical("ball", ["wheel", "bob"], [1.0, 0.0, 0.0]);
    model.joints.push(ball);
    let at = |item: &str, at: [f64; 3]| Anchor::drawn(item, at, UnitQuaternion::identity());
    model.bushings.push(Bushing {
        name: "mount".into(),
        between: [at("ground", [0.0; 3]), at("wheel", [0.0; 3])],
        stiffness: Matrix6::identity(),
        damping: Matrix6::zeros(),
        laws: Default::default(),
        energy: None,
        place: Place::default(),
    });
    model.springs.push(Spring {
        name: "coil".into(),
        on: SpringPlace::Points([at("ground", [2.0, 0.0, 0.0]), at("bob", [1.0, 0.0, 0.0])]),
        law: None,
        damping: 1.0,
        place: Place::default(),
    });
    model.turning = Some(SteadyTurning {
        angular_velocity: V3::z(),
        through: V3::zeros(),
        place: Place::default(),
    });
    model
}

#[test]
fn places_laws_and_settings_are_those_that_a_file_may_have() {
    type Change = fn(&mut Model);
    let moved = |anchors: &mut [Anchor; 2], by: f64| {
        anchors[1].at = AnchorPoint::World(V3::new(1.0 + by, 0.0, 0.0));
    };
    let mut near = everything_else();
    moved(&mut near.joints[1].between, 1e-7);
    near.check().expect("files hold rounded numbers");
    let cases: [(&str, Change); 31] = [
        (
            "joint `ball`: the point is not where the point mass `bob` is",
            |m| m.joints[1].between[1].at = AnchorPoint::World(V3::zeros()),
        ),
        (
            "joint `ball`: a point mass has no point other than itself",
            |m| m.joints[1].between[1].at = AnchorPoint::Local(V3::x()),
        ),
        ("a revolute joint needs them there", |m| {
            m.joints[0].between[1].item = "bob".into()
        }),
        ("spring `coil`: the point is not where", |m| {
            if let SpringPlace::Points(anchors) = &mut m.springs[0].on {
                anchors[1].at = AnchorPoint::World(V3::y());
            }
        }),
        ("spring `coil`: the two ends coincide", |m| {
            if let SpringPlace::Points(anchors) = &mut m.springs[0].on {
                anchors[0].at = AnchorPoint::World(V3::x());
            }
        }),
        ("bushing `mount`: `bob` is a point mass without axes", |m| {
            m.bushings[0].between[1].item = "bob".into()
        }),
        ("the stiffness matrix has a negative eigenvalue", |m| {
            m.bushings[0].stiffness[(1, 1)] = -1.0
        }),
        ("the stiffness matrix is not symmetric", |m| {
            m.bushings[0].stiffness[(0, 1)] = 0.5
        }),
        ("the damping matrix has a negative eigenvalue", |m| {
            m.bushings[0].damping[(4, 4)] = -1.0
        }),
        ("bushing `mount`: nothing acts", |m| {
            m.bushings[0].stiffness.fill(0.0)
        }),
        ("a force cannot turn with a point mass", |m| {
            let mut load = Load::new("push", "bob", [1.0, 0.0, 0.0]);
            load.follower = true;
            m.forces.push(load);
        }),
        ("moment `twist`: `bob` is a point mass without axes", |m| {
            m.moments.push(Load::new("twist", "bob", [1.0, 0.0, 0.0]))
        }),
        (
            "sensor `eye`: a point mass has no point other than itself",
            |m| m.sensors.push(Sensor::new("eye", "bob", [0.1, 0.0, 0.0])),
        ),
        ("run: `dt_min` is 1", |m| m.run.dt_min = 1.0),
        ("statics: `at` is -1", |m| m.statics.at = -1.0),
        ("statics: `until` is 0", |m| m.statics.until = 0.0),
        ("statics: `increment` is 2", |m| {
            m.statics.increment = Some(2.0)
        }),
        ("statics: `every` is -0.5", |m| m.statics.every = Some(-0.5)),
        ("statics: `factors` are [0.7, 0.2]", |m| {
            m.statics.factors = vec![0.7, 0.2]
        }),
        ("`until` is 1, the last of `factors` is 2", |m| {
            m.statics.factors = vec![0.5, 2.0]
        }),
        ("statics: `max_arc` is 3", |m| m.statics.max_arc = 3.0),
        ("statics: `max_points` is 0", |m| m.statics.max_points = 0),
        ("statics: `tolerance` is NaN", |m| {
            m.statics.tolerance = f64::NAN
        }),
        ("statics: `max_iterations` is 0", |m| {
            m.statics.max_iterations = 0
        }),
        ("`every` and `arc_length` cannot be combined", |m| {
            (m.statics.every, m.statics.arc_length) = (Some(0.5), true)
        }),
        ("`relaxation` and `arc_length` cannot be combined", |m| {
            (m.statics.relaxation, m.statics.arc_length) = (true, true)
        }),
        ("turning: the system does not turn", |m| {
            m.turning
                .iter_mut()
                .for_each(|t| t.angular_velocity.fill(0.0))
        }),
        ("modes: `count` is 0", |m| m.modes.count = 0),
        ("modes: `near` is -3", |m| m.modes.near = Some(-3.0)),
        ("modes: `speeds` is 1", |m| m.modes.speeds = 1),
        ("modes: `top_speed` needs an axis to turn about", |m| {
            (m.modes.top_speed, m.turning) = (Some(5.0), None)
        }),
    ];
    for (message, change) in cases {
        let mut model = everything_else();
        change(&mut model);
        let found = model.check().expect_err(message);
        let hit = found.iter().any(|p| p.message.contains(message));
        assert!(hit, "{message}: {found:#?}");
    }
}

#[test]
fn all_that_is_wrong_is_reported_together_and_equilibria_ask_too() {
    let mut model = flywheel();
    model.bodies[0].mass = -1.0;
    model.run.dt = f64::NAN;
    model
        .point_masses
        .push(PointMass::new("bob", -2.0, [0.0; 3]));
    let found = model.check().expect_err("three");
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(Analysis::new(model).is_err());
    assert!(Model::default().check().is_err());
    // No body has these moments, but the equations can be solved with them.
    let mut odd = flywheel();
    odd.bodies[0].inertia[(2, 2)] = 1.0;
    let warnings = odd.check().expect("usable");
    assert!(
        warnings[0].message.contains("triangle inequality"),
        "{warnings:?}"
    );
}

fn cantilever() -> Model {
    let steel = Material {
        youngs: 210e9,
        shear: 80e9,
        density: 7850.0,
    };
    let strip = section(
        &Rectangle {
            width: 0.02,
            height: 0.01,
        }
        .into(),
        &steel,
        None,
    );
    let mut model = Model {
        run: Run::fixed(0.01, 1e-3),
        gravity: Gravity::new([0.0, 0.0, -9.81]),
        ..Model::default()
    };
    let ends = [[0.0; 3], [1.0, 0.0, 0.0]];
    model
        .beams
        .push(Beam::straight("boom", ends, [0.0, 1.0, 0.0], strip, 4));
    model
        .joints
        .push(Joint::fixed("clamp", ["ground", "boom.start"], [0.0; 3]));
    model
}

#[test]
fn beams_and_adaptive_runs_are_made_in_code() {
    let memory = run(cantilever());
    assert_eq!(memory.frames(), 11);
    let mut broken = cantilever();
    broken.beams[0].elements = 0;
    broken.beams[0].sections[0].1.stiffness[(3, 3)] = -1.0;
    let found = broken.check().expect_err("two");
    assert_eq!(found.len(), 2, "{found:#?}");
    let mut broken = cantilever();
    broken.beams[0].curve = Curve::line(V3::zeros(), V3::zeros());
    assert!(broken.check().is_err());

    // In a plane everything falls as it does without one.
    let mut model = flywheel();
    model.motors.clear();
    model.joints.clear();
    model.gravity = Gravity::new([0.0, -9.81, 0.0]);
    let z = [0.0, 0.0, 1.0];
    model.joints.push(Joint::new(
        "flat",
        joints::planar(),
        ["ground", "wheel"],
        [0.0; 3],
        z,
    ));
    model.run = Run::adaptive(0.5, 1e-3);
    let memory = run(model);
    let fall = memory.last("wheel.position.y").expect("an output");
    assert!((fall + 0.5 * 9.81 * 0.25).abs() < 1e-3, "{fall}");
}

/// What the reader takes, the check takes: no model is refused after it was read.
#[test]
fn models_from_files_pass() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![root.join("examples"), root.join("validation")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(end) if end == "toml" => files.push(path),
                _ => {}
            }
        }
    }
    let mut read = 0;
    for path in &files {
        let source = read_file(path).expect("readable");
        if let Ok((model, _)) = read_model(&source) {
            read += 1;
            if let Err(problems) = model.check() {
                panic!("{}: {problems:#?}", path.display());
            }
        }
    }
    assert!(read > 40, "{read} of {}", files.len());
}

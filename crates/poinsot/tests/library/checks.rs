//! A model made in code is checked as one from a file is.

use super::by_hand::flywheel;
use super::run;
use poinsot::geometry::Curve;
use poinsot::math::V3;
use poinsot::model::joints;
use poinsot::model::{
    Beam, Gravity, Joint, Load, Model, Motion, Motor, PointMass, Problem, Run, Scheme, Severity,
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

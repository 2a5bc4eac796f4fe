//! A step that cannot be made says why: one model per cause, each made to fail for that reason alone.

use poinsot::model::{Model, Source, read_model};
use poinsot::simulation::{
    Cause, Control, Diagnosis, End, Failure, Observer, Options, Simulation, StepInfo,
};
use poinsot::statics::{Analysis, PathEnd, StaticsError};

struct Silent;

impl Observer for Silent {
    fn frame(&mut self, _: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _: &StepInfo) -> Control {
        Control::Continue
    }
}

fn model(text: &str) -> Model {
    match read_model(&Source::new("failing.toml", text)) {
        Ok((model, _)) => model,
        Err(problems) => panic!("{problems:#?}"),
    }
}

/// Runs until it fails; the diagnosis and the whole message.
fn fails(text: &str) -> (Diagnosis, String) {
    let mut run = Simulation::new(model(text), Options::default()).expect("the model builds");
    let outcome = run.run(&mut Silent);
    match outcome.end {
        End::Failed(failure) => {
            let message = failure.to_string();
            match failure {
                Failure::Step { diagnosis, .. } => (*diagnosis, message),
                other => panic!("{other}"),
            }
        }
        other => panic!("{other:?} at {} s", outcome.time),
    }
}

/// The cause is named in the message, with evidence and a next step that contain these words.
fn expect(text: &str, cause: Cause, evidence: &[&str], next: &str) {
    let (found, message) = fails(text);
    assert_eq!(found.cause, cause, "{message}");
    for word in evidence {
        assert!(found.evidence.contains(word), "{word}: {message}");
    }
    assert!(found.next.contains(next), "{message}");
    assert!(
        message.contains(&format!("likeliest cause: {cause} (")),
        "{message}"
    );
    assert!(message.contains("\n  next: "), "{message}");
}

/// A soft arm on a hinge.
const ARM: &str = r#"
[[section]]
name = "s"
EA = 1e6
GAy = 1e6
GJ = 10
EIy = 10
mass_per_length = 1
inertia_per_length = [2e-3, 1e-3, 1e-3]
[[beam]]
name = "arm"
from = [0, 0, 0]
to = [1, 0, 0]
section = "s"
z_axis = [0, 0, 1]
elements = 8
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm.start"]
axis = [0, 0, 1]
"#;

#[test]
fn a_step_too_long_for_a_blow() {
    let blow = r#"
[run]
duration = 0.1
dt = 0.01
dt_min = 0.01
[[force]]
name = "blow"
on = "arm.end"
value = [0, 1e5, 0]
scale = "if(t < 0.05, 0, 1)"
"#;
    let text = format!("{blow}{ARM}");
    expect(
        &text,
        Cause::FastChange,
        &["force `blow`", "100 %"],
        "accuracy = 1e-4",
    );
}

#[test]
fn a_step_too_long_for_a_rotation() {
    let text = r#"
[run]
duration = 1
dt = 0.01
dt_min = 0.01
[[body]]
name = "rotor"
mass = 1
inertia = [1, 2, 3]
angular_velocity = [10, 0, 400]
"#;
    expect(
        text,
        Cause::FastRotation,
        &["`rotor`", "400.1", "4.00 rad"],
        "at most 7.5e-4 s",
    );
}

/// Coupler and rocker together are too short to let the crank turn beyond 0.597 rad.
#[test]
fn a_motion_that_asks_for_too_much() {
    let body = |name: &str, x: f64, y: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 1\ninertia = [0.1, 0.1, 0.1]\nposition = [{x}, {y}, 0]\n"
        )
    };
    let text = [
        "[run]\nduration = 2\ndt = 0.01\n".to_owned(),
        body("crank", 0.5, 0.0),
        body("coupler", 1.125, 0.18),
        body("rocker", 1.375, 0.18),
        r#"
[[joint]]
name = "A"
kind = "revolute"
between = ["ground", "crank"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "B"
kind = "universal"
between = ["crank", "coupler"]
at = [1, 0, 0]
axes = [[0, 0, 1], [1, 0, 0]]
[[joint]]
name = "C"
kind = "spherical"
between = ["coupler", "rocker"]
at = [1.25, 0.36, 0]
[[joint]]
name = "D"
kind = "revolute"
between = ["ground", "rocker"]
at = [1.5, 0, 0]
axis = [0, 0, 1]
[[motion]]
name = "drive"
on = "A.angle"
value = "t"
"#
        .to_owned(),
    ];
    expect(
        &text.concat(),
        Cause::Contradiction,
        &["motion `drive`", "joint `C`", "at the start"],
        "beyond its reach",
    );
}

#[test]
fn a_truss_that_snaps_through() {
    let spring = |name: &str, x: f64| {
        format!(
            "[[spring]]\nname = \"{name}\"\nbetween = [\"ground\", \"apex\"]\npoints = [[{x}, 0, 0], [0, 0, 0.1]]\nstiffness = 1e6\n"
        )
    };
    let text = [
        r#"
[run]
duration = 1
dt = 0.02
dt_min = 0.02
[[point_mass]]
name = "apex"
mass = 1e-6
position = [0, 0, 0.1]
[[force]]
name = "push"
on = "apex"
value = [0, 0, -2000]
scale = "t"
"#
        .to_owned(),
        spring("left", -1.0),
        spring("right", 1.0),
    ];
    let evidence = ["1 negative eigenvalue", "0 at the start"];
    expect(
        &text.concat(),
        Cause::Buckling,
        &evidence,
        "a path of equilibria with `arc_length = true` in [statics]",
    );
}

#[test]
fn numbers_of_too_different_sizes() {
    let bodies = r#"
gravity = [0, 0, -9.81]
[run]
duration = 0.1
dt = 0.001
[[body]]
name = "feather"
mass = 1e-12
inertia = [1e-24, 1e-24, 1e-24]
position = [1, 0, 0]
[[body]]
name = "rock"
mass = 1e12
inertia = [1e12, 1e12, 1e12]
position = [2, 0, 0]
[[joint]]
name = "A"
kind = "revolute"
between = ["ground", "feather"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[joint]]
name = "B"
kind = "revolute"
between = ["feather", "rock"]
at = [1, 0, 0]
axis = [0, 1, 0]
"#;
    expect(
        bodies,
        Cause::Scaling,
        &["`feather`", "`rock`", "1e24"],
        "check units",
    );
    // A stiff spring far from the origin: the last digits of the positions are forces already.
    let far = r#"
[run]
duration = 0.1
dt = 0.001
[[point_mass]]
name = "a"
mass = 1e-3
position = [1e8, 0, 0]
velocity = [0, 1000, 0]
[[point_mass]]
name = "b"
mass = 1
position = [1.00000001e8, 0, 0]
[[spring]]
name = "k"
between = ["a", "b"]
points = [[1e8, 0, 0], [1.00000001e8, 0, 0]]
stiffness = 1e15
"#;
    expect(
        far,
        Cause::Scaling,
        &["below the last digit", "1.0e8 m from the origin"],
        "near the origin",
    );
}

#[test]
fn a_cable_that_becomes_taut() {
    let text = r#"
gravity = [0, 0, -9.81]
[run]
duration = 1
dt = 0.05
dt_min = 0.05
[[point_mass]]
name = "load"
mass = 10
position = [0.5, 0, 0]
[[cable]]
name = "rope"
arc = { start = [0, 0, 0], center = [0.25, 0, 0], axis = [0, -1, 0], angle = "180 deg" }
stiffness = 1e7
mass_per_length = 0.01
elements = 10
[[joint]]
name = "A"
kind = "spherical"
between = ["ground", "rope.start"]
[[joint]]
name = "B"
kind = "spherical"
between = ["rope.end", "load"]
"#;
    expect(
        text,
        Cause::Cable,
        &["cable `rope`", "taut and slack"],
        "`damping`",
    );
}

/// The paths of equilibria speak the same language.
#[test]
fn a_limit_point_of_equilibria() {
    let arch =
        include_str!("../src/model/examples/statics.toml").replace("arc_length = true\n", "");
    let mut analysis = Analysis::new(model(&arch)).expect("the model builds");
    let end = analysis.run(&mut |_, _| Control::Continue);
    let PathEnd::Failed(error) = end else {
        panic!("{end:?}");
    };
    let message = error.to_string();
    let StaticsError::Stuck { diagnosis, .. } = error else {
        panic!("{message}");
    };
    assert_eq!(diagnosis.cause, Cause::Buckling, "{message}");
    assert!(
        message.contains("likeliest cause: buckling or a limit point ("),
        "{message}"
    );
    assert!(message.contains("next: `arc_length = true`"), "{message}");
}

/// The ends of the rod are known to 3e-5 m only, the last digit of its length: what its force does there is no fault of the books.
#[test]
fn lengths_of_which_the_last_digits_work_are_badly_scaled() {
    let text = r#"
[run]
duration = 1
dt = 0.001
[[body]]
name = "b"
mass = 1
inertia = [[1, -0.0195, -0.01], [-0.0195, 1, 0.0163], [-0.01, 0.0163, 1]]
angular_velocity_body = [0, 0, 1]
[[joint]]
name = "rod"
kind = "distance"
between = ["ground", "b"]
points = [[152498356202, 0, 0], [0, 0, 1]]
"#;
    let mut run = Simulation::new(model(text), Options::default()).expect("the model builds");
    let End::Failed(failure) = run.run(&mut Silent).end else {
        panic!("round-off has done the work of the forces");
    };
    assert!(matches!(failure, Failure::Coarse { .. }), "{failure}");
    let text = failure.to_string();
    assert!(
        text.contains("badly scaled") && !text.contains("report"),
        "{text}"
    );
}

/// A radius far from what the inertia of a disc suggests is no reason for an alarm: contact forces work on rounded positions, and the
/// ledger allows for that.
#[test]
fn a_disc_with_a_large_radius_rolls() {
    let text = r#"
gravity = [0, 0, -9.81]
[run]
duration = 0.4
dt = 0.001
[[body]]
name = "disc"
mass = 1
inertia = [0.0225, 0.0225, 0.045]
position = [0.918967690125038, 0, 0.259807621135332]
orientation = { z = [0.866025403784439, 0, 0.5], y = [0, 1, 0] }
velocity = [0, 1.837935380250076, 0]
angular_velocity = [-5.305662432702595, 0, -3.063225633750128]
[[rolling]]
name = "contact"
body = "disc"
axis = [0, 0, 1]
radius = 7
"#;
    let mut run = Simulation::new(model(text), Options::default()).expect("the model builds");
    let outcome = run.run(&mut Silent);
    assert!(matches!(outcome.end, End::Complete), "{:?}", outcome.end);
}

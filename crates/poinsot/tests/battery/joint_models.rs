//! Joints whose motion is known in closed form, by their small models and by others.

use poinsot::model::{Source, read_model};
use poinsot::results::{Layout, resolve};
use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};

/// Rows of a run.
struct Run {
    layout: Layout,
    rows: Vec<Vec<f64>>,
}

impl Observer for Run {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.rows.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

impl Run {
    /// An output over time, with the time.
    fn values(&self, output: &str) -> Vec<(f64, f64)> {
        let id = &resolve(&self.layout, output).expect("an output")[0];
        let column = id.column;
        self.rows.iter().map(|row| (row[0], row[column])).collect()
    }
    fn last(&self, output: &str) -> f64 {
        self.values(output).last().expect("a frame").1
    }
}

/// Runs a model with `ep` and a step.
fn run(text: &str, dt: f64) -> Run {
    let text = match text.contains("scheme") {
        true => text.to_owned(),
        false => text.replace("[run]", "[run]\nscheme = \"ep\""),
    };
    let source = Source::new("model.toml", text);
    let (mut model, _) = read_model(&source).expect("a sound model");
    model.run.dt = dt;
    let mut simulation = Simulation::new(model, Options::default()).expect("a sound start");
    let mut run = Run {
        layout: simulation.layout().clone(),
        rows: Vec::new(),
    };
    let outcome = simulation.run(&mut run);
    assert!(
        outcome.largest_energy_gap < 1e-10,
        "{}",
        outcome.largest_energy_gap
    );
    run
}

fn small(word: &str) -> &'static str {
    poinsot::model::joints::by_name(word)
        .expect("a kind")
        .small_model
}

/// What `poinsot kinds` shows must run as it stands.
#[test]
fn small_models_run() {
    for definition in poinsot::model::joints::JOINTS {
        let run = run(definition.small_model, 0.005);
        assert!(run.rows.len() > 10, "{}", definition.word());
    }
}

/// With I_1 = 1e-4, I_2 = 0.02 kg m^2 and the ratio r = -1/3, a torque of 0.05 N m on the first shaft turns it with
/// `a = 0.05 / (I_1 + r^2 I_2)`, and the teeth drive the second with `r a I_2`.
#[test]
fn a_gear_carries_inertia_by_the_square_of_its_ratio() {
    let (ratio, torque) = (-1.0 / 3.0, 0.05);
    let acceleration = torque / (1e-4 + ratio * ratio * 0.02);
    let errors = [0.005, 0.0025].map(|dt| {
        let run = run(small("gear"), dt);
        for ((_, a), (_, b)) in run
            .values("shaft_1.angle")
            .iter()
            .zip(run.values("shaft_2.angle"))
        {
            // Round-off of angles of some radians.
            assert!((b - ratio * a).abs() < 1e-13, "{a} {b}");
        }
        let effort = run.last("teeth.effort");
        assert!(
            (effort / (ratio * acceleration * 0.02) - 1.0).abs() < 1e-4,
            "{effort}"
        );
        (run.last("shaft_1.angle") - 0.5 * acceleration * 0.25).abs()
    });
    // The Cayley map makes angles of second order.
    assert!((errors[0] / errors[1] - 4.0).abs() < 0.1, "{errors:?}");
}

const RACK: &str = r#"
[run]
duration = 1
dt = 0.01
scheme = "ep"
[[body]]
name = "pinion"
mass = 1
inertia = [0.01, 0.01, 0.03]
[[body]]
name = "rack"
mass = 2
inertia = [0.1, 0.1, 0.1]
position = [0, 0.1, 0]
[[joint]]
name = "shaft"
kind = "revolute"
between = ["ground", "pinion"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "guide"
kind = "prismatic"
between = ["ground", "rack"]
at = [0, 0.1, 0]
axis = [-1, 0, 0]
[[joint]]
name = "teeth"
kind = "gear"
between = BETWEEN
radius = "100 mm"
[[force]]
name = "pull"
on = "rack"
value = [-3, 0, 0]
"#;

/// `(m + I / r^2) a = F`, whichever coordinate is named first.
#[test]
fn a_rack_drives_its_pinion() {
    for between in [
        "[\"shaft.angle\", \"guide.displacement\"]",
        "[\"guide.displacement\", \"shaft.angle\"]",
    ] {
        let errors = [0.01, 0.005].map(|dt| {
            let run = run(&RACK.replace("BETWEEN", between), dt);
            let (angle, way) = (run.last("shaft.angle"), run.last("guide.displacement"));
            assert!((way - 0.1 * angle).abs() < 1e-13, "{way} {angle}");
            (way - 0.5 * 3.0 / (2.0 + 0.03 / 0.01)).abs()
        });
        assert!(errors[0] < 1e-4, "{errors:?}");
        assert!((errors[0] / errors[1] - 4.0).abs() < 0.1, "{errors:?}");
    }
}

const PLANETARY: &str = r#"
[run]
duration = 1
dt = 0.005
scheme = "ep"
[[body]]
name = "carrier"
mass = 1
inertia = [0.02, 0.02, 0.02]
[[body]]
name = "sun"
mass = 1
inertia = [0.01, 0.01, 0.01]
[[body]]
name = "planet"
mass = 0.3
inertia = [0.001, 0.001, 0.001]
position = [0.09, 0, 0]
[[joint]]
name = "carrier_bearing"
kind = "revolute"
between = ["ground", "carrier"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "sun_bearing"
kind = "revolute"
between = ["carrier", "sun"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "planet_bearing"
kind = "revolute"
between = ["carrier", "planet"]
at = [0.09, 0, 0]
axis = [0, 0, 1]
[[joint]]
name = "sun_teeth"                 # 40 teeth on 20
kind = "gear"
between = ["sun_bearing.angle", "planet_bearing.angle"]
ratio = -2
[[joint]]
name = "ring_teeth"                # 80 teeth, fixed: seen from the carrier the ring turns by minus its angle
kind = "gear"
between = ["carrier_bearing.angle", "planet_bearing.angle"]
ratio = -4
[[motor]]
name = "drive"
on = "sun_bearing.angle"
effort = 0.2
"#;

/// Willis: with the ring held, `n_sun / n_carrier = 1 + 80/40`.
#[test]
fn a_planetary_gear_has_the_ratio_of_willis() {
    let run = run(PLANETARY, 0.005);
    let carrier = run.last("carrier_bearing.angle");
    let sun = carrier + run.last("sun_bearing.angle");
    assert!(carrier > 1.0, "{carrier}");
    assert!((sun / carrier - 3.0).abs() < 1e-12, "{}", sun / carrier);
}

/// Both shafts have turned by the same angle at every instant; with a universal joint at 30 deg they would differ by up to 4 deg.
#[test]
fn a_constant_velocity_joint_turns_both_shafts_alike() {
    for (word, alike) in [("constant-velocity", true), ("universal", false)] {
        let text = small("constant-velocity").replace(
            "kind = \"constant-velocity\"",
            &format!("kind = \"{word}\""),
        );
        let text = text.replace("effort = 0.1", "effort = 0.4");
        // A bearing with an angle that can be read.
        let text = text.replace("kind = \"point-on-line\"", "kind = \"cylindrical\"");
        let text = text.replace("[run]", "[run]\nredundant = \"remove\"");
        let run = run(&text, 0.005);
        let turned = run.values("first_bearing.angle");
        let differ = turned.iter().zip(run.values("second_bearing.angle"));
        let most = differ
            .map(|((_, a), (_, b))| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(turned.last().expect("a frame").1 > 3.0);
        assert_eq!(most < 1e-12, alike, "{word}: {most}");
        assert!(alike || most > 0.05, "{most}");
    }
}

/// Down a slope of `tan = 1/2` with `g sin`, exactly: the acceleration is constant.
#[test]
fn a_puck_slides_down_its_plane() {
    let run = run(small("point-on-plane"), 0.005);
    let (x, z) = (run.last("puck.position.x"), run.last("puck.position.z"));
    let sin: f64 = 0.5 / 1.25_f64.sqrt();
    let way = 0.5 * 9.81 * sin * 0.25;
    assert!((x.hypot(z) - way).abs() < 1e-12, "{}", x.hypot(z) - way);
    assert!((z / x - 0.5).abs() < 1e-12 || (z / x + 0.5).abs() < 1e-12);
}

/// `u'' + (k/m) u = g sin(45 deg)` from rest: `u = (m g sin / k) (1 - cos(omega t))`.
#[test]
fn a_bead_swings_on_its_wire() {
    let errors = [0.005, 0.0025].map(|dt| {
        let run = run(small("point-on-line"), dt);
        let omega: f64 = (40.0_f64 / 0.1).sqrt();
        let middle = 0.1 * 9.81 * 0.5_f64.sqrt() / 40.0;
        let error = |(t, u): (f64, f64)| (u - middle * (1.0 - (omega * t).cos())).abs() / middle;
        run.values("wire.displacement")
            .into_iter()
            .map(error)
            .fold(0.0, f64::max)
    });
    assert!((errors[0] / errors[1] - 4.0).abs() < 0.1, "{errors:?}");
}

//! Motions that are given by a velocity or an acceleration: their integrals, their work, and going on with them.

use poinsot::checkpoint::{Bytes, Stored};
use poinsot::functions::{
    Extrapolation, Given, HalfCosine, IntegralError, Interpolation, Step, Table, TimeFunction,
};
use poinsot::model::{Source, read_model};
use poinsot::results::resolve;
use poinsot::simulation::{Control, End, LedgerPolicy, Observer, Options, Simulation, StepInfo};

fn formula(text: &str) -> TimeFunction {
    TimeFunction::expression(text).expect("a sound formula")
}

fn integral(of: TimeFunction, given: Given, initial: [f64; 2]) -> TimeFunction {
    TimeFunction::integral(of, given, initial, 10.0, 0.01).expect("can be integrated")
}

/// Rate, its integral and the integral of that, both zero at zero.
const KNOWN: [[&str; 3]; 8] = [
    ["2", "2*t", "t^2"],
    ["3*t^2 - t", "t^3 - t^2/2", "t^4/4 - t^3/6"],
    ["cos(7*t)", "sin(7*t)/7", "(1 - cos(7*t))/49"],
    ["exp(-t)", "1 - exp(-t)", "t - 1 + exp(-t)"],
    // A jump that is announced, a kink that is, stairs that are not.
    ["step(t - 2.3)", "max(t - 2.3, 0)", "max(t - 2.3, 0)^2/2"],
    [
        "max(t - 1/3, 0)",
        "max(t - 1/3, 0)^2/2",
        "max(t - 1/3, 0)^3/6",
    ],
    [
        "floor(t)",
        "floor(t)*(t - (floor(t) + 1)/2)",
        "floor(t)*(t - floor(t))*(t - floor(t))/2 + floor(t)*(floor(t) - 1)/2*(t - floor(t)) + floor(t)*(floor(t) - 1)*(2*floor(t) - 1)/12",
    ],
    // A narrow peak far from the start, ten steps wide.
    [
        "1/(1 + (50*(t - 8))^2)",
        "(atan(50*(t - 8)) + atan(400))/50",
        "((t - 8)*atan(50*(t - 8)) - log(1 + (50*(t - 8))^2)/100 - 8*atan(400) + log(1 + 400^2)/100 + t*atan(400))/50",
    ],
];

#[test]
fn integrals_are_exact_to_round_off() {
    for [rate, once, twice] in KNOWN {
        let x = integral(formula(rate), Given::Rate, [0.5, 9.0]);
        let y = integral(formula(rate), Given::Acceleration, [0.5, -2.0]);
        let (once, twice) = (formula(once), formula(twice));
        for k in 0..=200 {
            let t = 10.0 * f64::from(k) / 200.0 + 1e-3 * f64::from(k % 7);
            let [a, v] = [formula(rate).value(t), once.value(t)];
            let known = [0.5 + v, a];
            let found = x.evaluate(t);
            assert!(
                (found[0] - known[0]).abs() < 2e-14 * (1.0 + v.abs()),
                "{rate} at {t}: {found:?} {known:?}"
            );
            assert_eq!(found[1], a, "{rate} at {t}");
            let known = [0.5 - 2.0 * t + twice.value(t), -2.0 + v, a];
            let found = y.evaluate(t);
            for d in 0..3 {
                let size = 20.0 + known[d].abs();
                assert!(
                    (found[d] - known[d]).abs() < 4e-15 * size,
                    "{rate} at {t}: {found:?} {known:?}"
                );
            }
        }
    }
}

#[test]
fn tables_and_pulses_are_integrated_piece_by_piece() {
    let rows = ([0.0, 1.0, 1.5, 4.0], [0.0, 3.0, 3.0, -1.0]);
    for interpolation in [Interpolation::Linear, Interpolation::Smooth] {
        let table = Table::new(&rows.0, &rows.1, interpolation, Extrapolation::Constant).unwrap();
        let x = integral(
            TimeFunction::table(table.clone()).scaled(2.0),
            Given::Rate,
            [1.0, 0.0],
        );
        for t in [0.3, 1.0, 1.2, 3.9, 4.0, 9.5, 40.0] {
            let known = 1.0 + 2.0 * table.integral(0.0, t);
            assert!(
                (x.value(t) - known).abs() < 1e-14 * (1.0 + known.abs()),
                "{t}"
            );
        }
        assert_eq!(x.corners(), TimeFunction::table(table).corners());
    }
    let smooth = HalfCosine {
        start: 1.0,
        end: 3.0,
        from: 0.0,
        to: 4.0,
    };
    let x = integral(
        TimeFunction::pulse(smooth).unwrap(),
        Given::Acceleration,
        [0.0; 2],
    );
    // 4 per s^2 times the mean of the ramp is the velocity at its end.
    assert!((x.rate(3.0) - 4.0).abs() < 1e-14 && (x.rate(5.0) - 12.0).abs() < 1e-13);
    assert!((x.value(1.0)).abs() < 1e-15);
    let jump = Step {
        time: 1.0,
        from: 0.0,
        to: 4.0,
    };
    let x = integral(TimeFunction::pulse(jump).unwrap(), Given::Rate, [0.0; 2]);
    assert!(x.value(1.0) == 0.0 && (x.value(2.5) - 6.0).abs() < 1e-14);
    assert!(x.rate_jumps(1.0));
    let y = integral(
        TimeFunction::pulse(jump).unwrap(),
        Given::Acceleration,
        [0.0; 2],
    );
    assert!(!y.rate_jumps(1.0) && y.corners() == [1.0]);
    let kink = integral(formula("max(t - 1/3, 0)"), Given::Rate, [0.0; 2]);
    assert!(!kink.rate_jumps(kink.corners()[0]));
}

#[test]
fn values_do_not_depend_on_what_was_prepared() {
    let make = |until: f64| {
        let of = formula("sin(3*t^2) + floor(t)");
        TimeFunction::integral(of, Given::Rate, [0.0; 2], until, 0.1).expect("can be integrated")
    };
    let (short, long) = (make(0.4 * 64.0), make(0.4 * 64.0).reaching(60.0));
    for k in 0..120 {
        let t = 0.5003 * f64::from(k);
        assert_eq!(short.value(t).to_bits(), long.value(t).to_bits(), "{t}");
    }
}

#[test]
fn functions_without_an_integral_are_refused() {
    let refused = |text: &str| {
        TimeFunction::integral(formula(text), Given::Rate, [0.0; 2], 10.0, 0.01).unwrap_err()
    };
    assert!(
        matches!(refused("sqrt(2 - t)"), IntegralError::NotFinite { time } if (1.5..=2.1).contains(&time))
    );
    assert!(matches!(
        refused("floor(1e7*t)"),
        IntegralError::TooRough { .. }
    ));
}

fn arm(run: &str, motion: &str) -> String {
    format!(
        r#"
gravity = [0, 0, -9.81]
[run]
duration = 1
{run}
[[body]]
name = "arm"
mass = 2
inertia = [0.02, 0.16, 0.16]
position = [0.5, 0, 0]
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "arm"]
at = [0, 0, 0]
axis = [0, 1, 0]
[[motion]]
name = "drive"
on = "hinge.angle"
{motion}
"#
    )
}

#[derive(Default)]
struct Seen {
    frames: Vec<Vec<f64>>,
    kept: Vec<(Vec<u8>, usize)>,
}

impl Observer for Seen {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.frames.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
    fn settled(&mut self, run: &Simulation) -> Control {
        let mut bytes = Vec::new();
        run.store(&mut bytes);
        self.kept.push((bytes, self.frames.len()));
        Control::Continue
    }
}

fn simulation(text: &str) -> Simulation {
    let (model, _) = read_model(&Source::new("test.toml", text)).expect("the model reads");
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    Simulation::new(model, options).expect("the model is sound")
}

/// Given by its velocity or its acceleration, a motion leads to the same run with the same work.
#[test]
fn a_motion_is_the_same_however_it_is_given() {
    let same = [
        [
            "value = \"2*sin(3*t) - 0.3\"",
            "velocity = \"6*cos(3*t)\"\ninitial_value = -0.3",
            "acceleration = \"-18*sin(3*t)\"\ninitial_value = -0.3\ninitial_velocity = \"6 rad/s\"",
        ],
        [
            "value = \"t^2\"",
            "velocity = { table = [[0, 0], [2, \"4 rad/s\"]] }",
            "acceleration = 2",
        ],
    ];
    for scheme in ["ep", "ed", "generalized-alpha"] {
        for ways in same {
            let mut first: Option<Vec<Vec<f64>>> = None;
            for way in ways {
                let mut run = simulation(&arm(&format!("dt = 0.01\nscheme = \"{scheme}\""), way));
                let layout = run.layout().clone();
                let mut seen = Seen::default();
                assert_eq!(run.run(&mut seen).end, End::Complete, "{way}");
                let column = |name: &str| resolve(&layout, name).expect("is recorded")[0].column;
                let outputs = [
                    "hinge.angle",
                    "hinge.angle_rate",
                    "arm.position.z",
                    "drive.effort",
                    "motion_work",
                    "kinetic_energy",
                ];
                let columns = outputs.map(column);
                let frames: Vec<Vec<f64>> = seen
                    .frames
                    .iter()
                    .map(|f| columns.iter().map(|c| f[*c]).collect())
                    .collect();
                let first = first.get_or_insert_with(|| frames.clone());
                for (a, b) in first.iter().zip(&frames) {
                    for k in 0..columns.len() {
                        // Values agree to 1e-14. Efforts follow from their second differences over steps of 0.01 s, which
                        // make 1e-14 to 1e-10, and the generalized-alpha family carries some of it on from step to step.
                        assert!(
                            (a[k] - b[k]).abs() < 1e-9 * (1.0 + a[k].abs()),
                            "{scheme}, {way}, {}: {} {}",
                            outputs[k],
                            a[k],
                            b[k]
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn steps_end_at_corners_of_velocities_and_runs_go_on_with_the_same_bits() {
    let motion = "velocity = { table = [[0, 0], [0.23, 0], [0.41, 3], [0.617, 3], [0.7, 0]] }";
    let text = arm("accuracy = 1e-3", motion);
    let mut run = simulation(&text);
    let mut whole = Seen::default();
    assert_eq!(run.run(&mut whole).end, End::Complete);
    let angle = resolve(run.layout(), "hinge.angle").expect("is recorded")[0].column;
    let last = whole.frames.last().expect("frames")[angle];
    let known = 0.5 * 0.18 * 3.0 + (0.617 - 0.41) * 3.0 + 0.5 * (0.7 - 0.617) * 3.0;
    assert!((last - known).abs() < 1e-12, "{last} {known}");
    for k in [1, whole.kept.len() / 2, whole.kept.len() - 2] {
        let (bytes, frames) = &whole.kept[k];
        let mut again = simulation(&text);
        again.load(&mut Bytes::new(bytes)).expect("the same model");
        let mut seen = Seen::default();
        assert_eq!(again.run(&mut seen).end, End::Complete);
        assert_eq!(seen.frames, whole.frames[*frames..]);
    }
}

/// What cannot be combined, units of the wrong kind and functions without an integral are refused in their line.
#[test]
fn wrong_motions_are_refused_in_their_place() {
    let cases = [
        (
            "velocity = 1\nvalue = 2",
            17,
            "cannot be combined",
            "`value`, or `velocity`",
        ),
        ("initial_value = 1", 17, "needs", "`acceleration`"),
        ("", 17, "keys are missing", "`value`, or `velocity`"),
        (
            "velocity = 1\ninitial_velocity = 2",
            17,
            "cannot be combined",
            "initial_velocity",
        ),
        (
            "velocity = \"2 m/s\"",
            20,
            "expected angular velocity",
            "rad/s",
        ),
        (
            "acceleration = \"2 rad/s\"",
            20,
            "expected angular acceleration",
            "rad/s^2",
        ),
        (
            "velocity = \"sqrt(0.5 - t)\"",
            20,
            "no finite value near t = 0.",
            "`value` instead",
        ),
        ("velocity = \"sin(t\"", 20, "", "expression"),
    ];
    for (motion, line, message, help) in cases {
        let text = arm("dt = 0.01", motion);
        let problems = read_model(&Source::new("test.toml", text.as_str())).expect_err(motion);
        assert_eq!(problems.len(), 1, "{motion}: {problems:#?}");
        let problem = &problems[0];
        assert_eq!(problem.place.line, line, "{motion}: {problem:#?}");
        assert!(
            problem.message.contains(message) && problem.help.contains(help),
            "{motion}: {problem:#?}"
        );
    }
}

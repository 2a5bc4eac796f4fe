//! Adaptive steps: laws of the estimate and of the controller, then events with exact solutions.

#[path = "../common/mod.rs"]
mod common;

mod accuracy;

use common::everything::everything;
use common::state::TIGHT;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator};
use poinsot::dynamics::{Reason, Stepper, prepare, start_accelerations};
use poinsot::model::{Collocation, Model, RedundancyPolicy, RotationMap, Source, read_model};
use poinsot::results::ledger::Ledger;
use poinsot::results::resolve;
use poinsot::simulation::{
    Control, End, Failure, LedgerPolicy, Observer, Options, Outcome, Simulation, StepInfo,
};
use poinsot::system::{State, System};

/// Frames and the times at which steps ended.
#[derive(Default, PartialEq, Debug)]
struct Seen {
    rows: Vec<Vec<f64>>,
    ends: Vec<f64>,
}

impl Observer for Seen {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.rows.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, step: &StepInfo) -> Control {
        self.ends.push(step.time);
        Control::Continue
    }
}

fn model(text: &str) -> Model {
    match read_model(&Source::new("model.toml", text.to_string())) {
        Ok((model, _)) => model,
        Err(problems) => panic!("{problems:#?}"),
    }
}

struct Ran {
    seen: Seen,
    outcome: Outcome,
    layout: poinsot::results::Layout,
}

impl Ran {
    fn column(&self, name: &str) -> Vec<f64> {
        let at = resolve(&self.layout, name).unwrap_or_else(|e| panic!("{e}"))[0].column;
        self.seen.rows.iter().map(|r| r[at]).collect()
    }
}

fn run(text: &str) -> Ran {
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    let mut simulation = Simulation::new(model(text), options).expect("the model is sound");
    let mut seen = Seen::default();
    let outcome = simulation.run(&mut seen);
    Ran {
        seen,
        outcome,
        layout: simulation.layout().clone(),
    }
}

fn complete(text: &str) -> Ran {
    let ran = run(text);
    assert_eq!(ran.outcome.end, End::Complete, "{text}");
    ran
}

const PENDULUM: &str = r#"
gravity = [0, -9.81, 0]
[[point_mass]]
name = "bob"
mass = 1
position = [-1, 0, 0]
[[joint]]
name = "bar"
kind = "distance"
between = ["ground", "bob"]
points = [[0, 0, 0], [-1, 0, 0]]
"#;

const TOP: &str = r#"
gravity = [0, 0, -9.81]
[[body]]
name = "top"
mass = 15
inertia = [0.234375, 0.46875, 0.234375]
position = [0, 1, 0]
angular_velocity = [0, 15, -4.61538]
[[joint]]
name = "tip"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]
"#;

const SCHEMES: [&str; 4] = ["ep", "ed", "mp-ed", "generalized-alpha"];

/// Estimated and true local error of steps of one length, root mean square over a stretch of motion. The true one is the
/// distance to 64 small steps of `ep` from the same state.
fn local_errors<S: Integrator>(model: &Model, scheme: S, dt: f64, steps: usize) -> [f64; 2] {
    let (mut system, mut state) = System::build(model).expect("sound");
    prepare(&mut system, &mut state, RedundancyPolicy::Error).expect("consistent");
    start_accelerations(&system, &mut state).expect("masses everywhere");
    let mut ledger = Ledger::new(&system, &state);
    let mut stepper = Stepper::new(&system, &state, scheme, TIGHT).expect("sound");
    let mut sums = [0.0; 2];
    for _ in 0..steps {
        let (mut fine, mut books) = (state.clone(), ledger.clone());
        stepper
            .attempt(&system, &mut state, &ledger, dt)
            .expect("converges");
        let cost = stepper.cost(&system, &state, &ledger, dt, 0.0);
        stepper.accept(&mut state, &mut ledger);
        let small = EnergyPreserving::new(RotationMap::Cayley);
        let mut small = Stepper::new(&system, &fine, small, TIGHT).expect("sound");
        for _ in 0..64 {
            let done = small.step(&system, &mut fine, &mut books, dt / 64.0);
            done.expect("converges");
        }
        sums[0] += cost.error.powi(2);
        sums[1] += distance(&system, &state, &fine).powi(2);
    }
    sums.map(|s| (s / steps as f64).sqrt())
}

/// Largest difference of two states in the norm of the estimate.
fn distance(system: &System, a: &State, b: &State) -> f64 {
    (1..system.nodes.len())
        .map(|n| {
            let shift = (a.poses[n].r - b.poses[n].r).norm() / system.length;
            shift.max((a.poses[n].q.inverse() * b.poses[n].q).angle())
        })
        .fold(0.0, f64::max)
}

#[test]
fn the_estimate_follows_the_true_local_error() {
    for (name, text, dt) in [("pendulum", PENDULUM, 0.02), ("top", TOP, 0.005)] {
        let model = model(&format!("{text}\n[run]\nduration = 1\ndt = 0.01\n"));
        for scheme in SCHEMES {
            let ratios = [1.0, 0.5, 0.25].map(|part| {
                let steps = (30.0 / part) as usize;
                let [estimate, truth] = match scheme {
                    "ep" => {
                        let s = EnergyPreserving::new(RotationMap::Cayley);
                        local_errors(&model, s, part * dt, steps)
                    }
                    "generalized-alpha" => {
                        let s = GeneralizedAlpha::optimal(0.8, RotationMap::Cayley);
                        local_errors(&model, s, part * dt, steps)
                    }
                    _ => {
                        let s = EnergyDecaying::new(0.0, Collocation::Radau, scheme == "mp-ed");
                        local_errors(&model, s, part * dt, steps)
                    }
                };
                println!("{name} {scheme} {}: {estimate:.2e} {truth:.2e}", part * dt);
                estimate / truth
            });
            println!("{name} {scheme}: estimate/truth {ratios:.2?}");
            // The leading terms of all schemes are multiples of dt^3 v'' by small numbers: the ratio neither depends on the step
            // (both are of third order) nor lies far from 1.
            for ratio in ratios {
                assert!((0.3..6.0).contains(&ratio), "{name} {scheme} {ratios:?}");
            }
            let change = ratios[2] / ratios[1];
            assert!((0.6..1.6).contains(&change), "{name} {scheme} {ratios:?}");
        }
    }
}

/// Place of the pendulum after 2 s, from Jacobi elliptic functions (validation case `pendulum`).
const PENDULUM_AT_2: [f64; 2] = [-0.793566195343322, -0.608483930443792];

#[test]
fn the_error_of_a_run_is_proportional_to_the_accuracy() {
    for scheme in SCHEMES {
        let mut errors = Vec::new();
        let accuracies = [1e-2, 1e-3, 1e-4, 1e-5];
        for accuracy in accuracies {
            let ran = complete(&format!(
                "{PENDULUM}\n[run]\nduration = 2\naccuracy = {accuracy}\nscheme = \"{scheme}\"\n"
            ));
            let last = |name: &str| *ran.column(name).last().expect("frames");
            let x = last("bob.position.x") - PENDULUM_AT_2[0];
            let y = last("bob.position.y") - PENDULUM_AT_2[1];
            let o = &ran.outcome;
            println!(
                "{scheme} {accuracy}: {:.2e} in {} steps, {:?} rejected",
                x.hypot(y),
                o.steps,
                o.rejected
            );
            errors.push(x.hypot(y));
            // The estimate is smooth, so few steps are tried in vain.
            assert!(
                o.rejected.total() * 10 <= o.steps + 20,
                "{scheme} {:?}",
                o.rejected
            );
            let loss = o.finish.numerical_dissipation / o.energy_scale;
            assert!(!o.promises.energy || loss <= accuracy);
        }
        // Errors of single steps add up, and motion amplifies them a little.
        for (error, accuracy) in errors.iter().zip(accuracies) {
            assert!(*error < 5.0 * accuracy, "{scheme} {errors:?}");
        }
        // A thousandth of the accuracy gives a thousandth of the error, within a factor of three.
        let order = (errors[0] / errors[3]).log10() / 3.0;
        assert!((0.84..1.16).contains(&order), "{scheme}: {order}");
    }
}

#[test]
fn an_attempt_changes_nothing() {
    let (system, mut state) = System::build(&everything(true)).expect("sound");
    let mut ledger = Ledger::new(&system, &state);
    let scheme = EnergyDecaying::new(0.0, Collocation::Radau, true);
    let mut stepper = Stepper::new(&system, &state, scheme, TIGHT).expect("sound");
    let (before, books) = (state.clone(), *ledger.balance());
    for dt in [0.004, 0.002] {
        let made = stepper.attempt(&system, &mut state, &ledger, dt);
        made.expect("converges");
        stepper.cost(&system, &state, &ledger, dt, 0.0);
        assert_eq!(state, before);
        assert_eq!(*ledger.balance(), books);
    }
    stepper.accept(&mut state, &mut ledger);
    assert_eq!(state.time, 0.002);
    assert_ne!(*ledger.balance(), books);
    // The same step without the rejected attempt before it, bit for bit.
    let mut fresh = Stepper::new(&system, &before, scheme, TIGHT).expect("sound");
    let (mut other, mut other_books) = (before.clone(), Ledger::new(&system, &before));
    let made = fresh.step(&system, &mut other, &mut other_books, 0.002);
    made.expect("converges");
    assert_eq!(state, other);
    assert_eq!(ledger.balance(), other_books.balance());
}

#[test]
fn frames_land_on_their_times_and_runs_repeat_their_bits() {
    let text = format!(
        "{TOP}\n[run]\nduration = 0.5\naccuracy = 1e-3\n[output]\nevery = 0.03\n[[moment]]\nname = \"blow\"\non = \"top\"\n\
         value = [0, 0, 9]\nscale = {{ pulse = \"triangle\", start = 0.1234, peak_time = 0.2001, end = 0.3333 }}\n"
    );
    let ran = complete(&text);
    let times = ran.column("time");
    let wanted: Vec<f64> = (0..=17).map(|k| (k as f64 * 0.03).min(0.5)).collect();
    assert_eq!(times, wanted);
    for corner in [0.1234, 0.2001, 0.3333] {
        assert!(ran.seen.ends.contains(&corner), "no step ends at {corner}");
    }
    assert_eq!(complete(&text).seen, ran.seen);
    // Without a wish every step is a frame.
    let all = complete(&text.replace("[output]\nevery = 0.03\n", ""));
    assert_eq!(all.column("time")[1..], all.seen.ends[..]);
}

/// A mass falls into a cable that goes taut: free fall over 0.5 m, then half a swing of 10 ms on a stiff spring, and up
/// again. Position below the upper end.
fn taut(t: f64) -> f64 {
    let (g, omega, length, fall) = (9.81f64, 1e5f64.sqrt(), 1.0, 0.5);
    let v = (2.0 * g * fall).sqrt();
    let t_fall = v / g;
    let t_taut = 2.0 / omega * (std::f64::consts::PI - (v * omega / g).atan());
    let s = t % (2.0 * t_fall + t_taut);
    if s < t_fall {
        length - fall + 0.5 * g * s * s
    } else if s < t_fall + t_taut {
        let (sin, cos) = (omega * (s - t_fall)).sin_cos();
        length + g / omega.powi(2) * (1.0 - cos) + v / omega * sin
    } else {
        let s = s - t_fall - t_taut;
        length - v * s + 0.5 * g * s * s
    }
}

const CABLE: &str = r#"
gravity = [0, 0, -9.81]
[output]
every = 0.01
[[point_mass]]
name = "load"
mass = 1
position = [0, 0, -0.5]
[[spring]]
name = "cable"
between = ["ground", "load"]
points = [[0, 0, 0], [0, 0, -0.5]]
"#;

#[test]
fn a_cable_that_goes_taut_needs_no_hand_tuned_step() {
    let laws = [
        "force = \"max(0, 1e5*(x - 1))\"",
        "force = { table = [[0, 0], [1, 0], [2, 1e5]] }",
    ];
    for (scheme, law) in SCHEMES.iter().zip(laws.iter().cycle()) {
        let ran = complete(&format!(
            "{CABLE}{law}\n[run]\nduration = 1\naccuracy = 1e-3\nscheme = \"{scheme}\"\n"
        ));
        let error = ran
            .column("time")
            .into_iter()
            .zip(ran.column("load.position.z"));
        let error = error.map(|(t, z)| (z + taut(t)).abs()).fold(0.0, f64::max);
        let ends = &ran.seen.ends;
        let longest = |from: f64, to: f64| {
            let inside = ends.windows(2).filter(|w| w[0] >= from && w[1] <= to);
            inside.map(|w| w[1] - w[0]).fold(0.0, f64::max)
        };
        let (fall, contact, flight) =
            (longest(0.0, 0.3), longest(0.321, 0.328), longest(0.35, 0.9));
        println!(
            "{scheme}: error {error:.2e}, dt {fall:.1e} {contact:.1e} {flight:.1e}, {}",
            ran.outcome.steps_line().unwrap_or_default()
        );
        assert!(error < 3e-3, "{scheme}: {error:e}");
        assert!(contact < 0.1 * fall && contact < 0.1 * flight, "{scheme}");
        assert!(ran.outcome.rejected.total() > 0);
    }
}

#[test]
fn a_pulse_between_the_steps_is_taken_whole() {
    // 1 kg under a triangular pulse of 100 N: from rest to 5 m/s between 0.2137 s and 0.3137 s.
    let text = "[run]\nduration = 1\naccuracy = 1e-4\n[[point_mass]]\nname = \"p\"\nmass = 1\n[[force]]\nname = \"f\"\non = \"p\"\n\
                value = [100, 0, 0]\nscale = { pulse = \"triangle\", start = 0.2137, peak_time = 0.2637, end = 0.3137 }\n";
    for scheme in SCHEMES {
        let ran = complete(&text.replace("accuracy", &format!("scheme = \"{scheme}\"\naccuracy")));
        let x = *ran.column("p.position.x").last().expect("frames");
        let v = *ran.column("p.velocity.x").last().expect("frames");
        let exact = 5.0 * (1.0 - 0.2637);
        println!(
            "{scheme}: {:.2e} {:.2e}, {} steps",
            x - exact,
            v - 5.0,
            ran.outcome.steps
        );
        assert!((x - exact).abs() < 3e-4, "{scheme}: {x}");
        // Piecewise linear loads are integrated exactly where steps end at their corners, but for the 1e-9 of a step by which they
        // are looked at inside its ends: of a pulse that few long steps cover that is some 1e-11. Generalized-alpha carries
        // accelerations across corners.
        let tolerance = if scheme == "generalized-alpha" {
            3e-4
        } else {
            1e-10
        };
        assert!((v - 5.0).abs() < tolerance, "{scheme}: {v}");
    }
}

/// A slider that a motion takes from rest to 1 m/s at once, and stops.
const RAMP: &str = r#"
[[body]]
name = "block"
mass = 2
inertia = [1, 1, 1]
[[joint]]
name = "slide"
kind = "prismatic"
between = ["ground", "block"]
at = [0, 0, 0]
axis = [1, 0, 0]
[[motion]]
name = "drive"
on = "slide.displacement"
value = { pulse = "ramp", start = 0.2, end = 0.7, to = 0.5 }
"#;

#[test]
fn a_motion_whose_velocity_jumps_is_followed_or_refused() {
    for scheme in SCHEMES {
        let text = format!("{RAMP}\n[run]\nduration = 1\naccuracy = 1e-4\nscheme = \"{scheme}\"\n");
        let ran = run(&text);
        match &ran.outcome.end {
            End::Complete => {
                let x = *ran.column("slide.displacement").last().expect("frames");
                assert!((x - 0.5).abs() < 1e-9, "{scheme}");
            }
            // The velocity of `ep` alternates from then on, whatever the step.
            End::Failed(failure) => println!("{scheme} refused: {failure}"),
            End::Stopped => panic!("nobody said stop"),
        }
        if scheme == "ed" || scheme == "mp-ed" {
            assert_eq!(ran.outcome.end, End::Complete, "{scheme}");
        }
    }
}

#[test]
fn an_accuracy_out_of_reach_is_refused() {
    let text = format!(
        "{CABLE}force = \"max(0, 1e5*(x - 1))\"\n[run]\nduration = 1\naccuracy = 1e-6\ndt_min = 1e-3\ndt = 1e-3\n"
    );
    let End::Failed(failure) = run(&text).outcome.end else {
        panic!("a step of 1 ms cannot resolve the cable");
    };
    let Failure::Accuracy { time, reason, .. } = &failure else {
        panic!("{failure}");
    };
    assert!(*time < 0.33 && matches!(reason, Reason::Error | Reason::Dissipation));
    let text = failure.to_string();
    assert!(text.contains("does not reach the requested accuracy") && text.contains("dt_min"));
}

#[test]
fn a_fixed_step_stays_fixed() {
    let ran = complete(&format!("{PENDULUM}\n[run]\nduration = 1\ndt = 0.01\n"));
    assert_eq!((ran.outcome.steps, ran.outcome.rejected.total()), (100, 0));
    assert_eq!(ran.outcome.steps_line(), None);
}

/// Frames that are no whole number of steps apart: the steps are those of the given length, frames at their ends have their bits,
/// and those between are as good as the steps themselves.
#[test]
fn frames_between_steps_leave_the_steps_alone() {
    let text = |dt: f64, every: &str, scheme: &str| {
        let body = TOP.replace("[0, 15, -4.61538]", "[0, 3, -2]");
        format!("{body}\n[run]\nduration = 1.5\ndt = {dt}\nscheme = \"{scheme}\"\n{every}")
    };
    for (scheme, every) in [
        ("ep", 0.05),
        ("ed", 0.05),
        ("ed", 0.008),
        ("generalized-alpha", 0.05),
    ] {
        let asked = format!("[output]\nevery = {every}\n");
        let fine = complete(&text(0.000_25, &asked, scheme));
        let mut errors = Vec::new();
        for dt in [0.02, 0.01] {
            let all = complete(&text(dt, "", scheme));
            let ran = complete(&text(dt, &asked, scheme));
            assert_eq!(ran.seen.ends, all.seen.ends, "{scheme} {dt}");
            assert_eq!(ran.outcome.steps, (1.5 / dt).round() as usize);
            let frames = (1.5f64 / every - 1e-9).ceil() as usize + 1;
            assert_eq!(ran.seen.rows.len(), frames);
            assert_eq!(
                ran.column("steps").iter().sum::<f64>() as usize,
                ran.outcome.steps
            );
            let times = ran.column("time");
            assert!((0..frames - 1).all(|k| (times[k] - k as f64 * every).abs() < 1e-12));
            // Books between steps close as they do at their ends.
            let gap = ran
                .column("energy_gap")
                .iter()
                .fold(0.0, |a: f64, b| a.max(b.abs()));
            assert!(gap <= ran.outcome.largest_energy_gap);
            let of = |ran: &Ran, name: &str| ran.column(name);
            let parts = ["kinetic_energy", "gravity_energy"].map(|name| of(&ran, name));
            for (k, total) in ran.column("total_energy").iter().enumerate() {
                assert!((parts[0][k] + parts[1][k] - total).abs() < 1e-11);
            }
            let names = [
                "top.position.x",
                "top.orientation.y",
                "top.velocity.x",
                "top.angular_velocity_body.z",
                "kinetic_energy",
                "tip.reaction_force.z",
            ];
            errors.push(names.map(|name| {
                let pairs = of(&ran, name).into_iter().zip(of(&fine, name));
                let pairs = pairs.zip(&times).filter(|(_, t)| **t > 0.1);
                pairs.map(|((x, y), _)| (x - y).abs()).fold(0.0, f64::max)
            }));
        }
        println!("{scheme} every {every}: {errors:?}");
        for (k, (coarse, fine)) in errors[0].iter().zip(&errors[1]).enumerate() {
            assert!(*coarse > 3.0 * fine, "{scheme} {k}: {coarse:e} {fine:e}");
        }
    }
}

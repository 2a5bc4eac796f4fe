//! What `accuracy` promises against what a run achieves, for cases of the validation.
//!
//! `cargo test --release -p poinsot --test step_control table -- --ignored --nocapture` prints the table of `docs/how-to/steps.md`.

use super::{SCHEMES, Seen};
use poinsot::model::{Model, Scheme, Source, read_model};
use poinsot::results::Layout;
use poinsot::simulation::{End, Options, Outcome, Simulation};
use std::path::Path;

/// A linear oscillator with a period of 1 s, free of the kinds of nonlinearity that the schemes treat with second order.
const OSCILLATOR: &str = "[[point_mass]]\nname = \"m\"\nmass = 1\nposition = [1, 0, 0]\n[[spring]]\nname = \"s\"\n\
                          between = [\"ground\", \"m\"]\npoints = [[0, 0, 0], [1, 0, 0]]\n\
                          stiffness = 39.47841760435743\nfree = 0.7\n[run]\nduration = 1\ndt = 0.1\n";

/// Name, model in `validation` (none: the oscillator), duration [s], step of the reference [s].
type Case = (&'static str, &'static str, f64, f64);

const CASES: [Case; 8] = [
    ("oscillator", "", 5.0, 1e-3),
    ("pendulum", "pendulum/model.toml", 10.0, 1e-3),
    ("double pendulum", "double-pendulum/model.toml", 3.0, 2e-4),
    ("free body", "free-body/model.toml", 10.0, 1e-3),
    ("heavy top", "heavy-top/model.toml", 0.5, 1e-4),
    ("rolling disc", "rolling-disc/model.toml", 5.0, 1e-3),
    ("flyball governor", "flyball-governor/model.toml", 5.0, 5e-4),
    ("four-bars", "four-bars/model.toml", 5.0, 1e-3),
];

/// Frames that are compared.
const FRAMES: f64 = 50.0;

struct Ran {
    rows: Vec<Vec<f64>>,
    layout: Layout,
    outcome: Outcome,
    length: f64,
}

fn model((_, file, duration, dt): &Case) -> Model {
    let text = match file.is_empty() {
        true => OSCILLATOR.to_string(),
        false => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../validation");
            std::fs::read_to_string(root.join(file)).expect("the case is there")
        }
    };
    let (mut model, _) = read_model(&Source::new("model.toml", text)).expect("a sound model");
    model.run.duration = *duration;
    model.run.dt = *dt;
    model.run.dt_max = duration / 50.0;
    model.run.dt_min = 1e-9;
    model.run.output_every = Some(duration / FRAMES);
    model
}

fn run(model: Model) -> Ran {
    let mut simulation = Simulation::new(model, Options::default()).expect("sound");
    let mut seen = Seen::default();
    let outcome = simulation.run(&mut seen);
    assert_eq!(outcome.end, End::Complete);
    Ran {
        rows: seen.rows,
        layout: simulation.layout().clone(),
        outcome,
        length: simulation.system().length,
    }
}

/// Rows without the error of second order, from steps of two lengths.
fn reference(case: &Case) -> Vec<Vec<f64>> {
    let mut model = model(case);
    model.run.accuracy = None;
    let coarse = run(model.clone());
    model.run.dt /= 2.0;
    let fine = run(model);
    let rows = coarse.rows.iter().zip(fine.rows);
    rows.map(|(c, f)| c.iter().zip(f).map(|(c, f)| f + (f - c) / 3.0).collect())
        .collect()
}

/// Largest difference from the reference at any frame: of positions relative to the model, of rotations [rad].
fn largest_error(ran: &Ran, reference: &[Vec<f64>]) -> f64 {
    let mut largest = 0.0f64;
    for (index, variable) in ran.layout.variables.iter().enumerate() {
        let (width, scale) = match variable.name.as_str() {
            "position" | "node_position" => (3, 1.0 / ran.length),
            // The angle between two orientations is twice that between their quaternions.
            "orientation" | "node_orientation" => (4, 2.0),
            _ => continue,
        };
        let first = ran.layout.offset(index);
        for at in (first..first + ran.layout.variable_len(index)).step_by(width) {
            for (row, exact) in ran.rows.iter().zip(reference) {
                let distance = |sign: f64| -> f64 {
                    let parts = (at..at + width).map(|k| (row[k] - sign * exact[k]).powi(2));
                    parts.sum::<f64>().sqrt()
                };
                let distance = match width {
                    4 => distance(1.0).min(distance(-1.0)),
                    _ => distance(1.0),
                };
                largest = largest.max(scale * distance);
            }
        }
    }
    largest
}

/// Error and loss of energy in units of what was asked, and the steps it took.
fn achieved(case: &Case, exact: &[Vec<f64>], scheme: &str, accuracy: f64) -> ([f64; 2], usize) {
    let mut model = model(case);
    let text = format!(
        "[run]\nduration = 1\ndt = 1\nscheme = \"{scheme}\"\n[[point_mass]]\nname = \"p\"\nmass = 1\n"
    );
    let (other, _) = read_model(&Source::new("scheme.toml", text)).expect("sound");
    let scheme: Scheme = other.run.scheme;
    model.run.scheme = scheme;
    model.run.accuracy = Some(accuracy);
    model.run.dt = model.run.dt_max / 100.0;
    let ran = run(model);
    let error = largest_error(&ran, exact) / accuracy;
    let loss = match ran.outcome.promises.energy {
        true => ran.outcome.finish.numerical_dissipation / ran.outcome.energy_scale / accuracy,
        false => 0.0,
    };
    let seen = ran.outcome.estimated_error.expect("judged") / accuracy;
    println!(
        "{:18} {:18} {accuracy:6.0e}: error {error:.3} (seen {seen:.3}), loss {loss:.3}, {} steps, {} rejected",
        case.0,
        format!("{scheme:?}").split(' ').next().unwrap_or_default(),
        ran.outcome.steps,
        ran.outcome.rejected.total()
    );
    ([error, loss], ran.outcome.steps)
}

/// A run uses up what it is allowed, and not more.
#[test]
fn runs_are_as_accurate_as_asked_and_hardly_more() {
    for case in &CASES {
        let exact = reference(case);
        for scheme in ["ep", "ed"] {
            for accuracy in [1e-2, 1e-3] {
                let ([error, loss], _) = achieved(case, &exact, scheme, accuracy);
                let used = error.max(loss);
                assert!(
                    (0.1..=1.0).contains(&used),
                    "{} {scheme} {accuracy}",
                    case.0
                );
            }
        }
    }
}

/// Prints the table of the book.
#[test]
#[ignore = "five minutes on two cores; for the book, see CONTRIBUTING.md"]
fn table() {
    let mut lines = Vec::new();
    for case in &CASES {
        let exact = reference(case);
        for scheme in SCHEMES {
            let mut line = format!("| {} | `{scheme}` |", case.0);
            for accuracy in [1e-2, 1e-3, 1e-4, 1e-5] {
                let ([error, loss], steps) = achieved(case, &exact, scheme, accuracy);
                line += &format!(" {:.2} ({steps}) |", error.max(loss));
            }
            lines.push(line);
        }
    }
    println!("{}", lines.join("\n"));
}

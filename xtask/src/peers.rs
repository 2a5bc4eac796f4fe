//! The same model in another program and in ours, in turns on the same machine: ratios of the time per step.

use crate::python;
use crate::root;
use crate::stage::{Failed, Stages, cargo};
use std::process::Command;

/// The peer, pinned so that figures can be compared over time.
const PEER: &str = "exudyn==1.13.6";
/// The peer's side of the chain of beams.
const SCRIPT: &str = "crates/poinsot/benches/peers/exudyn_beam_chain.py";
/// Elements and steps.
const SIZES: [(usize, usize); 2] = [(100, 200), (1000, 50)];
/// Time step, in s.
const DT: &str = "1e-3";
/// Relative tolerance on both sides. The peer measures it against the first residual of a step, and at 1000 elements its
/// round-off allows no less than 1e-7.
const TOLERANCE: &str = "1e-6";
/// Rounds in which the programs take turns; the fastest of each counts.
const ROUNDS: usize = 5;
/// Our schemes and how much faster than the peer they must be.
const SCHEMES: [(&str, f64); 2] = [("ep", 5.0), ("ed", 2.0)];

/// One measurement.
#[derive(Clone, Copy)]
struct Measured {
    seconds: f64,
    iterations: f64,
    tip: [f64; 3],
}

/// Prints the table of ratios; fails if a program cannot be run, not if a ratio is poor: times depend on the machine.
pub fn bench() -> Result<(), Failed> {
    let mut stages = Stages::new();
    let python = python::with(&mut stages, "peers", PEER, &[])?;
    let mut build = cargo(&["bench", "--package", "poinsot", "--bench", "beam_chain"]);
    stages.run("build", build.arg("--no-run"))?;
    println!("\n{PEER} against poinsot, dt {DT} s, tolerance {TOLERANCE}, fastest of {ROUNDS}\n");
    println!(
        "elements  scheme   peer ms/step  Newton   our ms/step  Newton   ratio   wanted   tips differ by"
    );
    for (elements, steps) in SIZES {
        let (elements, steps) = (elements.to_string(), steps.to_string());
        let mut peer = None;
        let mut ours = [None; SCHEMES.len()];
        for _ in 0..ROUNDS {
            let mut command = Command::new(&python);
            command.args(["-W", "ignore", SCRIPT, &elements, &steps, DT, TOLERANCE]);
            keep_faster(&mut peer, measure(&mut command)?);
            for ((scheme, _), best) in SCHEMES.iter().zip(&mut ours) {
                let mut command = cargo(&["bench", "--quiet", "--package", "poinsot"]);
                command.args(["--bench", "beam_chain", "--", "json", scheme]);
                command.args([&elements, &steps, DT, TOLERANCE]);
                keep_faster(best, measure(&mut command)?);
            }
        }
        for ((scheme, wanted), best) in SCHEMES.iter().zip(ours) {
            if let (Some(peer), Some(own)) = (peer, best) {
                let apart = (0..3).fold(0.0_f64, |d, k| d.max((peer.tip[k] - own.tip[k]).abs()));
                println!(
                    "{elements:>8}  {scheme:6} {:14.3} {:7.2} {:13.3} {:7.2} {:7.2} {wanted:8.1}   {apart:.1e} m",
                    1e3 * peer.seconds,
                    peer.iterations,
                    1e3 * own.seconds,
                    own.iterations,
                    peer.seconds / own.seconds,
                );
            }
        }
    }
    Ok(())
}

fn keep_faster(best: &mut Option<Measured>, next: Measured) {
    if best.is_none_or(|b| next.seconds < b.seconds) {
        *best = Some(next);
    }
}

/// Runs a program whose last line of output is a measurement.
fn measure(command: &mut Command) -> Result<Measured, Failed> {
    let output = command.current_dir(root()).output().map_err(|error| {
        eprintln!("cannot start {command:?}: {error}");
        Failed(1)
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().rfind(|line| line.starts_with('{'));
    match line.and_then(read_measurement) {
        Some(measured) if output.status.success() => Ok(measured),
        _ => {
            eprintln!("{command:?} gave no measurement:\n{text}");
            eprintln!("{}", String::from_utf8_lossy(&output.stderr));
            Err(Failed(1))
        }
    }
}

/// Reads `{"seconds_per_step": 1e-3, "iterations_per_step": 2, "tip": [1, 2, 3]}`, in this order.
fn read_measurement(line: &str) -> Option<Measured> {
    let separators = [',', ':', '[', ']', '{', '}', ' '];
    let mut numbers = line.split(separators).filter_map(|word| word.parse().ok());
    let mut next = || numbers.next();
    Some(Measured {
        seconds: next()?,
        iterations: next()?,
        tip: [next()?, next()?, next()?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measurements_are_read() {
        let line =
            r#"{"seconds_per_step": 2.5e-3, "iterations_per_step": 3, "tip": [1.5, -2, 3e-9]}"#;
        let m = read_measurement(line).expect("complete");
        assert_eq!((m.seconds, m.iterations), (2.5e-3, 3.0));
        assert_eq!(m.tip, [1.5, -2.0, 3e-9]);
        assert!(read_measurement(r#"{"seconds_per_step": 2}"#).is_none());
    }
}

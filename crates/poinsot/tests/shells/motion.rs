//! Motion of shells: laws of the schemes, and how many iterations their steps take.

use crate::mesh::{grid, isotropic, with_nine_nodes};
use crate::sheet::Sheet;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{Stepper, Tolerances};
use poinsot::functions::TimeFunction;
use poinsot::math::V3;
use poinsot::model::{Collocation, RotationMap};
use poinsot::results::ledger::Ledger;
use poinsot::system::{State, System};

fn var(name: &str, or: f64) -> f64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(or)
}

/// A free plate that turns, with short pulses on its corners.
fn plate(n: usize, m: usize, nine: bool) -> (System, State) {
    let law = isotropic(var("E", 2e8), 0.3, var("H", 0.01));
    let mesh = grid(n, m, law, |r, s| V3::new(r - 0.5, 0.6 * (s - 0.5), 0.0));
    let mesh = match nine {
        true => with_nine_nodes(mesh, n),
        false => mesh,
    };
    let mut sheet = Sheet::new(&mesh, var("RHO", 1000.0), 1.0);
    let spin = V3::new(3.0, 2.0, 10.4);
    for (k, x) in mesh.points.iter().enumerate() {
        sheet.velocities[k + 1].v = spin.cross(x);
        sheet.velocities[k + 1].omega = spin;
    }
    let pulse = || TimeFunction::expression("max(0, 1 - abs(t - 0.01)/0.01)").expect("an expression");
    let size = var("F", 40.0);
    let last = mesh.points.len() - 1;
    for (k, sign) in [(0, 1.0), (n, -1.0), (last, 1.0), (last - n, -0.5)] {
        sheet.push(k, V3::new(0.0, 0.0, sign * size), pulse());
    }
    sheet.finish()
}

fn run<S: Integrator>(name: &str, model: &(System, State), scheme: S, dt: f64, steps: usize, relative: f64) {
    let (system, start) = model;
    for predicted in [false, true] {
        let mut state = start.clone();
        let tolerances = Tolerances { relative, max_iterations: 25 };
        let mut stepper = Stepper::new(system, &state, scheme, tolerances).expect("sound");
        stepper.set_prediction(predicted);
        let mut ledger = Ledger::new(system, &state);
        let (mut iterations, mut failed, mut most) = (0, None, 0);
        let clock = std::time::Instant::now();
        for k in 0..steps {
            match stepper.step(system, &mut state, &mut ledger, dt) {
                Ok(report) => {iterations += report.iterations; most = most.max(report.iterations)},
                Err(error) => {
                    failed = Some((k, error.to_string()));
                    break;
                }
            }
        }
        let b = ledger.balance();
        println!("{name} dt {dt} tol {relative:e} {}: {} it, most {most}, {:.3} s, kinetic {:.4} elastic {:.4} {:?} {:.10?}", if predicted {"with"} else {"without"}, iterations, clock.elapsed().as_secs_f64(), b.kinetic, b.elastic, failed, state.poses[1].r.z);
    }
}

#[test]
fn table() {
    let ep = EnergyPreserving::new(RotationMap::Cayley);
    let ed = EnergyDecaying::new(0.0, Collocation::Radau, false);
    let n = var("N", 8.0) as usize;
    for (name, nine) in [("S4", false), ("S9", true)] {
        let model = plate(n, n / 2, nine);
        for relative in [1e-8, 1e-12] {
        for dt in [5e-4, 1e-3, 2e-3, 5e-3] {
            let steps = (0.1f64 / dt).round() as usize;
            run(&format!("ep {name}"), &model, ep, dt, steps, relative);
            run(&format!("ed {name}"), &model, ed, dt, steps, relative);
        }
        }
    }
}

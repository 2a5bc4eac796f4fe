//! Motion of shells: how many iterations steps take, with and without predicted stresses in the geometric part of the tangent (nw.2),
//! which must not change results; laws of the schemes; the number of threads.

use crate::mesh::{grid, isotropic, with_nine_nodes};
use crate::sheet::Sheet;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{Stepper, Tolerances};
use poinsot::functions::TimeFunction;
use poinsot::math::V3;
use poinsot::model::{Collocation, RotationMap};
use poinsot::results::ledger::Ledger;
use poinsot::system::{State, System};

type Model = (System, State);

/// A free plate of `n` by `n/2` intervals between nodes, turning at 11 rad/s, with short pulses on its corners that bend neighbouring
/// nodes against each other by some 30 degrees.
fn plate(n: usize, nine: bool) -> Model {
    let mesh = grid(n, n / 2, isotropic(2e9, 0.3, 0.005), |r, s| {
        V3::new(r - 0.5, 0.6 * (s - 0.5), 0.0)
    });
    let mesh = match nine {
        true => with_nine_nodes(mesh, n),
        false => mesh,
    };
    let mut sheet = Sheet::new(&mesh, 2000.0, 1.0);
    let spin = V3::new(3.0, 2.0, 10.4);
    for (k, x) in mesh.points.iter().enumerate() {
        sheet.velocities[k + 1].v = spin.cross(x);
        sheet.velocities[k + 1].omega = spin;
    }
    let last = mesh.points.len() - 1;
    for (k, size) in [(0, 400.0), (n, -400.0), (last, 400.0), (last - n, -200.0)] {
        let pulse = TimeFunction::expression("max(0, 1 - abs(t - 0.01)/0.01)");
        sheet.push(k, V3::new(0.0, 0.0, size), pulse.expect("an expression"));
    }
    sheet.finish()
}

fn ep() -> EnergyPreserving {
    EnergyPreserving::new(RotationMap::Cayley)
}

fn ed() -> EnergyDecaying {
    EnergyDecaying::new(0.0, Collocation::Radau, false)
}

/// How a run is made.
#[derive(Clone, Copy)]
struct Way {
    dt: f64,
    steps: usize,
    relative: f64,
    predicted: bool,
    threads: usize,
}

/// The state at the end, all iterations, and the energy that is not accounted for as a part of all.
fn run<S: Integrator>(model: &Model, scheme: S, way: Way) -> (State, usize, f64) {
    let (system, start) = model;
    let mut state = start.clone();
    let tolerances = Tolerances {
        relative: way.relative,
        max_iterations: 25,
    };
    let mut stepper = Stepper::new(system, &state, scheme, tolerances).expect("a sound system");
    stepper.set_prediction(way.predicted);
    stepper.set_threads(way.threads);
    let mut ledger = Ledger::new(system, &state);
    let mut iterations = 0;
    for _ in 0..way.steps {
        let report = stepper.step(system, &mut state, &mut ledger, way.dt);
        iterations += report.expect("a step").iterations;
    }
    let b = ledger.balance();
    (state, iterations, b.gap.abs() / (b.kinetic + b.elastic))
}

/// Runs of 0.1 s with and without prediction.
fn compare<S: Integrator>(name: &str, model: &Model, scheme: S, dt: f64) -> [usize; 2] {
    let steps = (0.1 / dt).round() as usize;
    let way = |predicted| Way {
        dt,
        steps,
        relative: 1e-12,
        predicted,
        threads: 1,
    };
    let (plain, without, _) = run(model, scheme, way(false));
    let (state, with, gap) = run(model, scheme, way(true));
    let per_step = |n: usize| n as f64 / steps as f64;
    println!(
        "{name}: {:.2} iterations a step without, {:.2} with prediction; {gap:.1e} of the energy unexplained",
        per_step(without),
        per_step(with)
    );
    assert!(gap < 1e-10, "{gap:e}");
    for (a, b) in state.poses.iter().zip(&plain.poses) {
        let apart = (a.r - b.r).norm();
        assert!(apart < 1e-7, "{name}: {apart:e}");
    }
    [without, with]
}

#[test]
fn a_free_plate_under_pulses() {
    let (four, nine) = (plate(8, false), plate(8, true));
    for (name, model, most) in [("S4", &four, [0.85, 0.95]), ("S9", &nine, [0.75, 0.7])] {
        let found = [
            compare(&format!("ep {name}"), model, ep(), 2e-3),
            compare(&format!("ed {name}"), model, ed(), 2e-3),
        ];
        for ([without, with], most) in found.into_iter().zip(most) {
            assert!(
                with as f64 <= most * without as f64,
                "{name} {without} {with}"
            );
        }
    }
}

#[test]
fn threads_change_no_bit() {
    for nine in [false, true] {
        let model = plate(24, nine);
        assert!(model.0.nodes.len() > 256, "enough for several parts");
        let bits = |threads| {
            let way = Way {
                dt: 2e-3,
                steps: 4,
                relative: 1e-8,
                predicted: true,
                threads,
            };
            let (state, iterations, _) = run(&model, ed(), way);
            let poses = state.poses.iter();
            let numbers = poses.flat_map(|p| {
                let q = p.q.into_inner().coords;
                [p.r.x, p.r.y, p.r.z, q.x, q.y, q.z, q.w].map(f64::to_bits)
            });
            (numbers.collect::<Vec<u64>>(), iterations)
        };
        let alone = bits(1);
        assert_eq!(alone, bits(2));
        assert_eq!(alone, bits(3));
    }
}

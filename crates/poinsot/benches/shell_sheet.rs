//! A free sheet of shell elements that turns and bends: processor time per step and what of it goes where.
//!
//! Only ratios survive a noisy machine: the tangents of all elements and the factorisation are timed in the same run, and so are
//! steps with and without predicted stresses.

// Meshes are those of the tests, which do more with them.
#[allow(dead_code)]
#[path = "../tests/shells/mesh.rs"]
mod mesh;
#[path = "../tests/shells/shape.rs"]
mod shape;
#[allow(dead_code)]
#[path = "../tests/shells/sheet.rs"]
mod sheet;

use mesh::{grid, isotropic, with_nine_nodes};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{Stepper, Tolerances, Workspace};
use poinsot::math::V3;
use poinsot::model::{Collocation, RotationMap};
use poinsot::results::ledger::Ledger;
use poinsot::system::{Scatter, State, System};
use poinsot_lu::{Pattern, Solver};
use sheet::Sheet;

/// Length and time of a step.
const DT: f64 = 1e-3;
const STEPS: usize = 10;
const REPETITIONS: usize = 3;

/// A square sheet with `n` nodes less one along each side, bent by its velocities.
fn free_sheet(n: usize, nine: bool) -> (System, State) {
    let mesh = grid(n, n, isotropic(2e9, 0.3, 0.005), |r, s| {
        V3::new(r - 0.5, s - 0.5, 0.0)
    });
    let mesh = match nine {
        true => with_nine_nodes(mesh, n),
        false => mesh,
    };
    let mut sheet = Sheet::new(&mesh, 2000.0, 1.0);
    let spin = V3::new(3.0, 2.0, 10.0);
    for (k, x) in mesh.points.iter().enumerate() {
        let velocity = &mut sheet.velocities[k + 1];
        velocity.v = spin.cross(x) + V3::new(0.0, 0.0, 10.0 * x.x * x.y);
        velocity.omega = spin;
    }
    sheet.finish()
}

/// Time that this thread has had a processor [s].
fn processor_seconds() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::time::{SystemTime, UNIX_EPOCH};
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(0.0, |t| t.as_secs_f64())
    }
}

/// Shortest time of several repetitions [s].
fn shortest(mut work: impl FnMut()) -> f64 {
    let times = (0..REPETITIONS).map(|_| {
        let start = processor_seconds();
        work();
        processor_seconds() - start
    });
    times.fold(f64::INFINITY, f64::min)
}

/// Times of a residual, a tangent and a factorisation [ms].
fn parts<S: Integrator>(model: &(System, State), scheme: S) -> [f64; 3] {
    let (system, state) = model;
    let scheme = scheme.with_step(0.0, DT);
    let stages = scheme.stages();
    let scatter = Scatter::new(system, stages);
    let mut work = Workspace::new(system, &scatter);
    work.begin(system, state, &scheme);
    for y in 0..stages {
        for n in 0..system.nodes.len() {
            work.steps[y][n].u = DT * state.velocities[n].v;
            work.steps[y][n].theta = DT * state.velocities[n].omega;
        }
    }
    work.move_nodes(system, stages);
    let residual = shortest(|| work.assemble(system, &scatter, state, &scheme, DT, false));
    let tangent = shortest(|| work.assemble(system, &scatter, state, &scheme, DT, true));
    let groups = system.groups(&scatter.dofs);
    let columns = scatter.column_starts.clone();
    let pattern = Pattern::new(scatter.dofs.len(), columns, scatter.rows.clone());
    let pattern = pattern.expect("a pattern");
    let mut solver = Solver::analyse(&pattern, &groups).expect("an order of elimination");
    let factor = shortest(|| {
        let _ = solver.factor(&work.values);
    });
    [residual, tangent, factor].map(|seconds| 1e3 * seconds)
}

/// Time [ms] and iterations of a step.
fn steps<S: Integrator>(model: &(System, State), scheme: S, predicted: bool) -> [f64; 2] {
    let (system, start) = model;
    let mut iterations = 0;
    let seconds = shortest(|| {
        let mut state = start.clone();
        let tolerances = Tolerances {
            relative: 1e-8,
            max_iterations: 25,
        };
        let Ok(mut stepper) = Stepper::new(system, &state, scheme, tolerances) else {
            return;
        };
        stepper.set_prediction(predicted);
        let mut ledger = Ledger::new(system, &state);
        iterations = 0;
        for _ in 0..STEPS {
            match stepper.step(system, &mut state, &mut ledger, DT) {
                Ok(report) => iterations += report.iterations,
                Err(error) => println!("{error}"),
            }
        }
    });
    let count = STEPS as f64;
    [1e3 * seconds / count, iterations as f64 / count]
}

fn table<S: Integrator>(name: &str, scheme: S) {
    for (what, n, nine) in [("32x32 S4", 32, false), ("16x16 S9", 32, true)] {
        let model = free_sheet(n, nine);
        let elements = model.0.force_info.len() as f64;
        let [residual, tangent, factor] = parts(&model, scheme);
        let [time, iterations] = steps(&model, scheme, true);
        let [plain, plain_iterations] = steps(&model, scheme, false);
        println!(
            "{what} {name} {residual:9.2} {tangent:8.2} {factor:7.2} {:17.1} {:16.2} {time:8.1} {iterations:7.1} {:14.2} {plain_iterations:7.1}",
            1e3 * (tangent - residual) / elements,
            tangent / factor,
            plain / time,
        );
    }
}

fn main() {
    println!(
        "mesh     scheme residual  tangent  factor  tangent/element us  tangent/factor  step ms  Newton  without/with  Newton"
    );
    table("ep", EnergyPreserving::new(RotationMap::Cayley));
    table("ed", EnergyDecaying::new(0.0, Collocation::Radau, false));
}

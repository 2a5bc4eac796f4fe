//! Laws that the schemes promise, on a free two-body system.

mod common;

use common::two_bodies;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Scheme};
use poinsot::dynamics::{Stepper, Tolerances};
use poinsot::model::{Collocation, Model, RotationMap};
use poinsot::results::ledger::Ledger;
use poinsot::system::{State, System};

const TOLERANCES: Tolerances = Tolerances {
    relative: 1e-12,
    max_iterations: 20,
};

fn run<S: Scheme>(model: &Model, scheme: S, dt: f64, steps: usize) -> (State, Ledger, f64) {
    let mut its = 0;
    let tol: f64 = std::env::var("TOL").map_or(1e-12, |v| v.parse().unwrap());
    let TOLERANCES = Tolerances {
        relative: tol,
        max_iterations: 20,
    };
    let (system, mut state) = System::build(model).unwrap();
    let mut stepper = Stepper::new(&system, &state, scheme, TOLERANCES).unwrap();
    let mut ledger = Ledger::new(&system, &state);
    let mut gap: f64 = 0.0;
    for k in 0..steps {
        match stepper.step(&system, &mut state, &mut ledger, dt) {
            Ok(report) => {
                gap = gap.max(report.largest_gap);
                its += report.iterations;
                if k == 50 {
                    println!(
                        "{:?}",
                        stepper
                            .history(&system)
                            .iter()
                            .map(|h| (h.0.residual, h.0.correction))
                            .collect::<Vec<_>>()
                    );
                }
            }
            Err(e) => panic!("step {k}: {e} {:?}", stepper.history(&system)),
        }
    }
    println!("its {}", its as f64 / steps as f64);
    (state, ledger, gap)
}

#[test]
fn probe() {
    let model = two_bodies();
    let (_, ledger, gap) = run(
        &model,
        EnergyPreserving::new(RotationMap::Cayley),
        0.05,
        200,
    );
    let (s, b) = (ledger.start(), ledger.balance());
    println!(
        "ep  E {:e} gap {gap:e} H {:e} P {:e} ledger {:e}",
        b.kinetic / s.kinetic - 1.0,
        b.angular_momentum_gap.norm(),
        b.linear_momentum_gap.norm(),
        b.gap
    );
    for (mp, c, rho) in [
        (false, Collocation::Radau, 0.0),
        (false, Collocation::Radau, 1.0),
        (true, Collocation::Radau, 0.0),
        (true, Collocation::Radau, 1.0),
        (false, Collocation::Jump, 0.0),
        (true, Collocation::Jump, 0.0),
    ] {
        let (_, ledger, gap) = run(&model, EnergyDecaying::new(rho, c, mp), 0.05, 200);
        let (s, b) = (ledger.start(), ledger.balance());
        println!(
            "mp {mp} {c:?} rho {rho} E {:e} gap {gap:e} H {:e} P {:e} ledger {:e} rise {:e}",
            b.kinetic / s.kinetic - 1.0,
            b.angular_momentum_gap.norm(),
            b.linear_momentum_gap.norm(),
            b.gap,
            ledger.largest_unexplained_rise()
        );
    }
}

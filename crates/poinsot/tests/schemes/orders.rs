//! Orders of convergence on the free two-body system (formulation 9).

use crate::common::state::Trial;
use crate::common::two_bodies;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Scheme};
use poinsot::math::V3;
use poinsot::model::{Collocation, Model, RotationMap};

const DURATION: f64 = 2.0;
/// Steps of the ladder in 2 s: dt = 0.05, 0.025, 0.0125, 0.00625.
const LADDER: [usize; 4] = [40, 80, 160, 320];

/// Mass centres at the end.
fn end<S: Scheme>(model: &Model, scheme: S, steps: usize) -> Vec<V3> {
    let mut trial = Trial::new(model, scheme);
    trial.run(DURATION / steps as f64, steps, |_| {});
    trial.state.poses[1..].iter().map(|p| p.r).collect()
}

/// `ep` at two fine steps and Richardson: its error has only even powers of the step, so the next one is the fourth.
fn reference(model: &Model) -> Vec<V3> {
    let ep = EnergyPreserving::new(RotationMap::Cayley);
    let (coarse, fine) = (end(model, ep, 4000), end(model, ep, 8000));
    coarse.iter().zip(&fine).map(|(c, f)| f + (f - c) / 3.0).collect()
}

struct Measured {
    errors: [f64; 4],
    orders: [f64; 3],
    /// Relative change of energy after 10 s at dt = 0.05.
    energy: f64,
    /// Change of angular momentum relative to its size.
    momentum: f64,
}

fn measure<S: Scheme>(name: &str, model: &Model, reference: &[V3], scheme: S) -> Measured {
    let errors = LADDER.map(|steps| {
        let at = end(model, scheme, steps);
        at.iter().zip(reference).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
    });
    let orders = std::array::from_fn(|k| (errors[k] / errors[k + 1]).log2());
    let mut trial = Trial::new(model, scheme);
    trial.run(0.05, 200, |_| {});
    let (start, now) = (trial.ledger.start(), trial.ledger.balance());
    let energy = now.kinetic / start.kinetic - 1.0;
    let momentum = (now.angular_momentum - start.angular_momentum).norm();
    let momentum = momentum / start.angular_momentum.norm();
    println!(
        "{name:26} {} | {} | {energy:+.2e} | {momentum:.1e}",
        errors.map(|e| format!("{e:.1e}")).join(" "),
        orders.map(|p: f64| format!("{p:.2}")).join(" "),
    );
    Measured {
        errors,
        orders,
        energy,
        momentum,
    }
}

#[test]
fn orders_of_convergence() {
    let model = two_bodies();
    let reference = reference(&model);
    println!("scheme | errors | orders | energy | momentum");
    let ep = measure("ep", &model, &reference, EnergyPreserving::new(RotationMap::Cayley));
    use Collocation::{Jump, Radau};
    for mp in [false, true] {
        for c in [Radau, Jump] {
            for rho in [0.0, 1.0 / 3.0, 1.0] {
                let m = measure(&format!("mp {mp} {c:?} {rho:.2}"), &model, &reference, EnergyDecaying::new(rho, c, mp));
            }
        }
    }
}

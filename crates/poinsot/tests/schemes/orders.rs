//! Orders of convergence on the free two-body system.

use crate::common::state::Trial;
use crate::common::{three_points, two_bodies};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::math::V3;
use poinsot::model::{Collocation, Model, RotationMap};

const DURATION: f64 = 2.0;
/// Steps of the ladder in 2 s: dt = 0.05, 0.025, 0.0125, 0.00625.
const LADDER: [usize; 4] = [40, 80, 160, 320];

/// Mass centres at the end.
fn end<S: Integrator>(model: &Model, scheme: S, steps: usize) -> Vec<V3> {
    let mut trial = Trial::new(model, scheme);
    trial.run(DURATION / steps as f64, steps, |_| {});
    trial.state.poses[1..].iter().map(|p| p.r).collect()
}

/// `ep` at two fine steps and Richardson: its error has only even powers of the step, so the next one is the fourth.
fn reference(model: &Model) -> Vec<V3> {
    let ep = EnergyPreserving::new(RotationMap::Cayley);
    let (coarse, fine) = (end(model, ep, 4000), end(model, ep, 8000));
    coarse
        .iter()
        .zip(&fine)
        .map(|(c, f)| f + (f - c) / 3.0)
        .collect()
}

struct Measured {
    errors: [f64; 4],
    orders: [f64; 3],
    /// Relative change of energy after 10 s at dt = 0.05.
    energy: f64,
    /// Change of angular momentum relative to its size.
    momentum: f64,
}

fn measure<S: Integrator>(name: &str, model: &Model, reference: &[V3], scheme: S) -> Measured {
    let errors = LADDER.map(|steps| {
        let at = end(model, scheme, steps);
        at.iter()
            .zip(reference)
            .map(|(a, b)| (a - b).norm())
            .fold(0.0, f64::max)
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

impl Measured {
    /// Order over the whole ladder.
    fn order(&self) -> f64 {
        (self.errors[0] / self.errors[3]).log2() / 3.0
    }
}

fn energy_decaying(rho_inf: f64, collocation: Collocation, mp: bool) -> (String, EnergyDecaying) {
    let name = if mp { "mp-ed" } else { "ed" };
    (
        format!("{name} {collocation:?} rho_inf {rho_inf:.2}"),
        EnergyDecaying::new(rho_inf, collocation, mp),
    )
}

#[test]
fn orders_of_convergence() {
    let model = two_bodies();
    let reference = reference(&model);
    println!("scheme                     errors | orders | energy | angular momentum");
    let ep = measure(
        "ep",
        &model,
        &reference,
        EnergyPreserving::new(RotationMap::Cayley),
    );
    assert!((ep.order() - 2.0).abs() < 0.1);
    assert!(ep.energy.abs() < 1e-12 && ep.momentum < 1e-12);
    for mp in [false, true] {
        for rho_inf in [0.0, 1.0 / 3.0, 1.0] {
            let (name, scheme) = energy_decaying(rho_inf, Collocation::Radau, mp);
            let m = measure(&name, &model, &reference, scheme);
            // Second order: like `ep`, the family takes the directions of forces from the mean of two states, which
            // differs from their mean over the step by dt^2/12 times a second derivative, whatever the stages are.
            assert!((m.order() - 2.0).abs() < 0.1, "{name}: {}", m.order());
            if rho_inf == 1.0 {
                assert!(m.energy.abs() < 1e-11, "{name}: {}", m.energy);
            } else {
                // A loss of third order: below a thousandth at this step.
                assert!((-2e-3..0.0).contains(&m.energy), "{name}: {}", m.energy);
            }
            assert!(
                m.momentum < if mp { 1e-10 } else { 1e-2 },
                "{name}: {}",
                m.momentum
            );
        }
        // The papers' place of the constraint costs an order.
        let (name, scheme) = energy_decaying(0.0, Collocation::Jump, mp);
        let m = measure(&name, &model, &reference, scheme);
        for order in m.orders {
            assert!((0.6..1.0).contains(&order), "{name}: {order}");
        }
        assert!(m.energy < -0.05, "{name}: {}", m.energy);
        // Without dissipation nothing ever forgets the error, and it stays.
        let (name, scheme) = energy_decaying(1.0, Collocation::Jump, mp);
        let m = measure(&name, &model, &reference, scheme);
        assert!(
            m.order().abs() < 0.1 && m.errors[3] > 0.1,
            "{name}: {}",
            m.order()
        );
    }
}

#[test]
fn decaying_and_preserving_share_their_leading_error() {
    let model = three_points();
    let ep = EnergyPreserving::new(RotationMap::Cayley);
    let (_, ed) = energy_decaying(0.0, Collocation::Radau, false);
    let differences = LADDER.map(|steps| {
        let (p, d) = (end(&model, ep, steps), end(&model, ed, steps));
        p.iter()
            .zip(&d)
            .map(|(a, b)| (a - b).norm())
            .fold(0.0, f64::max)
    });
    println!(
        "ed - ep {}",
        differences.map(|d| format!("{d:.1e}")).join(" ")
    );
    let order = (differences[1] / differences[3]).log2() / 2.0;
    // Both average directions over the same chord, so only terms of third order tell them apart where nothing rotates.
    assert!((order - 3.0).abs() < 0.1, "{order}");
}

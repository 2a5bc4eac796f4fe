//! The books balance for a system with everything in it.

use crate::common::everything::everything;
use crate::common::state::{Trial, largest_gap};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::model::{Collocation, RotationMap};

/// Runs 2 s and checks energy and momenta after every step.
fn balance<S: Integrator>(name: &str, scheme: S, point_masses: bool) {
    let mut trial = Trial::new(&everything(point_masses), scheme);
    let (mut energy, mut rise, mut gap) = (0.0f64, 0.0f64, 0.0f64);
    let (mut linear, mut angular) = (0.0f64, 0.0f64);
    let (mut impulse, mut angular_impulse) = (1.0f64, 1.0f64);
    trial.run(0.01, 200, |t| {
        let b = t.ledger.balance();
        energy = energy.max(b.gap.abs() / t.ledger.energy_scale());
        rise = t.ledger.largest_unexplained_rise() / t.ledger.energy_scale();
        linear = linear.max(b.linear_momentum_gap.norm());
        angular = angular.max(b.angular_momentum_gap.norm());
        impulse = impulse.max(b.load_impulse.norm());
        angular_impulse = angular_impulse.max(b.load_angular_impulse.norm());
        gap = gap.max(largest_gap(&t.system, &t.state));
    });
    let (linear, angular) = (linear / impulse, angular / angular_impulse);
    println!(
        "{name}: energy {energy:.1e} rise {rise:.1e} linear {linear:.1e} angular {angular:.1e} gap {gap:.1e}"
    );
    // Round-off of two hundred steps of some hundred terms each; measured: a few 1e-15 and 1e-14.
    assert!(energy < 1e-13, "{name}: energy {energy}");
    // With the exponential vector energy oscillates, and the books say by how much.
    assert!(
        rise < 1e-13 || name == "ep exponential",
        "{name}: rise {rise}"
    );
    assert!(linear < 1e-12, "{name}: linear momentum {linear}");
    assert!(gap < 1e-10, "{name}: gap {gap}");
    let promised = scheme.promises().angular_momentum;
    // Point masses have no rotation to convect: docs/theory.md, (mp.1).
    let excused = point_masses && scheme.rule().fixed_pole;
    assert!(
        angular < 1e-12 || !promised || excused,
        "{name}: angular momentum {angular}"
    );
}

#[test]
fn books_balance() {
    for points in [true, false] {
        balance("ep", EnergyPreserving::new(RotationMap::Cayley), points);
        balance(
            "ep exponential",
            EnergyPreserving::new(RotationMap::Exponential),
            points,
        );
        // The jump without dissipation is left out: its multipliers grow without bound.
        use Collocation::{Jump, Radau};
        for (collocation, rho_inf) in [(Radau, 0.0), (Radau, 0.5), (Radau, 1.0), (Jump, 0.0)] {
            for mp in [false, true] {
                let name = if mp { "mp-ed" } else { "ed" };
                let name = format!("{name} {collocation:?} {rho_inf}");
                balance(&name, EnergyDecaying::new(rho_inf, collocation, mp), points);
            }
        }
    }
}

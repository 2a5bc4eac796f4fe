//! Two bodies on nonlinear bushings, flying freely.

use crate::common::state::Trial;
use crate::common::{V3, anchor, two_bodies};
use nalgebra::{Matrix6, UnitQuaternion};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::functions::{Extrapolation, Interpolation, Law, StoredEnergy, Table};
use poinsot::model::*;

/// Neither convex everywhere nor a polynomial; shear, stretch and rotation are coupled.
const COUPLED: &str = "30*(exp(2*(x^2 + y^2 + 3*z^2)) - 1) + 25*(x*ry - y*rx + z*rz) \
    + 40*(1 - cos(2*rz)) + 8*(rx^2 + ry^2)*(1 + 3*x^2)";
/// Zero at rest only as the difference of terms of size one.
const NEO_HOOKEAN: &str =
    "60*((1 + x)^2 + 2/(1 + x) - 3) + 80*(y^2 + z^2) + 20*(rx^2 + ry^2 + rz^2)";

fn flying(laws: [Option<Law>; 6], energy: Option<&str>) -> Model {
    let mut model = two_bodies();
    model.joints.clear();
    // The mass centre rests: else its long path multiplies the round-off of the momentum.
    let mass: f64 = model.bodies.iter().map(|b| b.mass).sum();
    let momentum: V3 = model.bodies.iter().map(|b| b.mass * b.velocity).sum();
    for b in &mut model.bodies {
        b.velocity -= momentum / mass;
    }
    let axes = UnitQuaternion::from_scaled_axis(V3::new(0.3, 0.2, -0.4));
    let at = V3::new(0.05, 0.05, 0.0);
    model.bushings.push(Bushing {
        name: "mount".into(),
        between: ["a", "b"].map(|item| anchor(item, at, axes)),
        stiffness: Matrix6::zeros(),
        damping: Matrix6::zeros(),
        laws,
        energy: energy
            .map(|text| StoredEnergy::new(text, &Bushing::COMPONENTS).expect("a sound formula")),
        place: Place::default(),
    });
    model
}

/// A law of every sort: formulas, a table with kinks, and one that is straight.
fn by_component() -> [Option<Law>; 6] {
    let formula = |text: &str| Some(Law::expression(text, 0.0).expect("a sound formula"));
    let table = Table::new(
        &[-0.2, -0.05, 0.05, 0.2],
        &[-60.0, -2.0, 2.0, 60.0],
        Interpolation::Linear,
        Extrapolation::Linear,
    );
    [
        formula("80*x + 600*x^3"),
        formula("100*sinh(x)"),
        Some(Law::table(table.expect("a sound table"), 0.0)),
        formula("30*tanh(2*x)"),
        formula("20*x + 40*x^3"),
        Some(Law::linear(25.0, 0.0, 0.0)),
    ]
}

/// Largest relative change of energy, rise of energy in a step, and change of momenta.
fn extremes<S: Integrator>(model: &Model, scheme: S, dt: f64, steps: usize) -> [f64; 4] {
    let mut trial = Trial::new(model, scheme);
    let start = *trial.ledger.start();
    let size = trial.ledger.energy_scale();
    let (mut x, mut last, mut elastic) = ([0.0f64; 4], start.total_energy(), 0.0f64);
    trial.run(dt, steps, |t| {
        let b = t.ledger.balance();
        let energy = b.total_energy();
        x[0] = x[0].max((energy - start.total_energy()).abs() / size);
        x[1] = x[1].max((energy - last) / size);
        let angular = (b.angular_momentum - start.angular_momentum).norm();
        x[2] = x[2].max(angular / start.angular_momentum.norm());
        x[3] = x[3].max((b.linear_momentum - start.linear_momentum).norm());
        last = energy;
        elastic = elastic.max((b.elastic - start.elastic) / size);
    });
    println!("{x:?}, elastic {elastic}");
    assert!(elastic > 0.1, "the bushing must work: {elastic}");
    x
}

fn models() -> [(&'static str, Model); 3] {
    [
        ("laws", flying(by_component(), None)),
        ("coupled", flying(Default::default(), Some(COUPLED))),
        ("neo-Hookean", flying(Default::default(), Some(NEO_HOOKEAN))),
    ]
}

#[test]
fn ep_keeps_energy_and_momenta() {
    for (name, model) in models() {
        let scheme = EnergyPreserving::new(RotationMap::Cayley);
        let [energy, _, angular, linear] = extremes(&model, scheme, 0.01, 20_000);
        // Round-off of 1e-16 per step, a random walk of 2e4 of them with some hundred terms each. The neo-Hookean energy of a few
        // joules is a difference of terms of 180 J, with round-off to match. Measured: 5e-14, 1e-13, 8e-13.
        let bound = if name == "neo-Hookean" { 1e-11 } else { 1e-12 };
        assert!(energy < bound, "{name}: energy {energy}");
        assert!(
            angular < 1e-12 && linear < 1e-12,
            "{name}: {angular} {linear}"
        );
    }
}

/// Short steps, in which all that is missing from the mean stress is round-off.
#[test]
fn ep_keeps_energy_with_tiny_steps() {
    for (name, model) in models() {
        let scheme = EnergyPreserving::new(RotationMap::Cayley);
        let [energy, ..] = extremes(&model, scheme, 1e-4, 4_000);
        assert!(energy < 1e-12, "{name}: energy {energy}");
    }
}

#[test]
fn ed_never_gains_energy() {
    for (name, model) in models() {
        for rho_inf in [0.0, 0.5] {
            let scheme = EnergyDecaying::new(rho_inf, Collocation::Radau, false);
            let [lost, rise, ..] = extremes(&model, scheme, 0.02, 2_000);
            assert!(rise < 1e-13, "{name}: rise {rise}");
            assert!(lost > 1e-6, "{name}: nothing was lost");
        }
    }
}

//! A mass that swings through the anchor of its spring, nearer to it than the path of one step.

use crate::common::state::Trial;
use crate::common::{V3, anchor};
use nalgebra::UnitQuaternion;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::functions::Law;
use poinsot::model::*;

fn swing(free_length: f64, miss: f64) -> Model {
    let axes = UnitQuaternion::identity();
    let position = V3::new(1.0, miss, 0.0);
    Model {
        point_masses: vec![PointMass {
            name: "mass".into(),
            mass: 1.0,
            position,
            velocity: V3::zeros(),
            place: Place::default(),
        }],
        springs: vec![Spring {
            name: "spring".into(),
            on: SpringPlace::Points([
                anchor("ground", V3::zeros(), axes),
                anchor("mass", position, axes),
            ]),
            law: Some(Law::linear(100.0, free_length, 0.0)),
            damping: 0.0,
            place: Place::default(),
        }],
        ..Model::default()
    }
}

/// Relative change of energy and largest gap of the books after three passes; a step covers up to 0.1 m.
fn change<S: Integrator>(model: &Model, scheme: S) -> (f64, f64) {
    let mut trial = Trial::new(model, scheme);
    trial.run(0.01, 100, |_| {});
    let start = trial.ledger.start().total_energy();
    (
        trial.ledger.balance().total_energy() / start - 1.0,
        trial.ledger.largest_energy_gap() / start,
    )
}

#[test]
fn passing_the_anchor_costs_little() {
    for free_length in [0.0, 0.2] {
        for miss in [0.0, 0.003, 0.05] {
            if free_length > 0.0 && miss == 0.0 {
                // At the anchor itself a stretched spring has no direction.
                continue;
            }
            let model = swing(free_length, miss);
            let (energy, gap) = change(&model, EnergyPreserving::new(RotationMap::Cayley));
            assert!(
                energy.abs() < 1e-13 && gap < 1e-13,
                "ep, miss {miss}: {energy}"
            );
            for rho_inf in [0.0, 0.5] {
                let scheme = EnergyDecaying::new(rho_inf, Collocation::Radau, false);
                let (energy, gap) = change(&model, scheme);
                // The force turns round within a step: some energy is lost there, but not much.
                assert!((-0.02..0.0).contains(&energy), "ed, miss {miss}: {energy}");
                assert!(gap < 1e-13, "ed, miss {miss}: gap {gap}");
            }
        }
    }
}

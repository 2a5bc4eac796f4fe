//! Motion of solids: a tumbling brick, and steps that would turn an element inside out.

use crate::mesh::{Kind, block};
use crate::with_room;
use poinsot::dynamics::ledger::Ledger;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::dynamics::{StepError, Stepper, Tolerances};
use poinsot::math::V3;
use poinsot::mechanics::elements::solid::Material;
use poinsot::model::{Collocation, RotationMap};
use poinsot::system::{State, System};

const TOLERANCES: Tolerances = Tolerances {
    relative: 1e-12,
    max_iterations: 30,
};

const LAW_A: Material = Material::NeoHookeLogarithm {
    lambda: 0.3 * 1e6 / (1.3 * 0.4),
    mu: 1e6 / 2.6,
};
const LAW_C: Material = Material::NeoHooke { mu: 4e5, bulk: 2e7 };

/// A brick of 2 x 1 x 0.5 m that turns and flies.
fn brick(kind: Kind, cells: [usize; 3], law: Material) -> (System, State) {
    let mesh = block(kind, cells, |p| {
        V3::new(2.0 * p.x - 1.0, p.y - 0.5, 0.5 * p.z - 0.25)
    });
    let (system, mut state) = mesh.system(&law, 1000.0);
    let omega = V3::new(1.0, 5.0, 2.0);
    for n in 1..state.poses.len() {
        state.velocities[n].v = V3::new(0.5, 0.0, 1.0) + omega.cross(&state.poses[n].r);
    }
    (system, state)
}

fn tumble<S: Integrator>(kind: Kind, cells: [usize; 3], law: Material, scheme: S, steps: usize) {
    let (system, mut state) = brick(kind, cells, law);
    let mut ledger = Ledger::new(&system, &state);
    let start = *ledger.balance();
    let spin = V3::new(
        104.166_666_666_666_67,
        1_770.833_333_333_333_3,
        833.333_333_333_333_4,
    );
    assert!((start.linear_momentum - V3::new(500.0, 0.0, 1000.0)).norm() < 1e-10);
    assert!(
        (start.angular_momentum - spin).norm() < 1e-10 * spin.norm(),
        "{kind:?}"
    );
    assert!((start.kinetic - 5937.5).abs() < 1e-9);
    let mut stepper = Stepper::new(&system, &state, scheme, TOLERANCES).expect("a pattern");
    for _ in 0..steps {
        stepper
            .step(&system, &mut state, &mut ledger, 0.01)
            .unwrap_or_else(|e| panic!("{kind:?}: {e}"));
    }
    let now = ledger.balance();
    let energy = start.total_energy();
    let gap = now.gap.abs() / energy;
    let l = (now.angular_momentum - start.angular_momentum).norm() / spin.norm();
    let p = (now.linear_momentum - start.linear_momentum).norm() / 1000.0;
    let lost = now.numerical_dissipation / energy;
    println!(
        "{kind:?}: elastic {:.1e}, gap {gap:.1e}, P {p:.1e}, L {l:.1e}, lost {lost:.1e}",
        now.elastic / energy
    );
    assert!(now.elastic > 1e-6 * energy);
    assert!(gap < 1e-12 && p < 1e-12);
    assert!(ledger.largest_unexplained_rise() < 1e-13 * energy);
    match scheme.promises().angular_momentum {
        true => assert!(l < 1e-12 && lost.abs() < 1e-12),
        false => assert!(l < 1e-4 && lost > 0.0),
    }
}

#[test]
fn tumbling_brick_keeps_energy_and_momenta() {
    with_room(|| {
        let ep = EnergyPreserving::new(RotationMap::Cayley);
        tumble(Kind::Hex8, [4, 2, 1], LAW_A, ep, 100);
        tumble(Kind::Hex8Assumed, [4, 2, 1], LAW_A, ep, 50);
        tumble(Kind::Hex8Volume, [4, 2, 1], LAW_C, ep, 50);
        tumble(Kind::Hex20, [2, 1, 1], LAW_A, ep, 50);
        tumble(Kind::Hex27, [1, 1, 1], LAW_A, ep, 20);
        tumble(Kind::Hex27Volume, [1, 1, 1], LAW_C, ep, 20);
        tumble(Kind::Tet10, [1, 1, 1], LAW_A, ep, 50);
        tumble(Kind::Wedge15, [1, 1, 1], LAW_A, ep, 20);
        tumble(Kind::Wedge15Volume, [1, 1, 1], LAW_C, ep, 20);
    });
}

#[test]
fn tumbling_brick_loses_energy_in_every_step() {
    with_room(|| {
        let ed = EnergyDecaying::new(0.0, Collocation::Radau, false);
        tumble(Kind::Hex8, [4, 2, 1], LAW_A, ed, 50);
        tumble(Kind::Hex8Volume, [2, 1, 1], LAW_C, ed, 30);
        tumble(Kind::Hex20, [2, 1, 1], LAW_A, ed, 20);
        tumble(Kind::Tet10, [1, 1, 1], LAW_A, ed, 20);
    });
}

/// Where a long step would end beyond zero volume, it is refused with the name of the item; a short one is made.
#[test]
fn steps_that_turn_an_element_inside_out_are_refused() {
    with_room(|| {
        let (system, mut state) = brick(Kind::Hex8, [1, 1, 1], LAW_A);
        for n in 1..state.poses.len() {
            let r = state.poses[n].r;
            state.velocities[n].v = V3::new(-3e3 * r.x, 0.0, 0.0);
        }
        let scheme = EnergyDecaying::new(0.0, Collocation::Radau, false);
        let mut ledger = Ledger::new(&system, &state);
        let mut stepper = Stepper::new(&system, &state, scheme, TOLERANCES).expect("a pattern");
        let refused = stepper.step(&system, &mut state, &mut ledger, 0.05);
        let item = "block".to_string();
        assert_eq!(refused.err(), Some(StepError::InsideOut { item }));
        let made = stepper.step(&system, &mut state, &mut ledger, 1e-5);
        assert!(made.is_ok(), "{:?}", made.err());
    });
}

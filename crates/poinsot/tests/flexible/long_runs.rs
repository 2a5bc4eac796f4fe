//! Energy, momenta, gaps and the ledger over ten thousand steps of a free-flying flexible mechanism with joints.

use crate::common::flexible::{axial_frequency, mechanism};
use crate::common::state::{TIGHT, Trial, largest_gap};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Integrator};
use poinsot::model::{Collocation, Joint, Model, RotationMap};
use poinsot::system::System;

const STEPS: usize = 10_000;
/// EA of the beams [N] and the step [s].
const SOFT: (f64, f64) = (2e4, 2e-3);
const STIFF: (f64, f64) = (2e9, 2e-3);

/// Largest values over a run, relative to their scales.
#[derive(Default, Debug)]
struct Extremes {
    energy: f64,
    rise: f64,
    linear: f64,
    angular: f64,
    gap: f64,
    ledger: f64,
    /// Energy at the end over the energy at the start.
    left: f64,
}

fn watch<S: Integrator>(scheme: S, (stiffness, dt): (f64, f64)) -> Extremes {
    watch_model(&mechanism(stiffness), scheme, dt)
}

/// `mp-ed` keeps the angular momentum of frames; points have no rotation that could convect theirs (theory, after mp.2), and a
/// cable is made of points.
fn watch_without_cable<S: Integrator>(scheme: S, (stiffness, dt): (f64, f64)) -> Extremes {
    let mut model = mechanism(stiffness);
    model.cables.clear();
    let ties = |j: &Joint| j.between.iter().any(|a| a.item.starts_with("rope"));
    model.joints.retain(|j| !ties(j));
    watch_model(&model, scheme, dt)
}

fn watch_model<S: Integrator>(model: &Model, scheme: S, dt: f64) -> Extremes {
    let (system, state) = System::build(model).expect("a sound model");
    let mut trial = Trial::from_state(system, state, scheme, TIGHT);
    let start = *trial.ledger.start();
    let whole = start.total_energy();
    let mass: f64 = trial.system.nodes.iter().map(|n| n.mass).sum();
    let momentum_size = (2.0 * mass * start.kinetic).sqrt();
    let mut x = Extremes::default();
    let mut last = whole;
    trial.run(dt, STEPS, |t| {
        let b = t.ledger.balance();
        let energy = b.total_energy();
        x.energy = x.energy.max((energy / whole - 1.0).abs());
        x.rise = x.rise.max((energy - last) / whole);
        last = energy;
        let linear = (b.linear_momentum - start.linear_momentum).norm();
        x.linear = x.linear.max(linear / momentum_size);
        let angular = (b.angular_momentum - start.angular_momentum).norm();
        x.angular = x.angular.max(angular / start.angular_momentum.norm());
        x.gap = x.gap.max(largest_gap(&t.system, &t.state));
    });
    x.left = last / whole;
    x.ledger = trial.ledger.largest_energy_gap() / trial.ledger.energy_scale();
    println!("{x:?}");
    x
}

fn ep() -> EnergyPreserving {
    EnergyPreserving::new(RotationMap::Cayley)
}

fn ed(mp: bool) -> EnergyDecaying {
    EnergyDecaying::new(0.0, Collocation::Radau, mp)
}

// Soft: the bounds of the rigid long runs, 1e-12.

#[test]
fn ep_keeps_energy_and_momenta() {
    let x = watch(ep(), SOFT);
    assert!(x.energy < 1e-12 && x.ledger < 1e-12, "{x:?}");
    assert!(
        x.linear < 1e-12 && x.angular < 1e-12 && x.gap < 1e-10,
        "{x:?}"
    );
}

#[test]
fn ed_never_gains_energy() {
    let x = watch(ed(false), SOFT);
    assert!(x.rise < 1e-13 && x.ledger < 1e-12, "{x:?}");
    assert!(x.linear < 1e-12 && x.gap < 1e-10, "{x:?}");
    assert!(x.left < 1.0, "{x:?}");
}

#[test]
fn mp_ed_never_gains_energy_and_keeps_momenta() {
    let x = watch_without_cable(ed(true), SOFT);
    assert!(x.rise < 1e-13 && x.ledger < 1e-12, "{x:?}");
    assert!(
        x.linear < 1e-12 && x.angular < 1e-12 && x.gap < 1e-10,
        "{x:?}"
    );
}

fn assert_stiff() {
    let product = axial_frequency(STIFF.0) * STIFF.1;
    assert!(product > 100.0, "{product}");
}

#[test]
fn ep_keeps_energy_and_momenta_when_stiff() {
    assert_stiff();
    let x = watch(ep(), STIFF);
    assert!(x.energy < 1e-12 && x.ledger < 1e-12, "{x:?}");
    assert!(
        x.linear < 1e-12 && x.angular < 1e-12 && x.gap < 1e-10,
        "{x:?}"
    );
}

#[test]
fn ed_never_gains_energy_when_stiff() {
    assert_stiff();
    let x = watch(ed(false), STIFF);
    assert!(x.rise < 1e-13 && x.ledger < 1e-12, "{x:?}");
    assert!(x.linear < 1e-12 && x.gap < 1e-10, "{x:?}");
}

#[test]
fn mp_ed_never_gains_energy_and_keeps_momenta_when_stiff() {
    assert_stiff();
    let x = watch_without_cable(ed(true), STIFF);
    assert!(x.rise < 1e-13 && x.ledger < 1e-12, "{x:?}");
    assert!(
        x.linear < 1e-12 && x.angular < 1e-12 && x.gap < 1e-10,
        "{x:?}"
    );
}

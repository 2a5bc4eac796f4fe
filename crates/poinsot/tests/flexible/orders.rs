//! Order of accuracy in time with beams, a cable and joints.

use crate::common::V3;
use crate::common::flexible::mechanism;
use crate::common::state::Trial;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, Scheme};
use poinsot::model::{Collocation, RotationMap};

const DURATION: f64 = 0.2;
/// Soft enough that the steps of the ladder resolve what moves: the lowest bending frequencies, not the axial ones, which
/// are hardly excited.
const STIFFNESS: f64 = 2e3;
const LADDER: [usize; 3] = [100, 200, 400];

fn end<S: Scheme>(scheme: S, steps: usize) -> Vec<V3> {
    let mut trial = Trial::new(&mechanism(STIFFNESS), scheme);
    trial.run(DURATION / steps as f64, steps, |_| {});
    trial.state.poses[1..].iter().map(|p| p.r).collect()
}

fn distance(a: &[V3], b: &[V3]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

fn check<S: Scheme>(name: &str, reference: &[V3], scheme: S) {
    let errors = LADDER.map(|n| distance(&end(scheme, n), reference));
    let orders = [0, 1].map(|k: usize| (errors[k] / errors[k + 1]).log2());
    println!("{name}: {errors:?} {orders:.2?}");
    assert!((orders[1] - 2.0).abs() < 0.15, "{name}: {orders:?}");
}

#[test]
fn schemes_are_of_second_order() {
    let ep = EnergyPreserving::new(RotationMap::Cayley);
    // Richardson: the error of `ep` has only even powers of the step.
    let (coarse, fine) = (end(ep, 1600), end(ep, 3200));
    let pairs = coarse.iter().zip(&fine);
    let reference: Vec<V3> = pairs.map(|(c, f)| f + (f - c) / 3.0).collect();
    check("ep", &reference, ep);
    check(
        "ed",
        &reference,
        EnergyDecaying::new(0.0, Collocation::Radau, false),
    );
    check(
        "mp-ed",
        &reference,
        EnergyDecaying::new(0.0, Collocation::Radau, true),
    );
}

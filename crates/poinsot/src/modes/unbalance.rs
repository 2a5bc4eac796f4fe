//! How far a state is from rest.

use super::linearise::Linearisation;
use crate::system::{State, System, Unknown};

/// Forces beyond this share of the largest one are no round-off of an equilibrium that was iterated to a tolerance.
const BALANCED: f64 = 1e-6;
/// Last digits by which places may be wrong: they are rounded, and so are the strains that are made of them.
const DIGITS: f64 = 16.0;

/// How far a state is from rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unbalance {
    /// Largest remaining force or moment relative to the largest in the system, without what is round-off.
    pub relative: f64,
    /// The unknown that would accelerate, in words.
    pub worst: String,
    /// Its acceleration [m/s^2 or rad/s^2].
    pub acceleration: f64,
}

impl Unbalance {
    /// From the forces that remain, the sizes of the terms in them, and the accelerations that they cause.
    pub(super) fn new(
        system: &System,
        state: &State,
        linear: &Linearisation,
        forces: &[f64],
        sizes: &[f64],
        accelerations: &[f64],
    ) -> Self {
        // Forces and moments are compared through the size of the model.
        let arm = |k: usize| match linear.places[k] {
            Unknown::Node { slot, .. } if slot >= 3 => system.length,
            _ => 1.0,
        };
        let largest = |list: &mut dyn Iterator<Item = (usize, f64)>| {
            let sizes = list.map(|(k, f)| (f / arm(k), k));
            sizes.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a })
        };
        let noise = round_off(system, state, linear);
        let beyond = |(k, f): (usize, &f64)| {
            let own = noise.get(k).copied().unwrap_or(0.0);
            (k, (f.abs() - own).max(0.0))
        };
        let (force, worst) = largest(&mut forces.iter().enumerate().map(beyond));
        let (size, _) = largest(&mut sizes.iter().map(|s| s.abs()).enumerate());
        Unbalance {
            relative: if size > 0.0 { force / size } else { 0.0 },
            worst: linear.name(system, worst),
            acceleration: accelerations.get(worst).copied().unwrap_or(0.0),
        }
    }

    /// Whether the state is an equilibrium.
    pub fn at_rest(&self) -> bool {
        self.relative <= BALANCED
    }
}

/// What the last digits of the places are worth in forces: where nothing is loaded there is nothing else.
fn round_off(system: &System, state: &State, linear: &Linearisation) -> Vec<f64> {
    let mut noise = vec![0.0; linear.unknowns];
    for column in 0..linear.unknowns {
        let Unknown::Node { node, slot } = linear.places[column] else {
            continue;
        };
        let coordinate = system.kinds[node].is_coordinate();
        let place = match slot < 3 && !coordinate {
            true => state.poses[node].r.norm() + system.length,
            false => 1.0,
        };
        let digit = DIGITS * f64::EPSILON * place;
        for k in linear.column_starts[column]..linear.column_starts[column + 1] {
            let row = linear.entry_rows[k] as usize;
            if row < linear.unknowns {
                noise[row] += digit * linear.stiffness[k].abs();
            }
        }
    }
    noise
}

//! The mass bordered by the constraints, `[M G^T; G 0]`, also where unknowns have no mass (md.6).

use super::ModesError;
use super::linearise::Linearisation;
use super::shifted::Shifted;
use crate::math::M3;
use crate::system::{System, Unknown};

/// Mass lent to unknowns without one, in parts of the lightest body's.
const LENT: f64 = 1e-3;
/// Changes below this part of a solution are round-off.
const SETTLED: f64 = 1e-14;
/// Moments of inertia below this part of the largest are none.
const ROUND_OFF: f64 = 1e-12;
/// Solutions at most. Each reduces what the lent masses change by a factor of a thousand or so.
const SOLUTIONS: usize = 30;

/// `M x + G^T l = f`, `G x = 0`.
///
/// Joint coordinates have no mass, so `M` alone cannot be factorised together with the constraints. A mass `E` is lent to
/// them, and its force on the solution before is given back: `(M + E) x + G^T l = f + E x_before`. The masses that a
/// coordinate moves are at least half of the lightest body's, so `x` settles quickly, on the solution without `E`.
pub(super) struct BorderedMass {
    shifted: Shifted,
    lent: Vec<(usize, f64)>,
    unknowns: usize,
}

impl BorderedMass {
    pub(super) fn new(system: &System, linear: &Linearisation) -> Result<Self, ModesError> {
        let smallest = |sizes: &mut dyn Iterator<Item = f64>| {
            let least = sizes.filter(|x| *x > 0.0).fold(f64::INFINITY, f64::min);
            if least.is_finite() {
                LENT * least
            } else {
                LENT
            }
        };
        let nodes = || system.nodes.iter();
        let light = smallest(&mut system.node_indices().map(|n| system.diagonal_mass(n)));
        let slow = smallest(&mut nodes().map(|n| least_moment(&n.inertia)));
        let mut values = linear.mass.clone();
        let mut lent = Vec::new();
        for column in 0..linear.unknowns {
            for k in linear.column_starts[column]..linear.column_starts[column + 1] {
                if linear.entry_rows[k] as usize == column && values[k] == 0.0 {
                    let turns =
                        matches!(linear.places[column], Unknown::Node { slot, .. } if slot >= 3);
                    values[k] = if turns { slow } else { light };
                    lent.push((column, values[k]));
                }
            }
        }
        for (v, b) in values.iter_mut().zip(&linear.border) {
            *v += b;
        }
        Ok(BorderedMass {
            shifted: Shifted::from_values(linear, values)?,
            lent,
            unknowns: linear.unknowns,
        })
    }

    /// Solves for nodes and multipliers; the gaps of the constraints are the last entries.
    pub(super) fn solve_whole(&mut self, x: &mut [f64]) -> Result<(), ModesError> {
        let right = x.to_vec();
        let mut before = vec![0.0; self.lent.len()];
        for _ in 0..SOLUTIONS {
            x.copy_from_slice(&right);
            for (&(k, mass), value) in self.lent.iter().zip(&before) {
                x[k] += mass * value;
            }
            self.shifted.solve_whole(x)?;
            let (mut change, mut size) = (0.0f64, 0.0f64);
            for (&(k, _), value) in self.lent.iter().zip(&mut before) {
                change = change.max((x[k] - *value).abs());
                size = size.max(x[k].abs());
                *value = x[k];
            }
            if change <= SETTLED * size {
                break;
            }
        }
        Ok(())
    }

    /// Solves with forces on the nodes alone, closed gaps, and only the motion of the nodes as the answer.
    pub(super) fn solve(&mut self, x: &mut Vec<f64>, rows: usize) -> Result<(), ModesError> {
        x.resize(self.unknowns + rows, 0.0);
        self.solve_whole(x)?;
        x.truncate(self.unknowns);
        Ok(())
    }
}

/// The smallest moment of inertia that is not round-off of the others; zero if there is none.
fn least_moment(inertia: &M3) -> f64 {
    let moments = inertia.symmetric_eigenvalues();
    let noise = ROUND_OFF * moments.amax();
    let real = moments.iter().copied().filter(|x| *x > noise);
    real.min_by(f64::total_cmp).unwrap_or(0.0)
}

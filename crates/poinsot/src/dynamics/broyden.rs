//! Corrections with kept factors, made better by what the corrections before have taught (nw.4).
//!
//! Kept factors `B` are those of a matrix nearby. How a correction `s` has really changed the residuals says what is wrong with them
//! along `s`; Broyden's update puts that right, and the inverse of the updated matrix is applied with two passes over each of the
//! earlier corrections (C. T. Kelley, Iterative Methods for Linear and Nonlinear Equations, 1995, section 7.3), which cost next to
//! nothing beside a substitution. Corrections are measured by displacements, in units of the size of the model, and rotations;
//! multipliers enter the equations linearly and do not count.

use crate::system::{DofMap, System};

/// Corrections that are remembered.
const MOST: usize = 6;
/// An update whose divisor is smaller than this would turn the next correction around: it is not trusted.
const LEAST_DIVISOR: f64 = 0.2;

/// Corrections of a step with the same factors.
#[derive(Clone, Debug)]
pub(super) struct Broyden {
    made: Vec<Vec<f64>>,
    /// Their squares.
    squares: [f64; MOST],
    count: usize,
    /// Weights of the unknowns in squares and products.
    weights: Vec<f64>,
}

impl Broyden {
    /// Room for the corrections of a system.
    pub fn new(system: &System, dofs: &DofMap) -> Self {
        let mut weights = vec![0.0; dofs.len()];
        for n in system.node_indices() {
            for y in 0..dofs.stages {
                let first = dofs.node_stage(n, y);
                for (k, slot) in system.kinds[n].slots().enumerate() {
                    weights[first + k] = match slot < 3 {
                        true => system.length.powi(-2),
                        false => 1.0,
                    };
                }
            }
        }
        Broyden {
            made: vec![vec![0.0; dofs.len()]; MOST],
            squares: [0.0; MOST],
            count: 0,
            weights,
        }
    }

    /// Forgets all corrections: another step, other factors, or a correction that was taken back.
    pub fn forget(&mut self) {
        self.count = 0;
    }

    /// Turns what the factors alone give into the correction with their updates.
    pub fn improve(&mut self, correction: &mut [f64]) {
        for j in 1..self.count {
            let share = self.product(j - 1, correction) / self.squares[j - 1];
            for (x, s) in correction.iter_mut().zip(&self.made[j]) {
                *x += share * s;
            }
        }
        let Some(last) = self.count.checked_sub(1) else {
            return;
        };
        let divisor = 1.0 - self.product(last, correction) / self.squares[last];
        if divisor.is_nan() || divisor < LEAST_DIVISOR {
            self.count = 0;
            return;
        }
        for x in correction {
            *x /= divisor;
        }
    }

    /// Remembers a correction that is made.
    pub fn remember(&mut self, correction: &[f64]) {
        if self.count == MOST {
            self.count = 0;
        }
        let k = self.count;
        self.made[k].copy_from_slice(correction);
        self.squares[k] = self.product(k, correction);
        // A correction of nothing teaches nothing.
        if self.squares[k] > f64::MIN_POSITIVE {
            self.count += 1;
        }
    }

    /// Size of a correction: displacements in units of the size of the model, and rotations.
    pub fn size(&self, correction: &[f64]) -> f64 {
        let squares = correction.iter().zip(&self.weights);
        squares.map(|(x, w)| w * x * x).sum::<f64>().sqrt()
    }

    fn product(&self, k: usize, x: &[f64]) -> f64 {
        let made = self.made[k].iter().zip(&self.weights);
        made.zip(x).map(|((s, w), x)| s * w * x).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A smooth system of three equations with factors of a matrix that is a tenth off.
    #[test]
    fn updates_make_kept_factors_converge_faster() {
        let residual = |x: &[f64; 3]| {
            [
                x[0] + 0.2 * x[1] - 0.3 + 0.1 * x[0] * x[1],
                x[1] - 0.1 * x[2] + 0.5,
                x[2] + 0.3 * x[0] * x[0] - 0.2,
            ]
        };
        let iterate = |updated: bool| {
            let mut broyden = Broyden {
                made: vec![vec![0.0; 3]; MOST],
                squares: [0.0; MOST],
                count: 0,
                weights: vec![1.0; 3],
            };
            let mut x = [0.0; 3];
            for iteration in 0..40 {
                let r = residual(&x);
                if r.iter().all(|r| r.abs() < 1e-13) {
                    return iteration;
                }
                let mut s = r.map(|r| -1.1 * r);
                if updated {
                    broyden.improve(&mut s);
                    broyden.remember(&s);
                }
                for k in 0..3 {
                    x[k] += s[k];
                }
            }
            40
        };
        let (plain, updated) = (iterate(false), iterate(true));
        assert!(3 * updated < 2 * plain, "{updated} against {plain}");
    }
}

//! Change of volume as a strain of its own (so.3).

use super::symmetric::{
    Symmetric, cofactor, determinant_bend, determinant_secant, invariants, right_stretch,
    unit_change,
};

/// Change of volume `J - 1` of strains; not a number where the volume is not positive.
pub fn swelling(e: &[f64; 6]) -> f64 {
    let third = invariants(e)[2];
    third / ((1.0 + third).sqrt() + 1.0)
}

/// Secant of `J` in the strains on an interval, and its derivative by the end (so.3).
#[derive(Clone, Copy, Debug)]
pub struct SwellingSecant {
    /// `secant . (y - x) = J_y - J_x`.
    pub secant: [f64; 6],
    /// Derivative of `J` at the end.
    pub gradient: [f64; 6],
    /// Derivative of the secant by the strains at the end.
    pub bend: [[f64; 6]; 6],
}

impl SwellingSecant {
    /// Nothing yet.
    pub fn zero() -> Self {
        SwellingSecant {
            secant: [0.0; 6],
            gradient: [0.0; 6],
            bend: [[0.0; 6]; 6],
        }
    }

    /// On the interval from `x` to `y`, or at its end alone where forces are those of an instant (`w = 1`): both ends of the secant
    /// are then the same, and both of them move.
    pub fn weighted(x: &[f64; 6], y: &[f64; 6], w: f64) -> Self {
        if w < 1.0 {
            return Self::new(x, y);
        }
        let mut at = Self::new(y, y);
        for value in at.bend.iter_mut().flatten() {
            *value *= 2.0;
        }
        at
    }

    /// On the interval from `x` to `y`.
    pub fn new(x: &[f64; 6], y: &[f64; 6]) -> Self {
        let (c_x, c_y) = (right_stretch(x), right_stretch(y));
        let [j_x, j_y] = [x, y].map(|e| (1.0 + invariants(e)[2]).sqrt());
        let (z, both) = (determinant_secant(&c_x, &c_y), j_x + j_y);
        let cof: Symmetric = cofactor(&c_y);
        let secant = z.map(|z| 2.0 * z / both);
        let gradient = cof.map(|c| c / j_y);
        let mut bend = [[0.0; 6]; 6];
        for k in 0..6 {
            let turned = determinant_bend(&c_x, &c_y, &unit_change(k));
            for r in 0..6 {
                bend[r][k] = (2.0 * turned[r] - secant[r] * gradient[k]) / both;
            }
        }
        SwellingSecant {
            secant,
            gradient,
            bend,
        }
    }
}

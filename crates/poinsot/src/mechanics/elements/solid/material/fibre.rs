//! One family of fibres in a solid: an energy of their stretch alone, beside the law of what is around them (so.4).

use super::Material;
use super::divided::divided_exponential;
use crate::math::V3;
use crate::mechanics::interaction::SecantStress;

/// Energy of `s = I4 - 1`, with `I4 = a.C a` the squared stretch along the fibres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FibreLaw {
    /// Standard reinforcing: `k/2 s^2`.
    Quadratic {
        /// Stiffness [Pa].
        k: f64,
    },
    /// Holzapfel's: `k1/(2 k2) (exp(k2 s^2) - 1)`.
    Exponential {
        /// Stiffness [Pa].
        k1: f64,
        /// How fast the fibres stiffen.
        k2: f64,
    },
}

/// A family of fibres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fibre {
    law: FibreLaw,
    /// Whether shortened fibres have no stress.
    tension_only: bool,
    /// Derivatives of `s` by the strains.
    row: [f64; 6],
}

/// A law and fibres in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reinforced {
    /// What is around the fibres.
    pub matrix: Material,
    /// The fibres.
    pub fibre: Fibre,
}

impl Fibre {
    /// Fibres along a direction as drawn, of any length but zero.
    pub fn new(direction: &V3, law: FibreLaw, tension_only: bool) -> Self {
        let a = direction / direction.norm();
        let row = [
            a.x * a.x,
            a.y * a.y,
            a.z * a.z,
            a.x * a.y,
            a.y * a.z,
            a.x * a.z,
        ];
        Fibre {
            law,
            tension_only,
            row: row.map(|x| 2.0 * x),
        }
    }

    fn stretch(&self, e: &[f64; 6]) -> f64 {
        (0..6).map(|k| self.row[k] * e[k]).sum()
    }

    /// `s`, or zero where shortened fibres have no stress.
    fn effective(&self, s: f64) -> f64 {
        if self.tension_only { s.max(0.0) } else { s }
    }

    pub(super) fn energy(&self, e: &[f64; 6]) -> f64 {
        let s = self.effective(self.stretch(e));
        match self.law {
            FibreLaw::Quadratic { k } => 0.5 * k * s * s,
            FibreLaw::Exponential { k1, k2 } => 0.5 * k1 / k2 * (k2 * s * s).exp_m1(),
        }
    }

    /// Divided difference of `s^2`, that of its positive part where shortened fibres have no stress, and its derivatives.
    fn square(&self, x: f64, y: f64) -> [f64; 3] {
        if !self.tension_only || (x >= 0.0 && y >= 0.0) {
            return [x + y, 1.0, 1.0];
        }
        if x <= 0.0 && y <= 0.0 {
            return [0.0; 3];
        }
        // Of both sides: the distance of the ends is larger than either.
        let swapped = x > y;
        let (low, high) = if swapped { (y, x) } else { (x, y) };
        let d = high - low;
        let by_low = high * high / (d * d);
        let by_high = high * (high - 2.0 * low) / (d * d);
        match swapped {
            false => [high * high / d, by_low, by_high],
            true => [high * high / d, by_high, by_low],
        }
    }

    /// Adds the discrete gradient between two states.
    pub(super) fn add_elastic(&self, x: &[f64; 6], y: &[f64; 6], to: &mut SecantStress<6>) {
        let (s_x, s_y) = (self.stretch(x), self.stretch(y));
        let [square, by_x, by_y] = self.square(s_x, s_y);
        let [value, d_x, d_y] = match self.law {
            FibreLaw::Quadratic { k } => [0.5 * k * square, 0.5 * k * by_x, 0.5 * k * by_y],
            FibreLaw::Exponential { k1, k2 } => {
                let (p, q) = (self.effective(s_x), self.effective(s_y));
                let [growth, by_a, by_b] = divided_exponential(k2 * p * p, k2 * q * q);
                [
                    0.5 * k1 * growth * square,
                    0.5 * k1 * (2.0 * k2 * by_a * p * square + growth * by_x),
                    0.5 * k1 * (2.0 * k2 * by_b * q * square + growth * by_y),
                ]
            }
        };
        for r in 0..6 {
            to.sigma[r] += value * self.row[r];
            for c in 0..6 {
                to.d_start[r][c] += d_x * self.row[r] * self.row[c];
                to.d_end[r][c] += d_y * self.row[r] * self.row[c];
            }
        }
    }
}

//! Elastic laws of solids at one point: energy by volume of the strains `(E11, E22, E33, 2 E12, 2 E23, 2 E13)`, with discrete gradients
//! whose work is the change of energy on any interval (so.2).

mod divided;
mod ogden;
pub mod symmetric;

pub use ogden::Ogden;

use crate::mechanics::interaction::SecantStress;
use divided::Dual;
use nalgebra::SMatrix;
use symmetric::{
    ONE, Symmetric, cofactor, determinant_bend, determinant_secant, inner, invariants,
    right_stretch, sum, unit_change,
};

/// An elastic law. Moduli in Pa; `J = sqrt(det C)`, `I1`, `I2` invariants of `C`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Material {
    /// Linear in the Green strain: `lambda/2 tr(E)^2 + mu E:E`.
    SaintVenant {
        /// First Lame constant.
        lambda: f64,
        /// Shear modulus.
        mu: f64,
    },
    /// `mu/2 (I1 - 3) - mu ln J + lambda/2 ln^2 J`.
    NeoHookeLogarithm {
        /// First Lame constant.
        lambda: f64,
        /// Shear modulus.
        mu: f64,
    },
    /// `mu/2 (I1 - 3) - mu ln J + lambda/4 (J^2 - 1 - 2 ln J)`.
    NeoHookeSquare {
        /// First Lame constant.
        lambda: f64,
        /// Shear modulus.
        mu: f64,
    },
    /// `mu/2 (J^(-2/3) I1 - 3) + K/2 (J - 1)^2`.
    NeoHooke {
        /// Shear modulus.
        mu: f64,
        /// Bulk modulus.
        bulk: f64,
    },
    /// `c10 (J^(-2/3) I1 - 3) + c01 (J^(-4/3) I2 - 3) + K/2 (J - 1)^2`.
    MooneyRivlin {
        /// Factor of the first invariant.
        c10: f64,
        /// Factor of the second invariant.
        c01: f64,
        /// Bulk modulus.
        bulk: f64,
    },
    /// Powers of the principal stretches.
    Ogden(Ogden),
}

/// Factors of `1`, `I1(C_m) 1 - C_m` and `Z` in a discrete gradient with respect to `C`, with their derivatives by
/// `I1, I2, det C` of the start and then of the end.
struct Factors {
    one: Dual,
    second: Dual,
    determinant: Dual,
}

impl Material {
    /// Energy by volume [J/m^3]; not a number where the volume is not positive.
    pub fn energy(&self, e: &[f64; 6]) -> f64 {
        let [first, second, third] = invariants(e);
        let ln_j = 0.5 * third.ln_1p();
        let volume = |bulk: f64| {
            let swell = third / ((1.0 + third).sqrt() + 1.0);
            0.5 * bulk * swell * swell
        };
        // J^(2p) I - 3, with I - 3 given.
        let isochoric = |p: f64, invariant: f64| {
            let less = (p * 2.0 * ln_j).exp_m1();
            (1.0 + less) * invariant + 3.0 * less
        };
        match *self {
            Material::SaintVenant { lambda, mu } => {
                let trace = e[0] + e[1] + e[2];
                let squares: f64 = (0..3)
                    .map(|k| e[k] * e[k] + 0.5 * e[3 + k] * e[3 + k])
                    .sum();
                0.5 * lambda * trace * trace + mu * squares
            }
            Material::NeoHookeLogarithm { lambda, mu } => {
                mu * (0.5 * first - ln_j) + 0.5 * lambda * ln_j * ln_j
            }
            Material::NeoHookeSquare { lambda, mu } => {
                mu * (0.5 * first - ln_j) + 0.25 * lambda * (third - 2.0 * ln_j)
            }
            Material::NeoHooke { mu, bulk } => {
                0.5 * mu * isochoric(-1.0 / 3.0, first) + volume(bulk)
            }
            Material::MooneyRivlin { c10, c01, bulk } => {
                c10 * isochoric(-1.0 / 3.0, first)
                    + c01 * isochoric(-2.0 / 3.0, second)
                    + volume(bulk)
            }
            Material::Ogden(ogden) => ogden.energy(e),
        }
    }

    /// Discrete gradient of the energy between two states (so.2), the second Piola-Kirchhoff stress if they are the same.
    pub fn elastic(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        match self {
            Material::SaintVenant { lambda, mu } => linear(*lambda, *mu, x, y),
            Material::Ogden(ogden) => ogden.elastic(x, y),
            _ => self.of_invariants(x, y),
        }
    }

    /// Second derivatives of the energy.
    pub fn stiffness(&self, e: &[f64; 6]) -> [[f64; 6]; 6] {
        let at = self.elastic(e, e);
        std::array::from_fn(|r| std::array::from_fn(|c| at.d_start[r][c] + at.d_end[r][c]))
    }

    /// Second derivatives of the energy without their negative eigenvalues.
    pub fn modulus(&self, e: &[f64; 6]) -> [[f64; 6]; 6] {
        without_negative(&self.stiffness(e))
    }

    /// The law without its resistance to a change of volume, and the bulk modulus; `None` if it has no such part.
    pub fn without_bulk(&self) -> Option<(Material, f64)> {
        match *self {
            Material::NeoHooke { mu, bulk } => Some((Material::NeoHooke { mu, bulk: 0.0 }, bulk)),
            Material::MooneyRivlin { c10, c01, bulk } => {
                let rest = Material::MooneyRivlin {
                    c10,
                    c01,
                    bulk: 0.0,
                };
                Some((rest, bulk))
            }
            Material::Ogden(ogden) => {
                let rest = Ogden { bulk: 0.0, ..ogden };
                Some((Material::Ogden(rest), ogden.bulk))
            }
            _ => None,
        }
    }

    fn of_invariants(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        let (a, b) = (invariants(x), invariants(y));
        let outside = |third: f64| third.is_nan() || third <= -1.0;
        if outside(a[2]) || outside(b[2]) {
            return not_a_number();
        }
        let (c_x, c_y) = (right_stretch(x), right_stretch(y));
        let middle = sum(0.5, &c_x, 0.5, &c_y);
        let trace = middle[0] + middle[1] + middle[2];
        let second = sum(trace, &ONE, -1.0, &middle);
        let z = determinant_secant(&c_x, &c_y);
        let factors = self.factors(&a, &b);
        let Factors {
            one,
            second: c2,
            determinant: c3,
        } = &factors;
        let mut out = SecantStress::zero();
        for k in 0..6 {
            out.sigma[k] = 2.0 * (one.v * ONE[k] + c2.v * second[k] + c3.v * z[k]);
        }
        for (end, (at, other)) in [(c_x, c_y), (c_y, c_x)].iter().enumerate() {
            let (cof, turn) = (cofactor(at), sum(at[0] + at[1] + at[2], &ONE, -1.0, at));
            let table = if end == 0 {
                &mut out.d_start
            } else {
                &mut out.d_end
            };
            for k in 0..6 {
                let h = unit_change(k);
                let trace_h = h[0] + h[1] + h[2];
                // Changes of the three invariants at this end.
                let by = [trace_h, inner(&turn, &h), inner(&cof, &h)];
                let change = |f: &Dual| -> f64 { (0..3).map(|i| f.d[3 * end + i] * by[i]).sum() };
                let bend = determinant_bend(other, at, &h);
                let bend_second = sum(0.5 * trace_h, &ONE, -0.5, &h);
                let (d1, d2, d3) = (change(one), change(c2), change(c3));
                for r in 0..6 {
                    table[r][k] = 2.0
                        * (d1 * ONE[r]
                            + d2 * second[r]
                            + d3 * z[r]
                            + c2.v * bend_second[r]
                            + c3.v * bend[r]);
                }
            }
        }
        out
    }

    fn factors(&self, a: &[f64; 3], b: &[f64; 3]) -> Factors {
        let constant = Dual::constant;
        let [first, second] = [0, 1].map(|k| {
            let (x, y) = (Dual::variable(a[k], k), Dual::variable(b[k], 3 + k));
            constant(3.0) + 0.5 * (x + y)
        });
        let (x, y) = (Dual::variable(a[2], 2), Dual::variable(b[2], 5));
        let mean_power = |p: f64| 0.5 * (x.power_1p(p) + y.power_1p(p));
        let power = |p: f64| Dual::divided_power_1p(x, y, p);
        // K/2 (J - 1)^2 as a function of det C: K/2 (1 - 2/(J_x + J_y)).
        let volume = |bulk: f64| {
            let both = x.power_1p(0.5) + y.power_1p(0.5);
            0.5 * bulk * (constant(1.0) - 2.0 * both.inverse())
        };
        let logarithm = Dual::divided_ln_1p(x, y);
        let none = constant(0.0);
        let third = 1.0 / 3.0;
        match *self {
            Material::NeoHookeLogarithm { lambda, mu } => {
                let logs = 0.125 * lambda * (x.ln_1p() + y.ln_1p());
                Factors {
                    one: constant(0.5 * mu),
                    second: none,
                    determinant: (logs - constant(0.5 * mu)) * logarithm,
                }
            }
            Material::NeoHookeSquare { lambda, mu } => Factors {
                one: constant(0.5 * mu),
                second: none,
                determinant: constant(0.25 * lambda) - (0.5 * mu + 0.25 * lambda) * logarithm,
            },
            Material::NeoHooke { mu, bulk } => Factors {
                one: 0.5 * mu * mean_power(-third),
                second: none,
                determinant: 0.5 * mu * (first * power(-third)) + volume(bulk),
            },
            Material::MooneyRivlin { c10, c01, bulk } => Factors {
                one: c10 * mean_power(-third),
                second: c01 * mean_power(-2.0 * third),
                determinant: c10 * (first * power(-third))
                    + c01 * (second * power(-2.0 * third))
                    + volume(bulk),
            },
            // These have ways of their own.
            Material::SaintVenant { .. } | Material::Ogden(_) => Factors {
                one: none,
                second: none,
                determinant: none,
            },
        }
    }
}

fn linear(lambda: f64, mu: f64, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
    let mut half = [[0.0; 6]; 6];
    for r in 0..3 {
        for c in 0..3 {
            half[r][c] = 0.5 * lambda;
        }
        half[r][r] += mu;
        half[3 + r][3 + r] = 0.5 * mu;
    }
    SecantStress {
        sigma: std::array::from_fn(|r| (0..6).map(|c| half[r][c] * (x[c] + y[c])).sum()),
        d_start: half,
        d_end: half,
    }
}

/// What a law gives where it has no value: the equations are not solved then, and the step is refused.
fn not_a_number() -> SecantStress<6> {
    SecantStress {
        sigma: [f64::NAN; 6],
        ..SecantStress::zero()
    }
}

/// A symmetric matrix without its negative eigenvalues.
fn without_negative(m: &[[f64; 6]; 6]) -> [[f64; 6]; 6] {
    let whole = SMatrix::<f64, 6, 6>::from_fn(|r, c| 0.5 * (m[r][c] + m[c][r]));
    if !whole.iter().all(|x| x.is_finite()) {
        return [[0.0; 6]; 6];
    }
    let mut eigen = whole.symmetric_eigen();
    if eigen.eigenvalues.iter().all(|v| *v >= 0.0) {
        return std::array::from_fn(|r| std::array::from_fn(|c| whole[(r, c)]));
    }
    eigen.eigenvalues.iter_mut().for_each(|v| *v = v.max(0.0));
    let rest = eigen.recompose();
    std::array::from_fn(|r| std::array::from_fn(|c| 0.5 * (rest[(r, c)] + rest[(c, r)])))
}

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

#[cfg(test)]
mod tests {
    use super::symmetric::{cofactor, crossed};

    #[test]
    fn square_of_the_product_is_twice_the_cofactor() {
        let a = [1.2, 0.7, 1.9, 0.3, -0.4, 0.2];
        let (product, cof) = (crossed(&a, &a), cofactor(&a));
        for k in 0..6 {
            assert!((product[k] - 2.0 * cof[k]).abs() < 1e-15);
        }
    }
}

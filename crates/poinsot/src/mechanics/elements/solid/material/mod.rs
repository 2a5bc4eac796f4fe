//! Elastic laws of solids at one point: energy by volume of the strains `(E11, E22, E33, 2 E12, 2 E23, 2 E13)`, with discrete gradients
//! whose work is the change of energy on any interval (so.2).

mod divided;
mod fibre;
mod fit;
mod formula;
mod invariants;
mod ogden;
mod orthotropic;
mod stability;
mod swelling;
pub mod symmetric;

pub use fibre::{Fibre, FibreLaw, Reinforced};
pub use fit::{Fit, FitError, Measured, Wanted, fit};
pub use formula::{Formula, VARIABLES};
pub use ogden::Ogden;
pub use orthotropic::{Moduli, ModuliError, Orthotropic, check_moduli, turned};
pub use stability::{Cause, Instability, Loading, Response, instabilities, response};
pub use swelling::{SwellingSecant, swelling};

use crate::mechanics::interaction::SecantStress;
use nalgebra::SMatrix;
use std::sync::Arc;
use symmetric::invariants as invariants_of;

/// An elastic law. Moduli in Pa; `J = sqrt(det C)`, `I1`, `I2` invariants of `C`.
#[derive(Clone, Debug, PartialEq)]
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
    /// `c10 x + c20 x^2 + c30 x^3 + K/2 (J - 1)^2` with `x = J^(-2/3) I1 - 3`.
    Yeoh {
        /// Factors c10, c20, c30.
        c: [f64; 3],
        /// Bulk modulus.
        bulk: f64,
    },
    /// Powers of the principal stretches.
    Ogden(Ogden),
    /// Linear in the Green strain, `1/2 E.D E` with any moduli on the axes of the world as drawn.
    Linear(Arc<Moduli>),
    /// A law with a family of fibres in it.
    Reinforced(Arc<Reinforced>),
    /// A formula in the invariants.
    Formula(Arc<Formula>),
}

impl Material {
    /// Energy by volume [J/m^3]; not a number where the volume is not positive.
    pub fn energy(&self, e: &[f64; 6]) -> f64 {
        let [first, second, third] = invariants_of(e);
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
        match self {
            &Material::SaintVenant { lambda, mu } => {
                let trace = e[0] + e[1] + e[2];
                let squares: f64 = (0..3)
                    .map(|k| e[k] * e[k] + 0.5 * e[3 + k] * e[3 + k])
                    .sum();
                0.5 * lambda * trace * trace + mu * squares
            }
            &Material::NeoHookeLogarithm { lambda, mu } => {
                mu * (0.5 * first - ln_j) + 0.5 * lambda * ln_j * ln_j
            }
            &Material::NeoHookeSquare { lambda, mu } => {
                mu * (0.5 * first - ln_j) + 0.25 * lambda * (third - 2.0 * ln_j)
            }
            &Material::NeoHooke { mu, bulk } => {
                0.5 * mu * isochoric(-1.0 / 3.0, first) + volume(bulk)
            }
            &Material::MooneyRivlin { c10, c01, bulk } => {
                c10 * isochoric(-1.0 / 3.0, first)
                    + c01 * isochoric(-2.0 / 3.0, second)
                    + volume(bulk)
            }
            &Material::Yeoh { c, bulk } => {
                let x = isochoric(-1.0 / 3.0, first);
                x * (c[0] + x * (c[1] + x * c[2])) + volume(bulk)
            }
            Material::Ogden(ogden) => ogden.energy(e),
            Material::Linear(moduli) => {
                let stress = |r: usize| (0..6).map(|c| moduli[r][c] * e[c]).sum::<f64>();
                0.5 * (0..6).map(|r| stress(r) * e[r]).sum::<f64>()
            }
            Material::Reinforced(both) => both.matrix.energy(e) + both.fibre.energy(e),
            Material::Formula(formula) => {
                formula.energy(&[first, second, third]) + volume(formula.bulk)
            }
        }
    }

    /// Discrete gradient of the energy between two states (so.2), the second Piola-Kirchhoff stress if they are the same.
    pub fn elastic(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        match self {
            Material::SaintVenant { lambda, mu } => linear(&isotropic(*lambda, *mu), x, y),
            Material::Ogden(ogden) => ogden.elastic(x, y),
            Material::Linear(moduli) => linear(moduli, x, y),
            Material::Reinforced(both) => {
                let mut out = both.matrix.elastic(x, y);
                both.fibre.add_elastic(x, y, &mut out);
                out
            }
            _ => self.of_invariants(x, y),
        }
    }

    /// The same without derivatives.
    pub fn stress(&self, x: &[f64; 6], y: &[f64; 6]) -> [f64; 6] {
        match self {
            Material::SaintVenant { .. } | Material::Ogden(_) | Material::Linear(_) => {
                self.elastic(x, y).sigma
            }
            Material::Reinforced(both) => {
                let mut out = SecantStress::zero();
                out.sigma = both.matrix.stress(x, y);
                both.fibre.add_elastic(x, y, &mut out);
                out.sigma
            }
            _ => self.stress_of_invariants(x, y),
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
        match self {
            &Material::NeoHooke { mu, bulk } => Some((Material::NeoHooke { mu, bulk: 0.0 }, bulk)),
            &Material::MooneyRivlin { c10, c01, bulk } => {
                let rest = Material::MooneyRivlin {
                    c10,
                    c01,
                    bulk: 0.0,
                };
                Some((rest, bulk))
            }
            &Material::Yeoh { c, bulk } => Some((Material::Yeoh { c, bulk: 0.0 }, bulk)),
            Material::Ogden(ogden) => {
                let rest = Ogden {
                    bulk: 0.0,
                    ..*ogden
                };
                Some((Material::Ogden(rest), ogden.bulk))
            }
            Material::Reinforced(both) => {
                let (matrix, bulk) = both.matrix.without_bulk()?;
                let fibre = both.fibre;
                let rest = Reinforced { matrix, fibre };
                Some((Material::Reinforced(Arc::new(rest)), bulk))
            }
            Material::Formula(formula) if formula.bulk > 0.0 => {
                let mut rest = Formula::clone(formula);
                rest.bulk = 0.0;
                Some((Material::Formula(Arc::new(rest)), formula.bulk))
            }
            Material::SaintVenant { .. }
            | Material::NeoHookeLogarithm { .. }
            | Material::NeoHookeSquare { .. }
            | Material::Linear(_)
            | Material::Formula(_) => None,
        }
    }
}

/// Moduli of the Green strain from Lame's constants.
pub fn isotropic(lambda: f64, mu: f64) -> Moduli {
    let mut moduli = [[0.0; 6]; 6];
    for r in 0..3 {
        for c in 0..3 {
            moduli[r][c] = lambda;
        }
        moduli[r][r] += 2.0 * mu;
        moduli[3 + r][3 + r] = mu;
    }
    moduli
}

fn linear(moduli: &Moduli, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
    let half = moduli.map(|row| row.map(|m| 0.5 * m));
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
    // Most are positive, and this is found sooner without eigenvalues.
    if whole.cholesky().is_some() {
        return std::array::from_fn(|r| std::array::from_fn(|c| whole[(r, c)]));
    }
    let mut eigen = whole.symmetric_eigen();
    if eigen.eigenvalues.iter().all(|v| *v >= 0.0) {
        return std::array::from_fn(|r| std::array::from_fn(|c| whole[(r, c)]));
    }
    eigen.eigenvalues.iter_mut().for_each(|v| *v = v.max(0.0));
    let rest = eigen.recompose();
    std::array::from_fn(|r| std::array::from_fn(|c| 0.5 * (rest[(r, c)] + rest[(c, r)])))
}

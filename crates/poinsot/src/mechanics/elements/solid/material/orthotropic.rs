//! Laws that are linear in the Green strain with any symmetric moduli, such as those of wood or plies (so.4).

use super::super::drawn::strain_transform;
use crate::math::M3;
use nalgebra::SMatrix;

/// Moduli of the strains `(E11, E22, E33, 2 E12, 2 E23, 2 E13)` [Pa].
pub type Moduli = [[f64; 6]; 6];

/// Constants of a material with three planes of symmetry, along axes 1, 2, 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orthotropic {
    /// Young's moduli E1, E2, E3 [Pa].
    pub youngs: [f64; 3],
    /// Poisson's ratios nu12, nu23, nu13: contraction along the second axis when pulled along the first.
    pub poisson: [f64; 3],
    /// Shear moduli G12, G23, G13 [Pa].
    pub shear: [f64; 3],
}

/// Why moduli cannot be those of a material.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ModuliError {
    /// Some strain would set energy free.
    #[error(
        "the moduli are not positive: the smallest eigenvalue is {smallest:.4e} Pa of at most {largest:.4e} Pa"
    )]
    NotPositive {
        /// Smallest eigenvalue [Pa].
        smallest: f64,
        /// Largest one [Pa].
        largest: f64,
    },
    /// Not the second derivatives of an energy.
    #[error("the moduli are not symmetric: rows {row} and {column} differ by {difference:.4e} Pa")]
    NotSymmetric {
        /// Number of the first row, from 1.
        row: usize,
        /// Number of the second one.
        column: usize,
        /// How far they are apart [Pa].
        difference: f64,
    },
    /// A modulus is not a positive number.
    #[error("Young's moduli and shear moduli must be positive")]
    NotANumber,
}

impl Orthotropic {
    /// Moduli along the axes of the material, if they are positive.
    pub fn moduli(&self) -> Result<Moduli, ModuliError> {
        let positive = |x: &f64| x.is_finite() && *x > 0.0;
        let all = self.youngs.iter().chain(&self.shear);
        if !all.clone().all(positive) || !self.poisson.iter().all(|x| x.is_finite()) {
            return Err(ModuliError::NotANumber);
        }
        let [e1, e2, e3] = self.youngs;
        let [n12, n23, n13] = self.poisson;
        let (a, b, c) = (-n12 / e1, -n23 / e2, -n13 / e1);
        let compliance = M3::new(1.0 / e1, a, c, a, 1.0 / e2, b, c, b, 1.0 / e3);
        let inverse = compliance.try_inverse().ok_or(ModuliError::NotANumber)?;
        let mut out = [[0.0; 6]; 6];
        for r in 0..3 {
            for k in 0..3 {
                out[r][k] = 0.5 * (inverse[(r, k)] + inverse[(k, r)]);
            }
            out[3 + r][3 + r] = self.shear[r];
        }
        check_moduli(&out)?;
        Ok(out)
    }
}

/// Whether moduli are symmetric and positive. Differences in the last digits are allowed.
pub fn check_moduli(moduli: &Moduli) -> Result<(), ModuliError> {
    let m = SMatrix::<f64, 6, 6>::from_fn(|r, c| moduli[r][c]);
    let size = m.amax();
    if !size.is_finite() || !m.iter().all(|x| x.is_finite()) {
        return Err(ModuliError::NotANumber);
    }
    for row in 0..6 {
        for column in 0..row {
            let difference = (m[(row, column)] - m[(column, row)]).abs();
            // As many digits as a table of a handbook may lose.
            if difference > 1e-6 * size {
                return Err(ModuliError::NotSymmetric {
                    row: row + 1,
                    column: column + 1,
                    difference,
                });
            }
        }
    }
    let values = (0.5 * (m + m.transpose())).symmetric_eigenvalues();
    let (smallest, largest) = (values.min(), values.max());
    match smallest > 0.0 {
        true => Ok(()),
        false => Err(ModuliError::NotPositive { smallest, largest }),
    }
}

/// Moduli on the axes of the world from those along the axes of the material, which are the columns of `axes`.
pub fn turned(moduli: &Moduli, axes: &M3) -> Moduli {
    let d = SMatrix::<f64, 6, 6>::from_fn(|r, c| 0.5 * (moduli[r][c] + moduli[c][r]));
    // Strains along the axes of the material.
    let t = strain_transform(axes);
    let whole = t.transpose() * d * t;
    std::array::from_fn(|r| std::array::from_fn(|c| 0.5 * (whole[(r, c)] + whole[(c, r)])))
}

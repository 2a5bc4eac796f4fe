//! Linear elastic law with linear viscosity.

use crate::mechanics::interaction::SecantStress;

/// `sigma = C e + D e_dot`, both matrices symmetric and already multiplied with the length they stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearLaw<const E: usize> {
    /// Stiffness.
    pub stiffness: [[f64; E]; E],
    /// Viscosity, if there is any.
    pub damping: Option<Box<[[f64; E]; E]>>,
}

impl<const E: usize> LinearLaw<E> {
    /// `matrix * x`.
    #[inline]
    pub fn multiply(matrix: &[[f64; E]; E], x: &[f64; E]) -> [f64; E] {
        std::array::from_fn(|r| (0..E).map(|c| matrix[r][c] * x[c]).sum())
    }

    /// Stored energy.
    #[inline]
    pub fn energy(&self, e: &[f64; E]) -> f64 {
        let s = Self::multiply(&self.stiffness, e);
        0.5 * (0..E).map(|k| s[k] * e[k]).sum::<f64>()
    }

    /// Mean stress over an interval: the discrete gradient of a quadratic energy.
    pub fn elastic(&self, x: &[f64; E], y: &[f64; E]) -> SecantStress<E> {
        let mean = std::array::from_fn(|k| 0.5 * (x[k] + y[k]));
        let half = self.stiffness.map(|row| row.map(|c| 0.5 * c));
        SecantStress {
            sigma: Self::multiply(&self.stiffness, &mean),
            d_start: half,
            d_end: half,
        }
    }

    /// Viscous stress over an interval.
    pub fn viscous(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> SecantStress<E> {
        let Some(damping) = &self.damping else {
            return SecantStress::zero();
        };
        let rate = std::array::from_fn(|k| (y[k] - x[k]) / dt);
        SecantStress {
            sigma: Self::multiply(damping, &rate),
            d_start: [[0.0; E]; E],
            d_end: damping.map(|row| row.map(|c| c / dt)),
        }
    }

    /// Work that viscosity takes over an interval.
    pub fn viscous_work(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> f64 {
        let Some(damping) = &self.damping else {
            return 0.0;
        };
        let change = std::array::from_fn(|k| y[k] - x[k]);
        let force = Self::multiply(damping, &change);
        (0..E).map(|k| force[k] * change[k]).sum::<f64>() / dt
    }

    /// Viscous stress at one state.
    pub fn viscous_at(&self, rate: &[f64; E]) -> SecantStress<E> {
        let Some(damping) = &self.damping else {
            return SecantStress::zero();
        };
        SecantStress {
            sigma: Self::multiply(damping, rate),
            d_start: **damping,
            d_end: [[0.0; E]; E],
        }
    }
}

/// Strains of a section.
pub const STRAINS: usize = 6;
/// What results take from one section: its strains, its forces, and the forces without their viscous part, the latter two times
/// the length that the section stands for.
pub const OBSERVED: usize = 3 * STRAINS;

/// Fills that in, section by section.
pub fn outputs(e: &[f64], elastic: &[f64], viscous: &[f64], out: &mut [f64]) {
    for (section, out) in out.chunks_exact_mut(OBSERVED).enumerate() {
        for a in 0..STRAINS {
            let k = STRAINS * section + a;
            out[a] = e[k];
            out[STRAINS + a] = elastic[k] + viscous[k];
            out[2 * STRAINS + a] = elastic[k];
        }
    }
}

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

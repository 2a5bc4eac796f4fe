//! Nonlinear elasticity of a bushing, beside its stiffness matrix.

use crate::functions::{Law, StoredEnergy};
use crate::math::M6;
use crate::mechanics::interaction::SecantStress;
use nalgebra::SymmetricEigen;

/// Laws of single components and an energy that couples all of them; their energies add up.
#[derive(Clone, Debug)]
pub struct BushingLaws {
    components: [Option<Law>; 6],
    energy: Option<StoredEnergy<6>>,
}

/// More than a matrix of six rows needs.
const EIGENVALUE_ITERATIONS: usize = 200;

impl BushingLaws {
    /// `None` where there is neither a law nor an energy.
    pub fn new(components: [Option<Law>; 6], energy: Option<StoredEnergy<6>>) -> Option<Self> {
        let any = energy.is_some() || components.iter().any(Option::is_some);
        any.then_some(BushingLaws { components, energy })
    }

    fn components(&self) -> impl Iterator<Item = (usize, &Law)> {
        let laws = self.components.iter().enumerate();
        laws.filter_map(|(k, law)| law.as_ref().map(|law| (k, law)))
    }

    /// Stored energy.
    pub fn energy(&self, e: &[f64; 6]) -> f64 {
        let single: f64 = self.components().map(|(k, law)| law.energy(e[k])).sum();
        single + self.energy.as_ref().map_or(0.0, |w| w.energy(e))
    }

    /// How much of the energy may be the round-off of its formula [J].
    pub fn energy_round_off(&self, e: &[f64; 6]) -> f64 {
        self.energy.as_ref().map_or(0.0, |w| w.round_off(e))
    }

    /// Adds the discrete gradients: component by component, which are divided differences, and (dg.3).
    pub fn add_elastic(&self, x: &[f64; 6], y: &[f64; 6], to: &mut SecantStress<6>) {
        for (k, law) in self.components() {
            let mean = law.mean_effort(x[k], y[k]);
            to.sigma[k] += mean.effort;
            to.d_start[k][k] += mean.d_start;
            to.d_end[k][k] += mean.d_end;
        }
        if let Some(energy) = &self.energy {
            let mean = energy.mean_stress(x, y);
            for r in 0..6 {
                to.sigma[r] += mean.stress[r];
                for c in 0..6 {
                    to.d_start[r][c] += mean.d_start[r][c];
                    to.d_end[r][c] += mean.d_end[r][c];
                }
            }
        }
    }

    /// Adds the positive part of the stiffness at a state.
    pub fn add_modulus(&self, e: &[f64; 6], to: &mut [[f64; 6]; 6]) {
        for (k, law) in self.components() {
            to[k][k] += law.stiffness(e[k]).max(0.0);
        }
        if let Some(energy) = &self.energy {
            let stiffness = energy.state(e).stiffness;
            let positive = positive_part(&M6::from_fn(|r, c| stiffness[r][c]));
            for r in 0..6 {
                for c in 0..6 {
                    to[r][c] += positive[(r, c)];
                }
            }
        }
    }
}

/// The symmetric matrix without its negative eigenvalues (in metres and radians): the matrix itself where it has none.
fn positive_part(m: &M6) -> M6 {
    if m.cholesky().is_some() {
        return *m;
    }
    // A state that is lost has no modulus; the stress reports it.
    if !m.iter().all(|x| x.is_finite()) {
        return M6::zeros();
    }
    match SymmetricEigen::try_new(*m, f64::EPSILON, EIGENVALUE_ITERATIONS) {
        Some(eigen) => {
            let kept = eigen.eigenvalues.map(|x| x.max(0.0));
            let v = eigen.eigenvectors;
            let p = v * M6::from_diagonal(&kept) * v.transpose();
            0.5 * (p + p.transpose())
        }
        None => M6::zeros(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positive_part_keeps_what_is_positive() {
        let mut m = M6::identity() * 3.0;
        m[(0, 3)] = 1.0;
        m[(3, 0)] = 1.0;
        assert_eq!(positive_part(&m), m);
        // Semidefinite, as for an energy in some of the strains only.
        m[(5, 5)] = 0.0;
        assert!((positive_part(&m) - m).amax() < 1e-14);
        // Eigenvalues 3 +- 4 in the plane of the first two strains.
        m[(0, 3)] = 0.0;
        m[(3, 0)] = 0.0;
        m[(0, 1)] = 4.0;
        m[(1, 0)] = 4.0;
        let p = positive_part(&m);
        assert!((p[(0, 0)] - 3.5).abs() < 1e-14 && (p[(0, 1)] - 3.5).abs() < 1e-14);
        assert!((p[(2, 2)] - 3.0).abs() < 1e-14);
        assert_eq!(positive_part(&M6::from_element(f64::NAN)), M6::zeros());
    }
}

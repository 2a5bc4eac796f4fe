//! What the search for equilibria of cables needs to know (eq.8).
//!
//! A stiff cable is hard to search with: where a node moves across its element by `d`, the strain grows by `(d/L)^2 / 2` and the
//! force by EA times that, so that steps of the tangent are good over `L sqrt(W/EA)` only. The same cable with an EA of the size
//! of its loads W is found in some twenty steps. From there EA grows: between two values the strains change by `W/EA`, elements turn
//! by angles of that size, and the strains that this turning brings along are their squares. The smaller the strains, the more may
//! EA grow at once.

use super::equations::Equations;
use crate::mechanics::interaction::ForceLaw;
use crate::system::{ForceVisitor, GROUND, Owner};

/// Load through EA in the first search.
pub(super) const FIRST_STRAIN: f64 = 0.5;
/// EA grows by this through the strain at hand, ...
const NEXT: f64 = 0.1;
/// ... within these limits.
const LEAST: f64 = 4.0;
const MOST: f64 = 1e4;

/// By how much EA may grow with strains of a size.
pub(super) fn stiffening(strain: f64) -> f64 {
    (NEXT / strain).clamp(LEAST, MOST)
}

impl Equations<'_> {
    /// Largest EA of a cable [N]; zero without cables.
    pub(super) fn stiffest_cable(&self) -> f64 {
        struct Stiffest(f64);
        impl ForceVisitor for Stiffest {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                _owner: &Owner,
                force: &F,
            ) {
                let stiffness = force.axial().map_or(0.0, |a| a.stiffness);
                self.0 = self.0.max(stiffness);
            }
        }
        let mut stiffest = Stiffest(0.0);
        self.system.forces.visit(&mut stiffest);
        stiffest.0
    }

    /// Sum of all loads at the parameter [N], moments by the size of the model.
    pub(super) fn total_load(&mut self, parameter: f64) -> f64 {
        let loads = self.loads(parameter);
        let mut sum = 0.0;
        for n in self.system.node_indices().filter(|n| *n != GROUND) {
            let first = self.scatter.dofs.node(n);
            let mut square = 0.0;
            for (k, slot) in self.system.kinds[n].slots().enumerate() {
                let arm = if slot < 3 { 1.0 } else { self.system.length };
                square += (loads[first + k] / arm).powi(2);
            }
            sum += square.sqrt();
        }
        sum
    }

    /// Distance of the farthest node from the world's origin [m].
    pub(super) fn farthest(&self) -> f64 {
        let far = self.base.poses.iter().map(|p| p.r.norm());
        far.fold(0.0, f64::max)
    }
}

//! The equations at one instant with a multiple of the masses added to the tangent.

use crate::dynamics::schemes::{Balance, Instant, NodeBalance, NodeStart};
use crate::math::{M3, M6, blocks};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};

/// [`Instant`], with `shift` times the mass matrix in its tangent (eq.6). Residuals are those of the instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted {
    pub instant: Instant,
    /// [1/s^2].
    pub shift: f64,
}

impl Balance for Shifted {
    fn stages(&self) -> usize {
        self.instant.stages()
    }
    fn rule(&self) -> IntervalRule {
        self.instant.rule()
    }
    fn weights(&self) -> [[f64; STAGES]; STAGES] {
        self.instant.weights()
    }
    fn stage_fraction(&self, y: usize) -> f64 {
        self.instant.stage_fraction(y)
    }
    fn inertia(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        tangent: bool,
    ) -> NodeBalance {
        let mut balance = self.instant.inertia(start, steps, tangent);
        if tangent && self.shift != 0.0 {
            let rot = start.stage.rot;
            let inertia_W = rot * start.node.inertia * rot.transpose();
            let zero = M3::zeros();
            let mass: M6 = blocks(
                &(start.node.mass * M3::identity()),
                &zero,
                &zero,
                &inertia_W,
            );
            balance.tangent[0][0] += self.shift * mass;
        }
        balance
    }
    fn needs_rates(&self) -> bool {
        self.instant.needs_rates()
    }
}

impl StressRule for Shifted {
    fn linear(&self) -> LinearRule {
        self.instant.linear()
    }
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        rate: &[f64; E],
    ) -> StageStress<E> {
        self.instant.stress(law, start, ends, rate)
    }
}

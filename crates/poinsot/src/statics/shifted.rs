//! The equations at one instant with what a search may change of them: a multiple of the masses and some tension of cables in the
//! tangent, and cables that are softer than they are.

use crate::dynamics::schemes::{EquationsOfMotion, Instant, NodeBalance, NodeStart};
use crate::math::{M3, M6, blocks};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};

/// Last digits by which a strain may be wrong: places of nodes are rounded, and so are slopes and their squares.
const STRAIN_DIGITS: f64 = 4.0;

/// What a search makes of cables (eq.8).
#[derive(Clone, Copy, Debug)]
pub(super) struct CableAid {
    /// Largest EA that a cable shows [N].
    pub most: f64,
    /// Largest EA that a cable has [N].
    pub stiffest: f64,
    /// Tension lent to the tangent for every unit of the shift [N s^2].
    pub lent: f64,
    /// Distance from the world's origin [m] that the round-off of strains is judged by; stresses below it are none.
    pub reach: Option<f64>,
}

impl CableAid {
    /// Cables as they are.
    pub const NONE: CableAid = CableAid {
        most: f64::INFINITY,
        stiffest: 0.0,
        lent: 0.0,
        reach: None,
    };
}

/// [`Instant`], with `shift` times the mass matrix in its tangent (eq.6). Residuals are those of the instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted {
    pub instant: Instant,
    /// [1/s^2].
    pub shift: f64,
    pub cables: CableAid,
}

impl EquationsOfMotion for Shifted {
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
        let mut stress = self.instant.stress(law, start, ends, rate);
        let Some(axial) = law.axial() else {
            return stress;
        };
        let CableAid { most, reach, .. } = self.cables;
        if axial.stiffness > most {
            let part = most / axial.stiffness;
            stress.sigma[0].iter_mut().for_each(|s| *s *= part);
            stress.tangent[0][0]
                .iter_mut()
                .flatten()
                .for_each(|t| *t *= part);
        }
        if let Some(reach) = reach {
            let digit = STRAIN_DIGITS * f64::EPSILON * (1.0 + reach * axial.steepest);
            let none = digit * axial.stiffness * axial.length;
            for s in stress.sigma[0].iter_mut().filter(|s| s.abs() <= none) {
                *s = 0.0;
            }
        }
        stress
    }
    fn lent<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
    ) -> Option<[f64; E]> {
        let tension = self.shift * self.cables.lent;
        let axial = law.axial().filter(|_| tension != 0.0)?;
        Some([tension * axial.length; E])
    }
}

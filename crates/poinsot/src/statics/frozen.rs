//! A scheme under loads that stand still: those of one instant, times a factor.

use crate::dynamics::schemes::{
    EquationsOfMotion, Integrator, NodeBalance, NodeEnd, NodeForces, NodeStart, Promises,
    ReactionRule,
};
use crate::math::{M3, V3};
use crate::mechanics::attachment::{Attachment, IntervalRule};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, NodeNoise, SecantStress, Strain,
};
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};

/// A scheme that sees loads and prescribed motions as they are at one time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frozen<S> {
    pub scheme: S,
    /// Time of the loads [s].
    pub time: f64,
    /// Their factor.
    pub factor: f64,
}

impl<S: Integrator> EquationsOfMotion for Frozen<S> {
    fn stages(&self) -> usize {
        self.scheme.stages()
    }
    fn rule(&self) -> IntervalRule {
        self.scheme.rule()
    }
    fn weights(&self) -> [[f64; STAGES]; STAGES] {
        self.scheme.weights()
    }
    /// Every stage is at the time of the start, where prescribed motions have their values.
    fn stage_fraction(&self, _y: usize) -> f64 {
        0.0
    }
    fn inertia(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        tangent: bool,
    ) -> NodeBalance {
        self.scheme.inertia(start, steps, tangent)
    }
    fn inertia_alone(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        end: &M3,
    ) -> NodeForces {
        self.scheme.inertia_alone(start, steps, end)
    }
    fn needs_rates(&self) -> bool {
        self.scheme.needs_rates()
    }
}

impl<S: Integrator> Integrator for Frozen<S> {
    fn with_step(self, t_start: f64, dt: f64) -> Self {
        Frozen {
            scheme: self.scheme.with_step(t_start, dt),
            ..self
        }
    }
    fn finish(&self, start: &NodeStart, steps: &[NodeIncrement; STAGES]) -> NodeEnd {
        self.scheme.finish(start, steps)
    }
    fn predict(&self, start: &NodeStart, y: usize) -> NodeIncrement {
        self.scheme.predict(start, y)
    }
    fn kinematic_error(&self, start: &NodeStart) -> [f64; 2] {
        self.scheme.kinematic_error(start)
    }
    fn multiplier(&self, stages: [f64; STAGES]) -> f64 {
        self.scheme.multiplier(stages)
    }
    fn reaction_rule(&self) -> ReactionRule {
        self.scheme.reaction_rule()
    }
    fn dissipates(&self) -> bool {
        self.scheme.dissipates()
    }
    fn elastic_dissipation<const E: usize>(
        &self,
        form: impl Fn(&[f64; E]) -> f64,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
    ) -> f64 {
        self.scheme.elastic_dissipation(form, start, ends)
    }
    fn promises(&self) -> Promises {
        self.scheme.promises()
    }
}

impl<S: Integrator> StressRule for Frozen<S> {
    fn linear(&self) -> LinearRule {
        self.scheme.linear()
    }
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        rate: &[f64; E],
    ) -> StageStress<E> {
        let factor = match law.account() {
            Account::Elastic => 1.0,
            Account::Gravity | Account::Loads | Account::Motors => self.factor,
        };
        let law = FrozenLaw {
            law,
            time: self.time,
            factor,
        };
        self.scheme.stress(&law, start, ends, rate)
    }
}

/// A law whose applied part is that of one instant.
struct FrozenLaw<'a, F> {
    law: &'a F,
    time: f64,
    factor: f64,
}

impl<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>> Strain<N, P, E>
    for FrozenLaw<'_, F>
{
    fn nodes(&self) -> &[NodeIndex; N] {
        self.law.nodes()
    }
    fn attachments(&self) -> &[Attachment; P] {
        self.law.attachments()
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, E> {
        self.law.measure(p_i, p_y, w)
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; E],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        self.law.coupling(p_i, p_y, w, sigma, visit);
    }
}

impl<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>> ForceLaw<N, P, E>
    for FrozenLaw<'_, F>
{
    fn account(&self) -> Account {
        self.law.account()
    }
    fn energy(&self, e: &[f64; E]) -> f64 {
        self.law.energy(e)
    }
    fn elastic(&self, x: &[f64; E], y: &[f64; E]) -> SecantStress<E> {
        self.law.elastic(x, y)
    }
    fn modulus(&self, e: &[f64; E]) -> [[f64; E]; E] {
        self.law.modulus(e)
    }
    fn viscous(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> SecantStress<E> {
        self.law.viscous(x, y, dt)
    }
    fn viscous_at(&self, e: &[f64; E], rate: &[f64; E]) -> SecantStress<E> {
        self.law.viscous_at(e, rate)
    }
    fn applied(&self, _t: f64, e: &[f64; E], rate: &[f64; E]) -> SecantStress<E> {
        let mut applied = self.law.applied(self.time, e, rate);
        applied.sigma.iter_mut().for_each(|s| *s *= self.factor);
        for d in [&mut applied.d_start, &mut applied.d_end] {
            d.iter_mut().flatten().for_each(|x| *x *= self.factor);
        }
        applied
    }
    fn round_off(&self) -> [NodeNoise; N] {
        self.law.round_off()
    }
}

//! Laws that depend on what they remember: the same law, with its memory, as schemes see it in a step.

use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, Memory, SecantStress, Strain,
};

/// Stresses of a law that depend on its memory. Without any they are those of a long rest.
pub trait WithMemory<const E: usize> {
    /// See [`ForceLaw::elastic`].
    fn elastic_in(&self, _memory: Memory, _x: &[f64; E], _y: &[f64; E]) -> SecantStress<E> {
        SecantStress::zero()
    }
    /// See [`ForceLaw::viscous`].
    fn viscous_in(&self, memory: Memory, x: &[f64; E], y: &[f64; E], dt: f64) -> SecantStress<E>;
    /// See [`ForceLaw::viscous_at`].
    fn viscous_at_in(&self, memory: Memory, e: &[f64; E], rate: &[f64; E]) -> SecantStress<E>;
}

/// A law in a step.
#[derive(Debug)]
pub struct InStep<'a, F> {
    /// The law.
    pub law: &'a F,
    /// What it remembers.
    pub memory: Memory<'a>,
}

impl<const N: usize, const P: usize, const E: usize, F: Strain<N, P, E>> Strain<N, P, E>
    for InStep<'_, F>
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

impl<const N: usize, const P: usize, const E: usize, F> ForceLaw<N, P, E> for InStep<'_, F>
where
    F: ForceLaw<N, P, E> + WithMemory<E>,
{
    fn account(&self) -> Account {
        self.law.account()
    }
    fn elastic(&self, x: &[f64; E], y: &[f64; E]) -> SecantStress<E> {
        self.law.elastic_in(self.memory, x, y)
    }
    fn modulus(&self, e: &[f64; E]) -> [[f64; E]; E] {
        // The weight of the numerical dissipation, which the books ask for without a memory.
        self.law.modulus(e)
    }
    fn viscous(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> SecantStress<E> {
        self.law.viscous_in(self.memory, x, y, dt)
    }
    fn viscous_at(&self, e: &[f64; E], rate: &[f64; E]) -> SecantStress<E> {
        self.law.viscous_at_in(self.memory, e, rate)
    }
}

/// The stresses of a [`ForceLaw`] with a memory: those of [`WithMemory`].
macro_rules! stresses_with_memory {
    ($e:literal) => {
        fn elastic(&self, x: &[f64; $e], y: &[f64; $e]) -> SecantStress<$e> {
            self.elastic_in(Memory::NONE, x, y)
        }
        fn viscous(&self, x: &[f64; $e], y: &[f64; $e], dt: f64) -> SecantStress<$e> {
            self.viscous_in(Memory::NONE, x, y, dt)
        }
        fn viscous_at(&self, e: &[f64; $e], rate: &[f64; $e]) -> SecantStress<$e> {
            self.viscous_at_in(Memory::NONE, e, rate)
        }
        fn stage_stress(
            &self,
            rule: &impl StressRule,
            start: &[f64; $e],
            ends: &[[f64; $e]; STAGES],
            rate: &[f64; $e],
            memory: Memory,
        ) -> [[f64; $e]; STAGES] {
            rule.stress(&InStep { law: self, memory }, start, ends, rate)
                .sigma
        }
        fn assemble(
            &self,
            iv: &Intervals,
            rule: &impl StressRule,
            _linear: &LinearRule,
            start: &StartStrain<$e>,
            pair: usize,
            sink: &mut impl Sink,
        ) {
            let memory = start.memory;
            wrench::assemble_force(&InStep { law: self, memory }, iv, rule, start, pair, sink);
        }
    };
}
pub(super) use stresses_with_memory;

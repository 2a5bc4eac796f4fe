//! What the kernel asks of the law of a piece.

use super::assembly;
use super::piece::{ATTACHED, NODES, ReducedPiece, STRAINS};
use crate::mechanics::interaction::{
    Account, ForceLaw, Memory, NodeNoise, Now, SecantStress, StartStrain, Strain,
};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink, StressRule};

type Strains = [f64; STRAINS];

impl ReducedPiece {
    /// Stress of strains.
    pub(super) fn stress(&self, e: &Strains) -> Strains {
        let used = 3 * self.common.count;
        let mut sigma = [0.0; STRAINS];
        for (out, row) in sigma.iter_mut().zip(&self.common.stiffness[..used]) {
            *out = row[..used].iter().zip(e).map(|(k, e)| k * e).sum();
        }
        sigma
    }

    /// `x K x`.
    fn form(&self, x: &Strains) -> f64 {
        self.stress(x).iter().zip(x).map(|(s, x)| s * x).sum()
    }

    /// Stress that a scheme makes of strains at stage `y`.
    pub(super) fn stage(
        &self,
        rule: &LinearRule,
        y: usize,
        start: &Strains,
        ends: &[Strains; STAGES],
        rate: &Strains,
    ) -> Strains {
        let damping = self.common.damping;
        let mut e = [0.0; STRAINS];
        for k in 0..3 * self.common.count {
            e[k] = (rule.elastic_start[y] + damping * rule.viscous_start[y]) * start[k]
                + damping * rule.viscous_rate[y] * rate[k];
            for x in 0..STAGES {
                e[k] += self.share(rule, y, x) * ends[x][k];
            }
        }
        self.stress(&e)
    }

    /// Factor of the stiffness in the derivative of the stress of stage `y` with respect to the strains of stage `x`.
    pub(super) fn share(&self, rule: &LinearRule, y: usize, x: usize) -> f64 {
        rule.elastic_ends[y][x] + self.common.damping * rule.viscous_ends[y][x]
    }
}

impl ForceLaw<NODES, ATTACHED, STRAINS> for ReducedPiece {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &Strains) -> f64 {
        0.5 * self.form(e)
    }
    fn elastic(&self, x: &Strains, y: &Strains) -> SecantStress<STRAINS> {
        let mean = std::array::from_fn(|k| 0.5 * (x[k] + y[k]));
        let half = self.common.stiffness.map(|row| row.map(|k| 0.5 * k));
        SecantStress {
            sigma: self.stress(&mean),
            d_start: half,
            d_end: half,
        }
    }
    fn modulus(&self, _e: &Strains) -> [Strains; STRAINS] {
        self.common.stiffness
    }
    fn modulus_form(&self, _e: &Strains, x: &Strains) -> f64 {
        self.form(x)
    }
    fn viscous(&self, x: &Strains, y: &Strains, dt: f64) -> SecantStress<STRAINS> {
        let factor = self.common.damping / dt;
        let change = std::array::from_fn(|k| factor * (y[k] - x[k]));
        SecantStress {
            sigma: self.stress(&change),
            d_end: self.common.stiffness.map(|row| row.map(|k| factor * k)),
            ..SecantStress::zero()
        }
    }
    fn viscous_work(&self, x: &Strains, y: &Strains, dt: f64) -> f64 {
        if self.common.damping == 0.0 {
            return 0.0;
        }
        let change = std::array::from_fn(|k| y[k] - x[k]);
        self.common.damping / dt * self.form(&change)
    }
    fn viscous_at(&self, _e: &Strains, rate: &Strains) -> SecantStress<STRAINS> {
        let damping = self.common.damping;
        SecantStress {
            sigma: self.stress(&rate.map(|r| damping * r)),
            d_start: self.common.stiffness.map(|row| row.map(|k| damping * k)),
            ..SecantStress::zero()
        }
    }
    fn damping_time(&self) -> f64 {
        self.common.damping
    }
    fn stress_at(&self, _t: f64, e: &Strains, rate: &Strains) -> Strains {
        let damping = self.common.damping;
        self.stress(&std::array::from_fn(|k| e[k] + damping * rate[k]))
    }
    fn stage_stress(
        &self,
        rule: &impl StressRule,
        start: &Strains,
        ends: &[Strains; STAGES],
        rate: &Strains,
        _memory: Memory,
    ) -> [Strains; STAGES] {
        let linear = rule.linear();
        std::array::from_fn(|y| self.stage(&linear, y, start, ends, rate))
    }
    fn energy_per_digit(&self, stages: &[NodeStage], e: &Strains) -> f64 {
        let sum: f64 = self.stress(e).iter().map(|s| s.abs()).sum();
        // Displacements that are mostly a rotation against the axes cancel in the energy, their last digits do not (rb.6).
        let used = 3 * self.common.count;
        let rows = self.common.stiffness[..used].iter().zip(e);
        let terms = rows.map(|(row, e_k)| {
            let row = row[..used].iter().zip(e);
            e_k.abs() * row.map(|(k, e)| (k * e).abs()).sum::<f64>()
        });
        sum * (self.reach() + stages[self.nodes[1]].r.norm()) + 0.5 * terms.sum::<f64>()
    }
    fn round_off(&self) -> [NodeNoise; NODES] {
        self.common.noise
    }
    const OBSERVED: usize = 1;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        out[0] = self.energy(&self.value_at(at.stages));
    }
    fn assemble(
        &self,
        iv: &Intervals,
        _rule: &impl StressRule,
        linear: &LinearRule,
        start: &StartStrain<STRAINS>,
        pair: usize,
        sink: &mut impl Sink,
    ) {
        assembly::assemble(self, iv, linear, start, pair, sink);
    }
}

impl ReducedPiece {
    /// Largest component of a place at rest [m].
    fn reach(&self) -> f64 {
        self.common.rest.iter().fold(0.0, |a, x| a.max(x.abs()))
    }
}

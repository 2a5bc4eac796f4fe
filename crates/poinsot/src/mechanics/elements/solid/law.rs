//! What the kernel asks of the law of a solid element.

use super::assembly;
use super::element::{Solid, projects, six, swells};
use super::observe::{self, OBSERVED_PER_POINT};
use super::viscosity::Viscosity;
use crate::mechanics::interaction::{
    Account, ForceLaw, Memory, NodeNoise, Now, SecantStress, StartStrain,
};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink, StressRule};

/// Puts a stress and its derivatives where the strains from number `first` on are.
fn put<const A: usize, const E: usize>(
    s: &SecantStress<A>,
    first: usize,
    out: &mut SecantStress<E>,
) {
    for r in 0..A {
        out.sigma[first + r] = s.sigma[r];
        for c in 0..A {
            out.d_start[first + r][first + c] = s.d_start[r][c];
            out.d_end[first + r][first + c] = s.d_end[r][c];
        }
    }
}

impl<const N: usize, const G: usize, const E: usize> Solid<N, G, E> {
    /// Sum of something by volume that viscosity has at each point.
    fn over_points(&self, at: impl Fn(&Viscosity, usize) -> f64) -> f64 {
        match &self.common.viscosity {
            Some(v) => (0..G).map(|g| self.common.volumes[g] * at(v, g)).sum(),
            None => 0.0,
        }
    }
}

impl<const N: usize, const G: usize, const E: usize> ForceLaw<N, N, E> for Solid<N, G, E> {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; E]) -> f64 {
        let points = (0..G).map(|g| self.point_law(g).energy(&six(e, g)));
        let mut sum: f64 = points.sum();
        if projects(G, E) {
            sum += self.volume_law().energy(&swells::<G, E>(e));
        }
        sum
    }
    fn elastic(&self, x: &[f64; E], y: &[f64; E]) -> SecantStress<E> {
        let mut out = SecantStress::zero();
        for g in 0..G {
            let s = self.point_law(g).elastic(&six(x, g), &six(y, g));
            put(&s, 6 * g, &mut out);
        }
        if projects(G, E) {
            let (x, y) = (swells::<G, E>(x), swells::<G, E>(y));
            put(&self.volume_law().elastic(&x, &y), 6 * G, &mut out);
        }
        out
    }
    fn modulus(&self, e: &[f64; E]) -> [[f64; E]; E] {
        let mut out = [[0.0; E]; E];
        for g in 0..G {
            let m = self.point_law(g).modulus(&six(e, g));
            for r in 0..6 {
                for c in 0..6 {
                    out[6 * g + r][6 * g + c] = m[r][c];
                }
            }
        }
        if projects(G, E) {
            for (r, row) in self.common.bulk.chunks_exact(G).enumerate() {
                out[6 * G + r][6 * G..].copy_from_slice(row);
            }
        }
        out
    }
    fn modulus_form(&self, e: &[f64; E], x: &[f64; E]) -> f64 {
        let mut sum = 0.0;
        for g in 0..G {
            let (m, x) = (self.point_law(g).modulus(&six(e, g)), six(x, g));
            for r in 0..6 {
                for c in 0..6 {
                    sum += x[r] * m[r][c] * x[c];
                }
            }
        }
        if projects(G, E) {
            sum += 2.0 * self.volume_law().energy(&swells::<G, E>(x));
        }
        sum
    }
    fn viscous(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> SecantStress<E> {
        let mut out = SecantStress::zero();
        for g in 0..G {
            let s = self.point_law(g).viscous(&six(x, g), &six(y, g), dt);
            put(&s, 6 * g, &mut out);
        }
        out
    }
    fn viscous_at(&self, e: &[f64; E], rate: &[f64; E]) -> SecantStress<E> {
        let mut out = SecantStress::zero();
        for g in 0..G {
            let s = self.point_law(g).viscous_at(&six(e, g), &six(rate, g));
            put(&s, 6 * g, &mut out);
        }
        out
    }
    fn viscous_work(&self, x: &[f64; E], y: &[f64; E], dt: f64) -> f64 {
        self.over_points(|v, g| v.loss(&six(x, g), &six(y, g), dt))
    }
    fn damping_time(&self) -> f64 {
        self.common.viscosity.as_ref().map_or(0.0, |v| v.time())
    }
    fn memory(&self) -> usize {
        G * self.kept_per_point()
    }
    fn rest(&self, e: &[f64; E], kept: &mut [f64]) {
        if let (Some(v), size @ 1..) = (&self.common.viscosity, self.kept_per_point()) {
            for (g, kept) in kept.chunks_exact_mut(size).enumerate() {
                v.rest(&six(e, g), kept);
            }
        }
    }
    fn remember(&self, start: &[f64; E], end: &[f64; E], dt: f64, kept: &mut [f64]) {
        if let (Some(v), size @ 1..) = (&self.common.viscosity, self.kept_per_point()) {
            for (g, kept) in kept.chunks_exact_mut(size).enumerate() {
                v.remember(&six(start, g), &six(end, g), dt, kept);
            }
        }
    }
    fn kept_energy(&self, e: &[f64; E], kept: &[f64]) -> f64 {
        self.over_points(|v, g| v.kept_energy(self.kept_at(g, kept), &six(e, g)))
    }
    fn kept_loss(&self, start: &[f64; E], end: &[f64; E], memory: Memory) -> f64 {
        self.over_points(|v, g| {
            let kept = self.kept_at(g, memory.kept);
            v.kept_loss(kept, &six(start, g), &six(end, g), memory.dt)
        })
    }
    fn stress_at(&self, t: f64, e: &[f64; E], rate: &[f64; E]) -> [f64; E] {
        let mut out = [0.0; E];
        for g in 0..G {
            let s = self.point_law(g).stress_at(t, &six(e, g), &six(rate, g));
            out[6 * g..6 * g + 6].copy_from_slice(&s);
        }
        if projects(G, E) {
            let swells = swells::<G, E>(e);
            let s = self.volume_law().elastic(&swells, &swells);
            out[6 * G..].copy_from_slice(&s.sigma);
        }
        out
    }
    fn stage_stress(
        &self,
        rule: &impl StressRule,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        rate: &[f64; E],
        memory: Memory,
    ) -> [[f64; E]; STAGES] {
        let mut out = [[0.0; E]; STAGES];
        for g in 0..G {
            let (x, v) = (six(start, g), six(rate, g));
            let y = std::array::from_fn(|y| six(&ends[y], g));
            let s = rule.stress_alone(&self.law_in_step(g, &x, memory), &x, &y, &v);
            for y in 0..STAGES {
                out[y][6 * g..6 * g + 6].copy_from_slice(&s[y]);
            }
        }
        if projects(G, E) {
            let y: [[f64; G]; STAGES] = std::array::from_fn(|y| swells(&ends[y]));
            let (x, v) = (swells(start), swells(rate));
            let s = rule.stress_alone(&self.volume_law(), &x, &y, &v);
            for y in 0..STAGES {
                out[y][6 * G..].copy_from_slice(&s[y]);
            }
        }
        out
    }
    const BOUNDED: bool = true;
    /// The volume must stay positive.
    fn in_domain(
        &self,
        rule: &impl StressRule,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
    ) -> bool {
        let stress = self.stage_stress(rule, start, ends, &[0.0; E], Memory::NONE);
        stress.iter().flatten().all(|s| s.is_finite())
    }
    fn is_upright(&self, stages: &[NodeStage]) -> bool {
        let places = self.places(stages);
        (0..G).all(|g| {
            let [a, b, c] = self.gradient(g, &places);
            a.cross(&b).dot(&c) > 0.0
        })
    }
    fn energy_per_digit(&self, stages: &[NodeStage], e: &[f64; E]) -> f64 {
        let stress = self.stress_at(0.0, e, &[0.0; E]);
        let sum: f64 = stress.iter().map(|s| s.abs()).sum();
        sum * (1.0 + self.steepest() * stages[self.nodes[0]].r.norm())
    }
    const OBSERVED: usize = G * OBSERVED_PER_POINT;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        observe::observe(self, at, out);
    }
    fn round_off(&self) -> [NodeNoise; N] {
        // Strains are of the size of their last digit beside one; the deformation gradient has one more for every metre.
        let (law, steepest) = (self.common.material.stiffness(&[0.0; 6]), self.steepest());
        let largest = law.iter().flatten().fold(0.0f64, |a, x| a.max(x.abs()));
        let mut out = [NodeNoise::default(); N];
        for g in 0..G {
            let bulk = self.common.bulk.get(g * (G + 1)).copied().unwrap_or(0.0);
            let stress = f64::EPSILON * (largest * self.common.volumes[g] + bulk);
            for k in 0..N {
                let noise = stress * self.common.slopes[g][k].norm();
                out[k].size[0][0] += noise;
                out[k].size[1][0] += noise * steepest;
            }
        }
        out
    }
    fn assemble(
        &self,
        iv: &Intervals,
        rule: &impl StressRule,
        _linear: &LinearRule,
        start: &StartStrain<E>,
        pair: usize,
        sink: &mut impl Sink,
    ) {
        assembly::assemble(self, iv, rule, start, pair, sink);
    }
}

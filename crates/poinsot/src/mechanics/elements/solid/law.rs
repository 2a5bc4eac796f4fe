//! What the kernel asks of the law of a solid element.

use super::assembly;
use super::element::{Solid, projects, six, swells};
use crate::mechanics::interaction::{Account, ForceLaw, NodeNoise, SecantStress, StartStrain};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink, StressRule};

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
            for r in 0..6 {
                out.sigma[6 * g + r] = s.sigma[r];
                for c in 0..6 {
                    out.d_start[6 * g + r][6 * g + c] = s.d_start[r][c];
                    out.d_end[6 * g + r][6 * g + c] = s.d_end[r][c];
                }
            }
        }
        if projects(G, E) {
            let (x, y) = (swells::<G, E>(x), swells::<G, E>(y));
            let s = self.volume_law().elastic(&x, &y);
            for r in 0..G {
                out.sigma[6 * G + r] = s.sigma[r];
                for c in 0..G {
                    out.d_start[6 * G + r][6 * G + c] = s.d_start[r][c];
                    out.d_end[6 * G + r][6 * G + c] = s.d_end[r][c];
                }
            }
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
    fn viscous_work(&self, _x: &[f64; E], _y: &[f64; E], _dt: f64) -> f64 {
        0.0
    }
    fn damping_time(&self) -> f64 {
        0.0
    }
    fn stress_at(&self, _t: f64, e: &[f64; E], _rate: &[f64; E]) -> [f64; E] {
        let mut out = [0.0; E];
        for g in 0..G {
            let s = self.point_law(g).elastic(&six(e, g), &six(e, g));
            out[6 * g..6 * g + 6].copy_from_slice(&s.sigma);
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
    ) -> [[f64; E]; STAGES] {
        let mut out = [[0.0; E]; STAGES];
        for g in 0..G {
            let (x, v) = (six(start, g), six(rate, g));
            let y = std::array::from_fn(|y| six(&ends[y], g));
            let s = rule.stress(&self.point_law(g), &x, &y, &v);
            for y in 0..STAGES {
                out[y][6 * g..6 * g + 6].copy_from_slice(&s.sigma[y]);
            }
        }
        if projects(G, E) {
            let y: [[f64; G]; STAGES] = std::array::from_fn(|y| swells(&ends[y]));
            let (x, v) = (swells(start), swells(rate));
            let s = rule.stress(&self.volume_law(), &x, &y, &v);
            for y in 0..STAGES {
                out[y][6 * G..].copy_from_slice(&s.sigma[y]);
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
        let stress = self.stage_stress(rule, start, ends, &[0.0; E]);
        stress.iter().flatten().all(|s| s.is_finite())
    }
    fn energy_per_digit(&self, stages: &[NodeStage], e: &[f64; E]) -> f64 {
        let stress = self.stress_at(0.0, e, &[0.0; E]);
        let sum: f64 = stress.iter().map(|s| s.abs()).sum();
        sum * (1.0 + self.steepest() * stages[self.nodes[0]].r.norm())
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

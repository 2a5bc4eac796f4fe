//! Wrenches and tangent blocks of field elements with a linear law.
//!
//! The same results as [`wrench::assemble_force`](crate::mechanics::wrench::assemble_force) gives for any interaction (a test
//! compares them), at a fraction of the work: stresses act on a few fields instead of many attachments, and are carried to
//! the nodes together. Everything is filled in place: arrays passed around by value would cost as much as the arithmetic.

use super::field::{CARRIED, FieldElement};
use super::field_tangent::tangent;
use crate::math::{V3, V6};
use crate::mechanics::interaction::StartStrain;
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink};

/// What the nodes carry at one state, and the fields and invariants made of it.
#[derive(Clone, Copy)]
pub(super) struct Snapshot<const N: usize, const M: usize, const Q: usize> {
    /// Point of the line relative to the node's origin, then the axes, world components.
    pub arms: [[V3; CARRIED]; N],
    pub z: [V3; M],
    j: [f64; Q],
}

impl<const N: usize, const M: usize, const Q: usize> Snapshot<N, M, Q> {
    fn empty() -> Self {
        Snapshot {
            arms: [[V3::zeros(); CARRIED]; N],
            z: [V3::zeros(); M],
            j: [0.0; Q],
        }
    }

    #[inline(always)]
    fn fill<const P: usize, const E: usize, F: FieldElement<N, P, M, Q, E>>(
        &mut self,
        f: &F,
        stages: &[NodeStage],
    ) {
        let on = f.on();
        let mut points = [V3::zeros(); N];
        let mut origin = V3::zeros();
        for k in 0..N {
            let stage = &stages[on.nodes[k]];
            if on.plain {
                for j in 1..CARRIED {
                    self.arms[k][j] = stage.rot.column(j - 1).into();
                }
            } else {
                for j in 0..CARRIED {
                    self.arms[k][j] = stage.rot * on.common.attachments[CARRIED * k + j].local;
                }
            }
            if k == 0 {
                origin = stage.r + self.arms[0][0];
            }
            // Counted from the first node: small strains keep their digits far from the world's origin.
            points[k] = (stage.r - origin) + self.arms[k][0];
        }
        self.z = f.interpolate(&self.arms, &points);
        self.j = f.invariants(&self.z);
    }
}

/// Strains at one state.
#[inline]
pub(super) fn strain_at<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    stages: &[NodeStage],
) -> [f64; E] {
    let mut snapshot = Snapshot::<N, M, Q>::empty();
    snapshot.fill(f, stages);
    f.strain(&snapshot.j)
}

/// Averages over an interval.
#[derive(Clone, Copy)]
pub(super) struct Mean<const N: usize, const M: usize> {
    /// Lever arms.
    pub arms: [[V3; CARRIED]; N],
    /// Fields.
    pub z: [V3; M],
}

/// Assembles one element.
#[inline]
pub fn assemble<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    rule: &LinearRule,
    before: &StartStrain<E>,
    pair: usize,
    sink: &mut impl Sink,
) {
    if iv.stages == 1 {
        assemble_stages::<N, P, M, Q, E, 1, F>(f, iv, rule, before, pair, sink);
    } else {
        assemble_stages::<N, P, M, Q, E, 2, F>(f, iv, rule, before, pair, sink);
    }
}

#[inline]
fn assemble_stages<
    const N: usize,
    const P: usize,
    const M: usize,
    const Q: usize,
    const E: usize,
    const S: usize,
    F: FieldElement<N, P, M, Q, E>,
>(
    f: &F,
    iv: &Intervals,
    rule: &LinearRule,
    before: &StartStrain<E>,
    pair: usize,
    sink: &mut impl Sink,
) {
    let on = f.on();
    let nodes = &on.nodes;
    let w = iv.rule.end_weight;
    let mut start = Snapshot::<N, M, Q>::empty();
    start.fill(f, iv.start);
    let e_i = before.e;
    let mut ends = [Snapshot::<N, M, Q>::empty(); S];
    let mut e = [[0.0; E]; STAGES];
    for y in 0..S {
        ends[y].fill(f, iv.ends[y]);
    }
    // Not an array: its making would move each point once more.
    let (first, second);
    first = f.point(&start.j, &e_i, &ends[0].j, w);
    let mut points = [&first; S];
    if S == 2 {
        second = f.point(&start.j, &e_i, &ends[1].j, w);
        points[S - 1] = &second;
    }
    for y in 0..S {
        e[y] = f.end_strain(points[y]);
    }
    // Lever arms of the reference line matter only if it has an offset or moments are about a fixed pole.
    let offset = !on.plain || iv.rule.fixed_pole;
    let law = f.law();
    let mut sigma = [[0.0; E]; S];
    for y in 0..S {
        sigma[y] = rule.stress(law, y, &e_i, &e, &before.rate);
        let loaded = Loaded::new(f, iv, y, &start, &ends[y], points[y], &sigma[y]);
        for k in 0..N {
            let n = loaded.carried[k][0];
            let arm = &loaded.mean.arms[k];
            let mut moment = arm[1].cross(&loaded.carried[k][1])
                + arm[2].cross(&loaded.carried[k][2])
                + arm[3].cross(&loaded.carried[k][3]);
            if offset {
                moment += arm[0].cross(&n);
            }
            let wrench = V6::new(n.x, n.y, n.z, moment.x, moment.y, moment.z);
            for r in 0..S {
                let weight = iv.weight[r][y];
                if weight != 0.0 {
                    sink.wrench(nodes[k], r, &(weight * wrench));
                }
            }
        }
    }
    if sink.wants_tangent() {
        // At fixed stress: that of the last correction, if there is one (nw.2).
        if let Some(predicted) = &before.predicted {
            for y in 0..S {
                sigma[y] = rule.stress(law, y, &e_i, predicted, &before.rate);
            }
        }
        tangent::<N, P, M, Q, E, S, F>(
            f, iv, rule, &start, &ends, &points, &sigma, offset, pair, sink,
        );
    }
}

/// Means over an interval and the forces of a stress on them.
pub(super) struct Loaded<const N: usize, const M: usize, const Q: usize> {
    pub mean: Mean<N, M>,
    /// Stress conjugate to the invariants.
    pub g: [f64; Q],
    /// Forces on what the nodes carry.
    pub carried: [[V3; CARRIED]; N],
}

impl<const N: usize, const M: usize, const Q: usize> Loaded<N, M, Q> {
    #[inline(always)]
    pub fn new<const P: usize, const E: usize, F: FieldElement<N, P, M, Q, E>>(
        f: &F,
        iv: &Intervals,
        y: usize,
        start: &Snapshot<N, M, Q>,
        end: &Snapshot<N, M, Q>,
        point: &F::Point,
        sigma: &[f64; E],
    ) -> Self {
        let w = iv.rule.end_weight;
        let mut mean = Mean {
            arms: [[V3::zeros(); CARRIED]; N],
            z: [V3::zeros(); M],
        };
        for k in 0..N {
            for j in 0..CARRIED {
                mean.arms[k][j] = (1.0 - w) * start.arms[k][j] + w * end.arms[k][j];
            }
            if iv.rule.fixed_pole {
                mean.arms[k][0] += w * iv.ends[y][f.on().nodes[k]].step.u;
            }
        }
        for m in 0..M {
            mean.z[m] = (1.0 - w) * start.z[m] + w * end.z[m];
        }
        let g = f.pull(point, sigma);
        let mut force = [V3::zeros(); M];
        for t in F::PRODUCTS {
            let x = t.c * g[t.q];
            force[t.m] += x * mean.z[t.n];
            force[t.n] += x * mean.z[t.m];
        }
        let mut carried = [[V3::zeros(); CARRIED]; N];
        f.spread(&force, &mut carried);
        Loaded { mean, g, carried }
    }
}

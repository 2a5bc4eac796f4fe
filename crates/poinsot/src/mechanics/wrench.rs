//! The one place that turns stresses on intervals into wrenches and tangent blocks.
//!
//! Row `r` of a node (0: balance at the end, 1: balance of the inner stage) receives
//! `sum_y weight[r][y] * A_y(sigma_y)`, where `A_y` is the wrench (wr.1) on the interval
//! i -> y. Stage 0 is the end of the step, stage 1 the inner one.

use super::attachment::{Attached, IntervalRule};
use super::interaction::{Constraint, Coupling, ForceLaw, Measure, Now, StartStrain, Strain};
use super::node::{NodeKind, NodeStage, NodeVelocity};
use crate::math::{M3, M6, V3, V6};
use crate::mechanics::index::{NodeIndex, RowIndex};

pub use super::linear_rule::LinearRule;

/// Most stages a scheme has.
pub const STAGES: usize = 2;

/// The states of all nodes that a step works with, and how a scheme combines intervals between them.
#[derive(Clone, Copy, Debug)]
pub struct Intervals<'a> {
    /// Kinds of the nodes.
    pub kinds: &'a [NodeKind],
    /// All nodes at the start.
    pub start: &'a [NodeStage],
    /// All nodes at each stage.
    pub ends: [&'a [NodeStage]; STAGES],
    /// Number of stages in use.
    pub stages: usize,
    /// Averaging rule and pole.
    pub rule: IntervalRule,
    /// Weight of the wrench of stage `y` in row `r`.
    pub weight: [[f64; STAGES]; STAGES],
    /// Time at the start [s].
    pub t_start: f64,
    /// Times of the stages [s].
    pub times: [f64; STAGES],
}

/// Receives what interactions contribute.
pub trait Sink {
    /// Whether tangent blocks are wanted.
    fn wants_tangent(&self) -> bool;
    /// Adds a wrench to row `r` of a node.
    fn wrench(&mut self, node: NodeIndex, r: usize, w: &V6);
    /// Adds to the gap of constraint row `row` at stage `y`; `magnitude` is the size of the terms in it.
    fn gap(&mut self, row: RowIndex, y: usize, value: f64, magnitude: f64);
    /// Adds to the derivative of row `r` of the first node of `pair` with respect to stage `y` of the second.
    fn block(&mut self, pair: usize, r: usize, y: usize, m: &M6);
    /// The same between two nodes that are points.
    #[inline]
    fn point_block(&mut self, pair: usize, r: usize, y: usize, m: &M3) {
        let mut whole = M6::zeros();
        whole.fixed_view_mut::<3, 3>(0, 0).copy_from(m);
        self.block(pair, r, y, &whole);
    }
    /// Adds to the derivatives that couple constraint row `row` with local node `a` of the interaction at stage `y`:
    /// the force per unit multiplier and the gradient of the gap.
    fn multiplier(&mut self, row: RowIndex, y: usize, node: LinkNode, force: &V6, gradient: &V6);
}

/// Any sink behind one type. What is assembled rarely goes here, so that elements are compiled for it once, and for steps once.
pub struct AnySink<'a>(pub &'a mut dyn Sink);

impl Sink for AnySink<'_> {
    fn wants_tangent(&self) -> bool {
        self.0.wants_tangent()
    }
    fn wrench(&mut self, node: NodeIndex, r: usize, w: &V6) {
        self.0.wrench(node, r, w);
    }
    fn gap(&mut self, row: RowIndex, y: usize, value: f64, magnitude: f64) {
        self.0.gap(row, y, value, magnitude);
    }
    fn block(&mut self, pair: usize, r: usize, y: usize, m: &M6) {
        self.0.block(pair, r, y, m);
    }
    fn point_block(&mut self, pair: usize, r: usize, y: usize, m: &M3) {
        self.0.point_block(pair, r, y, m);
    }
    fn multiplier(&mut self, row: RowIndex, y: usize, node: LinkNode, force: &V6, gradient: &V6) {
        self.0.multiplier(row, y, node, force, gradient);
    }
}

/// A node of an interaction: its index in the system and the place of the interaction's entry in the scatter map.
#[derive(Clone, Copy, Debug)]
pub struct LinkNode {
    /// Index in the system.
    pub node: NodeIndex,
    /// Position in the constraint part of the scatter map.
    pub entry: usize,
}

/// Attachments on the interval i -> y.
pub fn attach<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    iv: &Intervals,
    y: usize,
) -> [Attached; P] {
    let nodes = s.nodes();
    let atts = s.attachments();
    std::array::from_fn(|k| {
        let n = nodes[atts[k].node];
        atts[k].between(iv.kinds[n], &iv.start[n], &iv.ends[y][n], iv.rule)
    })
}

/// Attachment values at the two ends.
pub fn values<const P: usize>(at: &[Attached; P]) -> ([V3; P], [V3; P]) {
    (
        std::array::from_fn(|k| at[k].p_i),
        std::array::from_fn(|k| at[k].p_y),
    )
}

/// Strains on the interval i -> y.
pub fn measure<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    iv: &Intervals,
    y: usize,
) -> ([Attached; P], Measure<P, E>) {
    let at = attach(s, iv, y);
    let (p_i, p_y) = values(&at);
    let m = s.measure(&p_i, &p_y, iv.rule.end_weight);
    (at, m)
}

/// Values of the attachments at one state.
pub fn points_at<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    stages: &[NodeStage],
) -> [V3; P] {
    std::array::from_fn(|k| {
        let a = &s.attachments()[k];
        a.at(&stages[s.nodes()[a.node]])
    })
}

/// Attachments and strains at one state: the degenerate interval.
pub fn measure_at<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    kinds: &[NodeKind],
    stages: &[NodeStage],
) -> ([Attached; P], Measure<P, E>) {
    let rule = IntervalRule {
        end_weight: 1.0,
        fixed_pole: false,
    };
    let at: [Attached; P] = std::array::from_fn(|k| {
        let a = &s.attachments()[k];
        let n = s.nodes()[a.node];
        a.between(kinds[n], &stages[n], &stages[n], rule)
    });
    let (p_i, p_y) = values(&at);
    (at, s.measure(&p_i, &p_y, rule.end_weight))
}

/// Rates of the strains at one state from the velocities of the nodes.
pub fn strain_rates<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    stages: &[NodeStage],
    velocities: &[NodeVelocity],
) -> [f64; E] {
    let (nodes, atts) = (s.nodes(), s.attachments());
    let p = points_at(s, stages);
    let p_dot: [V3; P] = std::array::from_fn(|k| {
        let n = nodes[atts[k].node];
        let omega_W = stages[n].rot * velocities[n].omega;
        atts[k].rate(&stages[n], &velocities[n].v, &omega_W)
    });
    s.rates(&p, &p_dot)
}

/// Changes of the strains with small changes `(du, dtheta)` of the increments of the nodes, at one state of them.
pub fn strain_changes<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    stages: &[NodeStage],
    change: &impl Fn(NodeIndex) -> [V3; 2],
) -> [f64; E] {
    let (nodes, atts) = (s.nodes(), s.attachments());
    let moved: [[V3; 2]; N] = std::array::from_fn(|a| {
        let [du, dtheta] = change(nodes[a]);
        [du, stages[nodes[a]].h * dtheta]
    });
    let p = points_at(s, stages);
    let p_dot: [V3; P] = std::array::from_fn(|k| {
        let [du, turn] = &moved[atts[k].node];
        atts[k].rate(&stages[nodes[atts[k].node]], du, turn)
    });
    s.rates(&p, &p_dot)
}

/// Whole stress of an interaction at one instant.
pub fn stress_now<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
    f: &F,
    at: &Now,
) -> [f64; E] {
    let rates = strain_rates(f, at.stages, at.velocities);
    f.stress_at(at.time, &f.value_at(at.stages), &rates)
}

/// Generalized forces per unit stress, `[strain][node]`.
pub fn forces_per_stress<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    at: &[Attached; P],
    m: &Measure<P, E>,
) -> [[V6; N]; E] {
    let atts = s.attachments();
    let mut f = [[V6::zeros(); N]; E];
    for e in 0..E {
        for k in 0..P {
            f[e][atts[k].node] += at[k].transfer(&m.secant[e][k]);
        }
    }
    f
}

/// Gradients of the strains with respect to the increments, `[strain][node]`.
pub fn gradients<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    at: &[Attached; P],
    m: &Measure<P, E>,
) -> [[V6; N]; E] {
    let atts = s.attachments();
    let mut g = [[V6::zeros(); N]; E];
    for e in 0..E {
        for k in 0..P {
            g[e][atts[k].node] += at[k].pull_back(&m.gradient[e][k]);
        }
    }
    g
}

/// Derivative of the wrench of a fixed stress on the interval, `[row node][column node]`.
pub fn geometric<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    at: &[Attached; P],
    m: &Measure<P, E>,
    sigma: &[f64; E],
    w: f64,
) -> [[M6; N]; N] {
    let atts = s.attachments();
    let mut k_geo = [[M6::zeros(); N]; N];
    let spins: [M3; P] = std::array::from_fn(|k| at[k].spin());
    // The lever arms move with the end state.
    for k in 0..P {
        let mut force = V3::zeros();
        for e in 0..E {
            force += sigma[e] * m.secant[e][k];
        }
        let a = atts[k].node;
        at[k].add_transfer_derivative(&force, &spins[k], &mut k_geo[a][a]);
    }
    // The secants move with the end state.
    add_couplings(s, at, &spins, sigma, w, &mut k_geo);
    k_geo
}

/// Adds the change of the secants with the attachments, times a fixed stress.
fn add_couplings<const N: usize, const P: usize, const E: usize, S: Strain<N, P, E>>(
    s: &S,
    at: &[Attached; P],
    spins: &[M3; P],
    sigma: &[f64; E],
    w: f64,
    k_geo: &mut [[M6; N]; N],
) {
    let atts = s.attachments();
    let (p_i, p_y) = values(at);
    s.coupling(&p_i, &p_y, w, sigma, &mut |k, l, c| {
        let block = &mut k_geo[atts[k].node][atts[l].node];
        match c {
            Coupling::Scalar(x) => at[k].add_scalar_coupling(&at[l], &spins[l], x, block),
            Coupling::Matrix(x) => *block += at[k].transfer_matrix() * (x * at[l].derivative()),
        }
    });
}

/// Assembles a constraint: wrenches of its multipliers, gaps, and their derivatives.
///
/// `lambda[y]` are the multipliers of stage `y`; `first_row` numbers its rows in the system.
pub fn assemble_constraint<
    const N: usize,
    const P: usize,
    const E: usize,
    C: Constraint<N, P, E>,
>(
    c: &C,
    iv: &Intervals,
    lambda: &[[f64; E]; STAGES],
    first_row: RowIndex,
    pair: usize,
    entry: usize,
    sink: &mut impl Sink,
) {
    let nodes = c.nodes();
    for y in 0..iv.stages {
        let (at, m) = measure(c, iv, y);
        let f = forces_per_stress(c, &at, &m);
        for r in 0..iv.stages {
            let weight = iv.weight[r][y];
            if weight == 0.0 {
                continue;
            }
            for e in 0..E {
                for a in 0..N {
                    sink.wrench(nodes[a], r, &(weight * lambda[y][e] * f[e][a]));
                }
            }
        }
        let target = c.target(iv.times[y]);
        for e in 0..E {
            let mut magnitude = target[e].abs();
            for k in 0..P {
                magnitude += m.gradient[e][k].norm() * at[k].p_y.norm();
            }
            sink.gap(first_row.plus(e), y, m.e[e] - target[e], magnitude);
        }
        if !sink.wants_tangent() {
            continue;
        }
        let g = gradients(c, &at, &m);
        for e in 0..E {
            for a in 0..N {
                let node = LinkNode {
                    node: nodes[a],
                    entry: entry + (e * iv.stages + y) * N + a,
                };
                sink.multiplier(first_row.plus(e), y, node, &f[e][a], &g[e][a]);
            }
        }
        let k_geo = geometric(c, &at, &m, &lambda[y], iv.rule.end_weight);
        add_pairs(&k_geo, iv, y, y, nodes, pair, sink);
    }
}

/// Stresses of all stages and their derivatives, `tangent[y][x] = d sigma_y / d e_x`.
#[derive(Clone, Copy, Debug)]
pub struct StageStress<const E: usize> {
    /// Stress of each stage.
    pub sigma: [[f64; E]; STAGES],
    /// Derivatives.
    pub tangent: [[[[f64; E]; E]; STAGES]; STAGES],
}

impl<const E: usize> StageStress<E> {
    /// No stress.
    pub fn zero() -> Self {
        StageStress {
            sigma: [[0.0; E]; STAGES],
            tangent: [[[[0.0; E]; E]; STAGES]; STAGES],
        }
    }

    /// Whether there is neither a stress nor a derivative of one.
    fn is_nothing(&self) -> bool {
        let stresses = self.sigma.iter().flatten();
        let derivatives = self.tangent.iter().flatten().flatten().flatten();
        stresses.chain(derivatives).all(|x| *x == 0.0)
    }
}

/// How a scheme turns strains at its stages into stresses on its intervals.
pub trait StressRule {
    /// The same for linear laws, as a table.
    fn linear(&self) -> LinearRule;

    /// Stresses for strains `start` at i and `ends` at the stages.
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        start_rate: &[f64; E],
    ) -> StageStress<E>;

    /// The same without derivatives.
    fn stress_alone<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        start_rate: &[f64; E],
    ) -> [[f64; E]; STAGES] {
        self.stress(law, start, ends, start_rate).sigma
    }

    /// Stress that a search for equilibria lends to the tangent alone (eq.6). Steps in time lend nothing.
    fn lent<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        _law: &F,
    ) -> Option<[f64; E]> {
        None
    }
}

/// Assembles an interaction with a law.
pub fn assemble_force<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
    law: &F,
    iv: &Intervals,
    rule: &impl StressRule,
    start: &StartStrain<E>,
    pair: usize,
    sink: &mut impl Sink,
) {
    let nodes = law.nodes();
    let stage: [_; STAGES] = std::array::from_fn(|y| measure(law, iv, y.min(iv.stages - 1)));
    let e_y: [[f64; E]; STAGES] = std::array::from_fn(|y| stage[y].1.e);
    let stress = rule.stress(law, &start.e, &e_y, &start.rate);
    if start.predicted.is_none() && stress.is_nothing() && rule.lent(law).is_none() {
        // Shapes that do not touch: most pairs of most steps.
        return;
    }
    let mut f = [[[V6::zeros(); N]; E]; STAGES];
    for y in 0..iv.stages {
        let (at, m) = &stage[y];
        f[y] = forces_per_stress(law, at, m);
        for r in 0..iv.stages {
            let weight = iv.weight[r][y];
            for e in 0..E {
                for a in 0..N {
                    sink.wrench(nodes[a], r, &(weight * stress.sigma[y][e] * f[y][e][a]));
                }
            }
        }
    }
    if !sink.wants_tangent() {
        return;
    }
    // At fixed stress: that of the last correction, if there is one (nw.2).
    let held = match &start.predicted {
        Some(e) => rule.stress(law, &start.e, e, &start.rate).sigma,
        None => stress.sigma,
    };
    for y in 0..iv.stages {
        let (at, m) = &stage[y];
        let mut k_geo = geometric(law, at, m, &held[y], iv.rule.end_weight);
        if let Some(lent) = rule.lent(law) {
            let spins: [M3; P] = std::array::from_fn(|k| at[k].spin());
            add_couplings(law, at, &spins, &lent, iv.rule.end_weight, &mut k_geo);
        }
        add_pairs(&k_geo, iv, y, y, nodes, pair, sink);
        for x in 0..iv.stages {
            let g = gradients(law, &stage[x].0, &stage[x].1);
            let mut k_mat = [[M6::zeros(); N]; N];
            for d in 0..E {
                for e in 0..E {
                    let c = stress.tangent[y][x][d][e];
                    if c == 0.0 {
                        continue;
                    }
                    for a in 0..N {
                        for b in 0..N {
                            k_mat[a][b] += (c * f[y][d][a]) * g[e][b].transpose();
                        }
                    }
                }
            }
            add_pairs(&k_mat, iv, y, x, nodes, pair, sink);
        }
    }
}

fn add_pairs<const N: usize>(
    k: &[[M6; N]; N],
    iv: &Intervals,
    y: usize,
    x: usize,
    nodes: &[NodeIndex; N],
    pair: usize,
    sink: &mut impl Sink,
) {
    for r in 0..iv.stages {
        let weight = iv.weight[r][y];
        if weight == 0.0 {
            continue;
        }
        for a in 0..N {
            for b in 0..N {
                if iv.kinds[nodes[a]] != NodeKind::Ground && iv.kinds[nodes[b]] != NodeKind::Ground
                {
                    sink.block(pair + a * N + b, r, x, &(weight * k[a][b]));
                }
            }
        }
    }
}

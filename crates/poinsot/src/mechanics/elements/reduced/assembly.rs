//! Forces and tangent blocks of a piece (rb.4).
//!
//! The same results as [`wrench::assemble_force`](crate::mechanics::wrench::assemble_force) gives for any interaction (a test
//! compares them). Stiffness is turned into the world block by block instead of strain by strain.

use super::piece::{NODES, POINTS, ReducedPiece, STRAINS};
use crate::math::{M3, M6, V3, V6, skew};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::StartStrain;
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::{Intervals, LinearRule, STAGES, Sink};

/// Axes and places at one state, or means over an interval.
#[derive(Clone, Copy)]
struct Course {
    axes: M3,
    arms: [V3; POINTS],
}

impl Course {
    fn new((axes, arms): ([V3; 3], [V3; POINTS])) -> Self {
        let axes = M3::from_columns(&axes);
        Course { axes, arms }
    }

    fn mean(&self, end: &Self, w: f64) -> Self {
        Course {
            axes: (1.0 - w) * self.axes + w * end.axes,
            arms: std::array::from_fn(|a| (1.0 - w) * self.arms[a] + w * end.arms[a]),
        }
    }

    /// Moments on the frame per stress of a point: columns `d_i x arm`.
    fn levers(&self, a: usize) -> M3 {
        -skew(&self.arms[a]) * self.axes
    }
}

/// Three components of one point.
fn three(x: &[f64; STRAINS], a: usize) -> V3 {
    V3::new(x[3 * a], x[3 * a + 1], x[3 * a + 2])
}

pub(super) fn assemble(
    f: &ReducedPiece,
    iv: &Intervals,
    rule: &LinearRule,
    start: &StartStrain<STRAINS>,
    pair: usize,
    sink: &mut impl Sink,
) {
    let (count, w) = (f.common.count, iv.rule.end_weight);
    let before = Course::new(f.at(iv.start));
    let ends: [Course; STAGES] =
        std::array::from_fn(|y| Course::new(f.at(iv.ends[y.min(iv.stages - 1)])));
    let mut e = [[0.0; STRAINS]; STAGES];
    for y in 0..iv.stages {
        e[y] = f.value_of(&ends[y]);
    }
    let means: [Course; STAGES] = std::array::from_fn(|y| before.mean(&ends[y], w));
    let mut sigma = [[0.0; STRAINS]; STAGES];
    for y in 0..iv.stages {
        sigma[y] = f.stage(rule, y, &start.e, &e, &start.rate);
        let mean = &means[y];
        let (mut total, mut moment) = (V3::zeros(), V3::zeros());
        for a in 0..count {
            let force = mean.axes * three(&sigma[y], a);
            total += force;
            moment += force.cross(&mean.arms[a]);
            add_wrench(iv, y, f.nodes[2 + a], &force, &V3::zeros(), sink);
        }
        add_wrench(iv, y, f.nodes[1], &-total, &V3::zeros(), sink);
        add_wrench(iv, y, f.nodes[0], &V3::zeros(), &moment, sink);
    }
    if !sink.wants_tangent() {
        return;
    }
    for x in 0..iv.stages {
        let mut tangent = Tangent { f, iv, pair, x };
        tangent.material(rule, &means, &ends[x], sink);
        tangent.geometric(&means[x], &ends[x], &sigma[x], sink);
    }
}

fn add_wrench(iv: &Intervals, y: usize, node: NodeIndex, n: &V3, m: &V3, sink: &mut impl Sink) {
    for r in 0..iv.stages {
        let weight = iv.weight[r][y];
        if weight != 0.0 {
            let wrench = V6::new(n.x, n.y, n.z, m.x, m.y, m.z);
            sink.wrench(node, r, &(weight * wrench));
        }
    }
}

impl ReducedPiece {
    fn value_of(&self, at: &Course) -> [f64; STRAINS] {
        let axes = std::array::from_fn(|i| at.axes.column(i).into());
        self.strains(&axes, &at.arms)
    }

    /// Stiffness between two points.
    fn block(&self, a: usize, b: usize) -> M3 {
        M3::from_fn(|i, j| self.common.stiffness[3 * a + i][3 * b + j])
    }
}

/// Derivatives with respect to the nodes at stage `x`.
struct Tangent<'a> {
    f: &'a ReducedPiece,
    iv: &'a Intervals<'a>,
    pair: usize,
    x: usize,
}

impl Tangent<'_> {
    /// Stresses that follow the strains.
    fn material(
        &mut self,
        rule: &LinearRule,
        means: &[Course; STAGES],
        end: &Course,
        sink: &mut impl Sink,
    ) {
        let (f, count) = (self.f, self.f.common.count);
        let h = self.iv.ends[self.x][f.nodes[0]].h;
        // Strains per rotation of the frame.
        let turned: [M3; POINTS] = std::array::from_fn(|b| end.levers(b).transpose() * h);
        for r in 0..self.iv.stages {
            // Forces on points and moments on the frame in row `r`, per stress that has the whole stiffness.
            let (mut axes, mut levers) = (M3::zeros(), [M3::zeros(); POINTS]);
            for y in 0..self.iv.stages {
                let share = self.iv.weight[r][y] * f.share(rule, y, self.x);
                if share == 0.0 {
                    continue;
                }
                axes += share * means[y].axes;
                for a in 0..count {
                    levers[a] += share * means[y].levers(a);
                }
            }
            let (mut on_frame, mut of_first) = ([M3::zeros(); POINTS], M3::zeros());
            let (mut columns, mut by_turn) = ([M3::zeros(); POINTS], M3::zeros());
            let mut whole_turn = M3::zeros();
            for a in 0..count {
                let (mut row, mut turn) = (M3::zeros(), M3::zeros());
                for b in 0..count {
                    let stiffness = f.block(a, b);
                    let block = axes * stiffness * end.axes.transpose();
                    self.points(2 + a, 2 + b, r, &block, sink);
                    row += block;
                    columns[b] += block;
                    turn += stiffness * turned[b];
                    on_frame[b] += levers[a] * stiffness;
                }
                self.points(2 + a, 1, r, &-row, sink);
                of_first += row;
                self.by_frame(2 + a, r, &(axes * turn), sink);
                by_turn += axes * turn;
                whole_turn += levers[a] * turn;
            }
            let mut frame_row = M3::zeros();
            for b in 0..count {
                self.points(1, 2 + b, r, &-columns[b], sink);
                let moment = on_frame[b] * end.axes.transpose();
                self.on_frame(2 + b, r, &moment, sink);
                frame_row += moment;
            }
            self.points(1, 1, r, &of_first, sink);
            self.by_frame(1, r, &-by_turn, sink);
            self.on_frame(1, r, &-frame_row, sink);
            self.frame_alone(r, &whole_turn, sink);
        }
    }

    /// Directions of fixed stresses.
    fn geometric(
        &mut self,
        mean: &Course,
        end: &Course,
        sigma: &[f64; STRAINS],
        sink: &mut impl Sink,
    ) {
        let (f, w) = (self.f, self.iv.rule.end_weight);
        let h = self.iv.ends[self.x][f.nodes[0]].h;
        for r in 0..self.iv.stages {
            let weight = w * self.iv.weight[r][self.x];
            if weight == 0.0 {
                continue;
            }
            let (mut all, mut moved) = (M3::zeros(), M3::zeros());
            let mut alone = M3::zeros();
            for a in 0..f.common.count {
                let turn = -weight * skew(&(end.axes * three(sigma, a))) * h;
                self.by_frame(2 + a, r, &turn, sink);
                all += turn;
                alone -= skew(&mean.arms[a]) * turn;
                let lever = weight * skew(&(mean.axes * three(sigma, a)));
                self.on_frame(2 + a, r, &lever, sink);
                moved += lever;
            }
            self.by_frame(1, r, &-all, sink);
            self.on_frame(1, r, &-moved, sink);
            self.frame_alone(r, &alone, sink);
        }
    }

    fn moves(&self, a: usize) -> bool {
        self.iv.kinds[self.f.nodes[a]] != NodeKind::Ground
    }

    /// Forces on one point by displacements of another.
    fn points(&self, a: usize, b: usize, r: usize, m: &M3, sink: &mut impl Sink) {
        sink.point_block(self.pair + a * NODES + b, r, self.x, m);
    }

    /// Forces on a point by rotations of the frame.
    fn by_frame(&self, a: usize, r: usize, m: &M3, sink: &mut impl Sink) {
        self.block(a, 0, [0, 3], r, m, sink);
    }

    /// Moments on the frame by displacements of a point.
    fn on_frame(&self, b: usize, r: usize, m: &M3, sink: &mut impl Sink) {
        self.block(0, b, [3, 0], r, m, sink);
    }

    /// Moments on the frame by its own rotations.
    fn frame_alone(&self, r: usize, m: &M3, sink: &mut impl Sink) {
        self.block(0, 0, [3, 3], r, m, sink);
    }

    fn block(&self, a: usize, b: usize, at: [usize; 2], r: usize, m: &M3, sink: &mut impl Sink) {
        if self.moves(a) && self.moves(b) {
            let mut whole = M6::zeros();
            whole.fixed_view_mut::<3, 3>(at[0], at[1]).copy_from(m);
            sink.block(self.pair + a * NODES + b, r, self.x, &whole);
        }
    }
}

//! The rows of joints between two frames, all of one joint at once (jt.4).
//!
//! Nearly every joint is a list of gaps `a . (P_B - P_A)` and `a . b` between the same two frames. One by one, through their
//! attachments, each of them would move both frames, find its lever arms and add four blocks of its own; together they have one
//! force `F = sum lambda a` and one moment `T = sum mu b x a`, and the change of both with the frames is a handful of 3x3
//! matrices. The equations are those of [`assemble_constraint`](crate::mechanics::wrench::assemble_constraint), which serves all
//! other rows and is compared with this in a test.

use crate::math::{M3, M6, V3, V6, skew};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::mechanics::wrench::{Intervals, LinkNode, STAGES, Sink};

/// Most rows of either kind: more of them between two frames are redundant.
const MOST: usize = 3;

/// A gap between two frames that [`FrameRows`] can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrameRow {
    /// `a . (P_B - P_A) - offset`, with `a` and `P_A` on the first node.
    Along {
        /// The axis on the first frame.
        axis: V3,
        /// Both points.
        points: [V3; 2],
        /// What is subtracted.
        offset: f64,
    },
    /// `a . b - offset`.
    Dot {
        /// A vector on either frame.
        vectors: [V3; 2],
        /// What is subtracted.
        offset: f64,
    },
}

impl FrameRow {
    /// Force and moment per unit multiplier on the second frame at one state, the moment about a place on it; the rotations of both
    /// nodes are given.
    pub fn reaction(&self, [rot_a, rot_b]: [&M3; 2], about: &V3) -> [V3; 2] {
        match self {
            FrameRow::Along { axis, points, .. } => {
                let force = rot_a * axis;
                [force, (rot_b * (points[1] - about)).cross(&force)]
            }
            FrameRow::Dot { vectors, .. } => {
                let [a, b] = [rot_a * vectors[0], rot_b * vectors[1]];
                [V3::zeros(), b.cross(&a)]
            }
        }
    }
}

/// Where a row stands in the system and in the matrix.
#[derive(Clone, Copy, Debug)]
pub struct RowAt {
    /// Number in the system.
    pub row: RowIndex,
    /// First place in the scatter map.
    pub entry: usize,
}

impl Default for RowAt {
    fn default() -> Self {
        RowAt {
            row: RowIndex::new(0),
            entry: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Along {
    axis: V3,
    offset: f64,
    at: RowAt,
}

#[derive(Clone, Copy, Debug, Default)]
struct Dot {
    vectors: [V3; 2],
    offset: f64,
    at: RowAt,
}

/// Rows between the same two frames.
#[derive(Clone, Debug)]
pub struct FrameRows {
    nodes: [NodeIndex; 2],
    points: Option<[V3; 2]>,
    along: [Along; MOST],
    along_count: usize,
    dots: [Dot; MOST],
    dot_count: usize,
    /// First of their four pairs in the scatter map.
    pair: usize,
}

impl FrameRows {
    /// No rows yet between two nodes, with the first of their pairs in the scatter map.
    pub fn new(nodes: [NodeIndex; 2], pair: usize) -> Self {
        FrameRows {
            nodes,
            points: None,
            along: [Along::default(); MOST],
            along_count: 0,
            dots: [Dot::default(); MOST],
            dot_count: 0,
            pair,
        }
    }

    /// The nodes.
    pub fn nodes(&self) -> [NodeIndex; 2] {
        self.nodes
    }

    /// Adds a row between the same nodes, if it fits.
    pub fn add(&mut self, row: &FrameRow, at: RowAt) -> bool {
        match *row {
            FrameRow::Along {
                axis,
                points,
                offset,
            } => {
                let fits = self.points.is_none_or(|own| own == points);
                if !fits || self.along_count == MOST {
                    return false;
                }
                self.points = Some(points);
                self.along[self.along_count] = Along { axis, offset, at };
                self.along_count += 1;
            }
            FrameRow::Dot { vectors, offset } => {
                if self.dot_count == MOST {
                    return false;
                }
                self.dots[self.dot_count] = Dot {
                    vectors,
                    offset,
                    at,
                };
                self.dot_count += 1;
            }
        }
        true
    }

    /// Adds wrenches of the multipliers, gaps, and their derivatives, as
    /// [`assemble_constraint`](crate::mechanics::wrench::assemble_constraint) does for single rows.
    pub fn assemble(
        &self,
        iv: &Intervals,
        multiplier: &impl Fn(RowIndex) -> [f64; STAGES],
        sink: &mut impl Sink,
    ) {
        for y in 0..iv.stages {
            let [a, b] = self.nodes;
            let [on_a, on_b] = self.points.unwrap_or_default();
            let frames = [
                Frame::new(&iv.start[a], &iv.ends[y][a], &on_a, iv.rule),
                Frame::new(&iv.start[b], &iv.ends[y][b], &on_b, iv.rule),
            ];
            let pull = self.pull(&frames, &|row| multiplier(row)[y]);
            for r in 0..iv.stages {
                let weight = iv.weight[r][y];
                if weight != 0.0 {
                    self.add_wrenches(&pull, weight, r, sink);
                }
            }
            self.add_gaps(&frames, &pull, y, sink);
            if sink.wants_tangent() {
                self.add_multipliers(&frames, &pull, y, sink);
                self.add_blocks(&frames, &pull, iv, y, sink);
            }
        }
    }

    /// Forces and moments of one stage.
    #[inline(always)]
    fn pull(&self, [a, b]: &[Frame; 2], multiplier: &impl Fn(RowIndex) -> f64) -> Pull {
        let mut local = V3::zeros();
        for row in &self.along[..self.along_count] {
            local += multiplier(row.at.row) * row.axis;
        }
        let between = [b.point_i - a.point_i, b.point_y - a.point_y];
        let mut pull = Pull {
            force: a.rot_m * local,
            force_y: a.rot_y * local,
            arms: [
                a.arm_m + (1.0 - a.weight) * between[0] + a.weight * between[1],
                b.arm_m,
            ],
            between_y: between[1],
            moment: V3::zeros(),
            dots: [DotNow::default(); MOST],
        };
        for (row, now) in self.dots[..self.dot_count].iter().zip(&mut pull.dots) {
            let [va, vb] = &row.vectors;
            *now = DotNow {
                lambda: multiplier(row.at.row),
                a_m: a.rot_m * va,
                b_m: b.rot_m * vb,
                a_y: a.rot_y * va,
                b_y: b.rot_y * vb,
            };
            pull.moment += now.lambda * now.b_m.cross(&now.a_m);
        }
        pull
    }

    #[inline(always)]
    fn add_wrenches(&self, pull: &Pull, weight: f64, r: usize, sink: &mut impl Sink) {
        let [a, b] = self.nodes;
        let (force, moment) = (weight * pull.force, weight * pull.moment);
        if self.along_count > 0 {
            sink.wrench(a, r, &join(&-force, &force.cross(&pull.arms[0])));
            sink.wrench(b, r, &join(&force, &pull.arms[1].cross(&force)));
        }
        // Apart, so that both count in the size of the terms where they cancel.
        if self.dot_count > 0 {
            sink.wrench(a, r, &join(&V3::zeros(), &-moment));
            sink.wrench(b, r, &join(&V3::zeros(), &moment));
        }
    }

    #[inline(always)]
    fn add_gaps(&self, [a, b]: &[Frame; 2], pull: &Pull, y: usize, sink: &mut impl Sink) {
        if self.along_count > 0 {
            let between = a.rot_y.tr_mul(&pull.between_y);
            let reach = pull.between_y.norm() + a.point_y.norm() + b.point_y.norm();
            for row in &self.along[..self.along_count] {
                let gap = row.axis.dot(&between) - row.offset;
                sink.gap(row.at.row, y, gap, reach * row.axis.norm());
            }
        }
        for (row, now) in self.dots[..self.dot_count].iter().zip(&pull.dots) {
            let gap = now.a_y.dot(&now.b_y) - row.offset;
            let size = 2.0 * row.vectors[0].norm() * row.vectors[1].norm();
            sink.gap(row.at.row, y, gap, size);
        }
    }

    /// Columns of the multipliers and rows of the gaps.
    fn add_multipliers(&self, [a, b]: &[Frame; 2], pull: &Pull, y: usize, sink: &mut impl Sink) {
        for row in &self.along[..self.along_count] {
            let (axis_m, axis_y) = (a.rot_m * row.axis, a.rot_y * row.axis);
            let turn_a = axis_y.cross(&(a.arm_y + pull.between_y));
            let forces = [
                join(&-axis_m, &axis_m.cross(&pull.arms[0])),
                join(&axis_m, &pull.arms[1].cross(&axis_m)),
            ];
            let gradients = [
                join(&-axis_y, &a.h.tr_mul(&turn_a)),
                join(&axis_y, &b.h.tr_mul(&b.arm_y.cross(&axis_y))),
            ];
            self.add_row(row.at, y, &forces, &gradients, sink);
        }
        for (row, now) in self.dots[..self.dot_count].iter().zip(&pull.dots) {
            let (moment, turn) = (now.b_m.cross(&now.a_m), now.b_y.cross(&now.a_y));
            let zero = V3::zeros();
            let forces = [join(&zero, &-moment), join(&zero, &moment)];
            let gradients = [
                join(&zero, &a.h.tr_mul(&-turn)),
                join(&zero, &b.h.tr_mul(&turn)),
            ];
            self.add_row(row.at, y, &forces, &gradients, sink);
        }
    }

    fn add_row(
        &self,
        at: RowAt,
        y: usize,
        forces: &[V6; 2],
        gradients: &[V6; 2],
        sink: &mut impl Sink,
    ) {
        for k in 0..2 {
            let node = LinkNode {
                node: self.nodes[k],
                entry: at.entry + 2 * y + k,
            };
            sink.multiplier(at.row, y, node, &forces[k], &gradients[k]);
        }
    }

    /// Change of the wrenches with the frames, the multipliers held (jt.4).
    fn add_blocks(
        &self,
        [a, b]: &[Frame; 2],
        pull: &Pull,
        iv: &Intervals,
        y: usize,
        sink: &mut impl Sink,
    ) {
        let w = iv.rule.end_weight;
        let (force, force_y) = (w * pull.force, w * pull.force_y);
        let (turn_force, spin_force) = (skew(&force), skew(&force_y));
        // Sums of mu a_m~ b_y~ and mu b_m~ a_y~.
        let (mut with_b, mut with_a) = (M3::zeros(), M3::zeros());
        for now in &pull.dots[..self.dot_count] {
            let mu = w * now.lambda;
            with_b += mu * skew_product(&now.a_m, &now.b_y);
            with_a += mu * skew_product(&now.b_m, &now.a_y);
        }
        let arm = |k: usize| skew_product(&pull.arms[k], &force_y);
        let swing = skew_product(&force, &b.arm_y) + with_b;
        let fixed = iv.rule.fixed_pole;
        let blocks = [
            block(
                &spin_force,
                if fixed { None } else { Some(-turn_force) },
                &(arm(0) + with_a),
                &a.h,
            ),
            block(&M3::zeros(), Some(turn_force), &-swing, &b.h),
            block(&-spin_force, None, &-(arm(1) + with_a), &a.h),
            block(&M3::zeros(), fixed.then_some(-turn_force), &swing, &b.h),
        ];
        let moves = self.nodes.map(|n| iv.kinds[n] != NodeKind::Ground);
        for r in 0..iv.stages {
            let weight = iv.weight[r][y];
            if weight == 0.0 {
                continue;
            }
            for (k, m) in blocks.iter().enumerate() {
                if moves[k / 2] && moves[k % 2] {
                    sink.block(self.pair + k, r, y, &(weight * m));
                }
            }
        }
    }
}

/// One of both frames on an interval.
struct Frame {
    rot_m: M3,
    rot_y: M3,
    /// From the node to the point, mean and end; the mean is the lever arm of forces.
    arm_m: V3,
    arm_y: V3,
    point_i: V3,
    point_y: V3,
    h: M3,
    weight: f64,
}

impl Frame {
    #[inline(always)]
    fn new(start: &NodeStage, end: &NodeStage, point: &V3, rule: IntervalRule) -> Self {
        let w = rule.end_weight;
        let (arm_i, arm_y) = (start.rot * point, end.rot * point);
        let mut arm_m = (1.0 - w) * arm_i + w * arm_y;
        if rule.fixed_pole {
            arm_m += w * end.step.u;
        }
        Frame {
            rot_m: (1.0 - w) * start.rot + w * end.rot,
            rot_y: end.rot,
            arm_m,
            arm_y,
            point_i: start.r + arm_i,
            point_y: end.r + arm_y,
            h: end.h,
            weight: w,
        }
    }
}

/// What the rows do with their multipliers at one stage.
struct Pull {
    /// Force on the second frame, from mean axes and from those at the end.
    force: V3,
    force_y: V3,
    /// Lever arms of the force on both nodes: it acts at the second point.
    arms: [V3; 2],
    /// `P_B - P_A` at the end.
    between_y: V3,
    /// Moment on the second frame beside that of the force.
    moment: V3,
    dots: [DotNow; MOST],
}

#[derive(Clone, Copy, Default)]
struct DotNow {
    lambda: f64,
    a_m: V3,
    b_m: V3,
    a_y: V3,
    b_y: V3,
}

#[inline]
fn join(force: &V3, moment: &V3) -> V6 {
    V6::new(force.x, force.y, force.z, moment.x, moment.y, moment.z)
}

/// `a~ b~ = b a^T - (a . b) 1`.
#[inline]
fn skew_product(a: &V3, b: &V3) -> M3 {
    b * a.transpose() - M3::from_diagonal_element(a.dot(b))
}

/// A 6x6 block from its parts: force by spin, moment by displacement, moment by spin; spins follow the increment by `h`.
#[inline]
fn block(force_by_spin: &M3, moment_by_u: Option<M3>, moment_by_spin: &M3, h: &M3) -> M6 {
    let mut m = M6::zeros();
    m.fixed_view_mut::<3, 3>(0, 3)
        .copy_from(&(force_by_spin * h));
    m.fixed_view_mut::<3, 3>(3, 3)
        .copy_from(&(moment_by_spin * h));
    if let Some(by_u) = moment_by_u {
        m.fixed_view_mut::<3, 3>(3, 0).copy_from(&by_u);
    }
    m
}

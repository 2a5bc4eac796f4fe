//! Attachments: points, vectors and coordinates rigidly carried by a node.
//!
//! Every attachment obeys the interval identity (int.1), (int.2): for the increment
//! `(u, theta)` of its node, a force `F` on it does the work `F . (p_y - p_i) = (u, theta) . transfer(F)`.

use super::node::{NodeKind, NodeStage};
use crate::math::{M3, M6, V3, V6, skew};
use nalgebra::{Matrix3x6, Matrix6x3};

/// What is attached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttachmentKind {
    /// `p = r + R X`.
    Point,
    /// `p = R A`.
    Vector,
    /// `p = (value, 0, 0)` of a joint coordinate.
    Coordinate,
    /// `p = theta`: the rotation itself since the start of the interval, to apply moments to.
    Rotation,
}

/// Something carried by a node, constant in the node's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attachment {
    /// Its node, as a number among those of the interaction, not of the system.
    pub node: usize,
    /// What is attached.
    pub kind: AttachmentKind,
    /// Components in the node's frame.
    pub local: V3,
}

/// How an interval averages its two ends, and about which pole moments are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntervalRule {
    /// Weight of the end state: 1/2 for the midpoint identity, 1 for the degenerate interval of
    /// schemes that evaluate forces at one state.
    pub end_weight: f64,
    /// `false`: moments about the node's own (averaged) origin; `true`: about its origin at the start of the
    /// step, a fixed pole, which makes the sum of moment rows an angular momentum balance.
    pub fixed_pole: bool,
}

/// An attachment at the two ends of an interval.
#[derive(Clone, Copy, Debug)]
pub struct Attached {
    /// Position or components at the start.
    pub p_i: V3,
    /// Position or components at the end.
    pub p_y: V3,
    /// `R X` at the end.
    arm_y: V3,
    /// Lever arm for the transfer of forces.
    arm_m: V3,
    kind: AttachmentKind,
    node_kind: NodeKind,
    rule: IntervalRule,
    h: M3,
    angle_ratio: [f64; 2],
}

impl Attachment {
    /// A point fixed in the node's frame.
    pub fn point(node: usize, local: V3) -> Self {
        Attachment {
            node,
            kind: AttachmentKind::Point,
            local,
        }
    }
    /// A vector fixed in the node's frame.
    pub fn vector(node: usize, local: V3) -> Self {
        Attachment {
            node,
            kind: AttachmentKind::Vector,
            local,
        }
    }
    /// The value of a coordinate node.
    pub fn coordinate(node: usize) -> Self {
        Attachment {
            node,
            kind: AttachmentKind::Coordinate,
            local: V3::zeros(),
        }
    }
    /// The unit pair of an angle node: `(cos, sin, 0)`.
    pub fn unit_pair(node: usize) -> Self {
        Attachment::vector(node, V3::x())
    }
    /// The rotation of a frame node since the start of the interval.
    pub fn rotation(node: usize) -> Self {
        Attachment {
            node,
            kind: AttachmentKind::Rotation,
            local: V3::zeros(),
        }
    }

    /// Value at one state.
    #[inline]
    pub fn at(&self, stage: &NodeStage) -> V3 {
        match self.kind {
            AttachmentKind::Point => stage.r + stage.rot * self.local,
            AttachmentKind::Vector => stage.rot * self.local,
            AttachmentKind::Coordinate => stage.r,
            AttachmentKind::Rotation => stage.step.theta,
        }
    }

    /// Time derivative at one state, for given velocities of the node (`omega_W` in world axes).
    pub fn rate(&self, stage: &NodeStage, v: &V3, omega_W: &V3) -> V3 {
        match self.kind {
            AttachmentKind::Point => v + omega_W.cross(&(stage.rot * self.local)),
            AttachmentKind::Vector => omega_W.cross(&(stage.rot * self.local)),
            AttachmentKind::Coordinate => V3::new(v.x, 0.0, 0.0),
            AttachmentKind::Rotation => *omega_W,
        }
    }

    /// The attachment on the interval from `start` to `end`.
    #[inline]
    pub fn between(
        &self,
        node_kind: NodeKind,
        start: &NodeStage,
        end: &NodeStage,
        rule: IntervalRule,
    ) -> Attached {
        let arm_i = start.rot * self.local;
        let arm_y = end.rot * self.local;
        let w = rule.end_weight;
        let mut arm_m = (1.0 - w) * arm_i + w * arm_y;
        let (p_i, p_y) = match self.kind {
            AttachmentKind::Point => {
                if rule.fixed_pole {
                    arm_m += w * end.step.u;
                }
                (start.r + arm_i, end.r + arm_y)
            }
            AttachmentKind::Vector => (arm_i, arm_y),
            AttachmentKind::Coordinate => (start.r, end.r),
            AttachmentKind::Rotation => (V3::zeros(), end.step.theta),
        };
        Attached {
            p_i,
            p_y,
            arm_y,
            arm_m,
            kind: self.kind,
            node_kind,
            rule,
            h: end.h,
            angle_ratio: end.angle_ratio,
        }
    }
}

impl Attached {
    /// Generalized force of `F` on the node: force and moment of (wr.1).
    #[inline]
    pub fn transfer(&self, f: &V3) -> V6 {
        match self.kind {
            AttachmentKind::Point => join(f, &self.arm_m.cross(f)),
            AttachmentKind::Vector => join(&V3::zeros(), &self.arm_m.cross(f)),
            AttachmentKind::Coordinate => self.coordinate_slot(f.x * self.coordinate_ratio()),
            AttachmentKind::Rotation => join(&V3::zeros(), f),
        }
    }

    /// The same as a matrix.
    #[inline]
    pub fn transfer_matrix(&self) -> Matrix6x3<f64> {
        let mut m = Matrix6x3::zeros();
        match self.kind {
            AttachmentKind::Point => {
                m.fixed_view_mut::<3, 3>(0, 0).fill_with_identity();
                m.fixed_view_mut::<3, 3>(3, 0).copy_from(&skew(&self.arm_m));
            }
            AttachmentKind::Vector => m.fixed_view_mut::<3, 3>(3, 0).copy_from(&skew(&self.arm_m)),
            AttachmentKind::Coordinate => m[(self.slot(), 0)] = self.coordinate_ratio(),
            AttachmentKind::Rotation => m.fixed_view_mut::<3, 3>(3, 0).fill_with_identity(),
        }
        m
    }

    /// Derivative of `p_y` with respect to the increment of the node.
    #[inline]
    pub fn derivative(&self) -> Matrix3x6<f64> {
        let mut m = Matrix3x6::zeros();
        match self.kind {
            AttachmentKind::Point => {
                m.fixed_view_mut::<3, 3>(0, 0).fill_with_identity();
                m.fixed_view_mut::<3, 3>(0, 3)
                    .copy_from(&(-skew(&self.arm_y) * self.h));
            }
            AttachmentKind::Vector => m
                .fixed_view_mut::<3, 3>(0, 3)
                .copy_from(&(-skew(&self.arm_y) * self.h)),
            AttachmentKind::Coordinate => {
                m[(0, self.slot())] = match self.node_kind {
                    // d(phi)/d(delta) = 1/(1 + delta^2/4) = H_zz
                    NodeKind::Angle => self.h[(2, 2)],
                    _ => 1.0,
                }
            }
            AttachmentKind::Rotation => m.fixed_view_mut::<3, 3>(0, 3).fill_with_identity(),
        }
        m
    }

    /// Row of `G . derivative()` without forming the matrix: generalized gradient of a scalar.
    #[inline]
    pub fn pull_back(&self, g: &V3) -> V6 {
        match self.kind {
            // (g . (-a~ H dtheta)) = (H^T (a x g)) . dtheta
            AttachmentKind::Point => join(g, &(self.h.tr_mul(&self.arm_y.cross(g)))),
            AttachmentKind::Vector => join(&V3::zeros(), &(self.h.tr_mul(&self.arm_y.cross(g)))),
            AttachmentKind::Coordinate => {
                let d = match self.node_kind {
                    NodeKind::Angle => self.h[(2, 2)],
                    _ => 1.0,
                };
                self.coordinate_slot(d * g.x)
            }
            AttachmentKind::Rotation => join(&V3::zeros(), g),
        }
    }

    /// `-a_y~ H`: how `p_y` of a point or vector follows the rotation of its node.
    #[inline]
    pub fn spin(&self) -> M3 {
        let a = &self.arm_y;
        M3::from_columns(&[
            self.h.column(0).cross(a),
            self.h.column(1).cross(a),
            self.h.column(2).cross(a),
        ])
    }

    /// Adds `transfer * x * derivative` of another attachment, `x` a number, to `m`. `other_spin` is the other's
    /// [`Attached::spin`].
    #[inline]
    pub fn add_scalar_coupling(&self, other: &Attached, other_spin: &M3, x: f64, m: &mut M6) {
        use AttachmentKind::{Point, Vector};
        if !matches!(self.kind, Point | Vector) || !matches!(other.kind, Point | Vector) {
            *m += self.transfer_matrix() * (x * other.derivative());
            return;
        }
        // [I; arm~] x [I, spin] for points; vectors lack the identities.
        let arm = x * self.arm_m;
        if self.kind == Point {
            if other.kind == Point {
                for k in 0..3 {
                    m[(k, k)] += x;
                }
            }
            let mut view = m.fixed_view_mut::<3, 3>(0, 3);
            view += x * other_spin;
        }
        if other.kind == Point {
            let mut view = m.fixed_view_mut::<3, 3>(3, 0);
            view += skew(&arm);
        }
        for k in 0..3 {
            let mut column = m.fixed_view_mut::<3, 1>(3, 3 + k);
            column += arm.cross(&other_spin.column(k));
        }
    }

    /// Derivative of `transfer(F)` with respect to the increment, `F` held fixed, added to `m`. `spin` is
    /// [`Attached::spin`].
    #[inline]
    pub fn add_transfer_derivative(&self, f: &V3, spin: &M3, m: &mut M6) {
        let w = self.rule.end_weight;
        match self.kind {
            AttachmentKind::Point | AttachmentKind::Vector => {
                // d(arm_m) x F = -F x d(arm_m), d(arm_m) = w spin dtheta [+ w du about a fixed pole]
                let wf = w * f;
                for k in 0..3 {
                    let mut column = m.fixed_view_mut::<3, 1>(3, 3 + k);
                    column -= wf.cross(&spin.column(k));
                }
                if self.rule.fixed_pole && self.kind == AttachmentKind::Point {
                    let mut view = m.fixed_view_mut::<3, 3>(3, 0);
                    view -= skew(&wf);
                }
            }
            AttachmentKind::Coordinate => {
                if self.node_kind == NodeKind::Angle && w < 1.0 {
                    m[(5, 5)] += f.x * self.angle_ratio[1];
                }
            }
            AttachmentKind::Rotation => {}
        }
    }

    fn slot(&self) -> usize {
        self.node_kind.slots().start
    }

    fn coordinate_ratio(&self) -> f64 {
        if self.node_kind == NodeKind::Angle && self.rule.end_weight < 1.0 {
            self.angle_ratio[0]
        } else {
            1.0
        }
    }

    fn coordinate_slot(&self, value: f64) -> V6 {
        let mut w = V6::zeros();
        w[self.slot()] = value;
        w
    }
}

fn join(n: &V3, m: &V3) -> V6 {
    V6::new(n.x, n.y, n.z, m.x, m.y, m.z)
}

//! Ties by distribution: the mean motion of a patch follows something, the patch stays free to deform.

use super::Builder;
use crate::geometry::PointSpread;
use crate::math::{M3, V3};
use crate::mechanics::constraints::PatchShare;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::NodeKind;
use crate::model::{Model, Tie, TieKind};
use crate::system::{Add, BodyInfo, Frame, Sort, TieInfo};

/// Below this part of the largest moment of second order, displacements tell too little about a rotation: rotations of the nodes
/// count too, where they have any.
const POOR_LEVER: f64 = 1e-2;
/// Labels of rows, for messages.
const ALONG: [&str; 3] = [
    "mean displacement x",
    "mean displacement y",
    "mean displacement z",
];
const ABOUT: [&str; 3] = ["mean rotation 1", "mean rotation 2", "mean rotation 3"];

/// A point of a patch.
struct PatchPoint {
    node: NodeIndex,
    /// In the frame of its node.
    at: V3,
    /// Relative to the middle of the patch as drawn, in the frame of what leads.
    drawn: V3,
    weight: f64,
}

impl Builder {
    /// Rows of all ties by distribution (tie.1), (tie.2).
    pub(super) fn distributed_ties(&mut self, model: &Model) {
        let ties = model.ties.iter();
        for tie in ties.filter(|t| t.kind == TieKind::Distributed) {
            let Some([to, _]) = tie.pairs.first() else {
                continue;
            };
            let Some(to) = self.item(&tie.name, to, &tie.place) else {
                continue;
            };
            self.distributed_tie(tie, &to);
        }
    }

    fn distributed_tie(&mut self, tie: &Tie, to: &BodyInfo) {
        let lead = self.poses[to.node];
        let mut points = Vec::new();
        let mut drawn = Vec::new();
        for ([_, name], &weight) in tie.pairs.iter().zip(&tie.weights) {
            let Some(item) = self.item(&tie.name, name, &tie.place) else {
                continue;
            };
            let pose = self.poses[item.node];
            let at_W = pose.r + pose.q * item.origin;
            drawn.push((lead.q.inverse() * (at_W - lead.r), weight));
            points.push(PatchPoint {
                node: item.node,
                at: item.origin,
                drawn: V3::zeros(),
                weight,
            });
        }
        let spread = PointSpread::new(&drawn);
        let sum: f64 = points.iter().map(|p| p.weight).sum();
        for (point, (at, _)) in points.iter_mut().zip(&drawn) {
            point.drawn = at - spread.middle;
            point.weight /= sum;
        }
        // What is fixed to the same node adds nothing that could change.
        points.retain(|p| p.node != to.node);
        let axes = match self.system.kinds[to.node] {
            NodeKind::Point => {
                self.mean_of_points(tie, to, &points);
                M3::identity()
            }
            _ => {
                self.mean_displacement(tie, to, &points, &spread);
                self.mean_rotation(tie, to, &points, &spread);
                *lead.q.inverse().to_rotation_matrix().matrix()
            }
        };
        self.system.ties.push(TieInfo {
            name: tie.name.clone(),
            to: Frame {
                node: to.node,
                at: spread.middle,
                axes,
            },
        });
    }

    /// `sum w (p - P) = 0` on the axes of the world: what leads has none, and is in the middle of the points.
    fn mean_of_points(&mut self, tie: &Tie, to: &BodyInfo, points: &[PatchPoint]) {
        for (k, label) in ALONG.iter().enumerate() {
            let owner = self.owner(Sort::Tie, &tie.name, label);
            for p in points {
                let lever = p.weight * V3::ith(k, 1.0);
                let drawn = lever.dot(&p.drawn);
                let share = PatchShare::in_world([to.node, p.node], lever, p.at, drawn);
                self.system.constraints.add(owner.clone(), share);
            }
        }
    }

    fn mean_displacement(
        &mut self,
        tie: &Tie,
        to: &BodyInfo,
        points: &[PatchPoint],
        spread: &PointSpread,
    ) {
        for (k, label) in ALONG.iter().enumerate() {
            let axis = self.poses[to.node].q.inverse() * V3::ith(k, 1.0);
            let owner = self.owner(Sort::Tie, &tie.name, label);
            for p in points {
                let share = share(to.node, p, p.weight * axis, spread.middle);
                self.system.constraints.add(owner.clone(), share);
            }
        }
    }

    fn mean_rotation(
        &mut self,
        tie: &Tie,
        to: &BodyInfo,
        points: &[PatchPoint],
        spread: &PointSpread,
    ) {
        let largest = spread.largest();
        let radius = largest.sqrt();
        if radius <= 0.0 {
            return;
        }
        for (k, label) in ABOUT.iter().enumerate() {
            let (axis, moment) = (spread.axes[k], spread.moments[k]);
            let turns = |p: &PatchPoint| self.system.kinds[p.node] == NodeKind::Frame;
            let by_nodes = moment < POOR_LEVER * largest && points.iter().any(turns);
            if !by_nodes && spread.is_without_lever(k) {
                continue;
            }
            let u = spread.axes[(k + 1) % 3];
            let [u, v] = [u, axis.cross(&u)];
            let owner = self.owner(Sort::Tie, &tie.name, label);
            for p in points {
                let lever = (p.weight / radius) * axis.cross(&p.drawn);
                let mut share = share(to.node, p, lever, spread.middle);
                if by_nodes && self.system.kinds[p.node] == NodeKind::Frame {
                    let turn = self.poses[p.node].q.inverse() * self.poses[to.node].q;
                    let theirs = [turn * u, turn * v];
                    share = share.turning(p.weight * radius, [u, v], theirs);
                }
                self.system.constraints.add(owner.clone(), share);
            }
        }
    }
}

/// `lever . (p - P - as drawn)` of a point.
fn share(to: NodeIndex, p: &PatchPoint, lever: V3, middle: V3) -> PatchShare {
    PatchShare::along([to, p.node], lever, middle, p.at, lever.dot(&p.drawn))
}

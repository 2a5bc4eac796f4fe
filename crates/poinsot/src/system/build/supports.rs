//! Supports: rows that hold points in some directions.

use super::Builder;
use crate::math::V3;
use crate::mechanics::constraints::Gap;
use crate::mechanics::node::NodeKind;
use crate::mechanics::quadratic::QuadraticForm;
use crate::model::{Model, TieKind};
use crate::system::{Add, GROUND, Sort, SupportInfo};

/// Points of one node that are closer than this part of the model's size are one.
const SAME: f64 = 1e-9;
/// Labels of rows, for messages.
const ALONG: [&str; 3] = ["displacement x", "displacement y", "displacement z"];
const ABOUT: [&str; 3] = ["rotation x", "rotation y", "rotation z"];

impl Builder {
    pub(super) fn supports(&mut self, model: &Model) {
        for support in &model.supports {
            let mut nodes = Vec::new();
            let mut held: Vec<(usize, V3)> = Vec::new();
            let mut sum = V3::zeros();
            let axes_W = support.axes.to_rotation_matrix();
            for item in &support.on {
                let Some(item) = self.item(&support.name, item, &support.place) else {
                    continue;
                };
                // Joined points have two names and are one.
                let near = SAME * self.system.length;
                let mut before = held.iter().filter(|(node, _)| *node == item.node);
                if before.any(|(_, at)| (at - item.origin).norm() <= near) {
                    continue;
                }
                held.push((item.node, item.origin));
                let pose = self.poses[item.node];
                let at_W = pose.r + pose.q * item.origin;
                sum += at_W;
                let ends = [GROUND, item.node];
                for (k, label) in ALONG
                    .iter()
                    .enumerate()
                    .filter(|(k, _)| support.displacements[*k])
                {
                    let axis: V3 = axes_W.matrix().column(k).into();
                    let form = QuadraticForm::along(ends, axis, at_W, item.origin);
                    let owner = self.owner(Sort::Support, &support.name, label);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                if self.system.kinds[item.node] == NodeKind::Frame {
                    for (about, [fixed, turned]) in rotation_rows(&support.rotations) {
                        let axis = |k: usize| -> V3 { axes_W.matrix().column(k).into() };
                        let attached = pose.q.inverse() * axis(turned);
                        let form = QuadraticForm::dot(ends, axis(fixed), attached, 0.0);
                        let owner = self.owner(Sort::Support, &support.name, ABOUT[about]);
                        self.system.constraints.add(owner, Gap::from(form));
                    }
                }
                nodes.push(item.node);
            }
            let count = nodes.len().max(1) as f64;
            self.system.supports.push(SupportInfo {
                name: support.name.clone(),
                nodes,
                center: sum / count,
            });
        }
    }
}

impl Builder {
    /// Points that stay together and turn independently.
    pub(super) fn hinges(&mut self, model: &Model) {
        for tie in model.ties.iter().filter(|t| t.kind == TieKind::Hinge) {
            for [first, second] in &tie.pairs {
                let [first, second] =
                    [first, second].map(|name| self.item(&tie.name, name, &tie.place));
                let (Some(a), Some(b)) = (first, second) else {
                    continue;
                };
                // Points that share a node already cannot come apart.
                if a.node == b.node {
                    continue;
                }
                for (k, label) in ALONG.iter().enumerate() {
                    let axis_B = self.poses[a.node].q.inverse() * V3::ith(k, 1.0);
                    let form = QuadraticForm::along([a.node, b.node], axis_B, a.origin, b.origin);
                    let owner = self.owner(Sort::Tie, &tie.name, label);
                    self.system.constraints.add(owner, Gap::from(form));
                }
            }
        }
    }
}

/// Rows `axis of the world . axis of the node = 0` that hold rotations about some axes: with the axis they are about.
///
/// Where two rotations are held, the third axis stays where it is and both rows are about it, so that the free rotation may be of
/// any size.
fn rotation_rows(held: &[bool; 3]) -> Vec<(usize, [usize; 2])> {
    let free = (0..3).find(|&k| !held[k]);
    let count = held.iter().filter(|h| **h).count();
    let rows = (0..3).filter(|&k| held[k]).map(|k| {
        let others = [(k + 1) % 3, (k + 2) % 3];
        match (count, free) {
            // The free axis of the node stays perpendicular to the other two of the world.
            (2, Some(free)) => {
                let fixed = if others[0] == free {
                    others[1]
                } else {
                    others[0]
                };
                (k, [fixed, free])
            }
            _ => (k, others),
        }
    });
    rows.collect()
}

//! Supports: rows that hold points in some directions.

use super::Builder;
use crate::math::V3;
use crate::mechanics::constraints::Gap;
use crate::mechanics::node::NodeKind;
use crate::mechanics::quadratic::QuadraticForm;
use crate::model::{Model, TieKind};
use crate::system::{Add, GROUND, Sort, SupportInfo};
use std::collections::HashMap;

/// Points of one node that are closer than this part of the model's size are one.
const SAME: f64 = 1e-9;
/// Directions of which less than this part is new are held already.
const INDEPENDENT: f64 = 1e-6;
/// Labels of rows, for messages.
const ALONG: [&str; 3] = ["displacement x", "displacement y", "displacement z"];
const ABOUT: [&str; 3] = ["rotation x", "rotation y", "rotation z"];

/// What is held already: directions of displacements at a point of a node, and axes of rotations of a node, in the world.
///
/// Where two supports meet, at the corner of two planes of symmetry or of two edges, they often hold the same. A second row for it
/// would be redundant, so it is left to the first of them.
#[derive(Default)]
struct Held {
    displacements: HashMap<usize, Vec<(V3, Vec<V3>)>>,
    rotations: HashMap<usize, Vec<V3>>,
}

impl Held {
    /// Directions held at a point of a node.
    fn at(&mut self, node: usize, at: &V3, near: f64) -> &mut Vec<V3> {
        let points = self.displacements.entry(node).or_default();
        let known = points.iter().position(|(p, _)| (p - at).norm() <= near);
        let k = known.unwrap_or_else(|| {
            points.push((*at, Vec::new()));
            points.len() - 1
        });
        &mut points[k].1
    }
}

/// Adds a direction to orthonormal ones; false if they span it already.
fn adds(held: &mut Vec<V3>, direction: &V3) -> bool {
    let rest = held
        .iter()
        .fold(*direction, |rest, h| rest - h * h.dot(&rest));
    let new = rest.norm() > INDEPENDENT;
    if new {
        held.push(rest.normalize());
    }
    new
}

impl Builder {
    pub(super) fn supports(&mut self, model: &Model) {
        let mut held = Held::default();
        for support in &model.supports {
            let mut nodes = Vec::new();
            let mut sum = V3::zeros();
            let axes_W = support.axes.to_rotation_matrix();
            let axis = |k: usize| -> V3 { axes_W.matrix().column(k).into() };
            for item in &support.on {
                let Some(item) = self.item(&support.name, item, &support.place) else {
                    continue;
                };
                let pose = self.poses[item.node];
                let at_W = pose.r + pose.q * item.origin;
                let ends = [GROUND, item.node];
                let near = SAME * self.system.length;
                for k in (0..3).filter(|&k| support.displacements[k]) {
                    if adds(held.at(item.node, &item.origin, near), &axis(k)) {
                        let form = QuadraticForm::along(ends, axis(k), at_W, item.origin);
                        let owner = self.owner(Sort::Support, &support.name, ALONG[k]);
                        self.system.constraints.add(owner, Gap::from(form));
                    }
                }
                let turns = self.system.kinds[item.node] == NodeKind::Frame;
                for (about, [fixed, turned]) in rotation_rows(&support.rotations) {
                    let known = held.rotations.entry(item.node).or_default();
                    if turns && adds(known, &axis(about)) {
                        let attached = pose.q.inverse() * axis(turned);
                        let form = QuadraticForm::dot(ends, axis(fixed), attached, 0.0);
                        let owner = self.owner(Sort::Support, &support.name, ABOUT[about]);
                        self.system.constraints.add(owner, Gap::from(form));
                    }
                }
                sum += at_W;
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

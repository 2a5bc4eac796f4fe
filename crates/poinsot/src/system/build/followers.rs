//! Points that follow a weighted sum of others: embedded points, and faces of solids on edges of shells.

use super::Builder;
use crate::math::V3;
use crate::mechanics::constraints::PatchShare;
use crate::mechanics::elements::ElementNode;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::NodeKind;
use crate::model::{
    Follower, FollowerPoint, FollowerTurns, Leaders, Model, Tie, TieKind, WithinSolid,
};
use crate::system::{Add, FlexibleKind, Sort};

/// Labels of rows, for messages.
const ALONG: [&str; 3] = ["displacement x", "displacement y", "displacement z"];
const ABOUT: [&str; 3] = ["rotation 1", "rotation 2", "rotation 3"];
/// A place of a line is that of its node within this part of the size of the model.
const SAME: f64 = 1e-7;
/// Weights below this are round-off.
const NOTHING: f64 = 1e-12;

/// Something that leads a point.
struct Leader {
    node: NodeIndex,
    /// What leads, in the frame of its node.
    at: V3,
    weight: f64,
    /// Derivative of the weight by the place as drawn [1/m].
    slope: V3,
}

/// The point that follows, in the frame of its node.
#[derive(Clone, Copy)]
struct Follows {
    node: NodeIndex,
    at: V3,
    /// Its three axes.
    axes: [V3; 3],
}

impl Builder {
    /// Rows of all points that follow others (tie.3), (tie.4).
    pub(super) fn followers(&mut self, model: &Model) {
        for tie in model.ties.iter().filter(|t| t.kind == TieKind::Carried) {
            for follower in &tie.followers {
                let Some(point) = self.follows(tie, follower) else {
                    continue;
                };
                let pose = self.poses[point.node];
                let drawn = pose.r + pose.q * point.at;
                let leaders = match &follower.leaders {
                    Leaders::Points(list) => self.leading_points(tie, list, &drawn),
                    Leaders::Within(within) => self.leading_element(model, within),
                };
                if let Some(leaders) = leaders {
                    self.follow(tie, follower.turns, &point, &drawn, leaders);
                }
            }
        }
    }

    fn follows(&mut self, tie: &Tie, follower: &Follower) -> Option<Follows> {
        match &follower.point {
            FollowerPoint::Item(name) => {
                let item = self.item(&tie.name, name, &tie.place)?;
                Some(Follows {
                    node: item.node,
                    at: item.origin,
                    axes: std::array::from_fn(|k| item.axes * V3::ith(k, 1.0)),
                })
            }
            FollowerPoint::OfLine { line, s } => {
                let near = SAME * self.system.length;
                let mut bodies = self.system.flexible.iter();
                let body = bodies.find(|b| b.name == *line)?;
                let mut nodes = body.nodes.iter();
                let found = nodes.find(|n| (n.at.arc_length() - s).abs() <= near)?;
                Some(Follows {
                    node: found.on.node,
                    at: found.on.at,
                    axes: std::array::from_fn(|k| found.on.axes.column(k).into()),
                })
            }
        }
    }

    /// Points with axes carry the follower where it was drawn, others are at their own places.
    fn leading_points(
        &mut self,
        tie: &Tie,
        list: &[(String, f64)],
        drawn: &V3,
    ) -> Option<Vec<Leader>> {
        let mut leaders = Vec::new();
        for (name, weight) in list {
            let item = self.item(&tie.name, name, &tie.place)?;
            let pose = self.poses[item.node];
            let at = match self.system.kinds[item.node] {
                NodeKind::Frame => pose.q.inverse() * (drawn - pose.r),
                _ => item.origin,
            };
            leaders.push(Leader {
                node: item.node,
                at,
                weight: *weight,
                slope: V3::zeros(),
            });
        }
        Some(leaders)
    }

    fn leading_element(&self, model: &Model, within: &WithinSolid) -> Option<Vec<Leader>> {
        let solid = model.solids.iter().find(|s| s.name == within.solid)?;
        let shapes = within.shapes(solid)?;
        let bodies = self.system.flexible.iter();
        let mut bodies = bodies.filter(|b| b.kind == FlexibleKind::Solid);
        let body = bodies.find(|b| b.name == within.solid)?;
        let element = body.elements.get(within.element)?;
        let of_nodes = element.on.iter().zip(shapes.values).zip(shapes.slopes);
        let leader = |((on, weight), slope): ((&ElementNode, f64), V3)| Leader {
            node: on.node,
            at: on.at,
            weight,
            slope,
        };
        Some(of_nodes.map(leader).collect())
    }

    fn follow(
        &mut self,
        tie: &Tie,
        turns: FollowerTurns,
        point: &Follows,
        drawn: &V3,
        mut leaders: Vec<Leader>,
    ) {
        // What is at the same node cannot come apart.
        leaders.retain(|l| l.node != point.node);
        let turned = self.poses[point.node].q;
        let is_frame = self.system.kinds[point.node] == NodeKind::Frame;
        let place = |b: &Self, l: &Leader| b.poses[l.node].r + b.poses[l.node].q * l.at;
        if leaders.iter().all(|l| l.weight.abs() < NOTHING) {
            return;
        }
        for (k, label) in ALONG.iter().enumerate() {
            let axis = V3::ith(k, 1.0);
            let owner = self.owner(Sort::Tie, &tie.name, label);
            for l in leaders.iter().filter(|l| l.weight.abs() >= NOTHING) {
                let nodes = [point.node, l.node];
                let gap = l.weight * axis.dot(&(place(self, l) - drawn));
                let share = match is_frame {
                    true => {
                        let lever = l.weight * (turned.inverse() * axis);
                        PatchShare::along(nodes, lever, point.at, l.at, gap)
                    }
                    false => PatchShare::in_world(nodes, l.weight * axis, l.at, gap),
                };
                self.system.constraints.add(owner.clone(), share);
            }
        }
        let steepest = leaders.iter().fold(0.0, |s: f64, l| s.max(l.slope.norm()));
        let about = match turns {
            FollowerTurns::Not => 0,
            FollowerTurns::AboutTangent => 1,
            FollowerTurns::All => 3,
        };
        if !is_frame || steepest <= 0.0 {
            return;
        }
        for (k, label) in ABOUT.iter().enumerate().take(about) {
            let [u, v] = [point.axes[(k + 1) % 3], point.axes[(k + 2) % 3]];
            let [along_u, along_v] = [turned * u, turned * v];
            let owner = self.owner(Sort::Tie, &tie.name, label);
            for l in &leaders {
                let [by_u, by_v] = [along_u, along_v].map(|a| l.slope.dot(&a) / steepest);
                let lever = 0.5 * (by_v * u - by_u * v);
                let gap = (turned * lever).dot(&(place(self, l) - drawn));
                let nodes = [point.node, l.node];
                let share = PatchShare::along(nodes, lever, point.at, l.at, gap);
                self.system.constraints.add(owner.clone(), share);
            }
        }
    }
}

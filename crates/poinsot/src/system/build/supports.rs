//! Supports: rows that hold points in some directions.

use super::{BuildError, Builder};
use crate::functions::TimeFunction;
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::constraints::{AngleDefinition, Gap};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeVelocity};
use crate::mechanics::quadratic::QuadraticForm;
use crate::model::{Model, Support, Tie, TieKind};
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
    displacements: HashMap<NodeIndex, Vec<(V3, Directions)>>,
    rotations: HashMap<NodeIndex, Directions>,
}

/// Orthonormal directions that are held.
#[derive(Default)]
struct Directions {
    list: Vec<HeldDirection>,
}

struct HeldDirection {
    direction: V3,
    /// The support that holds it, and whether it moves there.
    by: String,
    moving: bool,
}

impl Held {
    /// Directions held at a point of a node.
    fn at(&mut self, node: NodeIndex, at: &V3, near: f64) -> &mut Directions {
        let points = self.displacements.entry(node).or_default();
        let known = points.iter().position(|(p, _)| (p - at).norm() <= near);
        let k = known.unwrap_or_else(|| {
            points.push((*at, Directions::default()));
            points.len() - 1
        });
        &mut points[k].1
    }
}

/// Whether something new is held.
enum Adds {
    /// It is.
    New,
    /// It is held already.
    Known,
    /// It is held already by another support, and one of the two moves.
    Contradicts,
}

impl Directions {
    /// Adds a direction that a support holds; `moving` if it moves there.
    fn adds(&mut self, support: &str, direction: &V3, moving: bool) -> Adds {
        let held = self.list.iter().map(|h| &h.direction);
        let rest = held.fold(*direction, |rest, h| rest - h * h.dot(&rest));
        if rest.norm() > INDEPENDENT {
            self.list.push(HeldDirection {
                direction: rest.normalize(),
                by: support.to_owned(),
                moving,
            });
            return Adds::New;
        }
        let along = |h: &&HeldDirection| h.direction.dot(direction).abs() > INDEPENDENT;
        let mut others = self.list.iter().filter(along).filter(|h| h.by != support);
        match others.any(|h| h.moving || moving) {
            true => Adds::Contradicts,
            false => Adds::Known,
        }
    }
}

impl Builder {
    pub(super) fn supports(&mut self, model: &Model) {
        let mut held = Held::default();
        for support in &model.supports {
            let mut nodes = Vec::new();
            let mut sum = V3::zeros();
            let axes_W = support.axes.to_rotation_matrix();
            let axis = |k: usize| -> V3 { axes_W.matrix().column(k).into() };
            for name in &support.on {
                let Some(item) = self.item(&support.name, name, &support.place) else {
                    continue;
                };
                let pose = self.poses[item.node];
                let at_W = pose.r + pose.q * item.origin;
                let ends = [GROUND, item.node];
                let near = SAME * self.system.length;
                let mut twice = false;
                for k in (0..3).filter(|&k| support.displacements[k]) {
                    let target = support.displacement[k].clone();
                    let held = held.at(item.node, &item.origin, near);
                    match held.adds(&support.name, &axis(k), target.is_some()) {
                        Adds::New => {
                            let form = QuadraticForm::along(ends, axis(k), at_W, item.origin);
                            let owner = self.owner(Sort::Support, &support.name, ALONG[k]);
                            self.system.constraints.add(owner, Gap { form, target });
                        }
                        Adds::Known => {}
                        Adds::Contradicts => twice = true,
                    }
                }
                let turns = self.system.kinds[item.node] == NodeKind::Frame;
                let turning = support.rotation.as_ref().filter(|_| turns);
                let mut still = support.rotations;
                if let Some((k, angle)) = turning {
                    still[*k] = false;
                    let known = held.rotations.entry(item.node).or_default();
                    match known.adds(&support.name, &axis(*k), true) {
                        Adds::New => self.turning(support, item.node, *k, angle),
                        Adds::Known => {}
                        Adds::Contradicts => twice = true,
                    }
                }
                for (about, [fixed, turned]) in rotation_rows(&still) {
                    if !turns {
                        continue;
                    }
                    let known = held.rotations.entry(item.node).or_default();
                    match known.adds(&support.name, &axis(about), false) {
                        Adds::New => {
                            let attached = pose.q.inverse() * axis(turned);
                            let form = QuadraticForm::dot(ends, axis(fixed), attached, 0.0);
                            let owner = self.owner(Sort::Support, &support.name, ABOUT[about]);
                            self.system.constraints.add(owner, Gap::from(form));
                        }
                        Adds::Known => {}
                        Adds::Contradicts => twice = true,
                    }
                }
                if twice {
                    self.errors.push(BuildError::MovedTwice {
                        user: support.name.clone(),
                        name: name.clone(),
                        place: support.place.clone(),
                    });
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
    /// A node that turns about an axis of a support by an angle over time, which becomes an unknown, so that it may be of any size and the
    /// work is that of a prescribed coordinate.
    fn turning(&mut self, support: &Support, node: NodeIndex, k: usize, angle: &TimeFunction) {
        let coordinate = Node {
            name: format!("{}.{}", support.name, ABOUT[k]),
            kind: NodeKind::Angle,
            mass: 0.0,
            inertia: M3::zeros(),
        };
        let at_rest = NodePose {
            r: V3::zeros(),
            q: Quaternion::identity(),
        };
        let coordinate = self.add_node(coordinate, at_rest, NodeVelocity::default());
        let axes_W = support.axes.to_rotation_matrix();
        let axis = |k: usize| -> V3 { axes_W.matrix().column(k % 3).into() };
        let attached = self.poses[node].q.inverse() * axis(k + 1);
        let nodes = [GROUND, node, coordinate];
        let item = AngleDefinition::new(nodes, axis(k + 1), axis(k + 2), attached);
        let owner = self.owner(Sort::Support, &support.name, ABOUT[k]);
        self.system.constraints.add(owner, item);
        let owner = self.owner(Sort::Coordinate, &support.name, ABOUT[k]);
        let gap = Gap::prescribed(coordinate, angle.clone());
        self.system.constraints.add(owner, gap);
    }

    /// Points that stay together and turn independently, and those that move with a frame without sharing its node.
    pub(super) fn hinges(&mut self, model: &Model) {
        for (number, tie) in model.ties.iter().enumerate() {
            for (pair, names) in tie.pairs.iter().enumerate() {
                let held = || self.held_pairs.contains(&(number, pair));
                if tie.kind == TieKind::Hinge || held() {
                    self.hold(tie, names);
                }
            }
        }
    }

    /// The second of two points stays where it is in the frame of the first.
    fn hold(&mut self, tie: &Tie, [first, second]: &[String; 2]) {
        let [first, second] = [first, second].map(|name| self.item(&tie.name, name, &tie.place));
        let (Some(mut a), Some(mut b)) = (first, second) else {
            return;
        };
        // Points that share a node already cannot come apart.
        if a.node == b.node {
            return;
        }
        let turns = self.system.kinds[a.node] == NodeKind::Frame;
        if tie.kind != TieKind::Hinge && !turns {
            std::mem::swap(&mut a, &mut b);
        }
        let [here, there] = [self.poses[a.node], self.poses[b.node]];
        // Points that are apart keep the place of the second as drawn; those at one place are a point of each.
        let at = match tie.kind {
            TieKind::Rigid => here.q.inverse() * (there.r + there.q * b.origin - here.r),
            _ => a.origin,
        };
        for (k, label) in ALONG.iter().enumerate() {
            let axis_B = here.q.inverse() * V3::ith(k, 1.0);
            let form = QuadraticForm::along([a.node, b.node], axis_B, at, b.origin);
            let owner = self.owner(Sort::Tie, &tie.name, label);
            self.system.constraints.add(owner, Gap::from(form));
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

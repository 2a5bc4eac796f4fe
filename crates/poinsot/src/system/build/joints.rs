//! Joints and their coordinates.

use super::{BuildError, Builder};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::constraints::{AngleDefinition, Gap};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::joints::{CoordinateGeometry, Row, X, Y, Z};
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeStage, NodeVelocity};
use crate::mechanics::quadratic::QuadraticForm;
use crate::model::{CoordinateRef, Joint, Model, Place};
use crate::system::{Add, CoordinateInfo, Frame, JointInfo, Sort, coordinate_value};

impl Builder {
    pub(super) fn joints(&mut self, model: &Model) {
        let wanted = wanted_coordinates(model);
        for joint in &model.joints {
            if self.system.shared.iter().any(|s| s.joint == joint.name) || joint.couples.is_some() {
                continue;
            }
            match &joint.slide {
                Some(slide) => self.sliding(joint, slide, model),
                None => self.joint(joint, &wanted),
            }
        }
        for joint in &model.joints {
            if let Some(couples) = &joint.couples {
                self.gear(joint, couples);
            }
        }
    }

    fn joint(&mut self, joint: &Joint, wanted: &[CoordinateRef]) {
        let Some(frames) = self.frames(&joint.name, &joint.between, &joint.place) else {
            return;
        };
        let definition = joint.kind.definition;
        let stages: Vec<NodeStage> = NodeIndex::first(self.poses.len())
            .map(|n| NodeStage::start(self.system.kinds[n], &self.poses[n]))
            .collect();
        let mut coordinates = Vec::new();
        for c in definition.coordinates {
            let mut info = CoordinateInfo {
                name: format!("{}.{}", joint.name, c.name),
                geometry: c.geometry,
                node: None,
                line: None,
            };
            let is_wanted = joint.unknowns.iter().any(|u| u == c.name)
                || wanted
                    .iter()
                    .any(|w| w.joint == joint.name && w.coordinate == c.name)
                || (c.geometry.is_angle() && definition.rows.contains(&Row::Advance));
            if is_wanted && c.geometry.can_be_unknown() {
                let value = coordinate_value(&info, &frames, &stages, 0.0);
                info.node = Some(self.coordinate_node(&joint.name, &info, &frames, value));
            }
            coordinates.push(info);
        }
        self.joint_rows(joint, definition.rows, &frames, &coordinates);
        self.system.joints.push(JointInfo {
            name: joint.name.clone(),
            definition,
            frames,
            coordinates,
        });
    }

    /// Two coordinates in a fixed ratio; as drawn they belong together, whatever they are.
    fn gear(&mut self, joint: &Joint, couples: &[CoordinateRef; 2]) {
        let [first, second] =
            [&couples[0], &couples[1]].map(|on| self.coordinate(&joint.name, on, &joint.place));
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        let ratio = joint.kind.value.unwrap_or(1.0);
        let start = self.poses[second].r.x - ratio * self.poses[first].r.x;
        let form = QuadraticForm::coordinates([first, second], ratio, start);
        let owner = self.owner(Sort::Gear, &joint.name, Row::Ratio.label());
        self.system.constraints.add(owner, Gap::from(form));
    }

    /// Adds the node of a coordinate and the constraint that defines it.
    fn coordinate_node(
        &mut self,
        joint: &str,
        info: &CoordinateInfo,
        frames: &[Frame; 2],
        value: f64,
    ) -> NodeIndex {
        let node = Node {
            name: info.name.clone(),
            kind: if info.geometry.is_angle() {
                NodeKind::Angle
            } else {
                NodeKind::Displacement
            },
            mass: 0.0,
            inertia: M3::zeros(),
        };
        let pose = NodePose {
            r: V3::new(value, 0.0, 0.0),
            q: Quaternion::identity(),
        };
        let node = self.add_node(node, pose, NodeVelocity::default());
        let part = if info.geometry.is_angle() {
            "angle definition"
        } else {
            "displacement definition"
        };
        let owner = self.owner(Sort::Coordinate, joint, part);
        match info.geometry.angle_vectors() {
            Some([a, b, c]) => {
                let vector = |(side, k): (usize, usize)| frames[side].axis(k);
                let nodes = [frames[a.0].node, frames[c.0].node, node];
                let item = AngleDefinition::new(nodes, vector(a), vector(b), vector(c));
                self.system.constraints.add(owner, item);
            }
            None => {
                let CoordinateGeometry::Displacement(k) = info.geometry else {
                    return node;
                };
                let [a, b] = frames;
                let nodes = [a.node, b.node, node];
                let form = QuadraticForm::along_minus_coordinate(nodes, a.axis(k), a.at, b.at, 1.0);
                self.system.constraints.add(owner, Gap::from(form));
            }
        }
        node
    }

    fn joint_rows(
        &mut self,
        joint: &Joint,
        rows: &[Row],
        frames: &[Frame; 2],
        coordinates: &[CoordinateInfo],
    ) {
        let [a, b] = frames;
        let nodes = [a.node, b.node];
        for row in rows {
            let owner = self.owner(Sort::Joint, &joint.name, row.label());
            match *row {
                Row::Along(k) => {
                    let form = QuadraticForm::along(nodes, a.axis(k), a.at, b.at);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                Row::Perpendicular(k, l) => {
                    let form = QuadraticForm::dot(nodes, a.axis(k), b.axis(l), 0.0);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                Row::Twist => {
                    let form = QuadraticForm::crossed(
                        nodes,
                        [X, Y].map(|k| a.axis(k)),
                        [X, Y].map(|k| b.axis(k)),
                    );
                    self.system.constraints.add(owner, Gap::from(form));
                }
                // Of coordinates, see `gear`.
                Row::Ratio => {}
                Row::Length => {
                    let drawn = self.drawn_distance(frames);
                    let length = joint.kind.value.unwrap_or(drawn);
                    if length <= 0.0 || drawn <= 0.0 {
                        self.errors.push(BuildError::ZeroDistance {
                            user: joint.name.clone(),
                            place: joint.place.clone(),
                        });
                        return;
                    }
                    let (factor, offset) = (0.5 / length, 0.5 * length);
                    let form = QuadraticForm::distance_squared(nodes, a.at, b.at, factor, offset);
                    self.system.constraints.add(owner, Gap::from(form));
                }
                Row::Advance => {
                    let pitch = joint.kind.value.unwrap_or(0.0);
                    let angle = coordinates
                        .iter()
                        .find_map(|c| c.geometry.is_angle().then_some(c.node).flatten());
                    if let Some(angle) = angle {
                        let nodes = [a.node, b.node, angle];
                        // As drawn the advance and the angle belong together, whatever they are.
                        let start = self.drawn_advance(frames) - pitch * self.poses[angle].r.x;
                        let form = QuadraticForm::along_minus_coordinate(
                            nodes,
                            a.axis(Z),
                            a.at,
                            b.at,
                            pitch,
                        )
                        .minus(start);
                        self.system.constraints.add(owner, Gap::from(form));
                    }
                }
            }
        }
    }

    fn drawn_offset(&self, frames: &[Frame; 2]) -> V3 {
        let origin = |f: &Frame| self.poses[f.node].r + self.poses[f.node].q * f.at;
        origin(&frames[1]) - origin(&frames[0])
    }

    fn drawn_distance(&self, frames: &[Frame; 2]) -> f64 {
        self.drawn_offset(frames).norm()
    }

    fn drawn_advance(&self, frames: &[Frame; 2]) -> f64 {
        let axis = self.poses[frames[0].node].q * frames[0].axis(Z);
        axis.dot(&self.drawn_offset(frames))
    }

    pub(super) fn coordinate(
        &mut self,
        user: &str,
        on: &CoordinateRef,
        place: &Place,
    ) -> Option<NodeIndex> {
        let name = format!("{}.{}", on.joint, on.coordinate);
        let node = self
            .system
            .joints
            .iter()
            .flat_map(|j| &j.coordinates)
            .find(|c| c.name == name)
            .and_then(|c| c.node);
        if node.is_none() {
            self.errors.push(BuildError::UnknownCoordinate {
                user: user.into(),
                joint: on.joint.clone(),
                coordinate: on.coordinate.clone(),
                place: place.clone(),
            });
        }
        node
    }
}

/// Coordinates that something acts on.
fn wanted_coordinates(model: &Model) -> Vec<CoordinateRef> {
    let acted_on = model.actions().flat_map(|a| a.acts.on.coordinates());
    let couples = model.joints.iter().flat_map(|j| j.couples.clone());
    acted_on.cloned().chain(couples.flatten()).collect()
}

//! Joints that slide along a line (section sl of the theory).

use super::guides::{Guide, Terms, axes_at, rigid_guide, terms};
use super::{BuildError, Builder};
use crate::functions::Law;
use crate::geometry::{Curve, Path};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::constraints::{FreedRow, Pieces, SlidingRow};
use crate::mechanics::forces::CoordinateSpring;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::joints::Coordinate;
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeStage, NodeVelocity};
use crate::model::{Joint, Model, Slide, SlideOn};
use crate::system::sliding::LinePart;
use crate::system::{
    Add, Constraints, CoordinateInfo, FlexibleKind, Frame, JointInfo, Leaving, Owner, Sort,
};
use std::sync::Arc;

/// Labels of rows, for messages. The multipliers of those called translations press what slides against the line, which friction
/// asks for.
const ALONG: [&str; 3] = ["along the line", "translation y", "translation z"];
/// The same where the axes do not follow the line, so that none of them is along it for good.
const ANY: [&str; 3] = ["translation x", "translation y", "translation z"];
const DIRECTION: [&str; 3] = ["rotation z", "rotation y", "rotation x"];

/// Stiffness of springs that never move [N/m].
const REST: f64 = 1.0;

impl Builder {
    /// A joint of the kinds `sliding` and `sleeve`.
    pub(super) fn sliding(&mut self, joint: &Joint, slide: &Slide, model: &Model) {
        let Some(second) = self.frame(&joint.name, &joint.between[1], &joint.place) else {
            return;
        };
        let Some(guide) = self.guide(joint, slide, model) else {
            return;
        };
        let of_line = guide.points.parts.iter().flat_map(|p| &p.nodes);
        if of_line.into_iter().any(|n| *n == second.node) {
            self.errors.push(BuildError::SameItem {
                user: joint.name.clone(),
                name: joint.between[1].item.clone(),
                place: joint.place.clone(),
            });
            return;
        }
        let line = guide.points.line((second.node, second.at));
        let stages: Vec<NodeStage> = NodeIndex::first(self.poses.len())
            .map(|n| NodeStage::start(self.system.kinds[n], &self.poses[n]))
            .collect();
        let s = slide.start.unwrap_or_else(|| line.nearest(&stages));
        let coordinates = joint.kind.definition.coordinates;
        let name = coordinates.first().map_or("s", |c| c.name);
        let node = self.place_node(&format!("{}.{name}", joint.name), s);
        let axes_W = axes_at(&guide, s, &stages);
        let keeps_direction = joint.kind.definition.keeps_direction();
        // Axes that follow the line, as far as there are any: those of what slides, those of a rigid guide, or those of the world.
        let turns = self.system.kinds[second.node].has_frame();
        let (carrier, of) = match (turns, guide.rigid) {
            (false, Some(rigid)) => (1, Some(rigid)),
            (true, Some(rigid)) if guide.straight && !keeps_direction => (1, Some(rigid)),
            (true, _) => (0, Some(second.node)),
            (false, None) => (0, None),
        };
        let axes = match of {
            Some(n) => stages[n].rot.transpose() * axes_W,
            None => axes_W,
        };
        let follows = keeps_direction || (guide.straight && guide.rigid.is_some());
        let labels = if follows { ALONG } else { ANY };
        let row = Row {
            slider: second.node,
            point: second.at,
            coordinate: node,
        };
        for (k, label) in labels.iter().enumerate() {
            let axis = Attachment::vector(carrier, axes.column(k).into());
            let owner = self.owner(Sort::Joint, &joint.name, label);
            self.sliding_row(&row, &owner, axis, &guide.points);
            if slide.leaves {
                self.freed_row(joint, &owner, (k == 0).then_some(node));
            }
        }
        if keeps_direction {
            let own = stages[second.node].rot.transpose() * axes_W;
            // The y and z axes of what slides stay across the line; its z axis also across the y axis of the line.
            let mut rows = vec![(1, 0), (2, 0)];
            if !slide.turns {
                rows.push((2, 1));
            }
            for (label, (k, direction)) in DIRECTION.iter().zip(rows) {
                let axis = Attachment::vector(0, own.column(k).into());
                let owner = self.owner(Sort::Joint, &joint.name, label);
                self.sliding_row(&row, &owner, axis, &guide.directions[direction]);
                if slide.leaves {
                    self.freed_row(joint, &owner, None);
                }
            }
        }
        let line = Arc::new(line);
        let info = |c: &Coordinate| CoordinateInfo {
            name: format!("{}.{}", joint.name, c.name),
            geometry: c.geometry,
            node: Some(node),
            line: Some(Arc::clone(&line)),
        };
        let frame = Frame {
            axes: own_axes(&self.poses[second.node], &axes_W),
            ..second
        };
        if slide.leaves {
            let parts = &line.parts;
            let end = |part: Option<&LinePart>, k: usize| part.map_or(0.0, |p| p.ends()[k]);
            self.system.leaving.push(Leaving {
                joint: self.system.joints.len(),
                node,
                ends: [end(parts.first(), 0), end(parts.last(), 1)],
                left: None,
            });
        }
        self.system.joints.push(JointInfo {
            name: joint.name.clone(),
            definition: joint.kind.definition,
            frames: [frame; 2],
            coordinates: coordinates.iter().map(info).collect(),
        });
    }

    /// What a row does when its joint has left the line: one keeps the place, each of the others a coordinate of its own, which
    /// is nothing but a spring at rest (sl.6).
    fn freed_row(&mut self, joint: &Joint, owner: &Owner, place: Option<NodeIndex>) {
        let node = place.unwrap_or_else(|| {
            let node = self.place_node(&format!("{}, {}", joint.name, owner.part), 0.0);
            let spring = self.owner(Sort::Joint, &joint.name, owner.part);
            let law = Some(Law::linear(REST, 0.0, 0.0));
            let item = CoordinateSpring::new(node, law, 0.0);
            self.system.forces.add(spring, item);
            node
        });
        self.system
            .constraints
            .add(owner.clone(), FreedRow::new(node));
    }

    /// The node of the place along the line; the rows of the joint define it.
    fn place_node(&mut self, name: &str, s: f64) -> NodeIndex {
        let node = Node {
            name: name.to_owned(),
            kind: NodeKind::Displacement,
            mass: 0.0,
            inertia: M3::zeros(),
        };
        let pose = NodePose {
            r: V3::new(s, 0.0, 0.0),
            q: Quaternion::identity(),
        };
        self.add_node(node, pose, NodeVelocity::default())
    }

    fn guide(&mut self, joint: &Joint, slide: &Slide, model: &Model) -> Option<Guide> {
        match &slide.on {
            SlideOn::Line(name) => {
                let line = self.system.flexible.iter().find(|l| l.name == *name);
                let Some(line) = line else {
                    self.errors.push(BuildError::UnknownItem {
                        user: joint.name.clone(),
                        name: name.clone(),
                        place: joint.place.clone(),
                    });
                    return None;
                };
                let beam = matches!(line.kind, FlexibleKind::Beam);
                let curves = model.beams.iter().map(|b| (&b.name, &b.curve));
                let curves = &mut curves.chain(model.cables.iter().map(|c| (&c.name, &c.curve)));
                let curve = curves.find(|(known, _)| *known == name).map(|(_, c)| c);
                let corners = curve.map_or(Vec::new(), Curve::corners);
                let of = |carried: Option<usize>| terms(&line.elements, beam, carried, &corners);
                let axis = |k: usize| if beam { of(Some(k)) } else { Terms::default() };
                Some(Guide {
                    points: of(None),
                    directions: [axis(0), axis(1)],
                    rigid: None,
                    straight: false,
                })
            }
            SlideOn::Curve(item, curve) => {
                let item = self.item(&joint.name, item, &joint.place)?;
                let path = Path::new(curve);
                Some(rigid_guide(item.node, &self.poses[item.node], &path))
            }
        }
    }

    /// A row that is the sum over all parts of a line.
    fn sliding_row(&mut self, row: &Row, owner: &Owner, axis: Attachment, terms: &Terms) {
        let count = terms.parts.len();
        for (k, part) in terms.parts.iter().chain(&terms.rounded).enumerate() {
            let ends = [k == 0, k + 1 == count];
            match (part.nodes.len(), part.things.len()) {
                (1, 4) => self.sliding_part::<3, 7>(row, owner, axis, part, ends),
                (2, 2) => self.sliding_part::<4, 5>(row, owner, axis, part, ends),
                (2, 4) => self.sliding_part::<4, 7>(row, owner, axis, part, ends),
                (3, 3) => self.sliding_part::<5, 6>(row, owner, axis, part, ends),
                (5, 5) => self.sliding_part::<7, 8>(row, owner, axis, part, ends),
                (7, 7) => self.sliding_part::<9, 10>(row, owner, axis, part, ends),
                _ => self.sliding_part::<6, 7>(row, owner, axis, part, ends),
            }
        }
    }

    fn sliding_part<const N: usize, const P: usize>(
        &mut self,
        row: &Row,
        owner: &Owner,
        axis: Attachment,
        part: &LinePart,
        [first, last]: [bool; 2],
    ) where
        Constraints: Add<SlidingRow<N, P>>,
    {
        let nodes = std::array::from_fn(|k| match k {
            0 => row.slider,
            k if k == N - 1 => row.coordinate,
            k => part.nodes.get(k - 1).copied().unwrap_or(row.slider),
        });
        let things = std::array::from_fn(|k| {
            let none = Attachment::vector(0, V3::zeros());
            part.things.get(k).map_or(none, |t| Attachment {
                node: t.node + 1,
                ..*t
            })
        });
        let mut pieces = part.weights.list().to_vec();
        if !first {
            // The parts before have the sum so far: this one adds what follows.
            for piece in &mut pieces {
                piece.cubic.iter_mut().for_each(|c| c[0] = 0.0);
            }
        }
        let weights = Arc::new(Pieces::new(pieces, [first, last]));
        let point = Attachment::point(0, row.point);
        let item = SlidingRow::<N, P>::new(nodes, axis, point, things, weights, first);
        self.system.constraints.add(owner.clone(), item);
    }
}

/// What all parts of a row have in common.
struct Row {
    slider: NodeIndex,
    point: V3,
    coordinate: NodeIndex,
}

fn own_axes(pose: &NodePose, axes_W: &M3) -> M3 {
    pose.q.to_rotation_matrix().matrix().transpose() * axes_W
}

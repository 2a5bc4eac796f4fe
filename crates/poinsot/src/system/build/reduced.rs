//! Reduced bodies: their points, the pieces of their energy, and their ties.

use super::Builder;
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::constraints::Gap;
use crate::mechanics::elements::{ReducedFrame, reduced_pieces};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{Node, NodeKind, NodePose, NodeVelocity};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::shared_mass::{ElementMass, SharedMass};
use crate::model::{Model, ReducedBody};
use crate::reduction::{Interface, Reduced};
use crate::system::{Add, Frame, InterfaceInfo, ReducedInfo, Sort};
use std::sync::Arc;

/// Labels of rows, for messages.
const ALONG: [&str; 3] = ["displacement 1", "displacement 2", "displacement 3"];
const ABOUT: [&str; 3] = ["rotation 3", "rotation 2", "rotation 1"];
/// Axes of the plane that points turn in, and which of the rows above it is.
const PLANES: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

impl Builder {
    /// Points, energy and ties of all reduced bodies.
    pub(super) fn reduced_bodies(&mut self, model: &Model) {
        for body in &model.reduced_bodies {
            let Some(reduced) = self.reduced_part(body) else {
                continue;
            };
            let frames: Vec<Option<Frame>> = reduced
                .interfaces
                .iter()
                .zip(&body.interfaces)
                .map(|(interface, tied)| {
                    let item = self.item(&body.name, &tied.to, &body.place)?;
                    Some(self.interface_frame(body, interface, item.node))
                })
                .collect();
            let Some(frames) = frames.into_iter().collect::<Option<Vec<Frame>>>() else {
                continue;
            };
            self.reduced_body(body, &reduced, &frames);
        }
        self.share_mass();
    }

    /// Sums up the mass that points share, for the nodes that there are now.
    pub(super) fn share_mass(&mut self) {
        self.system.shared_mass = SharedMass::new(self.poses.len(), &self.shared);
    }

    /// The frame of an interface on a node.
    fn interface_frame(&self, body: &ReducedBody, interface: &Interface, node: NodeIndex) -> Frame {
        let pose = self.poses[node];
        let into: Quaternion = pose.q.inverse();
        let at_W = body.position + body.orientation * interface.center;
        let axes = *(into * body.orientation).to_rotation_matrix().matrix() * interface.axes;
        Frame {
            node,
            at: into * (at_W - pose.r),
            axes,
        }
    }

    fn reduced_body(&mut self, body: &ReducedBody, reduced: &Arc<Reduced>, frames: &[Frame]) {
        let motion = &body.motion;
        let mut nodes = Vec::new();
        for (k, place) in reduced.points.iter().enumerate() {
            let r = body.position + body.orientation * place;
            let v = motion.velocity + motion.angular_velocity.cross(&(r - motion.about));
            let node = Node {
                name: format!("{}: point {}", body.name, k + 1),
                kind: NodeKind::Point,
                mass: 0.0,
                inertia: M3::zeros(),
            };
            let pose = NodePose {
                r,
                q: Quaternion::identity(),
            };
            let velocity = NodeVelocity {
                v,
                omega: V3::zeros(),
            };
            nodes.push(self.add_node(node, pose, velocity));
        }
        self.shared.push(ElementMass {
            nodes: nodes.clone(),
            matrix: reduced.mass.clone(),
        });
        let first = frames[0].node;
        let axes = *(self.poses[first].q.inverse() * body.orientation)
            .to_rotation_matrix()
            .matrix();
        let frame = ReducedFrame {
            node: first,
            axes: std::array::from_fn(|i| axes.column(i).into()),
        };
        let pieces = reduced_pieces(
            &frame,
            &nodes,
            &reduced.points,
            &reduced.stiffness,
            body.damping_time,
        );
        let mut owners = Vec::new();
        for piece in pieces {
            let owner = self.owner(Sort::Reduced, &body.name, "");
            owners.push(owner.order);
            self.system.forces.add(owner, piece);
        }
        let mut interfaces = Vec::new();
        for ((interface, tied), frame) in
            reduced.interfaces.iter().zip(&body.interfaces).zip(frames)
        {
            let name = format!("{}.{}", body.name, tied.name);
            self.tie_interface(&name, interface, frame, &nodes);
            interfaces.push(InterfaceInfo {
                name,
                frame: *frame,
            });
        }
        self.system.reduced.push(ReducedInfo {
            name: body.name.clone(),
            nodes,
            owners,
            interfaces,
            frame: Frame {
                node: first,
                at: V3::zeros(),
                axes,
            },
            part: Arc::clone(reduced),
            recovery: body.mesh.as_ref().map(|m| Arc::clone(&m.recovery)),
        });
    }

    /// Six rows that tie the points of an interface to a frame (rb.5).
    fn tie_interface(
        &mut self,
        name: &str,
        interface: &Interface,
        frame: &Frame,
        nodes: &[NodeIndex],
    ) {
        let point = |k: usize| nodes[interface.points[k]];
        let axis = |k: usize| -> V3 { frame.axes.column(k).into() };
        for (k, label) in ALONG.iter().enumerate() {
            let ends = [frame.node, point(0)];
            let form = QuadraticForm::along(ends, axis(k), frame.at, V3::zeros());
            let owner = self.owner(Sort::Interface, name, label);
            self.system.constraints.add(owner, Gap::from(form));
        }
        for ([a, b], label) in PLANES.into_iter().zip(ABOUT) {
            let weights = [interface.moments[a], interface.moments[b]];
            let owner = self.owner(Sort::Interface, name, label);
            if weights[1] == 0.0 {
                // The nodes lie in a plane: a point of it stays there.
                let ends = [frame.node, point(1 + a)];
                let form = QuadraticForm::along(ends, axis(b), frame.at, V3::zeros());
                self.system.constraints.add(owner, Gap::from(form));
            } else {
                let ends = [frame.node, point(1 + a), point(1 + b)];
                let form = QuadraticForm::mean_turn(ends, axis(a), axis(b), frame.at, weights);
                self.system.constraints.add(owner, Gap::from(form));
            }
        }
    }
}

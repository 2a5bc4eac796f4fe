//! Locations: points that move with the system, fixed to one node or interpolated between several.

use super::{BodyIndex, ElementIndex, State, System};
use crate::math::{M3, Quaternion, V3, rotation};
use crate::mechanics::elements::ElementNode;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{NodeKind, NodeStage, NodeVelocity};

/// A point of the system, with axes where it has any.
#[derive(Clone, Debug)]
pub enum Location {
    /// In the frame of a node.
    Fixed {
        /// The node.
        node: NodeIndex,
        /// Relative to its origin, in its frame [m].
        at: V3,
    },
    /// On a flexible body, between its nodes.
    Between {
        /// Number of the body.
        body: BodyIndex,
        /// Number of its element.
        element: ElementIndex,
        /// Nodes with their weights.
        carriers: Vec<(f64, ElementNode)>,
        /// Relative to the interpolated point, in the interpolated axes [m].
        arm: V3,
        /// Where it is along a line: the arc length [m]. On surfaces and in volumes nothing.
        along: Option<f64>,
    },
}

impl Location {
    /// Whether orientation and angular velocity mean something there.
    pub fn is_oriented(&self, system: &System) -> bool {
        match self {
            Location::Fixed { node, .. } => system.kinds[*node] == NodeKind::Frame,
            Location::Between { body, .. } => system.flexible[*body].kind.is_oriented(),
        }
    }

    /// The nodes that carry it.
    pub fn nodes(&self) -> Vec<NodeIndex> {
        match self {
            Location::Fixed { node, .. } => vec![*node],
            Location::Between { carriers, .. } => carriers.iter().map(|(_, on)| on.node).collect(),
        }
    }

    /// Position in the world.
    pub fn position(&self, stages: &[NodeStage]) -> V3 {
        match self {
            Location::Fixed { node, at } => stages[*node].r + stages[*node].rot * at,
            Location::Between { .. } => self.sum(|on, arm| {
                let stage = &stages[on.node];
                stage.r + stage.rot * arm
            }),
        }
    }

    /// Velocity in world axes.
    pub fn velocity(&self, stages: &[NodeStage], velocities: &[NodeVelocity]) -> V3 {
        match self {
            Location::Fixed { node, at } => {
                let (stage, w) = (&stages[*node], &velocities[*node]);
                let omega_W = stage.rot * w.omega;
                w.v + omega_W.cross(&(stage.rot * at))
            }
            Location::Between { .. } => self.sum(|on, arm| {
                let (stage, w) = (&stages[on.node], &velocities[on.node]);
                w.v + stage.rot * w.omega.cross(&arm)
            }),
        }
    }

    /// Acceleration in world axes, from velocities and accelerations of the nodes.
    pub fn acceleration(
        &self,
        stages: &[NodeStage],
        velocities: &[NodeVelocity],
        accelerations: &dyn Fn(NodeIndex) -> NodeVelocity,
    ) -> V3 {
        let of = |node: NodeIndex, arm: &V3| {
            let (omega, a) = (&velocities[node].omega, accelerations(node));
            a.v + stages[node].rot * (a.omega.cross(arm) + omega.cross(&omega.cross(arm)))
        };
        match self {
            Location::Fixed { node, at } => of(*node, at),
            Location::Between { .. } => self.sum(|on, arm| of(on.node, &arm)),
        }
    }

    /// Something that nodes have as a whole, such as an angular velocity in world axes.
    pub fn of_nodes(&self, value: impl Fn(NodeIndex) -> V3) -> V3 {
        match self {
            Location::Fixed { node, .. } => value(*node),
            Location::Between { carriers, .. } => {
                let parts = carriers.iter().map(|(weight, on)| *weight * value(on.node));
                parts.fold(V3::zeros(), |a, b| a + b)
            }
        }
    }

    /// Section axes of a flexible body there, or those of the node: the interpolated ones, made orthonormal.
    pub fn axes(&self, rot: &dyn Fn(NodeIndex) -> M3) -> M3 {
        match self {
            Location::Fixed { node, .. } => rot(*node),
            Location::Between { carriers, .. } => {
                let mut sum = M3::zeros();
                for (weight, on) in carriers {
                    sum += *weight * (rot(on.node) * on.axes);
                }
                let x = sum.column(0).normalize();
                let y = sum.column(1) - x * x.dot(&sum.column(1));
                let y = y.normalize();
                M3::from_columns(&[x, y, x.cross(&y)])
            }
        }
    }

    /// Its orientation.
    pub fn orientation(&self, state: &State) -> Quaternion {
        match self {
            Location::Fixed { node, .. } => state.poses[*node].q,
            Location::Between { .. } => {
                let rot = |node: NodeIndex| -> M3 { rotation::matrix(&state.poses[node].q) };
                rotation::quaternion_from_matrix(&self.axes(&rot))
            }
        }
    }

    /// Weighted sum over the carriers, each with the arm from its origin in its own frame.
    fn sum(&self, value: impl Fn(&ElementNode, V3) -> V3) -> V3 {
        let mut sum = V3::zeros();
        if let Location::Between { carriers, arm, .. } = self {
            for (weight, on) in carriers {
                sum += *weight * value(on, on.at + on.axes * arm);
            }
        }
        sum
    }
}

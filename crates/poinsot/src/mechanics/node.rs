//! Nodes: what carries unknowns. A frame has a pose, a point has a position, a coordinate has one number.

use super::index::PerNode;
use crate::math::{M3, M6, Quaternion, V3, cayley};
use crate::storage::stored;

/// What a node carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The world: a frame that does not move.
    Ground,
    /// A pose: mass centre and directors.
    Frame,
    /// A position.
    Point,
    /// A relative angle, carried as a unit pair with the planar Cayley update, and unwrapped.
    Angle,
    /// A relative displacement.
    Displacement,
}

impl NodeKind {
    /// Number of unknowns per stage.
    pub const fn dofs(self) -> usize {
        match self {
            NodeKind::Ground => 0,
            NodeKind::Frame => 6,
            NodeKind::Point => 3,
            NodeKind::Angle | NodeKind::Displacement => 1,
        }
    }

    /// Slots of the local increment `(u, theta)` that are unknowns. Every kind is a restriction of the
    /// frame: a point drops `theta`, an angle keeps only the rotation about z, a displacement only x.
    pub const fn slots(self) -> std::ops::Range<usize> {
        match self {
            NodeKind::Ground => 0..0,
            NodeKind::Frame => 0..6,
            NodeKind::Point => 0..3,
            NodeKind::Angle => 5..6,
            NodeKind::Displacement => 0..1,
        }
    }

    /// Whether it carries a frame: a body, or the ground.
    pub const fn has_frame(self) -> bool {
        matches!(self, NodeKind::Frame | NodeKind::Ground)
    }

    /// `true` for joint coordinates, which have no mass.
    pub const fn is_coordinate(self) -> bool {
        matches!(self, NodeKind::Angle | NodeKind::Displacement)
    }

    /// Name of the unknown in slot `slot`, for messages.
    pub const fn slot_name(self, slot: usize) -> &'static str {
        match self {
            NodeKind::Angle => "angle",
            NodeKind::Displacement => "displacement",
            _ => [
                "translation x",
                "translation y",
                "translation z",
                "rotation x",
                "rotation y",
                "rotation z",
            ][slot],
        }
    }
}

/// A node of the system.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name of the body, point mass or coordinate it stands for.
    pub name: String,
    /// What it carries.
    pub kind: NodeKind,
    /// Mass [kg]; zero for coordinates. In a model for equilibria that gives none, something in its place.
    pub mass: f64,
    /// Inertia about the mass centre in body axes [kg m^2].
    pub inertia: M3,
}

/// Pose of a node at one instant. A coordinate keeps its value in `r.x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodePose {
    /// Mass centre, world axes [m]; for coordinates the value in `x` [rad or m].
    pub r: V3,
    /// Rotation from body to world components.
    pub q: Quaternion,
}

/// Velocity of a node at one instant. A coordinate keeps its rate in `v.x`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeVelocity {
    /// Velocity of the mass centre, world axes [m/s].
    pub v: V3,
    /// Angular velocity, body axes [rad/s].
    pub omega: V3,
}

impl PerNode for NodeKind {}
impl PerNode for Node {}
impl PerNode for NodePose {}
impl PerNode for NodeVelocity {}
impl PerNode for NodeIncrement {}
impl PerNode for NodeStage {}
/// Of two instants or steps.
impl PerNode for [NodeVelocity; 2] {}
/// Components of a motion or a wrench.
impl PerNode for [f64; 6] {}
/// A metric of its motion.
impl PerNode for M6 {}

stored!(NodePose { r, q });
stored!(NodeVelocity { v, omega });
stored!(NodeIncrement { u, theta });

/// Increment of a node over an interval: the Newton unknowns of one stage.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeIncrement {
    /// `r_y - r_i` [m]; for a displacement coordinate its change in `x`.
    pub u: V3,
    /// Cayley vector of the rotation from i to y, world axes; for an angle `(0, 0, 2 tan(dphi/2))`.
    pub theta: V3,
}

/// A node at one stage with everything that attachments need. Computed once per node and iteration.
#[derive(Clone, Copy, Debug)]
pub struct NodeStage {
    /// Origin [m]; for coordinates the value in `x`.
    pub r: V3,
    /// Rotation matrix; for an angle the rotation about z by its value.
    pub rot: M3,
    /// `H(theta)`: spin of a variation of `theta`.
    pub h: M3,
    /// The increment that led here.
    pub step: NodeIncrement,
    /// For angles: `dphi / delta` on the interval and its derivative with respect to `delta`.
    pub angle_ratio: [f64; 2],
}

impl NodeStage {
    /// The node at the start of the step.
    pub fn start(kind: NodeKind, pose: &NodePose) -> Self {
        let rot = match kind {
            NodeKind::Frame | NodeKind::Ground => *pose.q.to_rotation_matrix().matrix(),
            NodeKind::Angle => rotation_about_z(pose.r.x.cos(), pose.r.x.sin()),
            NodeKind::Point | NodeKind::Displacement => M3::identity(),
        };
        NodeStage {
            r: pose.r,
            rot,
            h: M3::identity(),
            step: NodeIncrement::default(),
            angle_ratio: [1.0, 0.0],
        }
    }

    /// The node after an increment from `start`.
    pub fn after(kind: NodeKind, start: &NodeStage, step: &NodeIncrement) -> Self {
        match kind {
            NodeKind::Ground => *start,
            NodeKind::Frame => NodeStage {
                r: start.r + step.u,
                rot: cayley::rotation(&step.theta) * start.rot,
                h: cayley::tangent(&step.theta),
                step: *step,
                angle_ratio: [1.0, 0.0],
            },
            NodeKind::Point | NodeKind::Displacement => NodeStage {
                r: start.r + step.u,
                step: *step,
                ..*start
            },
            NodeKind::Angle => {
                let delta = step.theta.z;
                let ratio = angle_ratio(delta);
                NodeStage {
                    r: V3::new(start.r.x + ratio[0] * delta, 0.0, 0.0),
                    rot: cayley::rotation(&step.theta) * start.rot,
                    h: cayley::tangent(&step.theta),
                    step: *step,
                    angle_ratio: ratio,
                }
            }
        }
    }
}

fn rotation_about_z(c: f64, s: f64) -> M3 {
    M3::new(c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
}

/// `k(delta) = 2 atan(delta/2) / delta` and `k'`: a generalized force `Q` on the planar Cayley increment
/// does the work `Q delta`, so an effort `tau` on the angle itself enters as `Q = k tau`.
fn angle_ratio(delta: f64) -> [f64; 2] {
    let h = 0.5 * delta;
    if h.abs() < 0.02 {
        // atan(h)/h = 1 - h^2/3 + h^4/5 - h^6/7 + ...; the next term is below 3e-15 of the first here.
        let s = h * h;
        let k = 1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s / 9.0)));
        let dk_dh = -h * (2.0 / 3.0 - s * (4.0 / 5.0 - s * (6.0 / 7.0 - s * 8.0 / 9.0)));
        [k, 0.5 * dk_dh]
    } else {
        let k = h.atan() / h;
        [k, 0.5 * (1.0 / (1.0 + h * h) - k) / h]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angle_ratio_joins_its_series() {
        for delta in [0.0399999, 0.0400001] {
            let h: f64 = 0.5 * delta;
            let [k, dk] = angle_ratio(delta);
            assert!((k - h.atan() / h).abs() < 1e-15);
            let eps = 1e-6;
            let quotient =
                (angle_ratio(delta + eps)[0] - angle_ratio(delta - eps)[0]) / (2.0 * eps);
            // Central difference of a quantity near 1: round-off 1e-16 / 1e-6.
            assert!((dk - quotient).abs() < 1e-9);
        }
    }

    #[test]
    fn angle_node_accumulates_turns() {
        let pose = NodePose {
            r: V3::new(7.0, 0.0, 0.0),
            q: Quaternion::identity(),
        };
        let start = NodeStage::start(NodeKind::Angle, &pose);
        let dphi: f64 = 0.6;
        let step = NodeIncrement {
            u: V3::zeros(),
            theta: V3::new(0.0, 0.0, 2.0 * (0.5 * dphi).tan()),
        };
        let end = NodeStage::after(NodeKind::Angle, &start, &step);
        assert!((end.r.x - 7.6).abs() < 1e-14);
        assert!((end.rot.column(0) - V3::new(7.6f64.cos(), 7.6f64.sin(), 0.0)).norm() < 1e-14);
    }
}

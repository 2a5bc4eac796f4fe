//! Nodes of flexible bodies.

use super::reduced::{self, ReducedNode};
use super::{Column, Group, Known, Value};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::elements::ElementNode;
use crate::model::FieldKind;
use crate::system::{FlexibleBody, System};

/// A node at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    position: V3,
    velocity: V3,
}

const COLUMNS: &[Column<Seen>] = &[
    Column::field(
        FieldKind::Position,
        "node_position",
        "m",
        "point of the reference line at a node, world axes",
        Value::Vector(|s| s.position),
    ),
    Column::field(
        FieldKind::Velocity,
        "node_velocity",
        "m/s",
        "its velocity, world axes",
        Value::Vector(|s| s.velocity),
    ),
];

/// A node of a flexible body, or one that is recovered from a reduced body.
pub enum Place {
    Of(ElementNode),
    Reduced(ReducedNode),
}

/// Nodes of all flexible bodies, then those of reduced ones.
pub fn nodes(system: &System) -> Group<Place, Seen> {
    let all = system.flexible.iter().flat_map(named);
    let all = all.map(|(name, on)| (name, Place::Of(on)));
    let reduced = reduced::nodes(system).map(|(name, node)| (name, Place::Reduced(node)));
    let look = |known: &Known, place: &Place| match place {
        Place::Of(on) => see(known, on),
        Place::Reduced(node) => Seen {
            position: node.position(known),
            velocity: node.velocity(known),
        },
    };
    Group::new("line_node", all.chain(reduced), look, COLUMNS)
}

fn see(known: &Known, on: &ElementNode) -> Seen {
    let (stage, w) = (&known.stages[on.node], &known.state.velocities[on.node]);
    let omega_W = stage.rot * w.omega;
    Seen {
        position: stage.r + stage.rot * on.at,
        velocity: w.v + omega_W.cross(&(stage.rot * on.at)),
    }
}

/// How a node is turned.
#[derive(Clone, Copy)]
pub struct Turned {
    orientation: Quaternion,
    omega_W: V3,
}

const TURNED: &[Column<Turned>] = &[
    Column::field(
        FieldKind::Position,
        "node_orientation",
        "1",
        "rotation from section to world axes at a node, scalar first",
        Value::Rotation(|s| s.orientation),
    ),
    Column::field(
        FieldKind::Velocity,
        "node_angular_velocity",
        "rad/s",
        "angular velocity of a node, world axes",
        Value::Vector(|s| s.omega_W),
    ),
];

/// Nodes with axes.
pub fn oriented_nodes(system: &System) -> Group<ElementNode, Turned> {
    let bodies = system.flexible.iter();
    let oriented = bodies.filter(|b| b.kind.is_oriented());
    Group::new("beam_node", oriented.flat_map(named), see_turned, TURNED)
}

fn see_turned(known: &Known, on: &ElementNode) -> Turned {
    let rot = &known.stages[on.node].rot;
    Turned {
        orientation: quaternion(&(rot * on.axes)),
        omega_W: rot * known.state.velocities[on.node].omega,
    }
}

/// Axes, known to be orthonormal, as a quaternion.
pub fn quaternion(axes: &M3) -> Quaternion {
    Quaternion::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(*axes))
}

fn named(body: &FlexibleBody) -> impl Iterator<Item = (String, ElementNode)> {
    body.nodes.iter().map(|n| (body.label(n.at), n.on))
}

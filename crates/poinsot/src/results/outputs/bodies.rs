//! Bodies and point masses.

use super::{Column, Group, Known, Value};
use crate::math::{Quaternion, V3};
use crate::system::{BodyInfo, System};

/// A body at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    position: V3,
    orientation: Quaternion,
    velocity: V3,
    omega_W: V3,
    omega_B: V3,
}

const COLUMNS: &[Column<Seen>] = &[
    Column::new(
        "position",
        "m",
        "origin of the body frame, world axes",
        Value::Vector(|s| s.position),
    ),
    Column::new(
        "orientation",
        "1",
        "rotation from body to world axes, scalar first, continuous sign",
        Value::Rotation(|s| s.orientation),
    ),
    Column::new(
        "velocity",
        "m/s",
        "velocity of the origin of the body frame, world axes",
        Value::Vector(|s| s.velocity),
    ),
    Column::new(
        "angular_velocity",
        "rad/s",
        "angular velocity, world axes",
        Value::Vector(|s| s.omega_W),
    ),
    Column::new(
        "angular_velocity_body",
        "rad/s",
        "angular velocity, body axes",
        Value::Vector(|s| s.omega_B),
    ),
];

/// All bodies.
pub fn group(system: &System) -> Group<BodyInfo, Seen> {
    let bodies = system.bodies.iter();
    Group::new(
        "body",
        bodies.map(|b| (b.name.clone(), b.clone())),
        see,
        COLUMNS,
    )
}

fn see(known: &Known, b: &BodyInfo) -> Seen {
    let (stage, w) = (&known.stages[b.node], &known.state.velocities[b.node]);
    let omega_W = stage.rot * w.omega;
    Seen {
        position: stage.r + stage.rot * b.origin,
        orientation: known.state.poses[b.node].q * b.axes,
        velocity: w.v + omega_W.cross(&(stage.rot * b.origin)),
        omega_W,
        omega_B: b.axes.inverse() * w.omega,
    }
}

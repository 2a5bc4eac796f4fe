//! Motion of sensors.

use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::system::{FlexibleElement, FlexibleKind, Location, System};

/// A sensor at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    position: V3,
    velocity: V3,
    acceleration: V3,
}

const COLUMNS: &[Column<Seen>] = &[
    Column::new(
        "point",
        "m",
        "position of a sensor, world axes",
        Value::Vector(|s| s.position),
    ),
    Column::new(
        "point_velocity",
        "m/s",
        "velocity of a sensor, world axes",
        Value::Vector(|s| s.velocity),
    ),
    Column::new(
        "point_acceleration",
        "m/s^2",
        "acceleration of a sensor, world axes",
        Value::Vector(|s| s.acceleration),
    ),
];

/// All sensors.
pub fn points(system: &System) -> Group<Location, Seen> {
    let all = system.sensors.iter();
    Group::new(
        "sensor",
        all.map(|s| (s.name.clone(), s.on.clone())),
        see,
        COLUMNS,
    )
}

fn see(known: &Known, on: &Location) -> Seen {
    let (stages, velocities) = (known.stages, &known.state.velocities);
    Seen {
        position: on.position(stages),
        velocity: on.velocity(stages, velocities),
        acceleration: on.acceleration(stages, velocities, known.instant.acceleration),
    }
}

/// How a sensor turns.
#[derive(Clone, Copy)]
pub struct Turning {
    rotation: V3,
    velocity: V3,
    acceleration: V3,
}

const TURNING: &[Column<Turning>] = &[
    Column::new(
        "point_rotation",
        "rad",
        "rotation vector of a sensor since the start, world axes, unwrapped over full turns",
        Value::Vector(|s| s.rotation),
    ),
    Column::new(
        "point_angular_velocity",
        "rad/s",
        "angular velocity of a sensor, world axes",
        Value::Vector(|s| s.velocity),
    ),
    Column::new(
        "point_angular_acceleration",
        "rad/s^2",
        "angular acceleration of a sensor, world axes",
        Value::Vector(|s| s.acceleration),
    ),
];

/// Sensors with an orientation, numbered as [`SensorTurns`](super::super::SensorTurns) numbers them.
pub fn turning(system: &System) -> Group<(usize, Location), Turning> {
    let all = system.sensors.iter();
    let oriented = all.filter(|s| s.on.is_oriented(system)).enumerate();
    Group::new(
        "turning_sensor",
        oriented.map(|(k, s)| (s.name.clone(), (k, s.on.clone()))),
        see_turning,
        TURNING,
    )
}

fn see_turning(known: &Known, (number, on): &(usize, Location)) -> Turning {
    let (stages, velocities) = (known.stages, &known.state.velocities);
    Turning {
        rotation: known.instant.turns.vector(*number),
        velocity: on.of_nodes(|node| stages[node].rot * velocities[node].omega),
        // The derivative of R omega is R omega', because omega x omega vanishes.
        acceleration: on
            .of_nodes(|node| stages[node].rot * (known.instant.acceleration)(node).omega),
    }
}

/// Sensors between the nodes of flexible bodies of one kind: name, element, location.
pub fn on_flexible(
    system: &System,
    kind: FlexibleKind,
) -> impl Iterator<Item = (String, &FlexibleElement, Location)> {
    system.sensors.iter().filter_map(move |s| match &s.on {
        Location::Between { body, element, .. } if system.flexible[*body].kind == kind => {
            let element = &system.flexible[*body].elements[*element];
            Some((s.name.clone(), element, s.on.clone()))
        }
        _ => None,
    })
}

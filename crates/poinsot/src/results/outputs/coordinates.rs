//! Joint coordinates.

use super::{Column, Group, Known, Value};
use crate::system::{System, coordinate_rate};
use std::borrow::Cow;

/// All joint coordinates of one name, such as `angle`, and the joints that have it.
#[derive(Clone, Debug)]
pub struct CoordinateColumn {
    /// Name of the coordinate.
    pub name: &'static str,
    /// Whether it is an angle.
    pub is_angle: bool,
    /// Joint, number of the coordinate within it, number among all coordinates.
    pub members: Vec<(usize, usize, usize)>,
}

/// Groups joint coordinates by name, so that each group has one unit.
pub fn coordinates(system: &System) -> Vec<CoordinateColumn> {
    let mut columns: Vec<CoordinateColumn> = Vec::new();
    let mut slot = 0;
    for (j, joint) in system.joints.iter().enumerate() {
        for (c, coordinate) in joint.definition.coordinates.iter().enumerate() {
            let member = (j, c, slot);
            slot += 1;
            match columns.iter_mut().find(|k| k.name == coordinate.name) {
                Some(column) => column.members.push(member),
                None => columns.push(CoordinateColumn {
                    name: coordinate.name,
                    is_angle: coordinate.geometry.is_angle(),
                    members: vec![member],
                }),
            }
        }
    }
    columns
}

const ON_LINE: &[Column<f64>] = &[Column::new(
    "on_line",
    "1",
    "whether a joint keeps something on its line: 1 yes, 0 it has left it",
    Value::Number(|on| *on),
)];

/// A coordinate and its rate at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    value: f64,
    rate: f64,
}

/// All coordinates of one name.
pub fn group(system: &System, column: CoordinateColumn) -> Group<(usize, usize, usize), Seen> {
    let (unit, rate_unit, about) = if column.is_angle {
        ("rad", "rad/s", "joint angle, unwrapped")
    } else {
        ("m", "m/s", "joint displacement")
    };
    let rate = Column {
        name: Cow::Owned(format!("{}_rate", column.name)),
        unit: rate_unit,
        about: "rate of it",
        value: Value::Number(|s: &Seen| s.rate),
        field: None,
    };
    let value = Column::new(column.name, unit, about, Value::Number(|s: &Seen| s.value));
    let members = column.members.into_iter();
    Group::new(
        format!("joint_with_{}", column.name),
        members.map(|m| (system.joints[m.0].name.clone(), m)),
        see,
        vec![value, rate],
    )
}

fn see(known: &Known, &(joint, c, slot): &(usize, usize, usize)) -> Seen {
    let joint = &known.system.joints[joint];
    let (stages, velocities) = (known.stages, &known.state.velocities);
    Seen {
        value: known.state.coordinates[slot],
        rate: coordinate_rate(&joint.coordinates[c], &joint.frames, stages, velocities),
    }
}

/// Joints that let go of their line at its ends.
pub fn leaving(system: &System) -> Group<usize, f64> {
    let list = system.leaving.iter().enumerate();
    Group::new(
        "leaving_joint",
        list.map(|(k, one)| (system.joints[one.joint].name.clone(), k)),
        |known, &k| match known.system.leaving[k].left {
            Some(_) => 0.0,
            None => 1.0,
        },
        ON_LINE,
    )
}

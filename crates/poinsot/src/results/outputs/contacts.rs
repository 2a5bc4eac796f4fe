//! What contact shapes feel of each other.

use super::observed::ShapeSeen;
use super::{Column, Group, Value};
use crate::system::System;

const COLUMNS: &[Column<ShapeSeen>] = &[
    Column::new(
        "touch_force",
        "N",
        "sum of the forces of all contacts on a shape, world axes",
        Value::Vector(|s| s.force),
    ),
    Column::new(
        "touch_gap",
        "m",
        "smallest gap to a shape nearby; negative: penetration; zero where nothing is near",
        Value::Number(|s| s.gap),
    ),
    Column::new(
        "touch_slip",
        "m/s",
        "speed of slip where the largest force of a shape acts",
        Value::Number(|s| s.slip),
    ),
    Column::new(
        "touch_state",
        "1",
        "state where the largest force of a shape acts: 0 open, 1 sticks, 2 slides",
        Value::Number(|s| s.state),
    ),
    Column::new(
        "touch_point",
        "m",
        "where the largest force of a shape acts, world axes; zero while it touches nothing",
        Value::Vector(|s| s.point),
    ),
    Column::new(
        "touch_count",
        "1",
        "how many parts of shapes a shape touches",
        Value::Number(|s| s.touched),
    ),
];

/// All contact shapes.
pub fn shapes(system: &System) -> Group<usize, ShapeSeen> {
    let names = system.contacts.shapes.iter().cloned();
    let shapes = names.zip(0..);
    Group::new(
        "contact_shape",
        shapes,
        |known, &k| known.observed.shape(k),
        COLUMNS,
    )
}

//! Reactions of supports and of ties by distribution.

use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::system::System;

const COLUMNS: &[Column<[V3; 2]>] = &[
    Column::new(
        "support_force",
        "N",
        "force of a support on what it holds, all points together, world axes",
        Value::Vector(|s| s[0]),
    ),
    Column::new(
        "support_moment",
        "N m",
        "moment of a support on what it holds, all points together, about their middle as drawn, world axes",
        Value::Vector(|s| s[1]),
    ),
];

/// All supports.
pub fn group(system: &System) -> Group<usize, [V3; 2]> {
    let first = super::joints::before_supports(system);
    let supports = system.supports.iter().enumerate();
    let named = supports.map(|(k, s)| (s.name.clone(), first + k));
    Group::new("support", named, see, COLUMNS)
}

const TIES: &[Column<[V3; 2]>] = &[
    Column::new(
        "tie_force",
        "N",
        "force of a tie by distribution on its points, all together, world axes",
        Value::Vector(|s| s[0]),
    ),
    Column::new(
        "tie_moment",
        "N m",
        "moment of a tie by distribution on its points, all together, about their mean place, world axes",
        Value::Vector(|s| s[1]),
    ),
];

/// All ties by distribution.
pub fn ties(system: &System) -> Group<usize, [V3; 2]> {
    let first = super::joints::before_ties(system);
    let ties = system.ties.iter().enumerate();
    let named = ties.map(|(k, t)| (t.name.clone(), first + k));
    Group::new("tie", named, see, TIES)
}

fn see(known: &Known, number: &usize) -> [V3; 2] {
    known.reactions.of(*number)
}

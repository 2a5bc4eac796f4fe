//! Stops, ratchets, backlash and friction.

use super::{Column, Group, Known, Value};
use crate::system::{Sort, System};

/// What is seen of a stop or of friction: the numbers that the interaction gives.
type Seen = [f64; 3];

const STOPS: &[Column<Seen>] = &[
    Column::new(
        "stop_effort",
        "N or N m",
        "effort of a stop on its coordinate, of backlash on the second one",
        Value::Number(|s| s[0]),
    ),
    Column::new(
        "stop_gap",
        "m or rad",
        "way to the nearest end of a stop; negative: penetration",
        Value::Number(|s| s[1]),
    ),
    Column::new(
        "impacts",
        "1",
        "how often a stop was touched since the start",
        Value::Number(|s| s[2]),
    ),
];

const FRICTIONS: &[Column<Seen>] = &[
    Column::new(
        "friction_effort",
        "N or N m",
        "effort of friction on its coordinate",
        Value::Number(|s| s[0]),
    ),
    Column::new(
        "stick_point",
        "m or rad",
        "coordinate at which friction sticks without effort; it moves while friction slides",
        Value::Number(|s| s[1]),
    ),
    Column::new(
        "slides",
        "1",
        "whether friction slides: 0 no, it sticks; 1 and -1 up and down its coordinate",
        Value::Number(|s| s[2]),
    ),
];

/// Stops, ratchets and backlash.
pub fn stops(system: &System) -> Group<usize, Seen> {
    Group::new("stop", of_sort(system, Sort::Stop), see, STOPS)
}

/// Friction.
pub fn frictions(system: &System) -> Group<usize, Seen> {
    Group::new("friction", of_sort(system, Sort::Friction), see, FRICTIONS)
}

/// Names of all of a sort, and where their numbers are.
fn of_sort(system: &System, sort: Sort) -> Vec<(String, usize)> {
    let mut first = 0;
    let mut list = Vec::new();
    for info in &system.force_info {
        if info.owner.sort == sort {
            list.push((info.owner.name.clone(), first));
        }
        first += info.observed;
    }
    list
}

fn see(known: &Known, &first: &usize) -> Seen {
    let values = known.observed.from(first);
    [values[0], values[1], values[2]]
}

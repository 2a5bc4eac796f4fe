//! Efforts of motions, gears, motors and springs.

use super::{Column, Group, Known, Value};
use crate::mechanics::index::RowIndex;
use crate::system::{Sort, System};

/// Where an effort is found.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// A constraint row: its multiplier is the resistance, the effort is against it.
    Row(RowIndex),
    /// A number that an interaction gives.
    Observed(usize),
}

const COLUMNS: &[Column<f64>] = &[Column::new(
    "effort",
    "N or N m",
    "effort of a motion or motor along its coordinate, of a gear along its second; pull of a spring with its damper",
    Value::Number(|s| *s),
)];

/// Constraints with an effort along a coordinate, then springs and motors in the order of visits.
pub fn group(system: &System) -> Group<Source, f64> {
    let mut list = Vec::new();
    for info in &system.constraint_info {
        if matches!(info.owner.sort, Sort::Motion | Sort::Gear) {
            list.push((info.owner.name.clone(), Source::Row(info.first_row)));
        }
    }
    let mut first = 0;
    for info in &system.force_info {
        if matches!(info.owner.sort, Sort::Motor | Sort::Spring) {
            list.push((info.owner.name.clone(), Source::Observed(first)));
        }
        first += info.observed;
    }
    Group::new("actuator", list, see, COLUMNS)
}

fn see(known: &Known, source: &Source) -> f64 {
    match *source {
        Source::Row(row) => -(known.instant.multipliers)(row),
        Source::Observed(first) => known.observed.from(first)[0],
    }
}

//! Tension and strain of cables.

use super::observed::Offsets;
use super::{Column, Group, Known, Value};
use crate::model::FieldKind;
use crate::system::{Address, Continuation, FlexibleKind, Location, System};

/// Numbers that a Gauss point of a cable gives: strain and force.
const OF_POINT: usize = 2;

/// A Gauss point at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    strain: f64,
    tension: f64,
}

const COLUMNS: &[Column<Seen>] = &[
    Column::field(
        FieldKind::Force,
        "tension",
        "N",
        "axial force of a cable",
        Value::Number(|s| s.tension),
    ),
    Column::field(
        FieldKind::Strain,
        "cable_strain",
        "1",
        "length over free length, less one",
        Value::Number(|s| s.strain),
    ),
    // What it was called in version 0.1, though it is no stretch.
    Column::field(
        FieldKind::Strain,
        "stretch",
        "1",
        "old name of cable_strain, which goes with version 0.3",
        Value::Number(|s| s.strain),
    ),
];

/// Gauss points of all cables: where their numbers are.
pub fn points(system: &System) -> Group<usize, Seen> {
    let places = Offsets::new(system);
    let mut list = Vec::new();
    let bodies = system.flexible.iter();
    for body in bodies.filter(|b| b.kind == FlexibleKind::Cable) {
        for element in &body.elements {
            let first = places.first(&element.owners);
            for k in 0..element.measures.len() {
                list.push((
                    body.label(Address::ArcLength(element.gauss_s(k))),
                    first + OF_POINT * k,
                ));
            }
        }
    }
    Group::new("cable_point", list, see, COLUMNS)
}

fn see(known: &Known, first: &usize) -> Seen {
    let of = known.observed.from(*first);
    Seen {
        strain: of[0],
        tension: of[1],
    }
}

/// A sensor on a cable: where the numbers of its element are, and how they are continued.
pub type Sensor = (usize, Continuation);

const SENSOR_COLUMNS: &[Column<f64>] = &[Column::new(
    "point_tension",
    "N",
    "axial force of a cable at a sensor",
    Value::Number(|s| *s),
)];

/// Sensors between the nodes of cables.
pub fn sensors(system: &System) -> Group<Sensor, f64> {
    let places = Offsets::new(system);
    let here = super::sensors::on_flexible(system, FlexibleKind::Cable);
    let all = here.filter_map(|(name, element, on)| {
        let Location::Between { along: Some(s), .. } = on else {
            return None;
        };
        let from = element.continuation(s);
        Some((name, (places.first(&element.owners), from)))
    });
    Group::new("cable_sensor", all, tension, SENSOR_COLUMNS)
}

fn tension(known: &Known, (first, from): &Sensor) -> f64 {
    let points = known.observed.from(*first).chunks_exact(OF_POINT);
    let mut sum = 0.0;
    for (point, weight) in points.zip(&from.weights[..from.points]) {
        sum += weight * point[1];
    }
    sum
}

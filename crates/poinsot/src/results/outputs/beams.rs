//! Section forces and strains of beams.

use super::flexible::quaternion;
use super::observed::Offsets;
use super::{Column, Group, Known, Value};
use crate::math::{Quaternion, V3, V6};
use crate::mechanics::elements::OBSERVED_PER_SECTION;
use crate::model::FieldKind;
use crate::system::{Address, Continuation, FlexibleBody, FlexibleKind, Location, System};

/// A place along a beam at which section forces are recorded: all that does not change during a run.
#[derive(Clone, Debug)]
pub struct Station {
    /// Where the numbers of the first Gauss point of its element are.
    first: usize,
    from_points: Continuation,
}

/// Section forces and strains at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    stress: [f64; 6],
    strain: [f64; 6],
}

fn three(of: &[f64; 6], first: usize) -> V3 {
    V3::new(of[first], of[first + 1], of[first + 2])
}

const STATION_COLUMNS: &[Column<Seen>] = &[
    Column::field(
        FieldKind::Force,
        "section_force",
        "N",
        "axial force and shear forces on section axes",
        Value::Vector(|s| three(&s.stress, 0)),
    ),
    Column::field(
        FieldKind::Force,
        "section_moment",
        "N m",
        "torque and bending moments on section axes",
        Value::Vector(|s| three(&s.stress, 3)),
    ),
    Column::field(
        FieldKind::Strain,
        "section_strain",
        "1",
        "extension and shear on section axes",
        Value::Vector(|s| three(&s.strain, 0)),
    ),
    Column::field(
        FieldKind::Strain,
        "section_curvature",
        "1/m",
        "twist rate and curvatures on section axes",
        Value::Vector(|s| three(&s.strain, 3)),
    ),
];

/// Nodes and Gauss points of all beams.
pub fn stations(system: &System) -> Group<Station, Seen> {
    let places = Offsets::new(system);
    let bodies = system.flexible.iter();
    let beams = bodies.filter(|b| b.kind == FlexibleKind::Beam);
    let all = beams.flat_map(|b| along(b, &places));
    Group::new("beam_station", all, see, STATION_COLUMNS)
}

/// Nodes and Gauss points along a beam.
fn along(body: &FlexibleBody, places: &Offsets) -> Vec<(String, Station)> {
    let mut list = Vec::new();
    for (k, element) in body.elements.iter().enumerate() {
        let nodes = element.nodes.iter().map(|&n| body.nodes[n].at.arc_length());
        // The last node belongs to the next element, which continues from its own Gauss points.
        let shared = usize::from(k + 1 < body.elements.len());
        let mut all: Vec<f64> = nodes.take(element.on.len() - shared).collect();
        all.extend((0..element.measures.len()).map(|p| element.gauss_s(p)));
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 1e-9 * element.span().length());
        let first = places.first(&element.owners);
        for s in all {
            let from_points = element.continuation(s);
            list.push((
                body.label(Address::ArcLength(s)),
                Station { first, from_points },
            ));
        }
    }
    list
}

fn see(known: &Known, station: &Station) -> Seen {
    section(known, station.first, &station.from_points)
}

/// Strains and forces, continued from the Gauss points of the element. Where the section varies, strains at nodes and Gauss points
/// are those of the section that lies there.
fn section(known: &Known, first: usize, from: &Continuation) -> Seen {
    let mut sum = [0.0; OBSERVED_PER_SECTION];
    let points = known
        .observed
        .from(first)
        .chunks_exact(OBSERVED_PER_SECTION);
    for (point, weight) in points.zip(&from.weights[..from.points]) {
        for (sum, value) in sum.iter_mut().zip(point) {
            *sum += weight * value;
        }
    }
    let six = |first: usize| std::array::from_fn(|a| sum[first + a]);
    let (mut strain, stress, elastic): ([f64; 6], _, [f64; 6]) = (six(0), six(6), six(12));
    // Forces go on smoothly where the section changes, strains do not.
    if let Some(flexibility) = &from.flexibility {
        strain = (flexibility * V6::from(elastic)).into();
    }
    Seen { stress, strain }
}

/// A sensor on a beam.
#[derive(Clone, Debug)]
pub struct Sensor {
    first: usize,
    on: Location,
    from_points: Continuation,
}

/// What it sees beyond its motion.
#[derive(Clone, Copy)]
pub struct SeenThere {
    orientation: Quaternion,
    section: Seen,
}

const SENSOR_COLUMNS: &[Column<SeenThere>] = &[
    Column::new(
        "point_orientation",
        "1",
        "rotation from section to world axes at a sensor",
        Value::Rotation(|s| s.orientation),
    ),
    Column::new(
        "point_force",
        "N",
        "section forces at a sensor, section axes",
        Value::Vector(|s| three(&s.section.stress, 0)),
    ),
    Column::new(
        "point_moment",
        "N m",
        "section moments at a sensor, section axes",
        Value::Vector(|s| three(&s.section.stress, 3)),
    ),
];

/// Sensors between the nodes of beams.
pub fn sensors(system: &System) -> Group<Sensor, SeenThere> {
    let places = Offsets::new(system);
    let here = super::sensors::on_flexible(system, FlexibleKind::Beam);
    let all = here.filter_map(|(name, element, on)| {
        let Location::Between { along: Some(s), .. } = on else {
            return None;
        };
        let sensor = Sensor {
            first: places.first(&element.owners),
            from_points: element.continuation(s),
            on,
        };
        Some((name, sensor))
    });
    Group::new("beam_sensor", all, see_there, SENSOR_COLUMNS)
}

fn see_there(known: &Known, sensor: &Sensor) -> SeenThere {
    let axes = sensor.on.axes(&|node| known.stages[node].rot);
    SeenThere {
        orientation: quaternion(&axes),
        section: section(known, sensor.first, &sensor.from_points),
    }
}

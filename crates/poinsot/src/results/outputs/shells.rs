//! Forces, moments and strains of shells.

use super::observed::Offsets;
use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::mechanics::elements::{RESULTANTS, weights_at_nodes};
use crate::system::{Extent, FlexibleBody, FlexibleElement, FlexibleKind, System};
use std::collections::HashMap;

/// Numbers of one Gauss point: resultants, then strains.
const OF_POINT: usize = 2 * RESULTANTS;

/// A place of a shell: sums over Gauss points of some elements. Where the numbers of the first Gauss point of an element are, and the
/// weights of all of them.
#[derive(Clone, Debug)]
pub struct Spot(Vec<(usize, Vec<f64>)>);

/// Resultants and strains at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    resultants: [f64; RESULTANTS],
    strains: [f64; RESULTANTS],
}

fn three(of: &[f64; RESULTANTS], first: usize) -> V3 {
    V3::new(of[first], of[first + 1], of[first + 2])
}

fn two(of: &[f64; RESULTANTS]) -> V3 {
    V3::new(of[6], of[7], 0.0)
}

const AT_NODES: &[Column<Seen>] = &[
    Column::new(
        "shell_force",
        "N/m",
        "membrane forces 11, 22, 12 at a node of a shell, on the axes of the shell; mean of the elements that meet there",
        Value::Vector(|s| three(&s.resultants, 0)),
    ),
    Column::new(
        "shell_moment",
        "N",
        "moments 11, 22, 12 there",
        Value::Vector(|s| three(&s.resultants, 3)),
    ),
    Column::new(
        "shell_shear",
        "N/m",
        "transverse shear forces 1, 2 there",
        Value::Vector(|s| two(&s.resultants)),
    ),
    Column::new(
        "shell_strain",
        "1",
        "membrane strains 11, 22, 2 x 12 there",
        Value::Vector(|s| three(&s.strains, 0)),
    ),
    Column::new(
        "shell_curvature",
        "1/m",
        "curvatures 11, 22, 2 x 12 there",
        Value::Vector(|s| three(&s.strains, 3)),
    ),
];

const OF_ELEMENTS: &[Column<Seen>] = &[
    Column::new(
        "element_force",
        "N/m",
        "membrane forces 11, 22, 12 in the middle of an element of a shell, on the axes of the shell",
        Value::Vector(|s| three(&s.resultants, 0)),
    ),
    Column::new(
        "element_moment",
        "N",
        "moments 11, 22, 12 there",
        Value::Vector(|s| three(&s.resultants, 3)),
    ),
    Column::new(
        "element_shear",
        "N/m",
        "transverse shear forces 1, 2 there",
        Value::Vector(|s| two(&s.resultants)),
    ),
];

/// Elements of all shells.
pub fn elements(system: &System) -> Group<Spot, Seen> {
    let places = Offsets::new(system);
    let mut list = Vec::new();
    for (name, element) in all(system) {
        let number = match element.extent {
            Extent::Cell(number) => number,
            Extent::Span(_) => 0,
        };
        let first = places.first(&element.owners);
        let points = places.count(&element.owners) / OF_POINT;
        let spot = Spot(vec![(first, vec![1.0 / points as f64; points])]);
        list.push((format!("{name}:{number}"), spot));
    }
    Group::new("shell_element", list, see, OF_ELEMENTS)
}

/// Nodes of all shells.
pub fn nodes(system: &System) -> Group<Spot, Seen> {
    let places = Offsets::new(system);
    let mut list = Vec::new();
    let mut weights: HashMap<usize, Vec<Vec<f64>>> = HashMap::new();
    for body in shells(system) {
        let mut spots = vec![Spot(Vec::new()); body.nodes.len()];
        for element in &body.elements {
            let first = places.first(&element.owners);
            let count = element.nodes.len();
            let weights = weights
                .entry(count)
                .or_insert_with(|| weights_at_nodes(count));
            for (&node, weights) in element.nodes.iter().zip(weights.iter()) {
                spots[node].0.push((first, weights.clone()));
            }
        }
        for (node, mut spot) in body.nodes.iter().zip(spots) {
            let part = 1.0 / spot.0.len().max(1) as f64;
            for weight in spot.0.iter_mut().flat_map(|(_, w)| w) {
                *weight *= part;
            }
            list.push((body.label(node.at), spot));
        }
    }
    Group::new("shell_node", list, see, AT_NODES)
}

fn shells(system: &System) -> impl Iterator<Item = &FlexibleBody> {
    let bodies = system.flexible.iter();
    bodies.filter(|b| b.kind == FlexibleKind::Shell)
}

fn all(system: &System) -> impl Iterator<Item = (&str, &FlexibleElement)> {
    shells(system).flat_map(|b| b.elements.iter().map(|e| (b.name.as_str(), e)))
}

fn see(known: &Known, spot: &Spot) -> Seen {
    let mut seen = Seen {
        resultants: [0.0; RESULTANTS],
        strains: [0.0; RESULTANTS],
    };
    for (first, weights) in &spot.0 {
        let points = known.observed.from(*first).chunks_exact(OF_POINT);
        for (point, weight) in points.zip(weights) {
            for k in 0..RESULTANTS {
                seen.resultants[k] += weight * point[k];
                seen.strains[k] += weight * point[RESULTANTS + k];
            }
        }
    }
    seen
}

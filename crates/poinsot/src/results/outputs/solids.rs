//! Stresses, energies and changes of volume of solids.

use super::observed::Offsets;
use super::reduced::{self, ReducedNode};
use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::mechanics::elements::solid::{
    OBSERVED_PER_POINT as OF_POINT, PointValues, Shape, weights_at_nodes,
};
use crate::system::{Extent, FlexibleBody, FlexibleElement, FlexibleKind, System};
use std::collections::HashMap;

/// A place of a solid: sums over Gauss points of some elements, by where the numbers of the first point are and the weights of all.
pub type Spot = Vec<(usize, Vec<f64>)>;

const AT_NODES: &[Column<PointValues>] = &[
    Column::new(
        "stress",
        "N/m^2",
        "Cauchy stress at a node of a solid, world axes: from the points of the elements around it, continued to the node and averaged",
        Value::Symmetric(|s| s.stress),
    ),
    Column::new(
        "von_mises",
        "N/m^2",
        "von Mises stress there",
        Value::Number(PointValues::von_mises),
    ),
    Column::new(
        "principal_stress",
        "N/m^2",
        "principal stresses there, the largest first",
        Value::Vector(|s| V3::from(s.principal())),
    ),
    Column::new(
        "pressure",
        "N/m^2",
        "pressure there: a third of the trace of the stress with the other sign",
        Value::Number(PointValues::pressure),
    ),
    Column::new(
        "energy_density",
        "J/m^3",
        "strain energy by volume as drawn, there",
        Value::Number(|s| s.energy),
    ),
    Column::new(
        "volume_ratio",
        "1",
        "volume over volume as drawn, there",
        Value::Number(|s| s.volume_ratio),
    ),
];

/// Sums over the points of elements.
#[derive(Clone, Copy)]
pub struct Sums {
    energy: f64,
    volume: f64,
}

const OF_ELEMENTS: &[Column<Sums>] = &[Column::new(
    "element_energy",
    "J",
    "strain energy of an element of a solid",
    Value::Number(|s| s.energy),
)];

const OF_BODIES: &[Column<Sums>] = &[
    Column::new(
        "solid_energy",
        "J",
        "strain energy of a solid",
        Value::Number(|s| s.energy),
    ),
    Column::new(
        "solid_volume",
        "m^3",
        "volume of a solid, deformed",
        Value::Number(|s| s.volume),
    ),
];

/// A node of a solid, or one that is recovered from a reduced body.
pub enum Place {
    Of(Spot),
    Reduced(ReducedNode),
}

/// Nodes of all solids, then those of reduced ones.
pub fn nodes(system: &System) -> Group<Place, PointValues> {
    let places = Offsets::new(system);
    let mut list = Vec::new();
    for body in solids(system) {
        for (node, spot) in body.nodes.iter().zip(spots_of(body, &places)) {
            list.push((body.label(node.at), Place::Of(spot)));
        }
    }
    let reduced = reduced::nodes(system);
    list.extend(reduced.map(|(name, node)| (name, Place::Reduced(node))));
    let look = |known: &Known, place: &Place| match place {
        Place::Of(spot) => see(known, spot),
        Place::Reduced(node) => node.stress(known),
    };
    Group::new("solid_node", list, look, AT_NODES)
}

/// What the values at the nodes of a solid are sums of: means of the elements that meet there.
pub fn spots_of(body: &FlexibleBody, places: &Offsets) -> Vec<Spot> {
    let mut known: HashMap<(usize, usize), Vec<Vec<f64>>> = HashMap::new();
    let mut spots: Vec<Spot> = vec![Vec::new(); body.nodes.len()];
    for element in &body.elements {
        let (first, count) = extent(places, element);
        let size = element.nodes.len();
        let weights = known.entry((size, count)).or_insert_with(|| {
            let even = vec![1.0 / count.max(1) as f64; count];
            let shape = Shape::of(size).filter(|s| s.points().len() == count);
            shape.map_or(vec![even; size], |s| weights_at_nodes(s, size))
        });
        for (&node, weights) in element.nodes.iter().zip(weights.iter()) {
            spots[node.position()].push((first, weights.clone()));
        }
    }
    for spot in &mut spots {
        let part = 1.0 / spot.len().max(1) as f64;
        for weight in spot.iter_mut().flat_map(|(_, w)| w) {
            *weight *= part;
        }
    }
    spots
}

/// Elements of all solids.
pub fn elements(system: &System) -> Group<Vec<(usize, usize)>, Sums> {
    let places = Offsets::new(system);
    let mut list = Vec::new();
    for body in solids(system) {
        for element in &body.elements {
            let number = match element.extent {
                Extent::Cell(number) => number,
                Extent::Span(_) => 0,
            };
            let name = format!("{}:{number}", body.name);
            list.push((name, vec![extent(&places, element)]));
        }
    }
    Group::new("solid_element", list, sum, OF_ELEMENTS)
}

/// All solids.
pub fn bodies(system: &System) -> Group<Vec<(usize, usize)>, Sums> {
    let places = Offsets::new(system);
    let of = |body: &FlexibleBody| {
        let elements = body.elements.iter().map(|e| extent(&places, e));
        (body.name.clone(), elements.collect())
    };
    let list: Vec<(String, Vec<(usize, usize)>)> = solids(system).map(of).collect();
    Group::new("solid", list, sum, OF_BODIES)
}

/// Where the numbers of an element are, and how many points it has.
fn extent(places: &Offsets, element: &FlexibleElement) -> (usize, usize) {
    let first = places.first(&element.owners);
    (first, places.count(&element.owners) / OF_POINT)
}

fn solids(system: &System) -> impl Iterator<Item = &FlexibleBody> {
    let bodies = system.flexible.iter();
    bodies.filter(|b| b.kind == FlexibleKind::Solid)
}

#[allow(clippy::ptr_arg)] // What a group keeps per item is a list here.
pub fn see(known: &Known, spot: &Spot) -> PointValues {
    let mut seen = PointValues::default();
    for (first, weights) in spot {
        let points = known.observed.from(*first).chunks_exact(OF_POINT);
        for (point, weight) in points.zip(weights) {
            seen.add(*weight, point);
        }
    }
    seen
}

fn sum(known: &Known, elements: &Vec<(usize, usize)>) -> Sums {
    let mut sums = Sums {
        energy: 0.0,
        volume: 0.0,
    };
    for &(first, count) in elements {
        let points = known.observed.from(first).chunks_exact(OF_POINT);
        for point in points.take(count) {
            let mut one = PointValues::default();
            one.add(1.0, point);
            sums.energy += one.energy * one.volume;
            sums.volume += one.volume_ratio * one.volume;
        }
    }
    sums
}

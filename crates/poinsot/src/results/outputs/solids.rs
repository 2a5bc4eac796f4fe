//! Stresses, strains, energies, volumes and masses of solids.

use super::observed::Offsets;
use super::reduced::{self, ReducedNode};
use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::mechanics::elements::ElementNode;
use crate::mechanics::elements::solid::{
    OBSERVED_PER_POINT as OF_POINT, PointValues, Shape, weights_at_nodes,
};
use crate::model::FieldKind;
use crate::system::{Extent, FlexibleBody, FlexibleElement, FlexibleKind, System};
use std::collections::HashMap;

/// A place of a solid: sums over Gauss points of some elements, by where the numbers of the first point are and the weights of all.
pub type Spot = Vec<(usize, Vec<f64>)>;

const AT_NODES: &[Column<PointValues>] = &[
    Column::field(
        FieldKind::Stress,
        "stress",
        "N/m^2",
        "Cauchy stress at a node of a solid with that of viscosity, world axes: from the points of the elements around it, continued to the node and averaged",
        Value::Symmetric(|s| s.stress),
    ),
    Column::field(
        FieldKind::Stress,
        "von_mises",
        "N/m^2",
        "von Mises stress there",
        Value::Number(PointValues::von_mises),
    ),
    Column::field(
        FieldKind::Stress,
        "principal_stress",
        "N/m^2",
        "principal stresses there, the largest first",
        Value::Vector(|s| V3::from(s.principal())),
    ),
    Column::field(
        FieldKind::Stress,
        "pressure",
        "N/m^2",
        "pressure there: a third of the trace of the stress with the other sign",
        Value::Number(PointValues::pressure),
    ),
    Column::field(
        FieldKind::PiolaKirchhoff,
        "piola_kirchhoff_stress",
        "N/m^2",
        "second Piola-Kirchhoff stress there, world axes as drawn: conjugate to the Green strain",
        Value::Symmetric(|s| s.second),
    ),
    Column::field(
        FieldKind::Strain,
        "green_strain",
        "1",
        "Green strain (C - 1)/2 there, world axes as drawn; shear strains are halves of changes of angles",
        Value::Symmetric(|s| s.strain),
    ),
    Column::field(
        FieldKind::Strain,
        "principal_strain",
        "1",
        "principal Green strains there, the largest first: (l^2 - 1)/2 of the principal stretches l",
        Value::Vector(|s| V3::from(s.principal_strain())),
    ),
    Column::field(
        FieldKind::Strain,
        "energy_density",
        "J/m^3",
        "strain energy by volume as drawn, there",
        Value::Number(|s| s.energy),
    ),
    Column::field(
        FieldKind::Strain,
        "volume_ratio",
        "1",
        "volume over volume as drawn, there",
        Value::Number(|s| s.volume_ratio),
    ),
];

/// Sums over the points of elements.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    energy: f64,
    volume: f64,
    mass: f64,
    center: V3,
}

const OF_ELEMENTS: &[Column<Sums>] = &[Column::field(
    FieldKind::Element,
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
    Column::new("solid_mass", "kg", "its mass", Value::Number(|s| s.mass)),
    Column::new(
        "solid_center",
        "m",
        "its mass centre, world axes",
        Value::Vector(|s| s.center),
    ),
];

/// A solid: where the numbers of its elements are, and what its nodes stand for.
pub struct Whole {
    elements: Vec<(usize, usize)>,
    /// Nodes and the volumes that they stand for as drawn [m^3].
    nodes: Vec<(ElementNode, f64)>,
    density: f64,
}

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
pub fn bodies(system: &System) -> Group<Whole, Sums> {
    let places = Offsets::new(system);
    let of = |body: &FlexibleBody| {
        let mut nodes: Vec<_> = body.nodes.iter().map(|n| (n.on, 0.0)).collect();
        for element in &body.elements {
            for (node, volume) in element.nodes.iter().zip(&element.measures) {
                nodes[node.position()].1 += volume;
            }
        }
        let whole = Whole {
            elements: body.elements.iter().map(|e| extent(&places, e)).collect(),
            nodes,
            density: body.density,
        };
        (body.name.clone(), whole)
    };
    let list: Vec<(String, Whole)> = solids(system).map(of).collect();
    Group::new("solid", list, see_whole, OF_BODIES)
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
    let mut sums = Sums::default();
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

/// The density as drawn is the same everywhere, so that the mass centre is that of the volumes that nodes stand for as drawn.
fn see_whole(known: &Known, whole: &Whole) -> Sums {
    let mut sums = sum(known, &whole.elements);
    let mut drawn = 0.0;
    for (on, volume) in &whole.nodes {
        let stage = &known.stages[on.node];
        drawn += volume;
        sums.center += *volume * (stage.r + stage.rot * on.at);
    }
    if drawn > 0.0 {
        sums.center /= drawn;
    }
    sums.mass = whole.density * drawn;
    sums
}

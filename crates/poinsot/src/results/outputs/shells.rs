//! Forces, moments and strains of shells.

use super::observed::Offsets;
use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::mechanics::elements::{OBSERVED_PER_POINT, RESULTANTS, weights_at_nodes};
use crate::model::FieldKind;
use crate::sections::shells::{ShellSection, Temperature};
use crate::system::{Extent, FlexibleBody, FlexibleKind, System};
use std::collections::HashMap;
use std::sync::Arc;

/// Numbers of one Gauss point: resultants, then strains.
const OF_POINT: usize = 2 * RESULTANTS;

/// A place of a shell: sums over Gauss points of some elements.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Where the numbers of the first Gauss point of an element are, and the weights of all of them.
    of: Vec<(usize, Vec<f64>)>,
    /// The same of stresses that are given in elements.
    given: Vec<(usize, Vec<f64>)>,
    pub(super) section: Option<Arc<ShellSection>>,
}

/// Resultants and strains at an instant.
#[derive(Clone, Copy)]
pub struct Seen {
    pub(super) resultants: [f64; RESULTANTS],
    pub(super) strains: [f64; RESULTANTS],
    /// Strains that layers have stress from, thermal expansion included, and the change of temperature.
    stressing: [f64; RESULTANTS],
    warmer: Temperature,
}

/// Stresses at the lower and the upper side, and how near the plies are to failure.
#[derive(Clone, Copy)]
pub struct Stressed {
    pub(super) sides: [[f64; 3]; 2],
    pub(super) mises: [f64; 2],
    pub(super) principal: [[f64; 3]; 2],
    pub(super) failure: [f64; 3],
}

const STRESSES: &[Column<Stressed>] = &[
    Column::field(
        FieldKind::Stress,
        "stress_top",
        "N/m^2",
        "stresses 11, 22, 12 at the top of a shell, at a node, on the axes of the shell",
        Value::Vector(|s| V3::from(s.sides[1])),
    ),
    Column::field(
        FieldKind::Stress,
        "stress_bottom",
        "N/m^2",
        "stresses 11, 22, 12 at the bottom, the side that the normal points away from",
        Value::Vector(|s| V3::from(s.sides[0])),
    ),
    Column::field(
        FieldKind::Stress,
        "mises_top",
        "N/m^2",
        "von Mises stress at the top of a shell, at a node",
        Value::Number(|s| s.mises[1]),
    ),
    Column::field(
        FieldKind::Stress,
        "mises_bottom",
        "N/m^2",
        "von Mises stress at the bottom of a shell, at a node",
        Value::Number(|s| s.mises[0]),
    ),
    Column::field(
        FieldKind::Stress,
        "principal_top",
        "N/m^2",
        "larger and smaller principal stress at the top of a shell, at a node, and the angle of the larger one from the axis of the shell [rad]",
        Value::Vector(|s| V3::from(s.principal[1])),
    ),
    Column::field(
        FieldKind::Stress,
        "principal_bottom",
        "N/m^2",
        "the same at the bottom",
        Value::Vector(|s| V3::from(s.principal[0])),
    ),
];

const FAILURE: &[Column<Stressed>] = &[
    Column::field(
        FieldKind::Failure,
        "tsai_hill",
        "1",
        "largest Tsai-Hill index over the plies of a shell, at a node: a ply fails at 1",
        Value::Number(|s| s.failure[0]),
    ),
    Column::field(
        FieldKind::Failure,
        "maximum_stress",
        "1",
        "largest ratio of a stress to its strength over the plies of a shell, at a node: a ply fails at 1",
        Value::Number(|s| s.failure[1]),
    ),
    Column::field(
        FieldKind::Failure,
        "failing_ply",
        "1",
        "the ply with the largest Tsai-Hill index, counted from 1 at the bottom",
        Value::Number(|s| s.failure[2]),
    ),
];

pub(super) fn three(of: &[f64; RESULTANTS], first: usize) -> V3 {
    V3::new(of[first], of[first + 1], of[first + 2])
}

pub(super) fn two(of: &[f64; RESULTANTS]) -> V3 {
    V3::new(of[6], of[7], 0.0)
}

const AT_NODES: &[Column<Seen>] = &[
    Column::field(
        FieldKind::Force,
        "shell_force",
        "N/m",
        "membrane forces 11, 22, 12 at a node of a shell, on the axes of the shell; mean of the elements that meet there",
        Value::Vector(|s| three(&s.resultants, 0)),
    ),
    Column::field(
        FieldKind::Force,
        "shell_moment",
        "N",
        "moments 11, 22, 12 there",
        Value::Vector(|s| three(&s.resultants, 3)),
    ),
    Column::field(
        FieldKind::Force,
        "shell_shear",
        "N/m",
        "transverse shear forces 1, 2 there",
        Value::Vector(|s| two(&s.resultants)),
    ),
    Column::field(
        FieldKind::Strain,
        "shell_strain",
        "1",
        "membrane strains 11, 22, 2 x 12 there",
        Value::Vector(|s| three(&s.strains, 0)),
    ),
    Column::field(
        FieldKind::Strain,
        "shell_curvature",
        "1/m",
        "curvatures 11, 22, 2 x 12 there",
        Value::Vector(|s| three(&s.strains, 3)),
    ),
];

const OF_ELEMENTS: &[Column<Seen>] = &[
    Column::field(
        FieldKind::Element,
        "element_force",
        "N/m",
        "membrane forces 11, 22, 12 in the middle of an element of a shell, on the axes of the shell",
        Value::Vector(|s| three(&s.resultants, 0)),
    ),
    Column::field(
        FieldKind::Element,
        "element_moment",
        "N",
        "moments 11, 22, 12 there",
        Value::Vector(|s| three(&s.resultants, 3)),
    ),
    Column::field(
        FieldKind::Element,
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
    for body in shells(system) {
        let given = given(body, &places);
        for (k, element) in body.elements.iter().enumerate() {
            let number = match element.extent {
                Extent::Cell(number) => number,
                Extent::Span(_) => 0,
            };
            let first = places.first(&element.owners);
            let points = places.count(&element.owners) / OF_POINT;
            let weights = vec![1.0 / points as f64; points];
            let also = given.get(&k).into_iter().flatten();
            let spot = Spot {
                given: also.map(|first| (*first, weights.clone())).collect(),
                of: vec![(first, weights)],
                section: None,
            };
            list.push((format!("{}:{number}", body.name), spot));
        }
    }
    Group::new("shell_element", list, see, OF_ELEMENTS)
}

/// Nodes of all shells: forces, moments and strains.
pub fn nodes(system: &System) -> Group<Spot, Seen> {
    Group::new("shell_node", spots(system, |_| true), see, AT_NODES)
}

/// Nodes of shells whose layers are known: stresses.
pub fn stresses(system: &System) -> Group<Spot, Stressed> {
    let layered = spots(system, |s| s.plies() > 0);
    Group::new(
        axis(system, "stress", layered.len()),
        layered,
        see_stresses,
        STRESSES,
    )
}

/// Nodes of shells whose strengths are known: failure indices.
pub fn failure(system: &System) -> Group<Spot, Stressed> {
    let strong = spots(system, has_strengths);
    Group::new(
        axis(system, "strength", strong.len()),
        strong,
        see_stresses,
        FAILURE,
    )
}

/// Whether strengths of some plies are known.
pub(super) fn has_strengths(section: &ShellSection) -> bool {
    (0..section.plies()).any(|ply| section.strengths(ply).is_some())
}

/// The name of the axis of some nodes of shells: that of all of them if they are all.
fn axis(system: &System, what: &str, count: usize) -> String {
    let all: usize = shells(system).map(|b| b.nodes.len()).sum();
    match count == all {
        true => "shell_node".to_owned(),
        false => format!("shell_{what}_node"),
    }
}

/// Nodes of the shells with some sections.
fn spots(system: &System, take: impl Fn(&ShellSection) -> bool) -> Vec<(String, Spot)> {
    let places = Offsets::new(system);
    let mut list = Vec::new();
    for body in shells(system).filter(|b| b.section.as_deref().is_some_and(&take)) {
        let nodes = body.nodes.iter().map(|node| body.label(node.at));
        list.extend(nodes.zip(spots_of(body, &places)));
    }
    list
}

/// The nodes of a shell: means of the elements that meet there.
pub(super) fn spots_of(body: &FlexibleBody, places: &Offsets) -> Vec<Spot> {
    let mut weights: HashMap<usize, Vec<Vec<f64>>> = HashMap::new();
    let spot = Spot {
        of: Vec::new(),
        given: Vec::new(),
        section: body.section.clone(),
    };
    let mut spots = vec![spot; body.nodes.len()];
    for (spot, thickness) in spots.iter_mut().zip(&body.thickness) {
        let section = body.section.as_ref().map(|s| s.of_thickness(*thickness));
        spot.section = section.map(Arc::new);
    }
    let given = given(body, places);
    for (k, element) in body.elements.iter().enumerate() {
        let first = places.first(&element.owners);
        let count = element.nodes.len();
        let weights = weights
            .entry(count)
            .or_insert_with(|| weights_at_nodes(count));
        for (&node, weights) in element.nodes.iter().zip(weights.iter()) {
            let spot = &mut spots[node.position()];
            spot.of.push((first, weights.clone()));
            for &first in given.get(&k).into_iter().flatten() {
                spot.given.push((first, weights.clone()));
            }
        }
    }
    for spot in &mut spots {
        spot.times(1.0 / spot.of.len().max(1) as f64);
    }
    spots
}

impl Spot {
    /// Nothing yet, of the same section.
    pub(super) fn empty(&self) -> Spot {
        Spot {
            of: Vec::new(),
            given: Vec::new(),
            section: self.section.clone(),
        }
    }

    fn times(&mut self, factor: f64) {
        let all = self.of.iter_mut().chain(&mut self.given);
        for weight in all.flat_map(|(_, w)| w) {
            *weight *= factor;
        }
    }

    /// Adds a part of another.
    pub(super) fn add(&mut self, other: &Spot, part: f64) {
        let mut other = other.clone();
        other.times(part);
        self.of.append(&mut other.of);
        self.given.append(&mut other.given);
    }
}

fn shells(system: &System) -> impl Iterator<Item = &FlexibleBody> {
    let bodies = system.flexible.iter();
    bodies.filter(|b| b.kind == FlexibleKind::Shell)
}

/// Where the numbers of stresses are that are given in elements of a shell.
fn given(body: &FlexibleBody, places: &Offsets) -> HashMap<usize, Vec<usize>> {
    let mut all: HashMap<usize, Vec<usize>> = HashMap::new();
    for &(element, owner) in &body.given {
        all.entry(element).or_default().push(places.first(&[owner]));
    }
    all
}

pub(super) fn see(known: &Known, spot: &Spot) -> Seen {
    let mut seen = Seen {
        resultants: [0.0; RESULTANTS],
        strains: [0.0; RESULTANTS],
        stressing: [0.0; RESULTANTS],
        warmer: Temperature::default(),
    };
    for (first, weights) in &spot.of {
        let points = known.observed.from(*first).chunks_exact(OF_POINT);
        for (point, weight) in points.zip(weights) {
            for k in 0..RESULTANTS {
                seen.resultants[k] += weight * point[k];
                seen.strains[k] += weight * point[RESULTANTS + k];
            }
        }
    }
    seen.stressing = seen.strains;
    for (first, weights) in &spot.given {
        let points = known.observed.from(*first).chunks_exact(OBSERVED_PER_POINT);
        for (point, weight) in points.zip(weights) {
            for k in 0..RESULTANTS {
                seen.resultants[k] += weight * point[k];
                seen.stressing[k] += weight * point[RESULTANTS + k];
            }
            seen.warmer.mean += weight * point[2 * RESULTANTS];
            seen.warmer.gradient += weight * point[2 * RESULTANTS + 1];
        }
    }
    seen
}

pub(super) fn see_stresses(known: &Known, spot: &Spot) -> Stressed {
    let at = see(known, spot);
    let (strains, warmer) = (at.stressing, at.warmer);
    let mut seen = Stressed {
        sides: [[0.0; 3]; 2],
        mises: [0.0; 2],
        principal: [[0.0; 3]; 2],
        failure: [0.0; 3],
    };
    let Some(section) = &spot.section else {
        return seen;
    };
    let last = section.plies().saturating_sub(1);
    for (side, ply, part) in [(0, 0, 0.0), (1, last, 1.0)] {
        if let Some(stress) = section.stress(ply, part, &strains, warmer) {
            let principal = stress.principal();
            let [high, low] = principal.values;
            seen.sides[side] = stress.plane;
            seen.mises[side] = stress.von_mises();
            seen.principal[side] = [high, low, principal.angle];
        }
    }
    for stress in section.stresses(&strains, warmer) {
        if let Some(strengths) = section.strengths(stress.ply) {
            let index = stress.failure(strengths);
            if index.tsai_hill > seen.failure[0] {
                seen.failure[0] = index.tsai_hill;
                seen.failure[2] = stress.ply as f64 + 1.0;
            }
            seen.failure[1] = seen.failure[1].max(index.maximum_stress);
        }
    }
    seen
}

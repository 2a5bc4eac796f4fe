//! Forces, moments, strains and stresses at sensors on shells.
//!
//! They are interpolated by the shape functions of the element from the values at its nodes, which are means of the elements that
//! meet there. So they are continuous over the surface, and at a node they are those of the node.

use super::observed::Offsets;
use super::shells::{Seen, Spot, Stressed, has_strengths, see, see_stresses, spots_of, three, two};
use super::{Column, Group, Value};
use crate::math::V3;
use crate::sections::shells::ShellSection;
use crate::system::{BodyIndex, FlexibleKind, System};
use std::collections::HashMap;
use std::sync::Arc;

const FORCES: &[Column<Seen>] = &[
    Column::new(
        "point_shell_force",
        "N/m",
        "membrane forces 11, 22, 12 at a sensor on a shell, on the axes of the shell; interpolated from the nodes",
        Value::Vector(|s| three(&s.resultants, 0)),
    ),
    Column::new(
        "point_shell_moment",
        "N",
        "moments 11, 22, 12 there",
        Value::Vector(|s| three(&s.resultants, 3)),
    ),
    Column::new(
        "point_shell_shear",
        "N/m",
        "transverse shear forces 1, 2 there",
        Value::Vector(|s| two(&s.resultants)),
    ),
    Column::new(
        "point_shell_strain",
        "1",
        "membrane strains 11, 22, 2 x 12 there",
        Value::Vector(|s| three(&s.strains, 0)),
    ),
    Column::new(
        "point_shell_curvature",
        "1/m",
        "curvatures 11, 22, 2 x 12 there",
        Value::Vector(|s| three(&s.strains, 3)),
    ),
];

const STRESSES: &[Column<Stressed>] = &[
    Column::new(
        "point_stress_top",
        "N/m^2",
        "stresses 11, 22, 12 at the top of a shell, at a sensor, on the axes of the shell",
        Value::Vector(|s| V3::from(s.sides[1])),
    ),
    Column::new(
        "point_stress_bottom",
        "N/m^2",
        "the same at the bottom",
        Value::Vector(|s| V3::from(s.sides[0])),
    ),
    Column::new(
        "point_mises_top",
        "N/m^2",
        "von Mises stress at the top of a shell, at a sensor",
        Value::Number(|s| s.mises[1]),
    ),
    Column::new(
        "point_mises_bottom",
        "N/m^2",
        "the same at the bottom",
        Value::Number(|s| s.mises[0]),
    ),
    Column::new(
        "point_principal_top",
        "N/m^2",
        "larger and smaller principal stress at the top of a shell, at a sensor, and the angle of the larger one from the axis of the shell [rad]",
        Value::Vector(|s| V3::from(s.principal[1])),
    ),
    Column::new(
        "point_principal_bottom",
        "N/m^2",
        "the same at the bottom",
        Value::Vector(|s| V3::from(s.principal[0])),
    ),
];

const FAILURE: &[Column<Stressed>] = &[
    Column::new(
        "point_tsai_hill",
        "1",
        "largest Tsai-Hill index over the plies of a shell, at a sensor: a ply fails at 1",
        Value::Number(|s| s.failure[0]),
    ),
    Column::new(
        "point_maximum_stress",
        "1",
        "largest ratio of a stress to its strength over the plies of a shell, at a sensor: a ply fails at 1",
        Value::Number(|s| s.failure[1]),
    ),
    Column::new(
        "point_failing_ply",
        "1",
        "the ply with the largest Tsai-Hill index, counted from 1 at the bottom",
        Value::Number(|s| s.failure[2]),
    ),
];

/// Sensors on shells: forces, moments and strains.
pub fn forces(system: &System) -> Group<Spot, Seen> {
    Group::new("shell_sensor", spots(system, |_| true), see, FORCES)
}

/// Sensors on shells whose layers are known: stresses.
pub fn stresses(system: &System) -> Group<Spot, Stressed> {
    let layered = spots(system, |s| s.plies() > 0);
    let axis = axis(system, "shell_stress_sensor", layered.len());
    Group::new(axis, layered, see_stresses, STRESSES)
}

/// Sensors on shells whose strengths are known: failure indices.
pub fn failure(system: &System) -> Group<Spot, Stressed> {
    let strong = spots(system, has_strengths);
    let axis = axis(system, "shell_strength_sensor", strong.len());
    Group::new(axis, strong, see_stresses, FAILURE)
}

/// The axis of some sensors on shells: that of all of them if they are all.
fn axis(system: &System, some: &'static str, count: usize) -> &'static str {
    match count == spots(system, |_| true).len() {
        true => "shell_sensor",
        false => some,
    }
}

/// Sensors on shells with some sections.
fn spots(system: &System, take: impl Fn(&ShellSection) -> bool) -> Vec<(String, Spot)> {
    let places = Offsets::new(system);
    let mut of_body: HashMap<BodyIndex, Vec<Spot>> = HashMap::new();
    let mut list = Vec::new();
    for sensor in &system.sensors {
        let Some(mean) = &sensor.nodal else {
            continue;
        };
        let body = &system.flexible[mean.body];
        let taken = body.section.as_deref().is_some_and(&take);
        if body.kind != FlexibleKind::Shell || !taken {
            continue;
        }
        let nodes = of_body
            .entry(mean.body)
            .or_insert_with(|| spots_of(body, &places));
        let mut spot: Option<Spot> = None;
        for &(node, weight) in mean.nodes.iter().filter(|(_, weight)| *weight != 0.0) {
            let sum = spot.get_or_insert_with(|| nodes[node.position()].empty());
            sum.add(&nodes[node.position()], weight);
        }
        if let (Some(spot), false) = (&mut spot, body.thickness.is_empty()) {
            let parts = mean.nodes.iter();
            let thickness = parts.map(|(node, w)| w * body.thickness[node.position()]);
            let thickness = thickness.sum();
            let section = body.section.as_ref().map(|s| s.of_thickness(thickness));
            spot.section = section.map(Arc::new);
        }
        list.extend(spot.map(|spot| (sensor.name.clone(), spot)));
    }
    list
}

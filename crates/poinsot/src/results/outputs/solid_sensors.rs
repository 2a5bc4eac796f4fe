//! Stresses at sensors in solids.
//!
//! They are interpolated by the shape functions of the element from the values at its nodes, which are means of the elements that
//! meet there. So they are continuous, and at a node they are those of the node.

use super::observed::Offsets;
use super::solids::{Spot, see, spots_of};
use super::{Column, Group, Value};
use crate::math::V3;
use crate::mechanics::elements::solid::PointValues;
use crate::system::{BodyIndex, FlexibleKind, System};
use std::collections::HashMap;

const STRESSES: &[Column<PointValues>] = &[
    Column::new(
        "point_stress",
        "N/m^2",
        "Cauchy stress at a sensor in a solid, world axes; interpolated from the nodes",
        Value::Symmetric(|s| s.stress),
    ),
    Column::new(
        "point_von_mises",
        "N/m^2",
        "von Mises stress there",
        Value::Number(PointValues::von_mises),
    ),
    Column::new(
        "point_principal_stress",
        "N/m^2",
        "principal stresses there, the largest first",
        Value::Vector(|s| V3::from(s.principal())),
    ),
    Column::new(
        "point_pressure",
        "N/m^2",
        "pressure there: a third of the trace of the stress with the other sign",
        Value::Number(PointValues::pressure),
    ),
];

/// Sensors in solids.
pub fn stresses(system: &System) -> Group<Spot, PointValues> {
    let places = Offsets::new(system);
    let mut of_body: HashMap<BodyIndex, Vec<Spot>> = HashMap::new();
    let mut list = Vec::new();
    for sensor in &system.sensors {
        let Some(mean) = &sensor.nodal else {
            continue;
        };
        let body = &system.flexible[mean.body];
        if body.kind != FlexibleKind::Solid {
            continue;
        }
        let nodes = of_body
            .entry(mean.body)
            .or_insert_with(|| spots_of(body, &places));
        let mut spot = Spot::new();
        for &(node, weight) in mean.nodes.iter().filter(|(_, weight)| *weight != 0.0) {
            for (first, weights) in &nodes[node.position()] {
                let scaled = weights.iter().map(|w| weight * w);
                // Elements come back for every node: their weights are summed.
                match spot.iter_mut().find(|(known, _)| known == first) {
                    Some((_, sum)) => sum.iter_mut().zip(scaled).for_each(|(s, w)| *s += w),
                    None => spot.push((*first, scaled.collect())),
                }
            }
        }
        list.push((sensor.name.clone(), spot));
    }
    Group::new("solid_sensor", list, see, STRESSES)
}

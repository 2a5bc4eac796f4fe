//! Forces at the interfaces of reduced bodies, and their energy.

use super::observed::Offsets;
use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::mechanics::elements::solid::PointValues;
use crate::reduction::Recovery;
use crate::system::{ReducedInfo, System};

const INTERFACES: &[Column<[V3; 2]>] = &[
    Column::new(
        "interface_force",
        "N",
        "force of a reduced body on what the interface is tied to, world axes",
        Value::Vector(|s| s[0]),
    ),
    Column::new(
        "interface_moment",
        "N m",
        "moment of a reduced body on what the interface is tied to, about the middle of the interface, world axes",
        Value::Vector(|s| s[1]),
    ),
];

/// A node of the mesh of a reduced body.
#[derive(Clone, Copy)]
pub struct ReducedNode {
    /// The reduced body.
    body: usize,
    /// Its node.
    node: usize,
}

impl ReducedNode {
    fn recovery<'a>(&self, known: &'a Known) -> Option<(&'a ReducedInfo, &'a Recovery)> {
        let body = &known.system.reduced[self.body];
        Some((body, body.recovery.as_deref()?))
    }

    /// Its place.
    pub fn position(&self, known: &Known) -> V3 {
        let Some((body, recovery)) = self.recovery(known) else {
            return V3::zeros();
        };
        recovery.at_node(self.node, |a| known.stages[body.nodes[a]].r)
    }

    /// Its velocity.
    pub fn velocity(&self, known: &Known) -> V3 {
        let Some((body, recovery)) = self.recovery(known) else {
            return V3::zeros();
        };
        recovery.at_node(self.node, |a| known.state.velocities[body.nodes[a]].v)
    }

    /// Stress, energy and change of volume (rb.7).
    pub fn stress(&self, known: &Known) -> PointValues {
        let Some((body, recovery)) = self.recovery(known) else {
            return PointValues::default();
        };
        let axes = known.stages[body.frame.node].rot * body.frame.axes;
        let found = recovery.stress_at(self.node, &axes, |a| known.stages[body.nodes[a]].r);
        PointValues {
            stress: found.stress,
            // Strains are small: the axes of the part as drawn are those of the Green strain.
            second: found.own_stress,
            strain: found.own_strain,
            volume_ratio: 1.0 + found.swelling,
            energy: found.energy,
            volume: 0.0,
        }
    }
}

/// Nodes of the meshes of all reduced bodies that have one, with their names.
pub fn nodes(system: &System) -> impl Iterator<Item = (String, ReducedNode)> + '_ {
    let bodies = system.reduced.iter().enumerate();
    bodies.flat_map(|(body, info)| {
        let recovery = info.recovery.iter();
        recovery.flat_map(move |r| {
            let numbers = r.numbers.iter().enumerate();
            numbers.map(move |(node, n)| (format!("{}#{n}", r.mesh), ReducedNode { body, node }))
        })
    })
}

/// All interfaces.
pub fn interfaces(system: &System) -> Group<usize, [V3; 2]> {
    let first = super::joints::before_interfaces(system);
    let all = system.reduced.iter().flat_map(|b| &b.interfaces);
    let named = all.enumerate().map(|(k, i)| (i.name.clone(), first + k));
    let see = |known: &Known, number: &usize| known.reactions.of(*number);
    Group::new("interface", named, see, INTERFACES)
}

const ENERGY: &[Column<f64>] = &[Column::new(
    "reduced_energy",
    "J",
    "elastic energy of a reduced body",
    Value::Number(|s| *s),
)];

/// All reduced bodies: where the energies of their pieces are.
pub fn bodies(system: &System) -> Group<Vec<usize>, f64> {
    let places = Offsets::new(system);
    let named = system.reduced.iter().map(|b| {
        let pieces = b.owners.iter().map(|order| places.first(&[*order]));
        (b.name.clone(), pieces.collect())
    });
    Group::new("reduced_body", named, see_energy, ENERGY)
}

#[allow(clippy::ptr_arg)] // What a group keeps per item is a list here.
fn see_energy(known: &Known, pieces: &Vec<usize>) -> f64 {
    pieces.iter().map(|&k| known.observed.from(k)[0]).sum()
}

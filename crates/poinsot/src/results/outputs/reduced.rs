//! Forces at the interfaces of reduced bodies, and their energy.

use super::observed::Offsets;
use super::{Column, Group, Known, Value};
use crate::math::V3;
use crate::system::System;

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

//! The system as a whole: its mass, mass centre and inertia. What masses and inertias that a model leaves out would make wrong is
//! left out, too.

use super::{Column, Group, Known, Value};
use crate::math::{M3, V3};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::NodeKind;
use crate::system::System;

/// Mass and its centre at an instant.
#[derive(Clone, Copy)]
pub struct Masses {
    mass: f64,
    center: V3,
    velocity: V3,
}

const MASSES: &[Column<Masses>] = &[
    Column::new(
        "total_mass",
        "kg",
        "mass of all that moves",
        Value::Number(|s| s.mass),
    ),
    Column::new(
        "mass_center",
        "m",
        "mass centre of all that moves, world axes",
        Value::Vector(|s| s.center),
    ),
    Column::new(
        "mass_center_velocity",
        "m/s",
        "its velocity, world axes",
        Value::Vector(|s| s.velocity),
    ),
];

const INERTIA: &[Column<M3>] = &[Column::new(
    "total_inertia",
    "kg m^2",
    "inertia of all that moves about its mass centre, matrix entries on world axes",
    Value::Symmetric(|i| [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|at| i[at])),
)];

/// One thing without a name, if there is to be one.
fn whole(wanted: bool) -> Option<(String, ())> {
    wanted.then(|| (String::new(), ()))
}

/// Mass, mass centre and its velocity.
pub fn masses(system: &System) -> Group<(), Masses> {
    Group::new("", whole(!system.stand_ins.mass), see_masses, MASSES)
}

/// Inertia about the mass centre.
pub fn inertia(system: &System) -> Group<(), M3> {
    let wanted = !system.stand_ins.mass && !system.stand_ins.inertia;
    Group::new("", whole(wanted), see_inertia, INERTIA)
}

/// Nodes with mass. Beams and cables have theirs at their nodes.
fn heavy(system: &System) -> impl Iterator<Item = NodeIndex> {
    let heavy = |n: &NodeIndex| matches!(system.kinds[*n], NodeKind::Frame | NodeKind::Point);
    system.node_indices().filter(heavy)
}

fn see_masses(known: &Known, _: &()) -> Masses {
    let mut mass = 0.0;
    let (mut moment, mut momentum) = (V3::zeros(), V3::zeros());
    for n in heavy(known.system) {
        let m = known.system.uniform_mass(n);
        mass += m;
        moment += m * known.stages[n].r;
        momentum += m * known.state.velocities[n].v;
    }
    Masses {
        mass,
        center: moment / mass,
        velocity: momentum / mass,
    }
}

fn see_inertia(known: &Known, _: &()) -> M3 {
    let center = see_masses(known, &()).center;
    let mut inertia = M3::zeros();
    for n in heavy(known.system) {
        let (node, rot) = (&known.system.nodes[n], &known.stages[n].rot);
        let d = known.stages[n].r - center;
        let apart = M3::from_diagonal_element(d.norm_squared()) - d * d.transpose();
        inertia += rot * node.inertia * rot.transpose() + node.mass * apart;
        for (l, mass) in known.system.shared_mass.row(n) {
            let e = known.stages[l].r - center;
            inertia += mass * (M3::from_diagonal_element(d.dot(&e)) - d * e.transpose());
        }
    }
    inertia
}

//! The system as a whole: its mass, mass centre and inertia.

use super::columns::{Columns, XYZ};
use super::layout::{Axis, Variable};
use crate::math::{M3, V3};
use crate::mechanics::node::{NodeKind, NodeStage};
use crate::system::{State, System};

/// The columns of [`row`]: what masses and inertias that a model leaves out would make wrong is left out, too.
pub fn columns(list: &mut Columns, system: &System) {
    if system.stand_ins.mass {
        return;
    }
    let entries = list.axes.len();
    list.axes
        .push(Axis::new("component", ["xx", "yy", "zz", "xy", "xz", "yz"]));
    let mut add = |name, unit, about, axes: Vec<usize>| {
        list.variables.push(Variable::new(name, unit, about, axes));
    };
    add("total_mass", "kg", "mass of all that moves", vec![]);
    add(
        "mass_center",
        "m",
        "mass centre of all that moves, world axes",
        vec![XYZ],
    );
    add(
        "mass_center_velocity",
        "m/s",
        "its velocity, world axes",
        vec![XYZ],
    );
    if system.stand_ins.inertia {
        return;
    }
    add(
        "total_inertia",
        "kg m^2",
        "inertia of all that moves about its mass centre, matrix entries on world axes",
        vec![entries],
    );
}

/// Appends mass, mass centre, its velocity and the inertia about it. Beams and cables have their mass at their nodes.
pub fn row(system: &System, state: &State, stages: &[NodeStage], row: &mut Vec<f64>) {
    if system.stand_ins.mass {
        return;
    }
    let heavy = |n: &usize| matches!(system.kinds[*n], NodeKind::Frame | NodeKind::Point);
    let nodes = || (0..system.nodes.len()).filter(heavy);
    let mut mass = 0.0;
    let (mut moment, mut momentum) = (V3::zeros(), V3::zeros());
    for n in nodes() {
        let m = system.nodes[n].mass;
        mass += m;
        moment += m * stages[n].r;
        momentum += m * state.velocities[n].v;
    }
    let center = moment / mass;
    let mut inertia = M3::zeros();
    for n in nodes() {
        let (node, rot) = (&system.nodes[n], &stages[n].rot);
        let d = stages[n].r - center;
        let apart = M3::from_diagonal_element(d.norm_squared()) - d * d.transpose();
        inertia += rot * node.inertia * rot.transpose() + node.mass * apart;
    }
    row.push(mass);
    row.extend(center.iter());
    row.extend((momentum / mass).iter());
    if system.stand_ins.inertia {
        return;
    }
    row.extend([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|at| inertia[at]));
}

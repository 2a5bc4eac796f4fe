//! The same beam described in two ways must move in the same way.

use crate::common::V3;
use crate::common::flexible::{PATIENT, RUN, line_end, read};
use crate::common::state::Trial;
use nalgebra::{Matrix3, Matrix6};
use poinsot::dynamics::schemes::EnergyPreserving;
use poinsot::model::{Model, RotationMap};
use poinsot::system::System;

fn trial(model: &Model) -> Trial<EnergyPreserving> {
    let (system, state) = System::build(model).expect("a sound model");
    let ep = EnergyPreserving::new(RotationMap::Cayley);
    Trial::from_state(system, state, ep, PATIENT)
}

fn rows(m: &Matrix6<f64>) -> String {
    let row = |r: usize| format!("{:?}", m.row(r).iter().copied().collect::<Vec<f64>>());
    format!("[{}]", (0..6).map(row).collect::<Vec<_>>().join(", "))
}

/// Mass centre off the line, section axes.
const OFFSET: V3 = V3::new(0.0, 0.05, -0.08);

/// A free beam with a full stiffness matrix, drawn along a line shifted by `line` with its mass centres at `center`.
fn free_beam(
    order: usize,
    elements: usize,
    stiffness: &Matrix6<f64>,
    line: V3,
    center: V3,
) -> Model {
    let text = format!(
        r#"{RUN}
[[section]]
name = "strip"
convention = "x-axis"
stiffness = {}
mass_per_length = 0.5
inertia_per_length = [3e-3, 1e-3, 2e-3]
mass_center = [{}, {}]

[[beam]]
name = "beam"
from = [0, {y}, {z}]
to = [2, {y}, {z}]
section = "strip"
elements = {elements}
order = {order}
y_axis = [0, 1, 0]
velocity = [0.1, 0.2, 0.3]
angular_velocity = [1, 2, -1.5]

# The same moment wherever the line is drawn.
[[moment]]
name = "twist"
on = "beam.end"
value = [5, -10, 20]
scale = {{ pulse = "half-cosine", end = 0.2 }}
"#,
        rows(stiffness),
        center.y,
        center.z,
        y = line.y,
        z = line.z,
    );
    read(&text)
}

/// Stiffness against strains at a point shifted by `c`: with `gamma_c = gamma + kappa x c`, `e = T e_c`, `K_c = T^T K T`.
fn shifted(k: &Matrix6<f64>, c: &V3) -> Matrix6<f64> {
    let mut t = Matrix6::identity();
    t.fixed_view_mut::<3, 3>(0, 3).copy_from(&Matrix3::new(
        0.0, -c.z, c.y, c.z, 0.0, -c.x, -c.y, c.x, 0.0,
    ));
    let shifted = t.transpose() * k * t;
    0.5 * (shifted + shifted.transpose())
}

/// Largest distance of mass centres of nodes in 0.5 s between the two drawings.
fn difference(order: usize, elements: usize) -> f64 {
    let stiffness =
        Matrix6::from_diagonal(&nalgebra::Vector6::new(2e4, 8e3, 9e3, 30.0, 40.0, 60.0));
    let off = free_beam(order, elements, &stiffness, V3::zeros(), OFFSET);
    let on = free_beam(
        order,
        elements,
        &shifted(&stiffness, &OFFSET),
        OFFSET,
        V3::zeros(),
    );
    let (mut a, mut b) = (trial(&off), trial(&on));
    let mut largest: f64 = 0.0;
    for _ in 0..100 {
        a.step(0.005);
        b.step(0.005);
        for (p, q) in a.state.poses.iter().zip(&b.state.poses) {
            largest = largest.max((p.r - q.r).norm());
        }
    }
    largest
}

#[test]
fn an_offset_mass_centre_equals_a_line_along_the_mass_centres() {
    // Relative motions of the ends of a helicoidal element are known exactly at any other point: only round-off, times the
    // ratio of axial to bending stiffness, 1e3, and a hundred steps.
    for elements in [1, 3] {
        let gap = difference(1, elements);
        println!("order 1, {elements} elements: {gap:.1e}");
        assert!(gap < 1e-10, "{gap:e}");
    }
    // Interpolated axes are not orthonormal between nodes, so there the two drawings are two approximations of one beam.
    for (order, least) in [(2, 3.0), (3, 5.0)] {
        let gaps = [2, 4].map(|n| difference(order, n));
        let rate = (gaps[0] / gaps[1]).log2();
        println!("order {order}: {gaps:?}, order {rate:.1}");
        assert!(rate > least, "{gaps:?}");
    }
}

/// Two beams at right angles and a block, clamped to each other.
fn frame(share: bool) -> Model {
    let text = format!(
        r#"gravity = [0, 0, -9.81]
{RUN}
[[section]]
name = "bar"
EA = 2e4
GAy = 8e3
GJ = 30
EIy = 40
EIz = 60
mass_per_length = 0.5
inertia_per_length = [3e-3, 1e-3, 2e-3]
mass_center = [0.02, 0.01]

[[beam]]
name = "first"
from = [0, 0, 0]
to = [1, 0, 0]
section = "bar"
elements = 2

[[beam]]
name = "second"
from = [1, 0, 0]
to = [1, 0.8, 0.2]
section = "bar"
elements = 2
order = 2

[[body]]
name = "block"
mass = 0.5
inertia = [0.01, 0.02, 0.015]
position = [1.1, 0.8, 0.2]

[[joint]]
name = "root"
kind = "fixed"
between = ["ground", "first.start"]

[[joint]]
name = "corner"
kind = "fixed"
between = ["first.end", "second.start"]
share = {share}

[[joint]]
name = "seat"
kind = "fixed"
between = ["second.end", "block"]
share = {share}
"#
    );
    read(&text)
}

/// End of the second beam after 0.2 s.
fn end(share: bool, steps: usize) -> V3 {
    let mut t = trial(&frame(share));
    t.run(0.2 / steps as f64, steps, |_| {});
    line_end(&t.system, &t.state, 1).0
}

#[test]
fn shared_nodes_move_like_clamped_ones() {
    let (one, two) = (System::build(&frame(true)), System::build(&frame(false)));
    let (one, two) = (one.expect("sound").0, two.expect("sound").0);
    assert_eq!(one.nodes.len() + 2, two.nodes.len());
    assert_eq!(one.rows + 12, two.rows);
    // The momentum of a rigid pair and the sum of the momenta of its parts are averaged over a step in different ways, which
    // differs by the square of the step. In the limit of small steps the two are the same.
    let at = |share: bool| {
        let [coarse, middle, fine] = [100, 200, 400].map(|n| end(share, n));
        let (a, b) = (
            middle + (middle - coarse) / 3.0,
            fine + (fine - middle) / 3.0,
        );
        // The errors have even powers of the step only.
        (fine, b + (b - a) / 15.0)
    };
    let (shared, clamped) = (at(true), at(false));
    let (gap, limit) = ((shared.0 - clamped.0).norm(), (shared.1 - clamped.1).norm());
    println!("at the finest step {gap:.1e}, in the limit {limit:.1e}");
    assert!(limit < 1e-9, "{limit:e}, at the finest step {gap:e}");
}

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

/// Mass centres of the nodes after 0.2 s, in the limit of small steps.
fn ends(model: &Model) -> Vec<V3> {
    let after = |steps: usize| {
        let mut t = trial(model);
        t.run(0.2 / steps as f64, steps, |_| {});
        t.state.poses.iter().map(|p| p.r).collect()
    };
    limit([200, 400, 800].map(after))
}

/// From values at steps halved twice to the limit: the errors of `ep` have even powers of the step only.
fn limit([coarse, middle, fine]: [Vec<V3>; 3]) -> Vec<V3> {
    let twice = |k: usize| {
        let first = middle[k] + (middle[k] - coarse[k]) / 3.0;
        let second = fine[k] + (fine[k] - middle[k]) / 3.0;
        second + (second - first) / 15.0
    };
    (0..fine.len()).map(twice).collect()
}

fn distance(a: &[V3], b: &[V3]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a - b).norm()).fold(0.0, f64::max)
}

/// Largest distance of nodes between the two drawings of one beam.
fn difference(order: usize, elements: usize) -> f64 {
    let stiffness =
        Matrix6::from_diagonal(&nalgebra::Vector6::new(2e4, 8e3, 9e3, 30.0, 40.0, 60.0));
    let off = free_beam(order, elements, &stiffness, V3::zeros(), OFFSET);
    let transformed = shifted(&stiffness, &OFFSET);
    let on = free_beam(order, elements, &transformed, OFFSET, V3::zeros());
    distance(&ends(&off), &ends(&on))
}

#[test]
fn an_offset_mass_centre_equals_a_line_along_the_mass_centres() {
    // The relative motion of the ends of a helicoidal element is known exactly at any other point. Over a finite step the two
    // drawings take different secants of the same strains, so they agree in the limit of small steps: to the sixth power of the
    // step times a frequency of 200/s, 1e-9.
    for elements in [1, 2] {
        let gap = difference(1, elements);
        println!("order 1, {elements} elements: {gap:.1e}");
        assert!(gap < 1e-9, "{gap:e}");
    }
    // Interpolated axes are not orthonormal between nodes, so there the two drawings are two approximations of one beam.
    for (order, least) in [(2, 3.0), (3, 5.0)] {
        let gaps = [1, 2].map(|n| difference(order, n));
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
    let both = [true, false].map(|share| {
        let ends = [100, 200, 400].map(|n| vec![end(share, n)]);
        (ends[2].clone(), limit(ends))
    });
    let gap = distance(&both[0].0, &both[1].0);
    let limit = distance(&both[0].1, &both[1].1);
    println!("at the finest step {gap:.1e}, in the limit {limit:.1e}");
    assert!(limit < 1e-9, "{limit:e}, at the finest step {gap:e}");
}

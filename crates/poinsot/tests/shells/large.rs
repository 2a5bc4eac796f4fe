//! Large displacements: equilibria against published ones, and how many iterations they take. Predicted stresses in the geometric
//! part of the tangent (nw.2) must change the way, not the end.

use crate::mesh::{grid, isotropic, with_nine_nodes};
use crate::sheet::Sheet;
use poinsot::functions::TimeFunction;
use poinsot::math::V3;
use poinsot::model::Statics;
use poinsot::statics::Path;
use poinsot::system::{State, System};
use std::f64::consts::PI;

type Model = (System, State);

/// The equilibrium under full loads at the end of a path, and the iterations on the way.
fn follow(model: &Model, settings: &Statics, predicted: bool) -> (State, usize) {
    let (system, state) = model;
    let mut path = Path::new(system, state, settings, None).expect("a sound system");
    path.set_prediction(predicted);
    let (mut last, mut iterations) = (state.clone(), 0);
    while let Some(point) = path.next_point() {
        let point = point.expect("a point of the path");
        iterations += point.iterations;
        last = point.state;
    }
    (last, iterations)
}

/// The same end with and without prediction; returns it and both numbers of iterations.
fn compare(name: &str, model: &Model, increments: usize, arc_length: bool) -> (State, [usize; 2]) {
    let settings = Statics {
        increment: Some(1.0 / increments as f64),
        arc_length,
        ..Statics::default()
    };
    let (plain, without) = follow(model, &settings, false);
    let (state, with) = follow(model, &settings, true);
    println!("{name}: {without} iterations without, {with} with prediction");
    for (a, b) in state.poses.iter().zip(&plain.poses) {
        let apart = (a.r - b.r).norm() / model.0.length;
        assert!(apart < 1e-10, "{name}: {apart:e}");
        assert!(a.q.angle_to(&b.q) < 1e-9, "{name}");
    }
    (state, [without, with])
}

/// A strip from the origin along x, clamped there.
fn strip(n: usize, length: f64, h: f64, nine: bool) -> Sheet {
    let across = if nine { 2 } else { 1 };
    let mesh = grid(n, across, isotropic(1.2e6, 0.0, h), |r, s| {
        V3::new(length * r, s, 0.0)
    });
    let mesh = match nine {
        true => with_nine_nodes(mesh, n),
        false => mesh,
    };
    let mut sheet = Sheet::new(&mesh, 1.0, length);
    for k in 0..mesh.points.len() {
        if k.is_multiple_of(n + 1) {
            sheet.hold(k, &[0, 1, 2, 3, 4, 5]);
        }
    }
    sheet
}

/// Nodes at the end of a strip, and their parts of a load there.
fn end(n: usize, nine: bool) -> Vec<(usize, f64)> {
    let at = |j: usize| j * (n + 1) + n;
    match nine {
        true => vec![(at(0), 1.0 / 6.0), (at(1), 4.0 / 6.0), (at(2), 1.0 / 6.0)],
        false => vec![(at(0), 0.5), (at(1), 0.5)],
    }
}

/// The force grows with the stiffness in bending.
fn end_shear(n: usize, h: f64, nine: bool) -> Model {
    let mut sheet = strip(n, 10.0, h, nine);
    let force = 4.0 * (h / 0.1).powi(3);
    for (k, part) in end(n, nine) {
        let force = V3::new(0.0, 0.0, force * part);
        sheet.push(k, force, TimeFunction::constant(1.0));
    }
    sheet.finish()
}

fn roll_up(n: usize, nine: bool) -> Model {
    let mut sheet = strip(n, 12.0, 0.1, nine);
    for (k, part) in end(n, nine) {
        sheet.twist(k, V3::new(0.0, -50.0 * PI / 3.0 * part, 0.0));
    }
    sheet.finish()
}

fn hemisphere(n: usize, nine: bool) -> Model {
    let mesh = grid(n, n, isotropic(6.825e7, 0.3, 0.04), |r, s| {
        let (phi, theta) = (0.5 * PI * r, PI * (90.0 - 72.0 * s) / 180.0);
        10.0 * V3::new(
            theta.sin() * phi.cos(),
            theta.sin() * phi.sin(),
            theta.cos(),
        )
    });
    let mesh = match nine {
        true => with_nine_nodes(mesh, n),
        false => mesh,
    };
    let mut sheet = Sheet::new(&mesh, 1.0, 10.0);
    for (k, x) in mesh.points.iter().enumerate() {
        if x.y.abs() < 1e-9 {
            sheet.hold(k, &[1, 3, 5]);
        }
        if x.x.abs() < 1e-9 {
            sheet.hold(k, &[0, 4, 5]);
        }
    }
    sheet.hold(0, &[2]);
    let one = TimeFunction::constant(1.0);
    sheet.push(0, V3::new(200.0, 0.0, 0.0), one.clone());
    sheet.push(n, V3::new(0.0, -200.0, 0.0), one);
    sheet.finish()
}

/// Displacement of a node of the mesh.
fn moved(model: &Model, state: &State, node: usize) -> V3 {
    state.poses[node + 1].r - model.1.poses[node + 1].r
}

/// Largest difference of two values from published ones, as a part of the larger of these.
fn error(found: [f64; 2], wanted: [f64; 2]) -> f64 {
    let apart = (found[0] - wanted[0])
        .abs()
        .max((found[1] - wanted[1]).abs());
    apart / wanted[0].abs().max(wanted[1].abs())
}

#[test]
fn a_strip_under_end_shear() {
    for nine in [false, true] {
        let model = end_shear(16, 0.1, nine);
        for (increments, most) in [(1, 12), (4, 20), (10, 36)] {
            let (state, [without, with]) = compare("end shear", &model, increments, false);
            let u = moved(&model, &state, 16);
            // Elastica with stretch and shear: 3.28951, 6.70013.
            assert!(error([-u.x, u.z], [3.28951, 6.70013]) < 1e-3, "{u}");
            assert!(with <= most && 3 * with <= 2 * without, "{without} {with}");
        }
    }
}

/// A hundred times thinner, membrane forces are round-off against what their stiffness could give: the iteration must end all the same.
#[test]
fn a_thin_strip_under_end_shear() {
    for nine in [false, true] {
        let model = end_shear(16, 0.001, nine);
        let (state, [_, with]) = compare("thin strip", &model, 4, false);
        let u = moved(&model, &state, 16);
        assert!(error([-u.x, u.z], [3.28951, 6.70013]) < 2e-3, "{u}");
        assert!(with <= 28, "{with}");
    }
}

#[test]
fn a_strip_rolls_up() {
    for (nine, bound) in [(false, 1.5e-3), (true, 5e-3)] {
        let model = roll_up(16, nine);
        for (increments, most) in [(4, 70), (10, 68), (20, 95)] {
            let (state, [without, with]) = compare("roll-up", &model, increments, false);
            let u = moved(&model, &state, 16);
            assert!(error([-u.x, u.z], [12.0, 0.0]) < bound, "{u}");
            assert!(with <= most && 3 * with <= 2 * without, "{without} {with}");
        }
    }
}

#[test]
fn a_hemisphere_is_pinched() {
    // The finer mesh is within 1 %, as published values are; 4x4 elements of nine nodes are too coarse, by 7.8 and 13.2 %.
    for (n, nine, bound) in [(8, false, 2e-2), (16, false, 1e-2), (8, true, 0.14)] {
        let model = hemisphere(n, nine);
        let (state, [without, with]) = compare("hemisphere", &model, 4, false);
        let [a, b] = [moved(&model, &state, 0), moved(&model, &state, n)];
        assert!(error([a.x, -b.y], [4.067, 8.178]) < bound, "{a} {b}");
        assert!(with <= 24 && 3 * with <= without, "{without} {with}");
    }
}

#[test]
fn a_hemisphere_is_pinched_along_the_arc() {
    let model = hemisphere(8, false);
    let (_, [without, with]) = compare("hemisphere, arc", &model, 4, true);
    assert!(with <= without, "{without} {with}");
}

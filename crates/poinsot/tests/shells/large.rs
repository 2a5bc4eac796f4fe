//! Large displacements: equilibria and how many iterations they take.

use crate::mesh::{Mesh, grid, isotropic, with_nine_nodes};
use crate::sheet::Sheet;
use poinsot::functions::TimeFunction;
use poinsot::math::V3;
use poinsot::model::Statics;
use poinsot::statics::Path;
use poinsot::system::{State, System};
use std::f64::consts::PI;

/// What a path under growing loads gave.
struct Found {
    state: State,
    iterations: usize,
    cuts: usize,
    points: usize,
}

fn follow(model: &(System, State), increments: usize, tolerance: f64, predicted: bool) -> Option<Found> {
    let settings = Statics {
        increment: Some(1.0 / increments as f64),
        tolerance,
        ..Statics::default()
    };
    let (system, state) = model;
    let mut path = Path::new(system, state, &settings, None).expect("a sound system");
    path.set_prediction(predicted);
    let mut found: Option<Found> = None;
    while let Some(point) = path.next_point() {
        let Ok(point) = point else {
            println!("{:?}", point.err());
            return None;
        };
        let (iterations, cuts, points) = found.map_or((0, 0, 0), |f| (f.iterations, f.cuts, f.points));
        found = Some(Found {
            state: point.state,
            iterations: iterations + point.iterations,
            cuts: cuts + point.cuts,
            points: points + 1,
        });
    }
    found
}

/// A strip from the origin along x, clamped there.
fn strip(n: usize, length: f64, nine: bool) -> (Mesh, Sheet) {
    let mesh = grid(n, if nine {2} else {1}, isotropic(1.2e6, 0.0, 0.1), |r, s| V3::new(length * r, s, 0.0));
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
    (mesh, sheet)
}

fn end(n: usize, nine: bool) -> Vec<(usize, f64)> {
    let at = |j: usize| j * (n + 1) + n;
    match nine {
        true => vec![(at(0), 1.0 / 6.0), (at(1), 4.0 / 6.0), (at(2), 1.0 / 6.0)],
        false => vec![(at(0), 0.5), (at(1), 0.5)],
    }
}

fn end_shear(n: usize, nine: bool) -> (System, State) {
    let (_, mut sheet) = strip(n, 10.0, nine);
    for (k, part) in end(n, nine) {
        sheet.push(k, V3::new(0.0, 0.0, 4.0 * part), TimeFunction::constant(1.0));
    }
    sheet.finish()
}

fn roll_up(n: usize, nine: bool) -> (System, State) {
    let (_, mut sheet) = strip(n, 12.0, nine);
    for (k, part) in end(n, nine) {
        sheet.twist(k, V3::new(0.0, -50.0 * PI / 3.0 * part, 0.0));
    }
    sheet.finish()
}

fn hemisphere(n: usize, nine: bool) -> (System, State) {
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

#[test]
fn table() {
    let cases: [(&str, (System, State), Vec<usize>); 7] = [
        ("end shear S4 16", end_shear(16, false), vec![1, 4, 10, 20]),
        ("end shear S9 16", end_shear(16, true), vec![1, 4, 10, 20]),
        ("roll-up S4 16", roll_up(16, false), vec![4, 10, 20]),
        ("roll-up S9 16", roll_up(16, true), vec![4, 10, 20]),
        ("hemisphere S4 8", hemisphere(8, false), vec![1, 4, 10, 20]),
        ("hemisphere S4 16", hemisphere(16, false), vec![1, 4, 10, 20]),
        ("hemisphere S9 8", hemisphere(8, true), vec![4, 10, 20]),
    ];
    for (name, model, increments) in cases {
        for n in increments {
            for tolerance in [1e-13, 1e-8] {
            let mut line = format!("{name:20} {n:3} {tolerance:e}");
            for predicted in [false, true] {
                let start = std::time::Instant::now();
                match follow(&model, n, tolerance, predicted) {
                    Some(f) => {
                        let last = f.state.poses.last().unwrap().r;
                        let tip = f.state.poses[if name.starts_with('h') { 1 } else { 17 }].r;
                        line += &format!(" | {:4} it {:3} cuts {:3} pt {:7.3} s {:.10} {:.10} {:.6}", f.iterations, f.cuts, f.points, start.elapsed().as_secs_f64(), tip.x, tip.z, last.z);
                    }
                    None => line += &format!(" | failed {:7.3}", start.elapsed().as_secs_f64()),
                }
            }
            println!("{line}");
            }
        }
    }
}

//! Small displacements: cases with series solutions, and beams made of shells. Ratios to the reference are those of a prototype that was
//! written apart from this code; agreement to its digits means that the same element was built.

use crate::mesh::{Mesh, grid, isotropic, made_of, with_triangles};
use nalgebra::DVector;
use poinsot::math::V3;
use std::f64::consts::PI;

/// To the four digits of the prototype.
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 6e-5, "{found:.5}, wanted {wanted}");
}

/// To its three digits.
fn nearly(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 2e-3, "{found:.5}, wanted {wanted}");
}

fn on(x: f64) -> bool {
    x.abs() < 1e-9
}

/// Roof of Scordelis and Lo, a quarter: deflection of the free edge, 0.3006. Diaphragms hold displacements in their plane, no rotations.
fn roof(n: usize, nodes: usize) -> f64 {
    let (radius, half, angle) = (25.0, 25.0, 40.0 * PI / 180.0);
    let mesh = grid(n, n, isotropic(4.32e8, 0.0, 0.25), |r, s| {
        let phi = s * angle;
        V3::new(r * half, radius * phi.sin(), radius * phi.cos())
    });
    let mesh = made_of(nodes, mesh, n);
    let mut loads = DVector::zeros(6 * mesh.points.len());
    for (k, area) in mesh.areas().into_iter().enumerate() {
        loads[6 * k + 2] = -90.0 * area;
    }
    let held = |k: usize, dof: usize| {
        let x = mesh.points[k];
        let end = on(x.x) && matches!(dof, 1..=2);
        let middle = on(x.x - half) && matches!(dof, 0 | 4 | 5);
        let crown = on(x.y) && matches!(dof, 1 | 3 | 5);
        (end || middle || crown).then_some(0.0)
    };
    let u = mesh.solve(&loads, &held);
    -u[6 * (mesh.points.len() - 1) + 2] / 0.300600861
}

#[test]
fn roof_of_scordelis_and_lo() {
    for (n, wanted) in [(4, 1.0527), (8, 1.0111), (16, 1.0035)] {
        near(roof(n, 4), wanted);
    }
}

/// Pinched cylinder on diaphragms, an eighth: deflection under the load, 1.82767e-5.
fn cylinder(n: usize, nodes: usize) -> f64 {
    let (radius, half) = (300.0, 300.0);
    let mesh = grid(n, n, isotropic(3e6, 0.3, 3.0), |r, s| {
        let phi = 0.5 * PI * s;
        V3::new(r * half, radius * phi.sin(), radius * phi.cos())
    });
    let mesh = made_of(nodes, mesh, n);
    let mut loads = DVector::zeros(6 * mesh.points.len());
    loads[2] = -0.25;
    let held = |k: usize, dof: usize| {
        let x = mesh.points[k];
        let middle = on(x.x) && matches!(dof, 0 | 4 | 5);
        let end = on(x.x - half) && matches!(dof, 1..=2);
        let top = on(x.y) && matches!(dof, 1 | 3 | 5);
        let side = on(x.z) && matches!(dof, 2..=4);
        (middle || end || top || side).then_some(0.0)
    };
    -mesh.solve(&loads, &held)[2] / 1.82767e-5
}

#[test]
fn pinched_cylinder() {
    for (n, wanted) in [(4, 0.3851), (8, 0.7524), (16, 0.9310)] {
        near(cylinder(n, 4), wanted);
    }
}

/// Hemisphere with a hole of 18 degrees, a quarter: deflection under the loads, 0.093521.
fn hemisphere(n: usize, nodes: usize) -> f64 {
    let mesh = grid(n, n, isotropic(6.825e7, 0.3, 0.04), |r, s| {
        let (phi, theta) = (0.5 * PI * r, PI * (90.0 - 72.0 * s) / 180.0);
        10.0 * V3::new(
            theta.sin() * phi.cos(),
            theta.sin() * phi.sin(),
            theta.cos(),
        )
    });
    let mesh = made_of(nodes, mesh, n);
    let mut loads = DVector::zeros(6 * mesh.points.len());
    loads[0] = 1.0;
    loads[6 * n + 1] = -1.0;
    let held = |k: usize, dof: usize| {
        let x = mesh.points[k];
        let first = on(x.y) && matches!(dof, 1 | 3 | 5);
        let second = on(x.x) && matches!(dof, 0 | 4 | 5);
        (first || second || (k == 0 && dof == 2)).then_some(0.0)
    };
    mesh.solve(&loads, &held)[0] / 0.093521
}

#[test]
fn pinched_hemisphere() {
    for (n, wanted) in [(4, 1.0065), (8, 0.9961), (16, 0.9961)] {
        near(hemisphere(n, 4), wanted);
    }
}

/// A strip from `at`, clamped where r = 0, with a unit force at the other end; displacement of its middle along the force.
fn strip(mesh: &Mesh, n: usize, m: usize, force: &V3) -> f64 {
    let end = |j: usize| j * (n + 1) + n;
    let mut loads = DVector::zeros(6 * mesh.points.len());
    for j in 0..=m {
        let part = if j == 0 || j == m { 0.5 } else { 1.0 } / m as f64;
        for i in 0..3 {
            loads[6 * end(j) + i] = part * force[i];
        }
    }
    let held = |k: usize, _: usize| k.is_multiple_of(n + 1).then_some(0.0);
    let u = mesh.solve(&loads, &held);
    let tips: Vec<usize> = match m % 2 {
        0 => vec![end(m / 2)],
        _ => vec![end(m / 2), end(m / 2 + 1)],
    };
    let of = |k: usize| -> f64 { (0..3).map(|i| u[6 * k + i] * force[i]).sum() };
    tips.iter().map(|&k| of(k)).sum::<f64>() / tips.len() as f64
}

#[test]
fn twisted_beam() {
    let at = |r: f64, s: f64| {
        let (x, y, turn) = (12.0 * r, 1.1 * (s - 0.5), 0.5 * PI * r);
        V3::new(x, y * turn.cos(), y * turn.sin())
    };
    let mesh = grid(12, 2, isotropic(29e6, 0.22, 0.32), at);
    nearly(strip(&mesh, 12, 2, &V3::z()) / 0.005424, 0.994);
    nearly(strip(&mesh, 12, 2, &V3::y()) / 0.001754, 0.986);
}

#[test]
fn straight_beam_of_rectangles() {
    let law = || isotropic(1e7, 0.3, 0.1);
    let mesh = grid(6, 1, law(), |r, s| V3::new(6.0 * r, 0.2 * s, 0.0));
    nearly(strip(&mesh, 6, 1, &V3::y()) / 0.1081, 0.993);
    nearly(strip(&mesh, 6, 1, &V3::z()) / 0.4321, 0.980);
}

#[test]
fn curved_beam() {
    let at = |r: f64, s: f64| {
        let (radius, phi) = (4.12 + 0.2 * (1.0 - s), 0.5 * PI * r);
        V3::new(radius * phi.sin(), radius * phi.cos(), 0.0)
    };
    for (n, wanted) in [(6, 0.875), (12, 0.989), (24, 0.999)] {
        let mesh = grid(n, 1, isotropic(1e7, 0.25, 0.1), at);
        nearly(strip(&mesh, n, 1, &V3::x()) / 0.0885, wanted);
    }
}

/// Nodes as many as above: a quarter of the elements.
#[test]
fn nine_nodes() {
    for (n, wanted) in [(4, [0.9640, 0.7131, 0.9721]), (8, [0.9984, 0.9568, 0.9884])] {
        near(roof(n, 9), wanted[0]);
        near(cylinder(n, 9), wanted[1]);
        near(hemisphere(n, 9), wanted[2]);
    }
}

/// The same nodes with two triangles in place of every quadrilateral. (Constant strain in the plane: 0.03 of the in-plane deflection of
/// the beam of rectangles.)
#[test]
fn triangles() {
    let rows = [
        (4, [0.7235, 0.4390, 1.0090]),
        (8, [0.8847, 0.7786, 1.0016]),
        (16, [0.9681, 0.9249, 0.9945]),
    ];
    for (n, wanted) in rows {
        near(roof(n, 3), wanted[0]);
        near(cylinder(n, 3), wanted[1]);
        near(hemisphere(n, 3), wanted[2]);
    }
}

#[test]
fn beams_of_triangles() {
    let law = || isotropic(1e7, 0.3, 0.1);
    let mesh = grid(6, 1, law(), |r, s| V3::new(6.0 * r, 0.2 * s, 0.0));
    let mesh = with_triangles(mesh);
    nearly(strip(&mesh, 6, 1, &V3::y()) / 0.1081, 0.03);
    nearly(strip(&mesh, 6, 1, &V3::z()) / 0.4321, 0.974);
    let at = |r: f64, s: f64| {
        let (x, y, turn) = (12.0 * r, 1.1 * (s - 0.5), 0.5 * PI * r);
        V3::new(x, y * turn.cos(), y * turn.sin())
    };
    let mesh = with_triangles(grid(12, 2, isotropic(29e6, 0.22, 0.32), at));
    nearly(strip(&mesh, 12, 2, &V3::z()) / 0.005424, 0.979);
    nearly(strip(&mesh, 12, 2, &V3::y()) / 0.001754, 0.837);
}

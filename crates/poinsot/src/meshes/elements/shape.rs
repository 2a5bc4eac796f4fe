//! Shape functions of surface cells.

use super::{CellKind, ElementMesh};
use crate::math::V3;

/// Shape functions at a place of a surface cell, and their derivatives, for as many points as the cell has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceShape {
    /// Values.
    pub values: [f64; 9],
    /// Derivatives by both parameters.
    pub slopes: [[f64; 2]; 9],
}

/// Points of quadrilaterals in their parameters.
const QUAD: [[f64; 2]; 9] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, 1.0],
    [0.0, -1.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [0.0, 0.0],
];
/// Points of triangles in their parameters.
const TRIANGLE: [[f64; 2]; 6] = [
    [0.0, 0.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [0.5, 0.0],
    [0.5, 0.5],
    [0.0, 0.5],
];

/// Parameters of the points of a surface cell: from -1 to 1 in quadrilaterals, from 0 to 1 in triangles, whose third is `1 - r - s`.
pub fn surface_places(kind: CellKind) -> &'static [[f64; 2]] {
    match kind {
        CellKind::Tri3 => &TRIANGLE[..3],
        CellKind::Tri6 => &TRIANGLE,
        CellKind::Quad4 => &QUAD[..4],
        CellKind::Quad8 => &QUAD[..8],
        CellKind::Quad9 => &QUAD,
        _ => &[],
    }
}

/// Shape functions of a surface cell; other kinds have none.
pub fn surface_shape(kind: CellKind, [r, s]: [f64; 2]) -> SurfaceShape {
    let mut shape = SurfaceShape {
        values: [0.0; 9],
        slopes: [[0.0; 2]; 9],
    };
    for (k, &[a, b]) in surface_places(kind).iter().enumerate() {
        (shape.values[k], shape.slopes[k]) = match kind {
            CellKind::Quad4 => {
                let (f, g) = (1.0 + a * r, 1.0 + b * s);
                (0.25 * f * g, [0.25 * a * g, 0.25 * b * f])
            }
            CellKind::Quad8 => serendipity(k, a, b, r, s),
            CellKind::Quad9 => {
                let ([f, df], [g, dg]) = (quadratic(a, r), quadratic(b, s));
                (f * g, [df * g, f * dg])
            }
            CellKind::Tri3 | CellKind::Tri6 => triangle(kind, k, r, s),
            _ => (0.0, [0.0; 2]),
        };
    }
    shape
}

/// Lagrange's polynomial of three points that is 1 at `node`, and its slope.
fn quadratic(node: f64, x: f64) -> [f64; 2] {
    match node == 0.0 {
        true => [1.0 - x * x, -2.0 * x],
        false => [0.5 * x * (x + node), x + 0.5 * node],
    }
}

fn serendipity(k: usize, a: f64, b: f64, r: f64, s: f64) -> (f64, [f64; 2]) {
    let (f, g) = (1.0 + a * r, 1.0 + b * s);
    match k {
        0..4 => {
            let h = a * r + b * s - 1.0;
            let slopes = [0.25 * a * g * (h + f), 0.25 * b * f * (h + g)];
            (0.25 * f * g * h, slopes)
        }
        4 | 6 => {
            let f = 1.0 - r * r;
            (0.5 * f * g, [-r * g, 0.5 * b * f])
        }
        _ => {
            let g = 1.0 - s * s;
            (0.5 * f * g, [0.5 * a * g, -s * f])
        }
    }
}

fn triangle(kind: CellKind, k: usize, r: f64, s: f64) -> (f64, [f64; 2]) {
    // Three parameters of the corners, and their derivatives.
    let corner = [
        (1.0 - r - s, [-1.0, -1.0]),
        (r, [1.0, 0.0]),
        (s, [0.0, 1.0]),
    ];
    match (kind, k) {
        (CellKind::Tri3, _) => corner[k],
        (_, 0..3) => {
            let (l, d) = corner[k];
            (l * (2.0 * l - 1.0), d.map(|d| d * (4.0 * l - 1.0)))
        }
        _ => {
            let ((a, da), (b, db)) = (corner[k - 3], corner[(k - 2) % 3]);
            let slopes = [0, 1].map(|c| 4.0 * (da[c] * b + a * db[c]));
            (4.0 * a * b, slopes)
        }
    }
}

/// A place of a surface cell and both tangents there.
pub fn surface_point(mesh: &ElementMesh, cell: usize, at: [f64; 2]) -> (V3, [V3; 2]) {
    let shape = surface_shape(mesh.cells[cell].kind, at);
    let (mut place, mut tangents) = (V3::zeros(), [V3::zeros(); 2]);
    for (k, &p) in mesh.cell_points(cell).iter().enumerate().take(9) {
        let p = mesh.points[p as usize];
        place += p * shape.values[k];
        tangents[0] += p * shape.slopes[k][0];
        tangents[1] += p * shape.slopes[k][1];
    }
    (place, tangents)
}

/// Normal of a surface cell at a place, as long as the area per area of parameters.
pub fn surface_normal(mesh: &ElementMesh, cell: usize, at: [f64; 2]) -> V3 {
    let (_, [a, b]) = surface_point(mesh, cell, at);
    a.cross(&b)
}

/// Places and weights to integrate over a surface cell: 2 x 2 points of Gauss for four corners, as the shell elements have, 3 x 3 for
/// more; exact to the fourth degree over triangles.
pub fn surface_quadrature(kind: CellKind) -> Vec<([f64; 2], f64)> {
    let line: Vec<(f64, f64)> = match kind {
        CellKind::Tri3 | CellKind::Tri6 => return triangle_quadrature(),
        CellKind::Quad4 => {
            let x = 1.0 / 3.0_f64.sqrt();
            vec![(-x, 1.0), (x, 1.0)]
        }
        CellKind::Quad8 | CellKind::Quad9 => {
            let x = 0.6_f64.sqrt();
            vec![(-x, 5.0 / 9.0), (0.0, 8.0 / 9.0), (x, 5.0 / 9.0)]
        }
        _ => Vec::new(),
    };
    let pair = |&(r, w): &(f64, f64)| line.iter().map(move |&(s, v)| ([r, s], w * v)).collect();
    line.iter().flat_map(|a| -> Vec<_> { pair(a) }).collect()
}

/// Six points in two orbits; the radicals are solutions of the moment equations up to the fourth degree.
fn triangle_quadrature() -> Vec<([f64; 2], f64)> {
    let root = 10.0_f64.sqrt();
    let inner = (38.0 - 44.0 * 0.4_f64.sqrt()).sqrt();
    let mut all = Vec::with_capacity(6);
    for sign in [1.0, -1.0] {
        let a = (8.0 - root + sign * inner) / 18.0;
        let weight = (620.0 + sign * (213_125.0 - 53_320.0 * root).sqrt()) / 7440.0;
        let b = 1.0 - 2.0 * a;
        all.extend([[a, a], [a, b], [b, a]].map(|at| (at, weight)));
    }
    all
}

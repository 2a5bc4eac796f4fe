//! The shape of a cell, from the tangents of its edges at its corners.

use super::{Quality, keep};
use crate::math::V3;
use crate::meshes::elements::{CellKind, ElementMesh};
use std::f64::consts::{PI, SQRT_2, TAU};

/// An angle below it, or so near to 180 degrees, is none [rad].
const FLAT: f64 = 1e-6;

/// Looks at one cell.
pub fn look(mesh: &ElementMesh, cell: usize, quality: &mut Quality) {
    let number = mesh.cells[cell].number;
    let points = mesh.cell_points(cell);
    let mut sorted = [0; 27];
    let sorted = &mut sorted[..points.len()];
    sorted.copy_from_slice(points);
    sorted.sort_unstable();
    if sorted.windows(2).any(|w| w[0] == w[1]) {
        quality.degenerate.note(number);
        return;
    }
    match mesh.cells[cell].kind.dimension() {
        2 => surface(mesh, cell, quality),
        3 => volume(mesh, cell, quality),
        _ => {}
    }
}

/// The tangent of an edge at one of its ends: exact for straight edges and for parabolas through the middle.
fn tangent(from: V3, to: V3, middle: Option<V3>) -> V3 {
    match middle {
        Some(middle) => 4.0 * middle - 3.0 * from - to,
        None => to - from,
    }
}

fn surface(mesh: &ElementMesh, cell: usize, quality: &mut Quality) {
    let kind = mesh.cells[cell].kind;
    let number = mesh.cells[cell].number;
    let at: Vec<V3> = (mesh.cell_points(cell).iter())
        .map(|p| mesh.points[*p as usize])
        .collect();
    let count = kind.corners();
    // Twice the vector of the area inside the corners.
    let area: V3 = (0..count).map(|k| at[k].cross(&at[(k + 1) % count])).sum();
    let edges: Vec<_> = kind.edges().collect();
    let mut flat = false;
    let mut concave = false;
    for k in 0..count {
        let before = (k + count - 1) % count;
        let middle = |e: usize| edges[e].middle.map(|m| at[m]);
        let out = tangent(at[k], at[(k + 1) % count], middle(k));
        let back = tangent(at[k], at[before], middle(before));
        let normal = out.cross(&back);
        let mut angle = normal.norm().atan2(out.dot(&back));
        if normal.dot(&area) < 0.0 {
            angle = TAU - angle;
        }
        keep(&mut quality.smallest_angle, angle, number, |a, b| a < b);
        keep(&mut quality.largest_angle, angle, number, |a, b| a > b);
        flat |= angle < FLAT || (angle - PI).abs() < FLAT;
        concave |= angle > PI + FLAT;
    }
    if flat || area.norm() == 0.0 {
        quality.degenerate.note(number);
    } else if concave {
        quality.inverted.note(number);
    }
    let length = |a: V3, b: V3| (b - a).norm();
    let aspect = match count {
        3 => {
            let sides = [
                length(at[0], at[1]),
                length(at[1], at[2]),
                length(at[2], at[0]),
            ];
            let longest = sides.into_iter().fold(0.0, f64::max);
            // The smallest height is that over the longest side.
            0.75_f64.sqrt() * longest * longest / area.norm()
        }
        _ => {
            let middle = |a: usize, b: usize| 0.5 * (at[a] + at[b]);
            let one = length(middle(0, 1), middle(2, 3));
            let two = length(middle(1, 2), middle(3, 0));
            let plane = (at[1] - at[0]).cross(&(at[2] - at[0]));
            let size = 0.5 * (length(at[0], at[2]) + length(at[1], at[3]));
            if plane.norm() > 0.0 && size > 0.0 {
                let off = plane.normalize().dot(&(at[3] - at[0])).abs();
                keep(&mut quality.warp, off / size, number, |a, b| a > b);
            }
            one.max(two) / one.min(two)
        }
    };
    keep(&mut quality.aspect, aspect, number, |a, b| a > b);
}

/// Neighbours of each corner, so that the three edges to them span a positive volume.
const TETRAHEDRON: [[usize; 3]; 4] = [[1, 2, 3], [2, 0, 3], [0, 1, 3], [0, 2, 1]];
const WEDGE: [[usize; 3]; 6] = [
    [1, 2, 3],
    [2, 0, 4],
    [0, 1, 5],
    [5, 4, 0],
    [3, 5, 1],
    [4, 3, 2],
];
const BRICK: [[usize; 3]; 8] = [
    [1, 3, 4],
    [2, 0, 5],
    [3, 1, 6],
    [0, 2, 7],
    [7, 5, 0],
    [4, 6, 1],
    [5, 7, 2],
    [6, 4, 3],
];

fn volume(mesh: &ElementMesh, cell: usize, quality: &mut Quality) {
    let kind = mesh.cells[cell].kind;
    let number = mesh.cells[cell].number;
    let points = mesh.cell_points(cell);
    let at = |k: usize| mesh.points[points[k] as usize];
    // Unit edges of a regular tetrahedron span 1/sqrt(2).
    let (neighbours, scale): (&[[usize; 3]], f64) = match kind {
        CellKind::Tet4 | CellKind::Tet10 => (&TETRAHEDRON, SQRT_2),
        // Those of a regular triangle and an edge across, sqrt(3)/2.
        CellKind::Wedge15 => (&WEDGE, 2.0 / 3.0_f64.sqrt()),
        _ => (&BRICK, 1.0),
    };
    let mut smallest = f64::INFINITY;
    for (k, near) in neighbours.iter().enumerate() {
        let [a, b, c] = near.map(|other| {
            let mut edges = kind.edges();
            let edge = edges.find(|e| e.ends == [k, other] || e.ends == [other, k]);
            tangent(at(k), at(other), edge.and_then(|e| e.middle).map(at))
        });
        let lengths = a.norm() * b.norm() * c.norm();
        let jacobian = match lengths > 0.0 {
            true => scale * a.cross(&b).dot(&c) / lengths,
            false => 0.0,
        };
        smallest = smallest.min(jacobian);
    }
    keep(&mut quality.smallest_jacobian, smallest, number, |a, b| {
        a < b
    });
    if smallest.abs() < FLAT {
        quality.degenerate.note(number);
    } else if smallest < 0.0 {
        quality.inverted.note(number);
    }
}

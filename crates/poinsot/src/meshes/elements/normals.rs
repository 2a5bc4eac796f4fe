//! Normals and areas at the points of surface cells.

use super::edges::{Groups, edge_list};
use super::shape::{surface_normal, surface_places, surface_quadrature, surface_shape};
use super::{CellKind, ElementMesh};
use crate::math::V3;

/// A value for every point of every cell of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct PerPoint<T> {
    first: Vec<usize>,
    values: Vec<T>,
}

impl<T> PerPoint<T> {
    /// Values of the points of a cell, by its place in the list, in the order of the cell.
    pub fn of(&self, listed: usize) -> &[T] {
        &self.values[self.first[listed]..self.first[listed + 1]]
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.first.len() - 1
    }
}

/// Where the values of each cell begin. Cells that are no surfaces have none.
fn beginnings(mesh: &ElementMesh, cells: &[usize]) -> Vec<usize> {
    let mut first = vec![0];
    let mut sum = 0;
    for &cell in cells {
        sum += surface_places(mesh.cells[cell].kind).len();
        first.push(sum);
    }
    first
}

/// Elements of shells that meet at less than this angle are one smooth surface [rad].
pub const FOLD: f64 = std::f64::consts::FRAC_PI_6;

/// Unit normals at every point of every surface cell of a list. At a point, neighbours that share an edge there and whose own normals
/// meet at less than `fold` [rad] get the mean of their normals; across folds, at edges of more than two cells and between cells whose
/// normals point to opposite sides each keeps its own. Own normals are those of the parametric surface of the cell at the point;
/// a cell without area has none: zero.
pub fn corner_normals(mesh: &ElementMesh, cells: &[usize], fold: f64) -> PerPoint<V3> {
    let first = beginnings(mesh, cells);
    let mut own = Vec::with_capacity(first.last().copied().unwrap_or(0));
    for &cell in cells {
        let kind = mesh.cells[cell].kind;
        let centre = surface_normal(mesh, cell, centre(kind));
        for &at in surface_places(kind) {
            let here = surface_normal(mesh, cell, at);
            // A corner with an angle of 0 or 180 degrees has no normal of its own.
            let usable = here.norm() > 1e-9 * centre.norm();
            own.push(unit(if usable { here } else { centre }));
        }
    }
    let mut smooth = Groups::new(own.len());
    let cosine = fold.cos();
    let edges = edge_list(mesh, cells);
    for shared in edges.chunk_by(|a, b| a.ends == b.ends) {
        let [a, b] = shared else { continue };
        let [left, right] = [a.listed, b.listed].map(|k| mesh.cell_points(cells[k]));
        for (k, point) in left.iter().enumerate() {
            let on_edge = a.ends.contains(point) || a.middle == Some(*point);
            let there = right.iter().position(|p| p == point);
            if let (true, Some(l)) = (on_edge, there) {
                let (one, two) = (first[a.listed] + k, first[b.listed] + l);
                if own[one].dot(&own[two]) > cosine {
                    smooth.unite(one, two);
                }
            }
        }
    }
    let mut sums = vec![V3::zeros(); own.len()];
    for (k, normal) in own.iter().enumerate() {
        sums[smooth.root(k)] += normal;
    }
    let values = (0..own.len())
        .map(|k| {
            let sum = sums[smooth.root(k)];
            if sum.norm() > 1e-9 { unit(sum) } else { own[k] }
        })
        .collect();
    PerPoint { first, values }
}

/// Areas that belong to the points of surface cells [m²]: the integrals of their shape functions.
pub fn point_areas(mesh: &ElementMesh, cells: &[usize]) -> PerPoint<f64> {
    let first = beginnings(mesh, cells);
    let mut values = vec![0.0; first.last().copied().unwrap_or(0)];
    for (listed, &cell) in cells.iter().enumerate() {
        let kind = mesh.cells[cell].kind;
        let areas = &mut values[first[listed]..first[listed + 1]];
        for (at, weight) in surface_quadrature(kind) {
            let area = weight * surface_normal(mesh, cell, at).norm();
            let shape = surface_shape(kind, at);
            for (sum, value) in areas.iter_mut().zip(shape.values) {
                *sum += area * value;
            }
        }
    }
    PerPoint { first, values }
}

/// Parameters of the centre of a surface cell.
pub fn centre(kind: CellKind) -> [f64; 2] {
    match kind {
        CellKind::Tri3 | CellKind::Tri6 => [1.0 / 3.0; 2],
        _ => [0.0; 2],
    }
}

/// A unit vector, or zero.
fn unit(v: V3) -> V3 {
    v.try_normalize(0.0).unwrap_or_default()
}

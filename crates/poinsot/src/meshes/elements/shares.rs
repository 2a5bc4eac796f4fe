//! What the points of edges and surfaces stand for.

use super::normals::point_areas;
use super::{CellKind, ElementMesh};
use crate::geometry::reference::gauss;
use crate::math::V3;
use std::collections::BTreeMap;

/// Areas [m^2] that the points of some cells stand for, or lengths [m] where there are no surfaces among the cells: integrals of
/// their shape functions. `None` where there are neither.
pub fn point_shares(mesh: &ElementMesh, cells: &[usize]) -> Option<BTreeMap<u32, f64>> {
    let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
    let of_dimension = |dimension: usize| -> Vec<usize> {
        let cells = cells.iter().copied();
        let kept = cells.filter(|c| mesh.cells[*c].kind.dimension() == dimension);
        kept.collect()
    };
    let surfaces = of_dimension(2);
    let areas = point_areas(mesh, &surfaces);
    for (listed, &cell) in surfaces.iter().enumerate() {
        for (point, area) in mesh.cell_points(cell).iter().zip(areas.of(listed)) {
            *shares.entry(*point).or_default() += area;
        }
    }
    if surfaces.is_empty() {
        for cell in of_dimension(1) {
            for (point, length) in edge_shares(mesh, cell) {
                *shares.entry(point).or_default() += length;
            }
        }
    }
    (!shares.is_empty()).then_some(shares)
}

/// Lengths that the points of a line cell stand for: integrals of their shape functions.
pub fn edge_shares(mesh: &ElementMesh, cell: usize) -> Vec<(u32, f64)> {
    let points = mesh.cell_points(cell);
    let at = |k: usize| mesh.points[points[k] as usize];
    match mesh.cells[cell].kind {
        CellKind::Line2 => {
            let half = 0.5 * (at(1) - at(0)).norm();
            points.iter().map(|p| (*p, half)).collect()
        }
        CellKind::Line3 => {
            let mut shares = [0.0; 3];
            for &(x, weight) in gauss(3) {
                let shapes = [0.5 * x * (x - 1.0), 0.5 * x * (x + 1.0), 1.0 - x * x];
                let slopes = [x - 0.5, x + 0.5, -2.0 * x];
                let tangent: V3 = (0..3).map(|k| slopes[k] * at(k)).sum();
                for k in 0..3 {
                    shares[k] += weight * shapes[k] * tangent.norm();
                }
            }
            points.iter().copied().zip(shares).collect()
        }
        _ => Vec::new(),
    }
}

//! Meshes of elements: generated ones, files, joining, quality, normals and nearest places.

mod abaqus;
mod files;
mod generated;
mod helpers;
mod joined;
mod quality;
mod rounds;

use poinsot::math::V3;
use poinsot::meshes::elements::{CellKind, ElementMesh, check_quality, point_areas};

pub fn v(x: f64, y: f64, z: f64) -> V3 {
    V3::new(x, y, z)
}

/// Places of all surface cells.
pub fn surfaces(mesh: &ElementMesh) -> Vec<usize> {
    let cells = 0..mesh.cells.len();
    cells
        .filter(|c| mesh.cells[*c].kind.dimension() == 2)
        .collect()
}

/// Area of all surface cells.
pub fn area(mesh: &ElementMesh) -> f64 {
    let cells = surfaces(mesh);
    let areas = point_areas(mesh, &cells);
    (0..cells.len()).flat_map(|k| areas.of(k)).sum()
}

/// Area vectors of the corners of all surface cells, summed with a weight.
pub fn flux(mesh: &ElementMesh, field: impl Fn(V3) -> V3) -> f64 {
    let mut sum = 0.0;
    for cell in surfaces(mesh) {
        let count = mesh.cells[cell].kind.corners();
        let points = mesh.cell_points(cell);
        let at = |k: usize| mesh.points[points[k % count] as usize];
        let middle = (0..count).map(at).sum::<V3>() / count as f64;
        let vector = (0..count).map(|k| at(k).cross(&at(k + 1))).sum::<V3>() / 2.0;
        sum += field(middle).dot(&vector);
    }
    sum
}

/// A mesh whose cells hang together, face one side and have a decent shape; its rims.
pub fn sound(mesh: &ElementMesh) -> usize {
    let quality = check_quality(mesh);
    let none = [
        quality.degenerate,
        quality.inverted,
        quality.branches,
        quality.flips,
        quality.duplicate_points,
        quality.unused_points,
        quality.duplicate_cells,
    ];
    assert!(none.iter().all(|f| f.count == 0), "{quality:#?}");
    let angles = [quality.smallest_angle, quality.largest_angle];
    let [small, large] = angles.map(|a| a.expect("surface cells").value.to_degrees());
    assert!(small > 5.0 && large < 175.0, "{small} {large}");
    quality.free_loops
}

/// Free edges are those of the groups of lines, each once.
pub fn edges_are_named(mesh: &ElementMesh) {
    let lines = mesh.groups.iter().filter(|g| g.name != "all");
    let lines: Vec<usize> = lines.flat_map(|g| g.cells.clone()).collect();
    assert_eq!(check_quality(mesh).free_edges.count, lines.len());
    let all = mesh.group("all").expect("all");
    assert_eq!(all.cells, surfaces(mesh), "surface cells come first");
    let wanted = match mesh.cells[0].kind {
        CellKind::Quad9 => CellKind::Line3,
        _ => CellKind::Line2,
    };
    assert!(lines.iter().all(|c| mesh.cells[*c].kind == wanted));
    let numbers = mesh.cells.iter().map(|c| c.number);
    assert!(numbers.eq(1..=mesh.cells.len() as u64));
}

/// Order at which errors fall when the number of cells is doubled.
pub fn order(errors: &[f64]) -> f64 {
    let last = &errors[errors.len() - 2..];
    (last[0] / last[1]).log2()
}

//! How good a mesh is: shapes of its cells, how they hang together, points and cells too many.

mod shapes;

use super::edges::{Groups, edge_list};
use super::grid::{Grid, tolerance};
use super::shape::{surface_point, surface_quadrature};
use super::{Cell, CellKind, ElementMesh};
use crate::math::V3;

/// The worst value of all cells and the number of the cell that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// Value.
    pub value: f64,
    /// Number of the cell.
    pub cell: u64,
}

/// How often something occurs, and the number of the first cell or point it occurs at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Count.
    pub count: usize,
    /// Number of the first cell or point.
    pub first: Option<u64>,
}

impl Found {
    fn note(&mut self, number: u64) {
        self.count += 1;
        self.first.get_or_insert(number);
    }
}

/// Figures of a mesh. Values of cells are missing where there are no cells that have them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quality {
    /// Number of points.
    pub points: usize,
    /// Number of cells of each kind that occurs.
    pub cells: Vec<(CellKind, usize)>,
    /// Smallest angle at a corner of a surface cell [rad].
    pub smallest_angle: Option<Worst>,
    /// Largest angle at a corner of a surface cell [rad]; above 180 degrees where it is concave.
    pub largest_angle: Option<Worst>,
    /// Distance of the fourth corner of a quadrilateral from the plane of the others, over the mean of its diagonals.
    pub warp: Option<Worst>,
    /// Length over width: of the lines between middles of opposite sides of quadrilaterals; longest side over smallest height of
    /// triangles, 1 for equal sides.
    pub aspect: Option<Worst>,
    /// Smallest volume spanned by the edges at a corner of a volume cell, over the product of their lengths: 1 for bricks, regular
    /// tetrahedra and wedges, negative where the cell is turned inside out.
    pub smallest_jacobian: Option<Worst>,
    /// Cells with a point twice, or flat at a corner: an angle of 0 or 180 degrees, edges at a corner in one plane.
    pub degenerate: Found,
    /// Surface cells that are concave or cross themselves, volume cells that are turned inside out at a corner.
    pub inverted: Found,
    /// Edges with one surface cell only; the cell is named.
    pub free_edges: Found,
    /// Number of connected lines that the free edges make: rims and holes.
    pub free_loops: usize,
    /// Edges with more than two surface cells; the first cell is named.
    pub branches: Found,
    /// Edges whose two surface cells have normals on opposite sides; the second cell is named.
    pub flips: Found,
    /// Points that coincide with one before them; the point is named.
    pub duplicate_points: Found,
    /// Points of no cell and no group; the point is named.
    pub unused_points: Found,
    /// Surface and volume cells with the same points as one of the same kind before them; the cell is named.
    pub duplicate_cells: Found,
}

/// Volume inside of faces with normals outwards [m^3], by the theorem of Gauss: `3 V = int r . n dA`.
pub fn enclosed_volume(mesh: &ElementMesh, faces: &[usize]) -> f64 {
    // Counted from a point of the mesh: a part far from the origin keeps its digits.
    let first = faces.first().and_then(|f| mesh.cell_points(*f).first());
    let origin = first.map_or(V3::zeros(), |p| mesh.points[*p as usize]);
    let of_face = |&face: &usize| -> f64 {
        let points = surface_quadrature(mesh.cells[face].kind).into_iter();
        let of_point = |(at, weight): ([f64; 2], f64)| {
            let (place, [a, b]) = surface_point(mesh, face, at);
            weight * (place - origin).dot(&a.cross(&b))
        };
        points.map(of_point).sum()
    };
    faces.iter().map(of_face).sum::<f64>() / 3.0
}

/// Looks at all cells and points of a mesh.
pub fn check_quality(mesh: &ElementMesh) -> Quality {
    let mut quality = Quality {
        points: mesh.points.len(),
        ..Quality::default()
    };
    let mut counts = std::collections::BTreeMap::new();
    for cell in &mesh.cells {
        *counts.entry(cell.kind).or_insert(0) += 1;
    }
    quality.cells = counts.into_iter().collect();
    for cell in 0..mesh.cells.len() {
        shapes::look(mesh, cell, &mut quality);
    }
    connections(mesh, &mut quality);
    points(mesh, &mut quality);
    duplicate_cells(mesh, &mut quality);
    quality
}

/// Looks at the shapes of some cells of a mesh.
pub fn check_cells(mesh: &ElementMesh, cells: &[usize]) -> Quality {
    let mut quality = Quality::default();
    for &cell in cells {
        shapes::look(mesh, cell, &mut quality);
    }
    quality
}

fn points(mesh: &ElementMesh, quality: &mut Quality) {
    let mut grid = Grid::new(tolerance(&[mesh]));
    let mut used = vec![false; mesh.points.len()];
    for cell in 0..mesh.cells.len() {
        mesh.cell_points(cell)
            .iter()
            .for_each(|p| used[*p as usize] = true);
    }
    for group in &mesh.groups {
        group.points.iter().for_each(|p| used[*p as usize] = true);
    }
    for (k, at) in mesh.points.iter().enumerate() {
        let number = mesh.point_numbers[k];
        if grid.find_or_add(*at, k as u32).is_some() {
            quality.duplicate_points.note(number);
        }
        if !used[k] {
            quality.unused_points.note(number);
        }
    }
}

/// Counts free edges, branches and flips.
fn connections(mesh: &ElementMesh, quality: &mut Quality) {
    let cells: Vec<usize> = (0..mesh.cells.len()).collect();
    let number = |listed: usize| mesh.cells[listed].number;
    let edges = edge_list(mesh, &cells);
    let mut lines = Groups::new(mesh.points.len());
    let mut on_line = Vec::new();
    for shared in edges.chunk_by(|a, b| a.ends == b.ends) {
        match shared {
            // An edge of a degenerate cell, between a point and itself.
            [edge, ..] if edge.ends[0] == edge.ends[1] => {}
            [edge] => {
                quality.free_edges.note(number(edge.listed));
                let [a, b] = edge.ends.map(|e| e as usize);
                lines.unite(a, b);
                on_line.push(a);
            }
            [a, b] => {
                if a.forward == b.forward {
                    quality.flips.note(number(b.listed));
                }
            }
            [first, ..] => quality.branches.note(number(first.listed)),
            [] => {}
        }
    }
    let mut roots: Vec<usize> = on_line.into_iter().map(|p| lines.root(p)).collect();
    roots.sort_unstable();
    roots.dedup();
    quality.free_loops = roots.len();
}

/// Cells of the same kind with the same points, in whatever order. Lines may name an edge twice, for both sides of it.
fn duplicate_cells(mesh: &ElementMesh, quality: &mut Quality) {
    let sorted = |cell: usize| {
        let mut points = [0; 27];
        let own = mesh.cell_points(cell);
        points[..own.len()].copy_from_slice(own);
        points[..own.len()].sort_unstable();
        points
    };
    // Smallest and largest place and the sum tell nearly all cells apart.
    let mut order: Vec<((CellKind, u32, u32, u64), usize)> = Vec::new();
    for (cell, &Cell { kind, .. }) in mesh.cells.iter().enumerate() {
        if kind.dimension() >= 2 {
            let points = mesh.cell_points(cell).iter().copied();
            let (low, high) = points
                .clone()
                .fold((u32::MAX, 0), |(low, high), p| (low.min(p), high.max(p)));
            order.push(((kind, low, high, points.map(u64::from).sum()), cell));
        }
    }
    order.sort_unstable();
    let mut found = Vec::new();
    for alike in order.chunk_by(|a, b| a.0 == b.0).filter(|c| c.len() > 1) {
        let mut cells: Vec<_> = alike.iter().map(|(_, c)| (sorted(*c), *c)).collect();
        cells.sort_unstable();
        let same = cells.windows(2).filter(|w| w[0].0 == w[1].0);
        found.extend(same.map(|w| w[1].1));
    }
    found.sort_unstable();
    for cell in found {
        quality.duplicate_cells.note(mesh.cells[cell].number);
    }
}

/// Keeps the worse of two values.
fn keep(worst: &mut Option<Worst>, value: f64, cell: u64, worse: impl Fn(f64, f64) -> bool) {
    if worst.is_none_or(|w| worse(value, w.value)) {
        *worst = Some(Worst { value, cell });
    }
}

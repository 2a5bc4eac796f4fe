//! A surface over a rectangle of two parameters, divided in both.

use super::{GENERATED_LIMIT, SurfaceCells, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::{CellKind, ElementMesh};

/// Points of line cells along an edge, one list per cell.
pub type EdgeLines = Vec<Vec<u32>>;

/// A surface `at(u, v)`; its normal is that of `at,u x at,v`, or the opposite one.
pub struct Lattice<'a> {
    pub u: Vec<f64>,
    pub v: Vec<f64>,
    /// Where the last parameter is the place of the first.
    pub closed: [bool; 2],
    pub opposite: bool,
    pub at: &'a dyn Fn(f64, f64) -> V3,
}

/// The cells of a lattice, without groups, and its edges: v = 0 forwards, u = 1 forwards, v = 1 backwards, u = 0 backwards.
pub struct Block {
    pub mesh: ElementMesh,
    pub edges: [EdgeLines; 4],
}

/// Places of the points of a quadrilateral in a lattice with its middles.
const NINE: [[usize; 2]; 9] = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [1, 0],
    [2, 1],
    [1, 2],
    [0, 1],
    [1, 1],
];

impl Lattice<'_> {
    pub fn block(&self, cells: SurfaceCells) -> Result<Block, MeshError> {
        let counts = [self.u.len() - 1, self.v.len() - 1];
        within_limit(counts[0].checked_mul(counts[1]))?;
        for (k, name) in ["first", "second"].iter().enumerate() {
            if self.closed[k] && counts[k] < 3 {
                return Err(refused(
                    format!(
                        "{} cells in the {name} direction cannot go all around",
                        counts[k]
                    ),
                    "ask for at least 3",
                ));
            }
        }
        // Lines of points between the ends of cells, for middles.
        let step = match cells {
            SurfaceCells::Quad9 => 2,
            SurfaceCells::Quad4 | SurfaceCells::Tri3 => 1,
        };
        let (u, v) = (refined(&self.u, step), refined(&self.v, step));
        let rows = [
            u.len() - usize::from(self.closed[0]),
            v.len() - usize::from(self.closed[1]),
        ];
        let mut mesh = ElementMesh::default();
        for &v in &v[..rows[1]] {
            for &u in &u[..rows[0]] {
                let number = mesh.points.len() as u64 + 1;
                mesh.add_point((self.at)(u, v), number);
            }
        }
        let place = |i: usize, j: usize| (i % rows[0] + j % rows[1] * rows[0]) as u32;
        for j in 0..counts[1] {
            for i in 0..counts[0] {
                let nine =
                    NINE.map(|[a, b]| place(step * i + a * step / 2, step * j + b * step / 2));
                self.cell(&mut mesh, cells, nine, (i + j) % 2 == 1);
            }
        }
        sound(&mesh)?;
        let [n, m] = counts.map(|n| n * step);
        let side = |count: usize, at: &dyn Fn(usize) -> u32| -> EdgeLines {
            let line = |k: usize| match step {
                1 => vec![at(k), at(k + 1)],
                _ => vec![at(k), at(k + 2), at(k + 1)],
            };
            (0..count).step_by(step).map(line).collect()
        };
        let edges = [
            side(n, &|k| place(k, 0)),
            side(m, &|k| place(n, k)),
            side(n, &|k| place(n - k, m)),
            side(m, &|k| place(0, m - k)),
        ];
        Ok(Block { mesh, edges })
    }

    fn cell(&self, mesh: &mut ElementMesh, cells: SurfaceCells, nine: [u32; 9], odd: bool) {
        let [a, mut b, c, mut d, mut ab, mut bc, mut cd, mut da, middle] = nine;
        if self.opposite {
            (b, d) = (d, b);
            (ab, bc, cd, da) = (da, cd, bc, ab);
        }
        let number = mesh.cells.len() as u64 + 1;
        match cells {
            SurfaceCells::Quad4 => {
                mesh.add_cell(CellKind::Quad4, number, &[a, b, c, d]);
            }
            SurfaceCells::Quad9 => {
                let points = [a, b, c, d, ab, bc, cd, da, middle];
                mesh.add_cell(CellKind::Quad9, number, &points);
            }
            SurfaceCells::Tri3 => {
                let halves = match odd {
                    false => [[a, b, c], [a, c, d]],
                    true => [[a, b, d], [b, c, d]],
                };
                for (k, half) in halves.iter().enumerate() {
                    mesh.add_cell(CellKind::Tri3, number + k as u64, half);
                }
            }
        }
    }
}

/// Refuses meshes that are too large.
pub fn within_limit(cells: Option<usize>) -> Result<(), MeshError> {
    match cells {
        Some(count) if count <= GENERATED_LIMIT => Ok(()),
        _ => Err(refused(
            format!("more than {GENERATED_LIMIT} cells are not generated"),
            "ask for fewer cells in both directions",
        )),
    }
}

/// The parameters and, for steps of two, those halfway between them.
fn refined(ends: &[f64], step: usize) -> Vec<f64> {
    if step == 1 {
        return ends.to_vec();
    }
    let mut all = Vec::with_capacity(2 * ends.len());
    for pair in ends.windows(2) {
        all.extend([pair[0], 0.5 * (pair[0] + pair[1])]);
    }
    all.extend(ends.last());
    all
}

/// All points are numbers, and no edge of a cell has vanished.
fn sound(mesh: &ElementMesh) -> Result<(), MeshError> {
    let nowhere = |p: &V3| p.iter().any(|x| x.is_nan() || x.abs() >= 1e30);
    if let Some(k) = mesh.points.iter().position(nowhere) {
        let p = mesh.points[k];
        return Err(refused(
            format!(
                "the surface has no place for point {}: [{}, {}, {}]",
                k + 1,
                p.x,
                p.y,
                p.z
            ),
            "check radii, corners and curves",
        ));
    }
    let first = mesh.points.first().copied().unwrap_or_default();
    let size = (mesh.points.iter()).fold(0.0, |size: f64, p| size.max((p - first).norm()));
    for (k, cell) in mesh.cells.iter().enumerate() {
        let points = mesh.cell_points(k);
        for edge in cell.kind.edges() {
            let [a, b] = edge.ends.map(|e| mesh.points[points[e] as usize]);
            if (b - a).norm() <= 1e-9 * size {
                return Err(refused(
                    format!(
                        "two corners of cell {} coincide at [{}, {}, {}]",
                        cell.number, a.x, a.y, a.z
                    ),
                    "give all sides a length; let curves not run back on themselves",
                ));
            }
        }
    }
    Ok(())
}

/// Adds the group of all cells that are there, then groups of line cells for the edges with a name.
pub fn name_edges(mesh: &mut ElementMesh, edges: &[(&str, EdgeLines)]) {
    mesh.add_group("all", (0..mesh.cells.len()).collect(), &[]);
    for (name, lines) in edges {
        let mut cells = Vec::with_capacity(lines.len());
        for points in lines {
            let kind = match points.len() {
                2 => CellKind::Line2,
                _ => CellKind::Line3,
            };
            let number = mesh.cells.len() as u64 + 1;
            cells.push(mesh.add_cell(kind, number, points));
        }
        mesh.add_group(name, cells, &[]);
    }
}

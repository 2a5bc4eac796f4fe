//! Meshes of elements: points, cells between them and named groups, from mesh files or generated.
//!
//! Cells of all dimensions stand in one list: surfaces have lines for their edges, volumes have surfaces for their sides. A group names
//! some of them, and with them their points.

mod edges;
mod faces;
pub mod files;
pub mod generate;
mod grid;
mod joining;
mod nearest;
mod normals;
mod quality;
mod shape;
mod shares;
mod topology;

pub use self::faces::{add_outer_faces, with_middles};
pub use self::joining::{Joined, join};
pub use self::nearest::{SurfacePoint, nearest_on_surface, nearest_point};
pub use self::normals::{FOLD, PerPoint, corner_normals, point_areas};
pub use self::quality::{Found, Quality, Worst, check_cells, check_quality, enclosed_volume};
pub use self::shape::{SurfaceShape, surface_places, surface_quadrature, surface_shape};
pub use self::shares::{edge_shares, point_shares};
pub use self::topology::CellEdge;

use crate::math::V3;

/// Kinds of cells. Corners come first, then the middles of edges, then those of faces and of the cell, in the order of Gmsh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellKind {
    /// A point.
    Point,
    /// A line with its two ends.
    Line2,
    /// A line with its middle.
    Line3,
    /// A triangle with its corners.
    Tri3,
    /// A triangle with middles of its sides.
    Tri6,
    /// A quadrilateral with its corners, counter-clockwise.
    Quad4,
    /// A quadrilateral with middles of its sides.
    Quad8,
    /// A quadrilateral with middles of its sides and its centre.
    Quad9,
    /// A tetrahedron with its corners.
    Tet4,
    /// A tetrahedron with middles of its edges.
    Tet10,
    /// A wedge between two triangles with middles of its edges.
    Wedge15,
    /// A brick with its corners.
    Hex8,
    /// A brick with middles of its edges.
    Hex20,
    /// A brick with middles of edges and faces and its centre.
    Hex27,
}

impl CellKind {
    /// Number of points.
    pub fn points(self) -> usize {
        match self {
            CellKind::Point => 1,
            CellKind::Line2 => 2,
            CellKind::Line3 | CellKind::Tri3 => 3,
            CellKind::Quad4 | CellKind::Tet4 => 4,
            CellKind::Tri6 => 6,
            CellKind::Quad8 | CellKind::Hex8 => 8,
            CellKind::Quad9 => 9,
            CellKind::Tet10 => 10,
            CellKind::Wedge15 => 15,
            CellKind::Hex20 => 20,
            CellKind::Hex27 => 27,
        }
    }

    /// 0 for points, 1 for lines, 2 for surfaces, 3 for volumes.
    pub fn dimension(self) -> usize {
        match self {
            CellKind::Point => 0,
            CellKind::Line2 | CellKind::Line3 => 1,
            CellKind::Tri3
            | CellKind::Tri6
            | CellKind::Quad4
            | CellKind::Quad8
            | CellKind::Quad9 => 2,
            CellKind::Tet4
            | CellKind::Tet10
            | CellKind::Wedge15
            | CellKind::Hex8
            | CellKind::Hex20
            | CellKind::Hex27 => 3,
        }
    }
}

/// A cell of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it is.
    pub kind: CellKind,
    /// Its number in the file, or counted from 1.
    pub number: u64,
    /// Where its points begin in the list of all of them.
    first: usize,
}

/// Cells and points with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshGroup {
    /// Name.
    pub name: String,
    /// Its cells, by their places in the mesh, in the order of the file.
    pub cells: Vec<usize>,
    /// Its points, by their places in the mesh, in rising order: those of its cells and those named by themselves.
    pub points: Vec<u32>,
}

/// A mesh of elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElementMesh {
    /// Points [m].
    pub points: Vec<V3>,
    /// Their numbers in the file, or counted from 1.
    pub point_numbers: Vec<u64>,
    /// Cells of all dimensions.
    pub cells: Vec<Cell>,
    /// Groups, in the order of the file.
    pub groups: Vec<MeshGroup>,
    /// Points of all cells, one cell after the other.
    connectivity: Vec<u32>,
}

impl ElementMesh {
    /// Adds a point; gives its place.
    pub fn add_point(&mut self, at: V3, number: u64) -> u32 {
        self.points.push(at);
        self.point_numbers.push(number);
        (self.points.len() - 1) as u32
    }

    /// Adds a cell with as many points as its kind has; gives its place.
    pub fn add_cell(&mut self, kind: CellKind, number: u64, points: &[u32]) -> usize {
        debug_assert_eq!(points.len(), kind.points());
        let first = self.connectivity.len();
        self.connectivity.extend_from_slice(points);
        self.cells.push(Cell {
            kind,
            number,
            first,
        });
        self.cells.len() - 1
    }

    /// What is wrong with its lists: points that are not there, or cells with points missing.
    pub fn problem(&self) -> Option<String> {
        let count = self.points.len();
        if self.point_numbers.len() != count {
            let numbers = self.point_numbers.len();
            return Some(format!(
                "the mesh has {count} points and {numbers} numbers of points"
            ));
        }
        let missing = |point: &u32| *point as usize >= count;
        for cell in &self.cells {
            let points = self
                .connectivity
                .get(cell.first..cell.first + cell.kind.points());
            let number = cell.number;
            match points.map(|points| points.iter().find(|p| missing(p))) {
                None => return Some(format!("cell {number} of the mesh has too few points")),
                Some(Some(p)) => {
                    return Some(format!("cell {number} has point {p}, the mesh has {count}"));
                }
                Some(None) => {}
            }
        }
        let cells = self.cells.len();
        for group in &self.groups {
            let unknown = group.cells.iter().any(|cell| *cell >= cells);
            if unknown || group.points.iter().any(missing) {
                let name = &group.name;
                return Some(format!(
                    "group `{name}` has cells or points that the mesh lacks"
                ));
            }
        }
        None
    }

    /// Adds a group of cells and single points; points of the cells belong to it too.
    pub fn add_group(&mut self, name: &str, cells: Vec<usize>, single: &[u32]) {
        let mut points = single.to_vec();
        for &cell in &cells {
            points.extend_from_slice(self.cell_points(cell));
            // Points of many cells are not kept as often as they occur: groups of large files would take too much memory.
            if points.len() > 2 * self.points.len() + 1000 {
                points.sort_unstable();
                points.dedup();
            }
        }
        points.sort_unstable();
        points.dedup();
        self.groups.push(MeshGroup {
            name: name.to_string(),
            cells,
            points,
        });
    }

    /// Points of a cell.
    pub fn cell_points(&self, cell: usize) -> &[u32] {
        let Cell { kind, first, .. } = self.cells[cell];
        &self.connectivity[first..first + kind.points()]
    }

    /// Some of its cells with their points alone, under their numbers; without groups.
    pub fn part(&self, cells: &[usize]) -> ElementMesh {
        let mut part = ElementMesh::default();
        let mut place = vec![u32::MAX; self.points.len()];
        for &cell in cells {
            let points: Vec<u32> = (self.cell_points(cell).iter())
                .map(|&p| {
                    let at = &mut place[p as usize];
                    if *at == u32::MAX {
                        *at =
                            part.add_point(self.points[p as usize], self.point_numbers[p as usize]);
                    }
                    *at
                })
                .collect();
            let Cell { kind, number, .. } = self.cells[cell];
            part.add_cell(kind, number, &points);
        }
        part
    }

    /// A group by its name.
    pub fn group(&self, name: &str) -> Option<&MeshGroup> {
        self.groups.iter().find(|g| g.name == name)
    }
}

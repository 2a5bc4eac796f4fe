//! Which points of a cell are joined by its edges.

use super::CellKind;

/// An edge of a cell: its ends and its middle, by their places in the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellEdge {
    /// Ends.
    pub ends: [usize; 2],
    /// Middle, where the kind of the cell has one.
    pub middle: Option<usize>,
}

/// Ends and middle; kinds without middles have fewer points than their numbers.
const LINE: [[usize; 3]; 1] = [[0, 1, 2]];
const TRIANGLE: [[usize; 3]; 3] = [[0, 1, 3], [1, 2, 4], [2, 0, 5]];
const QUADRILATERAL: [[usize; 3]; 4] = [[0, 1, 4], [1, 2, 5], [2, 3, 6], [3, 0, 7]];
const TETRAHEDRON: [[usize; 3]; 6] = [
    [0, 1, 4],
    [1, 2, 5],
    [2, 0, 6],
    [0, 3, 7],
    [2, 3, 8],
    [1, 3, 9],
];
const WEDGE: [[usize; 3]; 9] = [
    [0, 1, 6],
    [0, 2, 7],
    [0, 3, 8],
    [1, 2, 9],
    [1, 4, 10],
    [2, 5, 11],
    [3, 4, 12],
    [3, 5, 13],
    [4, 5, 14],
];
const BRICK: [[usize; 3]; 12] = [
    [0, 1, 8],
    [0, 3, 9],
    [0, 4, 10],
    [1, 2, 11],
    [1, 5, 12],
    [2, 3, 13],
    [2, 6, 14],
    [3, 7, 15],
    [4, 5, 16],
    [4, 7, 17],
    [5, 6, 18],
    [6, 7, 19],
];

impl CellKind {
    /// Number of corners: these are the first of its points.
    pub fn corners(self) -> usize {
        match self {
            CellKind::Point => 1,
            CellKind::Line2 | CellKind::Line3 => 2,
            CellKind::Tri3 | CellKind::Tri6 => 3,
            CellKind::Quad4 | CellKind::Quad8 | CellKind::Quad9 => 4,
            CellKind::Tet4 | CellKind::Tet10 => 4,
            CellKind::Wedge15 => 6,
            CellKind::Hex8 | CellKind::Hex20 | CellKind::Hex27 => 8,
        }
    }

    /// Edges. Those of surfaces run around them, with the corners.
    pub fn edges(self) -> impl Iterator<Item = CellEdge> {
        let table: &'static [[usize; 3]] = match self {
            CellKind::Point => &[],
            CellKind::Line2 | CellKind::Line3 => &LINE,
            CellKind::Tri3 | CellKind::Tri6 => &TRIANGLE,
            CellKind::Quad4 | CellKind::Quad8 | CellKind::Quad9 => &QUADRILATERAL,
            CellKind::Tet4 | CellKind::Tet10 => &TETRAHEDRON,
            CellKind::Wedge15 => &WEDGE,
            CellKind::Hex8 | CellKind::Hex20 | CellKind::Hex27 => &BRICK,
        };
        let points = self.points();
        table.iter().map(move |&[a, b, middle]| CellEdge {
            ends: [a, b],
            middle: (middle < points).then_some(middle),
        })
    }
}

//! Edges of surface cells, and which cells share them.

use super::ElementMesh;

/// An edge of a surface cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfaceEdge {
    /// Ends, the smaller place first.
    pub ends: [u32; 2],
    /// Middle, where the cell has one.
    pub middle: Option<u32>,
    /// The cell, by its place in the list.
    pub listed: usize,
    /// Whether the cell runs from the smaller place to the larger one.
    pub forward: bool,
}

/// Edges of the surface cells of a list; those between the same points follow each other, in the order of the cells.
pub fn edge_list(mesh: &ElementMesh, cells: &[usize]) -> Vec<SurfaceEdge> {
    let mut all = Vec::new();
    for (listed, &cell) in cells.iter().enumerate() {
        let kind = mesh.cells[cell].kind;
        if kind.dimension() != 2 {
            continue;
        }
        let points = mesh.cell_points(cell);
        all.extend(kind.edges().map(|edge| {
            let [a, b] = edge.ends.map(|e| points[e]);
            SurfaceEdge {
                ends: [a.min(b), a.max(b)],
                middle: edge.middle.map(|m| points[m]),
                listed,
                forward: a < b,
            }
        }));
    }
    all.sort_by_key(|e| (e.ends, e.listed));
    all
}

/// Sets that are united step by step.
pub struct Groups(Vec<usize>);

impl Groups {
    pub fn new(count: usize) -> Groups {
        Groups((0..count).collect())
    }

    /// The first member of a set.
    pub fn root(&mut self, mut k: usize) -> usize {
        while self.0[k] != k {
            // Shortens the way for the next search.
            self.0[k] = self.0[self.0[k]];
            k = self.0[k];
        }
        k
    }

    pub fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

//! Solids of our own meshes as parts that can be reduced.

use super::solids::{SolidBody, SolidStrains};
use super::types::Model;
use crate::math::V3;
use crate::mechanics::elements::solid::{
    LinearElement, Strains, consistent_mass, linear_element, weights_at_nodes,
};
use crate::mechanics::index::NodeIndex;
use crate::reduction::{Part, Recovery, Reduced, Sparse};
use nalgebra::SMatrix;
use std::collections::HashMap;
use std::sync::Arc;

/// A solid that is reduced, and how its nodes follow from the reduced body.
#[derive(Clone, Debug)]
pub struct ReducedSolid {
    /// The solid.
    pub solid: Arc<SolidBody>,
    /// Places and stresses of its nodes.
    pub recovery: Arc<Recovery>,
}

/// Rows of results, xx, yy, zz, xy, xz, yz, among those of laws.
const RESULTS: [usize; 6] = [0, 1, 2, 3, 5, 4];

/// An element with the numbers of its nodes in the part.
struct Cell {
    nodes: Vec<usize>,
    linear: LinearElement,
    mass: Vec<f64>,
    /// Weights of its points in the values at its nodes.
    at_nodes: Vec<Vec<f64>>,
}

impl Model {
    /// A solid by its name, be it reduced or not.
    pub fn meshed_solid(&self, name: &str) -> Option<&SolidBody> {
        let reduced = self.reduced_bodies.iter().filter_map(|b| b.mesh.as_ref());
        let mut all = self.solids.iter().chain(reduced.map(|m| m.solid.as_ref()));
        all.find(|s| s.name == name)
    }
}

impl SolidBody {
    /// Points that its elements use, by their places in the mesh, in rising order: the nodes of the part.
    pub fn used_points(&self) -> Vec<u32> {
        let cells = self.cells.iter();
        let mut used: Vec<u32> = cells
            .flat_map(|&cell| self.mesh.cell_points(cell).iter().copied())
            .collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    fn linear_cells(&self, used: &[u32]) -> Result<Vec<Cell>, String> {
        let number_of: HashMap<u32, usize> =
            used.iter().enumerate().map(|(k, p)| (*p, k)).collect();
        let (strains, smooth) = match self.strains {
            SolidStrains::Plain => (Strains::Compatible, false),
            SolidStrains::Assumed => (Strains::Assumed, false),
            SolidStrains::MeanVolume => (Strains::Compatible, true),
        };
        let mut cells = Vec::new();
        for &cell in &self.cells {
            let number = self.mesh.cells[cell].number;
            let shape = Self::shape_of(self.mesh.cells[cell].kind)
                .ok_or_else(|| format!("element {number} is no element of a solid"))?;
            let drawn = self.drawn(cell);
            let points = self.mesh.cell_points(cell).iter();
            let nodes: Vec<usize> = points.map(|p| number_of[p]).collect();
            let linear = linear_element(shape, &drawn, &self.law, strains, smooth)
                .map_err(|problem| format!("element {number}: {problem}"))?;
            let numbers: Vec<NodeIndex> = nodes.iter().map(|k| NodeIndex::new(*k)).collect();
            cells.push(Cell {
                mass: consistent_mass(shape, &numbers, &drawn, self.density).matrix,
                at_nodes: weights_at_nodes(shape, drawn.len()),
                linear,
                nodes,
            });
        }
        Ok(cells)
    }

    /// Its mass and stiffness at small displacements, and how stresses follow from them: what a reduction needs.
    pub fn part(&self) -> Result<SolidPart, String> {
        let used = self.used_points();
        let cells = self.linear_cells(&used)?;
        let (mut mass, mut stiffness) = (Vec::new(), Vec::new());
        for cell in &cells {
            let size = cell.nodes.len();
            for (i, &a) in cell.nodes.iter().enumerate() {
                for (j, &b) in cell.nodes.iter().enumerate() {
                    mass.push((a as u32, b as u32, cell.mass[i * size + j]));
                    for r in 0..3 {
                        for c in 0..3 {
                            let value = cell.linear.stiffness[(3 * i + r, 3 * j + c)];
                            stiffness.push(((3 * a + r) as u32, (3 * b + c) as u32, value));
                        }
                    }
                }
            }
        }
        let places = used.iter().map(|p| self.mesh.points[*p as usize]);
        let part = Part {
            points: places.collect::<Vec<V3>>(),
            mass: Sparse::from_entries(used.len(), mass),
            stiffness: Sparse::from_entries(3 * used.len(), stiffness),
        };
        Ok(SolidPart { part, cells, used })
    }
}

/// A solid as a part of a finite element model.
pub struct SolidPart {
    /// Points, masses and stiffness.
    pub part: Part,
    cells: Vec<Cell>,
    /// The points of the mesh that its nodes are.
    pub used: Vec<u32>,
}

impl SolidPart {
    /// How places and stresses of the nodes follow from a reduced body of the part (rb.7).
    pub fn recovery(&self, solid: &SolidBody, reduced: &Reduced) -> Recovery {
        let count = reduced.points.len();
        let row = 3 * (count - 1);
        let nodes = self.used.len();
        let mut stress = vec![0.0; 6 * row * nodes];
        let mut meeting = vec![0.0; nodes];
        for cell in &self.cells {
            cell.nodes.iter().for_each(|n| meeting[*n] += 1.0);
        }
        for cell in &self.cells {
            let size = cell.nodes.len();
            for (&n, weights) in cell.nodes.iter().zip(&cell.at_nodes) {
                for q in 0..6 {
                    let out = &mut stress[(6 * n + q) * row..(6 * n + q + 1) * row];
                    for k in 0..3 * size {
                        let of_points = weights.iter().enumerate();
                        let by: f64 = of_points
                            .map(|(g, w)| w * cell.linear.stress[(6 * g + q, k)])
                            .sum();
                        let (by, i) = (by / meeting[n], k % 3);
                        let functions = &reduced.functions[cell.nodes[k / 3] * count..][..count];
                        for (a, f) in functions.iter().enumerate().skip(1) {
                            out[3 * (a - 1) + i] += by * f;
                        }
                    }
                }
            }
        }
        let moduli = solid.law.stiffness(&[0.0; 6]);
        let moduli = SMatrix::<f64, 6, 6>::from_fn(|r, c| moduli[RESULTS[r]][RESULTS[c]]);
        let inverse = moduli.try_inverse().unwrap_or_else(SMatrix::zeros);
        let numbers = self.used.iter();
        Recovery {
            mesh: solid.name.clone(),
            numbers: numbers
                .map(|p| solid.mesh.point_numbers[*p as usize])
                .collect(),
            rest: reduced.points.clone(),
            functions: reduced.functions.clone(),
            stress,
            compliance: std::array::from_fn(|r| std::array::from_fn(|c| inverse[(r, c)])),
        }
    }
}

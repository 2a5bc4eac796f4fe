//! From the points of a reduced body back to the nodes of its mesh: places and stresses (rb.7).

use crate::math::{M3, V3};

/// How places and stresses of the nodes of a part follow from its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Recovery {
    /// Name that the nodes are called by, with their numbers.
    pub mesh: String,
    /// Numbers of the nodes in the mesh.
    pub numbers: Vec<u64>,
    /// Places of the points at rest [m].
    pub rest: Vec<V3>,
    /// Functions of the points at the nodes, node by node.
    pub functions: Vec<f64>,
    /// Stresses xx, yy, zz, xy, xz, yz at the nodes by displacements of all points but the first, relative to it, on the axes of the
    /// part: six rows for each node [Pa/m].
    pub stress: Vec<f64>,
    /// Strains xx, yy, zz, 2 xy, 2 xz, 2 yz of stresses [1/Pa].
    pub compliance: [[f64; 6]; 6],
}

/// What is recovered at a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Recovered {
    /// Stress xx, yy, zz, xy, xz, yz on the axes of the world [Pa].
    pub stress: [f64; 6],
    /// The same on the axes of the part [Pa].
    pub own_stress: [f64; 6],
    /// Strain xx, yy, zz, xy, xz, yz on the axes of the part.
    pub own_strain: [f64; 6],
    /// Change of volume by volume.
    pub swelling: f64,
    /// Energy by volume [J/m^3].
    pub energy: f64,
}

impl Recovery {
    /// A sum over the points with the functions of a node: its place, from those of the points; its velocity, from theirs.
    pub fn at_node(&self, node: usize, of_point: impl Fn(usize) -> V3) -> V3 {
        let count = self.rest.len();
        let functions = &self.functions[node * count..(node + 1) * count];
        // Counted from the first point: far from the world's origin differences keep their digits.
        let first = of_point(0);
        let parts = functions.iter().enumerate().skip(1);
        parts.fold(first, |sum, (a, f)| sum + *f * (of_point(a) - first))
    }

    /// Stress at a node, from the places of the points and the axes of the part, as columns.
    pub fn stress_at(&self, node: usize, axes: &M3, of_point: impl Fn(usize) -> V3) -> Recovered {
        let row = 3 * (self.rest.len() - 1);
        let first = of_point(0);
        let rows = &self.stress[6 * row * node..6 * row * (node + 1)];
        let mut own = [0.0; 6];
        for a in 1..self.rest.len() {
            let rest = self.rest[a] - self.rest[0];
            let moved = axes.tr_mul(&(of_point(a) - first)) - rest;
            for (q, sum) in own.iter_mut().enumerate() {
                let at = q * row + 3 * (a - 1);
                *sum += (0..3).map(|i| rows[at + i] * moved[i]).sum::<f64>();
            }
        }
        let strain: [f64; 6] = std::array::from_fn(|r| {
            let entries = self.compliance[r].iter().zip(&own);
            entries.map(|(c, s)| c * s).sum()
        });
        let [x, y, z, xy, xz, yz] = own;
        let turned = axes * M3::new(x, xy, xz, xy, y, yz, xz, yz, z) * axes.transpose();
        let entries = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        Recovered {
            stress: entries.map(|at| turned[at]),
            own_stress: own,
            own_strain: std::array::from_fn(|q| if q < 3 { strain[q] } else { 0.5 * strain[q] }),
            swelling: strain[0] + strain[1] + strain[2],
            energy: 0.5 * own.iter().zip(&strain).map(|(s, e)| s * e).sum::<f64>(),
        }
    }
}

//! A dense place to assemble one interaction into.

use nalgebra::{DMatrix, DVector};
use poinsot::math::{M6, V6};
use poinsot::mechanics::node::NodeKind;
use poinsot::mechanics::wrench::{LinkNode, STAGES, Sink};
use poinsot::system::{DofMap, NodeIndex, RowIndex, System};

pub struct DenseSink {
    dofs: DofMap,
    kinds: Vec<NodeKind>,
    /// Nodes of the interaction; its pairs are numbered from zero.
    nodes: Vec<NodeIndex>,
    weight: [[f64; STAGES]; STAGES],
    pub residual: DVector<f64>,
    pub matrix: Option<DMatrix<f64>>,
}

impl DenseSink {
    pub fn new(
        system: &System,
        stages: usize,
        nodes: &[NodeIndex],
        weight: [[f64; STAGES]; STAGES],
        tangent: bool,
    ) -> Self {
        let dofs = DofMap::new(system, stages);
        let n = dofs.len();
        DenseSink {
            dofs,
            kinds: system.kinds.clone(),
            nodes: nodes.to_vec(),
            weight,
            residual: DVector::zeros(n),
            matrix: tangent.then(|| DMatrix::zeros(n, n)),
        }
    }
}

impl Sink for DenseSink {
    fn wants_tangent(&self) -> bool {
        self.matrix.is_some()
    }
    fn wrench(&mut self, node: NodeIndex, r: usize, w: &V6) {
        let first = self.dofs.node_stage(node, r);
        for (k, slot) in self.kinds[node].slots().enumerate() {
            self.residual[first + k] += w[slot];
        }
    }
    fn gap(&mut self, row: RowIndex, y: usize, value: f64, _magnitude: f64) {
        self.residual[self.dofs.multiplier(row, y)] = value;
    }
    fn block(&mut self, pair: usize, r: usize, y: usize, m: &M6) {
        let (a, b) = (
            self.nodes[pair / self.nodes.len()],
            self.nodes[pair % self.nodes.len()],
        );
        let (row, column) = (self.dofs.node_stage(a, r), self.dofs.node_stage(b, y));
        let Some(matrix) = &mut self.matrix else {
            return;
        };
        for (i, s) in self.kinds[a].slots().enumerate() {
            for (j, t) in self.kinds[b].slots().enumerate() {
                matrix[(row + i, column + j)] += m[(s, t)];
            }
        }
    }
    fn multiplier(&mut self, row: RowIndex, y: usize, link: LinkNode, force: &V6, gradient: &V6) {
        let multiplier = self.dofs.multiplier(row, y);
        let Some(matrix) = &mut self.matrix else {
            return;
        };
        for (k, slot) in self.kinds[link.node].slots().enumerate() {
            for r in 0..self.dofs.stages {
                let at = self.dofs.node_stage(link.node, r) + k;
                matrix[(at, multiplier)] += self.weight[r][y] * force[slot];
            }
            matrix[(multiplier, self.dofs.node_stage(link.node, y) + k)] += gradient[slot];
        }
    }
}

/// Whether a column of a tangent and its difference quotient are the same.
pub fn columns_agree(exact: &[f64], quotient: &[f64], floor: f64) -> bool {
    let size = column_size(exact, quotient, floor);
    let mut pairs = exact.iter().zip(quotient);
    pairs.all(|(a, b)| (a - b).abs() <= TANGENT_TOLERANCE * size)
}

fn column_size(exact: &[f64], quotient: &[f64], floor: f64) -> f64 {
    exact
        .iter()
        .chain(quotient)
        .fold(floor, |a, b| a.max(b.abs()))
}

/// Compares a tangent with a difference quotient, column by column.
///
/// `h`: step of the central quotient. Its error is `h^2` times third derivatives of order one, plus round-off over `h`.
pub fn compare_columns(what: &str, column: usize, exact: &[f64], quotient: &[f64], floor: f64) {
    let size = column_size(exact, quotient, floor);
    for (row, (a, b)) in exact.iter().zip(quotient).enumerate() {
        assert!(
            (a - b).abs() <= TANGENT_TOLERANCE * size,
            "{what}: tangent ({row}, {column}) is {a}, quotient {b}"
        );
    }
}

/// Step of the difference quotients: with numbers of order one the error of a central quotient is about
/// `h^2 = 1e-10` from third derivatives and `1e-16/h = 1e-11` from round-off.
pub const H: f64 = 1e-5;
/// Room of three orders for larger derivatives.
const TANGENT_TOLERANCE: f64 = 1e-7;

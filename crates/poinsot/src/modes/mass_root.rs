//! A factor `L` of the mass, `M = L L^T`.

use crate::mechanics::index::{NodeIndex, NodeList};
use crate::mechanics::node::NodeKind;
use crate::mechanics::shared_mass::SharedMass;
use crate::system::{Scatter, State, System};
use std::borrow::Cow;

/// A column: unknowns and values.
pub type Column = Vec<(usize, f64)>;

/// Columns of a factor of the mass; none for motions without mass.
#[derive(Clone, Debug, Default)]
pub struct MassRoot {
    /// Of nodes with mass of their own alone: along the axes of translation and the principal axes of inertia.
    single: Vec<Column>,
    /// Mass that nodes share, what they have beside it, and the first unknown of each node. Large models need no factor of it.
    shared: SharedMass,
    own: NodeList<f64>,
    first: NodeList<usize>,
}

impl MassRoot {
    pub(super) fn new(system: &System, state: &State, scatter: &Scatter) -> Self {
        MassRoot {
            single: single(system, state, scatter),
            shared: system.shared_mass.clone(),
            own: system.nodes.iter().map(|n| n.mass).collect(),
            first: system
                .node_indices()
                .map(|n| scatter.dofs.node(n))
                .collect(),
        }
    }

    /// Number of motions with mass.
    pub fn len(&self) -> usize {
        let sharing = |n: &NodeIndex| !self.shared.places(*n).is_empty();
        self.single.len() + 3 * NodeIndex::first(self.first.len()).filter(sharing).count()
    }

    /// Whether nothing has mass.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All columns.
    pub fn columns(&self) -> Cow<'_, [Column]> {
        if self.shared.is_empty() {
            return Cow::Borrowed(&self.single);
        }
        let mut all = self.single.clone();
        for column in self.shared.root(|n| self.own[n]) {
            for k in 0..3 {
                let along = column.iter().map(|&(n, v)| (self.first[n] + k, v));
                all.push(along.collect());
            }
        }
        Cow::Owned(all)
    }
}

fn single(system: &System, state: &State, scatter: &Scatter) -> Vec<Column> {
    let mut columns = Vec::new();
    for (n, node) in system.node_indices().zip(&system.nodes) {
        let first = scatter.dofs.node(n);
        let moves = matches!(node.kind, NodeKind::Frame | NodeKind::Point);
        let shares = !system.shared_mass.places(n).is_empty();
        if !moves || shares || node.mass <= 0.0 {
            continue;
        }
        for k in 0..3 {
            columns.push(vec![(first + k, node.mass.sqrt())]);
        }
        if node.kind == NodeKind::Frame {
            let rot = state.poses[n].q.to_rotation_matrix();
            let principal = node.inertia.symmetric_eigen();
            let largest = principal.eigenvalues.amax();
            for k in 0..3 {
                let moment = principal.eigenvalues[k];
                // A smaller one is round-off of a zero.
                if moment > 1e-14 * largest {
                    let axis = moment.sqrt() * (rot * principal.eigenvectors.column(k));
                    columns.push((0..3).map(|j| (first + 3 + j, axis[j])).collect());
                }
            }
        }
    }
    columns
}

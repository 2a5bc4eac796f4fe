//! Numbering of the unknowns.

use super::{GROUND, Sort, System};
use crate::mechanics::index::{NodeIndex, NodeList, RowIndex};
use crate::mechanics::node::NodeKind;

/// Where the unknowns of a scheme with a given number of stages sit. Nodes come first, each with all its stages
/// together; then the multipliers, row by row, stages together.
#[derive(Clone, Debug)]
pub struct DofMap {
    /// Number of stages.
    pub stages: usize,
    kinds: Vec<NodeKind>,
    first: NodeList<usize>,
    multipliers: usize,
    total: usize,
}

impl DofMap {
    /// Numbers the unknowns of a system.
    pub fn new(system: &System, stages: usize) -> Self {
        let mut first = NodeList::new(0, system.nodes.len());
        let mut next = 0;
        for node in system.node_indices() {
            first[node] = next;
            next += stages * system.kinds[node].dofs();
        }
        DofMap {
            stages,
            kinds: system.kinds.clone(),
            first,
            multipliers: next,
            total: next + stages * system.rows,
        }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.total
    }
    /// `true` if nothing is unknown.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }
    /// First unknown of a node.
    #[inline]
    pub fn node(&self, node: NodeIndex) -> usize {
        self.first[node]
    }
    /// First unknown of a node at a stage.
    #[inline]
    pub fn node_stage(&self, node: NodeIndex, y: usize) -> usize {
        self.first[node] + y * self.kinds[node].dofs()
    }
    /// Number of unknowns of a node over all stages.
    #[inline]
    pub fn node_len(&self, node: NodeIndex) -> usize {
        self.stages * self.kinds[node].dofs()
    }
    /// The multiplier of a constraint row at a stage.
    #[inline]
    pub fn multiplier(&self, row: RowIndex, y: usize) -> usize {
        self.multipliers + row.position() * self.stages + y
    }
    /// First multiplier: all unknowns before it belong to nodes.
    pub fn multipliers(&self) -> usize {
        self.multipliers
    }
    /// What an unknown is: node and slot, or constraint row.
    pub fn describe(&self, unknown: usize) -> Unknown {
        if unknown >= self.multipliers {
            return Unknown::Row(RowIndex::new((unknown - self.multipliers) / self.stages));
        }
        let node = self.first.partition_point(|&f| f <= unknown) - 1;
        // Nodes without unknowns share their number with the next one.
        let node = NodeIndex::first(node + 1)
            .rev()
            .find(|&n| self.kinds[n].dofs() > 0)
            .unwrap_or(NodeIndex::new(node));
        let kind = self.kinds[node];
        let slot = kind.slots().start + (unknown - self.first[node]) % kind.dofs();
        Unknown::Node { node, slot }
    }
}

/// What an unknown or an equation belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Slot of a node.
    Node {
        /// Node.
        node: NodeIndex,
        /// Slot of its increment.
        slot: usize,
    },
    /// A constraint row.
    Row(RowIndex),
}

impl System {
    /// Groups of unknowns that the solver may pivot within: a node with the multipliers that hang on it.
    ///
    /// Every constraint is glued to the node farthest from the ground, so that in a tree each body carries exactly the
    /// joint that ties it to the rest; joint coordinates join the group of their joint.
    pub fn groups(&self, dofs: &DofMap) -> Vec<u32> {
        let depth = self.depth_from_ground();
        let mut group_of_node: NodeList<NodeIndex> = self.node_indices().collect();
        let glue = |nodes: &[NodeIndex]| {
            nodes
                .iter()
                .copied()
                .filter(|&n| n != GROUND && !self.kinds[n].is_coordinate())
                .max_by_key(|&n| (depth[n], n))
        };
        for info in &self.constraint_info {
            if info.owner.sort == Sort::Coordinate {
                for &n in info
                    .nodes
                    .iter()
                    .filter(|&&n| self.kinds[n].is_coordinate())
                {
                    if let Some(body) = glue(&info.nodes) {
                        group_of_node[n] = body;
                    }
                }
            }
        }
        let mut groups = vec![0; dofs.len()];
        for n in self.node_indices() {
            let first = dofs.node(n);
            groups[first..first + dofs.node_len(n)].fill(group_of_node[n].position() as u32);
        }
        for (k, info) in self.constraint_info.iter().enumerate() {
            let own = glue(&info.nodes);
            // Parts of a row that only coordinates are in leave it where its first part has put it.
            if own.is_none() && self.constraint_of[info.first_row] != k {
                continue;
            }
            let body = own.or_else(|| info.nodes.first().map(|&n| group_of_node[n]));
            for row in info.row_indices() {
                for y in 0..dofs.stages {
                    groups[dofs.multiplier(row, y)] = body.unwrap_or(GROUND).position() as u32;
                }
            }
        }
        groups
    }

    /// Number of joints between each node and the ground (or the first node of its part).
    fn depth_from_ground(&self) -> NodeList<usize> {
        let mut neighbours = NodeList::new(Vec::new(), self.nodes.len());
        for info in &self.constraint_info {
            for &a in &info.nodes {
                for &b in &info.nodes {
                    let real = |n: NodeIndex| !self.kinds[n].is_coordinate();
                    if a != b && real(a) && real(b) {
                        neighbours[a].push(b);
                    }
                }
            }
        }
        let mut depth = NodeList::new(usize::MAX, self.nodes.len());
        let mut queue = std::collections::VecDeque::new();
        for root in self.node_indices() {
            if depth[root] != usize::MAX {
                continue;
            }
            depth[root] = 0;
            queue.push_back(root);
            while let Some(n) = queue.pop_front() {
                for &m in &neighbours[n] {
                    if depth[m] == usize::MAX {
                        depth[m] = depth[n] + 1;
                        queue.push_back(m);
                    }
                }
            }
        }
        depth
    }
}

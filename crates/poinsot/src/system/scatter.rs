//! The sparse matrix of the Newton system and where interactions write into it.
//!
//! Columns are compressed. All columns of a node have the same shape: the full blocks of its neighbours, then its
//! constraint rows of the column's own stage. So a block is found by its first position and the column stride, without
//! any search while assembling.

use super::{DofMap, GROUND, System};
use crate::math::{M3, M6, V6};
use crate::mechanics::index::{NodeIndex, NodeList, RowIndex, RowList};
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::{LinkNode, Sink};

/// First position of a block and the distance between its columns.
#[derive(Clone, Copy, Debug, Default)]
struct BlockSlot {
    first: u32,
    stride: u32,
}

/// Where one constraint row couples with one node at one stage.
#[derive(Clone, Copy, Debug, Default)]
struct RowPlace {
    /// Position of the node's rows in the column of the multiplier.
    force: u32,
    /// Position of the gap's row in the first column of the node at this stage, and the column stride.
    gap: BlockSlot,
}

/// Pattern and positions.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// Numbering.
    pub dofs: DofMap,
    kinds: Vec<NodeKind>,
    /// Start of each column, and the end.
    pub column_starts: Vec<usize>,
    /// Row of each entry, sorted within columns.
    pub rows: Vec<u32>,
    diagonal: NodeList<BlockSlot>,
    pairs: Vec<BlockSlot>,
    pair_nodes: Vec<[u32; 2]>,
    /// Blocks of shared masses: the row of each entry in the columns of its node.
    shared: Vec<BlockSlot>,
    /// First pair of each constraint and each force, in the order of visits.
    pub constraint_pairs: Vec<usize>,
    /// First pair of each force.
    pub force_pairs: Vec<usize>,
    entries: Vec<RowPlace>,
    /// First entry of each constraint.
    pub constraint_entries: Vec<usize>,
}

impl Scatter {
    /// Analyses a system for a scheme with `stages` stages.
    pub fn new(system: &System, stages: usize) -> Self {
        let dofs = DofMap::new(system, stages);
        let neighbours = node_neighbours(system);
        let node_rows = rows_of_nodes(system);
        let row_nodes = nodes_of_rows(system);
        // Shape of the columns of each node.
        let block_rows: NodeList<usize> = system
            .node_indices()
            .map(|n| neighbours[n].iter().map(|&a| dofs.node_len(a)).sum())
            .collect();
        let mut column_starts = vec![0];
        let mut rows: Vec<u32> = Vec::new();
        for b in system.node_indices() {
            for y in 0..stages {
                for _ in 0..system.kinds[b].dofs() {
                    for &a in &neighbours[b] {
                        rows.extend(
                            (dofs.node(a)..dofs.node(a) + dofs.node_len(a)).map(|r| r as u32),
                        );
                    }
                    rows.extend(node_rows[b].iter().map(|&r| dofs.multiplier(r, y) as u32));
                    column_starts.push(rows.len());
                }
            }
        }
        for nodes in &row_nodes {
            for _ in 0..stages {
                for &a in nodes {
                    rows.extend((dofs.node(a)..dofs.node(a) + dofs.node_len(a)).map(|r| r as u32));
                }
                column_starts.push(rows.len());
            }
        }
        let place = |a: NodeIndex, b: NodeIndex| {
            let before: usize = neighbours[b]
                .iter()
                .take_while(|&&n| n != a)
                .map(|&n| dofs.node_len(n))
                .sum();
            BlockSlot {
                first: (column_starts[dofs.node(b)] + before) as u32,
                stride: (block_rows[b] + node_rows[b].len()) as u32,
            }
        };
        let mut s = Scatter {
            kinds: system.kinds.clone(),
            diagonal: system
                .node_indices()
                .map(|n| {
                    if system.kinds[n].dofs() > 0 {
                        place(n, n)
                    } else {
                        BlockSlot::default()
                    }
                })
                .collect(),
            pairs: Vec::new(),
            pair_nodes: Vec::new(),
            shared: system
                .node_indices()
                .flat_map(|n| system.shared_mass.row(n).map(move |(l, _)| (l, n)))
                .map(|(l, n)| place(l, n))
                .collect(),
            constraint_pairs: Vec::new(),
            force_pairs: Vec::new(),
            entries: Vec::new(),
            constraint_entries: Vec::new(),
            column_starts: Vec::new(),
            rows,
            dofs: dofs.clone(),
        };
        for info in &system.constraint_info {
            s.constraint_pairs.push(s.pairs.len());
            s.add_pairs(&info.nodes, &place);
            s.constraint_entries.push(s.entries.len());
            for row in info.row_indices() {
                for y in 0..stages {
                    for &a in &info.nodes {
                        s.entries.push(row_place(
                            &row_nodes[row],
                            row,
                            y,
                            a,
                            &dofs,
                            &system.kinds,
                            &column_starts,
                            &block_rows,
                            &node_rows,
                        ));
                    }
                }
            }
        }
        for info in &system.force_info {
            s.force_pairs.push(s.pairs.len());
            s.add_pairs(&info.nodes, &place);
        }
        s.column_starts = column_starts;
        s
    }

    fn add_pairs(
        &mut self,
        nodes: &[NodeIndex],
        place: &impl Fn(NodeIndex, NodeIndex) -> BlockSlot,
    ) {
        for &a in nodes {
            for &b in nodes {
                let real = self.kinds[a].dofs() > 0 && self.kinds[b].dofs() > 0;
                self.pairs.push(if real {
                    place(a, b)
                } else {
                    BlockSlot::default()
                });
                self.pair_nodes.push([a, b].map(|n| n.position() as u32));
            }
        }
    }

    /// Number of stored entries.
    pub fn entries(&self) -> usize {
        self.rows.len()
    }
}

/// Nodes that each constraint row involves, sorted.
fn nodes_of_rows(system: &System) -> RowList<Vec<NodeIndex>> {
    let mut all = RowList::new(Vec::<NodeIndex>::new(), system.rows);
    for info in &system.constraint_info {
        for row in info.row_indices() {
            all[row].extend(info.nodes.iter().copied().filter(|&n| n != GROUND));
        }
    }
    for nodes in all.iter_mut() {
        nodes.sort_unstable();
        nodes.dedup();
    }
    all
}

/// Nodes whose equations depend on each node's unknowns, itself included, sorted.
fn node_neighbours(system: &System) -> NodeList<Vec<NodeIndex>> {
    let mut neighbours: NodeList<Vec<NodeIndex>> = system
        .node_indices()
        .map(|n| if n == GROUND { Vec::new() } else { vec![n] })
        .collect();
    let lists = system.constraint_info.iter().map(|i| &i.nodes);
    for nodes in lists.chain(system.force_info.iter().map(|i| &i.nodes)) {
        for &a in nodes {
            for &b in nodes {
                if a != GROUND && b != GROUND {
                    neighbours[b].push(a);
                }
            }
        }
    }
    for (n, list) in system.node_indices().zip(neighbours.iter_mut()) {
        list.extend(system.shared_mass.row(n).map(|(l, _)| l));
        list.sort_unstable();
        list.dedup();
    }
    neighbours
}

/// Constraint rows that involve each node, sorted.
fn rows_of_nodes(system: &System) -> NodeList<Vec<RowIndex>> {
    let mut rows = NodeList::new(Vec::<RowIndex>::new(), system.nodes.len());
    for info in &system.constraint_info {
        for &n in info.nodes.iter().filter(|&&n| n != GROUND) {
            rows[n].extend(info.row_indices());
        }
    }
    // A row may have many parts.
    for list in rows.iter_mut() {
        list.sort_unstable();
        list.dedup();
    }
    rows
}

fn row_place(
    nodes: &[NodeIndex],
    row: RowIndex,
    y: usize,
    node: NodeIndex,
    dofs: &DofMap,
    kinds: &[NodeKind],
    column_starts: &[usize],
    block_rows: &NodeList<usize>,
    node_rows: &NodeList<Vec<RowIndex>>,
) -> RowPlace {
    if node == GROUND {
        return RowPlace::default();
    }
    let before: usize = nodes
        .iter()
        .take_while(|&&n| n != node)
        .map(|&n| dofs.node_len(n))
        .sum();
    let stride = block_rows[node] + node_rows[node].len();
    let in_column = block_rows[node] + node_rows[node].partition_point(|&r| r < row);
    let column = dofs.node(node) + y * kinds[node].dofs();
    RowPlace {
        force: (column_starts[dofs.multiplier(row, y)] + before) as u32,
        gap: BlockSlot {
            first: (column_starts[column] + in_column) as u32,
            stride: stride as u32,
        },
    }
}

/// Receives residuals and, if wanted, tangent values.
#[derive(Debug)]
pub struct Assembly<'a> {
    scatter: &'a Scatter,
    /// Weights of stage wrenches in the rows, for the columns of the multipliers.
    weight: [[f64; 2]; 2],
    residual: &'a mut [f64],
    magnitude: &'a mut [f64],
    values: Option<&'a mut [f64]>,
    /// Number of the first unknown and of the first value in the slices: a part of a system has only its own.
    first_unknown: usize,
    first_value: usize,
}

impl<'a> Assembly<'a> {
    /// Starts an assembly into arrays of the whole system.
    pub fn new(
        scatter: &'a Scatter,
        weight: [[f64; 2]; 2],
        residual: &'a mut [f64],
        magnitude: &'a mut [f64],
        values: Option<&'a mut [f64]>,
    ) -> Self {
        Assembly {
            scatter,
            weight,
            residual,
            magnitude,
            values,
            first_unknown: 0,
            first_value: 0,
        }
    }

    /// The whole, for a shorter time.
    pub fn whole(&mut self) -> Assembly<'_> {
        Assembly {
            scatter: self.scatter,
            weight: self.weight,
            residual: self.residual,
            magnitude: self.magnitude,
            values: self.values.as_deref_mut(),
            first_unknown: self.first_unknown,
            first_value: self.first_value,
        }
    }

    /// Divides it at a node: what belongs to nodes before it, and the rest.
    pub fn split(self, node: NodeIndex) -> (Assembly<'a>, Assembly<'a>) {
        let unknown = self.scatter.dofs.node(node);
        let value = self.scatter.column_starts[unknown];
        let at = unknown - self.first_unknown;
        let (residual, residual_after) = self.residual.split_at_mut(at);
        let (magnitude, magnitude_after) = self.magnitude.split_at_mut(at);
        let (values, values_after) = match self.values {
            Some(values) => {
                let (before, after) = values.split_at_mut(value - self.first_value);
                (Some(before), Some(after))
            }
            None => (None, None),
        };
        (
            Assembly {
                scatter: self.scatter,
                weight: self.weight,
                residual,
                magnitude,
                values,
                first_unknown: self.first_unknown,
                first_value: self.first_value,
            },
            Assembly {
                scatter: self.scatter,
                weight: self.weight,
                residual: residual_after,
                magnitude: magnitude_after,
                values: values_after,
                first_unknown: unknown,
                first_value: value,
            },
        )
    }

    /// Clears everything.
    pub fn clear(&mut self) {
        self.residual.fill(0.0);
        self.magnitude.fill(0.0);
        if let Some(values) = &mut self.values {
            values.fill(0.0);
        }
    }

    /// Adds a node's own terms: inertia. Sizes of the terms are given where they cancel in `w`.
    pub fn inertia(&mut self, node: NodeIndex, r: usize, w: &V6, size: &V6) {
        let kind = self.scatter.kinds[node];
        let first = self.scatter.dofs.node_stage(node, r) - self.first_unknown;
        for (k, slot) in kind.slots().enumerate() {
            self.residual[first + k] += w[slot];
            self.magnitude[first + k] += size[slot];
        }
    }

    /// Adds the derivative of a node's own terms.
    pub fn inertia_block(&mut self, node: NodeIndex, r: usize, y: usize, m: &M6) {
        let place = self.scatter.diagonal[node];
        self.add_block(place, node, node, r, y, m);
    }

    /// Adds the derivative of inertia terms of node `a` with respect to node `b`, with which it shares the mass of an entry.
    pub fn shared_block(
        &mut self,
        entry: usize,
        a: NodeIndex,
        b: NodeIndex,
        r: usize,
        y: usize,
        m: &M6,
    ) {
        let place = self.scatter.shared[entry];
        self.add_block(place, a, b, r, y, m);
    }

    fn add_block(
        &mut self,
        place: BlockSlot,
        a: NodeIndex,
        b: NodeIndex,
        r: usize,
        y: usize,
        m: &M6,
    ) {
        let first_value = self.first_value;
        let Some(values) = &mut self.values else {
            return;
        };
        let (row_kind, column_kind) = (self.scatter.kinds[a], self.scatter.kinds[b]);
        let (rows, columns) = (row_kind.slots(), column_kind.slots());
        let (d_a, d_b) = (row_kind.dofs(), column_kind.dofs());
        if d_a == 6 && d_b == 6 {
            // Two frames: whole columns.
            let mut at = place.first as usize - first_value + 6 * (y * place.stride as usize + r);
            for column in m.as_slice().chunks_exact(6) {
                for (out, x) in values[at..at + 6].iter_mut().zip(column) {
                    *out += x;
                }
                at += place.stride as usize;
            }
            return;
        }
        for (j, column) in columns.enumerate() {
            let at = place.first as usize - first_value
                + (y * d_b + j) * place.stride as usize
                + r * d_a;
            let out = &mut values[at..at + d_a];
            for (i, row) in rows.clone().enumerate() {
                out[i] += m[(row, column)];
            }
        }
    }
}

impl Sink for Assembly<'_> {
    fn wants_tangent(&self) -> bool {
        self.values.is_some()
    }
    #[inline]
    fn wrench(&mut self, node: NodeIndex, r: usize, w: &V6) {
        let kind = self.scatter.kinds[node];
        let first = self.scatter.dofs.node_stage(node, r) - self.first_unknown;
        if kind == NodeKind::Frame {
            // The usual case, in one piece.
            let residual = self.residual[first..first + 6].iter_mut();
            let magnitude = self.magnitude[first..first + 6].iter_mut();
            for ((residual, magnitude), w) in residual.zip(magnitude).zip(w.iter()) {
                *residual += w;
                *magnitude += w.abs();
            }
            return;
        }
        for (k, slot) in kind.slots().enumerate() {
            self.residual[first + k] += w[slot];
            self.magnitude[first + k] += w[slot].abs();
        }
    }
    #[inline]
    fn gap(&mut self, row: RowIndex, y: usize, value: f64, magnitude: f64) {
        let k = self.scatter.dofs.multiplier(row, y);
        self.residual[k] += value;
        self.magnitude[k] += magnitude;
    }
    #[inline]
    fn block(&mut self, pair: usize, r: usize, y: usize, m: &M6) {
        let [a, b] = self.scatter.pair_nodes[pair].map(|n| NodeIndex::new(n as usize));
        let place = self.scatter.pairs[pair];
        self.add_block(place, a, b, r, y, m);
    }
    #[inline]
    fn point_block(&mut self, pair: usize, r: usize, y: usize, m: &M3) {
        let first_value = self.first_value;
        let Some(values) = &mut self.values else {
            return;
        };
        let place = self.scatter.pairs[pair];
        let stride = place.stride as usize;
        let mut at = place.first as usize - first_value + 3 * (y * stride + r);
        for column in m.as_slice().chunks_exact(3) {
            for (out, x) in values[at..at + 3].iter_mut().zip(column) {
                *out += x;
            }
            at += stride;
        }
    }
    #[inline]
    fn multiplier(&mut self, _row: RowIndex, y: usize, link: LinkNode, force: &V6, gradient: &V6) {
        let kind = self.scatter.kinds[link.node];
        let place = self.scatter.entries[link.entry];
        let Some(values) = &mut self.values else {
            return;
        };
        let d = kind.dofs();
        for r in 0..self.scatter.dofs.stages {
            let first = place.force as usize + r * d;
            for (k, slot) in kind.slots().enumerate() {
                values[first + k] += self.weight[r][y] * force[slot];
            }
        }
        for (k, slot) in kind.slots().enumerate() {
            values[place.gap.first as usize + k * place.gap.stride as usize] += gradient[slot];
        }
    }
}

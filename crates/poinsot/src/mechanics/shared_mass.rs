//! Inertia that point nodes share (in.1): the consistent mass of elements, `p_k = sum_l M_kl v_l` with a constant, symmetric `M`.
//!
//! Schemes know nothing of it. The inertia terms of a point are its mass times something that depends on its motion alone, so
//! the terms of unit masses at all nodes, multiplied by `M`, are those of shared inertia.

use super::index::{NodeIndex, NodeList};
use crate::math::V3;
use std::ops::Range;

/// Mass of one element.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementMass {
    /// Its nodes: points.
    pub nodes: Vec<NodeIndex>,
    /// Masses between them [kg], row by row.
    pub matrix: Vec<f64>,
}

/// Masses between all nodes, summed up once: rows of a sparse symmetric matrix.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedMass {
    /// First entry of each node, and the end; nothing at all if no mass is shared.
    starts: Vec<usize>,
    nodes: Vec<u32>,
    masses: Vec<f64>,
}

impl SharedMass {
    /// Sums up the masses of elements in their order, in a system of `count` nodes.
    pub fn new(count: usize, elements: &[ElementMass]) -> Self {
        if elements.is_empty() {
            return Self::default();
        }
        let mut entries: Vec<(u32, u32, f64)> = Vec::new();
        for element in elements {
            let size = element.nodes.len();
            for (i, &a) in element.nodes.iter().enumerate() {
                for (j, &b) in element.nodes.iter().enumerate() {
                    let [here, there] = [(i, j), (j, i)].map(|(i, j)| element.matrix[i * size + j]);
                    // Symmetric to the last bit: angular momentum depends on it.
                    entries.push((
                        a.position() as u32,
                        b.position() as u32,
                        0.5 * (here + there),
                    ));
                }
            }
        }
        // The sort is stable, so that every sum keeps the order of the elements.
        entries.sort_by_key(|e| (e.0, e.1));
        let mut shared = SharedMass {
            starts: vec![0; count + 1],
            ..Self::default()
        };
        let mut last = None;
        for (a, b, mass) in entries {
            match (last == Some((a, b)), shared.masses.last_mut()) {
                (true, Some(sum)) => *sum += mass,
                _ => {
                    shared.nodes.push(b);
                    shared.masses.push(mass);
                    shared.starts[a as usize + 1] += 1;
                    last = Some((a, b));
                }
            }
        }
        for n in 0..count {
            shared.starts[n + 1] += shared.starts[n];
        }
        shared
    }

    /// Whether no mass is shared.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Number of entries.
    pub fn entries(&self) -> usize {
        self.masses.len()
    }

    /// Where the entries of a node are.
    #[inline]
    pub fn places(&self, node: NodeIndex) -> Range<usize> {
        match self.is_empty() {
            true => 0..0,
            false => self.starts[node.position()]..self.starts[node.position() + 1],
        }
    }

    /// Nodes that share mass with a node, itself included, and how much.
    #[inline]
    pub fn row(&self, node: NodeIndex) -> impl Iterator<Item = (NodeIndex, f64)> + '_ {
        let places = self.places(node);
        let nodes = self.nodes[places.clone()].iter();
        let masses = self.masses[places].iter();
        nodes
            .zip(masses)
            .map(|(&n, &m)| (NodeIndex::new(n as usize), m))
    }

    /// Momentum of a node [kg m/s] for velocities of all nodes; likewise other products with the masses.
    #[inline]
    pub fn times(&self, node: NodeIndex, v: impl Fn(NodeIndex) -> V3) -> V3 {
        self.row(node).map(|(l, m)| m * v(l)).sum()
    }

    /// Mass on which a uniform acceleration acts, the sum of a row. That of a single node may be negative.
    pub fn uniform(&self, node: NodeIndex) -> f64 {
        self.row(node).map(|(_, m)| m).sum()
    }

    /// Mass that resists the motion of a node alone.
    pub fn diagonal(&self, node: NodeIndex) -> f64 {
        let own = |&(l, _): &(NodeIndex, f64)| l == node;
        self.row(node).find(own).map_or(0.0, |(_, m)| m)
    }

    /// Columns of a factor `L` of the masses with those of the nodes themselves on the diagonal, `M = L L^T`, each as a list of
    /// nodes and values. A column without mass is left out.
    pub fn root(&self, own: impl Fn(NodeIndex) -> f64) -> Vec<Vec<(NodeIndex, f64)>> {
        let count = self.starts.len().saturating_sub(1);
        let nodes = NodeIndex::first(count);
        let members: Vec<NodeIndex> = nodes.filter(|&n| !self.places(n).is_empty()).collect();
        let mut number = NodeList::new(0, count);
        members.iter().enumerate().for_each(|(k, &n)| number[n] = k);
        // Rows of the factor from their first entry on.
        let mut rows: Vec<(usize, Vec<f64>)> = Vec::with_capacity(members.len());
        for (k, &n) in members.iter().enumerate() {
            let first = self.row(n).map(|(l, _)| number[l]).min().unwrap_or(k);
            let mut row = vec![0.0; k + 1 - first];
            for (l, m) in self.row(n).filter(|(l, _)| number[*l] <= k) {
                row[number[l] - first] = m;
            }
            row[k - first] += own(n);
            let whole = row[k - first];
            for j in first..k {
                let (begin, other) = &rows[j];
                let common = first.max(*begin);
                let product: f64 = (common..j).map(|i| row[i - first] * other[i - begin]).sum();
                let pivot = other[j - begin];
                let rest = row[j - first] - product;
                row[j - first] = if pivot > 0.0 { rest / pivot } else { 0.0 };
            }
            let taken: f64 = row[..k - first].iter().map(|x| x * x).sum();
            let left = whole - taken;
            // What is left of a singular matrix is round-off.
            row[k - first] = if left > 1e-14 * whole {
                left.sqrt()
            } else {
                0.0
            };
            rows.push((first, row));
        }
        let mut columns = vec![Vec::new(); members.len()];
        for (k, (first, row)) in rows.iter().enumerate() {
            for (j, &value) in (*first..).zip(row) {
                if value != 0.0 {
                    columns[j].push((members[k], value));
                }
            }
        }
        columns.retain(|c: &Vec<_>| !c.is_empty());
        columns
    }
}

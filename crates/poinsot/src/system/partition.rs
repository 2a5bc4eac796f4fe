//! Division of a system into parts that can be assembled side by side.
//!
//! A part is a run of nodes with everything that acts between them alone. The division depends on the model only, and every sum
//! is formed in the same order however many threads there are: first each part by itself, then what ties parts together. So
//! results are the same to the last bit.

use super::{GROUND, NodeIndex, System};
use std::ops::Range;

/// Nodes of a part: small enough to share the work of a few hundred nodes, large enough that few elements lie between parts.
const PART: usize = 64;

/// A run of nodes and the forces between them.
#[derive(Clone, Debug)]
pub struct Part {
    /// Positions of its nodes.
    nodes: Range<usize>,
    /// Forces that act on these nodes and the ground only, by the sorted numbers of their visits.
    pub forces: Vec<u32>,
}

/// All parts, and the forces between parts.
#[derive(Clone, Debug)]
pub struct Partition {
    /// Parts in the order of their nodes.
    pub parts: Vec<Part>,
    /// Forces between parts, by the sorted numbers of their visits.
    pub between: Vec<u32>,
}

impl Part {
    /// Its nodes.
    pub fn nodes(&self) -> impl Iterator<Item = NodeIndex> + use<> {
        NodeIndex::range(self.nodes.clone())
    }

    /// The first of them.
    pub fn first(&self) -> NodeIndex {
        NodeIndex::new(self.nodes.start)
    }
}

impl Partition {
    /// Divides a system.
    pub fn new(system: &System) -> Self {
        let count = system.nodes.len();
        let mut parts: Vec<Part> = (0..count.div_ceil(PART))
            .map(|p| Part {
                nodes: p * PART..((p + 1) * PART).min(count),
                forces: Vec::new(),
            })
            .collect();
        let mut between = Vec::new();
        for (k, info) in system.force_info.iter().enumerate() {
            let mut homes = info
                .nodes
                .iter()
                .filter(|&&n| n != GROUND)
                .map(|n| n.position() / PART);
            let first = homes.next();
            match first {
                Some(home) if homes.all(|h| h == home) => parts[home].forces.push(k as u32),
                _ => between.push(k as u32),
            }
        }
        Partition { parts, between }
    }
}

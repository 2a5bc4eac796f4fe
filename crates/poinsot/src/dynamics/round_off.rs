//! What round-off does to the equations: the floor below which no residual can be brought.

use crate::mechanics::interaction::{ForceLaw, NodeNoise};
use crate::system::{ForceVisitor, Owner};

/// Sums up what round-off of the strains does to the equations of the nodes.
pub(super) struct RoundOff(pub Vec<NodeNoise>);

impl RoundOff {
    /// Nothing yet, for so many nodes.
    pub fn new(nodes: usize) -> Self {
        RoundOff(vec![NodeNoise::default(); nodes])
    }
}

impl ForceVisitor for RoundOff {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let time = f.damping_time();
        for (n, noise) in f.nodes().iter().zip(f.round_off()) {
            for place in 0..2 {
                for part in 0..2 {
                    let size = noise.size[place][part];
                    self.0[*n].size[place][part] += size;
                    self.0[*n].viscous[place][part] += time * size;
                }
            }
        }
    }
}

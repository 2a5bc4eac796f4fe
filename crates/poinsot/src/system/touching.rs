//! What stops and contacts say about a state: how often they were hit, how deep they are penetrated.

use super::{ForceVisitor, Owner, State, System};
use crate::mechanics::interaction::{ForceLaw, part_of};
use crate::mechanics::node::{NodeKind, NodeStage};

struct Touching<'a> {
    memory: &'a [f64],
    next: usize,
    stages: &'a [NodeStage],
    impacts: f64,
    kinds: &'a [NodeKind],
    depths: Vec<String>,
}

impl ForceVisitor for Touching<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        owner: &Owner,
        f: &F,
    ) {
        let kept = part_of(self.memory, &mut self.next, f.memory());
        if !F::PREPARES {
            return;
        }
        self.impacts += f.impacts(kept);
        let depth = f.penetration(&f.value_at(self.stages));
        if depth > 0.0 {
            let angle = f.nodes().iter().any(|n| self.kinds[*n] == NodeKind::Angle);
            let unit = if angle { "rad" } else { "m" };
            let Owner { sort, name, .. } = owner;
            self.depths.push(format!(
                "{sort} `{name}` is penetrated by {depth:.3e} {unit}"
            ));
        }
    }
}

impl System {
    fn touching<'a>(&'a self, state: &'a State, stages: &'a [NodeStage]) -> Touching<'a> {
        let mut all = Touching {
            memory: &state.memory,
            next: 0,
            stages,
            impacts: 0.0,
            kinds: &self.kinds,
            depths: Vec::new(),
        };
        self.forces.visit(&mut all);
        all
    }

    /// How often stops were hit and shapes have touched since the start.
    pub fn impacts(&self, state: &State) -> usize {
        let now = self.touching(state, &self.stages(state)).impacts;
        (now + self.contacts.past_impacts) as usize
    }

    /// Stops and contacts that are penetrated, and how deep, in words.
    pub fn penetrations(&self, state: &State) -> Vec<String> {
        self.touching(state, &self.stages(state)).depths
    }
}

//! What stops and contacts say about a state: how often they were hit, how deep they are penetrated.

use super::{ForceVisitor, Owner, Sort, State, System};
use crate::mechanics::interaction::{ForceLaw, part_of};
use crate::mechanics::node::{NodeKind, NodeStage};

struct Touching<'a> {
    memory: &'a [f64],
    next: usize,
    stages: &'a [NodeStage],
    impacts: f64,
    kinds: &'a [NodeKind],
    depths: Vec<Depth>,
    /// What is less deep than this is touched only [m or rad].
    least: f64,
}

/// What is penetrated under one name: in how many places, and how deep at most.
struct Depth {
    sort: Sort,
    name: String,
    unit: &'static str,
    places: usize,
    largest: f64,
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
        if depth > self.least {
            self.add(f, owner, depth);
        }
    }
}

impl Touching<'_> {
    /// Parts of the same two shapes are one entry: a rope that lies on something has dozens.
    fn add<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        f: &F,
        Owner { sort, name, .. }: &Owner,
        depth: f64,
    ) {
        let same = |d: &&mut Depth| d.sort == *sort && d.name == *name;
        if let Some(known) = self.depths.iter_mut().find(same) {
            known.places += 1;
            known.largest = known.largest.max(depth);
            return;
        }
        let angle = f.nodes().iter().any(|n| self.kinds[*n] == NodeKind::Angle);
        self.depths.push(Depth {
            sort: *sort,
            name: name.clone(),
            unit: if angle { "rad" } else { "m" },
            places: 1,
            largest: depth,
        });
    }
}

impl std::fmt::Display for Depth {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Depth {
            sort,
            name,
            unit,
            places,
            largest,
        } = self;
        match places {
            1 => write!(f, "{sort} `{name}` is penetrated by {largest:.3e} {unit}"),
            _ => write!(
                f,
                "{sort} `{name}` is penetrated in {places} places, by {largest:.3e} {unit} at most"
            ),
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
            least: 4.0 * f64::EPSILON * self.length,
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
        let all = self.touching(state, &self.stages(state)).depths;
        all.iter().map(Depth::to_string).collect()
    }
}

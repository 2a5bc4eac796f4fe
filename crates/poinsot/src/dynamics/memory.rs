//! What interactions remember from step to step (so.7).

use super::assemble::Workspace;
use crate::mechanics::index::RowIndex;
use crate::mechanics::interaction::{ForceLaw, Memory, StepStart};
use crate::mechanics::node::NodeStage;
use crate::mechanics::wrench::{self, STAGES};
use crate::system::{ForceVisitor, Owner, State, System};

/// What all interactions remember at the start of a step. Empty, and without cost, where nothing has a memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    numbers: Vec<f64>,
    /// The first number that an interaction uses, and the end of them.
    places: Vec<[usize; 2]>,
    /// Whether all is at rest.
    resting: bool,
}

impl Workspace {
    /// Equilibria and modes are those after a long rest (so.7): only what holds at rest remembers.
    pub fn at_rest(mut self, system: &System) -> Self {
        self.kept = Kept::at_rest(system);
        self
    }

    /// What is remembered at rest where the nodes are now.
    pub fn rest_there(&self, system: &System, memory: &mut Vec<f64>) {
        let nodes = [&self.start[..], &self.ends[0][..]];
        self.kept
            .rest_after(system, &self.start_strains, nodes, memory);
    }

    /// Takes over the threads and wishes of another one.
    pub(super) fn work_like(&mut self, other: &Workspace) {
        self.threads.clone_from(&other.threads);
        self.prediction.set_wanted(other.prediction.is_wanted());
    }
}

impl Kept {
    pub fn new(system: &System) -> Self {
        Self::with(system, false)
    }

    /// What is remembered in equilibria: by what holds at rest alone.
    fn at_rest(system: &System) -> Self {
        Self::with(system, true)
    }

    fn with(system: &System, resting: bool) -> Self {
        struct Places {
            resting: bool,
            places: Vec<[usize; 2]>,
            size: usize,
            used: bool,
        }
        impl ForceVisitor for Places {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                _owner: &Owner,
                f: &F,
            ) {
                let first = self.size;
                self.size += f.memory();
                let end = match self.resting && !F::HOLDS {
                    true => first,
                    false => self.size,
                };
                self.used |= end > first;
                self.places.push([first, end]);
            }
        }
        let mut all = Places {
            resting,
            places: Vec::new(),
            size: 0,
            used: false,
        };
        system.forces.visit(&mut all);
        match all.used {
            false => Kept::default(),
            true => Kept {
                numbers: vec![0.0; all.size],
                places: all.places,
                resting,
            },
        }
    }

    /// Loads the start of a step: what a state remembers, or what a long rest leaves, and notes of the start itself. `weights` make
    /// means over the last step of the multipliers of its stages.
    pub fn begin(
        &mut self,
        system: &System,
        state: &State,
        nodes: &[NodeStage],
        weights: [f64; STAGES],
    ) {
        if self.numbers.is_empty() {
            return;
        }
        match state.memory.len() == self.numbers.len() {
            true => self.numbers.copy_from_slice(&state.memory),
            false => self.rest(system, nodes),
        }
        if self.resting {
            return;
        }
        system.forces.visit(&mut Prepare {
            numbers: &mut self.numbers,
            places: &self.places,
            state,
            nodes,
            weights,
        });
    }

    fn rest(&mut self, system: &System, nodes: &[NodeStage]) {
        struct Rest<'a>(&'a mut [f64], usize, &'a [NodeStage]);
        impl ForceVisitor for Rest<'_> {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                _owner: &Owner,
                f: &F,
            ) {
                let size = f.memory();
                if size > 0 {
                    f.rest(&f.value_at(self.2), &mut self.0[self.1..self.1 + size]);
                    self.1 += size;
                }
            }
        }
        system.forces.visit(&mut Rest(&mut self.numbers, 0, nodes));
    }

    /// Whether nothing has a memory.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// What one interaction remembers.
    #[inline]
    pub fn of(&self, index: usize, dt: f64) -> Memory<'_> {
        let kept = match self.places.get(index) {
            Some(&[first, end]) => &self.numbers[first..end],
            None => &[],
        };
        let dt = if self.resting { Memory::REST } else { dt };
        Memory { kept, dt }
    }

    /// Fills in what is remembered after a step between given nodes, from strains at its start.
    pub fn finish(
        &self,
        system: &System,
        start_strains: &[f64],
        [start, ends]: [&[NodeStage]; 2],
        dt: f64,
        memory: &mut Vec<f64>,
    ) {
        if self.numbers.is_empty() {
            return;
        }
        memory.clone_from(&self.numbers);
        system.forces.visit(&mut Remember {
            start_strains,
            start,
            ends,
            dt,
            memory,
            next_strain: 0,
            next: 0,
        });
    }
}

impl Kept {
    /// Fills in what is remembered at rest after a way from given nodes to others, from strains at its start.
    fn rest_after(
        &self,
        system: &System,
        start_strains: &[f64],
        [start, ends]: [&[NodeStage]; 2],
        memory: &mut Vec<f64>,
    ) {
        if self.numbers.is_empty() {
            return;
        }
        memory.clone_from(&self.numbers);
        system.forces.visit(&mut Settle {
            start_strains,
            start,
            ends,
            memory,
            next_strain: 0,
            next: 0,
        });
    }
}

struct Settle<'a> {
    start_strains: &'a [f64],
    start: &'a [NodeStage],
    ends: &'a [NodeStage],
    memory: &'a mut [f64],
    next_strain: usize,
    next: usize,
}

impl ForceVisitor for Settle<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let (first, size) = (self.next_strain, f.memory());
        self.next_strain += E;
        if size == 0 {
            return;
        }
        let kept = &mut self.memory[self.next..self.next + size];
        self.next += size;
        if !F::HOLDS {
            return f.rest(&f.value_at(self.ends), kept);
        }
        let start: [f64; E] = std::array::from_fn(|e| self.start_strains[first + e]);
        let [p_i, p_y] = [self.start, self.ends].map(|stages| wrench::points_at(f, stages));
        f.settle_between(&start, &p_i, &p_y, kept);
    }
}

struct Prepare<'a> {
    numbers: &'a mut [f64],
    places: &'a [[usize; 2]],
    state: &'a State,
    nodes: &'a [NodeStage],
    weights: [f64; STAGES],
}

impl ForceVisitor for Prepare<'_> {
    #[inline]
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        if !F::PREPARES {
            return;
        }
        let (state, weights) = (self.state, self.weights);
        let multiplier = |row: RowIndex| -> f64 {
            let stages = state.multipliers[row];
            (0..STAGES).map(|y| weights[y] * stages[y]).sum()
        };
        let start = StepStart {
            time: state.time,
            rate: wrench::strain_rates(f, self.nodes, &state.velocities),
            multiplier: &multiplier,
        };
        let [first, end] = self.places[index];
        f.prepare(&start, &mut self.numbers[first..end]);
    }
}

struct Remember<'a> {
    start_strains: &'a [f64],
    start: &'a [NodeStage],
    ends: &'a [NodeStage],
    dt: f64,
    memory: &'a mut [f64],
    next_strain: usize,
    next: usize,
}

impl ForceVisitor for Remember<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        _index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let (first, size) = (self.next_strain, f.memory());
        self.next_strain += E;
        if size == 0 {
            return;
        }
        let start: [f64; E] = std::array::from_fn(|e| self.start_strains[first + e]);
        let kept = &mut self.memory[self.next..self.next + size];
        match F::QUASI {
            true => {
                let [p_i, p_y] = [self.start, self.ends].map(|stages| wrench::points_at(f, stages));
                f.remember_between(&start, &p_i, &p_y, self.dt, kept);
            }
            false => f.remember(&start, &f.value_at(self.ends), self.dt, kept),
        }
        self.next += size;
    }
}

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
    /// First number of each interaction, and the end.
    starts: Vec<usize>,
}

impl Workspace {
    /// Leaves the elastic laws alone: equilibria and modes are those after a long rest (so.7).
    pub fn without_memory(mut self) -> Self {
        self.kept = Kept::default();
        self
    }

    /// Takes over the threads and wishes of another one.
    pub(super) fn work_like(&mut self, other: &Workspace) {
        self.threads.clone_from(&other.threads);
        self.prediction.set_wanted(other.prediction.is_wanted());
    }
}

impl Kept {
    pub fn new(system: &System) -> Self {
        struct Starts(Vec<usize>, usize);
        impl ForceVisitor for Starts {
            fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
                &mut self,
                _index: usize,
                _owner: &Owner,
                f: &F,
            ) {
                self.0.push(self.1);
                self.1 += f.memory();
            }
        }
        let mut all = Starts(Vec::new(), 0);
        system.forces.visit(&mut all);
        let Starts(mut starts, size) = all;
        starts.push(size);
        match size {
            0 => Kept::default(),
            _ => Kept {
                numbers: vec![0.0; size],
                starts,
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
        system.forces.visit(&mut Prepare {
            numbers: &mut self.numbers,
            starts: &self.starts,
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
        let kept = match self.starts.get(index) {
            Some(&first) => &self.numbers[first..self.starts[index + 1]],
            None => &[],
        };
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

struct Prepare<'a> {
    numbers: &'a mut [f64],
    starts: &'a [usize],
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
        let kept = self.starts[index]..self.starts[index + 1];
        f.prepare(&start, &mut self.numbers[kept]);
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

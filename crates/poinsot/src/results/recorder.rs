//! Turns a state into a row of the results file.

use super::layout::Layout;
use super::ledger::Balance;
use super::outputs::{self, Known, Observed, Output, Reactions};
use super::sensors::SensorTurns;
use crate::math::V3;
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::mechanics::interaction::Now;
use crate::mechanics::node::{NodeStage, NodeVelocity};
use crate::model::Run;
use crate::storage::stored;
use crate::system::{State, System};

/// Newton and step statistics since the last frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct FrameStatistics {
    /// Steps taken.
    pub steps: usize,
    /// Newton iterations made.
    pub iterations: usize,
    /// Attempts that failed and were repeated with a smaller step.
    pub cuts: usize,
    /// Steps that were not accurate enough and were repeated with a smaller step.
    pub rejected: usize,
    /// Last step [s].
    pub dt: f64,
    /// Largest gap of a joint, relative to the size of the model.
    pub largest_gap: f64,
}

stored!(FrameStatistics {
    steps,
    iterations,
    cuts,
    rejected,
    dt,
    largest_gap
});

/// What a row needs beside the state.
pub struct Instant<'a> {
    /// Multipliers at this instant.
    pub multipliers: &'a dyn Fn(RowIndex) -> f64,
    /// Accelerations of nodes at this instant.
    pub acceleration: &'a dyn Fn(NodeIndex) -> NodeVelocity,
    /// How far sensors have turned.
    pub turns: &'a SensorTurns,
    /// Factor of the loads.
    pub load_factor: f64,
}

impl<'a> Instant<'a> {
    /// A state at rest.
    pub fn at_rest(multipliers: &'a dyn Fn(RowIndex) -> f64, turns: &'a SensorTurns) -> Self {
        Instant {
            multipliers,
            acceleration: &|_| NodeVelocity {
                v: V3::new(0.0, 0.0, 0.0),
                omega: V3::new(0.0, 0.0, 0.0),
            },
            turns,
            load_factor: 1.0,
        }
    }
}

/// What of a row has to be gathered before a group is filled.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    observed: bool,
    reactions: bool,
}

/// What is written into rows.
#[derive(Clone, Copy)]
pub struct Snapshot<'a> {
    /// The system.
    pub system: &'a System,
    /// Its state.
    pub state: &'a State,
    /// What belongs to the instant.
    pub instant: &'a Instant<'a>,
    /// Energy and momentum.
    pub balance: &'a Balance,
    /// Steps and iterations.
    pub statistics: &'a FrameStatistics,
}

/// Writes rows of a fixed layout.
pub struct Recorder {
    layout: Layout,
    row: Vec<f64>,
    groups: Vec<Box<dyn Output>>,
    /// First number of each group in a row, and one behind the last; known after the first row.
    starts: Vec<usize>,
    /// What groups were seen to look at.
    needs: Vec<Option<Needs>>,
    stages: Vec<NodeStage>,
    observed: Observed,
    reactions: Reactions,
}

impl Recorder {
    /// Prepares rows for a system, with everything that can be recorded.
    pub fn new(system: &System, state: &State) -> Self {
        let groups = outputs::groups(system);
        let layout = outputs::layout(&groups);
        Self::with(system, state, groups, layout)
    }

    /// Prepares rows with the fields that a run asks for. Every row holds all of them: where they are kept less often, the file
    /// leaves them out.
    pub fn of_run(system: &System, state: &State, run: &Run) -> Self {
        let groups = outputs::groups_of_run(system, run);
        let layout = outputs::layout_of_run(&groups, run);
        Self::with(system, state, groups, layout)
    }

    fn with(system: &System, state: &State, groups: Vec<Box<dyn Output>>, layout: Layout) -> Self {
        Recorder {
            row: Vec::with_capacity(layout.row_len()),
            stages: system.stages(state),
            observed: Observed::new(system),
            reactions: Reactions::new(system),
            starts: Vec::new(),
            needs: vec![None; groups.len()],
            groups,
            layout,
        }
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The row of a state.
    pub fn row(&mut self, snapshot: &Snapshot) -> &[f64] {
        self.move_to(snapshot);
        self.gather(
            snapshot,
            Needs {
                observed: true,
                reactions: true,
            },
        );
        let known = known(snapshot, &self.stages, &self.observed, &self.reactions);
        self.row.clear();
        self.starts.clear();
        for group in &mut self.groups {
            self.starts.push(self.row.len());
            group.fill(&known, &mut self.row);
        }
        self.starts.push(self.row.len());
        &self.row
    }

    /// One number of the row of a state: only the thing it belongs to is looked at, and only what its group needs is gathered.
    pub fn value(&mut self, snapshot: &Snapshot, column: usize) -> f64 {
        let behind = self.starts.partition_point(|first| *first <= column);
        if behind == 0 || behind > self.groups.len() {
            return self.row(snapshot)[column];
        }
        let group = behind - 1;
        self.move_to(snapshot);
        // A group that has not been asked yet is filled once with the numbers of an earlier row, to see what it looks at.
        let needs = match self.needs[group] {
            Some(needs) => needs,
            None => {
                self.observed.asked.set(false);
                self.reactions.asked.set(false);
                let known = known(snapshot, &self.stages, &self.observed, &self.reactions);
                self.groups[group].fill(&known, &mut Vec::new());
                let needs = Needs {
                    observed: self.observed.asked.get(),
                    reactions: self.reactions.asked.get(),
                };
                self.needs[group] = Some(needs);
                needs
            }
        };
        self.gather(snapshot, needs);
        let known = known(snapshot, &self.stages, &self.observed, &self.reactions);
        self.groups[group].one(&known, column - self.starts[group])
    }

    fn move_to(&mut self, snapshot: &Snapshot) {
        for n in snapshot.system.node_indices() {
            let kind = snapshot.system.kinds[n];
            self.stages[n] = NodeStage::start(kind, &snapshot.state.poses[n]);
        }
    }

    fn gather(&mut self, snapshot: &Snapshot, needs: Needs) {
        let (system, state) = (snapshot.system, snapshot.state);
        if needs.observed {
            let now = Now {
                time: state.time,
                stages: &self.stages,
                velocities: &state.velocities,
                load_factor: snapshot.instant.load_factor,
                kept: &state.memory,
            };
            self.observed.gather(system, &now);
        }
        if needs.reactions {
            let multipliers = snapshot.instant.multipliers;
            self.reactions.gather(system, &self.stages, multipliers);
        }
    }
}

fn known<'a>(
    snapshot: &Snapshot<'a>,
    stages: &'a [NodeStage],
    observed: &'a Observed,
    reactions: &'a Reactions,
) -> Known<'a> {
    Known {
        system: snapshot.system,
        state: snapshot.state,
        stages,
        observed,
        reactions,
        instant: snapshot.instant,
        balance: snapshot.balance,
        statistics: snapshot.statistics,
    }
}

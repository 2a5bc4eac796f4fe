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

/// Writes rows of a fixed layout.
pub struct Recorder {
    layout: Layout,
    row: Vec<f64>,
    groups: Vec<Box<dyn Output>>,
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
            groups,
            layout,
        }
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The row of a state.
    pub fn row(
        &mut self,
        system: &System,
        state: &State,
        instant: &Instant,
        balance: &Balance,
        statistics: &FrameStatistics,
    ) -> &[f64] {
        for n in system.node_indices() {
            self.stages[n] = NodeStage::start(system.kinds[n], &state.poses[n]);
        }
        let now = Now {
            time: state.time,
            stages: &self.stages,
            velocities: &state.velocities,
            load_factor: instant.load_factor,
            kept: &state.memory,
        };
        self.observed.gather(system, &now);
        self.reactions
            .gather(system, &self.stages, instant.multipliers);
        let known = Known {
            system,
            state,
            stages: &self.stages,
            observed: &self.observed,
            reactions: &self.reactions,
            instant,
            balance,
            statistics,
        };
        self.row.clear();
        for group in &mut self.groups {
            group.fill(&known, &mut self.row);
        }
        &self.row
    }
}

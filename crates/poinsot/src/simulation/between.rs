//! Frames of a run with fixed steps that fall between the ends of steps.

use super::{Control, Observer, Simulation};
use crate::model::Run;
use crate::results::{FrameStatistics, Interpolation};
use crate::storage::stored;

/// Times closer than this part of a step or of the time between two frames are one.
const SAME: f64 = 1e-6;

/// Which frames are due, where they do not lie a whole number of steps apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    /// Time between two frames [s].
    every: f64,
    /// Times that differ by less are one [s].
    same: f64,
    /// Multiple that is due next.
    next: usize,
}

impl Between {
    /// For a run whose frames fall between steps.
    pub fn new(run: &Run, every: f64) -> Self {
        Between {
            every,
            same: SAME * every.min(run.dt),
            next: 1,
        }
    }

    /// Time between two frames [s].
    pub fn every(&self) -> f64 {
        self.every
    }

    fn time(&self) -> f64 {
        self.next as f64 * self.every
    }

    /// Whether a frame is due before a time, at which it would be that of the step's end.
    fn is_due_before(&self, time: f64) -> bool {
        self.time() < time - self.same
    }

    /// Leaves out the frames up to a time.
    pub fn skip_to(&mut self, time: f64) {
        let passed = ((time + self.same) / self.every).floor();
        self.next = self.next.max(passed as usize + 1);
    }

    /// Whether a frame is due at the end of a step.
    pub fn is_due_at(&mut self, time: f64) -> bool {
        let due = (self.time() - time).abs() <= self.same;
        self.next += usize::from(due);
        due
    }
}

stored!(Between { every, same, next });

/// Rows to interpolate between.
pub(super) struct Rows {
    interpolation: Interpolation,
    /// The row at the start of the step.
    before: Vec<f64>,
    after: Vec<f64>,
}

impl Simulation {
    /// Whether frames are interpolated: unless a run that goes on was told to record ends of steps.
    fn frames_between(&self) -> Option<&Between> {
        let between = self.course.between.as_ref();
        between.filter(|_| !self.course.thinning.decides())
    }

    /// Keeps the row at the start of a step inside which a frame falls.
    pub(super) fn keep_start_of_step(&mut self, dt: f64) {
        let end = self.state.time + dt;
        if !self.frames_between().is_some_and(|b| b.is_due_before(end)) {
            return;
        }
        let mut rows = match self.rows.take() {
            Some(rows) => rows,
            None => Rows {
                interpolation: Interpolation::new(self.layout()),
                before: Vec::new(),
                after: Vec::new(),
            },
        };
        rows.before.clear();
        rows.before.extend_from_slice(self.row());
        self.rows = Some(rows);
    }

    /// Records the frames that fall inside the step just made.
    pub(super) fn record_between(&mut self, observer: &mut dyn Observer) -> Control {
        let end = self.state.time;
        while self.frames_between().is_some_and(|b| b.is_due_before(end)) {
            let Some(between) = &mut self.course.between else {
                break;
            };
            let time = between.time();
            between.next += 1;
            let Some(mut rows) = self.rows.take() else {
                break;
            };
            rows.after.clear();
            rows.after.extend_from_slice(self.row());
            let row = rows.interpolation.at(&rows.before, &rows.after, time);
            let wish = observer.frame(row);
            self.rows = Some(rows);
            let statistics = &mut self.course.progress.statistics;
            // Another frame may fall inside the same step.
            *statistics = FrameStatistics {
                dt: statistics.dt,
                ..FrameStatistics::default()
            };
            if wish == Control::Stop {
                return Control::Stop;
            }
        }
        Control::Continue
    }
}

//! Steps on demand: a program says when, looks at the row and may change motors, loads and motions in between.
//!
//! Steps made by hand are those that [`Simulation::run`] would make, and both may be mixed: a run goes on from where steps by
//! hand have led, and its first frame is of that place.

use super::stops::Stop;
use super::{Failure, Simulation, StepInfo};
use crate::results::FrameStatistics;
use thiserror::Error;

/// Why there was no step. The simulation stands where its last step has ended.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum NoStep {
    /// The run has come to its end.
    #[error("the run ended at {time} s; a step of a given length goes beyond it")]
    Over {
        /// Time reached [s].
        time: f64,
    },
    /// A length that no step can have.
    #[error("a step of {dt} s is not possible: the shortest is {least} s")]
    Length {
        /// What was asked for [s].
        dt: f64,
        /// Shortest step of the run [s].
        least: f64,
    },
    /// It was tried and failed.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl Simulation {
    /// Makes the next step of the run: of a fixed length, up to the next frame or corner at most, or of the length that the
    /// accuracy asks for.
    pub fn step(&mut self) -> Result<StepInfo, NoStep> {
        let Some(stop) = self.course.stops.ahead() else {
            let time = self.state.time;
            return Err(NoStep::Over { time });
        };
        self.begin_frame();
        let made = self.step_towards(&stop);
        self.leave_behind();
        Ok(made?.0)
    }

    /// Goes on by exactly this time [s], also beyond the end of the run. It takes one step where the run allows one so long, else
    /// several: no step is longer than `dt` of the run, and those of an adaptive run are judged as always. The iterations returned
    /// are those of all of them.
    pub fn step_by(&mut self, dt: f64) -> Result<StepInfo, NoStep> {
        let least = self.model.run.dt_min;
        if !(dt.is_finite() && dt >= least) {
            return Err(NoStep::Length { dt, least });
        }
        self.begin_frame();
        let target = Stop {
            time: self.state.time + dt,
            frame: false,
            corner: false,
            jump: false,
            step: (!self.course.control.adaptive()).then_some(dt),
        };
        let gone = self.go_to(&target);
        self.leave_behind();
        Ok(gone?)
    }

    fn go_to(&mut self, target: &Stop) -> Result<StepInfo, Failure> {
        let mut iterations = 0;
        loop {
            let (stops, now) = (&self.course.stops, self.state.time);
            let corner = stops.corner_ahead();
            let between = |c: &Stop| !stops.is_behind(c, now) && !stops.is_behind(target, c.time);
            let stop = corner.filter(between).unwrap_or(*target);
            let (info, last) = self.step_towards(&stop)?;
            iterations += info.iterations;
            if last && stop == *target {
                let time = self.state.time;
                return Ok(StepInfo { time, iterations });
            }
            self.pass_all_behind();
        }
    }

    /// What counts since the last frame counts since here: a row after a step by hand is of that step.
    fn begin_frame(&mut self) {
        self.course.progress.statistics = FrameStatistics::default();
    }

    fn pass_all_behind(&mut self) {
        while let Some(stop) = self.course.stops.ahead() {
            if !self.course.stops.is_behind(&stop, self.state.time) {
                break;
            }
            self.pass(&stop);
        }
    }

    /// Stops and frames that were due on the way are not made up for, also if a step has failed on it: a run that goes on begins
    /// with a frame where it stands.
    fn leave_behind(&mut self) {
        self.pass_all_behind();
        self.course.begun = false;
        let time = self.state.time;
        if let Some(between) = &mut self.course.between {
            between.skip_to(time);
        }
        self.course.thinning.due(time);
    }
}

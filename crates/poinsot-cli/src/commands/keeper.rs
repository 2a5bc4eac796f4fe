//! Keeps checkpoints of a run beside its results.

use crate::args::Limits;
use poinsot::checkpoint::{CheckpointError, CheckpointFiles};
use poinsot::model::Source;
use poinsot::results::{FileError, Writer};
use poinsot::simulation::Simulation;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Why a checkpoint could not be kept.
#[derive(Debug, Error)]
pub enum KeepError {
    /// The frames up to here could not be brought to the disk.
    #[error(transparent)]
    Results(#[from] FileError),
    /// The checkpoint itself could not.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Writes checkpoints when they are due.
pub struct Keeper {
    files: CheckpointFiles,
    source: Source,
    every: Duration,
    /// The one at the end stays.
    keep_last: bool,
    kept: Instant,
    /// Time of the run in the last checkpoint [s].
    time: Option<f64>,
}

impl Keeper {
    /// For the run of a model; `time` is that of the checkpoint there is, `every` what the model says [s].
    pub fn new(
        files: CheckpointFiles,
        source: Source,
        limits: &Limits,
        every: f64,
        time: Option<f64>,
    ) -> Option<Self> {
        let seconds = limits.checkpoint.unwrap_or(every);
        (!limits.no_checkpoint).then(|| Keeper {
            files,
            source,
            // More than the clock can count is never.
            every: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX),
            keep_last: limits.keep_checkpoint,
            kept: Instant::now(),
            time,
        })
    }

    /// Whether it is time for a checkpoint. One at the end is of use only for going further.
    pub fn due(&self, run: &Simulation) -> bool {
        match run.is_over() {
            true => self.keep_last,
            false => self.kept.elapsed() >= self.every,
        }
    }

    /// Keeps a checkpoint, after all frames it counts on are on the disk.
    pub fn keep(&mut self, run: &Simulation, writer: &mut Writer) -> Result<(), KeepError> {
        writer.flush()?;
        self.keep_with(run, writer.frames())
    }

    /// Keeps a checkpoint of a run whose results are gone: it goes on with a new file.
    pub fn keep_without_results(&mut self, run: &Simulation) -> Result<(), KeepError> {
        self.keep_with(run, 0)
    }

    fn keep_with(&mut self, run: &Simulation, frames: usize) -> Result<(), KeepError> {
        self.files.write(&run.checkpoint(&self.source, frames))?;
        self.time = Some(run.state().time);
        self.kept = Instant::now();
        Ok(())
    }

    /// Time of the run in the last checkpoint [s].
    pub fn time(&self) -> Option<f64> {
        self.time
    }

    /// The run has come to its end.
    pub fn complete(&self) {
        if !self.keep_last {
            self.files.remove();
        }
    }
}

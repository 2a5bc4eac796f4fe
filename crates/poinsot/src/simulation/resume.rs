//! Runs that go on from a checkpoint, or begin again from what their results hold.
//!
//! ```
//! use poinsot::checkpoint::Checkpoint;
//! use poinsot::model::{Source, read_model};
//! use poinsot::simulation::{Control, Observer, Options, Simulation, StepInfo};
//!
//! /// Keeps a checkpoint after the third step and stops.
//! struct Three(usize, Vec<u8>, Source);
//! impl Observer for Three {
//!     fn frame(&mut self, _row: &[f64]) -> Control { Control::Continue }
//!     fn step(&mut self, _step: &StepInfo) -> Control { Control::Continue }
//!     fn settled(&mut self, run: &Simulation) -> Control {
//!         self.0 += 1;
//!         if self.0 < 3 { return Control::Continue; }
//!         self.1 = run.checkpoint(&self.2, 4);
//!         Control::Stop
//!     }
//! }
//!
//! let text = "gravity = [0, 0, -9.81]\n[run]\nduration = 1\ndt = 0.1\n[[point_mass]]\nname = \"stone\"\nmass = 1\n";
//! let source = Source::new("stone.toml", text);
//! let (model, _) = read_model(&source).expect("a sound model");
//! let mut first = Simulation::new(model, Options::default()).expect("a sound start");
//! let mut three = Three(0, Vec::new(), source);
//! first.run(&mut three);
//! let checkpoint = Checkpoint::from_bytes(&three.1).expect("whole");
//! let second = Simulation::resume(&checkpoint, 1).expect("the same model");
//! assert_eq!(second.state(), first.state());
//! ```

use super::{Options, SettingsError, Simulation, apply_settings};
use crate::checkpoint::Checkpoint;
use crate::model::{Model, Problem, Source, Start, read_model, render_all};
use crate::storage::{Misfit, Stored};
use std::path::PathBuf;
use thiserror::Error;

/// Why a run cannot go on or begin again.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// Its model cannot be used.
    #[error("{}", render_all(problems, Some(text), false).trim_end())]
    Model {
        /// What is wrong with it.
        problems: Vec<Problem>,
        /// What it was read from.
        text: Box<Source>,
    },
    /// Its settings cannot be used.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The state is of another model.
    #[error("the checkpoint does not belong to its model: {0}")]
    Misfit(#[from] Misfit),
    /// The state that it started from is not known any more.
    #[error("the run started from {}, and the state it found there was not kept", path.display())]
    StartNotKept {
        /// The file it started from.
        path: PathBuf,
    },
}

impl Simulation {
    /// The bytes of a checkpoint file for the run as it stands between two steps; `source` is what its model was read from, `frames`
    /// the number of frames in its results.
    pub fn checkpoint(&self, source: &Source, frames: usize) -> Vec<u8> {
        let place = (self.state().time, self.steps_made(), frames);
        Checkpoint::bytes(source, &self.settings_text(), place, self)
    }

    /// The run as it stood, ready to go on with any number of threads. A run that a program has changed on its way
    /// ([`Simulation::changes`]) is refused: the text of the model does not hold what was set.
    pub fn resume(checkpoint: &Checkpoint, threads: usize) -> Result<Self, ResumeError> {
        let source = checkpoint.source();
        let (mut model, options) = prepared(&source, &checkpoint.settings, threads)?;
        // The state is in the checkpoint: no need to look for it again, nor for the file that it once came from.
        model.run.start = Start::AsDrawn;
        model.run.start_from = None;
        let mut run = Simulation::new(model, options).map_err(|p| unusable(p, &source))?;
        let mut from = checkpoint.history();
        run.load(&mut from).and_then(|()| from.end())?;
        Ok(run)
    }
}

/// A run at its start, from the text of its model, its settings, and the start that it kept if that came from a file
/// ([`Simulation::start_bytes`]).
pub fn begin_anew(
    source: &Source,
    settings: &str,
    start: Option<&[u8]>,
    threads: usize,
) -> Result<Simulation, ResumeError> {
    let (model, options) = prepared(source, settings, threads)?;
    let begun = match (start, &model.run.start_from) {
        (Some(start), _) => Simulation::with_start(model, options, start),
        // A file of that name may be another one by now, and which folder was meant is not known any more.
        (None, Some(file)) => {
            let path = file.path.clone();
            return Err(ResumeError::StartNotKept { path });
        }
        (None, None) => Simulation::new(model, options),
    };
    begun.map_err(|problems| unusable(problems, source))
}

fn unusable(problems: Vec<Problem>, source: &Source) -> ResumeError {
    ResumeError::Model {
        problems,
        text: Box::new(source.clone()),
    }
}

fn prepared(
    source: &Source,
    settings: &str,
    threads: usize,
) -> Result<(Model, Options), ResumeError> {
    let (mut model, _) = read_model(source).map_err(|problems| unusable(problems, source))?;
    let ledger = apply_settings(settings, &mut model.run)?;
    Ok((model, Options { ledger, threads }))
}

//! Checkpoints: everything the rest of a run depends on, so that a resumed run is bitwise identical.
//!
//! Here is the file, and what can be read from it without the run: the text of the model, the settings, where it stood.
//! [`Simulation::checkpoint`](crate::simulation::Simulation::checkpoint) makes one, and
//! [`Simulation::resume`](crate::simulation::Simulation::resume) goes on from one.

mod file;
mod start;

pub use crate::storage::{Bytes, Misfit, Stored};
pub(crate) use file::check_sum;
pub use file::{CHECKPOINT_ENDING, CHECKPOINT_VERSION, CheckpointError, CheckpointFiles, Refused};
pub use start::{StartFromCheckpointError, start_from_checkpoint};

use crate::model::{KeptFiles, Source};

/// Where a run stood, with the model it is of.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Version of the program that wrote it.
    pub program: String,
    /// Name of the model file.
    pub model_name: String,
    /// Text of the model.
    pub model: String,
    /// What was set from outside, a line each.
    pub set: String,
    /// Files that the model is made from.
    pub files: KeptFiles,
    /// Settings of the run, see [`settings_text`].
    pub settings: String,
    /// Time reached [s].
    pub time: f64,
    /// Steps made.
    pub steps: usize,
    /// Frames in the results up to here.
    pub frames: usize,
    /// State and history.
    history: Vec<u8>,
}

impl Checkpoint {
    /// The bytes of a checkpoint file. `source` is what the model was read from; `place` is the time reached [s], the steps made and
    /// the frames in the results; `history` is what the run itself keeps, the state first.
    pub(crate) fn bytes(
        source: &Source,
        settings: &str,
        place: (f64, usize, usize),
        history: &dyn Stored,
    ) -> Vec<u8> {
        let (time, steps, frames) = place;
        let mut out = file::head();
        file::PROGRAM.to_owned().store(&mut out);
        source.name().to_owned().store(&mut out);
        source.text().to_owned().store(&mut out);
        source.settings().join("\n").store(&mut out);
        out.extend(source.files().packed());
        settings.to_owned().store(&mut out);
        time.store(&mut out);
        steps.store(&mut out);
        frames.store(&mut out);
        history.store(&mut out);
        file::seal(&mut out);
        out
    }

    /// What the model was read from.
    pub fn source(&self) -> Source {
        let source = Source::new(self.model_name.clone(), self.model.clone());
        let source = source.with_settings(self.set.lines());
        source.with_files(self.files.clone())
    }

    /// State and history, for the run that goes on.
    pub(crate) fn history(&self) -> Bytes<'_> {
        Bytes::new(&self.history)
    }

    fn decode(content: &[u8]) -> Result<Self, Misfit> {
        let mut from = Bytes::new(content);
        let mut own = Checkpoint {
            program: String::new(),
            model_name: String::new(),
            model: String::new(),
            set: String::new(),
            files: KeptFiles::default(),
            settings: String::new(),
            time: 0.0,
            steps: 0,
            frames: 0,
            history: Vec::new(),
        };
        for text in [
            &mut own.program,
            &mut own.model_name,
            &mut own.model,
            &mut own.set,
        ] {
            text.load(&mut from)?;
        }
        own.files = KeptFiles::unpacked(&mut from)?;
        own.settings.load(&mut from)?;
        own.time.load(&mut from)?;
        own.steps.load(&mut from)?;
        own.frames.load(&mut from)?;
        own.history = from.rest().to_vec();
        Ok(own)
    }
}

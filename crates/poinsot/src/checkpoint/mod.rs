//! Checkpoints: everything the rest of a run depends on, kept so that it goes on with the same bits.
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
//!         self.1 = Checkpoint::of(run, &self.2, 4);
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
//! let second = checkpoint.simulation(1).expect("the same model");
//! assert_eq!(second.state(), first.state());
//! ```

mod file;
mod settings;
mod start;
mod stored;

pub(crate) use file::check_sum;
pub use file::{CHECKPOINT_ENDING, CHECKPOINT_VERSION, CheckpointError, CheckpointFiles, Refused};
pub use settings::{apply_settings, settings_text};
pub use start::start_from_checkpoint;
pub(crate) use stored::stored;
pub use stored::{Bytes, Misfit, Stored, load_free_list};

use crate::model::{Model, Problem, Source, Start, read_model, render_all};
use crate::simulation::{Options, Simulation};

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
    /// The bytes of a checkpoint file for a run as it stands between two steps; `source` is what its model was read from, `frames`
    /// the number of frames in its results.
    pub fn of(run: &Simulation, source: &Source, frames: usize) -> Vec<u8> {
        let mut out = file::head();
        file::PROGRAM.to_owned().store(&mut out);
        source.name().to_owned().store(&mut out);
        source.text().to_owned().store(&mut out);
        source.settings().join("\n").store(&mut out);
        run.settings_text().store(&mut out);
        run.state().time.store(&mut out);
        run.steps_made().store(&mut out);
        frames.store(&mut out);
        run.store(&mut out);
        file::seal(&mut out);
        out
    }

    fn decode(content: &[u8]) -> Result<Self, Misfit> {
        let mut from = Bytes::new(content);
        let mut own = Checkpoint {
            program: String::new(),
            model_name: String::new(),
            model: String::new(),
            set: String::new(),
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
            &mut own.settings,
        ] {
            text.load(&mut from)?;
        }
        own.time.load(&mut from)?;
        own.steps.load(&mut from)?;
        own.frames.load(&mut from)?;
        own.history = from.rest().to_vec();
        Ok(own)
    }

    /// What the model was read from.
    pub fn source(&self) -> Source {
        let source = Source::new(self.model_name.clone(), self.model.clone());
        source.with_settings(self.set.lines())
    }

    /// The run as it stood, ready to go on with any number of threads. The error is ready to print.
    pub fn simulation(&self, threads: usize) -> Result<Simulation, String> {
        let source = self.source();
        let (mut model, options) = prepared(&source, &self.settings, threads)?;
        // The state is in the checkpoint: no need to look for it again, nor for the file that it once came from.
        model.run.start = Start::AsDrawn;
        model.run.start_from = None;
        let mut run = Simulation::new(model, options).map_err(|p| shown(&p, &source))?;
        let mut from = Bytes::new(&self.history);
        let loaded = run.load(&mut from).and_then(|()| from.end());
        loaded.map_err(|misfit| {
            format!("error: the checkpoint does not belong to its model: {misfit}\n")
        })?;
        Ok(run)
    }
}

/// A run at its start, from the text of its model, its settings, and the start that it kept if that came from a file
/// ([`Simulation::start_bytes`]). The error is ready to print.
pub fn begin_anew(
    source: &Source,
    settings: &str,
    start: Option<&[u8]>,
    threads: usize,
) -> Result<Simulation, String> {
    let (model, options) = prepared(source, settings, threads)?;
    let begun = match (start, &model.run.start_from) {
        (Some(start), _) => Simulation::with_start(model, options, start),
        // A file of that name may be another one by now, and which folder was meant is not known any more.
        (None, Some(file)) => {
            return Err(format!(
                "error: the run started from {}, and the state it found there was not kept\nhelp: begin anew with `poinsot run`\n",
                file.path.display()
            ));
        }
        (None, None) => Simulation::new(model, options),
    };
    begun.map_err(|problems| shown(&problems, source))
}

fn shown(problems: &[Problem], source: &Source) -> String {
    render_all(problems, Some(source), true)
}

fn prepared(source: &Source, settings: &str, threads: usize) -> Result<(Model, Options), String> {
    let (mut model, _) = read_model(source).map_err(|problems| shown(&problems, source))?;
    let ledger = apply_settings(settings, &mut model.run).map_err(|e| format!("error: {e}\n"))?;
    Ok((model, Options { ledger, threads }))
}

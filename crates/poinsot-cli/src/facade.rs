//! What the commands need from the library. Everything the library's reading and running of models is asked
//! for goes through this file.

use poinsot::model::{Model, read_file, read_model, render_all};
use poinsot::results::Layout;
use std::path::Path;

/// A finished step.
#[derive(Clone, Copy, Debug)]
pub struct StepInfo {
    /// Time at its end [s].
    pub time: f64,
    /// Newton iterations it took.
    pub iterations: usize,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Continue,
    Stop,
}

/// Sees a run go by.
pub trait Observer {
    /// A frame of results.
    fn frame(&mut self, row: &[f64]) -> Control;
    /// A finished step.
    fn step(&mut self, step: &StepInfo) -> Control;
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Complete,
    Stopped,
    Failed(String),
}

/// What a run says at its end.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Lines for people, the one on the energy ledger among them.
    pub lines: Vec<String>,
    /// How it ended.
    pub end: End,
}

/// A model that was read.
pub struct Loaded {
    pub model: Model,
    /// The text of the file.
    pub text: String,
    /// Warnings, ready to print.
    pub warnings: String,
}

/// How to run, beside what the model says.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// An energy ledger that does not close stops the run.
    pub ledger_is_error: bool,
}

/// A model that is ready to run.
pub trait Runnable {
    /// What was built, in a few lines.
    fn start_lines(&self) -> Vec<String>;
    /// What a frame holds.
    fn layout(&self) -> Layout;
    /// Runs to the end, or until the observer says stop.
    fn run(&mut self, observer: &mut dyn Observer) -> Outcome;
}

/// Reads a model; the error is the list of problems, ready to print.
pub fn load(path: &Path) -> Result<Loaded, String> {
    let source = read_file(path).map_err(|problem| render_all(&[problem], None, true))?;
    match read_model(&source) {
        Ok((model, warnings)) => Ok(Loaded {
            model,
            text: source.text().to_owned(),
            warnings: render_all(&warnings, Some(&source), true),
        }),
        Err(problems) => Err(render_all(&problems, Some(&source), true)),
    }
}

/// Builds a model; the error is the list of problems, ready to print.
pub fn prepare(loaded: &Loaded, options: Options) -> Result<Box<dyn Runnable>, String> {
    let run = loaded.model.run.clone();
    Ok(Box::new(crate::stand_in::Oscillator { run, options }))
}

//! What the commands need from the library. Everything the library's reading and running of models is asked
//! for goes through this file.

use crate::advice;
use poinsot::model::{Model, Source, read_file, read_model};
use poinsot::modes::Study;
use poinsot::results::Status;
use poinsot::simulation::{self, Observer, Options, Simulation};
use poinsot::statics::{Analysis, CriticalKind, Point};
use poinsot_views::provenance;
use std::path::Path;

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
    /// Numbers for programs, by name.
    pub facts: Vec<(&'static str, f64)>,
    /// How it ended.
    pub end: End,
}

/// A model that was read.
pub struct Loaded {
    pub model: Model,
    /// Warnings, ready to print.
    pub warnings: String,
    /// What it was read from.
    pub source: Source,
}

/// Something that runs: a simulation, or what tests put in its place.
pub trait Runnable {
    /// Runs to the end, or until the observer says stop.
    fn run(&mut self, observer: &mut dyn Observer) -> Outcome;
}

/// Reads a model with what is set from outside; the error is the list of problems, ready to print.
pub fn load(path: &Path, settings: &[String]) -> Result<Loaded, String> {
    let source = read_file(path).map_err(|problem| advice::render(vec![problem], None))?;
    let source = source.with_settings(settings);
    match read_model(&source) {
        Ok((model, warnings)) => Ok(Loaded {
            model,
            warnings: advice::render(warnings, Some(&source)),
            source,
        }),
        Err(problems) => Err(advice::render(problems, Some(&source))),
    }
}

/// Builds a model; the error is the list of problems, ready to print.
pub fn prepare(loaded: &Loaded, options: Options) -> Result<Simulation, String> {
    Simulation::new(loaded.model.clone(), options)
        .map_err(|problems| advice::render(problems, Some(&loaded.source)))
}

/// Builds a model for the search of equilibria; the error is the list of problems, ready to print.
pub fn analyse(loaded: &Loaded) -> Result<Analysis, String> {
    Analysis::new(loaded.model.clone())
        .map_err(|problems| advice::render(problems, Some(&loaded.source)))
}

/// Builds a model for the search of modes; the error is the list of problems, ready to print.
pub fn study(loaded: &Loaded) -> Result<Study, String> {
    Study::new(loaded.model.clone())
        .map_err(|problems| advice::render(problems, Some(&loaded.source)))
}

/// What a path of equilibria has shown so far.
#[derive(Default)]
pub struct PathReport {
    points: Vec<(f64, f64, Option<usize>)>,
    critical: Vec<(CriticalKind, f64)>,
    iterations: usize,
}

impl PathReport {
    /// A point, with its largest displacement [m].
    pub fn add(&mut self, point: &Point, moved: f64) {
        self.points.push((point.parameter, moved, point.unstable));
        self.iterations += point.iterations;
        if let Some(kind) = point.critical {
            self.critical.push((kind, point.parameter));
        }
    }
    pub fn points(&self) -> usize {
        self.points.len()
    }
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// Critical points, each with its parameter.
    pub fn critical(&self) -> &[(CriticalKind, f64)] {
        &self.critical
    }

    /// Lines for people.
    pub fn text(&self) -> String {
        match self.critical.is_empty() {
            true => String::new(),
            false => format!(
                "  critical: {}\n",
                provenance::critical_text(&self.critical)
            ),
        }
    }

    /// One object for programs.
    pub fn json(&self, path: &Path, status: &Status, error: Option<&str>, seconds: f64) -> String {
        let word_of = match status {
            Status::Failed(_) => "failed".to_owned(),
            other => other.to_string(),
        };
        let points: Vec<serde_json::Value> = self
            .points
            .iter()
            .map(|(parameter, moved, unstable)| {
                serde_json::json!({
                    "parameter": parameter,
                    "largest_displacement": moved,
                    "unstable_directions": unstable,
                })
            })
            .collect();
        let critical: Vec<serde_json::Value> = self
            .critical
            .iter()
            .map(|(kind, at)| serde_json::json!({ "kind": provenance::critical_word(*kind), "parameter": at }))
            .collect();
        let stopped = (*status == Status::Interrupted).then_some("signal");
        let object = serde_json::json!({
            "status": word_of,
            "stopped_by": stopped,
            "error": error,
            "likeliest_cause": error.and_then(provenance::cause_of),
            "results": path.display().to_string(),
            "newton_iterations": self.iterations,
            "wall_seconds": seconds,
            "points": points,
            "critical_points": critical,
        });
        format!("{object:#}\n")
    }
}

impl Runnable for Simulation {
    fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        let outcome = Simulation::run(self, observer);
        let mut lines = vec![outcome.ledger_line()];
        if let Some(failure) = &outcome.open_ledger {
            lines.push(format!("warning: {failure}"));
        }
        lines.extend(outcome.left.iter().cloned());
        lines.extend(outcome.steps_line());
        let facts = outcome.facts();
        let end = match outcome.end {
            simulation::End::Complete => End::Complete,
            simulation::End::Stopped => End::Stopped,
            simulation::End::Failed(failure) => End::Failed(advice::of_run(&failure)),
        };
        Outcome { lines, facts, end }
    }
}

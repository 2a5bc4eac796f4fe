//! Runs and paths of equilibria: without the lock of the interpreter, but with its signals.

use crate::errors;
use crate::frames::Frames;
use crate::loaded::Loaded;
use crate::program::{self, Named, Raised};
use poinsot::model::Run;
use poinsot::results::Status;
use poinsot::simulation::{Control, End, Observer, Options, Simulation, StepInfo};
use poinsot::statics::{Analysis, CriticalKind, PathEnd};
use poinsot_views::{provenance, scene};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// How often a run asks the interpreter for signals, and tells how far it is.
const LOOK_UP: Duration = Duration::from_millis(50);

/// Asks the interpreter now and then: for Ctrl-C, and for whoever shows the progress.
struct Signals {
    watch: Option<Py<PyAny>>,
    asked: Instant,
    /// What came up: the exception of a signal or of the watcher.
    error: Option<PyErr>,
}

impl Signals {
    fn new(watch: Option<Py<PyAny>>) -> Self {
        Signals {
            watch,
            asked: Instant::now(),
            error: None,
        }
    }

    /// Tells the watcher of a place reached; whether to go on.
    fn look_up(&mut self, time: f64, steps: u64, iterations: u64) -> Control {
        if self.asked.elapsed() < LOOK_UP {
            return Control::Continue;
        }
        self.asked = Instant::now();
        let heard = Python::attach(|py| {
            py.check_signals()?;
            match &self.watch {
                Some(watch) => watch.call1(py, (time, steps, iterations)).map(|_| ()),
                None => Ok(()),
            }
        });
        match heard {
            Ok(()) => Control::Continue,
            Err(error) => {
                self.error = Some(error);
                Control::Stop
            }
        }
    }
}

/// Keeps frames, counts steps.
struct Watch {
    numbers: Vec<f64>,
    signals: Signals,
    steps: u64,
    iterations: u64,
}

impl Observer for Watch {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.numbers.extend_from_slice(row);
        Control::Continue
    }

    fn step(&mut self, step: &StepInfo) -> Control {
        self.steps += 1;
        self.iterations += step.iterations as u64;
        let (steps, iterations) = (self.steps, self.iterations);
        self.signals.look_up(step.time, steps, iterations)
    }
}

/// Ctrl-C ends a run and leaves its frames; any other exception goes on to the caller.
fn stopped(py: Python<'_>, signals: Signals) -> PyResult<()> {
    match signals.error {
        Some(error) if !error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) => {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Runs a model to its end or to a signal.
pub fn run(
    py: Python<'_>,
    loaded: &Loaded,
    options: Options,
    watch: Option<Py<PyAny>>,
    laws: &[Named],
) -> PyResult<Frames> {
    let source = &loaded.source;
    let mut model = loaded.model.clone();
    let raised = Raised::default();
    program::put(py, &mut model, laws, &raised)?;
    if model.run.accuracy.is_none() {
        // As the command does: it tells fixed steps nothing, but it is in the results.
        model.run.dt_max = model.run.duration / Run::LEAST_STEPS;
    }
    let model = &model;
    let done = py.detach(|| {
        let mut simulation = Simulation::new(model.clone(), options)?;
        let layout = provenance::layout_of_run(&simulation, model, source);
        let mut watch = Watch {
            numbers: Vec::new(),
            signals: Signals::new(watch),
            steps: 0,
            iterations: 0,
        };
        let outcome = simulation.run(&mut watch);
        Ok((simulation.start_lines(false), layout, watch, outcome))
    });
    // What a law has raised comes first: it is the reason.
    if let Some(error) = program::taken(&raised) {
        return Err(error);
    }
    let (mut lines, layout, watch, outcome) =
        done.map_err(|p: Vec<_>| errors::of_model(py, &p, Some(source)))?;
    lines.push(outcome.ledger_line());
    lines.extend(outcome.left.iter().cloned());
    lines.extend(outcome.steps_line());
    lines.extend(outcome.open_ledger.iter().map(|f| format!("warning: {f}")));
    let failure = match &outcome.end {
        End::Failed(failure) => Some(failure.to_string()),
        _ => None,
    };
    let status = match (&failure, &outcome.end) {
        (Some(text), _) => Status::Failed(provenance::in_short(text)),
        (None, End::Stopped) => Status::Interrupted,
        (None, _) => Status::Complete,
    };
    let late = provenance::end_of_run(watch.steps, watch.iterations, &outcome.facts());
    let (numbers, signals) = (watch.numbers, watch.signals);
    stopped(py, signals)?;
    Frames::new(py, layout, numbers, status, late, failure, lines)
}

/// Follows the path of equilibria of a model.
pub fn statics(
    py: Python<'_>,
    loaded: &Loaded,
    until: Option<f64>,
    at: &[f64],
    watch: Option<Py<PyAny>>,
) -> PyResult<Frames> {
    let mut model = loaded.model.clone();
    let s = &mut model.statics;
    if let Some(until) = until {
        s.until = until;
        s.increment = s.increment.map(|i| i.min(until));
        s.every = s.every.map(|e| e.min(until));
        s.factors.clear();
    }
    if let Some(last) = at.last() {
        if at.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(PyValueError::new_err("the numbers of `at` must increase"));
        }
        if s.arc_length {
            let text = "`at` cannot be combined with `arc_length` in [statics]: along the arc the factor is an unknown";
            return Err(PyValueError::new_err(text));
        }
        s.factors = at.to_vec();
        s.every = None;
        s.until = *last;
        s.increment = s.increment.map(|i| i.min(*last));
    }
    let source = &loaded.source;
    let done = py.detach(|| {
        let mut analysis = Analysis::new(model.clone())?;
        let mut layout = analysis.layout().clone();
        let (title, parameters) = (&model.title, &model.parameters);
        provenance::describe(&mut layout, title, source, parameters, None);
        scene::store(&mut layout, &model);
        provenance::describe_removed(&mut layout, analysis.start_report());
        let mut signals = Signals::new(watch);
        let mut numbers = Vec::new();
        let mut critical: Vec<(CriticalKind, f64)> = Vec::new();
        let (mut points, mut iterations) = (0, 0);
        let end = analysis.run(&mut |point, row| {
            numbers.extend_from_slice(row);
            points += 1;
            iterations += point.iterations;
            critical.extend(point.critical.map(|kind| (kind, point.parameter)));
            signals.look_up(point.parameter, points as u64, iterations as u64)
        });
        let late = provenance::end_of_path(points, iterations, &critical);
        Ok((layout, numbers, signals, end, late))
    });
    let (layout, numbers, signals, end, late) =
        done.map_err(|p: Vec<_>| errors::of_model(py, &p, Some(source)))?;
    let failure = match &end {
        PathEnd::Failed(error) => Some(error.to_string()),
        _ => None,
    };
    let status = match (&failure, &end) {
        (Some(text), _) => Status::Failed(provenance::in_short(text)),
        (None, PathEnd::Stopped) => Status::Interrupted,
        (None, _) => Status::Complete,
    };
    let mut lines = Vec::new();
    if end == PathEnd::Points {
        lines.push("warning: `max_points` was reached before the end of the path".to_owned());
    }
    stopped(py, signals)?;
    Frames::new(py, layout, numbers, status, late, failure, lines)
}

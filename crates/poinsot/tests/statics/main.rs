//! Equilibria: laws of fixed points and paths, exact and published solutions, named mechanisms, bad input.

mod cables;
mod fixed_points;
mod massless;
mod mechanisms;
mod paths;
mod tapered;
mod turning;
mod with_modes;

use poinsot::model::{Model, Problem, Source, read_model, render_all};
use poinsot::simulation::{
    Control, End, LedgerPolicy, Observer, Options, Outcome, Simulation, StepInfo,
};
use poinsot::statics::{Analysis, PathEnd, Point};

/// A model from its text.
pub fn model(text: &str) -> Model {
    let source = Source::new("test.toml", text);
    match read_model(&source) {
        Ok((model, _)) => model,
        Err(problems) => panic!("{}", render_all(&problems, Some(&source), false)),
    }
}

/// What is wrong with a text.
pub fn problems(text: &str) -> Vec<Problem> {
    read_model(&Source::new("test.toml", text)).expect_err("the model is bad")
}

/// All points of the path that a model asks for.
pub fn path(text: &str) -> (Vec<Point>, PathEnd, Analysis) {
    let mut analysis = Analysis::new(model(text)).expect("the model builds");
    let mut points = Vec::new();
    let end = analysis.run(&mut |point, row| {
        assert!(row[..row.len() - 1].iter().all(|x| x.is_finite()));
        points.push(point.clone());
        Control::Continue
    });
    (points, end, analysis)
}

/// Value of an output at every point.
pub fn outputs(text: &str, names: &[&str]) -> Vec<Vec<f64>> {
    let mut analysis = Analysis::new(model(text)).expect("the model builds");
    let layout = analysis.layout().clone();
    let columns: Vec<usize> = names
        .iter()
        .map(|name| {
            let found = poinsot::results::resolve(&layout, name).expect("an output");
            assert_eq!(found.len(), 1, "{name}");
            found[0].column
        })
        .collect();
    let mut rows = Vec::new();
    let end = analysis.run(&mut |_, row| {
        rows.push(columns.iter().map(|&c| row[c]).collect());
        Control::Continue
    });
    assert_eq!(end, PathEnd::Complete);
    rows
}

/// A run that is ready to begin.
pub fn simulation(text: &str) -> Result<Simulation, Vec<Problem>> {
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads: 1,
    };
    Simulation::new(model(text), options)
}

/// Sees nothing.
pub struct Silent;

impl Observer for Silent {
    fn frame(&mut self, _row: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

/// Runs to the end.
pub fn run(simulation: &mut Simulation) -> Outcome {
    let outcome = simulation.run(&mut Silent);
    assert_eq!(outcome.end, End::Complete);
    outcome
}

//! Runs of model texts.

use poinsot::model::{Model, Source, read_model, render_all};
use poinsot::results::{Layout, resolve};
use poinsot::simulation::{
    Control, End, LedgerPolicy, Observer, Options, Outcome, Simulation, StepInfo,
};

/// Keeps all frames.
#[derive(Default)]
pub struct Frames(pub Vec<Vec<f64>>);

impl Observer for Frames {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

pub struct Ran {
    layout: Layout,
    pub frames: Vec<Vec<f64>>,
    pub outcome: Outcome,
}

impl Ran {
    pub fn column(&self, name: &str) -> Vec<f64> {
        let at = resolve(&self.layout, name).unwrap_or_else(|e| panic!("{name}: {e:?}"))[0].column;
        self.frames.iter().map(|row| row[at]).collect()
    }
    pub fn last(&self, name: &str) -> f64 {
        *self.column(name).last().expect("a frame")
    }
    /// Largest gap of the ledger, of the energies.
    pub fn gap(&self) -> f64 {
        self.outcome.largest_energy_gap / self.outcome.energy_scale
    }
}

pub fn model(text: &str) -> Model {
    let source = Source::new("test.toml", text);
    match read_model(&source) {
        Ok((model, _)) => model,
        Err(problems) => panic!("{}", render_all(&problems, Some(&source), false)),
    }
}

pub fn simulation(text: &str, threads: usize) -> Simulation {
    let options = Options {
        ledger: LedgerPolicy::Error,
        threads,
    };
    Simulation::new(model(text), options).expect("the model is sound")
}

pub fn run(text: &str) -> Ran {
    run_with(text, 1)
}

pub fn run_with(text: &str, threads: usize) -> Ran {
    let mut simulation = simulation(text, threads);
    let layout = simulation.layout().clone();
    let mut frames = Frames::default();
    let outcome = simulation.run(&mut frames);
    assert!(
        matches!(outcome.end, End::Complete),
        "at {}: {:?}",
        outcome.time,
        outcome.end
    );
    Ran {
        layout,
        frames: frames.0,
        outcome,
    }
}

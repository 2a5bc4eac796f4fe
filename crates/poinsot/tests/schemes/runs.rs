//! Whole runs of models given as texts.

use poinsot::model::{Source, read_model};
use poinsot::results::Layout;
use poinsot::simulation::{
    Control, End, LedgerPolicy, Observer, Options, Outcome, Simulation, StepInfo,
};

pub const SCHEMES: [&str; 6] = ["ep", "ed", "mp-ed", "generalized-alpha", "hht", "newmark"];

#[derive(Default)]
struct Frames(Vec<Vec<f64>>);

impl Observer for Frames {
    fn frame(&mut self, row: &[f64]) -> Control {
        self.0.push(row.to_vec());
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

pub struct Run {
    pub layout: Layout,
    pub frames: Vec<Vec<f64>>,
    pub outcome: Outcome,
}

impl Run {
    /// Runs a model without its table `[run]`, of which these are the lines.
    pub fn of(model: &str, run: &str) -> Run {
        let text = format!("{model}\n[run]\n{run}\n");
        let (model, _) = read_model(&Source::new("test.toml", &text)).expect("the model reads");
        let options = Options {
            ledger: LedgerPolicy::Error,
            threads: 1,
        };
        let mut sim = Simulation::new(model, options).expect("the model is sound");
        let layout = sim.layout().clone();
        let mut frames = Frames::default();
        let outcome = sim.run(&mut frames);
        assert_eq!(outcome.end, End::Complete, "{run}");
        Run {
            layout,
            frames: frames.0,
            outcome,
        }
    }

    /// A number of the last frame by its name.
    pub fn last(&self, name: &str) -> f64 {
        let found = poinsot::results::resolve(&self.layout, name).expect("a known output");
        self.frames.last().expect("a frame")[found[0].column]
    }
}

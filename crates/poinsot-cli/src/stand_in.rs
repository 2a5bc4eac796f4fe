//! Stands in for the solver until it is linked: a mass of 1 kg on a spring of 1 N/m, from its known motion.

use crate::facade::{Control, End, Observer, Options, Outcome, Runnable, StepInfo};
use poinsot::model::Run;
use poinsot::results::{Axis, Layout, Variable};

pub struct Oscillator {
    pub run: Run,
    pub options: Options,
}

impl Runnable for Oscillator {
    fn start_lines(&self) -> Vec<String> {
        let dt = self.run.dt;
        vec![format!(
            "stand-in   1 point mass, 1 spring   dt {dt} s   ledger is error: {}",
            self.options.ledger_is_error
        )]
    }

    fn layout(&self) -> Layout {
        Layout {
            axes: vec![
                Axis::new("point", ["mass"]),
                Axis::new("xyz", ["x", "y", "z"]),
            ],
            variables: vec![
                Variable::new("time", "s", "time", &[]),
                Variable::new("position", "m", "position in world axes", &[0, 1]),
                Variable::new("kinetic_energy", "J", "kinetic energy", &[]),
                Variable::new("potential_energy", "J", "potential energy", &[]),
            ],
            attributes: vec![],
        }
    }

    fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        let steps = (self.run.duration / self.run.dt).round() as u64;
        let mut end = End::Complete;
        for step in 0..=steps {
            let time = step as f64 * self.run.dt;
            let (v, x) = time.sin_cos();
            let row = [time, x, 0.0, 0.0, 0.5 * v * v, 0.5 * x * x];
            let info = StepInfo {
                time,
                iterations: 2,
            };
            if observer.frame(&row) == Control::Stop || observer.step(&info) == Control::Stop {
                end = End::Stopped;
                break;
            }
        }
        if !self.run.dt.is_normal() {
            end = End::Failed("the time step is no number".to_owned());
        }
        let lines = vec!["energy  start 0.5 J   end 0.5 J   ledger gap 0 J".to_owned()];
        Outcome { lines, end }
    }
}

//! A jump.

use super::{FROM, PulseError, PulseKey, PulseKind, TO, time};
use crate::functions::scalar::{Jet, Scalar};

/// A jump; the new value holds from `time` on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Time of the jump [s].
    pub time: f64,
    /// Value before.
    pub from: f64,
    /// Value after.
    pub to: f64,
}

impl PulseKind<3> for Step {
    const WORD: &'static str = "step";
    const DOC: &'static str = "A jump; the new value holds from `time` on.";
    const KEYS: [PulseKey; 3] = [time("time", "Time of the jump."), FROM, TO];
    const SMALL_MODEL: &'static str = include_str!("step.toml");

    fn of([time, from, to]: [f64; 3]) -> Self {
        Step { time, from, to }
    }
    fn values(&self) -> [f64; 3] {
        [self.time, self.from, self.to]
    }
    fn ordered(&self) -> Result<(), PulseError> {
        Ok(())
    }
    fn evaluate(&self, t: f64) -> Jet {
        Jet::constant(if t < self.time { self.from } else { self.to })
    }
    fn corners(&self) -> Vec<f64> {
        vec![self.time]
    }
}

//! A straight line between two constant values.

use super::{END, FROM, PulseError, PulseKey, PulseKind, START, TO, line, ordered};
use crate::functions::scalar::{Jet, Scalar};

/// A straight line between two constant values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ramp {
    /// Begin [s].
    pub start: f64,
    /// End [s].
    pub end: f64,
    /// Value before.
    pub from: f64,
    /// Value after.
    pub to: f64,
}

impl PulseKind<4> for Ramp {
    const WORD: &'static str = "ramp";
    const DOC: &'static str = "A straight line between two constant values.";
    const KEYS: [PulseKey; 4] = [START, END, FROM, TO];
    const SMALL_MODEL: &'static str = include_str!("ramp.toml");

    fn of([start, end, from, to]: [f64; 4]) -> Self {
        Ramp {
            start,
            end,
            from,
            to,
        }
    }
    fn values(&self) -> [f64; 4] {
        [self.start, self.end, self.from, self.to]
    }
    fn ordered(&self) -> Result<(), PulseError> {
        ordered(("start", self.start), ("end", self.end))
    }
    fn evaluate(&self, t: f64) -> Jet {
        let [start, end, from, to] = self.values();
        if t < start {
            Jet::constant(from)
        } else if t >= end {
            Jet::constant(to)
        } else {
            line(t, start, from, end, to)
        }
    }
    fn corners(&self) -> Vec<f64> {
        vec![self.start, self.end]
    }
}

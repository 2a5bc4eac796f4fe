//! A smooth change between two constant values.

use super::{END, FROM, PulseError, PulseKey, PulseKind, START, TO, ordered};
use crate::functions::scalar::{Jet, Scalar};
use std::f64::consts::PI;
/// A smooth change `from + (to - from) (1 - cos(pi tau)) / 2`, `tau` running from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfCosine {
    /// Begin [s].
    pub start: f64,
    /// End [s].
    pub end: f64,
    /// Value before.
    pub from: f64,
    /// Value after.
    pub to: f64,
}

impl PulseKind<4> for HalfCosine {
    const WORD: &'static str = "half-cosine";
    const DOC: &'static str = "A smooth change between two constant values on half a cosine wave.";
    const KEYS: [PulseKey; 4] = [START, END, FROM, TO];
    const SMALL_MODEL: &'static str = include_str!("half-cosine.toml");

    fn of([start, end, from, to]: [f64; 4]) -> Self {
        HalfCosine {
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
            let rate = PI / (end - start);
            let (sin, cos) = (rate * (t - start)).sin_cos();
            let half = 0.5 * (to - from);
            Jet {
                v: from + half * (1.0 - cos),
                d: half * rate * sin,
                dd: half * rate * rate * cos,
            }
        }
    }
    fn corners(&self) -> Vec<f64> {
        vec![]
    }
    /// The second derivative jumps at both ends.
    fn breaks(&self) -> Vec<f64> {
        vec![self.start, self.end]
    }
}

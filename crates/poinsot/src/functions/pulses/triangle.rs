//! Up and down in straight lines.

use super::{AMPLITUDE, END, Holds, PulseError, PulseKey, PulseKind, START, line, ordered};
use crate::functions::scalar::{Jet, Scalar};

/// Zero, up to `amplitude` at `peak_time` in a straight line, down to zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Begin of the rise [s].
    pub start: f64,
    /// Time of the peak [s].
    pub peak_time: f64,
    /// End of the fall [s].
    pub end: f64,
    /// Value at the peak.
    pub amplitude: f64,
}

impl PulseKind<4> for Triangle {
    const WORD: &'static str = "triangle";
    const DOC: &'static str =
        "Zero, up to `amplitude` at `peak_time` in a straight line, down to zero.";
    const KEYS: [PulseKey; 4] = [
        START,
        PulseKey {
            key: "peak_time",
            holds: Holds::Time,
            default: None,
            doc: "Time of the peak.",
        },
        END,
        AMPLITUDE,
    ];
    const SMALL_MODEL: &'static str = include_str!("triangle.toml");

    fn of([start, peak_time, end, amplitude]: [f64; 4]) -> Self {
        Triangle {
            start,
            peak_time,
            end,
            amplitude,
        }
    }
    fn values(&self) -> [f64; 4] {
        [self.start, self.peak_time, self.end, self.amplitude]
    }
    fn ordered(&self) -> Result<(), PulseError> {
        let peak = ("peak_time", self.peak_time);
        ordered(("start", self.start), peak)?;
        ordered(peak, ("end", self.end))
    }
    fn evaluate(&self, t: f64) -> Jet {
        let [start, peak_time, end, amplitude] = self.values();
        if t < start || t >= end {
            Jet::constant(0.0)
        } else if t < peak_time {
            line(t, start, 0.0, peak_time, amplitude)
        } else {
            line(t, peak_time, amplitude, end, 0.0)
        }
    }
    fn corners(&self) -> Vec<f64> {
        vec![self.start, self.peak_time, self.end]
    }
}

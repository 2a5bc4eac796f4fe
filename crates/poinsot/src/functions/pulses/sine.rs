//! A sine wave.

use super::{AMPLITUDE, Holds, OFFSET, PHASE, PulseError, PulseKey, PulseKind, START};
use crate::functions::scalar::{Jet, Scalar};
use std::f64::consts::TAU;
/// `offset + amplitude sin(2 pi frequency (t - start) + phase)`, resting at its first value before `start`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sine {
    /// Amplitude.
    pub amplitude: f64,
    /// Cycles per second [Hz].
    pub frequency: f64,
    /// Phase at the start [rad].
    pub phase: f64,
    /// Mean value.
    pub offset: f64,
    /// Begin [s].
    pub start: f64,
}

impl PulseKind<5> for Sine {
    const WORD: &'static str = "sine";
    const DOC: &'static str =
        "`offset + amplitude sin(2 pi frequency (t - start) + phase)`, at rest before `start`.";
    const KEYS: [PulseKey; 5] = [
        AMPLITUDE,
        PulseKey {
            key: "frequency",
            holds: Holds::Frequency,
            default: None,
            doc: "Cycles per second.",
        },
        PHASE,
        OFFSET,
        START,
    ];
    const SMALL_MODEL: &'static str = include_str!("sine.toml");

    fn of([amplitude, frequency, phase, offset, start]: [f64; 5]) -> Self {
        Sine {
            amplitude,
            frequency,
            phase,
            offset,
            start,
        }
    }
    fn values(&self) -> [f64; 5] {
        [
            self.amplitude,
            self.frequency,
            self.phase,
            self.offset,
            self.start,
        ]
    }
    fn ordered(&self) -> Result<(), PulseError> {
        Ok(())
    }
    fn evaluate(&self, t: f64) -> Jet {
        let [amplitude, frequency, phase, offset, start] = self.values();
        if t < start {
            return Jet::constant(offset + amplitude * phase.sin());
        }
        let rate = TAU * frequency;
        let (sin, cos) = (rate * (t - start) + phase).sin_cos();
        Jet {
            v: offset + amplitude * sin,
            d: amplitude * rate * cos,
            dd: -amplitude * rate * rate * sin,
        }
    }
    fn corners(&self) -> Vec<f64> {
        vec![self.start]
    }
}

//! A sine wave whose frequency rises or falls.

use super::{
    AMPLITUDE, END, Holds, OFFSET, PHASE, PulseError, PulseKey, PulseKind, START, ordered,
};
use crate::functions::scalar::{Jet, Scalar};
use std::f64::consts::TAU;

/// `offset + amplitude sin(2 pi (f_0 tau + (f_1 - f_0) tau^2/(2 T)) + phase)` with `tau = t - start` and `T = end - start`: the
/// frequency goes from `f_0` to `f_1` in proportion to time. Before `start` it rests at its first value; from `end` on it goes on
/// with `f_1`, without a kink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Amplitude.
    pub amplitude: f64,
    /// Cycles per second at the start [Hz].
    pub start_frequency: f64,
    /// Cycles per second at the end and after it [Hz].
    pub end_frequency: f64,
    /// Phase at the start [rad].
    pub phase: f64,
    /// Mean value.
    pub offset: f64,
    /// Begin [s].
    pub start: f64,
    /// End of the change of the frequency [s].
    pub end: f64,
}

const fn frequency(key: &'static str, doc: &'static str) -> PulseKey {
    PulseKey {
        key,
        holds: Holds::Frequency,
        default: None,
        doc,
    }
}

impl PulseKind<7> for Sweep {
    const WORD: &'static str = "sweep";
    const DOC: &'static str =
        "A sine wave whose frequency rises or falls in proportion to time; at rest before `start`.";
    const KEYS: [PulseKey; 7] = [
        AMPLITUDE,
        frequency("start_frequency", "Cycles per second at `start`."),
        frequency("end_frequency", "Cycles per second from `end` on."),
        PHASE,
        OFFSET,
        START,
        END,
    ];
    const SMALL_MODEL: &'static str = include_str!("sweep.toml");

    fn of(
        [
            amplitude,
            start_frequency,
            end_frequency,
            phase,
            offset,
            start,
            end,
        ]: [f64; 7],
    ) -> Self {
        Sweep {
            amplitude,
            start_frequency,
            end_frequency,
            phase,
            offset,
            start,
            end,
        }
    }
    fn values(&self) -> [f64; 7] {
        [
            self.amplitude,
            self.start_frequency,
            self.end_frequency,
            self.phase,
            self.offset,
            self.start,
            self.end,
        ]
    }
    fn ordered(&self) -> Result<(), PulseError> {
        ordered(("start", self.start), ("end", self.end))
    }
    fn evaluate(&self, t: f64) -> Jet {
        let [amplitude, f_0, f_1, phase, offset, start, end] = self.values();
        if t < start {
            return Jet::constant(offset + amplitude * phase.sin());
        }
        let (tau, length) = (t - start, end - start);
        // Cycles since the start, their rate and its rate.
        let (cycles, rate, growth) = match tau < length {
            true => {
                let growth = (f_1 - f_0) / length;
                ((f_0 + 0.5 * growth * tau) * tau, f_0 + growth * tau, growth)
            }
            false => {
                let swept = 0.5 * (f_0 + f_1) * length;
                (swept + f_1 * (tau - length), f_1, 0.0)
            }
        };
        let (sin, cos) = (TAU * cycles + phase).sin_cos();
        let omega = TAU * rate;
        Jet {
            v: offset + amplitude * sin,
            d: amplitude * omega * cos,
            dd: amplitude * (TAU * growth * cos - omega * omega * sin),
        }
    }
    fn corners(&self) -> Vec<f64> {
        vec![self.start]
    }
    /// The second derivative jumps where the frequency stops changing.
    fn breaks(&self) -> Vec<f64> {
        vec![self.start, self.end]
    }
}

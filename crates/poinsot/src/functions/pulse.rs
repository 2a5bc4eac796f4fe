//! Shapes over time that loads and motions often have, under their names.

use std::f64::consts::{PI, TAU};

use super::scalar::{Jet, Scalar};

/// A named shape over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pulse {
    /// Zero, up to `amplitude` at `peak_time` in a straight line, down to zero.
    Triangle {
        /// Begin of the rise [s].
        start: f64,
        /// Time of the peak [s].
        peak_time: f64,
        /// End of the fall [s].
        end: f64,
        /// Value at the peak.
        amplitude: f64,
    },
    /// A straight line between two constant values.
    Ramp {
        /// Begin [s].
        start: f64,
        /// End [s].
        end: f64,
        /// Value before.
        from: f64,
        /// Value after.
        to: f64,
    },
    /// A smooth change `from + (to - from) (1 - cos(pi tau)) / 2`, `tau` running from 0 to 1.
    HalfCosine {
        /// Begin [s].
        start: f64,
        /// End [s].
        end: f64,
        /// Value before.
        from: f64,
        /// Value after.
        to: f64,
    },
    /// A jump; the new value holds from `time` on.
    Step {
        /// Time of the jump [s].
        time: f64,
        /// Value before.
        from: f64,
        /// Value after.
        to: f64,
    },
    /// `offset + amplitude sin(2 pi frequency (t - start) + phase)`, resting at its first value before `start`.
    Sine {
        /// Amplitude.
        amplitude: f64,
        /// Cycles per second [Hz].
        frequency: f64,
        /// Phase at the start [rad].
        phase: f64,
        /// Mean value.
        offset: f64,
        /// Begin [s].
        start: f64,
    },
}

/// Why numbers do not make a pulse.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PulseError {
    /// NaN or infinity.
    #[error("`{field}` is not finite: {value}")]
    NotFinite {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// Times out of order.
    #[error("`{later}` ({later_value} s) must come after `{earlier}` ({earlier_value} s)")]
    WrongOrder {
        /// The field that must be smaller.
        earlier: &'static str,
        /// Its value [s].
        earlier_value: f64,
        /// The field that must be larger.
        later: &'static str,
        /// Its value [s].
        later_value: f64,
    },
}

impl Pulse {
    /// All fields finite, all times in order.
    pub fn check(&self) -> Result<(), PulseError> {
        match *self {
            Pulse::Triangle {
                start,
                peak_time,
                end,
                amplitude,
            } => {
                finite(&[
                    ("start", start),
                    ("peak_time", peak_time),
                    ("end", end),
                    ("amplitude", amplitude),
                ])?;
                ordered(("start", start), ("peak_time", peak_time))?;
                ordered(("peak_time", peak_time), ("end", end))
            }
            Pulse::Ramp {
                start,
                end,
                from,
                to,
            }
            | Pulse::HalfCosine {
                start,
                end,
                from,
                to,
            } => {
                finite(&[("start", start), ("end", end), ("from", from), ("to", to)])?;
                ordered(("start", start), ("end", end))
            }
            Pulse::Step { time, from, to } => finite(&[("time", time), ("from", from), ("to", to)]),
            Pulse::Sine {
                amplitude,
                frequency,
                phase,
                offset,
                start,
            } => finite(&[
                ("amplitude", amplitude),
                ("frequency", frequency),
                ("phase", phase),
                ("offset", offset),
                ("start", start),
            ]),
        }
    }

    /// Value and derivatives; at a corner those of the right side.
    pub(super) fn evaluate(&self, t: f64) -> Jet {
        match *self {
            Pulse::Triangle {
                start,
                peak_time,
                end,
                amplitude,
            } => {
                if t < start || t >= end {
                    Jet::constant(0.0)
                } else if t < peak_time {
                    line(t, start, 0.0, peak_time, amplitude)
                } else {
                    line(t, peak_time, amplitude, end, 0.0)
                }
            }
            Pulse::Ramp {
                start,
                end,
                from,
                to,
            } => {
                if t < start {
                    Jet::constant(from)
                } else if t >= end {
                    Jet::constant(to)
                } else {
                    line(t, start, from, end, to)
                }
            }
            Pulse::HalfCosine {
                start,
                end,
                from,
                to,
            } => {
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
            Pulse::Step { time, from, to } => Jet::constant(if t < time { from } else { to }),
            Pulse::Sine {
                amplitude,
                frequency,
                phase,
                offset,
                start,
            } => {
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
        }
    }

    /// The times at which the value or its rate jumps.
    pub fn corners(&self) -> Vec<f64> {
        match *self {
            Pulse::Triangle {
                start,
                peak_time,
                end,
                ..
            } => vec![start, peak_time, end],
            Pulse::Ramp { start, end, .. } => vec![start, end],
            Pulse::HalfCosine { .. } => vec![],
            Pulse::Step { time, .. } => vec![time],
            Pulse::Sine { start, .. } => vec![start],
        }
    }
}

fn line(t: f64, t0: f64, v0: f64, t1: f64, v1: f64) -> Jet {
    let d = (v1 - v0) / (t1 - t0);
    Jet {
        v: v0 + d * (t - t0),
        d,
        dd: 0.0,
    }
}

fn finite(fields: &[(&'static str, f64)]) -> Result<(), PulseError> {
    match fields.iter().find(|(_, value)| !value.is_finite()) {
        Some(&(field, value)) => Err(PulseError::NotFinite { field, value }),
        None => Ok(()),
    }
}

fn ordered(earlier: (&'static str, f64), later: (&'static str, f64)) -> Result<(), PulseError> {
    if earlier.1 < later.1 {
        return Ok(());
    }
    Err(PulseError::WrongOrder {
        earlier: earlier.0,
        earlier_value: earlier.1,
        later: later.0,
        later_value: later.1,
    })
}

//! Shapes over time that loads and motions often have, under their names. A kind is one file and one word in the list below.

use super::scalar::Jet;

macro_rules! pulses {
    ($($module:ident: $type:ident),* $(,)?) => {
        $(mod $module; pub use $module::$type;)*

        /// A named shape over time.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Pulse {
            $(#[doc = concat!("See [`", stringify!($type), "`].")] $type($type),)*
        }

        $(impl From<$type> for Pulse {
            fn from(pulse: $type) -> Pulse {
                Pulse::$type(pulse)
            }
        })*

        /// All kinds of pulses, in the order of the reference.
        pub const PULSES: &[PulseDefinition] = &[$(PulseDefinition {
            word: $type::WORD,
            doc: $type::DOC,
            keys: &$type::KEYS,
            small_model: $type::SMALL_MODEL,
            make: |values| Some($type::of(values.try_into().ok()?).into()),
        }),*];

        impl Pulse {
            /// All fields finite, all times in order.
            pub fn check(&self) -> Result<(), PulseError> {
                match self {
                    $(Pulse::$type(pulse) => {
                        finite(&pulse.values(), &$type::KEYS)?;
                        pulse.ordered()
                    })*
                }
            }
            /// Value and derivatives; at a corner those of the right side.
            pub(super) fn evaluate(&self, t: f64) -> Jet {
                match self {
                    $(Pulse::$type(pulse) => pulse.evaluate(t),)*
                }
            }
            /// The times at which the value or its rate jumps.
            pub fn corners(&self) -> Vec<f64> {
                match self {
                    $(Pulse::$type(pulse) => pulse.corners(),)*
                }
            }
            /// The times at which the value or any derivative jumps.
            pub(super) fn breaks(&self) -> Vec<f64> {
                match self {
                    $(Pulse::$type(pulse) => pulse.breaks(),)*
                }
            }
        }
    };
}

pulses! {
    step: Step,
    ramp: Ramp,
    half_cosine: HalfCosine,
    triangle: Triangle,
    sine: Sine,
    sweep: Sweep,
}

/// Everything about a kind of pulse.
trait PulseKind<const N: usize>: Copy {
    /// Its word in model files.
    const WORD: &'static str;
    /// One sentence.
    const DOC: &'static str;
    /// What it is given by.
    const KEYS: [PulseKey; N];
    /// A complete model that uses it.
    const SMALL_MODEL: &'static str;

    /// The pulse with these values.
    fn of(values: [f64; N]) -> Self;
    /// Its values.
    fn values(&self) -> [f64; N];
    /// Whether its times are in order.
    fn ordered(&self) -> Result<(), PulseError>;
    /// Value and derivatives; at a corner those of the right side.
    fn evaluate(&self, t: f64) -> Jet;
    /// The times at which the value or its rate jumps.
    fn corners(&self) -> Vec<f64>;
    /// The times at which the value or any derivative jumps.
    fn breaks(&self) -> Vec<f64> {
        self.corners()
    }
}

/// A number that a pulse is given by.
#[derive(Clone, Copy, Debug)]
pub struct PulseKey {
    /// Its key in model files.
    pub key: &'static str,
    /// What it is.
    pub holds: Holds,
    /// What holds when it is absent; `None` if it must be there.
    pub default: Option<f64>,
    /// One sentence.
    pub doc: &'static str,
}

/// What a number of a pulse is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A time [s].
    Time,
    /// A value, with the unit of the function.
    Value,
    /// Cycles per second, positive [Hz].
    Frequency,
    /// An angle [rad].
    Angle,
}

/// A kind of pulse, for those that read and describe models.
#[derive(Clone, Copy, Debug)]
pub struct PulseDefinition {
    /// Its word in model files.
    pub word: &'static str,
    /// One sentence.
    pub doc: &'static str,
    /// What it is given by.
    pub keys: &'static [PulseKey],
    /// A complete model that uses it.
    pub small_model: &'static str,
    /// The pulse with these values, if there are as many as it has.
    pub make: fn(&[f64]) -> Option<Pulse>,
}

const fn time(key: &'static str, doc: &'static str) -> PulseKey {
    let (holds, default) = (Holds::Time, Some(0.0));
    PulseKey {
        key,
        holds,
        default,
        doc,
    }
}
const fn value(key: &'static str, default: f64, doc: &'static str) -> PulseKey {
    let (holds, default) = (Holds::Value, Some(default));
    PulseKey {
        key,
        holds,
        default,
        doc,
    }
}

const START: PulseKey = time("start", "Time at which it begins.");
const END: PulseKey = PulseKey {
    default: None,
    ..time("end", "Time at which it ends.")
};
const FROM: PulseKey = value("from", 0.0, "Value before.");
const TO: PulseKey = value("to", 1.0, "Value after.");
const AMPLITUDE: PulseKey = value("amplitude", 1.0, "Largest value, or amplitude of the wave.");
const OFFSET: PulseKey = value("offset", 0.0, "Mean value.");
const PHASE: PulseKey = PulseKey {
    holds: Holds::Angle,
    ..value("phase", 0.0, "Phase at the start.")
};

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

fn line(t: f64, t0: f64, v0: f64, t1: f64, v1: f64) -> Jet {
    let d = (v1 - v0) / (t1 - t0);
    Jet {
        v: v0 + d * (t - t0),
        d,
        dd: 0.0,
    }
}

fn finite(values: &[f64], keys: &[PulseKey]) -> Result<(), PulseError> {
    let mut all = values.iter().zip(keys);
    match all.find(|(value, _)| !value.is_finite()) {
        Some((&value, key)) => Err(PulseError::NotFinite {
            field: key.key,
            value,
        }),
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

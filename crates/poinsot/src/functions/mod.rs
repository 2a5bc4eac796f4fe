//! Functions that users write: of time, of a spring's length, of a motor's state.

/// A value over time: prescribed motions, load factors.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeFunction {
    constant: f64,
}

impl TimeFunction {
    /// The same value at all times.
    pub fn constant(value: f64) -> Self {
        TimeFunction { constant: value }
    }
    /// `true` if the value never changes.
    pub fn is_constant(&self) -> bool {
        true
    }
    /// Value at time `t` [s].
    pub fn value(&self, _t: f64) -> f64 {
        self.constant
    }
    /// First derivative with respect to time.
    pub fn rate(&self, _t: f64) -> f64 {
        0.0
    }
    /// Second derivative with respect to time.
    pub fn acceleration(&self, _t: f64) -> f64 {
        0.0
    }
}

/// A one-dimensional elastic law: restoring effort and stored energy as functions of one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    stiffness: f64,
    free: f64,
    preload: f64,
}

/// Mean effort over an interval and its derivatives with respect to both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanEffort {
    /// `(W(y) - W(x)) / (y - x)`, or the effort itself where both coincide.
    pub effort: f64,
    /// Derivative with respect to the start `x`.
    pub d_start: f64,
    /// Derivative with respect to the end `y`.
    pub d_end: f64,
}

impl Law {
    /// `effort = stiffness * (x - free) + preload`.
    pub fn linear(stiffness: f64, free: f64, preload: f64) -> Self {
        Law {
            stiffness,
            free,
            preload,
        }
    }
    /// Restoring effort at `x`.
    pub fn effort(&self, x: f64) -> f64 {
        self.stiffness * (x - self.free) + self.preload
    }
    /// Derivative of the effort at `x`.
    pub fn stiffness(&self, _x: f64) -> f64 {
        self.stiffness
    }
    /// Stored energy at `x`, zero at the free value.
    pub fn energy(&self, x: f64) -> f64 {
        let d = x - self.free;
        (0.5 * self.stiffness * d + self.preload) * d
    }
    /// Discrete gradient between two states; `effort * (y - x) = energy(y) - energy(x)` to round-off.
    pub fn mean_effort(&self, x: f64, y: f64) -> MeanEffort {
        MeanEffort {
            effort: 0.5 * (self.effort(x) + self.effort(y)),
            d_start: 0.5 * self.stiffness,
            d_end: 0.5 * self.stiffness,
        }
    }
}

/// The effort of a motor as a function of time, coordinate and rate.
#[derive(Clone, Debug, PartialEq)]
pub struct MotorLaw {
    constant: f64,
}

/// Effort of a motor and its partial derivatives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotorEffort {
    /// Effort [N or N m].
    pub effort: f64,
    /// Derivative with respect to the coordinate.
    pub d_coordinate: f64,
    /// Derivative with respect to the rate.
    pub d_rate: f64,
}

impl MotorLaw {
    /// The same effort always.
    pub fn constant(value: f64) -> Self {
        MotorLaw { constant: value }
    }
    /// Effort at time `t`, coordinate `x`, rate `v`.
    pub fn evaluate(&self, _t: f64, _x: f64, _v: f64) -> MotorEffort {
        MotorEffort {
            effort: self.constant,
            d_coordinate: 0.0,
            d_rate: 0.0,
        }
    }
}

//! Laws of motors: effort from time, coordinate and rate.

use super::expression::{Expression, ExpressionError};
use super::scalar::{Gradient, Scalar};
use super::time::TimeFunction;

/// What the law of a motor is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum MotorShape {
    /// An effort over time.
    Time(TimeFunction),
    /// A formula in `t`, `x` and `v`.
    Expression(Expression),
}

/// The effort of a motor as a function of time, coordinate and rate.
#[derive(Clone, Debug, PartialEq)]
pub struct MotorLaw {
    shape: MotorShape,
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

impl From<f64> for MotorLaw {
    fn from(effort: f64) -> Self {
        MotorLaw::constant(effort)
    }
}

impl From<TimeFunction> for MotorLaw {
    fn from(effort: TimeFunction) -> Self {
        MotorLaw::over_time(effort)
    }
}

impl MotorLaw {
    /// The same effort always.
    pub fn constant(value: f64) -> Self {
        Self::over_time(TimeFunction::constant(value))
    }

    /// An effort that depends on time only.
    pub fn over_time(function: TimeFunction) -> Self {
        MotorLaw {
            shape: MotorShape::Time(function),
        }
    }

    /// A formula in time `t` [s], coordinate `x` [m or rad] and rate `v` [m/s or rad/s], see [`Expression`].
    pub fn expression(text: &str) -> Result<Self, ExpressionError> {
        Ok(Self::formula(Expression::new(text, Self::VARIABLES)?))
    }

    /// The variables of a formula.
    pub(crate) const VARIABLES: &'static [&'static str] = &["t", "x", "v"];

    /// A compiled formula.
    pub(crate) fn formula(expression: Expression) -> Self {
        MotorLaw {
            shape: MotorShape::Expression(expression),
        }
    }

    /// What the law is made of.
    pub fn shape(&self) -> &MotorShape {
        &self.shape
    }

    /// Effort at time `t`, coordinate `x`, rate `v`.
    pub fn evaluate(&self, t: f64, x: f64, v: f64) -> MotorEffort {
        match &self.shape {
            MotorShape::Time(function) => MotorEffort {
                effort: function.value(t),
                d_coordinate: 0.0,
                d_rate: 0.0,
            },
            MotorShape::Expression(expression) => {
                let result = expression.run(&[
                    Gradient::<2>::constant(t),
                    Gradient::variable(x, 0),
                    Gradient::variable(v, 1),
                ]);
                MotorEffort {
                    effort: result.v,
                    d_coordinate: result.d[0],
                    d_rate: result.d[1],
                }
            }
        }
    }

    /// The times at which the effort or its rate of change can jump, sorted, as far as they depend on time only.
    pub fn corners(&self) -> Vec<f64> {
        match &self.shape {
            MotorShape::Time(function) => function.corners(),
            MotorShape::Expression(expression) => expression.corners(),
        }
    }
}

//! Laws of motors: effort from time, coordinate and rate.

use super::expression::{Expression, ExpressionError};
use super::scalar::{Gradient, Scalar};
use super::time::TimeFunction;
use std::fmt;
use std::sync::Arc;

/// A law that a program computes: a controller, a characteristic from elsewhere. It is asked in every iteration of a step, also at
/// states that the run never reaches, so it must depend on its arguments alone: the same arguments, the same effort.
pub trait MotorProgram: Send + Sync {
    /// Effort and derivatives at time `t` [s], coordinate `x` [m or rad] and rate `v` [m/s or rad/s]. NaN says that there is none:
    /// the step fails.
    fn evaluate(&self, t: f64, x: f64, v: f64) -> MotorEffort;
}

/// A program as a law. Two are equal if they are the same one.
#[derive(Clone)]
pub struct ProgramLaw(Arc<dyn MotorProgram>);

impl fmt::Debug for ProgramLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProgramLaw")
    }
}

impl PartialEq for ProgramLaw {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What the law of a motor is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum MotorShape {
    /// An effort over time.
    Time(TimeFunction),
    /// A formula in `t`, `x` and `v`.
    Expression(Expression),
    /// What a program computes.
    Program(ProgramLaw),
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

    /// What a program computes.
    pub fn program(program: Arc<dyn MotorProgram>) -> Self {
        MotorLaw {
            shape: MotorShape::Program(ProgramLaw(program)),
        }
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
            MotorShape::Program(ProgramLaw(program)) => program.evaluate(t, x, v),
        }
    }

    /// The times at which the effort or its rate of change can jump, sorted, as far as they depend on time only.
    pub fn corners(&self) -> Vec<f64> {
        match &self.shape {
            MotorShape::Time(function) => function.corners(),
            MotorShape::Expression(expression) => expression.corners(),
            MotorShape::Program(_) => Vec::new(),
        }
    }
}

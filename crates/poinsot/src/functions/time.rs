//! Functions of time: prescribed motions, load factors.

use super::expression::{Expression, ExpressionError};
use super::integral::{Given, Integral, IntegralError};
use super::pulses::{Pulse, PulseError};
use super::scalar::{Jet, Scalar};
use super::table::Table;

/// What a function of time is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum TimeShape {
    /// The same value at all times.
    Constant(f64),
    /// A formula in `t`.
    Expression(Expression),
    /// Values at given times.
    Table(Table),
    /// A named shape.
    Pulse(Pulse),
    /// The integral of another function.
    Integral(Integral),
}

/// A value over time: prescribed motions, load factors.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeFunction {
    shape: TimeShape,
    factor: f64,
}

impl From<f64> for TimeFunction {
    fn from(value: f64) -> Self {
        TimeFunction::constant(value)
    }
}

impl TimeFunction {
    fn new(shape: TimeShape) -> Self {
        TimeFunction { shape, factor: 1.0 }
    }

    /// The same value at all times.
    pub fn constant(value: f64) -> Self {
        Self::new(TimeShape::Constant(value))
    }

    /// A formula in the variable `t` [s], see [`Expression`].
    pub fn expression(text: &str) -> Result<Self, ExpressionError> {
        Ok(Self::formula(Expression::new(text, Self::VARIABLES)?))
    }

    /// The variable of a formula.
    pub(crate) const VARIABLES: &'static [&'static str] = &["t"];

    /// A compiled formula.
    pub(crate) fn formula(expression: Expression) -> Self {
        Self::new(TimeShape::Expression(expression))
    }

    /// Values at given times [s].
    pub fn table(table: Table) -> Self {
        Self::new(TimeShape::Table(table))
    }

    /// A named shape.
    pub fn pulse(pulse: impl Into<Pulse>) -> Result<Self, PulseError> {
        let pulse = pulse.into();
        pulse.check()?;
        Ok(Self::new(TimeShape::Pulse(pulse)))
    }

    /// What has this first or second derivative and these values at zero (value and rate; of a given rate only the value counts).
    /// It is prepared for times up to `until` and for steps of length `step` [s]; a formula that is smooth over some steps is
    /// integrated to round-off.
    pub fn integral(
        of: TimeFunction,
        given: Given,
        initial: [f64; 2],
        until: f64,
        step: f64,
    ) -> Result<Self, IntegralError> {
        let integral = Integral::new(of, given, initial, until, step)?;
        Ok(Self::new(TimeShape::Integral(integral)))
    }

    /// The same function, prepared for times up to this one [s]. Values do not depend on it, only the time it takes to find them.
    pub fn reaching(mut self, until: f64) -> Self {
        if let TimeShape::Integral(integral) = &mut self.shape {
            // Where it cannot be integrated, values are NaN as well.
            let _ = integral.prepare(until);
        }
        self
    }

    /// The same function times a factor.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.factor *= factor;
        self
    }

    /// What the function is made of, before the factor.
    pub fn shape(&self) -> &TimeShape {
        &self.shape
    }

    /// The overall factor.
    pub fn factor(&self) -> f64 {
        self.factor
    }

    /// True where the value is the same at all times.
    pub fn is_constant(&self) -> bool {
        matches!(self.shape, TimeShape::Constant(_))
    }

    fn jet(&self, t: f64) -> Jet {
        match &self.shape {
            TimeShape::Constant(value) => Jet::constant(*value),
            TimeShape::Expression(expression) => expression.run(&[Jet::variable(t)]),
            TimeShape::Table(table) => table.evaluate(t),
            TimeShape::Pulse(pulse) => pulse.evaluate(t),
            TimeShape::Integral(integral) => integral.evaluate(t),
        }
    }

    /// Value at time `t` [s].
    pub fn value(&self, t: f64) -> f64 {
        let value = match &self.shape {
            TimeShape::Expression(expression) => expression.run(&[t]),
            _ => self.jet(t).v,
        };
        self.factor * value
    }

    /// First derivative with respect to time; at a corner that of the later side.
    pub fn rate(&self, t: f64) -> f64 {
        self.factor * self.jet(t).d
    }

    /// Second derivative with respect to time; at a corner that of the later side.
    pub fn acceleration(&self, t: f64) -> f64 {
        self.factor * self.jet(t).dd
    }

    /// Value, first and second derivative at once.
    pub fn evaluate(&self, t: f64) -> [f64; 3] {
        let jet = self.jet(t);
        [jet.v, jet.d, jet.dd].map(|value| self.factor * value)
    }

    /// The times at which the value or its first derivative can jump, sorted; steps should end there.
    /// For a formula see [`Expression::corners`].
    pub fn corners(&self) -> Vec<f64> {
        match &self.shape {
            TimeShape::Constant(_) => Vec::new(),
            TimeShape::Expression(expression) => expression.corners(),
            TimeShape::Table(table) => table.corners(),
            TimeShape::Pulse(pulse) => pulse.corners(),
            TimeShape::Integral(integral) => integral.corners(),
        }
    }

    /// Whether the first derivative can jump at a corner.
    pub fn rate_jumps(&self, corner: f64) -> bool {
        match &self.shape {
            TimeShape::Integral(integral) => integral.jumps(corner),
            TimeShape::Constant(_)
            | TimeShape::Expression(_)
            | TimeShape::Table(_)
            | TimeShape::Pulse(_) => true,
        }
    }

    /// The times at which the value or any derivative can jump, as far as they are known, sorted.
    pub(super) fn breaks(&self) -> Vec<f64> {
        match &self.shape {
            TimeShape::Table(table) => table.abscissae().to_vec(),
            TimeShape::Pulse(pulse) => pulse.breaks(),
            TimeShape::Constant(_) | TimeShape::Expression(_) | TimeShape::Integral(_) => {
                self.corners()
            }
        }
    }
}

//! One-dimensional elastic laws: effort, stiffness, energy, and the mean effort that makes a step exact.

use super::expression::{Expression, ExpressionError};
use super::quadrature::{Mean, adaptive_mean};
use super::scalar::Gradient;
use super::table::Table;

/// What a law is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum LawShape {
    /// `effort = stiffness * (x - free) + preload`.
    Linear {
        /// Stiffness [N/m or N m/rad].
        stiffness: f64,
        /// Value without elastic effort [m or rad].
        free: f64,
        /// Effort at the free value [N or N m].
        preload: f64,
    },
    /// Efforts at given values.
    Table {
        /// The points.
        table: Table,
        /// Value without energy [m or rad].
        reference: f64,
    },
    /// A formula for the effort in `x`.
    Expression {
        /// The formula.
        expression: Expression,
        /// Value without energy [m or rad].
        reference: f64,
        /// Where the formula is known to have kinks, so that no quadrature reaches across them.
        corners: Vec<f64>,
    },
}

/// A one-dimensional elastic law: restoring effort and stored energy as functions of one measure.
///
/// The energy is a state function, `energy(reference) = 0` and `d energy / dx = effort`.
#[derive(Clone, Debug, PartialEq)]
pub struct Law {
    shape: LawShape,
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

/// Least number of panels for the energy, whose interval can be long compared with the features of a formula.
const ENERGY_PANELS: usize = 4;

impl Law {
    /// `effort = stiffness * (x - free) + preload`; the energy is zero at the free value.
    pub fn linear(stiffness: f64, free: f64, preload: f64) -> Self {
        Law {
            shape: LawShape::Linear {
                stiffness,
                free,
                preload,
            },
        }
    }

    /// Efforts at given values; the energy is zero at `reference`.
    pub fn table(table: Table, reference: f64) -> Self {
        Law {
            shape: LawShape::Table { table, reference },
        }
    }

    /// A formula for the effort in the variable `x`, see [`Expression`]; the energy is zero at `reference`.
    ///
    /// The effort should be continuous: across a jump, work still equals the change of energy, but over a tiny
    /// interval the derivatives of [`Law::mean_effort`] miss the jump.
    pub fn expression(text: &str, reference: f64) -> Result<Self, ExpressionError> {
        let expression = Expression::new(text, Self::VARIABLES)?;
        Ok(Self::formula(expression, reference))
    }

    /// The variable of a formula.
    pub(crate) const VARIABLES: &'static [&'static str] = &["x"];

    /// A compiled formula.
    pub(crate) fn formula(expression: Expression, reference: f64) -> Self {
        Law {
            shape: LawShape::Expression {
                corners: expression.corners(),
                expression,
                reference,
            },
        }
    }

    /// What the law is made of.
    pub fn shape(&self) -> &LawShape {
        &self.shape
    }

    /// Restoring effort at `x`.
    pub fn effort(&self, x: f64) -> f64 {
        match &self.shape {
            LawShape::Linear {
                stiffness,
                free,
                preload,
            } => stiffness * (x - free) + preload,
            LawShape::Table { table, .. } => table.evaluate(x).v,
            LawShape::Expression { expression, .. } => expression.run(&[x]),
        }
    }

    /// Derivative of the effort at `x`; at a kink that of the right side.
    pub fn stiffness(&self, x: f64) -> f64 {
        match &self.shape {
            LawShape::Linear { stiffness, .. } => *stiffness,
            LawShape::Table { table, .. } => table.evaluate(x).d,
            LawShape::Expression { expression, .. } => with_slope(expression, x).1,
        }
    }

    /// Stored energy at `x`, zero at the free or reference value.
    pub fn energy(&self, x: f64) -> f64 {
        match &self.shape {
            LawShape::Linear {
                stiffness,
                free,
                preload,
            } => {
                let d = x - free;
                (0.5 * stiffness * d + preload) * d
            }
            LawShape::Table { table, reference } => table.integral(*reference, x),
            LawShape::Expression { reference, .. } => {
                if x == *reference {
                    return 0.0;
                }
                let (lo, hi) = ordered(x, *reference);
                self.mean(lo, hi, ENERGY_PANELS).value * (x - reference)
            }
        }
    }

    /// Discrete gradient between two states; `effort * (y - x) = energy(y) - energy(x)` to round-off.
    pub fn mean_effort(&self, x: f64, y: f64) -> MeanEffort {
        if x == y {
            let half = 0.5 * self.stiffness(x);
            return MeanEffort {
                effort: self.effort(x),
                d_start: half,
                d_end: half,
            };
        }
        let (lo, hi) = ordered(x, y);
        let mean = self.mean(lo, hi, 1);
        let (d_start, d_end) = if x < y {
            (mean.d_lo, mean.d_hi)
        } else {
            (mean.d_hi, mean.d_lo)
        };
        MeanEffort {
            effort: mean.value,
            d_start,
            d_end,
        }
    }

    /// Mean effort over `lo < hi`, always integrated between the two and never a difference of energies.
    fn mean(&self, lo: f64, hi: f64, panels: usize) -> Mean {
        match &self.shape {
            LawShape::Linear { stiffness, .. } => Mean {
                value: 0.5 * (self.effort(lo) + self.effort(hi)),
                d_lo: 0.5 * stiffness,
                d_hi: 0.5 * stiffness,
            },
            LawShape::Table { table, .. } => table.mean(lo, hi),
            LawShape::Expression {
                expression,
                corners,
                ..
            } => adaptive_mean(lo, hi, corners, panels, |x| with_slope(expression, x)),
        }
    }
}

/// The smaller one first; a NaN stays one of the two, which `min` and `max` would hide.
fn ordered(a: f64, b: f64) -> (f64, f64) {
    if a < b { (a, b) } else { (b, a) }
}

fn with_slope(expression: &Expression, x: f64) -> (f64, f64) {
    let result = expression.run(&[Gradient::<1>::variable(x, 0)]);
    (result.v, result.d[0])
}

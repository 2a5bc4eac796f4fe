//! Numbers that carry a bound of their own round-off.
//!
//! Running error analysis: every operation passes the errors of its operands on and adds its own rounding
//! [Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.3], to first order.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::scalar::{Scalar, along};

/// Rounding of one sum, product or quotient.
const UNIT: f64 = 0.5 * f64::EPSILON;

/// A value and about how far round-off may have moved it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rounded {
    pub v: f64,
    pub error: f64,
}

impl Rounded {
    /// A number that is itself the result of a rounding.
    #[inline]
    pub fn input(v: f64) -> Self {
        Self::after(v, 0.0)
    }

    #[inline]
    fn after(v: f64, passed_on: f64) -> Self {
        Rounded {
            v,
            error: passed_on + UNIT * v.abs(),
        }
    }
}

impl Add for Rounded {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self::after(self.v + o.v, self.error + o.error)
    }
}

impl Sub for Rounded {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self::after(self.v - o.v, self.error + o.error)
    }
}

impl Mul for Rounded {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        let passed_on = along(self.v.abs(), o.error) + along(o.v.abs(), self.error);
        Self::after(self.v * o.v, passed_on)
    }
}

impl Div for Rounded {
    type Output = Self;
    #[inline]
    fn div(self, o: Self) -> Self {
        let v = self.v / o.v;
        Self::after(v, (self.error + along(v.abs(), o.error)) / o.v.abs())
    }
}

impl Neg for Rounded {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Rounded { v: -self.v, ..self }
    }
}

impl Scalar for Rounded {
    #[inline]
    fn constant(value: f64) -> Self {
        Rounded {
            v: value,
            error: 0.0,
        }
    }
    #[inline]
    fn value(self) -> f64 {
        self.v
    }
    #[inline]
    fn with_value(self, value: f64) -> Self {
        Rounded { v: value, ..self }
    }
    /// As for plain numbers: what is carried is no derivative.
    #[inline]
    fn is_constant(self) -> bool {
        true
    }
    #[inline]
    fn chain(self, f: f64, df: f64, _ddf: f64) -> Self {
        // Functions of the standard library are good to about one digit, twice the rounding of a sum.
        let own = Self::after(f, along(df.abs(), self.error));
        Rounded {
            error: own.error + UNIT * f.abs(),
            ..own
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::expression::Expression;

    #[test]
    fn cancellation_is_noticed() {
        let at = |text: &str, x: f64| {
            let f = Expression::new(text, &["x"]).expect("a sound formula");
            f.run(&[Rounded::input(x)])
        };
        // The same energy, once as a small number and once as a difference of large ones.
        let plain = at("x^2", 1e-3);
        let difference = at("(1 + x)^2 - 2*x - 1", 1e-3);
        assert!(plain.error < 1e-21 && difference.error > 1e-16);
        assert!((difference.v - plain.v).abs() <= difference.error);
        // A power of a negative number with an exponent that is itself a result.
        assert!(at("x^(4/2)", -1e-3).error < 1e-21);
    }
}

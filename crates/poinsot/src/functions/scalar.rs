//! Numbers that carry derivatives, so that one compiled expression gives its value and its slopes.
//!
//! Forward mode: a number is `(u, u', ...)`, and a function obeys the chain rule
//! `f(u)' = f' u'`, `f(u)'' = f'' u'^2 + f' u''`.

// The rules of products and quotients mix sums into them.
#![allow(clippy::suspicious_arithmetic_impl)]

use std::ops::{Add, Div, Mul, Neg, Sub};

/// What an expression can be evaluated with.
pub(super) trait Scalar:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A number with no dependence on the variables.
    fn constant(value: f64) -> Self;
    /// The value without derivatives.
    fn value(self) -> f64;
    /// The same derivatives with another value.
    fn with_value(self, value: f64) -> Self;
    /// True where all carried derivatives vanish.
    fn is_constant(self) -> bool;
    /// `f(self)` from the value of `f` and its first two derivatives there.
    fn chain(self, f: f64, df: f64, ddf: f64) -> Self;
}

/// `slope * rate` where a vanishing rate wins over an infinite slope: `sqrt(0 * t)` has rate 0, not NaN.
#[inline]
pub(super) fn along(slope: f64, rate: f64) -> f64 {
    if rate == 0.0 { 0.0 } else { slope * rate }
}

impl Scalar for f64 {
    #[inline]
    fn constant(value: f64) -> Self {
        value
    }
    #[inline]
    fn value(self) -> f64 {
        self
    }
    #[inline]
    fn with_value(self, value: f64) -> Self {
        value
    }
    #[inline]
    fn is_constant(self) -> bool {
        true
    }
    #[inline]
    fn chain(self, f: f64, _df: f64, _ddf: f64) -> Self {
        f
    }
}

/// Value, first and second derivative in one variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Jet {
    pub v: f64,
    pub d: f64,
    pub dd: f64,
}

impl Jet {
    /// The variable itself.
    #[inline]
    pub fn variable(v: f64) -> Self {
        Jet { v, d: 1.0, dd: 0.0 }
    }
}

impl Add for Jet {
    type Output = Jet;
    #[inline]
    fn add(self, o: Jet) -> Jet {
        Jet {
            v: self.v + o.v,
            d: self.d + o.d,
            dd: self.dd + o.dd,
        }
    }
}

impl Sub for Jet {
    type Output = Jet;
    #[inline]
    fn sub(self, o: Jet) -> Jet {
        Jet {
            v: self.v - o.v,
            d: self.d - o.d,
            dd: self.dd - o.dd,
        }
    }
}

impl Mul for Jet {
    type Output = Jet;
    #[inline]
    fn mul(self, o: Jet) -> Jet {
        Jet {
            v: self.v * o.v,
            d: along(self.v, o.d) + along(o.v, self.d),
            dd: along(self.v, o.dd) + 2.0 * self.d * o.d + along(o.v, self.dd),
        }
    }
}

impl Div for Jet {
    type Output = Jet;
    /// From `q o = u`: `q' = (u' - q o') / o` and `q'' = (u'' - 2 q' o' - q o'') / o`.
    #[inline]
    fn div(self, o: Jet) -> Jet {
        let v = self.v / o.v;
        let d = (self.d - along(v, o.d)) / o.v;
        let dd = (self.dd - 2.0 * along(d, o.d) - along(v, o.dd)) / o.v;
        Jet { v, d, dd }
    }
}

impl Neg for Jet {
    type Output = Jet;
    #[inline]
    fn neg(self) -> Jet {
        Jet {
            v: -self.v,
            d: -self.d,
            dd: -self.dd,
        }
    }
}

impl Scalar for Jet {
    #[inline]
    fn constant(value: f64) -> Self {
        Jet {
            v: value,
            d: 0.0,
            dd: 0.0,
        }
    }
    #[inline]
    fn value(self) -> f64 {
        self.v
    }
    #[inline]
    fn with_value(self, value: f64) -> Self {
        Jet { v: value, ..self }
    }
    #[inline]
    fn is_constant(self) -> bool {
        self.d == 0.0 && self.dd == 0.0
    }
    #[inline]
    fn chain(self, f: f64, df: f64, ddf: f64) -> Self {
        Jet {
            v: f,
            d: along(df, self.d),
            dd: along(ddf, self.d * self.d) + along(df, self.dd),
        }
    }
}

/// Value and gradient in `N` variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gradient<const N: usize> {
    pub v: f64,
    pub d: [f64; N],
}

impl<const N: usize> Gradient<N> {
    /// The variable with number `index`.
    #[inline]
    pub fn variable(v: f64, index: usize) -> Self {
        Gradient {
            v,
            d: std::array::from_fn(|k| if k == index { 1.0 } else { 0.0 }),
        }
    }

    #[inline]
    fn combine(self, o: Self, v: f64, slope: impl Fn(f64, f64) -> f64) -> Self {
        Gradient {
            v,
            d: std::array::from_fn(|k| slope(self.d[k], o.d[k])),
        }
    }
}

impl<const N: usize> Add for Gradient<N> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        self.combine(o, self.v + o.v, |a, b| a + b)
    }
}

impl<const N: usize> Sub for Gradient<N> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        self.combine(o, self.v - o.v, |a, b| a - b)
    }
}

impl<const N: usize> Mul for Gradient<N> {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        self.combine(o, self.v * o.v, |a, b| along(o.v, a) + along(self.v, b))
    }
}

impl<const N: usize> Div for Gradient<N> {
    type Output = Self;
    #[inline]
    fn div(self, o: Self) -> Self {
        let v = self.v / o.v;
        self.combine(o, v, |a, b| (a - along(v, b)) / o.v)
    }
}

impl<const N: usize> Neg for Gradient<N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Gradient {
            v: -self.v,
            d: self.d.map(|d| -d),
        }
    }
}

impl<const N: usize> Scalar for Gradient<N> {
    #[inline]
    fn constant(value: f64) -> Self {
        Gradient {
            v: value,
            d: [0.0; N],
        }
    }
    #[inline]
    fn value(self) -> f64 {
        self.v
    }
    #[inline]
    fn with_value(self, value: f64) -> Self {
        Gradient { v: value, ..self }
    }
    #[inline]
    fn is_constant(self) -> bool {
        self.d.iter().all(|d| *d == 0.0)
    }
    #[inline]
    fn chain(self, f: f64, df: f64, _ddf: f64) -> Self {
        Gradient {
            v: f,
            d: self.d.map(|d| along(df, d)),
        }
    }
}

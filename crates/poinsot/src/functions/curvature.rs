//! Numbers that carry all second derivatives in several variables.
//!
//! `f(u)` has the gradient `f' u_k` and the second derivatives `f'' u_k u_l + f' u_kl`.

// The rules of products and quotients mix sums into them.
#![allow(clippy::suspicious_arithmetic_impl)]

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::scalar::{Scalar, along};

/// Value, gradient and second derivatives in `N` variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curvature<const N: usize> {
    pub v: f64,
    pub d: [f64; N],
    /// Symmetric.
    pub dd: [[f64; N]; N],
}

impl<const N: usize> Curvature<N> {
    /// The variable with number `index`.
    #[inline]
    pub fn variable(v: f64, index: usize) -> Self {
        let mut own = Self::constant(v);
        own.d[index] = 1.0;
        own
    }

    #[inline]
    fn from_parts(
        v: f64,
        d: impl Fn(usize) -> f64,
        dd: impl Fn(usize, usize, &[f64; N]) -> f64,
    ) -> Self {
        let d = std::array::from_fn(d);
        let mut out = Curvature {
            v,
            d,
            dd: [[0.0; N]; N],
        };
        for k in 0..N {
            for l in 0..=k {
                let x = dd(k, l, &d);
                out.dd[k][l] = x;
                out.dd[l][k] = x;
            }
        }
        out
    }
}

impl<const N: usize> Add for Curvature<N> {
    type Output = Self;
    #[inline]
    fn add(self, o: Self) -> Self {
        Self::from_parts(
            self.v + o.v,
            |k| self.d[k] + o.d[k],
            |k, l, _| self.dd[k][l] + o.dd[k][l],
        )
    }
}

impl<const N: usize> Sub for Curvature<N> {
    type Output = Self;
    #[inline]
    fn sub(self, o: Self) -> Self {
        Self::from_parts(
            self.v - o.v,
            |k| self.d[k] - o.d[k],
            |k, l, _| self.dd[k][l] - o.dd[k][l],
        )
    }
}

impl<const N: usize> Mul for Curvature<N> {
    type Output = Self;
    #[inline]
    fn mul(self, o: Self) -> Self {
        let (a, b) = (&self, &o);
        Self::from_parts(
            a.v * b.v,
            |k| along(a.v, b.d[k]) + along(b.v, a.d[k]),
            |k, l, _| {
                let mixed = a.d[k] * b.d[l] + a.d[l] * b.d[k];
                along(a.v, b.dd[k][l]) + mixed + along(b.v, a.dd[k][l])
            },
        )
    }
}

impl<const N: usize> Div for Curvature<N> {
    type Output = Self;
    /// From `q o = u`: `q_k = (u_k - q o_k) / o` and `q_kl = (u_kl - q_k o_l - q_l o_k - q o_kl) / o`.
    #[inline]
    fn div(self, o: Self) -> Self {
        let v = self.v / o.v;
        Self::from_parts(
            v,
            |k| (self.d[k] - along(v, o.d[k])) / o.v,
            |k, l, d| {
                let mixed = along(d[k], o.d[l]) + along(d[l], o.d[k]);
                (self.dd[k][l] - mixed - along(v, o.dd[k][l])) / o.v
            },
        )
    }
}

impl<const N: usize> Neg for Curvature<N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::from_parts(-self.v, |k| -self.d[k], |k, l, _| -self.dd[k][l])
    }
}

impl<const N: usize> Scalar for Curvature<N> {
    #[inline]
    fn constant(value: f64) -> Self {
        Curvature {
            v: value,
            d: [0.0; N],
            dd: [[0.0; N]; N],
        }
    }
    #[inline]
    fn value(self) -> f64 {
        self.v
    }
    #[inline]
    fn with_value(self, value: f64) -> Self {
        Curvature { v: value, ..self }
    }
    #[inline]
    fn is_constant(self) -> bool {
        let zero = |x: &f64| *x == 0.0;
        self.d.iter().all(zero) && self.dd.iter().flatten().all(zero)
    }
    #[inline]
    fn chain(self, f: f64, df: f64, ddf: f64) -> Self {
        Self::from_parts(
            f,
            |k| along(df, self.d[k]),
            |k, l, _| along(ddf, self.d[k] * self.d[l]) + along(df, self.dd[k][l]),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::expression::Expression;
    use crate::functions::scalar::{Gradient, Jet};

    /// The second derivative along any direction is that of the numbers in one variable.
    #[test]
    fn second_derivatives_are_those_of_straight_lines() {
        let formulas = [
            "3*x^2 - 2*x*y + y^3/z",
            "exp(x*y) - 1 + log(z) * tanh(x - y)",
            "sqrt(1 + x^2 + y^2 + z^2)",
            "atan2(x, y) + atan2(y, x) * z",
            "sin(x)*cos(y)/tan(z) + asin(x*y/4) + acos(y/3)",
            "x^y + z^(x*y) + 2^z",
            "-abs(x - z) * log10(y) + max(x, y)^2 + clamp(z, 0, 1)^3",
            "if(x < y, cosh(x*z), sinh(y*z)) + atan(z)",
        ];
        let at = [0.7, 1.3, 0.4];
        for text in formulas {
            let f = Expression::new(text, &["x", "y", "z"]).expect("a sound formula");
            let h: Curvature<3> = f.run(&std::array::from_fn::<_, 3, _>(|k| {
                Curvature::variable(at[k], k)
            }));
            let g: Gradient<3> = f.run(&std::array::from_fn::<_, 3, _>(|k| {
                Gradient::variable(at[k], k)
            }));
            assert_eq!(h.v, f.run(&at), "{text}");
            for u in [
                [1.0, 0.0, 0.0],
                [0.3, -1.1, 0.0],
                [0.5, 0.2, -0.9],
                [-0.4, 0.8, 0.6],
            ] {
                let line: [Jet; 3] = std::array::from_fn(|k| Jet {
                    v: at[k],
                    d: u[k],
                    dd: 0.0,
                });
                let jet = f.run(&line);
                let (mut slope, mut bend, mut size) = (0.0, 0.0, 1.0);
                for k in 0..3 {
                    slope += h.d[k] * u[k];
                    for l in 0..3 {
                        bend += u[k] * h.dd[k][l] * u[l];
                        size += (u[k] * h.dd[k][l] * u[l]).abs();
                    }
                    // Both are made of the same roundings, up to their order.
                    assert!(
                        (h.d[k] - g.d[k]).abs() <= 1e-14 * (1.0 + g.d[k].abs()),
                        "{text}"
                    );
                }
                assert!(
                    (slope - jet.d).abs() < 1e-14 * (1.0 + size),
                    "{text}: slope"
                );
                assert!(
                    (bend - jet.dd).abs() < 1e-14 * size,
                    "{text}: {bend} {}",
                    jet.dd
                );
            }
        }
    }
}

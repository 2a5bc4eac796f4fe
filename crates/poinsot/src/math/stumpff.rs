//! The scalar coefficients of the exponential map as entire functions of the squared angle, so that no
//! formula of rotation or motion needs a special case near zero.
//!
//! `c_n(x) = sum_k (-x)^k / (2k + n)!` with `x = phi^2` (Stumpff functions). In the letters of [BBT1 (73)]:
//! `c_1 = R_1 = sin(phi)/phi`, `c_2 = R_2 = S_1 = (1 - cos(phi))/phi^2`, `c_3 = S_2 = (phi - sin(phi))/phi^3`.
//! One recurrence carries everything: `c_n = 1/n! - x c_{n+2}`.

/// `c_0 ..= c_6` at one squared angle.
pub(super) struct Stumpff {
    c: [f64; 7],
}

impl Stumpff {
    /// All coefficients at the squared angle `x >= 0`.
    #[inline]
    pub(super) fn at(x: f64) -> Self {
        let mut c = [0.0; 7];
        if x < 2.0 {
            // Series for the two highest, then the stable downward recurrence c_n = 1/n! - x c_{n+2}.
            // At x = 2 the first neglected term is 2^12/29! ~ 5e-28.
            let (mut c5, mut c6) = (1.0, 1.0);
            for k in (1..12).rev() {
                let k2 = 2.0 * f64::from(k);
                c5 = 1.0 - x * c5 / ((k2 + 5.0) * (k2 + 4.0));
                c6 = 1.0 - x * c6 / ((k2 + 6.0) * (k2 + 5.0));
            }
            c[5] = c5 / 120.0;
            c[6] = c6 / 720.0;
            c[4] = 1.0 / 24.0 - x * c[6];
            c[3] = 1.0 / 6.0 - x * c[5];
            c[2] = 0.5 - x * c[4];
            c[1] = 1.0 - x * c[3];
            c[0] = 1.0 - x * c[2];
        } else {
            // Upward; the differences lose at most two digits at x = 2 and ever less beyond.
            let phi = x.sqrt();
            let half = (0.5 * phi).sin();
            c[0] = phi.cos();
            c[1] = phi.sin() / phi;
            c[2] = 2.0 * half * half / x;
            c[3] = (1.0 - c[1]) / x;
            c[4] = (0.5 - c[2]) / x;
            c[5] = (1.0 / 6.0 - c[3]) / x;
            c[6] = (1.0 / 24.0 - c[4]) / x;
        }
        Stumpff { c }
    }

    /// `c_n`, n up to 6.
    #[inline]
    pub(super) fn c(&self, n: usize) -> f64 {
        self.c[n]
    }

    /// `b = (1 - (phi/2) cot(phi/2)) / phi^2`, the coefficient of the inverse differential; infinite at `phi = 2 pi`.
    ///
    /// Written as `(c_3 - 2 c_4) / (2 c_2)`, which the recurrence gives and which does not cancel.
    #[inline]
    pub(super) fn inverse(&self) -> f64 {
        (self.c[3] - 2.0 * self.c[4]) / (2.0 * self.c[2])
    }
}

#[cfg(test)]
mod tests {
    use super::Stumpff;

    #[test]
    fn both_branches_agree_where_they_meet() {
        // The closed form loses about two digits in c_5 and c_6 there, hence 1e-13 relative.
        let (below, above) = (Stumpff::at(2.0 - 1e-15), Stumpff::at(2.0 + 1e-15));
        for n in 0..7 {
            assert!((below.c(n) / above.c(n) - 1.0).abs() < 1e-13, "c_{n}");
        }
    }

    #[test]
    fn closed_forms() {
        for phi in [0.3_f64, 1.0, 1.6, 3.0, 5.0] {
            let x = phi * phi;
            let s = Stumpff::at(x);
            assert!((s.c(0) - phi.cos()).abs() < 1e-15);
            assert!((s.c(1) - phi.sin() / phi).abs() < 1e-15);
            let b = (1.0 - 0.5 * phi / (0.5 * phi).tan()) / x;
            assert!(
                (s.inverse() - b).abs() < 1e-14,
                "closed form of b loses digits: {phi}"
            );
        }
    }
}

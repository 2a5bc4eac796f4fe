//! The strain of a helicoid from the invariants of its two ends (hel.1), (hel.2): the logarithm of SE(3) with derivatives.
//!
//! Invariants `(s, c, p)`: `s` the axial part and `c = (tr D - 1)/2` of the relative rotation `D = R_A^T R_B`, and
//! `p = R_A^T (r_B - r_A)/L`. With `phi = atan2(|s|, c)/|s| s`:
//! `G = p - 1/2 phi x p + b phi x (phi x p)`, `b = (1 - phi/2 cot(phi/2))/phi^2`. All formulas hold off the rotation
//! group too, where the mean of two states lies.

use crate::math::{M3, V3, skew};

/// Number of invariants.
pub const INVARIANTS: usize = 7;

/// `f = atan2(x, c)/x` as a function of `q = x^2` and `c`, with first and second derivatives.
struct AngleFactor {
    f: f64,
    q: f64,
    c: f64,
    qq: f64,
    qc: f64,
    cc: f64,
}

impl AngleFactor {
    #[inline]
    fn new(q: f64, c: f64) -> Self {
        let rho = 1.0 / (q + c * c);
        let (f, f_q, f_qq);
        if c > 0.0 && q < 0.02 * c * c {
            // atan(y)/y with y^2 = q/c^2 = t below 0.02: the tenth term is below 1e-17 of the first.
            const SERIES: [f64; 10] = [
                1.0,
                -1.0 / 3.0,
                1.0 / 5.0,
                -1.0 / 7.0,
                1.0 / 9.0,
                -1.0 / 11.0,
                1.0 / 13.0,
                -1.0 / 15.0,
                1.0 / 17.0,
                -1.0 / 19.0,
            ];
            let inverse = 1.0 / c;
            let t = q * inverse * inverse;
            // Between neighbours in a fine mesh five terms leave 1e-19 of the value and 1e-15 of its slope.
            let terms = if t < 2e-4 { 5 } else { SERIES.len() };
            let (mut a, mut a_t, mut a_tt) = (0.0, 0.0, 0.0);
            for k in (0..terms).rev() {
                a_tt = a_tt * t + 2.0 * a_t;
                a_t = a_t * t + a;
                a = a * t + SERIES[k];
            }
            let i2 = inverse * inverse;
            f = a * inverse;
            f_q = a_t * inverse * i2;
            f_qq = a_tt * inverse * i2 * i2;
        } else {
            let x = q.sqrt();
            f = x.atan2(c) / x;
            f_q = (c * rho - f) / (2.0 * q);
            f_qq = (-c * rho * rho - 3.0 * f_q) / (2.0 * q);
        }
        AngleFactor {
            f,
            q: f_q,
            c: -rho,
            qq: f_qq,
            qc: rho * rho,
            cc: 2.0 * c * rho * rho,
        }
    }
}

/// `b(t) = (1 - h cot h)/t`, `h = sqrt(t)/2`, and its first and second derivative.
#[inline]
fn shear_factor(t: f64) -> [f64; 3] {
    if t < 0.5 {
        // 2 zeta(2k)/(2 pi)^(2k): the radius of convergence is t = 39.5, so nine terms leave 1e-17.
        const SERIES: [f64; 9] = [
            1.0 / 12.0,
            1.0 / 720.0,
            1.0 / 30240.0,
            1.0 / 1209600.0,
            1.0 / 47900160.0,
            691.0 / 1307674368000.0,
            1.0 / 74724249600.0,
            3617.0 / 10670622842880000.0,
            43867.0 / 5109094217170944000.0,
        ];
        let terms = if t < 2e-3 { 5 } else { SERIES.len() };
        let (mut b, mut b1, mut b2) = (0.0, 0.0, 0.0);
        for k in (0..terms).rev() {
            b2 = b2 * t + 2.0 * b1;
            b1 = b1 * t + b;
            b = b * t + SERIES[k];
        }
        return [b, b1, b2];
    }
    let h = 0.5 * t.sqrt();
    let ct = h / h.tan();
    let b = (1.0 - ct) / t;
    let ct1 = (ct - ct * ct - 0.25 * t) / (2.0 * t);
    let b1 = -(ct1 + b) / t;
    let ct2 = (ct1 * (1.0 - 2.0 * ct) - 0.25) / (2.0 * t) - ct1 / t;
    [b, b1, -(ct2 + 2.0 * b1) / t]
}

/// The helicoid at one set of invariants.
pub struct Helicoid {
    s: V3,
    p: V3,
    f: AngleFactor,
    b: [f64; 3],
    /// Relative rotation vector.
    pub phi: V3,
    /// Displacement part of the logarithm, over the length.
    pub g: V3,
    t: f64,
    /// `phi . p`.
    phi_p: f64,
    /// `phi x (phi x p)`.
    u: V3,
}

impl Helicoid {
    /// Evaluates it.
    #[inline]
    pub fn new(j: &[f64; INVARIANTS]) -> Self {
        let (s, c, p) = (V3::new(j[0], j[1], j[2]), j[3], V3::new(j[4], j[5], j[6]));
        let f = AngleFactor::new(s.norm_squared(), c);
        let phi = f.f * s;
        let t = phi.norm_squared();
        let b = shear_factor(t);
        let phi_p = phi.dot(&p);
        let u = phi_p * phi - t * p;
        Helicoid {
            g: p - 0.5 * phi.cross(&p) + b[0] * u,
            s,
            p,
            f,
            b,
            phi,
            t,
            phi_p,
            u,
        }
    }

    /// `d phi / d s`.
    fn turn(&self) -> M3 {
        self.f.f * M3::identity() + 2.0 * self.f.q * self.s * self.s.transpose()
    }

    /// `d G / d phi`.
    fn g_phi(&self) -> M3 {
        let (phi, p) = (&self.phi, &self.p);
        0.5 * skew(p)
            + self.b[0]
                * (self.phi_p * M3::identity() + phi * p.transpose() - 2.0 * p * phi.transpose())
            + 2.0 * self.b[1] * self.u * phi.transpose()
    }

    /// `d G / d p`.
    fn g_p(&self) -> M3 {
        let phi = &self.phi;
        M3::identity() - 0.5 * skew(phi)
            + self.b[0] * (phi * phi.transpose() - self.t * M3::identity())
    }

    /// Derivatives of `n . G + m . phi`.
    #[inline]
    pub fn pull(&self, n: &V3, m: &V3) -> [f64; INVARIANTS] {
        let (phi, p, s) = (&self.phi, &self.p, &self.s);
        let (n_p, n_phi) = (n.dot(p), n.dot(phi));
        let v = self.phi_p * n + n_phi * p - 2.0 * n_p * phi;
        // d/dphi: 1/2 n x p + b v + 2 b' (n . u) phi
        let a = m + 0.5 * n.cross(p) + self.b[0] * v + 2.0 * self.b[1] * n.dot(&self.u) * phi;
        let a_s = a.dot(s);
        let by_s = self.f.f * a + 2.0 * self.f.q * a_s * s;
        // d/dp: n + 1/2 phi x n + b ((phi . n) phi - t n)
        let by_p = n + 0.5 * phi.cross(n) + self.b[0] * (n_phi * phi - self.t * n);
        [
            by_s.x,
            by_s.y,
            by_s.z,
            self.f.c * a_s,
            by_p.x,
            by_p.y,
            by_p.z,
        ]
    }

    /// Derivatives of `G` (rows 0 to 2) and `phi` (rows 3 to 5).
    pub fn gradient(&self) -> [[f64; INVARIANTS]; 6] {
        let (turn, spread) = (self.turn(), self.f.c * self.s);
        let g_phi = self.g_phi();
        let (g_s, g_c, g_p) = (g_phi * turn, g_phi * spread, self.g_p());
        let mut out = [[0.0; INVARIANTS]; 6];
        for r in 0..3 {
            for k in 0..3 {
                out[r][k] = g_s[(r, k)];
                out[r][4 + k] = g_p[(r, k)];
                out[3 + r][k] = turn[(r, k)];
            }
            out[r][3] = g_c[r];
            out[3 + r][3] = spread[r];
        }
        out
    }

    /// Second derivatives of `n . G + m . phi`.
    pub fn hessian(&self, n: &V3, m: &V3) -> [[f64; INVARIANTS]; INVARIANTS] {
        let (phi, p, s) = (&self.phi, &self.p, &self.s);
        let [b, b1, b2] = self.b;
        let (n_p, n_phi) = (n.dot(p), n.dot(phi));
        let k = n.dot(&self.u);
        let v = self.phi_p * n + n_phi * p - 2.0 * n_p * phi;
        let symmetric = |a: &V3, c: &V3| a * c.transpose() + c * a.transpose();
        let phi_phi = b * (symmetric(n, p) - 2.0 * n_p * M3::identity())
            + 2.0 * b1 * symmetric(&v, phi)
            + k * (2.0 * b1 * M3::identity() + 4.0 * b2 * phi * phi.transpose());
        let phi_p = 0.5 * skew(n)
            + b * (n * phi.transpose() + n_phi * M3::identity() - 2.0 * phi * n.transpose())
            + 2.0 * b1 * phi * (n_phi * phi - self.t * n).transpose();
        // Chain to (s, c).
        let a = m + self.g_phi().tr_mul(n);
        let a_s = a.dot(s);
        let (turn, spread) = (self.turn(), self.f.c * s);
        let f = &self.f;
        let s_s = turn * phi_phi * turn
            + 2.0 * f.q * symmetric(s, &a)
            + 2.0 * f.q * a_s * M3::identity()
            + 4.0 * f.qq * a_s * s * s.transpose();
        let s_c = turn * (phi_phi * spread) + f.c * a + 2.0 * f.qc * a_s * s;
        let c_c = spread.dot(&(phi_phi * spread)) + f.cc * a_s;
        let (s_p, c_p) = (turn * phi_p, phi_p.tr_mul(&spread));
        let mut out = [[0.0; INVARIANTS]; INVARIANTS];
        for r in 0..3 {
            for k in 0..3 {
                out[r][k] = s_s[(r, k)];
                out[r][4 + k] = s_p[(r, k)];
                out[4 + k][r] = s_p[(r, k)];
            }
            out[r][3] = s_c[r];
            out[3][r] = s_c[r];
            out[3][4 + r] = c_p[r];
            out[4 + r][3] = c_p[r];
        }
        out[3][3] = c_c;
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quaternion;

    fn invariants(phi: V3, p: V3) -> [f64; 7] {
        let d = *Quaternion::from_scaled_axis(phi)
            .to_rotation_matrix()
            .matrix();
        let s = 0.5
            * V3::new(
                d[(2, 1)] - d[(1, 2)],
                d[(0, 2)] - d[(2, 0)],
                d[(1, 0)] - d[(0, 1)],
            );
        [s.x, s.y, s.z, 0.5 * (d.trace() - 1.0), p.x, p.y, p.z]
    }

    #[test]
    fn the_rotation_vector_comes_back_at_every_angle() {
        for angle in [0.0, 1e-9, 1e-3, 0.13, 0.15, 1.0, 1.6, 2.9] {
            let phi = angle * V3::new(2.0, -1.0, 0.5).normalize();
            let h = Helicoid::new(&invariants(phi, V3::x()));
            // atan2 loses a few bits near a half turn, where sin is small.
            assert!((h.phi - phi).norm() < 2e-15 * (1.0 + angle), "{angle}");
        }
    }

    #[test]
    fn a_circle_has_constant_strain() {
        // p of a circular arc with unit length: (sin a / a, (1 - cos a)/a, 0); its logarithm is the tangent at the start.
        for a in [1e-6f64, 0.3, 0.71, 1.5, 2.96] {
            let p = V3::new(a.sin() / a, 2.0 * (0.5 * a).sin().powi(2) / a, 0.0);
            let h = Helicoid::new(&invariants(V3::new(0.0, 0.0, a), p));
            assert!((h.g - V3::x()).norm() < 3e-15, "{a}: {}", h.g);
        }
    }

    #[test]
    fn derivatives_are_difference_quotients() {
        let (n, m) = (V3::new(0.3, -1.2, 0.7), V3::new(1.1, 0.4, -0.6));
        // Points on and off the group, on both sides of every switch of formulas.
        for j in [
            [0.01, -0.02, 0.015, 0.99, 1.01, 0.02, -0.03],
            [0.3, -0.2, 0.15, 0.9, 0.95, 0.12, -0.13],
            [0.5, -0.6, 0.15, -0.4, 0.95, 0.3, -0.33],
        ] {
            let h = Helicoid::new(&j);
            let (gradient, hessian) = (h.gradient(), h.hessian(&n, &m));
            let eps = 1e-6;
            for k in 0..7 {
                let at = |sign: f64| {
                    let mut x = j;
                    x[k] += sign * eps;
                    Helicoid::new(&x)
                };
                let (plus, minus) = (at(1.0), at(-1.0));
                let values = |h: &Helicoid| [h.g.x, h.g.y, h.g.z, h.phi.x, h.phi.y, h.phi.z];
                let (vp, vm) = (values(&plus), values(&minus));
                let (gp, gm) = (plus.gradient(), minus.gradient());
                let pulled = h.pull(&n, &m)[k];
                let weights = [n.x, n.y, n.z, m.x, m.y, m.z];
                let expected: f64 = (0..6).map(|r| weights[r] * gradient[r][k]).sum();
                assert!((pulled - expected).abs() < 1e-14);
                for r in 0..6 {
                    let quotient = (vp[r] - vm[r]) / (2.0 * eps);
                    // Central differences of numbers of order one: 1e-16/1e-6 and eps^2 times third derivatives.
                    assert!((gradient[r][k] - quotient).abs() < 1e-8, "{r} {k}");
                }
                for l in 0..7 {
                    let slope =
                        |g: &[[f64; 7]; 6]| -> f64 { (0..6).map(|r| weights[r] * g[r][l]).sum() };
                    let quotient = (slope(&gp) - slope(&gm)) / (2.0 * eps);
                    assert!(
                        (hessian[l][k] - quotient).abs() < 1e-7,
                        "{l} {k} {quotient}"
                    );
                }
            }
        }
    }
}

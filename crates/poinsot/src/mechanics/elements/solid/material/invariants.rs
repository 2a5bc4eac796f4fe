//! Laws of invariants: discrete gradients from the secants of `I1`, `I2`, `det C` and divided differences (so.2).

use super::divided::Dual;
use super::symmetric::{
    ONE, Symmetric, cofactor, determinant_bend, determinant_secant, inner, invariants,
    right_stretch, sum, unit_change,
};
use super::{Material, not_a_number};
use crate::mechanics::interaction::SecantStress;

/// Factors of `1`, `I1(C_m) 1 - C_m` and `Z` in a discrete gradient with respect to `C`, with their derivatives by
/// `I1, I2, det C` of the start and then of the end.
pub(super) struct Factors {
    pub one: Dual,
    pub second: Dual,
    pub determinant: Dual,
}

/// What a discrete gradient on an interval is made of.
struct Path {
    /// `C` at both ends.
    ends: [Symmetric; 2],
    /// Secants of `I2` and `det C`; that of `I1` is the identity.
    second: Symmetric,
    z: Symmetric,
    factors: Factors,
}

impl Path {
    /// `None` where the volume is not positive.
    #[inline]
    fn new(law: &Material, x: &[f64; 6], y: &[f64; 6]) -> Option<Self> {
        let (a, b) = (invariants(x), invariants(y));
        let outside = |third: f64| third.is_nan() || third <= -1.0;
        if outside(a[2]) || outside(b[2]) {
            return None;
        }
        let (c_x, c_y) = (right_stretch(x), right_stretch(y));
        let middle = sum(0.5, &c_x, 0.5, &c_y);
        let trace = middle[0] + middle[1] + middle[2];
        Some(Path {
            second: sum(trace, &ONE, -1.0, &middle),
            z: determinant_secant(&c_x, &c_y),
            factors: law.factors(&a, &b),
            ends: [c_x, c_y],
        })
    }

    #[inline]
    fn stress(&self) -> [f64; 6] {
        let Factors {
            one,
            second: c2,
            determinant: c3,
        } = &self.factors;
        std::array::from_fn(|k| 2.0 * (one.v * ONE[k] + c2.v * self.second[k] + c3.v * self.z[k]))
    }
}

impl Material {
    /// Discrete gradient of a law of invariants, and its derivatives.
    pub(super) fn of_invariants(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        let Some(path) = Path::new(self, x, y) else {
            return not_a_number();
        };
        let Path {
            ends: [c_x, c_y],
            second,
            z,
            factors,
        } = &path;
        let Factors {
            one,
            second: c2,
            determinant: c3,
        } = factors;
        let mut out = SecantStress::zero();
        out.sigma = path.stress();
        for (end, (at, other)) in [(c_x, c_y), (c_y, c_x)].into_iter().enumerate() {
            let (cof, turn) = (cofactor(at), sum(at[0] + at[1] + at[2], &ONE, -1.0, at));
            let table = if end == 0 {
                &mut out.d_start
            } else {
                &mut out.d_end
            };
            for k in 0..6 {
                let h = unit_change(k);
                let trace_h = h[0] + h[1] + h[2];
                // Changes of the three invariants at this end.
                let by = [trace_h, inner(&turn, &h), inner(&cof, &h)];
                let change = |f: &Dual| -> f64 { (0..3).map(|i| f.d[3 * end + i] * by[i]).sum() };
                let bend = determinant_bend(other, at, &h);
                let bend_second = sum(0.5 * trace_h, &ONE, -0.5, &h);
                let (d1, d2, d3) = (change(one), change(c2), change(c3));
                for r in 0..6 {
                    table[r][k] = 2.0
                        * (d1 * ONE[r]
                            + d2 * second[r]
                            + d3 * z[r]
                            + c2.v * bend_second[r]
                            + c3.v * bend[r]);
                }
            }
        }
        out
    }

    /// The discrete gradient alone.
    pub(super) fn stress_of_invariants(&self, x: &[f64; 6], y: &[f64; 6]) -> [f64; 6] {
        match Path::new(self, x, y) {
            Some(path) => path.stress(),
            None => [f64::NAN; 6],
        }
    }

    fn factors(&self, a: &[f64; 3], b: &[f64; 3]) -> Factors {
        let constant = Dual::constant;
        let [first, second] = [0, 1].map(|k| {
            let (x, y) = (Dual::variable(a[k], k), Dual::variable(b[k], 3 + k));
            constant(3.0) + 0.5 * (x + y)
        });
        let (x, y) = (Dual::variable(a[2], 2), Dual::variable(b[2], 5));
        let mean_power = |p: f64| 0.5 * (x.power_1p(p) + y.power_1p(p));
        let power = |p: f64| Dual::divided_power_1p(x, y, p);
        // K/2 (J - 1)^2 as a function of det C: K/2 (1 - 2/(J_x + J_y)).
        let volume = |bulk: f64| {
            let both = x.power_1p(0.5) + y.power_1p(0.5);
            0.5 * bulk * (constant(1.0) - 2.0 * both.inverse())
        };
        let logarithm = Dual::divided_ln_1p(x, y);
        let none = constant(0.0);
        let third = 1.0 / 3.0;
        match self {
            &Material::NeoHookeLogarithm { lambda, mu } => {
                let logs = 0.125 * lambda * (x.ln_1p() + y.ln_1p());
                Factors {
                    one: constant(0.5 * mu),
                    second: none,
                    determinant: (logs - constant(0.5 * mu)) * logarithm,
                }
            }
            &Material::NeoHookeSquare { lambda, mu } => Factors {
                one: constant(0.5 * mu),
                second: none,
                determinant: constant(0.25 * lambda) - (0.5 * mu + 0.25 * lambda) * logarithm,
            },
            &Material::NeoHooke { mu, bulk } => Factors {
                one: 0.5 * mu * mean_power(-third),
                second: none,
                determinant: 0.5 * mu * (first * power(-third)) + volume(bulk),
            },
            &Material::MooneyRivlin { c10, c01, bulk } => Factors {
                one: c10 * mean_power(-third),
                second: c01 * mean_power(-2.0 * third),
                determinant: c10 * (first * power(-third))
                    + c01 * (second * power(-2.0 * third))
                    + volume(bulk),
            },
            &Material::Yeoh { c, bulk } => {
                // J^(-2/3) I1 - 3; small strains keep their digits.
                let isochoric = |k: usize, det: Dual| {
                    let less = det.power_1p_less_one(-third);
                    let first = Dual::variable([a, b][k][0], 3 * k);
                    (constant(1.0) + less) * first + 3.0 * less
                };
                let (p, q) = (isochoric(0, x), isochoric(1, y));
                let slope = constant(c[0]) + c[1] * (p + q) + c[2] * (p * p + p * q + q * q);
                Factors {
                    one: slope * mean_power(-third),
                    second: none,
                    determinant: slope * (first * power(-third)) + volume(bulk),
                }
            }
            Material::Formula(formula) => {
                let [s1, s2, s_j, s1_bar, s2_bar] = formula.slopes(a, b);
                let both = x.power_1p(0.5) + y.power_1p(0.5);
                Factors {
                    one: s1 + s1_bar * mean_power(-third),
                    second: s2 + s2_bar * mean_power(-2.0 * third),
                    determinant: s_j * both.inverse()
                        + s1_bar * (first * power(-third))
                        + s2_bar * (second * power(-2.0 * third))
                        + volume(formula.bulk),
                }
            }
            // These have ways of their own.
            Material::SaintVenant { .. }
            | Material::Ogden(_)
            | Material::Linear(_)
            | Material::Reinforced(_) => Factors {
                one: none,
                second: none,
                determinant: none,
            },
        }
    }
}

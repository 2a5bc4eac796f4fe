//! Ogden's law: powers of the principal stretches, with the general discrete gradient (dg.3).

use super::not_a_number;
use crate::mechanics::interaction::SecantStress;
use nalgebra::{Matrix3, SymmetricEigen};

/// Terms at most.
pub const TERMS: usize = 3;
/// Changes of strain whose square is below this need no correction: what the quadrature leaves is of seventh order, far below the
/// round-off of the energies, which a correction would turn into stress.
const SHORT: f64 = 1e-6;
/// Eigenvalues nearer than this count as equal.
const EQUAL: f64 = 1e-5;
/// Places and weights of Gauss' rule on the unit interval.
const GAUSS: [(f64, f64); 3] = [
    (0.112_701_665_379_258_3, 5.0 / 18.0),
    (0.5, 8.0 / 18.0),
    (0.887_298_334_620_741_7, 5.0 / 18.0),
];

/// `sum_p mu_p/a_p (l1^a_p + l2^a_p + l3^a_p - 3) + K/2 (J - 1)^2` with the stretches `l_i = J^(-1/3) lambda_i`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ogden {
    /// Factors; zero for terms that are not used [Pa].
    pub mu: [f64; TERMS],
    /// Powers.
    pub alpha: [f64; TERMS],
    /// Bulk modulus [Pa].
    pub bulk: f64,
}

/// Energy, stress and stiffness at a state.
struct AtState {
    energy: f64,
    stress: [f64; 6],
    stiffness: [[f64; 6]; 6],
}

impl Ogden {
    fn terms(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let all = self.mu.iter().zip(&self.alpha);
        all.map(|(m, a)| (*m, *a)).filter(|(m, _)| *m != 0.0)
    }

    /// Energy by volume.
    pub(super) fn energy(&self, e: &[f64; 6]) -> f64 {
        match principal(e) {
            Some((values, _)) => self.of_stretches(&values).0,
            None => f64::NAN,
        }
    }

    /// Energy, its first and second derivatives by the eigenvalues of `C`, from those of `2 E`.
    fn of_stretches(&self, twice: &[f64; 3]) -> (f64, [f64; 3], [[f64; 3]; 3]) {
        let (mut w, mut first, mut second) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
        let c: [f64; 3] = twice.map(|x| 1.0 + x);
        let ln: [f64; 3] = twice.map(f64::ln_1p);
        let ln_third = ln[0] + ln[1] + ln[2];
        for (mu, alpha) in self.terms() {
            // Powers of the stretches less one, which keeps the digits of small strains.
            let less: [f64; 3] = ln.map(|l| (alpha * (0.5 * l - ln_third / 6.0)).exp_m1());
            let s: [f64; 3] = less.map(|x| 1.0 + x);
            let mean = (s[0] + s[1] + s[2]) / 3.0;
            w += mu / alpha * (less[0] + less[1] + less[2]);
            for i in 0..3 {
                first[i] += 0.5 * mu * (s[i] - mean) / c[i];
                for j in 0..3 {
                    let same = if i == j { 1.0 } else { 0.0 };
                    // Derivative of s_i - mean by ln c_j.
                    let slope = 0.5 * alpha * (same * s[i] - s[i] / 3.0 - s[j] / 3.0 + mean / 3.0);
                    second[i][j] += 0.5 * mu * (slope - same * (s[i] - mean)) / (c[i] * c[j]);
                }
            }
        }
        let j = (0.5 * ln_third).exp();
        let swell = (0.5 * ln_third).exp_m1();
        w += 0.5 * self.bulk * swell * swell;
        for a in 0..3 {
            first[a] += 0.5 * self.bulk * swell * j / c[a];
            for b in 0..3 {
                let same = if a == b { 1.0 } else { 0.0 };
                let slope = 0.5 * j * (2.0 * j - 1.0) - same * swell * j;
                second[a][b] += 0.5 * self.bulk * slope / (c[a] * c[b]);
            }
        }
        (w, first, second)
    }

    fn state(&self, e: &[f64; 6]) -> Option<AtState> {
        let (twice, axes) = principal(e)?;
        let (energy, first, second) = self.of_stretches(&twice);
        // Products of axes as rows of strains: n_i n_j : dE.
        let pair = |i: usize, j: usize| -> [f64; 6] {
            let (a, b) = (axes.column(i), axes.column(j));
            let product = |r: usize, s: usize| 0.5 * (a[r] * b[s] + a[s] * b[r]);
            [
                product(0, 0),
                product(1, 1),
                product(2, 2),
                product(0, 1),
                product(1, 2),
                product(0, 2),
            ]
        };
        let mut out = AtState {
            energy,
            stress: [0.0; 6],
            stiffness: [[0.0; 6]; 6],
        };
        let own: [[f64; 6]; 3] = std::array::from_fn(|i| pair(i, i));
        for i in 0..3 {
            for r in 0..6 {
                out.stress[r] += 2.0 * first[i] * own[i][r];
            }
            for j in 0..3 {
                for r in 0..6 {
                    for s in 0..6 {
                        out.stiffness[r][s] += 4.0 * second[i][j] * own[i][r] * own[j][s];
                    }
                }
            }
        }
        for (i, j) in [(0, 1), (1, 2), (0, 2)] {
            let apart = twice[i] - twice[j];
            let turn = match apart.abs() > EQUAL * (2.0 + twice[i] + twice[j]) {
                true => (first[i] - first[j]) / apart,
                false => 0.5 * (second[i][i] + second[j][j]) - second[i][j],
            };
            let mixed = pair(i, j);
            for r in 0..6 {
                for s in 0..6 {
                    out.stiffness[r][s] += 8.0 * turn * mixed[r] * mixed[s];
                }
            }
        }
        Some(out)
    }

    /// Discrete gradient: the mean of the stress by Gauss' rule, corrected along the change of strain for the work that is missing.
    pub(super) fn elastic(&self, x: &[f64; 6], y: &[f64; 6]) -> SecantStress<6> {
        let d: [f64; 6] = std::array::from_fn(|k| y[k] - x[k]);
        let mut mean = SecantStress::zero();
        for (s, weight) in GAUSS {
            let Some(at) = self.state(&std::array::from_fn(|k| x[k] + s * d[k])) else {
                return not_a_number();
            };
            for r in 0..6 {
                mean.sigma[r] += weight * at.stress[r];
                for c in 0..6 {
                    mean.d_start[r][c] += weight * (1.0 - s) * at.stiffness[r][c];
                    mean.d_end[r][c] += weight * s * at.stiffness[r][c];
                }
            }
        }
        let distance: f64 = d.iter().map(|d| d * d).sum();
        let (Some(start), Some(end)) = (self.state(x), self.state(y)) else {
            return not_a_number();
        };
        if distance < SHORT {
            return mean;
        }
        let work: f64 = (0..6).map(|k| mean.sigma[k] * d[k]).sum();
        let factor = ((end.energy - start.energy) - work) / distance;
        let base = mean.sigma;
        let (mut by_start, mut by_end) = ([0.0; 6], [0.0; 6]);
        for c in 0..6 {
            let (mut bend_x, mut bend_y) = (0.0, 0.0);
            for r in 0..6 {
                bend_x += d[r] * mean.d_start[r][c];
                bend_y += d[r] * mean.d_end[r][c];
            }
            let turn = 2.0 * factor * d[c];
            by_start[c] = (base[c] - start.stress[c] - bend_x + turn) / distance;
            by_end[c] = (end.stress[c] - base[c] - bend_y - turn) / distance;
        }
        for r in 0..6 {
            mean.sigma[r] += factor * d[r];
            mean.d_start[r][r] -= factor;
            mean.d_end[r][r] += factor;
            for c in 0..6 {
                mean.d_start[r][c] += d[r] * by_start[c];
                mean.d_end[r][c] += d[r] * by_end[c];
            }
        }
        mean
    }
}

/// Eigenvalues of `2 E` and its axes; `None` where `C = 1 + 2 E` is not positive.
fn principal(e: &[f64; 6]) -> Option<([f64; 3], Matrix3<f64>)> {
    if !e.iter().all(|x| x.is_finite()) {
        return None;
    }
    let [a, b, c] = [2.0 * e[0], 2.0 * e[1], 2.0 * e[2]];
    let m = Matrix3::new(a, e[3], e[5], e[3], b, e[4], e[5], e[4], c);
    let SymmetricEigen {
        eigenvalues,
        eigenvectors,
    } = m.symmetric_eigen();
    let values = [eigenvalues[0], eigenvalues[1], eigenvalues[2]];
    values
        .iter()
        .all(|v| *v > -1.0)
        .then_some((values, eigenvectors))
}

//! Hyperelastic laws: an energy in several strains, and the stress that makes a step exact.

use super::curvature::Curvature;
use super::expression::{Expression, ExpressionError};
use super::quadrature::GAUSS_3;
use super::rounding::Rounded;
use super::scalar::Gradient;

/// Stored energy as a formula in `N` strains.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredEnergy<const N: usize> {
    expression: Expression,
}

/// Energy, stress and stiffness at one state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnergyState<const N: usize> {
    /// Energy [J].
    pub energy: f64,
    /// Gradient of the energy.
    pub stress: [f64; N],
    /// Second derivatives of the energy.
    pub stiffness: [[f64; N]; N],
}

/// Stress over an interval and its derivatives with respect to the strains at both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanStress<const N: usize> {
    /// `stress . (y - x)` is the change of energy.
    pub stress: [f64; N],
    /// Derivative with respect to the start, `[row][column]`.
    pub d_start: [[f64; N]; N],
    /// Derivative with respect to the end.
    pub d_end: [[f64; N]; N],
}

impl<const N: usize> StoredEnergy<N> {
    /// A formula in the given variables, see [`Expression`]. The gradient should be continuous.
    pub fn new(text: &str, variables: &[&str; N]) -> Result<Self, ExpressionError> {
        Ok(StoredEnergy {
            expression: Expression::new(text, variables)?,
        })
    }

    /// A compiled formula in as many variables.
    pub(crate) fn formula(expression: Expression) -> Self {
        StoredEnergy { expression }
    }

    /// The formula.
    pub fn expression(&self) -> &Expression {
        &self.expression
    }

    /// Energy as the formula gives it.
    pub fn energy(&self, e: &[f64; N]) -> f64 {
        self.expression.run(e)
    }

    /// How much of the energy may be round-off [J].
    pub fn round_off(&self, e: &[f64; N]) -> f64 {
        self.rounded(e).error
    }

    /// Energy, stress and stiffness; at a kink those of one side.
    pub fn state(&self, e: &[f64; N]) -> EnergyState<N> {
        let variables: [Curvature<N>; N] = std::array::from_fn(|k| Curvature::variable(e[k], k));
        let result = self.expression.run(&variables);
        EnergyState {
            energy: result.v,
            stress: result.d,
            stiffness: result.dd,
        }
    }

    fn rounded(&self, e: &[f64; N]) -> Rounded {
        self.expression.run(&e.map(Rounded::input))
    }

    fn stress(&self, e: &[f64; N]) -> [f64; N] {
        let variables: [Gradient<N>; N] = std::array::from_fn(|k| Gradient::variable(e[k], k));
        self.expression.run(&variables).d
    }

    /// Discrete gradient between two states (dg.3): `stress . (y - x) = energy(y) - energy(x)` to round-off.
    ///
    /// The mean of the gradient by Gauss' rule, exact for polynomials of degree six, plus Gonzalez' correction along the change
    /// of strain for the work that is still missing.
    pub fn mean_stress(&self, x: &[f64; N], y: &[f64; N]) -> MeanStress<N> {
        let d: [f64; N] = std::array::from_fn(|k| y[k] - x[k]);
        let mut mean = MeanStress {
            stress: [0.0; N],
            d_start: [[0.0; N]; N],
            d_end: [[0.0; N]; N],
        };
        for (s, weight) in GAUSS_3 {
            let at = self.state(&std::array::from_fn(|k| x[k] + s * d[k]));
            for r in 0..N {
                mean.stress[r] += weight * at.stress[r];
                for c in 0..N {
                    mean.d_start[r][c] += weight * (1.0 - s) * at.stiffness[r][c];
                    mean.d_end[r][c] += weight * s * at.stiffness[r][c];
                }
            }
        }
        let distance = dot(&d, &d);
        if distance > 0.0 {
            self.correct(x, y, &d, distance, &mut mean);
        }
        mean
    }

    /// Adds `weight missing/|d|^2 d`.
    fn correct(
        &self,
        x: &[f64; N],
        y: &[f64; N],
        d: &[f64; N],
        distance: f64,
        mean: &mut MeanStress<N>,
    ) {
        let (start, end) = (self.rounded(x), self.rounded(y));
        let work = dot(&mean.stress, d);
        let missing = (end.v - start.v) - work;
        let noise = start.error + end.error + f64::EPSILON * work.abs();
        let mut stretching = 0.0;
        for r in 0..N {
            for c in 0..N {
                stretching += d[r] * (mean.d_start[r][c] + mean.d_end[r][c]) * d[c];
            }
        }
        let [weight, slope] = correction_weight(missing, noise, stretching.abs());
        if weight == 0.0 {
            return;
        }
        let mu = missing / distance;
        let (stress_x, stress_y) = (self.stress(x), self.stress(y));
        let base = mean.stress;
        let (mut start_slope, mut end_slope) = ([0.0; N], [0.0; N]);
        for c in 0..N {
            let (mut bend_x, mut bend_y) = (0.0, 0.0);
            for r in 0..N {
                bend_x += d[r] * mean.d_start[r][c];
                bend_y += d[r] * mean.d_end[r][c];
            }
            // Slopes of the missing work, then of `weight mu`; that of the noise is below round-off.
            let by_x = base[c] - stress_x[c] - bend_x;
            let by_y = stress_y[c] - base[c] - bend_y;
            let turn = 2.0 * weight * mu * d[c];
            start_slope[c] = ((weight + slope * missing) * by_x + turn) / distance;
            end_slope[c] = ((weight + slope * missing) * by_y - turn) / distance;
        }
        for r in 0..N {
            mean.stress[r] += weight * mu * d[r];
            mean.d_start[r][r] -= weight * mu;
            mean.d_end[r][r] += weight * mu;
            for c in 0..N {
                mean.d_start[r][c] += d[r] * start_slope[c];
                mean.d_end[r][c] += d[r] * end_slope[c];
            }
        }
    }
}

/// Round-off that the correction may bring into the stress, relative to the change of stress over the interval.
const STRESS_NOISE: f64 = 1e-11;

/// Weight of the correction and its derivative with respect to the missing work.
///
/// The missing work is known to the round-off `noise` of the energies, which the correction divides by the length of the
/// interval. It is therefore taken where that does no harm, the noise being small beside `stretching`, the change of stress times the
/// change of strain; and else only where the missing work exceeds the noise, as at a kink. On short intervals of a smooth
/// energy neither holds: the missing work is of seventh order in their length and far below round-off.
/// A NaN comes out again.
fn correction_weight(missing: f64, noise: f64, stretching: f64) -> [f64; 2] {
    let [harmless, _] = fade(STRESS_NOISE * stretching, noise);
    let [needed, slope] = fade(missing.abs(), noise);
    // The first factor changes with the strains as well. Where it does and counts, the correction is below the noise, and what is
    // left out of the tangent is STRESS_NOISE of it.
    let left = 1.0 - harmless;
    [1.0 - left * (1.0 - needed), left * slope * missing.signum()]
}

/// 0 up to `unit`, 1 from twice that on, smooth between so that Newton's iteration sees no jump; and the slope.
fn fade(size: f64, unit: f64) -> [f64; 2] {
    if size <= unit {
        [0.0, 0.0]
    } else if size >= 2.0 * unit {
        [1.0, 0.0]
    } else {
        let x = (size - unit) / unit;
        [x * x * (3.0 - 2.0 * x), 6.0 * x * (1.0 - x) / unit]
    }
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    (0..N).map(|k| a[k] * b[k]).sum()
}

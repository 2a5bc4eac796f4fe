//! Residual and component-wise backward error.
//!
//! Norm-wise residuals hide bad constraint rows behind large multipliers, so the error is the
//! largest |b - A x|_i / (|A||x| + |b|)_i over the rows: the smallest relative change of the
//! entries of A and b that makes x exact (Oettli and Prager).

use crate::equilibrate::Scaling;
use crate::pattern::Pattern;
use crate::substitute::Side;

/// A row whose terms are all this much smaller than the solution (in the scaled system) carries
/// only rounding noise; its residual is then compared with the solution (Arioli, Demmel, Duff).
const NOISE_ROW: f64 = 1000.0 * f64::EPSILON;

/// Puts b - A x into `residual` and returns the backward error; infinite if x is not finite.
pub(crate) fn backward_error(
    pattern: &Pattern,
    scaling: &Scaling,
    values: &[f64],
    side: Side,
    b: &[f64],
    x: &[f64],
    residual: &mut [f64],
    magnitude: &mut [f64],
) -> f64 {
    residual.copy_from_slice(b);
    for (size, b) in magnitude.iter_mut().zip(b) {
        *size = b.abs();
    }
    let starts = pattern.column_starts();
    for j in 0..pattern.n() {
        let range = starts[j]..starts[j + 1];
        let column = pattern.rows()[range.clone()].iter().zip(&values[range]);
        match side {
            Side::Matrix => {
                let xj = x[j];
                for (&i, a) in column {
                    let term = a * xj;
                    residual[i as usize] -= term;
                    magnitude[i as usize] += term.abs();
                }
            }
            Side::Transpose => {
                let (mut sum, mut size) = (0.0, 0.0);
                for (&i, a) in column {
                    let term = a * x[i as usize];
                    sum += term;
                    size += f64::abs(term);
                }
                residual[j] -= sum;
                magnitude[j] += size;
            }
        }
    }
    let (row_scale, column_scale) = match side {
        Side::Matrix => (&scaling.rows, &scaling.columns),
        Side::Transpose => (&scaling.columns, &scaling.rows),
    };
    let mut solution = 0.0_f64;
    for (x, scale) in x.iter().zip(column_scale) {
        if !x.is_finite() {
            return f64::INFINITY;
        }
        solution = solution.max(x.abs() / scale);
    }
    let mut error = 0.0_f64;
    for i in 0..b.len() {
        let size = magnitude[i] * row_scale[i];
        let compared_with = if size > NOISE_ROW * solution {
            size
        } else {
            size + solution
        };
        if compared_with > 0.0 {
            error = error.max((residual[i] * row_scale[i]).abs() / compared_with);
        }
    }
    error
}

//! Row and column scaling by powers of two.
//!
//! Newton matrices mix stiffness (1e6 and more) with constraint gradients (about 1) and time-step
//! factors. Rows are scaled to a largest entry of about one, then columns; for a saddle point
//! \[K G^T; G 0\] with large K this leaves K, G and G^T all of order one. Powers of two make the
//! scaling exact, so it changes no rounding except through the choice of pivots.

use crate::error::FactorError;
use crate::pattern::Pattern;

/// Exponent field of a double: 0 for zero and subnormal numbers, 2047 for infinities and NaN.
fn exponent(value: f64) -> i32 {
    ((value.to_bits() >> 52) & 0x7ff) as i32
}

/// 2^power, with the power cut to the range of normal numbers.
fn power_of_two(power: i32) -> f64 {
    f64::from_bits(((power.clamp(-1022, 1023) + 1023) as u64) << 52)
}

/// Scale factors such that `rows[i] * a_ij * columns[j]` is at most two in size.
pub(crate) struct Scaling {
    pub rows: Vec<f64>,
    pub columns: Vec<f64>,
    row_exponents: Vec<i32>,
}

impl Scaling {
    /// Memory for `n` unknowns.
    pub fn new(n: usize) -> Self {
        Self {
            rows: vec![1.0; n],
            columns: vec![1.0; n],
            row_exponents: vec![0; n],
        }
    }

    /// Finds the scale factors of a matrix; a row or column without a normal nonzero entry makes
    /// it singular.
    pub fn update(&mut self, pattern: &Pattern, values: &[f64]) -> Result<(), FactorError> {
        self.row_exponents.fill(0);
        let row_exponents = &mut self.row_exponents[..];
        for (&i, &value) in pattern.rows().iter().zip(values) {
            let largest = &mut row_exponents[i as usize];
            // A store only when needed: it seldom is, and the branch is well predicted.
            if exponent(value) > *largest {
                *largest = exponent(value);
            }
        }
        for (row, &largest) in self.row_exponents.iter().enumerate() {
            match largest {
                0 => return Err(singular(row)),
                0x7ff => return Err(not_finite(pattern, values, row)),
                _ => self.rows[row] = power_of_two(1023 - largest),
            }
        }
        for j in 0..pattern.n() {
            let range = pattern.column_starts()[j]..pattern.column_starts()[j + 1];
            let mut largest = i32::MIN;
            for (&i, &value) in pattern.rows()[range.clone()].iter().zip(&values[range]) {
                let own = exponent(value);
                if own > 0 {
                    largest = largest.max(own - self.row_exponents[i as usize]);
                }
            }
            if largest == i32::MIN {
                return Err(singular(j));
            }
            self.columns[j] = power_of_two(-largest);
        }
        Ok(())
    }
}

fn singular(unknown: usize) -> FactorError {
    FactorError::Singular {
        unknown,
        pivot: 0.0,
    }
}

/// Names the entry of a row that is not finite.
fn not_finite(pattern: &Pattern, values: &[f64], row: usize) -> FactorError {
    let column = (0..pattern.n())
        .find(|&j| {
            pattern
                .position(row, j)
                .is_some_and(|t| !values[t].is_finite())
        })
        .unwrap_or(row);
    FactorError::NotFinite { row, column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saddle_point_becomes_balanced() {
        let pattern = Pattern::from_entries(2, [(0, 0), (1, 0), (0, 1)]).expect("valid pattern");
        let values = [3.0e9, 2.0, 2.0];
        let mut scaling = Scaling::new(2);
        scaling.update(&pattern, &values).expect("regular");
        for (t, (i, j)) in [(0, 0), (1, 0), (0, 1)].into_iter().enumerate() {
            let scaled = scaling.rows[i] * values[t] * scaling.columns[j];
            assert!((0.5..=2.0).contains(&scaled), "{i} {j}: {scaled}");
        }
    }

    #[test]
    fn bad_entries_are_named() {
        let pattern = Pattern::from_entries(2, [(0, 0), (1, 0), (0, 1)]).expect("valid pattern");
        let mut scaling = Scaling::new(2);
        let nan = scaling.update(&pattern, &[1.0, 1.0, f64::NAN]);
        assert_eq!(nan, Err(FactorError::NotFinite { row: 0, column: 1 }));
        let zero = scaling.update(&pattern, &[1.0, 0.0, 1.0]);
        assert_eq!(zero, Err(singular(1)));
    }
}

//! A law whose energy is a formula in the invariants, as the user writes it (so.4).

use super::divided::Dual;
use super::symmetric::invariants;
use crate::functions::{Expression, ExpressionError, StoredEnergy};

/// Names of the variables: the invariants of `C`, `J = sqrt(det C)`, and the invariants of `J^(-2/3) C`.
pub const VARIABLES: [&str; 5] = ["I1", "I2", "J", "I1_bar", "I2_bar"];

/// An energy by volume `W(I1, I2, J, I1_bar, I2_bar) + K/2 (J - 1)^2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    energy: StoredEnergy<5>,
    /// Value of the formula without strain, which is subtracted [J/m^3].
    unstrained: f64,
    /// Bulk modulus of the part beside the formula [Pa].
    pub bulk: f64,
}

/// The variables, and their derivatives by the three invariants.
struct Variables {
    value: [f64; 5],
    slopes: [[f64; 3]; 5],
}

impl Variables {
    /// From `I1 - 3`, `I2 - 3`, `det C - 1`.
    fn new([first, second, third]: &[f64; 3]) -> Self {
        let (first, second, det) = (3.0 + first, 3.0 + second, 1.0 + third);
        let j = det.sqrt();
        let shrink = (-third.ln_1p() / 3.0).exp();
        let (first_bar, second_bar) = (shrink * first, shrink * shrink * second);
        Variables {
            value: [first, second, j, first_bar, second_bar],
            slopes: [
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 0.5 / j],
                [shrink, 0.0, -first_bar / (3.0 * det)],
                [0.0, shrink * shrink, -2.0 * second_bar / (3.0 * det)],
            ],
        }
    }
}

impl Formula {
    /// A formula in [`VARIABLES`], see [`Expression`], with a bulk modulus beside it.
    pub fn new(text: &str, bulk: f64) -> Result<Self, ExpressionError> {
        Ok(Formula::of(Expression::new(text, &VARIABLES)?, bulk))
    }

    /// A compiled formula in these variables.
    pub(crate) fn of(expression: Expression, bulk: f64) -> Self {
        let energy = StoredEnergy::formula(expression);
        let unstrained = energy.energy(&Variables::new(&[0.0; 3]).value);
        Formula {
            energy,
            unstrained,
            bulk,
        }
    }

    /// The text of the formula.
    pub fn text(&self) -> &str {
        self.energy.expression().text()
    }

    /// Stress without strain, equal in all directions: a law that is to hold as drawn has none [Pa].
    pub fn stress_as_drawn(&self) -> f64 {
        let at = Variables::new(&[0.0; 3]);
        let slopes = self.energy.state(&at.value).stress;
        let by = |i: usize| (0..5).map(|k| slopes[k] * at.slopes[k][i]).sum::<f64>();
        2.0 * (by(0) + 2.0 * by(1) + by(2))
    }

    /// Energy of the formula from `I1 - 3`, `I2 - 3`, `det C - 1`.
    pub(super) fn energy(&self, invariants: &[f64; 3]) -> f64 {
        self.energy.energy(&Variables::new(invariants).value) - self.unstrained
    }

    /// How much of the energy may be the round-off of the formula [J/m^3].
    pub fn round_off(&self, e: &[f64; 6]) -> f64 {
        self.energy.round_off(&Variables::new(&invariants(e)).value)
    }

    /// Discrete gradient in the variables, with derivatives by the invariants of both ends.
    pub(super) fn slopes(&self, a: &[f64; 3], b: &[f64; 3]) -> [Dual; 5] {
        let (x, y) = (Variables::new(a), Variables::new(b));
        let mean = self.energy.mean_stress(&x.value, &y.value);
        std::array::from_fn(|k| {
            let by = |table: &[f64; 5], at: &Variables, i: usize| {
                (0..5).map(|l| table[l] * at.slopes[l][i]).sum::<f64>()
            };
            Dual {
                v: mean.stress[k],
                d: std::array::from_fn(|i| match i < 3 {
                    true => by(&mean.d_start[k], &x, i),
                    false => by(&mean.d_end[k], &y, i - 3),
                }),
            }
        })
    }
}

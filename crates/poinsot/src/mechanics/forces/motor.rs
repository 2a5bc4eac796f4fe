//! Motors on a joint coordinate.

use super::strain_from_form;
use crate::functions::MotorLaw;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Account, ForceLaw, Now, SecantStress};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::wrench;

/// A motor: an effort on a coordinate as a function of time, coordinate and rate.
#[derive(Clone, Debug)]
pub struct Motor {
    form: QuadraticForm<1, 1>,
    effort: MotorLaw,
}

strain_from_form!(Motor, 1, 1);

impl Motor {
    /// Drives the coordinate node `node`.
    pub fn new(node: NodeIndex, effort: MotorLaw) -> Self {
        Motor {
            form: QuadraticForm::coordinate(node),
            effort,
        }
    }
    /// From now on another effort.
    pub(crate) fn set_effort(&mut self, effort: MotorLaw) {
        self.effort = effort;
    }
}

impl ForceLaw<1, 1, 1> for Motor {
    fn account(&self) -> Account {
        Account::Motors
    }
    fn applied(&self, t: f64, e: &[f64; 1], rate: &[f64; 1]) -> SecantStress<1> {
        let motor = self.effort.evaluate(t, e[0], rate[0]);
        SecantStress {
            sigma: [-motor.effort],
            d_start: [[-motor.d_rate]],
            d_end: [[-motor.d_coordinate]],
        }
    }

    /// Its effort: the stress is internal, a motor drives against it.
    const OBSERVED: usize = 1;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        out.copy_from_slice(&wrench::stress_now(self, at).map(|sigma| -sigma));
    }
}

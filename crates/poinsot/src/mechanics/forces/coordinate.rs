//! Springs, dampers and motors on a joint coordinate.

use super::strain_from_form;
use crate::functions::{Law, MotorLaw};
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::interaction::{Account, ForceLaw, SecantStress};
use crate::mechanics::quadratic::QuadraticForm;

fn coordinate_form(node: usize) -> QuadraticForm<1, 1> {
    QuadraticForm::new([node], [Attachment::coordinate(0)]).linear(0, V3::x())
}

/// Spring and damper on a coordinate.
#[derive(Clone, Debug)]
pub struct CoordinateSpring {
    form: QuadraticForm<1, 1>,
    law: Option<Law>,
    damping: f64,
}

strain_from_form!(CoordinateSpring, 1, 1);

impl CoordinateSpring {
    /// Acts on the coordinate node `node`.
    pub fn new(node: usize, law: Option<Law>, damping: f64) -> Self {
        CoordinateSpring {
            form: coordinate_form(node),
            law,
            damping,
        }
    }
}

impl ForceLaw<1, 1, 1> for CoordinateSpring {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; 1]) -> f64 {
        self.law.as_ref().map_or(0.0, |law| law.energy(e[0]))
    }
    fn elastic(&self, x: &[f64; 1], y: &[f64; 1]) -> SecantStress<1> {
        self.law.as_ref().map_or(SecantStress::zero(), |law| {
            let mean = law.mean_effort(x[0], y[0]);
            SecantStress {
                sigma: [mean.effort],
                d_start: [[mean.d_start]],
                d_end: [[mean.d_end]],
            }
        })
    }
    fn modulus(&self, e: &[f64; 1]) -> [[f64; 1]; 1] {
        let k = self.law.as_ref().map_or(0.0, |law| law.stiffness(e[0]));
        [[k.max(0.0)]]
    }
    fn viscous(&self, x: &[f64; 1], y: &[f64; 1], dt: f64) -> SecantStress<1> {
        SecantStress {
            sigma: [self.damping * (y[0] - x[0]) / dt],
            d_start: [[0.0]],
            d_end: [[self.damping / dt]],
        }
    }
    fn viscous_at(&self, _e: &[f64; 1], rate: &[f64; 1]) -> SecantStress<1> {
        SecantStress {
            sigma: [self.damping * rate[0]],
            d_start: [[self.damping]],
            d_end: [[0.0]],
        }
    }
}

/// A motor: an effort on a coordinate as a function of time, coordinate and rate.
#[derive(Clone, Debug)]
pub struct Motor {
    form: QuadraticForm<1, 1>,
    effort: MotorLaw,
}

strain_from_form!(Motor, 1, 1);

impl Motor {
    /// Drives the coordinate node `node`.
    pub fn new(node: usize, effort: MotorLaw) -> Self {
        Motor {
            form: coordinate_form(node),
            effort,
        }
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
}

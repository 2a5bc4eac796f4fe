//! Spring and damper along the line between two points.

use super::strain_from_form;
use crate::functions::Law;
use crate::math::V3;
use crate::mechanics::interaction::{Account, ForceLaw, SecantStress};
use crate::mechanics::quadratic::QuadraticForm;

/// The strain is `s = |P_B - P_A|^2`; spring and damper act on the length `l = sqrt(s)`.
///
/// On an interval `sigma (s_y - s_x) = f_mean (l_y - l_x)` gives `sigma = f_mean / (l_x + l_y)`, and the damper
/// `sigma = c (l_y - l_x) / dt / (l_x + l_y)`, whose work `c (l_y - l_x)^2 / dt` is never negative.
#[derive(Clone, Debug)]
pub struct PointSpring {
    form: QuadraticForm<2, 2>,
    law: Option<Law>,
    damping: f64,
    /// Below this length the square root continues as a straight line, so that extrapolated stages stay finite.
    shortest: f64,
}

strain_from_form!(PointSpring, 2, 2);

impl PointSpring {
    /// Points in the frames of the nodes; `size` is a typical length of the model [m].
    pub fn new(
        nodes: [usize; 2],
        p_a: V3,
        p_b: V3,
        law: Option<Law>,
        damping: f64,
        size: f64,
    ) -> Self {
        PointSpring {
            form: QuadraticForm::distance_squared(nodes, p_a, p_b, 1.0, 0.0),
            law,
            damping,
            shortest: 1e-6 * size,
        }
    }

    /// Length and its derivative with respect to `s`.
    fn length(&self, s: f64) -> (f64, f64) {
        let floor = self.shortest;
        if s > floor * floor {
            let l = s.sqrt();
            (l, 0.5 / l)
        } else {
            let slope = 0.5 / floor;
            (floor + slope * (s - floor * floor), slope)
        }
    }

    /// Secant of the length, `(l_y - l_x)/(s_y - s_x)`, and its derivatives with respect to both ends.
    fn length_secant(&self, x: f64, y: f64) -> (f64, f64, f64) {
        let (l_x, d_x) = self.length(x);
        let (l_y, d_y) = self.length(y);
        let floor = self.shortest * self.shortest;
        if x > floor && y > floor {
            let sum = l_x + l_y;
            (1.0 / sum, -d_x / (sum * sum), -d_y / (sum * sum))
        } else if (y - x).abs() > 1e-9 * floor {
            let secant = (l_y - l_x) / (y - x);
            (secant, (secant - d_x) / (y - x), (d_y - secant) / (y - x))
        } else {
            (d_x, 0.0, 0.0)
        }
    }
}

impl ForceLaw<2, 2, 1> for PointSpring {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; 1]) -> f64 {
        self.law
            .as_ref()
            .map_or(0.0, |law| law.energy(self.length(e[0]).0))
    }
    fn elastic(&self, x: &[f64; 1], y: &[f64; 1]) -> SecantStress<1> {
        let Some(law) = &self.law else {
            return SecantStress::zero();
        };
        let (l_x, d_x) = self.length(x[0]);
        let (l_y, d_y) = self.length(y[0]);
        let mean = law.mean_effort(l_x, l_y);
        let (k, k_x, k_y) = self.length_secant(x[0], y[0]);
        SecantStress {
            sigma: [mean.effort * k],
            d_start: [[mean.d_start * d_x * k + mean.effort * k_x]],
            d_end: [[mean.d_end * d_y * k + mean.effort * k_y]],
        }
    }
    fn modulus(&self, e: &[f64; 1]) -> [[f64; 1]; 1] {
        let (l, d) = self.length(e[0]);
        let k = self.law.as_ref().map_or(0.0, |law| law.stiffness(l));
        [[k.max(0.0) * d * d]]
    }
    fn viscous(&self, x: &[f64; 1], y: &[f64; 1], dt: f64) -> SecantStress<1> {
        let (k, _, k_y) = self.length_secant(x[0], y[0]);
        let c = self.damping / dt;
        let ds = y[0] - x[0];
        SecantStress {
            sigma: [c * ds * k * k],
            d_start: [[0.0]],
            d_end: [[c * (k * k + 2.0 * ds * k * k_y)]],
        }
    }
    fn viscous_at(&self, e: &[f64; 1], rate: &[f64; 1]) -> SecantStress<1> {
        let (_, d) = self.length(e[0]);
        let (_, k_x, k_y) = self.length_secant(e[0], e[0]);
        SecantStress {
            sigma: [self.damping * rate[0] * d * d],
            d_start: [[self.damping * d * d]],
            d_end: [[2.0 * self.damping * rate[0] * d * (k_x + k_y)]],
        }
    }
}

//! The Lie-group generalized-alpha family at index 3, for comparison (ga.1).
//!
//! It evaluates forces at one state, so it keeps no exact balance of energy or angular momentum.

use super::increment::{angular, as_six, blocks, from_six, join, linear, spatial};
use super::{
    EquationsOfMotion, INSIDE, Integrator, NodeBalance, NodeEnd, NodeStart, Promises, ReactionRule,
    cayley_error, predict,
};
use crate::math::{M3, M6, V6, cayley, skew};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};
use crate::model::RotationMap;

/// An error of which at most this part is left after a step is gone after some ten steps.
const FADES: f64 = 0.9;

/// Generalized-alpha, with Hilber-Hughes-Taylor and Newmark as members.
#[derive(Clone, Copy, Debug)]
pub struct GeneralizedAlpha {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
    rotation: RotationMap,
    t_start: f64,
    dt: f64,
}

impl GeneralizedAlpha {
    /// Chung-Hulbert parameters for a spectral radius at infinite frequency.
    pub fn optimal(rho_inf: f64, rotation: RotationMap) -> Self {
        let alpha_m = (2.0 * rho_inf - 1.0) / (rho_inf + 1.0);
        let alpha_f = rho_inf / (rho_inf + 1.0);
        Self::from_alphas(alpha_m, alpha_f, rotation)
    }
    /// Hilber-Hughes-Taylor with `alpha` in [0, 1/3].
    pub fn hht(alpha: f64, rotation: RotationMap) -> Self {
        Self::from_alphas(0.0, alpha, rotation)
    }
    /// Newmark.
    pub fn newmark(gamma: f64, beta: f64, rotation: RotationMap) -> Self {
        GeneralizedAlpha {
            alpha_m: 0.0,
            alpha_f: 0.0,
            beta,
            gamma,
            rotation,
            t_start: 0.0,
            dt: 1.0,
        }
    }

    fn from_alphas(alpha_m: f64, alpha_f: f64, rotation: RotationMap) -> Self {
        let d = alpha_f - alpha_m;
        GeneralizedAlpha {
            alpha_m,
            alpha_f,
            ..Self::newmark(0.5 + d, 0.25 * (1.0 + d) * (1.0 + d), rotation)
        }
    }

    /// How much of an error of the velocities along constraints is left after a step: the largest root of
    /// `beta z^2 + (1/2 + gamma - 2 beta) z + 1/2 - gamma + beta`, (ga.1) with given positions.
    fn echo(&self) -> f64 {
        let linear = (0.5 + self.gamma) / self.beta - 2.0;
        let constant = (0.5 - self.gamma) / self.beta + 1.0;
        let discriminant = 0.25 * linear * linear - constant;
        if discriminant > 0.0 {
            0.5 * linear.abs() + discriminant.sqrt()
        } else {
            constant.sqrt()
        }
    }

    /// Velocity, pseudo acceleration and true acceleration at the end, and the derivative of `x`.
    fn end(&self, start: &NodeStart, step: &NodeIncrement) -> (V6, V6, V6, M6) {
        let (x, dx) = spatial(&start.stage.rot, step, self.rotation);
        let dt = self.dt;
        let w_i = as_six(start.velocity);
        let a_i = as_six(&start.acceleration[0]);
        let true_i = as_six(&start.acceleration[1]);
        let a_f = (x - dt * w_i - dt * dt * (0.5 - self.beta) * a_i) / (self.beta * dt * dt);
        let w_f = w_i + dt * (1.0 - self.gamma) * a_i + dt * self.gamma * a_f;
        let true_f = ((1.0 - self.alpha_m) * a_f + self.alpha_m * a_i - self.alpha_f * true_i)
            / (1.0 - self.alpha_f);
        (w_f, a_f, true_f, dx)
    }
}

impl EquationsOfMotion for GeneralizedAlpha {
    fn stages(&self) -> usize {
        1
    }
    fn rule(&self) -> IntervalRule {
        IntervalRule {
            end_weight: 1.0,
            fixed_pole: false,
        }
    }
    fn weights(&self) -> [[f64; STAGES]; STAGES] {
        [[1.0, 0.0], [0.0, 0.0]]
    }
    fn stage_fraction(&self, _y: usize) -> f64 {
        1.0
    }
    fn inertia(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        tangent: bool,
    ) -> NodeBalance {
        let (w_f, _, true_f, dx) = self.end(start, &steps[0]);
        let node = start.node;
        let rot = cayley::rotation(&steps[0].theta) * start.stage.rot;
        let omega = angular(&w_f);
        let spin = node.inertia * omega;
        let turn = node.inertia * angular(&true_f);
        let moment = rot * (turn + omega.cross(&spin));
        let force = node.mass * linear(&true_f);
        // Accelerations are differences of much larger terms, x/dt^2 and w/dt; their round-off is the floor.
        let k_a = (1.0 - self.alpha_m) / ((1.0 - self.alpha_f) * self.beta * self.dt * self.dt);
        let travel = k_a * self.dt * (as_six(start.velocity).abs() + w_f.abs());
        let turning = node.inertia.abs() * angular(&travel);
        let mut balance = NodeBalance {
            residual: [join(&force, &moment), V6::zeros()],
            size: [
                join(
                    &(force.abs() + node.mass * linear(&travel)),
                    &(rot.abs() * (turn.abs() + omega.cross(&spin).abs() + turning)),
                ),
                V6::zeros(),
            ],
            tangent: [[M6::zeros(); STAGES]; STAGES],
        };
        if tangent {
            let k_v = self.gamma / (self.beta * self.dt);
            let gyro = skew(&omega) * node.inertia - skew(&spin);
            let d_x = blocks(
                &(node.mass * k_a * M3::identity()),
                &M3::zeros(),
                &M3::zeros(),
                &(rot * (k_a * node.inertia + k_v * gyro)),
            );
            let d_step = blocks(
                &M3::zeros(),
                &M3::zeros(),
                &M3::zeros(),
                &(-skew(&moment) * cayley::tangent(&steps[0].theta)),
            );
            balance.tangent[0][0] = d_x * dx + d_step;
        }
        balance
    }
    fn needs_rates(&self) -> bool {
        true
    }
}

impl Integrator for GeneralizedAlpha {
    fn with_step(self, t_start: f64, dt: f64) -> Self {
        GeneralizedAlpha {
            t_start,
            dt,
            ..self
        }
    }
    fn finish(&self, start: &NodeStart, steps: &[NodeIncrement; STAGES]) -> NodeEnd {
        let (w_f, a_f, true_f, _) = self.end(start, &steps[0]);
        NodeEnd {
            velocity: from_six(&w_f),
            acceleration: [from_six(&a_f), from_six(&true_f)],
            ..NodeEnd::default()
        }
    }
    fn predict(&self, start: &NodeStart, _y: usize) -> NodeIncrement {
        // Both accelerations belong to the same instant: no trend.
        predict(start, self.dt, 0.0)
    }
    fn kinematic_error(&self, start: &NodeStart) -> [f64; 2] {
        match self.rotation {
            RotationMap::Cayley => [0.0, cayley_error(start, self.dt)],
            RotationMap::Exponential => [0.0, 0.0],
        }
    }
    fn multiplier(&self, stages: [f64; STAGES]) -> f64 {
        stages[0]
    }
    fn reaction_rule(&self) -> ReactionRule {
        if self.echo() <= FADES {
            return ReactionRule::End;
        }
        ReactionRule::AlternatingEnd {
            beta: self.beta,
            gamma: self.gamma,
            alpha_f: self.alpha_f,
        }
    }
    fn elastic_dissipation<const E: usize>(
        &self,
        _form: impl Fn(&[f64; E]) -> f64,
        _start: &[f64; E],
        _ends: &[[f64; E]; STAGES],
    ) -> f64 {
        0.0
    }
    fn promises(&self) -> Promises {
        Promises {
            energy: false,
            angular_momentum: false,
        }
    }
    fn needs_accelerations(&self) -> bool {
        true
    }
}

impl StressRule for GeneralizedAlpha {
    fn linear(&self) -> LinearRule {
        let slope = 2.0 / self.dt;
        LinearRule {
            elastic_start: [0.0; 2],
            elastic_ends: [[1.0, 0.0], [0.0; 2]],
            viscous_start: [-slope, 0.0],
            viscous_ends: [[slope, 0.0], [0.0; 2]],
            viscous_rate: [-1.0, 0.0],
        }
    }
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        start_rate: &[f64; E],
    ) -> StageStress<E> {
        let end = &ends[0];
        // Rate at the end by the parabola through both strains and the rate at the start.
        let rate: [f64; E] =
            std::array::from_fn(|k| 2.0 * (end[k] - start[k]) / self.dt - start_rate[k]);
        let elastic = law.elastic(end, end);
        let viscous = law.viscous_at(end, &rate);
        let applied = law.applied(self.t_start + (1.0 - INSIDE) * self.dt, end, &rate);
        let mut s = StageStress::zero();
        for a in 0..E {
            s.sigma[0][a] = elastic.sigma[a] + viscous.sigma[a] + applied.sigma[a];
            for b in 0..E {
                s.tangent[0][0][a][b] = elastic.d_start[a][b]
                    + elastic.d_end[a][b]
                    + viscous.d_end[a][b]
                    + applied.d_end[a][b]
                    + 2.0 / self.dt * (viscous.d_start[a][b] + applied.d_start[a][b]);
            }
        }
        s
    }
}

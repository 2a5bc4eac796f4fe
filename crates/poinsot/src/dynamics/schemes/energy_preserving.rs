//! `ep`: one stage, preserves energy and both momenta (ep.1) to (ep.3); [BBT0] MP-EP, [BBT3] EP, [RS].

use super::increment::{as_six, from_six, join, kinetic, momentum, spatial};
use super::{
    EquationsOfMotion, Integrator, NodeBalance, NodeEnd, NodeForces, NodeStart, Promises,
    ReactionRule, cayley_error, predict,
};
use crate::math::{M3, M6, V6};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::ForceLaw;
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};
use crate::model::RotationMap;

/// The energy-momentum preserving scheme.
#[derive(Clone, Copy, Debug)]
pub struct EnergyPreserving {
    rotation: RotationMap,
    t_start: f64,
    dt: f64,
}

impl EnergyPreserving {
    /// With the given relation between rotation increment and angular velocity.
    pub fn new(rotation: RotationMap) -> Self {
        EnergyPreserving {
            rotation,
            t_start: 0.0,
            dt: 1.0,
        }
    }

    /// `x = dt/2 (w_i + w_f)`.
    fn end_velocity(&self, start: &NodeStart, step: &NodeIncrement) -> (V6, M6) {
        let (x, dx) = spatial(&start.stage.rot, step, self.rotation);
        (
            2.0 / self.dt * x - as_six(start.velocity),
            2.0 / self.dt * dx,
        )
    }
}

impl EquationsOfMotion for EnergyPreserving {
    fn stages(&self) -> usize {
        1
    }
    fn rule(&self) -> IntervalRule {
        IntervalRule {
            end_weight: 0.5,
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
        let r_i = &start.stage.rot;
        let (w_f, dw) = self.end_velocity(start, &steps[0]);
        let p_i = momentum(
            start.node,
            r_i,
            &NodeIncrement::default(),
            &as_six(start.velocity),
        )
        .p;
        let p_f = momentum(start.node, r_i, &steps[0], &w_f);
        let mut balance = NodeBalance {
            residual: [(p_f.p - p_i) / self.dt, V6::zeros()],
            size: [(p_f.p.abs() + p_i.abs()) / self.dt.abs(), V6::zeros()],
            tangent: [[M6::zeros(); STAGES]; STAGES],
        };
        if tangent {
            balance.tangent[0][0] = (p_f.d_step + p_f.d_velocity * dw) / self.dt;
        }
        balance
    }
    fn inertia_alone(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        end: &M3,
    ) -> NodeForces {
        if self.rotation != RotationMap::Cayley {
            let balance = self.inertia(start, steps, false);
            return NodeForces {
                residual: balance.residual,
                size: balance.size,
            };
        }
        let (node, rot, w_i) = (start.node, &start.stage.rot, start.velocity);
        let (scale, rate) = (1.0 / self.dt, 2.0 / self.dt);
        let omega_f = rate * rot.tr_mul(&steps[0].theta) - w_i.omega;
        let l_f = node.mass * (rate * steps[0].u - w_i.v);
        let l_i = node.mass * w_i.v;
        let h_f = end * (node.inertia * omega_f);
        let h_i = rot * (node.inertia * w_i.omega);
        NodeForces {
            residual: [scale * join(&(l_f - l_i), &(h_f - h_i)), V6::zeros()],
            size: [
                scale.abs() * join(&(l_f.abs() + l_i.abs()), &(h_f.abs() + h_i.abs())),
                V6::zeros(),
            ],
        }
    }
}

impl Integrator for EnergyPreserving {
    fn with_step(self, t_start: f64, dt: f64) -> Self {
        EnergyPreserving {
            t_start,
            dt,
            ..self
        }
    }
    fn finish(&self, start: &NodeStart, steps: &[NodeIncrement; STAGES]) -> NodeEnd {
        let (w_f, _) = self.end_velocity(start, &steps[0]);
        // With the Cayley vector the work of the inertia terms is the change of kinetic energy. With the
        // exponential vector it is not, and the difference is what the scheme takes out.
        let numerical_dissipation = match self.rotation {
            RotationMap::Cayley => 0.0,
            RotationMap::Exponential => {
                let w_i = as_six(start.velocity);
                let (x, _) = spatial(&start.stage.rot, &steps[0], RotationMap::Cayley);
                let m_dw = momentum_change(start, &w_f, &w_i);
                m_dw.dot(&x) / self.dt - (kinetic(start.node, &w_f) - kinetic(start.node, &w_i))
            }
        };
        NodeEnd {
            velocity: from_six(&w_f),
            numerical_dissipation,
            ..NodeEnd::default()
        }
    }
    fn predict(&self, start: &NodeStart, _y: usize) -> NodeIncrement {
        // Frequencies that the step does not resolve alternate from step to step, so the step before the last is the better
        // guide (chain of 1000 beams: a third of the first residual, half of the factorisations).
        predict(start, self.dt, -1.0)
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
        ReactionRule::AlternatingMean
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
            energy: true,
            angular_momentum: true,
        }
    }
}

/// `M (w_f - w_i)` in convected components.
fn momentum_change(start: &NodeStart, w_f: &V6, w_i: &V6) -> V6 {
    let d = w_f - w_i;
    let spin = start.node.inertia * super::increment::angular(&d);
    super::increment::join(&(start.node.mass * super::increment::linear(&d)), &spin)
}

impl StressRule for EnergyPreserving {
    fn linear(&self) -> LinearRule {
        LinearRule {
            elastic_start: [0.5, 0.0],
            elastic_ends: [[0.5, 0.0], [0.0; 2]],
            viscous_start: [-1.0 / self.dt, 0.0],
            viscous_ends: [[1.0 / self.dt, 0.0], [0.0; 2]],
            viscous_rate: [0.0; 2],
        }
    }
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        _start_rate: &[f64; E],
    ) -> StageStress<E> {
        let end = &ends[0];
        let elastic = law.elastic(start, end);
        let viscous = law.viscous(start, end, self.dt);
        let mid: [f64; E] = std::array::from_fn(|k| 0.5 * (start[k] + end[k]));
        let rate: [f64; E] = std::array::from_fn(|k| (end[k] - start[k]) / self.dt);
        let applied = law.applied(self.t_start + 0.5 * self.dt, &mid, &rate);
        let mut s = StageStress::zero();
        for a in 0..E {
            s.sigma[0][a] = elastic.sigma[a] + viscous.sigma[a] + applied.sigma[a];
            for b in 0..E {
                s.tangent[0][0][a][b] = elastic.d_end[a][b]
                    + viscous.d_end[a][b]
                    + 0.5 * applied.d_end[a][b]
                    + applied.d_start[a][b] / self.dt;
            }
        }
        s
    }
    fn stress_alone<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        _start_rate: &[f64; E],
    ) -> [[f64; E]; STAGES] {
        let end = &ends[0];
        let elastic = law.elastic_stress(start, end);
        let viscous = law.viscous(start, end, self.dt).sigma;
        let mid: [f64; E] = std::array::from_fn(|k| 0.5 * (start[k] + end[k]));
        let rate: [f64; E] = std::array::from_fn(|k| (end[k] - start[k]) / self.dt);
        let applied = law.applied(self.t_start + 0.5 * self.dt, &mid, &rate).sigma;
        [
            std::array::from_fn(|a| elastic[a] + viscous[a] + applied[a]),
            [0.0; E],
        ]
    }
}

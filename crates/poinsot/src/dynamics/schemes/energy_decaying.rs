//! `ed` and `mp-ed`: two stages, energy never rises (ed.1) to (ed.9), (mp.1) to (mp.3).
//!
//! Stage 0 is the end f, stage 1 the collocation state s at `t_i + c dt`. The state j just after the start is only an
//! extrapolation, `x_j = (x_s - c x_f)/(1 - c)`.

use super::increment::{
    Momentum, as_six, convected, convected_momentum, from_convected, from_six, from_spatial, join,
    kinetic, linear, momentum, spatial,
};
use super::{
    EquationsOfMotion, INSIDE, Integrator, NodeBalance, NodeEnd, NodeForces, NodeStart, Promises,
    ReactionRule, cayley_error, predict,
};
use crate::math::{M3, M6, V3, V6, cayley};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::{ForceLaw, SecantStress};
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};
use crate::model::{Collocation, RotationMap};

/// Loads and prescribed motions that stand still, as a search for equilibria needs them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StillLoads {
    /// Time whose loads they are [s].
    pub time: f64,
    /// Their factor.
    pub factor: f64,
}

/// The energy-decaying family.
#[derive(Clone, Copy, Debug)]
pub struct EnergyDecaying {
    /// `rho_inf = (1 - alpha)/(1 + alpha)`.
    alpha: f64,
    /// Position of the collocation state.
    c: f64,
    /// `true`: convected velocities and momenta about a fixed pole (`mp-ed`).
    momentum_preserving: bool,
    t_start: f64,
    dt: f64,
    still: Option<StillLoads>,
}

/// Velocities at j and f and the momenta there, for one node.
struct Motion {
    w_i: V6,
    w_j: V6,
    w_f: V6,
    step_j: NodeIncrement,
    d_step_j: M6,
    dx: [M6; STAGES],
}

impl EnergyDecaying {
    /// `momentum_preserving` selects `mp-ed`.
    pub fn new(rho_inf: f64, collocation: Collocation, momentum_preserving: bool) -> Self {
        EnergyDecaying {
            alpha: (1.0 - rho_inf) / (1.0 + rho_inf),
            c: match collocation {
                Collocation::Radau => 1.0 / 3.0,
                Collocation::Jump => 0.0,
            },
            momentum_preserving,
            t_start: 0.0,
            dt: 1.0,
            still: None,
        }
    }

    /// The same scheme under loads that stand still.
    pub fn under(self, loads: StillLoads) -> Self {
        EnergyDecaying {
            still: Some(loads),
            ..self
        }
    }

    /// Applied stress at a fraction of the step.
    fn applied<const N: usize, const P: usize, const E: usize>(
        &self,
        law: &impl ForceLaw<N, P, E>,
        fraction: f64,
        strain: &[f64; E],
        rate: &[f64; E],
    ) -> SecantStress<E> {
        let Some(still) = self.still else {
            return law.applied(self.t_start + fraction * self.dt, strain, rate);
        };
        let mut applied = law.applied(still.time, strain, rate);
        if !law.account().is_internal() {
            applied.scale(still.factor);
        }
        applied
    }

    /// Derivatives of `w_j` with respect to `x_f` and `x_s`; those of `w_f` are `2/dt - first` and `-second`.
    fn slopes(&self) -> [f64; 2] {
        let s = 1.0 / ((1.0 + self.alpha) * self.dt);
        let e = 1.0 / (1.0 - self.c);
        [s * (2.0 - 6.0 * self.c * e), s * 6.0 * e]
    }

    fn motion(&self, start: &NodeStart, steps: &[NodeIncrement; STAGES]) -> Motion {
        let r_i = &start.stage.rot;
        let increment = |step: &NodeIncrement| {
            if self.momentum_preserving {
                convected(r_i, step)
            } else {
                spatial(r_i, step, RotationMap::Cayley)
            }
        };
        let (x_f, dx_f) = increment(&steps[0]);
        let (x_s, dx_s) = increment(&steps[1]);
        let x_j = (x_s - self.c * x_f) / (1.0 - self.c);
        let mut w_i = as_six(start.velocity);
        if self.momentum_preserving {
            w_i = join(&r_i.tr_mul(&linear(&w_i)), &start.velocity.omega);
        }
        let b = (1.0 - self.alpha) * w_i - 6.0 / self.dt * x_j;
        let w_j = (2.0 / self.dt * x_f - b) / (1.0 + self.alpha);
        let (step_j, d_step_j) = if self.momentum_preserving {
            from_convected(r_i, &x_j)
        } else {
            from_spatial(r_i, &x_j)
        };
        Motion {
            w_i,
            w_j,
            w_f: 2.0 / self.dt * x_f - w_j,
            step_j,
            d_step_j,
            dx: [dx_f, dx_s],
        }
    }

    fn momentum(&self, start: &NodeStart, step: &NodeIncrement, w: &V6) -> Momentum {
        let r_i: &M3 = &start.stage.rot;
        if self.momentum_preserving {
            convected_momentum(start.node, r_i, step, w)
        } else {
            momentum(start.node, r_i, step, w)
        }
    }
}

impl EquationsOfMotion for EnergyDecaying {
    fn stages(&self) -> usize {
        2
    }
    fn rule(&self) -> IntervalRule {
        IntervalRule {
            end_weight: 0.5,
            fixed_pole: self.momentum_preserving,
        }
    }
    fn weights(&self) -> [[f64; STAGES]; STAGES] {
        [[1.0, self.c], [0.0, (1.0 - self.c) / 3.0]]
    }
    fn stage_fraction(&self, y: usize) -> f64 {
        match (self.still, y) {
            // Every stage is at the time of the start, where prescribed motions have their values.
            (Some(_), _) => 0.0,
            (None, 0) => 1.0,
            (None, _) => self.c,
        }
    }
    fn inertia(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        tangent: bool,
    ) -> NodeBalance {
        let m = self.motion(start, steps);
        // At the start both poles coincide. Not by way of the convected velocity: R R^T is the identity only to
        // round-off, and what it loses has one sign, 1e-11 of the angular momentum in 1e5 steps.
        let (still, w_i) = (NodeIncrement::default(), as_six(start.velocity));
        let p_i = momentum(start.node, &start.stage.rot, &still, &w_i).p;
        let p_f = self.momentum(start, &steps[0], &m.w_f);
        let p_j = self.momentum(start, &m.step_j, &m.w_j);
        let scale = 1.0 / self.dt;
        let size = |p: &V6| scale * (p.abs() + p_i.abs());
        let mut balance = NodeBalance {
            residual: [scale * (p_f.p - p_i), scale * (p_j.p - p_i)],
            size: [size(&p_f.p), size(&p_j.p)],
            tangent: [[M6::zeros(); STAGES]; STAGES],
        };
        if tangent {
            let [jf, js] = self.slopes();
            let e = 1.0 / (1.0 - self.c);
            let pose_j = p_j.d_step * m.d_step_j;
            let x_f = m.dx[0];
            let x_s = m.dx[1];
            balance.tangent = [
                [
                    scale * (p_f.d_step + (2.0 / self.dt - jf) * p_f.d_velocity * x_f),
                    -scale * js * p_f.d_velocity * x_s,
                ],
                [
                    scale * (jf * p_j.d_velocity - self.c * e * pose_j) * x_f,
                    scale * (js * p_j.d_velocity + e * pose_j) * x_s,
                ],
            ];
        }
        balance
    }
    fn inertia_alone(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        end: &M3,
    ) -> NodeForces {
        if self.momentum_preserving {
            let balance = self.inertia(start, steps, false);
            return NodeForces {
                residual: balance.residual,
                size: balance.size,
            };
        }
        let (node, rot, w_i) = (start.node, &start.stage.rot, start.velocity);
        let (scale, rate) = (1.0 / self.dt, 2.0 / self.dt);
        let extrapolate = 1.0 / (1.0 - self.c);
        // (ed.1), (ed.2) for one of the two parts of the motion.
        let velocities = |x_f: V3, x_s: V3, w_i: &V3| {
            let x_j = extrapolate * (x_s - self.c * x_f);
            let b = (1.0 - self.alpha) * w_i - 6.0 * scale * x_j;
            let w_j = (rate * x_f - b) / (1.0 + self.alpha);
            (w_j, rate * x_f - w_j)
        };
        let (v_j, v_f) = velocities(steps[0].u, steps[1].u, &w_i.v);
        let turn = [rot.tr_mul(&steps[0].theta), rot.tr_mul(&steps[1].theta)];
        let (omega_j, omega_f) = velocities(turn[0], turn[1], &w_i.omega);
        let theta_j = extrapolate * (steps[1].theta - self.c * steps[0].theta);
        let l = [node.mass * v_f, node.mass * v_j];
        let h = [
            end * (node.inertia * omega_f),
            cayley::rotation(&theta_j) * (rot * (node.inertia * omega_j)),
        ];
        let (l_i, h_i) = (node.mass * w_i.v, rot * (node.inertia * w_i.omega));
        NodeForces {
            residual: std::array::from_fn(|r| scale * join(&(l[r] - l_i), &(h[r] - h_i))),
            size: std::array::from_fn(|r| {
                scale * join(&(l[r].abs() + l_i.abs()), &(h[r].abs() + h_i.abs()))
            }),
        }
    }
}

impl Integrator for EnergyDecaying {
    fn with_step(self, t_start: f64, dt: f64) -> Self {
        EnergyDecaying {
            t_start,
            dt,
            ..self
        }
    }
    fn finish(&self, start: &NodeStart, steps: &[NodeIncrement; STAGES]) -> NodeEnd {
        let m = self.motion(start, steps);
        let mut velocity = from_six(&m.w_f);
        if self.momentum_preserving {
            let rot = cayley::rotation(&steps[0].theta) * start.stage.rot;
            velocity.v = rot * velocity.v;
        }
        NodeEnd {
            velocity,
            // alpha/2 (w_j - w_i) . M (w_j - w_i)
            numerical_dissipation: self.alpha * kinetic(start.node, &(m.w_j - m.w_i)),
            taken: self.alpha.sqrt() * linear(&(m.w_j - m.w_i)),
            ..NodeEnd::default()
        }
    }
    fn predict(&self, start: &NodeStart, y: usize) -> NodeIncrement {
        // Half of the trend: all of it, or nothing, costs a fifth more iterations on a chain of 100 beams.
        predict(start, self.dt * self.stage_fraction(y), 0.5)
    }
    fn kinematic_error(&self, start: &NodeStart) -> [f64; 2] {
        let shift = if self.momentum_preserving {
            // Averaged convected velocities shorten a straight flight across the spin by (dt omega)^2/4.
            let w = start.velocity;
            let across = w.omega.cross(&start.stage.rot.tr_mul(&w.v));
            0.25 * self.dt.powi(3) * w.omega.norm() * across.norm()
        } else {
            0.0
        };
        [shift, cayley_error(start, self.dt)]
    }
    fn multiplier(&self, stages: [f64; STAGES]) -> f64 {
        stages[0] + self.c * stages[1]
    }
    fn reaction_rule(&self) -> ReactionRule {
        // Along constraints velocities fade with rho_inf, without a change of sign.
        ReactionRule::Mean
    }
    fn elastic_dissipation<const E: usize>(
        &self,
        form: impl Fn(&[f64; E]) -> f64,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
    ) -> f64 {
        0.5 * self.alpha * form(&self.strain_jump(start, ends))
    }
    fn dissipates(&self) -> bool {
        true
    }
    fn promises(&self) -> Promises {
        Promises {
            energy: true,
            angular_momentum: self.momentum_preserving,
        }
    }
    fn prefers_moving_frame(&self) -> bool {
        self.momentum_preserving
    }
}

impl EnergyDecaying {
    /// `e~_j - e_i` with `e~_j = (e_s - c e_f)/(1 - c)`.
    fn strain_jump<const E: usize>(&self, start: &[f64; E], ends: &[[f64; E]; STAGES]) -> [f64; E] {
        std::array::from_fn(|k| {
            (ends[1][k] - start[k] - self.c * (ends[0][k] - start[k])) / (1.0 - self.c)
        })
    }
}

impl StressRule for EnergyDecaying {
    fn linear(&self) -> LinearRule {
        let (c, alpha, dt) = (self.c, self.alpha, self.dt);
        let e = 1.0 / (1.0 - c);
        // (ed.6) with e~_j = e (e_s - c e_f): factors of (e_i, e_f, e_s).
        let g = [0.0, 0.5 * (1.0 - c * e), 0.5 * e];
        let p = [
            0.5 * (1.0 - alpha),
            -0.5 * (1.0 + alpha) * c * e,
            0.5 * (1.0 + alpha) * e,
        ];
        let a: [f64; 3] = std::array::from_fn(|k| g[k] + c * e * (g[k] - p[k]));
        let b: [f64; 3] = std::array::from_fn(|k| -e * (g[k] - p[k]));
        LinearRule {
            elastic_start: [a[0], b[0]],
            elastic_ends: [[a[1], a[2]], [b[1], b[2]]],
            viscous_start: [-1.0 / dt, 0.0],
            viscous_ends: [[1.0 / dt, 0.0], [0.0; 2]],
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
        let (c, alpha, dt) = (self.c, self.alpha, self.dt);
        let e = 1.0 / (1.0 - c);
        let jump = self.strain_jump(start, ends);
        let after_jump: [f64; E] = std::array::from_fn(|k| start[k] + jump[k]);
        let rate: [f64; E] = std::array::from_fn(|k| (ends[0][k] - start[k]) / dt);
        let g = law.elastic(&after_jump, &ends[0]);
        let p = law.elastic(start, &after_jump);
        let modulus = law.modulus(start);
        let viscous = law.viscous(start, &ends[0], dt);
        let at = |fraction: f64, strain: &[f64; E]| self.applied(law, fraction, strain, &rate);
        let load_i = at(INSIDE, start);
        let load_s = at(c.max(INSIDE), &ends[1]);
        let load_f = at(1.0 - INSIDE, &ends[0]);
        let mut out = StageStress::zero();
        for a in 0..E {
            let load_j = e * (load_s.sigma[a] - c * load_f.sigma[a]);
            let damping: f64 = (0..E).map(|b| modulus[a][b] * jump[b]).sum();
            let sigma_g = g.sigma[a] + 0.5 * (load_j + load_f.sigma[a]);
            let sigma_p = p.sigma[a]
                + 0.5 * alpha * damping
                + 0.5 * ((1.0 - alpha) * load_i.sigma[a] + (1.0 + alpha) * load_j);
            out.sigma[0][a] = sigma_g + c * e * (sigma_g - sigma_p) + viscous.sigma[a];
            out.sigma[1][a] = -e * (sigma_g - sigma_p);
            for b in 0..E {
                // Derivatives of the loads: the mean rate depends on the end strain only.
                let f_f = load_f.d_end[a][b] + load_f.d_start[a][b] / dt;
                let i_f = load_i.d_start[a][b] / dt;
                let j_s = e * load_s.d_end[a][b];
                let j_f = e * (load_s.d_start[a][b] / dt - c * f_f);
                let d_p = p.d_end[a][b] + 0.5 * alpha * modulus[a][b];
                let g_f = g.d_end[a][b] - c * e * g.d_start[a][b] + 0.5 * (j_f + f_f);
                let g_s = e * g.d_start[a][b] + 0.5 * j_s;
                let p_f = -c * e * d_p + 0.5 * ((1.0 - alpha) * i_f + (1.0 + alpha) * j_f);
                let p_s = e * d_p + 0.5 * (1.0 + alpha) * j_s;
                out.tangent[0][0][a][b] = g_f + c * e * (g_f - p_f) + viscous.d_end[a][b];
                out.tangent[0][1][a][b] = g_s + c * e * (g_s - p_s);
                out.tangent[1][0][a][b] = -e * (g_f - p_f);
                out.tangent[1][1][a][b] = -e * (g_s - p_s);
            }
        }
        out
    }
    fn stress_alone<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        _start_rate: &[f64; E],
    ) -> [[f64; E]; STAGES] {
        let (c, alpha, dt) = (self.c, self.alpha, self.dt);
        let e = 1.0 / (1.0 - c);
        let jump = self.strain_jump(start, ends);
        let after_jump: [f64; E] = std::array::from_fn(|k| start[k] + jump[k]);
        let rate: [f64; E] = std::array::from_fn(|k| (ends[0][k] - start[k]) / dt);
        let g = law.elastic_stress(&after_jump, &ends[0]);
        let p = law.elastic_stress(start, &after_jump);
        let damping = law.modulus_times(start, &jump);
        let viscous = law.viscous(start, &ends[0], dt).sigma;
        let at =
            |fraction: f64, strain: &[f64; E]| self.applied(law, fraction, strain, &rate).sigma;
        let load_i = at(INSIDE, start);
        let load_s = at(c.max(INSIDE), &ends[1]);
        let load_f = at(1.0 - INSIDE, &ends[0]);
        let mut out = [[0.0; E]; STAGES];
        for a in 0..E {
            let load_j = e * (load_s[a] - c * load_f[a]);
            let sigma_g = g[a] + 0.5 * (load_j + load_f[a]);
            let sigma_p = p[a]
                + 0.5 * alpha * damping[a]
                + 0.5 * ((1.0 - alpha) * load_i[a] + (1.0 + alpha) * load_j);
            out[0][a] = sigma_g + c * e * (sigma_g - sigma_p) + viscous[a];
            out[1][a] = -e * (sigma_g - sigma_p);
        }
        out
    }
}

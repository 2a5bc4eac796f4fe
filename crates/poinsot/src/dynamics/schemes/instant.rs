//! The equations of motion at one instant: what statics solves and what a linearisation differentiates.
//!
//! A system may rest in a frame that turns steadily with `Omega` about an axis through a point. Seen from there a node with
//! mass `m`, inertia `A = R J R^T` and small motion `(u, theta)` about its place has the inertia terms (ro.1)
//!
//! ```text
//! m (u.. + 2 Omega x u. + Omega x (Omega x (r + u)))
//! A theta.. + (A~Omega - (A Omega)~ + Omega~ A) theta. + Omega x (A Omega) + Omega~ (A Omega~ - (A Omega)~) theta
//! ```
//!
//! where `A~Omega` stands for `A` times the matrix of the cross product with `Omega`.

use super::increment::{blocks, join};
use super::{EquationsOfMotion, NodeBalance, NodeStart};
use crate::math::{M3, M6, V3, V6, cayley, skew};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::interaction::{Account, ForceLaw};
use crate::mechanics::node::NodeIncrement;
use crate::mechanics::wrench::{LinearRule, STAGES, StageStress, StressRule};

/// A steadily turning frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turning {
    /// Angular velocity, world axes [rad/s].
    pub omega: V3,
    /// A point of the axis [m].
    pub through: V3,
}

/// With respect to what the equations are differentiated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derivative {
    /// Positions: the stiffness, with the geometric part of all stresses and multipliers.
    Position,
    /// Velocities: damping and gyroscopic terms. The residual is only that of inertia and constraints; multipliers must be
    /// zero, or their geometric stiffness is added.
    Velocity,
    /// Accelerations: the mass. Multipliers must be zero here, too.
    Acceleration,
}

/// EquationsOfMotion of forces at one instant, for a system at rest in a fixed or turning frame.
#[derive(Clone, Copy, Debug)]
pub struct Instant {
    /// Time at which loads and prescribed motions are taken [s].
    pub time: f64,
    /// Factor of weights, loads and motors.
    pub load_factor: f64,
    /// The frame in which the system rests, unless it is the world.
    pub turning: Option<Turning>,
    /// What the tangent is.
    pub derivative: Derivative,
}

impl Instant {
    /// At rest in the world, under full loads.
    pub fn at(time: f64) -> Self {
        Instant {
            time,
            load_factor: 1.0,
            turning: None,
            derivative: Derivative::Position,
        }
    }
}

impl EquationsOfMotion for Instant {
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
        let node = start.node;
        let turning = self.turning.unwrap_or(Turning {
            omega: V3::zeros(),
            through: V3::zeros(),
        });
        let omega = turning.omega;
        let r = start.stage.r + steps[0].u - turning.through;
        let rot = cayley::rotation(&steps[0].theta) * start.stage.rot;
        let inertia_W = rot * node.inertia * rot.transpose();
        let spin = inertia_W * omega;
        let force = node.mass * omega.cross(&omega.cross(&r));
        let moment = omega.cross(&spin);
        // What cancels: the parts of the force along and across the axis, and the moments of the principal inertias.
        let size = join(
            &V3::repeat(node.mass * omega.norm_squared() * r.norm()),
            &V3::repeat(inertia_W.norm() * omega.norm_squared()),
        );
        let mut balance = NodeBalance {
            residual: [join(&force, &moment), V6::zeros()],
            size: [size, V6::zeros()],
            tangent: [[M6::zeros(); STAGES]; STAGES],
        };
        if tangent {
            let (o, s) = (skew(&omega), skew(&spin));
            let h = cayley::tangent(&steps[0].theta);
            let (linear, angular) = match self.derivative {
                Derivative::Position => (o * o, o * (inertia_W * o - s)),
                Derivative::Velocity => (2.0 * o, inertia_W * o - s + o * inertia_W),
                Derivative::Acceleration => (M3::identity(), inertia_W),
            };
            let zero = M3::zeros();
            balance.tangent[0][0] = blocks(&(node.mass * linear), &zero, &zero, &(angular * h));
        }
        balance
    }
    fn needs_rates(&self) -> bool {
        true
    }
}

impl StressRule for Instant {
    fn linear(&self) -> LinearRule {
        let one = [[1.0, 0.0], [0.0; 2]];
        match self.derivative {
            Derivative::Position => LinearRule {
                elastic_ends: one,
                viscous_rate: [1.0, 0.0],
                ..LinearRule::default()
            },
            // No stress, and the damping matrix as its derivative: the ends are where the start is.
            Derivative::Velocity => LinearRule {
                viscous_start: [-1.0, 0.0],
                viscous_ends: one,
                ..LinearRule::default()
            },
            Derivative::Acceleration => LinearRule::default(),
        }
    }
    fn stress<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
        _start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        rate: &[f64; E],
    ) -> StageStress<E> {
        let end = &ends[0];
        let elastic = law.elastic(end, end);
        let viscous = law.viscous_at(end, rate);
        let applied = law.applied(self.time, end, rate);
        let factor = match law.account() {
            Account::Elastic => 1.0,
            Account::Gravity | Account::Loads | Account::Motors => self.load_factor,
        };
        let mut s = StageStress::zero();
        match self.derivative {
            Derivative::Position => {
                for a in 0..E {
                    s.sigma[0][a] = elastic.sigma[a] + viscous.sigma[a] + factor * applied.sigma[a];
                    for b in 0..E {
                        s.tangent[0][0][a][b] = elastic.d_start[a][b]
                            + elastic.d_end[a][b]
                            + viscous.d_end[a][b]
                            + factor * applied.d_end[a][b];
                    }
                }
            }
            Derivative::Velocity => {
                for a in 0..E {
                    for b in 0..E {
                        s.tangent[0][0][a][b] =
                            viscous.d_start[a][b] + factor * applied.d_start[a][b];
                    }
                }
            }
            Derivative::Acceleration => {}
        }
        s
    }
}

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
use crate::mechanics::interaction::{Axial, ForceLaw};
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

/// Last digits by which a strain may be wrong: places of nodes are rounded, and so are slopes and their squares.
const STRAIN_DIGITS: f64 = 4.0;

/// What a search makes of cables (eq.8).
#[derive(Clone, Copy, Debug)]
pub struct CableAid {
    /// Largest EA that a cable shows [N].
    pub most: f64,
    /// Largest EA that a cable has [N].
    pub stiffest: f64,
    /// Tension lent to the tangent for every unit of the shift [N s^2].
    pub lent: f64,
    /// Distance from the world's origin [m] that the round-off of strains is judged by; stresses below it are none.
    pub reach: Option<f64>,
}

impl CableAid {
    /// Cables as they are.
    pub const NONE: CableAid = CableAid {
        most: f64::INFINITY,
        stiffest: 0.0,
        lent: 0.0,
        reach: None,
    };
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
    /// Multiple of the mass matrix that a search adds to the tangent (eq.6) [1/s^2].
    pub shift: f64,
    /// What a search makes of cables.
    pub cables: CableAid,
}

impl Instant {
    /// At rest in the world, under full loads.
    pub fn at(time: f64) -> Self {
        Instant {
            time,
            load_factor: 1.0,
            turning: None,
            derivative: Derivative::Position,
            shift: 0.0,
            cables: CableAid::NONE,
        }
    }

    /// What a search makes of the stress of a cable.
    fn aid<const E: usize>(&self, axial: &Axial, stress: &mut StageStress<E>) {
        let CableAid { most, reach, .. } = self.cables;
        if axial.stiffness > most {
            let part = most / axial.stiffness;
            stress.sigma[0].iter_mut().for_each(|s| *s *= part);
            stress.tangent[0][0]
                .iter_mut()
                .flatten()
                .for_each(|t| *t *= part);
        }
        if let Some(reach) = reach {
            let digit = STRAIN_DIGITS * f64::EPSILON * (1.0 + reach * axial.steepest);
            let none = digit * axial.stiffness * axial.length;
            for s in stress.sigma[0].iter_mut().filter(|s| s.abs() <= none) {
                *s = 0.0;
            }
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
            if self.shift != 0.0 {
                let rot = start.stage.rot;
                let at_start = rot * node.inertia * rot.transpose();
                let mass = blocks(&(node.mass * M3::identity()), &zero, &zero, &at_start);
                balance.tangent[0][0] += self.shift * mass;
            }
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
            account if account.is_internal() => 1.0,
            _ => self.load_factor,
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
        if let Some(axial) = law.axial() {
            self.aid(&axial, &mut s);
        }
        s
    }
    fn lent<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &self,
        law: &F,
    ) -> Option<[f64; E]> {
        let tension = self.shift * self.cables.lent;
        let axial = law.axial().filter(|_| tension != 0.0)?;
        Some([tension * axial.length; E])
    }
}

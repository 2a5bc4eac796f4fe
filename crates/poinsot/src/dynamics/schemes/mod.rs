//! Time integration schemes. A scheme knows which states to average and how velocities follow from increments; it
//! knows no element.

mod energy_decaying;
mod energy_preserving;
mod generalized_alpha;
mod increment;
mod instant;

pub use energy_decaying::{EnergyDecaying, StillLoads};
pub use energy_preserving::EnergyPreserving;
pub use generalized_alpha::GeneralizedAlpha;
pub(super) use increment::join;
pub use instant::{CableAid, Derivative, Instant, Turning};

use super::kernels::{BookKernel, Kernels};
use crate::math::{M3, M6, V3, V6};
use crate::mechanics::attachment::IntervalRule;
use crate::mechanics::node::{Node, NodeIncrement, NodeStage, NodeVelocity};
use crate::mechanics::wrench::{STAGES, StressRule};

/// A node at the start of a step.
#[derive(Clone, Copy, Debug)]
pub struct NodeStart<'a> {
    /// Mass and inertia.
    pub node: &'a Node,
    /// Pose.
    pub stage: &'a NodeStage,
    /// Velocity.
    pub velocity: &'a NodeVelocity,
    /// Pseudo and true acceleration; of schemes without accelerations of their own the means of the last
    /// step and of the one before.
    pub acceleration: &'a [NodeVelocity; 2],
}

/// Inertia terms of a node in its rows, the size of what cancels in them, and their derivatives.
#[derive(Clone, Copy, Debug)]
pub struct NodeBalance {
    /// Terms per row.
    pub residual: [V6; STAGES],
    /// Size of the terms: the round-off floor is a small multiple of it.
    pub size: [V6; STAGES],
    /// `tangent[r][y]`.
    pub tangent: [[M6; STAGES]; STAGES],
}

/// Inertia terms of a node in its rows and the size of what cancels in them, without derivatives.
#[derive(Clone, Copy, Debug)]
pub struct NodeForces {
    /// Terms per row.
    pub residual: [V6; STAGES],
    /// Size of the terms.
    pub size: [V6; STAGES],
}

/// A node at the end of a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeEnd {
    /// Velocity.
    pub velocity: NodeVelocity,
    /// Pseudo and true acceleration (generalized-alpha only).
    pub acceleration: [NodeVelocity; 2],
    /// Energy that the scheme itself takes out of this node's motion [J].
    pub numerical_dissipation: f64,
    /// The velocity whose kinetic energy is what the scheme takes out of translation [m/s].
    pub taken: V3,
}

/// How the multipliers of the last steps give the reactions at the end of the last one, to second order (re.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReactionRule {
    /// They are values at the ends of steps, as they should be.
    End,
    /// They are means over steps.
    Mean,
    /// They are means over steps, and velocities along constraints may alternate from step to step for ever.
    AlternatingMean,
    /// They are values at the ends of steps of the generalized-alpha family, with its parameters (ga.1), and accelerations along
    /// constraints alternate for long.
    AlternatingEnd {
        /// Weight of the last acceleration in positions.
        beta: f64,
        /// Weight of the last acceleration in velocities.
        gamma: f64,
        /// Weight of the forces at the start in the balance.
        alpha_f: f64,
    },
}

/// What a scheme promises, and so what the ledger may check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promises {
    /// Energy changes only by work and by dissipation that is computed from stage values.
    pub energy: bool,
    /// Angular momentum changes only by impulses.
    pub angular_momentum: bool,
}

/// The equations of motion as a scheme writes them, in the form in which they are assembled.
pub trait EquationsOfMotion: StressRule + Kernels + Copy + Send + Sync {
    /// Number of stages: 1 or 2.
    fn stages(&self) -> usize;
    /// Averages and pole.
    fn rule(&self) -> IntervalRule;
    /// Weight of the wrench of stage `y` in row `r`.
    fn weights(&self) -> [[f64; STAGES]; STAGES];
    /// Position of stage `y` in the step, 0 to 1.
    fn stage_fraction(&self, y: usize) -> f64;
    /// Inertia terms; tangents only if wanted.
    fn inertia(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        tangent: bool,
    ) -> NodeBalance;
    /// Inertia terms alone; `end` is the rotation of the node at the end. Most assemblies need no tangent, and a scheme may
    /// have a shorter way to them.
    fn inertia_alone(
        &self,
        start: &NodeStart,
        steps: &[NodeIncrement; STAGES],
        _end: &M3,
    ) -> NodeForces {
        let balance = self.inertia(start, steps, false);
        NodeForces {
            residual: balance.residual,
            size: balance.size,
        }
    }
    /// Whether strain rates at the start are needed.
    fn needs_rates(&self) -> bool {
        false
    }
}

/// A time integration scheme for one step.
pub trait Integrator: EquationsOfMotion + BookKernel {
    /// The same scheme with another step.
    fn with_step(self, t_start: f64, dt: f64) -> Self;
    /// Velocities at the end.
    fn finish(&self, start: &NodeStart, steps: &[NodeIncrement; STAGES]) -> NodeEnd;
    /// Increment to start the iteration from.
    fn predict(&self, start: &NodeStart, y: usize) -> NodeIncrement;
    /// Error of the relation between increments and velocities in one step, beyond that of averaging the velocities at both
    /// ends: of the displacement [m] and of the rotation [rad] (sc.2).
    fn kinematic_error(&self, start: &NodeStart) -> [f64; 2];
    /// Value of a multiplier from its stage values: its mean over the step, or its value at the end if the scheme has one.
    fn multiplier(&self, stages: [f64; STAGES]) -> f64;
    /// How reactions follow from the multipliers of several steps.
    fn reaction_rule(&self) -> ReactionRule;
    /// Whether the scheme takes energy out of elastic strains.
    fn dissipates(&self) -> bool {
        false
    }
    /// Energy that the scheme takes out of elastic strains [J]; `form` is the quadratic form of the modulus at the start.
    fn elastic_dissipation<const E: usize>(
        &self,
        form: impl Fn(&[f64; E]) -> f64,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
    ) -> f64;
    /// What holds exactly.
    fn promises(&self) -> Promises;
    /// Whether to step in the frame that moves with the mass centre when nothing is tied to the ground.
    fn prefers_moving_frame(&self) -> bool {
        false
    }
    /// Whether accelerations are part of the state.
    fn needs_accelerations(&self) -> bool {
        false
    }
}

/// Loads are evaluated this fraction of the step inside its ends, so that a jump at a step's end belongs to one side.
const INSIDE: f64 = 1e-9;

/// A Cayley vector is longer than the angle by a twelfth of its cube.
fn cayley_error(start: &NodeStart, dt: f64) -> f64 {
    (dt * start.velocity.omega.norm()).powi(3) / 12.0
}

/// Increment after `tau` with the acceleration `a_0 + trend (a_0 - a_1)`.
fn predict(start: &NodeStart, tau: f64, trend: f64) -> NodeIncrement {
    let (w, [a, before]) = (start.velocity, start.acceleration);
    let h = 0.5 * tau;
    NodeIncrement {
        u: tau * (w.v + h * (a.v + trend * (a.v - before.v))),
        theta: tau
            * (start.stage.rot * (w.omega + h * (a.omega + trend * (a.omega - before.omega)))),
    }
}

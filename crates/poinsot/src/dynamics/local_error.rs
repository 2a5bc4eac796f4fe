//! Estimate of the error of one step from positions (sc.1), (sc.2).
//!
//! Velocities would be at hand too, but where constraints act, those of `ep` may alternate about the true ones from step to
//! step with an amplitude that no smaller step takes away. Positions lie on the constraints and are smooth.

use super::schemes::{Integrator, NodeStart};
use crate::math::V3;
use crate::mechanics::index::{NodeIndex, PerNode};
use crate::mechanics::node::{NodeKind, NodePose, NodeStage, NodeVelocity};
use crate::storage::stored;
use crate::system::{State, System};

/// Divided differences of the motion of one node, translations in world and rotations in body components.
#[derive(Clone, Copy, Debug, Default)]
struct Past {
    /// Mean velocity over the last step.
    first: NodeVelocity,
    /// Second divided difference, half the acceleration.
    second: NodeVelocity,
    /// Velocity at the end of the last step.
    end: NodeVelocity,
}

impl PerNode for Past {}

/// Third divided differences of the motion over the last three steps.
#[derive(Clone, Debug)]
pub struct LocalError {
    /// Up to the last step that counts.
    past: Vec<Past>,
    /// The same with the step that is judged.
    now: Vec<Past>,
    /// Lengths of the last two steps that count, the later one second [s]; zero at a fresh start.
    steps: [f64; 2],
}

stored!(Past { first, second, end });
stored!(LocalError { past, steps } scratch { now });

impl LocalError {
    /// Begins with the velocities and accelerations of a state.
    pub fn new(state: &State) -> Self {
        let mut error = LocalError {
            past: vec![Past::default(); state.poses.len()],
            now: vec![Past::default(); state.poses.len()],
            steps: [0.0; 2],
        };
        error.restart(state, true);
        error
    }

    /// Forgets the past, which a corner has cut off: begins again with the accelerations of a state. Velocities are those of
    /// the state if they have jumped, else those to which the past led.
    pub fn restart(&mut self, state: &State, jumped: bool) {
        for (n, past) in NodeIndex::first(self.past.len()).zip(&mut self.past) {
            let a = &state.accelerations[n][1];
            if jumped {
                past.end = state.velocities[n];
            }
            past.first = past.end;
            past.second = combine(0.5, a, 0.0, a);
        }
        self.steps = [0.0; 2];
    }

    /// Largest estimated error of a step from `before` to `after`: of a position relative to the length of the model, of a
    /// rotation in radians; and what it would be if the motion were smooth. `drift` is the velocity of the frame in which the
    /// step was made.
    pub fn estimate(
        &mut self,
        system: &System,
        scheme: &impl Integrator,
        before: &State,
        after: &State,
        drift: &V3,
        dt: f64,
    ) -> [f64; 2] {
        let [dt_1, dt_2] = self.steps;
        // (sc.1): dt^3/12 v'' with v'' = 6 third, or a twelfth of what the motion misses the continued past by.
        let missed = dt * (dt_2 + dt) * (dt_1 + dt_2 + dt);
        let smooth = 0.5 * dt.powi(3);
        let weights = [smooth.max(missed / 12.0), smooth];
        let mut largest = [0.0; 2];
        for n in system.node_indices() {
            if !matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point) {
                self.now[n] = self.past[n];
                continue;
            }
            let past = &self.past[n];
            let first = mean_velocity(&before.poses[n], &after.poses[n], dt);
            let second = divided(&first, &past.first, dt_2 + dt);
            let third = divided(&second, &past.second, dt_1 + dt_2 + dt);
            // Derivative at the end of the polynomial through the last four places.
            let end = combine(1.0, &first, dt, &second);
            let end = combine(1.0, &end, dt * (dt + dt_2), &third);
            let stage = NodeStage::start(system.kinds[n], &before.poses[n]);
            let start = NodeStart {
                node: &system.nodes[n],
                stage: &stage,
                velocity: &NodeVelocity {
                    v: first.v - drift,
                    ..first
                },
                acceleration: &before.accelerations[n],
            };
            let [shift, turn] = scheme.kinematic_error(&start);
            // (sc.2): turning axes and the kinematics of the scheme.
            let bent = dt.powi(3) / 6.0 * first.omega.cross(&second.omega).norm();
            for (largest, weight) in largest.iter_mut().zip(weights) {
                let position = (weight * third.v.norm() + shift) / system.length;
                let rotation = weight * third.omega.norm() + bent + turn;
                *largest = nan_or_larger(*largest, nan_or_larger(position, rotation));
            }
            self.now[n] = Past { first, second, end };
        }
        largest
    }

    /// The step that was judged last is made: it is the past of the next one.
    pub fn accept(&mut self, dt: f64) {
        std::mem::swap(&mut self.past, &mut self.now);
        self.steps = [self.steps[1], dt];
    }
}

/// Displacement and rotation per time; the Cayley vector of a rotation has the same components in the frames before and
/// after it.
fn mean_velocity(before: &NodePose, after: &NodePose, dt: f64) -> NodeVelocity {
    let q = before.q.inverse() * after.q;
    NodeVelocity {
        v: (after.r - before.r) / dt,
        omega: 2.0 / (q.w * dt) * q.imag(),
    }
}

fn divided(later: &NodeVelocity, earlier: &NodeVelocity, span: f64) -> NodeVelocity {
    combine(1.0 / span, later, -1.0 / span, earlier)
}

fn combine(x: f64, a: &NodeVelocity, y: f64, b: &NodeVelocity) -> NodeVelocity {
    NodeVelocity {
        v: x * a.v + y * b.v,
        omega: x * a.omega + y * b.omega,
    }
}

/// The larger of two numbers; what is not a number stays visible.
fn nan_or_larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || a > b { a } else { b }
}

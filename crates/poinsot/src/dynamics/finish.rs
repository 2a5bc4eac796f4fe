//! The end of a step: the state that its converged increments lead to.

use super::assemble::Workspace;
use super::error::StepError;
use super::moving_frame::MovingFrame;
use super::schemes::Integrator;
use super::step::Step;
use crate::math::{V3, cayley};
use crate::mechanics::node::{NodeKind, NodeVelocity};
use crate::system::{State, coordinate_followed, coordinate_rate};

/// Puts the joint coordinates at the end into `next`. A step that took an angle to another place than the bodies is refused.
pub(super) fn follow_coordinates<S: Integrator>(
    step: &Step<S>,
    work: &Workspace,
    next: &mut State,
) -> Result<(), StepError> {
    let mut slot = 0;
    for joint in &step.system.joints {
        for c in &joint.coordinates {
            let before = step.state.coordinates[slot];
            for y in (0..step.scheme.stages()).rev() {
                let value = coordinate_followed(c, &joint.frames, &work.ends[y], before);
                let Some(value) = value else {
                    let node = c.name.clone();
                    return Err(StepError::TurnTooLarge { node });
                };
                next.coordinates[slot] = value;
            }
            slot += 1;
        }
    }
    Ok(())
}

/// Fills `next` from the converged increments, in the world; returns the numerical dissipation of the motion. The stages in the
/// workspace go back to the world too, which the frame of the step leaves behind by `drift`.
pub(super) fn finish<S: Integrator>(
    step: &Step<S>,
    work: &mut Workspace,
    frame: &MovingFrame,
    drift: V3,
    next: &mut State,
) -> f64 {
    let Step {
        system,
        state,
        scheme,
        dt,
    } = step;
    let mut numerical = 0.0;
    let shift = *dt * drift + frame.recentre(step, work);
    next.time = state.time + dt;
    for n in system.node_indices() {
        let steps = [work.steps[0][n], work.steps[1][n]];
        next.poses[n] = state.poses[n];
        next.velocities[n] = state.velocities[n];
        next.accelerations[n] = state.accelerations[n];
        match system.kinds[n] {
            NodeKind::Ground => continue,
            NodeKind::Angle | NodeKind::Displacement => {
                next.poses[n].r = work.ends[0][n].r;
                continue;
            }
            NodeKind::Frame => {
                next.poses[n].r += steps[0].u + shift;
                let mut q = cayley::quaternion(&steps[0].theta) * state.poses[n].q;
                q.renormalize();
                next.poses[n].q = q;
            }
            NodeKind::Point => next.poses[n].r += steps[0].u + shift,
        }
        let end = scheme.finish(&step.node(work, n), &steps);
        next.velocities[n] = end.velocity;
        next.velocities[n].v += drift;
        next.accelerations[n] = if scheme.needs_accelerations() {
            end.acceleration
        } else {
            // The means over the last two steps predict the next one.
            let mean = NodeVelocity {
                v: (end.velocity.v - state.velocities[n].v) / *dt,
                omega: (end.velocity.omega - state.velocities[n].omega) / *dt,
            };
            [mean, state.accelerations[n][0]]
        };
        numerical += end.numerical_dissipation;
        if !work.units.is_empty() {
            work.units[n].taken = end.taken;
        }
        // Back to the world frame: loads and weights work along true paths.
        for y in 0..scheme.stages() {
            let moved = scheme.stage_fraction(y) * dt * drift;
            work.ends[y][n].r += moved;
            work.ends[y][n].step.u += moved;
        }
    }
    numerical += work.taken_from_shared_mass(system);
    next.multipliers.copy_from_slice(&work.multipliers);
    work.kept.finish(
        system,
        &work.start_strains,
        [&work.start, &work.ends[0]],
        *dt,
        &mut next.memory,
    );
    for joint in &system.joints {
        for c in &joint.coordinates {
            if let Some(n) = c.node {
                next.velocities[n].v.x =
                    coordinate_rate(c, &joint.frames, &work.ends[0], &next.velocities);
            }
        }
    }
    numerical
}

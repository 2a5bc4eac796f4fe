//! The start of a run from equilibrium: at rest, or turning steadily.

use crate::dynamics::schemes::Turning;
use crate::dynamics::{StartReport, consistent_velocities, start_accelerations, world_velocities};
use crate::dynamics::{place_of, start_problems};
use crate::math::V3;
use crate::mechanics::node::{NodeKind, NodeVelocity};
use crate::model::{Model, Problem, Topic};
use crate::statics::{self, Displacements, Point};
use crate::system::{Jacobian, State, System, coordinate_rate};

/// Rates of gaps beyond this part of the speeds break a constraint.
const BROKEN: f64 = 1e-9;

/// Puts a state into the equilibrium under the loads at its time, with velocities, accelerations and multipliers. Returns lines
/// about it.
pub(super) fn start_from_equilibrium(
    model: &Model,
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<Vec<String>, Vec<Problem>> {
    let turning = statics::turning(model);
    if let Some(turning) = &turning {
        let unsteady = unsteady_loads(model, turning);
        if !unsteady.is_empty() {
            return Err(unsteady);
        }
    }
    let drawn = Displacements::new(system, state);
    let moving = |w: &NodeVelocity| w.v.norm() + w.omega.norm() > 0.0;
    let settings = crate::model::Statics {
        at: state.time,
        ..model.statics.clone()
    };
    let point = statics::equilibrium(system, state, &settings, turning).map_err(|error| {
        let help = "follow the equilibria under growing loads to see how far the search gets";
        let text = format!("the run cannot start from equilibrium: {error}");
        vec![Problem::of_file(text, help).with_topic(Topic::Equilibria)]
    })?;
    report.velocities.clear();
    let time = state.time;
    state.clone_from(&point.state);
    state.time = time;
    let mut lines = vec![found(&point, drawn.largest(state))];
    if let Some(n) = point.unstable.filter(|n| *n > 0) {
        lines.push(format!(
            "  warning: the equilibrium is unstable in {n} direction{}: the slightest disturbance leads away from it",
            if n == 1 { "" } else { "s" }
        ));
    }
    if gives_velocities(model) {
        lines.push("  start: the velocities that the model gives are not used".into());
    }
    let steady = match &turning {
        Some(turning) => {
            turn(system, state, turning);
            let broken = broken_rates(model, system, state, turning);
            if !broken.is_empty() {
                return Err(broken);
            }
            lines.extend(across_axis(model, turning));
            true
        }
        None => {
            consistent_velocities(system, state, report).map_err(|e| start_problems(&e, model))?;
            !state.velocities.iter().any(moving)
        }
    };
    if !steady {
        // A prescribed motion sets it moving at once; then the first instant is none of rest.
        let multipliers = state.multipliers.clone();
        if start_accelerations(system, state).is_err() {
            state.multipliers = multipliers;
        }
    }
    Ok(lines)
}

fn found(point: &Point, moved: f64) -> String {
    let how = match point.settled {
        true => "found by settling in",
        false => "found in",
    };
    let n = point.iterations;
    format!(
        "  start: equilibrium {how} {n} iteration{}, at most {moved:.3e} m from the drawing",
        if n == 1 { "" } else { "s" }
    )
}

/// Whether the model gives velocities of its own.
fn gives_velocities(model: &Model) -> bool {
    let bodies = model.bodies.iter();
    let bodies = bodies.flat_map(|b| [b.velocity, b.angular_velocity]);
    let points = model.point_masses.iter().map(|p| p.velocity);
    let beams = model.beams.iter().map(|b| &b.motion);
    let lines = beams.chain(model.cables.iter().map(|c| &c.motion));
    let lines = lines.chain(model.shells.iter().map(|s| &s.motion));
    let lines = lines.chain(model.solids.iter().map(|s| &s.motion));
    let lines = lines.chain(model.reduced_bodies.iter().map(|b| &b.motion));
    let lines = lines.flat_map(|m| [m.velocity, m.angular_velocity]);
    let mut all = bodies.chain(points).chain(lines);
    all.any(|v| v.norm() > 0.0)
}

/// Velocities and accelerations of a steady rotation (ro.2).
fn turn(system: &System, state: &mut State, turning: &Turning) {
    let omega = turning.omega;
    for n in system.node_indices() {
        let real = matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point);
        if !real {
            continue;
        }
        let arm = state.poses[n].r - turning.through;
        let v = omega.cross(&arm);
        let spin_B = match system.kinds[n] {
            NodeKind::Frame => state.poses[n].q.inverse() * omega,
            _ => V3::zeros(),
        };
        state.velocities[n] = NodeVelocity { v, omega: spin_B };
        let acceleration = NodeVelocity {
            v: omega.cross(&v),
            omega: V3::zeros(),
        };
        state.accelerations[n] = [acceleration; 2];
    }
    let stages = system.stages(state);
    for joint in &system.joints {
        for c in &joint.coordinates {
            if let Some(n) = c.node {
                let rate = coordinate_rate(c, &joint.frames, &stages, &state.velocities);
                state.velocities[n].v = V3::new(rate, 0.0, 0.0);
            }
        }
    }
}

/// Constraints that do not turn with the system.
fn broken_rates(model: &Model, system: &System, state: &State, turning: &Turning) -> Vec<Problem> {
    let jacobian = Jacobian::new(system, &system.stages(state), state.time);
    let rates = jacobian.times(&world_velocities(system, state));
    let speed = turning.omega.norm();
    let mut problems: Vec<Problem> = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    for (row, rate) in system.row_indices().zip(&rates) {
        let left = (rate - jacobian.target_rates[row]).abs();
        let owner = system.owner_of_row(row);
        if left <= BROKEN * speed * system.row_scales[row] || named.contains(&owner.name.as_str()) {
            continue;
        }
        named.push(&owner.name);
        problems.push(Problem {
            place: place_of(model, &owner.name),
            ..Problem::of_file(
                format!(
                    "{} does not allow the steady rotation of [turning]: it would open at {left:.3e} per second",
                    system.describe_row(row)
                ),
                "turn about the axis of the joint that carries the system, and give motions there the same rate",
            )
        });
    }
    problems
}

/// Loads that stand still while the system turns.
fn unsteady_loads(model: &Model, turning: &Turning) -> Vec<Problem> {
    let across = |v: &V3| v.cross(&turning.omega).norm() > 1e-12 * v.norm() * turning.omega.norm();
    let fixed = model.actions();
    fixed
        .filter(|a| a.acts.fixed.iter().any(across))
        .map(|a| Problem {
            place: a.place.clone(),
            ..Problem::of_file(
                format!(
                    "{} `{}` has a component across the axis of [turning] that does not turn with the system",
                    a.definition.what, a.name
                ),
                "there is no steady rotation under it: let it act along the axis, or make it a follower load",
            )
        })
        .collect()
}

fn across_axis(model: &Model, turning: &Turning) -> Option<String> {
    let g = model.gravity.acceleration;
    let part = g.cross(&turning.omega).norm() / (turning.omega.norm() * g.norm());
    (part > 1e-12).then(|| {
        "  warning: gravity has a component across the axis of [turning]: the equilibrium holds at the first instant only".into()
    })
}

//! The Newton iteration of one step.
//!
//! An equation is converged when its residual is small against the terms that cancel in it, so that the test means the
//! same for a stiff and for a soft system and never asks for more than round-off allows.

use super::assemble::Workspace;
use super::error::{NewtonIteration, StepError};
use super::schemes::Scheme;
use crate::math::V3;
use crate::mechanics::node::NodeKind;
use crate::mechanics::wrench::STAGES;
use crate::system::{DofMap, Scatter, State, System};
use poinsot_lu::{FactorError, Solver};

/// When an iteration may stop.
#[derive(Clone, Copy, Debug)]
pub struct Tolerances {
    /// Residual relative to the terms of its equation.
    pub relative: f64,
    /// Iterations before giving up.
    pub max_iterations: usize,
}

/// A rotation beyond this in one step is refused [rad as Cayley vector]: 2 rad turn to 2 tan(1).
const LARGEST_TURN: f64 = 3.1;
/// Corrections below this multiple of the unknown's scale are round-off: iterating on changes nothing.
const ROUND_OFF: f64 = 64.0 * f64::EPSILON;
/// A residual this many times its tolerance cannot be excused by a correction at round-off.
const EXCUSABLE: f64 = 1e6;
/// The iteration has run away when the residual exceeds its first value by this factor.
const DIVERGED: f64 = 1e8;

/// Largest residual in units of its tolerance, and where.
fn judge(system: &System, dofs: &DofMap, w: &Workspace, relative: f64) -> (f64, usize) {
    let mut worst = (0.0, 0);
    let mut check = |k: usize, scale: f64| {
        let r = w.residual[k].abs();
        let ratio = if r == 0.0 {
            0.0
        } else {
            r / (relative * scale)
        };
        // Not a number must never look converged.
        if !(ratio <= worst.0) {
            worst = (if ratio.is_nan() { f64::INFINITY } else { ratio }, k);
        }
    };
    for n in 0..system.nodes.len() {
        let kind = system.kinds[n];
        for y in 0..dofs.stages {
            let first = dofs.node_stage(n, y);
            // Forces are compared with the largest force on the node, moments with the largest moment.
            let parts: &[std::ops::Range<usize>] = match kind {
                NodeKind::Frame => &[0..3, 3..6],
                NodeKind::Point => &[0..3],
                NodeKind::Angle | NodeKind::Displacement => &[0..1],
                NodeKind::Ground => &[],
            };
            for part in parts {
                let scale = part
                    .clone()
                    .map(|k| w.magnitude[first + k])
                    .fold(0.0, f64::max);
                for k in part.clone() {
                    check(first + k, scale);
                }
            }
        }
    }
    for row in 0..system.rows {
        for y in 0..dofs.stages {
            let k = dofs.multiplier(row, y);
            check(k, w.magnitude[k] + system.row_scales[row]);
        }
    }
    worst
}

/// Solves the equations of one step from the increments in the workspace.
pub(super) fn solve(
    system: &System,
    scatter: &Scatter,
    solver: &mut Solver,
    w: &mut Workspace,
    state: &State,
    scheme: &impl Scheme,
    dt: f64,
    tolerances: &Tolerances,
    history: &mut Vec<NewtonIteration>,
) -> Result<usize, StepError> {
    let dofs = &scatter.dofs;
    history.clear();
    let mut correction = f64::INFINITY;
    for iteration in 0..=tolerances.max_iterations {
        check_turns(system, w, scheme.stages())?;
        w.move_nodes(system, scheme.stages());
        // The residual alone decides; the tangent is built only when it is needed.
        w.assemble(system, scatter, state, scheme, dt, false);
        let (residual, worst) = judge(system, dofs, w, tolerances.relative);
        history.push(NewtonIteration {
            residual,
            correction,
            worst,
        });
        if residual <= 1.0 || (correction <= ROUND_OFF && residual < EXCUSABLE) {
            return Ok(iteration);
        }
        if !residual.is_finite() || residual > DIVERGED * history[0].residual.max(1.0) {
            return Err(StepError::Diverged);
        }
        if iteration == tolerances.max_iterations {
            break;
        }
        w.assemble(system, scatter, state, scheme, dt, true);
        solver
            .factor(&w.values)
            .map_err(|e| singular(system, dofs, &e))?;
        for (x, r) in w.correction.iter_mut().zip(&w.residual) {
            *x = -r;
        }
        if solver.solve(&w.values, &mut w.correction).is_err() {
            return Err(StepError::Diverged);
        }
        correction = apply(system, dofs, w, scheme.stages());
    }
    Err(StepError::NotConverged {
        iterations: tolerances.max_iterations,
    })
}

fn singular(system: &System, dofs: &DofMap, error: &FactorError) -> StepError {
    let what = match error {
        FactorError::Singular { unknown, .. } => system.describe(dofs, *unknown),
        _ => "an equation that is not a number".to_string(),
    };
    StepError::Singular { what }
}

fn check_turns(system: &System, w: &Workspace, stages: usize) -> Result<(), StepError> {
    for n in 0..system.nodes.len() {
        for y in 0..stages {
            let theta = w.steps[y][n].theta;
            if theta.norm() > LARGEST_TURN {
                return Err(StepError::TurnTooLarge {
                    node: system.nodes[n].name.clone(),
                });
            }
        }
    }
    Ok(())
}

/// Adds the correction to the unknowns; returns its largest component relative to what it corrects.
fn apply(system: &System, dofs: &DofMap, w: &mut Workspace, stages: usize) -> f64 {
    let mut largest: f64 = 0.0;
    for n in 0..system.nodes.len() {
        let kind = system.kinds[n];
        for y in 0..stages {
            let first = dofs.node_stage(n, y);
            let (mut du, mut dtheta) = (V3::zeros(), V3::zeros());
            for (k, slot) in kind.slots().enumerate() {
                if slot < 3 {
                    du[slot] = w.correction[first + k];
                } else {
                    dtheta[slot - 3] = w.correction[first + k];
                }
            }
            let reach = system.length + w.start[n].r.norm();
            largest = largest.max(du.norm() / reach).max(dtheta.norm());
            w.steps[y][n].u += du;
            w.steps[y][n].theta += dtheta;
        }
    }
    for row in 0..system.rows {
        for y in 0..stages.min(STAGES) {
            w.multipliers[row][y] += w.correction[dofs.multiplier(row, y)];
        }
    }
    largest
}

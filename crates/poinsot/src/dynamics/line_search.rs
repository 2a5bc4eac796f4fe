//! Newton's iteration with shortened corrections, for steps in which the plain one runs away.
//!
//! When a slack member snaps taut within a step, the linearised equations are good for a small part of the way only. The
//! correction is still a direction in which the residual falls, so it is halved until the sum of squares of the residuals,
//! each in units of its tolerance at the start, has become smaller.

use super::assemble::Workspace;
use super::error::{NewtonIteration, StepError};
use super::newton::{self, Tolerances};
use super::reuse::Reuse;
use super::schemes::Scheme;
use crate::system::{Scatter, State, System};
use poinsot_lu::Solver;

/// Shortest fraction of a correction that is tried.
const SHORTEST: f64 = 1.0 / 1024.0;
/// Part of the promised decrease of the sum of squares that is asked for.
const ENOUGH: f64 = 1e-4;

/// Solves the equations of one step from the increments in the workspace.
pub(super) fn solve(
    system: &System,
    scatter: &Scatter,
    solver: &mut Solver,
    factors: &mut Reuse,
    w: &mut Workspace,
    state: &State,
    scheme: &impl Scheme,
    dt: f64,
    tolerances: &Tolerances,
    history: &mut Vec<NewtonIteration>,
) -> Result<usize, StepError> {
    let stages = scheme.stages();
    let dofs = &scatter.dofs;
    history.clear();
    // The factors made here belong to no step that would be repeated.
    factors.forget();
    newton::find_noise(w, dt);
    let most = tolerances.max_iterations;
    let mut correction = f64::INFINITY;
    w.move_nodes(system, stages);
    for iteration in 0..=most {
        w.assemble(system, scatter, state, scheme, dt, true);
        let (residual, worst) = newton::judge(system, dofs, w, tolerances.relative);
        if iteration == 0 {
            newton::allowed(system, dofs, w, tolerances.relative);
        }
        history.push(NewtonIteration {
            residual,
            correction,
            worst,
        });
        if !residual.is_finite() {
            return Err(StepError::Diverged);
        }
        solver
            .factor(&w.values)
            .map_err(|e| newton::singular(system, dofs, &e))?;
        for (x, r) in w.correction.iter_mut().zip(&w.residual) {
            *x = -r;
        }
        if solver.solve(&w.values, &mut w.correction).is_err() {
            return Err(StepError::Diverged);
        }
        let before = squares(w);
        correction = newton::apply(system, dofs, w, stages);
        if residual <= 1.0 {
            // The last correction takes the rest down to round-off.
            w.move_nodes(system, stages);
            return Ok(iteration);
        }
        let mut fraction = 1.0;
        loop {
            let turns = newton::check_turns(system, w, stages);
            if turns.is_ok() {
                w.move_nodes(system, stages);
                w.assemble(system, scatter, state, scheme, dt, false);
                if squares(w) <= (1.0 - 2.0 * ENOUGH * fraction) * before {
                    break;
                }
            }
            fraction *= 0.5;
            if fraction < SHORTEST {
                return Err(turns.err().unwrap_or(StepError::Diverged));
            }
            // Half of the way back; what is left of the correction is the other half.
            for x in &mut w.correction {
                *x *= -0.5;
            }
            correction = newton::apply(system, dofs, w, stages);
            for x in &mut w.correction {
                *x = -*x;
            }
        }
    }
    Err(StepError::NotConverged { iterations: most })
}

/// Sum of squares of the residuals in units of what was allowed at the start.
fn squares(w: &Workspace) -> f64 {
    let terms = w.residual.iter().zip(&w.allowed);
    terms.map(|(r, allowed)| (r / allowed).powi(2)).sum()
}

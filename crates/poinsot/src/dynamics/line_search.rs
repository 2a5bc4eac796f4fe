//! Newton's iteration with shortened corrections, for steps in which the plain one runs away.
//!
//! When a slack member snaps taut within a step, the linearised equations are good for a small part of the way only. The
//! correction is still a direction in which the residual falls, so it is halved until the sum of squares of the residuals,
//! each in units of its tolerance at the start, has become smaller. That holds for the exact tangent only, so there are no predicted
//! stresses (nw.2) here.

use super::assemble::Workspace;
use super::criterion;
use super::error::StepError;
use super::newton::Newton;
use super::schemes::Integrator;
use super::step::Step;

/// Shortest fraction of a correction that is tried. Where a force that resists motion turns round within a speed of 1e-4 m/s, the
/// way that a step goes without it is many thousand times as long.
const SHORTEST: f64 = 1.0 / (1u32 << 20) as f64;
/// Part of the promised decrease of the sum of squares that is asked for.
const ENOUGH: f64 = 1e-4;

impl Newton {
    /// Solves the equations of one step from the increments in the workspace; how many iterations it took.
    pub(super) fn iterate_in_small_bites<S: Integrator>(
        &mut self,
        step: &Step<S>,
    ) -> Result<usize, StepError> {
        self.history.clear();
        self.correction = f64::INFINITY;
        // The factors made here belong to no step that would be repeated.
        self.factors.forget();
        criterion::find_noise(step.system, &mut self.work, step.dt);
        self.work.move_nodes(step.system, step.scheme.stages());
        let most = self.tolerances.max_iterations;
        for iteration in 0..=most {
            self.assemble(step, true);
            let residual = self.measure(step.system);
            if iteration == 0 {
                let (dofs, relative) = (&self.scatter.dofs, self.tolerances.relative);
                criterion::allowed(step.system, dofs, &mut self.work, relative);
            }
            if !residual.is_finite() {
                return Err(StepError::Diverged);
            }
            self.factor(step.system)?;
            if !self.solve_with(true) {
                return Err(StepError::Diverged);
            }
            let before = squares(&self.work);
            self.correction = self.apply(step);
            if residual <= 1.0 {
                // The last correction takes the rest down to round-off.
                self.work.move_nodes(step.system, step.scheme.stages());
                return Ok(iteration);
            }
            self.shorten(step, before)?;
        }
        Err(StepError::NotConverged { iterations: most })
    }

    /// Goes back along the correction until the sum of squares has become smaller than `before`.
    fn shorten<S: Integrator>(&mut self, step: &Step<S>, before: f64) -> Result<(), StepError> {
        let mut fraction = 1.0;
        loop {
            let turns = self.check_turns(step);
            if turns.is_ok() {
                self.work.move_nodes(step.system, step.scheme.stages());
                self.assemble(step, false);
                if squares(&self.work) <= (1.0 - 2.0 * ENOUGH * fraction) * before {
                    return Ok(());
                }
            }
            fraction *= 0.5;
            if fraction < SHORTEST {
                return Err(turns.err().unwrap_or(StepError::Diverged));
            }
            // Half of the way back; what is left of the correction is the other half.
            for x in &mut self.work.correction {
                *x *= -0.5;
            }
            self.correction = self.apply(step);
            for x in &mut self.work.correction {
                *x = -*x;
            }
        }
    }
}

/// Sum of squares of the residuals in units of what was allowed at the start.
fn squares(w: &Workspace) -> f64 {
    let terms = w.residual.iter().zip(&w.allowed);
    terms.map(|(r, allowed)| (r / allowed).powi(2)).sum()
}

//! The parts of Newton's iteration, which [`Stepper`](super::Stepper) puts together: residual, judgement, tangent, solution,
//! correction.
//!
//! Factors are kept over iterations and steps as long as that is cheaper ([`Reuse`] decides). A correction with kept factors
//! that does not lower the residual is taken back, and from there every iteration has its own tangent. Tangents have the stresses
//! in their geometric part that the last correction predicted (nw.2), with whatever factors it was made; after a correction was
//! taken back, those of the iterate.

use super::assemble::Workspace;
use super::broyden::Broyden;
use super::criterion::{self, LARGEST_FLOOR};
use super::error::{AnalysisError, NewtonIteration, StepError};
use super::reuse::{Reuse, TangentSize};
use super::schemes::Integrator;
use super::step::Step;
use crate::storage::{Bytes, Misfit, Stored, load_free_list};
use crate::system::{Scatter, System};
use poinsot_lu::{FactorError, Memory, Pattern, Solver};

/// When an iteration may stop.
#[derive(Clone, Copy, Debug)]
pub struct Tolerances {
    /// Residual relative to the terms of its equation.
    pub relative: f64,
    /// Iterations before giving up.
    pub max_iterations: usize,
}

/// A rotation beyond this in one step is refused [as Cayley vector]: 2.2 rad, a third of a turn.
pub(crate) const LARGEST_TURN: f64 = 4.0;
/// A residual that no longer falls has reached the round-off of its own evaluation. This is measured, not guessed: the iteration
/// must have stood still for this many rounds, ...
const STANDSTILL: usize = 2;
/// ... with corrections that are negligible in themselves, ...
const NEGLIGIBLE: f64 = 1e-9;
/// ... at no more than [`LARGEST_FLOOR`], or this many times the tolerance, where that is larger; above, the step has failed.
const STANDING: f64 = 10.0;
/// The iteration has run away when the residual exceeds its first value by this factor.
const DIVERGED: f64 = 1e8;

/// Corrections after the last judged one end where the next one would be this part of the step: a twentieth of a last digit, so that
/// over 10^5 steps of one sign there are not more than 1e-12.
const LEFT: f64 = 1e-17;
/// However quickly they shrink, what follows is not taken to shrink by more than this: soft directions show late.
const QUICKEST: f64 = 0.02;
/// They end where one is not smaller than the one before by this, and not larger than this part of the step: that is round-off.
/// And there are no more of them than this.
const STANDS: f64 = 0.5;
const FLOOR: f64 = 1e-12;
const MOST_MORE: usize = 8;

/// What the residual of an iterate says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Judgement {
    /// The equations are solved.
    Converged,
    /// They are solved as far as round-off allows.
    AtRoundOff,
    /// Another correction is needed.
    Open,
    /// The last correction, with kept factors, was none.
    Worse,
    /// The iteration leads nowhere.
    Failed(StepError),
}

/// Newton's iteration for the equations of a system, with its memory: the iterate is in the workspace.
pub(super) struct Newton {
    pub scatter: Scatter,
    pub solver: Solver,
    pub work: Workspace,
    pub factors: Reuse,
    /// What corrections have taught about kept factors.
    updates: Broyden,
    pub tolerances: Tolerances,
    /// Residuals and corrections of the last attempt.
    pub history: Vec<NewtonIteration>,
    /// Corrections so far, those with kept factors that were taken back included.
    iteration: usize,
    /// First residual in the history that tells whether the iteration stands still: one that other factors did not lower says nothing
    /// about round-off.
    first_that_counts: usize,
    /// Size of the last correction.
    pub(super) correction: f64,
    /// The same in the norm of [`Broyden::size`], where factors are kept and the tolerance is not loose.
    size: f64,
    /// The workspace has the tangent of the present iterate, and no factors were made of it yet.
    unfactored: bool,
}

impl Newton {
    /// Analyses the equations of a system once.
    pub fn new(
        system: &System,
        stages: usize,
        tolerances: Tolerances,
    ) -> Result<Self, AnalysisError> {
        let scatter = Scatter::new(system, stages);
        let solver = analyse(system, &scatter)?;
        Ok(Newton {
            work: Workspace::new(system, &scatter),
            factors: Reuse::new(&solver.statistics(), &TangentSize::new(system, stages)),
            updates: Broyden::new(system, &scatter.dofs),
            history: Vec::with_capacity(tolerances.max_iterations + 1),
            iteration: 0,
            first_that_counts: 0,
            correction: f64::INFINITY,
            size: f64::INFINITY,
            unfactored: false,
            scatter,
            solver,
            tolerances,
        })
    }

    /// A new iteration from the increments in the workspace.
    pub fn begin<S: Integrator>(&mut self, step: &Step<S>) {
        let Tolerances {
            relative,
            max_iterations,
        } = self.tolerances;
        self.history.clear();
        self.iteration = 0;
        self.first_that_counts = 0;
        self.correction = f64::INFINITY;
        self.updates.forget();
        criterion::find_noise(step.system, &mut self.work, step.dt);
        self.factors.begin_step(step.dt, relative, max_iterations);
    }

    /// Moves the nodes to the iterate and finds the residuals there. They alone decide; the tangent is built only when it is
    /// needed, or surely will be. The error is a node that would turn too far.
    pub fn residual<S: Integrator>(&mut self, step: &Step<S>) -> Result<(), StepError> {
        self.check_turns(step)?;
        self.work.move_nodes(step.system, step.scheme.stages());
        self.unfactored = self.iteration == 0 && !self.factors.usable();
        self.assemble(step, self.unfactored);
        Ok(())
    }

    /// Judges the residuals.
    pub fn judge(&mut self, system: &System) -> Judgement {
        let Tolerances {
            relative,
            max_iterations,
        } = self.tolerances;
        let residual = self.measure(system);
        let small = LARGEST_FLOOR.max(STANDING * relative);
        let floor = relative * residual <= small && self.correction <= NEGLIGIBLE;
        // A prediction that happens to fit is still worth one correction, else its error adds up with one sign.
        let exact = relative * residual <= f64::EPSILON;
        self.factors.observe(residual);
        if residual <= 1.0 && (exact || self.iteration > 0) {
            return Judgement::Converged;
        }
        if floor && stands_still(&self.history[self.first_that_counts..]) {
            return Judgement::AtRoundOff;
        }
        if self.iteration == max_iterations {
            return Judgement::Failed(self.too_many());
        }
        if residual > 1.0 && self.factors.made_worse() {
            return Judgement::Worse;
        }
        if !residual.is_finite() || residual > DIVERGED * self.history[0].residual.max(1.0) {
            self.factors.forget();
            return Judgement::Failed(StepError::Diverged);
        }
        Judgement::Open
    }

    /// Judges an iterate that has no residual because a node would turn too far.
    pub fn judge_turn(&self, error: StepError) -> Judgement {
        match self.factors.kept() {
            true => Judgement::Worse,
            false => Judgement::Failed(error),
        }
    }

    /// Makes factors of the tangent at the iterate, unless those at hand will do.
    pub fn tangent<S: Integrator>(&mut self, step: &Step<S>) -> Result<(), StepError> {
        if self.factors.usable() {
            self.factors.count_iteration();
            return Ok(());
        }
        if !self.unfactored {
            self.assemble(step, true);
        }
        let kept = self.factors.kept();
        self.factors.forget();
        self.updates.forget();
        // Corrections with other factors say nothing about how these converge.
        self.correction = f64::INFINITY;
        if kept {
            self.first_that_counts = self.history.len().saturating_sub(1);
        }
        self.unfactored = false;
        self.factor(step.system)?;
        self.factors.renew(step.dt);
        Ok(())
    }

    /// Factors of other equations will not do.
    pub fn forget_factors(&mut self) {
        self.factors.forget();
        self.updates.forget();
        self.unfactored = false;
    }

    /// Solves for the correction.
    pub fn solve(&mut self) -> Result<(), StepError> {
        if !self.solve_with(!self.factors.kept()) {
            self.factors.forget();
            return Err(StepError::Diverged);
        }
        match self.factors.profit_from_updates() {
            true => {
                self.updates.improve(&mut self.work.correction);
                self.updates.remember(&self.work.correction);
            }
            false => self.updates.forget(),
        }
        if !self.factors.is_loose() && !self.factors.makes_every() {
            self.size = self.updates.size(&self.work.correction);
        }
        Ok(())
    }

    /// Corrects the iterate, and predicts strains for the next tangent.
    pub fn correct<S: Integrator>(&mut self, step: &Step<S>) {
        self.work.predict_strains(step.system, &self.scatter.dofs);
        self.correction = self.apply(step);
    }

    /// Undoes the last correction, which kept factors have made useless, and asks for a tangent of its own for every iteration
    /// that follows in this step.
    pub fn take_back<S: Integrator>(&mut self, step: &Step<S>) {
        for x in &mut self.work.correction {
            *x = -*x;
        }
        self.apply(step);
        self.work.prediction.forget();
        self.updates.forget();
        self.first_that_counts = self.history.len();
        self.factors.distrust();
    }

    /// Goes on to the next iterate, if there may be one more.
    pub fn count(&mut self) -> Result<(), StepError> {
        self.iteration += 1;
        match self.iteration > self.tolerances.max_iterations {
            true => Err(self.too_many()),
            false => Ok(()),
        }
    }

    /// More corrections with the last factorisation. The step has converged; they take the rest of the residual down to round-off,
    /// which keeps invariants over 10^5 steps (the remainders of Newton iterations have a sign). With factors of the last iterate
    /// one does it. What kept factors leave in soft directions is hidden in the residuals behind the round-off of stiff ones, but
    /// not in the corrections: they go on until what the next one would do is nothing beside the step (nw.5).
    pub fn polish<S: Integrator>(&mut self, step: &Step<S>) {
        // A tolerance far above round-off is taken at its word.
        if self.iteration == 0 || self.factors.is_loose() {
            return;
        }
        if self.factors.makes_every() {
            if self.solve_with(!self.factors.kept()) {
                self.apply(step);
                self.work.move_nodes(step.system, step.scheme.stages());
            }
            return;
        }
        let whole = self.step_size(step);
        let enough = self.factors.enough(LEFT * whole);
        let (mut before, mut stood) = (self.size, false);
        let mut size = before;
        for k in 0..MOST_MORE {
            if k > 0 {
                self.assemble(step, false);
            }
            if !self.solve_with(k == 0 && !self.factors.kept()) {
                return;
            }
            self.updates.improve(&mut self.work.correction);
            size = self.updates.size(&self.work.correction);
            self.apply(step);
            self.work.move_nodes(step.system, step.scheme.stages());
            self.factors.count_more();
            // What would be left, if corrections go on to shrink as they do; where they do not, all is round-off.
            let shrinks = (size / before).max(QUICKEST);
            if size * shrinks <= enough {
                return;
            }
            if !(shrinks < STANDS) {
                if size <= FLOOR * whole {
                    self.factors.found_floor(size);
                    return;
                }
                if stood {
                    break;
                }
                stood = true;
            }
            self.updates.remember(&self.work.correction);
            before = size;
        }
        if !(size <= FLOOR * whole) {
            self.finish(step);
        }
    }

    /// A last correction with factors of its own, where kept ones have not gone down to round-off.
    pub fn finish<S: Integrator>(&mut self, step: &Step<S>) {
        if self.factors.is_loose() || self.factors.makes_every() || !self.factors.kept() {
            return;
        }
        self.assemble(step, true);
        self.factors.forget();
        self.updates.forget();
        if self.factor(step.system).is_err() {
            return;
        }
        self.factors.renew(step.dt);
        if self.solve_with(true) {
            self.apply(step);
            self.work.move_nodes(step.system, step.scheme.stages());
        }
    }

    /// Size of the increments of the step, as that of corrections is measured.
    fn step_size<S: Integrator>(&self, step: &Step<S>) -> f64 {
        let length = step.system.length;
        let stages = &self.work.steps[..step.scheme.stages()];
        let moved = stages.iter().flat_map(|nodes| nodes.iter());
        let squares = moved.map(|x| (x.u / length).norm_squared() + x.theta.norm_squared());
        squares.sum::<f64>().sqrt()
    }

    /// The step is made; how many iterations it took.
    pub fn end(&mut self) -> usize {
        if self.unfactored {
            // This tangent has taken the place of the one that the factors at hand belong to.
            self.factors.forget();
        }
        self.factors.end_step();
        self.iteration
    }

    /// Largest gap of a constraint, relative to its scale.
    pub fn largest_gap(&self, system: &System) -> f64 {
        let mut largest: f64 = 0.0;
        for info in &system.constraint_info {
            for row in info.row_indices() {
                let gap = self.work.residual[self.scatter.dofs.multiplier(row, 0)];
                largest = largest.max(gap.abs() / system.row_scales[row]);
            }
        }
        largest
    }

    /// Residuals of the iterate, and the tangent if wanted.
    pub(super) fn assemble<S: Integrator>(&mut self, step: &Step<S>, tangent: bool) {
        let (system, state, scheme) = (step.system, step.state, &step.scheme);
        self.work
            .assemble(system, &self.scatter, state, scheme, step.dt, tangent);
    }

    /// Largest residual in units of its tolerance, which the history keeps.
    pub(super) fn measure(&mut self, system: &System) -> f64 {
        let (dofs, relative) = (&self.scatter.dofs, self.tolerances.relative);
        let (residual, worst) = criterion::judge(system, dofs, &mut self.work, relative);
        self.history.push(NewtonIteration {
            residual,
            correction: self.correction,
            worst,
        });
        residual
    }

    /// Factors of the tangent at hand.
    pub(super) fn factor(&mut self, system: &System) -> Result<(), StepError> {
        let made = self.solver.factor(&self.work.values);
        made.map_err(|error| {
            let what = match error {
                FactorError::Singular { unknown, .. } => {
                    system.describe(&self.scatter.dofs, unknown)
                }
                _ => "an equation that is not a number".to_string(),
            };
            StepError::Singular { what }
        })
    }

    /// The correction that the factors at hand give; whether there is one. Own factors belong to the tangent at hand, so that the
    /// solution can be checked and refined: near singular positions it must be.
    pub(super) fn solve_with(&mut self, own_factors: bool) -> bool {
        let w = &mut self.work;
        for (x, r) in w.correction.iter_mut().zip(&w.residual) {
            *x = -r;
        }
        match own_factors && !self.solver.is_trusted() {
            true => self.solver.solve(&w.values, &mut w.correction).is_ok(),
            false => self.solver.solve_unchecked(&mut w.correction).is_ok(),
        }
    }

    /// Adds the correction to the iterate; returns its size.
    pub(super) fn apply<S: Integrator>(&mut self, step: &Step<S>) -> f64 {
        let stages = step.scheme.stages();
        self.work.correct(step.system, &self.scatter.dofs, stages)
    }

    pub(super) fn check_turns<S: Integrator>(&self, step: &Step<S>) -> Result<(), StepError> {
        for (n, node) in step.system.node_indices().zip(&step.system.nodes) {
            for y in 0..step.scheme.stages() {
                if self.work.steps[y][n].theta.norm() > LARGEST_TURN {
                    let node = node.name.clone();
                    return Err(StepError::TurnTooLarge { node });
                }
            }
        }
        Ok(())
    }

    fn too_many(&mut self) -> StepError {
        self.factors.forget();
        StepError::NotConverged {
            iterations: self.tolerances.max_iterations,
        }
    }
}

/// Whether the last iterations brought nothing any more.
fn stands_still(history: &[NewtonIteration]) -> bool {
    let Some(before) = history.len().checked_sub(STANDSTILL + 1) else {
        return false;
    };
    let best = history[before].residual;
    history[before + 1..]
        .iter()
        .all(|h| h.residual > 0.5 * best)
}

/// The solver for the pattern of a system.
pub(crate) fn analyse(system: &System, scatter: &Scatter) -> Result<Solver, AnalysisError> {
    let groups = system.groups(&scatter.dofs);
    let pattern = Pattern::new(
        scatter.dofs.len(),
        scatter.column_starts.clone(),
        scatter.rows.clone(),
    )?;
    Ok(Solver::analyse(&pattern, &groups)?)
}

/// What is known about the factors, what the solver has learned, and where factors are kept, the matrix they came from.
impl Stored for Newton {
    fn store(&self, out: &mut Vec<u8>) {
        self.factors.store(out);
        let Memory {
            strict,
            strict_in_vain,
            group_of,
            merged_into,
            moved,
        } = self.solver.memory();
        strict.store(out);
        strict_in_vain.store(out);
        group_of.store(out);
        merged_into.store(out);
        moved.store(out);
        let kept = self.factors.holds() && self.solver.is_factorised();
        kept.store(out);
        if kept {
            self.work.values.store(out);
        }
    }

    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.factors.load(from)?;
        let mut memory = Memory::default();
        memory.strict.load(from)?;
        memory.strict_in_vain.load(from)?;
        memory.group_of = load_free_list(from)?;
        memory.merged_into = load_free_list(from)?;
        memory.moved = load_free_list(from)?;
        let recalled = self.solver.recall(&memory);
        recalled.map_err(|e| Misfit::new("another order of elimination", e))?;
        let mut kept = false;
        kept.load(from)?;
        if kept {
            self.work.values.load(from)?;
            // The same matrix in the same order gives the same factors.
            let made = self.solver.factor(&self.work.values);
            made.map_err(|e| Misfit::new("a regular matrix", e))?;
        }
        Ok(())
    }
}

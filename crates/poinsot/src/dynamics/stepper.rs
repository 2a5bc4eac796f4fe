//! One time step, readable from top to bottom: predict, iterate, finish, book.

use super::composition;
use super::criterion;
use super::domain::turned_over;
use super::error::{AnalysisError, NewtonIteration, StepError};
use super::evidence::Evidence;
use super::extrapolation::Extrapolation;
use super::finish::{finish, follow_coordinates};
use super::guess::Guess;
use super::ledger::Ledger;
use super::local_error::LocalError;
use super::moving_frame::MovingFrame;
use super::newton::{Judgement, Newton, Tolerances};
use super::schemes::Integrator;
use super::step::Step;
use super::step_control::Cost;
use crate::math::V3;
use crate::storage::{Bytes, Misfit, Stored};
use crate::system::{State, System};
use std::sync::Arc;

/// What a finished step says about itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepReport {
    /// Newton iterations.
    pub iterations: usize,
    /// Largest gap of a holonomic constraint at the end, relative to its scale.
    pub largest_gap: f64,
}

/// Advances the state of a system.
pub struct Stepper<S: Integrator> {
    scheme: S,
    newton: Newton,
    frame: MovingFrame,
    /// The state and the books after the last attempt.
    next: State,
    trial: Ledger,
    error: LocalError,
    past: Extrapolation,
    /// Length of the last attempt [s].
    attempted: f64,
    /// Length of the last attempt, if its error was estimated [s].
    judged: Option<f64>,
    /// Fractions of a step that are made one after the other, and what they start from (ho.1).
    parts: Vec<f64>,
    inside: Option<Box<(State, Ledger)>>,
}

impl<S: Integrator> Stepper<S> {
    /// Analyses the system once.
    pub fn new(
        system: &System,
        state: &State,
        scheme: S,
        tolerances: Tolerances,
    ) -> Result<Self, AnalysisError> {
        Ok(Stepper {
            newton: Newton::new(system, scheme.stages(), tolerances)?,
            frame: MovingFrame::new(system, &scheme),
            next: state.clone(),
            trial: Ledger::new(system, state),
            error: LocalError::new(state),
            past: Extrapolation::new(system, scheme.stages()),
            attempted: 0.0,
            judged: None,
            parts: vec![1.0],
            inside: None,
            scheme,
        })
    }

    /// Analyses a system anew that has other interactions with laws; its nodes and constraints are the same.
    pub fn renew(&mut self, system: &System) -> Result<(), AnalysisError> {
        let (stages, tolerances) = (self.scheme.stages(), self.newton.tolerances);
        let mut newton = Newton::new(system, stages, tolerances)?;
        newton.work.work_like(&self.newton.work);
        self.newton = newton;
        Ok(())
    }

    /// Constraints have changed in place: what was kept of earlier equations says nothing about those to come.
    pub fn forget(&mut self) {
        self.newton.forget_factors();
        self.past.forget();
    }

    /// The state that the last attempt has led to.
    pub fn trial(&self) -> &State {
        &self.next
    }

    /// Composes every step of parts so that it has this order, 2, 4, 6 or 8 (ho.1). The scheme must be symmetric.
    pub fn set_order(&mut self, order: u32) {
        self.parts = composition::parts(order);
    }

    /// Whether steps are made of parts.
    pub fn is_composed(&self) -> bool {
        self.parts.len() > 1
    }

    /// Advances `state` by `dt` and books the step. On failure neither is touched.
    pub fn step(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &mut Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError> {
        let report = self.attempt(system, state, ledger, dt)?;
        self.accept(state, ledger);
        Ok(report)
    }

    /// Makes a step and books it, both on trial: `state` stays as it is until [`Self::accept`]. It is lent for the
    /// time of the attempt only, in which velocities may be those in a moving frame.
    pub fn attempt(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError> {
        self.judged = None;
        self.attempted = dt;
        match self.parts.len() {
            1 => self.attempt_part(system, state, ledger, dt),
            count => {
                let inside = self.inside.take();
                let mut inside =
                    inside.unwrap_or_else(|| Box::new((state.clone(), ledger.clone())));
                inside.0.clone_from(state);
                inside.1.clone_from(ledger);
                let made = self.attempt_parts(system, &mut inside, dt, count);
                self.inside = Some(inside);
                // No round-off of times that go back and forth.
                self.next.time = state.time + dt;
                made
            }
        }
    }

    /// All parts of a step, from the state and the books inside; the last one is left on trial.
    fn attempt_parts(
        &mut self,
        system: &System,
        (state, ledger): &mut (State, Ledger),
        dt: f64,
        count: usize,
    ) -> Result<StepReport, StepError> {
        let mut whole = StepReport::default();
        for k in 0..count {
            if k > 0 {
                std::mem::swap(state, &mut self.next);
                std::mem::swap(ledger, &mut self.trial);
            }
            let part = self.parts[k] * dt;
            let report = self.attempt_part(system, state, ledger, part)?;
            whole.iterations += report.iterations;
            whole.largest_gap = whole.largest_gap.max(report.largest_gap);
        }
        Ok(whole)
    }

    fn attempt_part(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError> {
        let scheme = self.scheme.with_step(state.time, dt);
        let drift = self.frame.enter(system, state);
        let made = self.advance(&Step::new(system, state, scheme, dt), drift);
        self.frame.leave(state);
        let (iterations, numerical) = made?;
        self.book(&Step::new(system, state, scheme, dt), ledger, numerical);
        Ok(StepReport {
            iterations,
            largest_gap: self.newton.largest_gap(system),
        })
    }

    /// The step itself, in the frame that moves with `drift`: how many iterations it took, and what the scheme took out of the
    /// motion [J].
    fn advance(&mut self, step: &Step<S>, drift: V3) -> Result<(usize, f64), StepError> {
        let mut outcome = Err(StepError::Diverged);
        let mut refusal = None;
        for guess in Guess::IN_TURN {
            outcome = self.solve_from(guess, step);
            if outcome.is_ok() {
                break;
            }
            refusal = refusal.or_else(|| step.scheme.out_of_domain(step.system, &self.newton.work));
        }
        let refusal = refusal.map(|item| StepError::InsideOut { item });
        let iterations = outcome.map_err(|error| refusal.unwrap_or(error))?;
        let (work, next) = (&mut self.newton.work, &mut self.next);
        let numerical = finish(step, work, &self.frame, drift, next);
        Ok((iterations, numerical))
    }

    /// Predicts and iterates; joint coordinates must have gone where the bodies went.
    fn solve_from(&mut self, guess: Guess, step: &Step<S>) -> Result<usize, StepError> {
        guess.predict(step, &mut self.past, &mut self.newton.work);
        let iterations = match guess {
            Guess::Prediction | Guess::Start => self.iterate(step)?,
            Guess::StartInSmallBites => self.newton.iterate_in_small_bites(step)?,
        };
        follow_coordinates(step, &self.newton.work, &mut self.next)?;
        match turned_over(step.system, &self.newton.work.ends[0]) {
            Some(item) => Err(StepError::InsideOut { item }),
            None => Ok(iterations),
        }
    }

    /// Newton's iteration: residual, judgement, tangent, solution, correction. Returns how many it took.
    fn iterate(&mut self, step: &Step<S>) -> Result<usize, StepError> {
        let newton = &mut self.newton;
        newton.begin(step);
        loop {
            let judgement = match newton.residual(step) {
                Ok(()) => newton.judge(step.system),
                Err(turn) => newton.judge_turn(turn),
            };
            match judgement {
                Judgement::Open => {
                    newton.tangent(step)?;
                    newton.solve()?;
                    newton.correct(step);
                }
                Judgement::Worse => newton.take_back(step),
                Judgement::Converged => {
                    newton.polish(step);
                    return Ok(newton.end());
                }
                Judgement::AtRoundOff => {
                    newton.finish(step);
                    return Ok(newton.end());
                }
                Judgement::Failed(error) => return Err(error),
            }
            newton.count()?;
        }
    }

    /// Books the step that was made, in the world.
    fn book(&mut self, step: &Step<S>, ledger: &Ledger, numerical: f64) {
        let work = &self.newton.work;
        let round_off = criterion::energy_noise(step.system, &self.newton.scatter.dofs, work);
        self.trial.clone_from(ledger);
        self.trial
            .book(step, work, &self.next, numerical, round_off);
    }

    /// Makes the last attempt the state, and its books the books.
    pub fn accept(&mut self, state: &mut State, ledger: &mut Ledger) {
        // Parts of a step have lengths of their own.
        if !self.is_composed() {
            let work = &self.newton.work;
            let (start, steps, multipliers) = (&work.start, &work.steps, &work.multipliers);
            self.past.accept(start, steps, multipliers, self.attempted);
        }
        std::mem::swap(state, &mut self.next);
        ledger.clone_from(&self.trial);
        if let Some(dt) = self.judged.take() {
            self.error.accept(dt);
        }
    }

    /// What the last attempt cost, (sc.1) to (sc.4); `state` and `ledger` are those before it. Energies are measured by the
    /// scale of the books, but not by less than `least_energy` [J].
    pub fn cost(
        &mut self,
        system: &System,
        state: &State,
        ledger: &Ledger,
        dt: f64,
        least_energy: f64,
    ) -> Cost {
        let scheme = self.scheme.with_step(state.time, dt);
        let drift = self.frame.velocity(system, state);
        self.judged = Some(dt);
        let (next, trial) = (&self.next, &self.trial);
        let taken = trial.balance().numerical_dissipation - ledger.balance().numerical_dissipation;
        // Below round-off of the energies a loss means nothing.
        let taken = (taken.abs() - 10.0 * trial.round_off()).max(0.0);
        // Without a law, what is left over is not what the scheme took.
        let loss = if scheme.promises().energy && taken > 0.0 {
            taken / trial.energy_scale().max(least_energy)
        } else {
            0.0
        };
        let [error, smooth_error] = self
            .error
            .estimate(system, &scheme, state, next, &drift, dt);
        Cost {
            error,
            smooth_error,
            loss,
        }
    }

    /// Forgets what earlier steps told about errors: `state` holds the accelerations of a fresh start, and its velocities if
    /// they have `jumped`.
    pub fn restart(&mut self, state: &State, jumped: bool) {
        self.error.restart(state, jumped);
        self.past.forget();
    }

    /// Shares the work among this many threads where there is enough of it. Results are the same to the last bit.
    pub fn set_threads(&mut self, threads: usize) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = (threads > 1).then(|| pool.build().ok()).flatten();
        self.newton.work.set_threads(pool.map(Arc::new));
    }

    /// Whether tangents have predicted stresses in their geometric part (nw.2); they do, unless this turns it off for comparison.
    pub fn set_prediction(&mut self, wanted: bool) {
        self.newton.work.set_prediction(wanted);
    }

    /// The scheme.
    pub fn scheme(&self) -> &S {
        &self.scheme
    }

    /// The iterations of the last attempt, the equation with the largest residual in words.
    pub fn history(&self, system: &System) -> Vec<(NewtonIteration, String)> {
        let dofs = &self.newton.scatter.dofs;
        let history = self.newton.history.iter();
        history
            .map(|h| (*h, system.describe(dofs, h.worst)))
            .collect()
    }

    /// What the last attempt, which failed, says about why.
    pub fn evidence(&self, system: &System, state: &State) -> Evidence {
        Evidence::of(&self.newton, system, state)
    }

    /// Size and quality of the factorisation.
    pub fn statistics(&self) -> poinsot_lu::Statistics {
        self.newton.solver.statistics()
    }
}

/// What the next step depends on beside the state and the books: the past of the error estimate, and what the iteration
/// remembers.
impl<S: Integrator> Stored for Stepper<S> {
    fn store(&self, out: &mut Vec<u8>) {
        self.error.store(out);
        self.past.store(out);
        self.newton.store(out);
    }

    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.judged = None;
        self.error.load(from)?;
        self.past.load(from)?;
        self.newton.load(from)
    }
}

//! One time step, readable from top to bottom.

mod evidence;

pub use evidence::Evidence;

use super::assemble::{Workspace, node_start};
use super::error::{AnalysisError, NewtonIteration, StepError};
use super::line_search;
use super::local_error::LocalError;
use super::newton::{self, Tolerances};
use super::reuse::{Reuse, TangentSize};
use super::schemes::Scheme;
use super::step_control::Cost;
use crate::dynamics::ledger::Ledger;
use crate::math::{V3, cayley};
use crate::mechanics::node::{NodeIncrement, NodeKind, NodeVelocity};
use crate::storage::{Bytes, Misfit, Stored, load_free_list};
use crate::system::{GROUND, Scatter, Sort, State, System, coordinate_followed, coordinate_rate};
use poinsot_lu::{Memory, Pattern, Solver};
use std::sync::Arc;

/// What a finished step says about itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepReport {
    /// Newton iterations.
    pub iterations: usize,
    /// Largest gap of a holonomic constraint at the end, relative to its scale.
    pub largest_gap: f64,
}

/// Where an iteration begins, and how it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guess {
    /// At the predicted end of the step.
    Prediction,
    /// At the start of the step.
    Start,
    /// At the start of the step, with corrections that are shortened as needed.
    StartInSmallBites,
}

/// Advances the state of a system.
pub struct Stepper<S: Scheme> {
    scheme: S,
    scatter: Scatter,
    solver: Solver,
    work: Workspace,
    tolerances: Tolerances,
    /// The state and the books after the last attempt.
    next: State,
    trial: Ledger,
    error: LocalError,
    /// Length of the last attempt, if its error was estimated [s].
    judged: Option<f64>,
    /// Velocities of the start while a step works in a moving frame.
    saved: Vec<V3>,
    history: Vec<NewtonIteration>,
    factors: Reuse,
    /// Nothing is tied to the ground, so any inertial frame will do.
    free: bool,
    total_mass: f64,
}

impl<S: Scheme> Stepper<S> {
    /// Analyses the system once.
    pub fn new(
        system: &System,
        state: &State,
        scheme: S,
        tolerances: Tolerances,
    ) -> Result<Self, AnalysisError> {
        let scatter = Scatter::new(system, scheme.stages());
        let solver = analyse(system, &scatter)?;
        let lists = system.constraint_info.iter().map(|i| &i.nodes);
        let forces = system.force_info.iter().map(|i| &i.nodes);
        let tied = lists.chain(forces).any(|nodes| nodes.contains(&GROUND))
            || system
                .constraint_info
                .iter()
                .any(|i| i.owner.sort == Sort::Rolling);
        Ok(Stepper {
            work: Workspace::new(system, &scatter),
            next: state.clone(),
            trial: Ledger::new(system, state),
            error: LocalError::new(state),
            judged: None,
            saved: vec![V3::zeros(); system.nodes.len()],
            history: Vec::with_capacity(tolerances.max_iterations + 1),
            factors: Reuse::new(
                &solver.statistics(),
                &TangentSize::new(system, scheme.stages()),
            ),
            free: !tied,
            total_mass: system.nodes.iter().map(|n| n.mass).sum(),
            scheme,
            scatter,
            solver,
            tolerances,
        })
    }

    /// Shares the work among this many threads where there is enough of it. Results are the same to the last bit.
    pub fn set_threads(&mut self, threads: usize) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = (threads > 1).then(|| pool.build().ok()).flatten();
        self.work.set_threads(pool.map(Arc::new));
    }

    /// The scheme.
    pub fn scheme(&self) -> &S {
        &self.scheme
    }

    /// The iterations of the last attempt, the equation with the largest residual in words.
    pub fn history(&self, system: &System) -> Vec<(NewtonIteration, String)> {
        self.history
            .iter()
            .map(|h| (*h, system.describe(&self.scatter.dofs, h.worst)))
            .collect()
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
        let scheme = self.scheme.with_step(state.time, dt);
        let drift = self.drift(system, state);
        for n in 0..system.nodes.len() {
            self.saved[n] = state.velocities[n].v;
            if matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point) {
                state.velocities[n].v -= drift;
            }
        }
        let outcome = self.solve(system, state, &scheme, dt).map(|iterations| {
            let numerical = self.finish(system, state, &scheme, dt, drift);
            (iterations, numerical)
        });
        for n in 0..system.nodes.len() {
            state.velocities[n].v = self.saved[n];
        }
        let (iterations, numerical) = outcome?;
        let iv = Workspace::intervals(
            &self.work.start,
            &self.work.ends,
            system,
            &scheme,
            state.time,
            dt,
        );
        self.trial.clone_from(ledger);
        self.trial.book(
            system,
            &iv,
            &self.work.start_strains,
            &scheme,
            &self.work.multipliers,
            state,
            &self.next,
            dt,
            numerical,
            newton::energy_noise(system, &self.scatter.dofs, &self.work),
        );
        Ok(StepReport {
            iterations,
            largest_gap: self.largest_gap(system),
        })
    }

    /// Makes the last attempt the state, and its books the books.
    pub fn accept(&mut self, state: &mut State, ledger: &mut Ledger) {
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
        let drift = self.drift(system, state);
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
    }

    /// Velocity of the frame to step in.
    fn drift(&self, system: &System, state: &State) -> V3 {
        if !(self.free && self.scheme.prefers_moving_frame()) {
            return V3::zeros();
        }
        let momentum: V3 = (0..system.nodes.len())
            .map(|n| system.nodes[n].mass * state.velocities[n].v)
            .sum();
        momentum / self.total_mass
    }

    /// Newton's iteration from the prediction, and if that leads nowhere from the start of the step: where high frequencies rule,
    /// as after an impact, standing still is the better guess. The last resort are shortened corrections.
    fn solve(
        &mut self,
        system: &System,
        state: &State,
        scheme: &S,
        dt: f64,
    ) -> Result<usize, StepError> {
        self.solve_from(system, state, scheme, dt, Guess::Prediction)
            .or_else(|_| self.solve_from(system, state, scheme, dt, Guess::Start))
            .or_else(|_| self.solve_from(system, state, scheme, dt, Guess::StartInSmallBites))
    }

    fn solve_from(
        &mut self,
        system: &System,
        state: &State,
        scheme: &S,
        dt: f64,
        guess: Guess,
    ) -> Result<usize, StepError> {
        self.work.begin(system, state, scheme);
        for n in 0..system.nodes.len() {
            for y in 0..scheme.stages() {
                let start = node_start(system, &self.work.start, state, n);
                self.work.steps[y][n] = match system.kinds[n] {
                    _ if guess != Guess::Prediction => NodeIncrement::default(),
                    NodeKind::Angle => {
                        let dphi = dt * scheme.stage_fraction(y) * state.velocities[n].v.x;
                        NodeIncrement {
                            u: V3::zeros(),
                            theta: V3::new(0.0, 0.0, 2.0 * (0.5 * dphi.clamp(-2.0, 2.0)).tan()),
                        }
                    }
                    _ => scheme.predict(&start, y),
                };
            }
        }
        let (scatter, solver) = (&self.scatter, &mut self.solver);
        let (factors, work) = (&mut self.factors, &mut self.work);
        let (limits, history) = (&self.tolerances, &mut self.history);
        let iterations = if guess == Guess::StartInSmallBites {
            line_search::solve(
                system, scatter, solver, factors, work, state, scheme, dt, limits, history,
            )
        } else {
            newton::solve(
                system, scatter, solver, factors, work, state, scheme, dt, limits, history,
            )
        }?;
        self.follow_coordinates(system, state, scheme.stages())?;
        Ok(iterations)
    }

    /// Puts the joint coordinates at the end into `next`. A step that took an angle to another place than the bodies is refused.
    fn follow_coordinates(
        &mut self,
        system: &System,
        state: &State,
        stages: usize,
    ) -> Result<(), StepError> {
        let mut slot = 0;
        for joint in &system.joints {
            for c in &joint.coordinates {
                let before = state.coordinates[slot];
                for y in (0..stages).rev() {
                    let ends = &self.work.ends[y];
                    let value = coordinate_followed(c, &joint.frames, ends, before);
                    let Some(value) = value else {
                        let node = c.name.clone();
                        return Err(StepError::TurnTooLarge { node });
                    };
                    self.next.coordinates[slot] = value;
                }
                slot += 1;
            }
        }
        Ok(())
    }

    /// Fills `next` from the converged increments; returns the numerical dissipation of the motion.
    fn finish(&mut self, system: &System, state: &State, scheme: &S, dt: f64, drift: V3) -> f64 {
        let mut numerical = 0.0;
        let shift = dt * drift + self.recentre(system, state, scheme);
        let next = &mut self.next;
        next.time = state.time + dt;
        for n in 0..system.nodes.len() {
            let start = node_start(system, &self.work.start, state, n);
            let steps = [self.work.steps[0][n], self.work.steps[1][n]];
            next.poses[n] = state.poses[n];
            next.velocities[n] = state.velocities[n];
            next.accelerations[n] = state.accelerations[n];
            match system.kinds[n] {
                NodeKind::Ground => continue,
                NodeKind::Angle | NodeKind::Displacement => {
                    next.poses[n].r = self.work.ends[0][n].r;
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
            let end = scheme.finish(&start, &steps);
            next.velocities[n] = end.velocity;
            next.velocities[n].v += drift;
            next.accelerations[n] = if scheme.needs_accelerations() {
                end.acceleration
            } else {
                // The means over the last two steps predict the next one.
                let mean = NodeVelocity {
                    v: (end.velocity.v - state.velocities[n].v) / dt,
                    omega: (end.velocity.omega - state.velocities[n].omega) / dt,
                };
                [mean, state.accelerations[n][0]]
            };
            numerical += end.numerical_dissipation;
            // Back to the world frame: loads and weights work along true paths.
            for y in 0..scheme.stages() {
                let moved = scheme.stage_fraction(y) * dt * drift;
                self.work.ends[y][n].r += moved;
                self.work.ends[y][n].step.u += moved;
            }
        }
        next.multipliers.copy_from_slice(&self.work.multipliers);
        for joint in &system.joints {
            for c in &joint.coordinates {
                if let Some(n) = c.node {
                    next.velocities[n].v.x =
                        coordinate_rate(c, &joint.frames, &self.work.ends[0], &next.velocities);
                }
            }
        }
        numerical
    }

    /// Shift that keeps the mass centre of a free, unloaded system at rest in the frame that moves with it.
    ///
    /// `mp-ed` is not Galilean invariant: without loads the total momentum in this frame is zero, yet the mass centre would
    /// creep by O(dt^3) per step and carry the angular momentum about the world's origin along. A rigid shift changes no
    /// strain, no gap and no velocity. Under loads it would do work, so then the creep stays and the ledger shows it.
    fn recentre(&self, system: &System, state: &State, scheme: &S) -> V3 {
        if !(self.free && scheme.prefers_moving_frame()) {
            return V3::zeros();
        }
        let (mut momentum, mut size, mut creep) = (V3::zeros(), 0.0, V3::zeros());
        for n in 0..system.nodes.len() {
            let mass = system.nodes[n].mass;
            if mass == 0.0 {
                continue;
            }
            let start = node_start(system, &self.work.start, state, n);
            let steps = [self.work.steps[0][n], self.work.steps[1][n]];
            let v = scheme.finish(&start, &steps).velocity.v;
            momentum += mass * v;
            size += mass * v.norm();
            creep += mass * steps[0].u;
        }
        // Momentum at round-off of its parts is no momentum.
        if momentum.norm() <= 1e-10 * size {
            -creep / self.total_mass
        } else {
            V3::zeros()
        }
    }

    fn largest_gap(&self, system: &System) -> f64 {
        let mut largest: f64 = 0.0;
        for info in &system.constraint_info {
            for row in info.first_row..info.first_row + info.rows {
                let gap = self.work.residual[self.scatter.dofs.multiplier(row, 0)];
                largest = largest.max(gap.abs() / system.row_scales[row]);
            }
        }
        largest
    }

    /// Size and quality of the factorisation.
    pub fn statistics(&self) -> poinsot_lu::Statistics {
        self.solver.statistics()
    }
}

/// What the next step depends on beside the state and the books: the past of the error estimate, what is known about the
/// factors, what the solver has learned, and where factors are kept, the matrix they came from.
impl<S: Scheme> Stored for Stepper<S> {
    fn store(&self, out: &mut Vec<u8>) {
        self.error.store(out);
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
        let kept = self.factors.holds(self.tolerances.relative) && self.solver.is_factorised();
        kept.store(out);
        if kept {
            self.work.values.store(out);
        }
    }

    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.judged = None;
        self.error.load(from)?;
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

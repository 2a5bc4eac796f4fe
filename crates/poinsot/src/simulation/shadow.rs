//! A second course of the same run with steps twice as long, to see what local errors come to (sc.6), (sc.7).
//!
//! The estimate of a single step says little about where the run ends: errors cancel over a swing, are forgotten by what is damped,
//! count for nothing where motions are prescribed, and fall faster than estimated where a scheme is of higher order than
//! promised; errors of velocities, which no estimate from positions sees, add to them. So the run is accompanied by one whose
//! steps are pairs of its own. For a scheme of second order a third of their distance is the error.

use super::engine::Engine;
use crate::dynamics::AnalysisError;
use crate::mechanics::node::NodeKind;
use crate::model::schemes::Family;
use crate::model::{Run, Scheme};
use crate::results::ledger::Ledger;
use crate::storage::{Bytes, Misfit, Stored, stored};
use crate::system::{State, System, carry_over};

/// Times at which a run learns from its second course.
const LOOKS: f64 = 16.0;
/// Pairs of steps before anything is learned.
const LEAST_PAIRS: usize = 4;
/// Error of the steps over their distance to steps twice as long: `1/(2^2 - 1)` for second order.
const RICHARDSON: f64 = 1.0 / 3.0;
/// Part of the accuracy that is meant to be used up; the rest is for what shows only later.
const AIM: f64 = 0.7;
/// Errors of velocities go on to move positions, so that errors may grow faster than the time: with this power of it more.
const GROWTH: f64 = 0.25;
/// Bounds of the error of a run over the sum of its estimates.
const FACTOR: [f64; 2] = [0.01, 10.0];
/// Bounds of what a step may use over its share by time.
const BUDGET: [f64; 2] = [0.25, 4.0];
/// Estimates below this part of what is allowed say nothing.
const SILENT: f64 = 1e-3;

/// What the second course has shown so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Experience {
    /// Error of the run over the sum of the estimates.
    factor: f64,
    /// Error up to where the second course was last set on the first.
    spent: f64,
    /// Sum of the estimates since then.
    sum: f64,
    /// Largest error seen since then, and how often it was looked at.
    seen: f64,
    pairs: usize,
    /// Length of the first step of a pair [s].
    pending: Option<f64>,
    /// The second course could not follow.
    lost: bool,
    /// When something was last learned [s].
    learned: f64,
}

stored!(Experience {
    factor,
    spent,
    sum,
    seen,
    pairs,
    pending,
    lost,
    learned
});

impl Experience {
    fn new() -> Self {
        Experience {
            factor: 1.0,
            ..Experience::default()
        }
    }

    /// Estimated error of the run up to now, relative to the size of the model and in radians.
    pub fn error(&self) -> f64 {
        let unseen = match self.lost || self.pairs == 0 {
            true => self.factor * self.sum,
            false => 0.0,
        };
        self.spent + self.seen.max(unseen)
    }

    /// What the estimate of the next step is multiplied by: with what it comes to at the end, in units of the share of what is
    /// left (sc.7).
    pub fn weight(&self, accuracy: f64, time: f64, duration: f64) -> f64 {
        let left = (1.0 - self.error() / (AIM * accuracy)).max(0.0);
        let rest = (1.0 - time / duration).max(f64::EPSILON);
        let grown = (duration / time).clamp(1.0, LOOKS).powf(GROWTH);
        let [least, most] = BUDGET;
        self.factor * grown / (AIM * (left / rest).clamp(least, most))
    }

    /// Learns what estimates come to, if there is something to be learned.
    fn learn(&mut self, time: f64, accuracy: f64) {
        self.learned = time;
        if self.lost || self.pairs < LEAST_PAIRS || self.sum <= SILENT * accuracy / LOOKS {
            return;
        }
        let ratio = self.seen / self.sum;
        let [least, most] = FACTOR;
        // Trust grows slowly and is lost at once.
        let new = ratio.max((self.factor * ratio).sqrt());
        self.factor = new.clamp(least, most);
    }

    /// The second course begins anew where the first one is.
    fn begin_anew(&mut self) {
        *self = Experience {
            factor: self.factor,
            spent: self.error(),
            learned: self.learned,
            ..Experience::default()
        };
    }
}

/// The second course.
pub(super) struct Shadow {
    engine: Box<dyn Engine>,
    state: State,
    ledger: Ledger,
    pub experience: Experience,
    accuracy: f64,
    duration: f64,
    /// Bounds of what an estimate counts.
    bounds: [f64; 2],
}

impl Shadow {
    /// Beside a run of a model that is about to start.
    pub fn new(
        engine: Box<dyn Engine>,
        system: &System,
        state: &State,
        run: &Run,
        accuracy: f64,
    ) -> Self {
        Shadow {
            engine,
            state: state.clone(),
            ledger: Ledger::new(system, state),
            experience: Experience::new(),
            accuracy,
            duration: run.duration,
            bounds: bounds(&run.scheme, !system.flexible.is_empty()),
        }
    }

    /// The system has other pairs of shapes than those `before`.
    pub fn renew(&mut self, system: &System, before: &[[u32; 2]]) -> Result<(), AnalysisError> {
        carry_over(&system.contacts, before, &mut self.state);
        self.engine.renew(system)
    }

    /// Constraints of the system have changed in place.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// A step of the run has led to `state`.
    pub fn follow(&mut self, system: &System, state: &State, dt: f64, estimate: f64) {
        self.experience.sum += estimate;
        if !self.experience.lost {
            match self.experience.pending.take() {
                None => self.experience.pending = Some(dt),
                Some(first) => self.make_pair(system, state, first + dt),
            }
        }
        if state.time - self.experience.learned >= self.duration / LOOKS {
            self.experience.learn(state.time, self.accuracy);
            if self.experience.lost {
                self.begin_anew(state);
            }
        }
    }

    /// Where it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Sets the second course on the first: wherever that takes a turn that steps twice as long would cut.
    pub fn begin_anew(&mut self, state: &State) {
        self.experience.begin_anew();
        self.state.clone_from(state);
    }

    /// What the next step's estimate counts.
    pub fn weight(&self, time: f64) -> f64 {
        let weight = self.experience.weight(self.accuracy, time, self.duration);
        weight.clamp(self.bounds[0], self.bounds[1])
    }

    fn make_pair(&mut self, system: &System, state: &State, dt: f64) {
        let made = self
            .engine
            .attempt(system, &mut self.state, &self.ledger, dt);
        if made.is_err() {
            // Too long for its iteration: for a while the estimates alone must do.
            self.experience.lost = true;
            return;
        }
        self.engine.accept(&mut self.state, &mut self.ledger);
        self.state.time = state.time;
        let error = RICHARDSON * distance(system, &self.state, state);
        let e = &mut self.experience;
        e.seen = e.seen.max(error);
        e.pairs += 1;
    }
}

/// The way itself follows from the model.
impl Stored for Shadow {
    fn store(&self, out: &mut Vec<u8>) {
        let Shadow {
            engine,
            state,
            ledger,
            experience,
            accuracy: _,
            duration: _,
            bounds: _,
        } = self;
        state.store(out);
        ledger.store(out);
        experience.store(out);
        engine.store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.state.load(from)?;
        self.ledger.load(from)?;
        self.experience.load(from)?;
        self.engine.load(from)
    }
}

/// Bounds of what an estimate counts (sc.7).
fn bounds(scheme: &Scheme, flexible: bool) -> [f64; 2] {
    // What steps that are too long set vibrating would never come to rest again.
    let keeps_vibrations = match scheme.definition().family {
        Family::Preserving => true,
        Family::Decaying => scheme.rho_inf().is_some_and(|rho_inf| rho_inf >= 1.0),
        // Accelerations of this family belong to the length of a step, and steps that change cost more than they gain.
        Family::Accelerations => return [1.0, 1.0],
    };
    match keeps_vibrations && flexible {
        true => [1.0, f64::INFINITY],
        false => [0.0, f64::INFINITY],
    }
}

/// Largest difference of two states: of positions relative to the size of the model, of rotations in radians.
fn distance(system: &System, a: &State, b: &State) -> f64 {
    let mut largest = 0.0f64;
    for n in system.node_indices() {
        if !matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point) {
            continue;
        }
        let (a, b) = (&a.poses[n], &b.poses[n]);
        let shift = (a.r - b.r).norm() / system.length;
        let turn = (a.q.inverse() * b.q).angle();
        largest = largest.max(shift).max(turn);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Error over accuracy of a run whose errors grow by `truth` times the estimates, or whose errors of velocities do.
    fn run(truth: f64, velocities: bool) -> f64 {
        let (accuracy, duration) = (1e-3, 1.0);
        let mut e = Experience::new();
        let (mut time, mut error, mut velocity) = (0.0, 0.0, 0.0);
        while time < duration {
            let dt: f64 = 1e-3;
            // Steps of the length at which the control aims have this estimate.
            let share = accuracy * dt / duration;
            let estimate = 0.6 * share / e.weight(accuracy, time, duration);
            e.sum += estimate;
            match velocities {
                true => {
                    velocity += truth * estimate / duration;
                    error += velocity * dt;
                }
                false => error += truth * estimate,
            }
            time += dt;
            e.seen = error;
            e.pairs += 1;
            if time - e.learned >= duration / LOOKS {
                e.learn(time, accuracy);
            }
        }
        assert_eq!(e.error(), error);
        error / accuracy
    }

    #[test]
    fn what_is_allowed_is_used_whatever_the_estimates_are_worth() {
        for truth in [0.01, 0.1, 1.0, 10.0] {
            let error = run(truth, false);
            assert!((0.45..0.75).contains(&error), "{truth}: {error}");
        }
        for truth in [0.1, 1.0, 10.0] {
            let error = run(truth, true);
            assert!((0.45..1.4).contains(&error), "{truth}: {error}");
        }
    }
}

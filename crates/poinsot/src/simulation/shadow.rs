//! A second course of the same run with steps twice as long, to see what local errors come to (sc.6), (sc.7).
//!
//! The estimate of a single step says little about where the run ends: errors cancel over a swing, are forgotten by what is damped,
//! count for nothing where motions are prescribed, and fall faster than estimated where a scheme is of higher order than
//! promised; errors of velocities, which no estimate from positions sees, add to them. So the run is accompanied, window by
//! window, by one whose steps are pairs of its own. For a scheme of second order a third of their distance is the error.

use super::engine::Engine;
use crate::checkpoint::{Bytes, Misfit, Stored, stored};
use crate::mechanics::node::NodeKind;
use crate::results::ledger::Ledger;
use crate::system::{State, System};

/// Windows into which a run is divided. Every second one is accompanied, and the first.
const WINDOWS: f64 = 16.0;
/// Pairs of steps in a window, at least.
const LEAST_PAIRS: usize = 4;
/// Error of the steps over their distance to steps twice as long: `1/(2^2 - 1)` for second order.
const RICHARDSON: f64 = 1.0 / 3.0;
/// Part of the accuracy that is meant to be used up; the rest is for what the windows do not show.
const AIM: f64 = 0.8;
/// Bounds of the error of a run over the sum of its estimates.
const FACTOR: [f64; 2] = [0.01, 10.0];
/// Bounds of what a step may use over its share by time.
const BUDGET: [f64; 2] = [0.25, 4.0];
/// Estimates below this part of the share of a window say nothing.
const SILENT: f64 = 1e-3;

/// What windows have shown so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Experience {
    /// Error of a stretch of the run over the sum of the estimates in it.
    factor: f64,
    /// Error of the windows that are over, one added to the other.
    spent: f64,
    /// When this window began [s], and its number.
    began: f64,
    window: usize,
    /// Sum of the estimates in this window.
    sum: f64,
    /// Largest error seen in it, and how often it was looked at.
    seen: f64,
    pairs: usize,
    /// Length of the first step of a pair [s].
    pending: Option<f64>,
    /// The steps of this window are accompanied.
    active: bool,
}

stored!(Experience {
    factor,
    spent,
    began,
    window,
    sum,
    seen,
    pairs,
    pending,
    active
});

impl Experience {
    fn new() -> Self {
        Experience {
            factor: 1.0,
            active: true,
            ..Experience::default()
        }
    }

    /// Estimated error of the run up to now, relative to the size of the model and in radians.
    pub fn error(&self) -> f64 {
        let now = match self.active && self.pairs > 0 {
            true => self.seen,
            false => self.factor * self.sum,
        };
        self.spent + now
    }

    /// What the estimate of the next step is multiplied by: with what it comes to at the end, in units of the share of what is
    /// left (sc.7).
    pub fn weight(&self, accuracy: f64, time: f64, duration: f64) -> f64 {
        let left = (1.0 - self.error() / (AIM * accuracy)).max(0.0);
        let rest = (1.0 - time / duration).max(f64::EPSILON);
        let [least, most] = BUDGET;
        self.factor / (AIM * (left / rest).clamp(least, most))
    }

    /// Whether the window that a time belongs to is over.
    fn is_over(&self, time: f64, duration: f64) -> bool {
        let long = time - self.began >= duration / WINDOWS;
        long && (!self.active || self.pairs >= LEAST_PAIRS)
    }

    /// Learns from the window and begins the next one.
    fn close(&mut self, time: f64, accuracy: f64, duration: f64) {
        let share = accuracy * (time - self.began) / duration;
        if self.active && self.pairs >= LEAST_PAIRS && self.sum > SILENT * share {
            let ratio = self.seen / self.sum;
            let [least, most] = FACTOR;
            // Trust grows slowly and is lost at once.
            let new = ratio.max((self.factor * ratio).sqrt());
            self.factor = new.clamp(least, most);
        }
        *self = Experience {
            factor: self.factor,
            spent: self.error(),
            began: time,
            window: self.window + 1,
            active: !self.active || self.window == 0,
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
}

impl Shadow {
    /// Beside a run that is about to start.
    pub fn new(
        engine: Box<dyn Engine>,
        system: &System,
        state: &State,
        accuracy: f64,
        duration: f64,
    ) -> Self {
        Shadow {
            engine,
            state: state.clone(),
            ledger: Ledger::new(system, state),
            experience: Experience::new(),
            accuracy,
            duration,
        }
    }

    /// A step of the run has led to `state`.
    pub fn follow(&mut self, system: &System, state: &State, dt: f64, estimate: f64) {
        let e = &mut self.experience;
        e.sum += estimate;
        if e.active {
            match e.pending.take() {
                None => e.pending = Some(dt),
                Some(first) => self.make_pair(system, state, first + dt),
            }
        }
        if self.experience.is_over(state.time, self.duration) {
            self.begin_window(state);
        }
    }

    /// Begins a window: after the one before, and wherever the run is set on a new course.
    pub fn begin_window(&mut self, state: &State) {
        self.experience
            .close(state.time, self.accuracy, self.duration);
        if self.experience.active {
            self.state.clone_from(state);
        }
    }

    /// What the next step's estimate counts.
    pub fn weight(&self, time: f64) -> f64 {
        self.experience.weight(self.accuracy, time, self.duration)
    }

    fn make_pair(&mut self, system: &System, state: &State, dt: f64) {
        let made = self
            .engine
            .attempt(system, &mut self.state, &self.ledger, dt);
        if made.is_err() {
            // Too long for its iteration: this window is left to the estimates alone.
            self.experience.active = false;
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

/// Largest difference of two states: of positions relative to the size of the model, of rotations in radians.
fn distance(system: &System, a: &State, b: &State) -> f64 {
    let mut largest = 0.0f64;
    for n in 0..system.nodes.len() {
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

    /// Windows of a run whose errors are `truth` times the sum of the estimates: all of the aim is used.
    fn run(truth: f64) -> (f64, f64) {
        let (accuracy, duration) = (1e-3, 1.0);
        let mut e = Experience::new();
        let (mut time, mut error) = (0.0, 0.0);
        while time < duration {
            let dt: f64 = 1e-3;
            // Steps of the length that is just allowed have this estimate.
            let estimate = accuracy * dt / (duration * e.weight(accuracy, time, duration));
            e.sum += estimate;
            error += truth * estimate;
            time += dt;
            if e.active {
                e.seen += truth * estimate;
                e.pairs += 1;
            }
            if e.is_over(time, duration) {
                e.close(time, accuracy, duration);
            }
        }
        (error / accuracy, e.error() / accuracy)
    }

    #[test]
    fn what_is_allowed_is_used_whatever_the_estimates_are_worth() {
        for truth in [0.1, 0.3, 1.0, 3.0] {
            let (error, seen) = run(truth);
            assert!((0.5..=0.9).contains(&error), "{truth}: {error} {seen}");
            assert!((0.5..=0.9).contains(&seen), "{truth}: {error} {seen}");
        }
        // Beyond trust and budget: still better than the share by time.
        assert!(run(0.004).0 > 0.02);
    }
}

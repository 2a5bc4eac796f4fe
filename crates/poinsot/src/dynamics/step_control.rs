//! How long the next step may be (sc.3) to (sc.5).
//!
//! A fixed step is only cut when its iteration fails, and grows back. An adaptive one is judged after it was made and
//! before it counts: by its local error and by the energy the scheme took out. Both may use up the accuracy in proportion to
//! the time the step covers, so that over the whole run they add up to it.

use crate::model::Run;
use crate::storage::{Bytes, Misfit, Stored, stored};

/// After this many good steps a cut fixed step is doubled again.
const GROW_AFTER: usize = 5;
/// Part of what is allowed at which to aim, so that a step a little worse than the last one passes.
const TARGET: f64 = 0.6;
/// Lengths that differ by no more than this part are one.
const SAME: f64 = 1e-6;
/// Largest growth from one step to the next.
const GROW: f64 = 2.0;
/// Bounds of shrinking at once: an error far above what is allowed says little about how much smaller the step must be.
const SHRINK: [f64; 2] = [0.1, 0.8];
/// Error per time falls with the square of the step for schemes of second order.
const ERROR_POWER: f64 = 1.0 / 2.0;
/// Loss per time of the energy-decaying schemes falls with the third power.
const LOSS_POWER: f64 = 1.0 / 3.0;
/// Weights of this error and of the last one in the choice of the next step (a PI controller): an error that falls lets
/// the step grow more slowly than the error alone would, which calms the zeros of the estimate of a swinging system.
const PRESENT: f64 = 0.7;
const PAST: f64 = 0.4;
/// A step shorter than this part of what is allowed was held by a time at which it had to end.
const HELD: f64 = 0.98;
/// Where a prescribed velocity jumps, the errors per time cannot be small. The step that takes the jump may use this part
/// of the accuracy of the whole run instead.
const JUMP_SHARE: f64 = 0.01;
/// Parts of the accuracy of the whole run that any step may use, however short it is: for its error, and for the energy
/// it takes. Behind a corner a step inherits what the step before left, such as velocities of stiff parts that follow the
/// motion late, and pays for it the same whatever its own length. If what is allowed fell in proportion to the step, steps
/// would shrink for ever there. Ten thousand steps that short may lose twice the energy asked for, and err by a tenth more.
const LEAST_SHARE: [f64; 2] = [1e-5, 1e-4];

/// Part of the accuracy of the whole run that a step may lose of the energy if a shorter one loses no less: it has inherited
/// that from the step before, as velocities off the constraints, and pays for it whatever its length.
const INHERITED: f64 = 0.05;
/// A loss that falls by less than this when the step is shortened is inherited; of its own it would fall with the fourth power.
const STUCK: f64 = 0.8;

/// What a step used up, relative to what the whole run may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Local error: of positions relative to the length of the model, of rotations in radians.
    pub error: f64,
    /// What it would be if the motion were smooth: what to expect of the next step.
    pub smooth_error: f64,
    /// Energy taken (or given) by the scheme relative to the scale of the energies.
    pub loss: f64,
}

/// Why a step does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// Its local error.
    #[default]
    Error,
    /// Its numerical dissipation.
    Dissipation,
}

impl Stored for Reason {
    fn store(&self, out: &mut Vec<u8>) {
        (*self == Reason::Dissipation).store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let mut dissipation = false;
        dissipation.load(from)?;
        *self = match dissipation {
            true => Reason::Dissipation,
            false => Reason::Error,
        };
        Ok(())
    }
}

/// What becomes of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It counts.
    Accept,
    /// It is made again, shorter.
    Repeat(Reason),
    /// It would have to be shorter than the shortest step.
    GiveUp {
        /// What was too large.
        reason: Reason,
        /// How many times too large.
        excess: f64,
    },
}

/// Chooses the lengths of steps.
#[derive(Clone, Debug)]
pub struct StepControl {
    accuracy: Option<f64>,
    duration: f64,
    dt_min: f64,
    dt_max: f64,
    /// Longest step that may be tried next [s].
    allowed: f64,
    /// Good steps since the last one that was cut (fixed step).
    good: usize,
    /// Cost of the last step in units of what it was allowed.
    last: f64,
    /// The last attempt was repeated: no growth right after it.
    repeated: bool,
    /// What was too large in the attempts at this step so far, and how many times.
    pressed: Option<(Reason, f64)>,
    /// The next step takes a jump of a prescribed velocity.
    jump: bool,
    /// What the error of a step counts: its estimate comes to more or less at the end of the run (sc.7).
    weight: f64,
    /// Loss of the last attempt at this step, if there was one.
    lost: Option<f64>,
}

stored!(StepControl {
    accuracy,
    duration,
    dt_min,
    dt_max,
    allowed,
    good,
    last,
    repeated,
    pressed,
    jump,
    weight,
    lost
});

impl StepControl {
    /// As the model says.
    pub fn new(run: &Run) -> Self {
        StepControl {
            accuracy: run.accuracy,
            duration: run.duration,
            dt_min: run.dt_min,
            dt_max: match run.accuracy {
                Some(_) => run.dt_max,
                None => run.dt,
            },
            allowed: run.dt,
            good: 0,
            last: TARGET,
            repeated: false,
            pressed: None,
            jump: false,
            weight: 1.0,
            lost: None,
        }
    }

    /// From now on the error of a step counts so many times its estimate.
    pub fn weigh(&mut self, weight: f64) {
        self.weight = weight;
    }

    /// Whether steps are judged.
    pub fn adaptive(&self) -> bool {
        self.accuracy.is_some()
    }

    /// The next step towards a time that is `left` away, and whether it gets there. The way is divided evenly, so that no
    /// sliver is left at its end.
    pub fn next(&self, left: f64) -> (f64, bool) {
        let pieces = (left / self.allowed - 1e-6).ceil().max(1.0);
        (left / pieces, pieces == 1.0)
    }

    /// The next step of those that are all meant to have the length `whole`: times are rounded, but the steps between them
    /// need not be, and a scheme that averages adds up what they differ by.
    pub fn next_of(&self, left: f64, whole: f64) -> (f64, bool) {
        match (left - whole).abs() <= SAME * whole {
            true => self.next(whole),
            false => self.next(left),
        }
    }

    /// The iteration of a step failed; `false` if there is no shorter one.
    pub fn cut(&mut self, dt: f64) -> bool {
        self.good = 0;
        self.repeated = true;
        self.allowed = 0.5 * dt;
        self.long_enough()
    }

    /// Whether a step of the allowed length may be tried. A damaged checkpoint can bring any shortest step: halving ends all the same.
    fn long_enough(&self) -> bool {
        self.allowed.is_finite() && self.allowed >= self.dt_min.max(f64::MIN_POSITIVE)
    }

    /// What made the steps short that were tried from here, if it was their cost, and how many times it was too large.
    pub fn pressed(&self) -> Option<(Reason, f64)> {
        self.pressed
    }

    /// A load has a corner here, or a prescribed motion one (`jump`).
    pub fn corner(&mut self, jump: bool) {
        self.last = TARGET;
        self.jump |= jump;
    }

    /// Whether the step that is being made takes a jump.
    pub fn at_jump(&self) -> bool {
        self.jump
    }

    /// Judges a step of a fixed length: it counts.
    pub fn count(&mut self) {
        self.good += 1;
        if self.good >= GROW_AFTER && self.allowed < self.dt_max {
            self.allowed = (2.0 * self.allowed).min(self.dt_max);
            self.good = 0;
        }
    }

    /// Judges a step by what it cost.
    pub fn judge(&mut self, dt: f64, cost: &Cost) -> Verdict {
        let Some(accuracy) = self.accuracy else {
            self.count();
            return Verdict::Accept;
        };
        let [for_error, for_loss] = LEAST_SHARE.map(|least| (dt / self.duration).max(least));
        let stuck = self
            .lost
            .is_some_and(|lost| lost > 0.0 && cost.loss > STUCK * lost);
        let for_loss = match stuck {
            true => for_loss.max(INHERITED),
            false => for_loss,
        };
        self.lost = Some(cost.loss);
        let share = match self.jump {
            true => JUMP_SHARE,
            false => for_error / self.weight,
        };
        // (sc.3), (sc.4) in units of what is allowed.
        let error = cost.error / (accuracy * share);
        let loss = match self.jump {
            true => 0.0,
            false => cost.loss / (accuracy * for_loss),
        };
        let (excess, reason) = if error.is_nan() || error >= loss {
            (error, Reason::Error)
        } else {
            (loss, Reason::Dissipation)
        };
        let smooth = cost.smooth_error / (accuracy * share);
        let wanted = |error: f64, present: f64, past: f64| {
            let by = |cost: f64, power: f64| {
                (TARGET / cost).powf(present * power) * (self.last / TARGET).powf(past * power)
            };
            by(error, ERROR_POWER).min(by(loss, LOSS_POWER))
        };
        // What is not a number is not accepted.
        if excess > 1.0 || excess.is_nan() {
            let factor = wanted(error, 1.0, 0.0);
            let [least, most] = SHRINK;
            self.allowed = dt * factor.max(least).min(most);
            self.repeated = true;
            self.pressed = Some((reason, excess));
            return if self.long_enough() {
                Verdict::Repeat(reason)
            } else {
                Verdict::GiveUp { reason, excess }
            };
        }
        let most = if self.repeated { 1.0 } else { GROW };
        // (sc.5). A step that was short only to end at a wanted time does not make the next one short.
        let longest = self.allowed.max(most * dt).min(self.dt_max);
        // Nor does the past calm a step that was shorter than allowed: it would stay at that length for good.
        let past = match dt < HELD * self.allowed {
            true => 0.0,
            false => PAST,
        };
        self.allowed =
            (dt * wanted(smooth, PRESENT, past)).clamp(self.dt_min.min(longest), longest);
        self.last = smooth.max(loss).clamp(1e-3, 1.0);
        self.repeated = false;
        self.pressed = None;
        self.lost = None;
        self.jump = false;
        Verdict::Accept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control() -> StepControl {
        StepControl::new(&Run {
            accuracy: Some(1e-3),
            duration: 10.0,
            dt: 0.01,
            dt_min: 1e-6,
            dt_max: 0.5,
            ..Run::default()
        })
    }

    /// Steps of a problem whose error is `c dt^3`: the controller finds the step that just passes, and stays there.
    #[test]
    fn the_step_settles_where_the_error_allows() {
        let mut control = control();
        let c = 3.0;
        // c dt^3 = accuracy dt/duration
        let best = (1e-3f64 / 10.0 / c).sqrt();
        let (mut rejected, mut dt) = (0, 0.0);
        for _ in 0..60 {
            (dt, _) = control.next(1e3);
            let cost = Cost {
                error: c * dt.powi(3),
                smooth_error: c * dt.powi(3),
                loss: 0.0,
            };
            if control.judge(dt, &cost) != Verdict::Accept {
                rejected += 1;
            }
        }
        assert!(dt > 0.7 * best && dt < best, "{dt} of {best}");
        assert!(rejected <= 2, "{rejected}");
    }

    /// Whatever shortest step a damaged checkpoint brings, halving comes to an end.
    #[test]
    fn cutting_ends_with_any_shortest_step() {
        for dt_min in [0.0, -1.0, f64::NEG_INFINITY, f64::NAN, 1e-320] {
            for first in [0.01, 1e300, f64::INFINITY, f64::NAN, -1.0, 0.0] {
                let mut control = control();
                (control.dt_min, control.allowed) = (dt_min, first);
                let cuts = (0..3000).take_while(|_| {
                    let (dt, _) = control.next(10.0);
                    control.cut(dt)
                });
                assert!(cuts.count() < 1100, "dt_min {dt_min}, first {first}");
            }
        }
    }

    #[test]
    fn ways_are_divided_evenly() {
        let control = control();
        assert_eq!(control.next(0.01), (0.01, true));
        assert_eq!(control.next(0.010000000001), (0.010000000001, true));
        assert_eq!(control.next(0.011), (0.0055, false));
        assert_eq!(control.next_of(0.010000000001, 0.01), (0.01, true));
        assert_eq!(control.next_of(0.005, 0.01), (0.005, true));
    }

    /// A cost that does not fall with the step, as behind a corner, is taken once it is small enough for any step.
    #[test]
    fn a_small_cost_of_any_step_is_taken() {
        let mut control = control();
        let cost = |part: f64| Cost {
            error: 0.0,
            smooth_error: 0.0,
            loss: part * 1e-3 * LEAST_SHARE[1],
        };
        assert_eq!(control.judge(1e-5, &cost(0.9)), Verdict::Accept);
        let verdict = control.judge(1e-5, &cost(1.1));
        assert_eq!(verdict, Verdict::Repeat(Reason::Dissipation));
        // What a shorter step loses no less was inherited, and is taken as long as it is no great part of the accuracy.
        assert_eq!(control.judge(5e-6, &cost(1.1)), Verdict::Accept);
        let large = cost(2.0 * INHERITED / LEAST_SHARE[1]);
        for dt in [4e-6, 2e-6] {
            assert_ne!(control.judge(dt, &large), Verdict::Accept);
        }
    }

    #[test]
    fn nonsense_is_never_accepted() {
        let mut control = control();
        let cost = Cost {
            error: f64::NAN,
            smooth_error: f64::NAN,
            loss: 0.0,
        };
        assert_eq!(control.judge(0.01, &cost), Verdict::Repeat(Reason::Error));
        let large = Cost {
            error: 1.0,
            smooth_error: 1.0,
            // In units of what a step this short may use, more than the error.
            loss: 50.0,
        };
        let verdict = control.judge(2e-6, &large);
        assert!(matches!(
            verdict,
            Verdict::GiveUp {
                reason: Reason::Dissipation,
                ..
            }
        ));
    }

    #[test]
    fn a_short_step_to_a_wanted_time_does_not_shorten_the_next() {
        let mut control = control();
        let (dt, last) = control.next(1e-5);
        assert!(last);
        let cost = Cost {
            error: 0.0,
            smooth_error: 0.0,
            loss: 0.0,
        };
        assert_eq!(control.judge(dt, &cost), Verdict::Accept);
        assert_eq!(control.next(1e3).0, 0.01);
    }
}

//! How a run ended, and what it says about itself.

use super::advance::Rejected;
use crate::dynamics::Diagnosis;
use crate::dynamics::schemes::Promises;
use crate::dynamics::{NewtonIteration, Reason, StepError};
use crate::results::ledger::Balance;
use crate::system::Opened;
use crate::system::REMOVED_ADVICE;
use std::fmt;

/// A ledger that does not close is put down to the tolerance of the iteration if that is looser than this.
pub(super) const LOOSE: f64 = 1e-9;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// At the end time.
    Complete,
    /// Because the observer said so.
    Stopped,
    /// Because a step failed or the ledger did not close.
    Failed(Failure),
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// A step did not converge, whatever its size.
    Step {
        /// Time at its start [s].
        time: f64,
        /// Its number.
        step: usize,
        /// The last step size tried [s].
        dt: f64,
        /// What went wrong.
        error: StepError,
        /// Iterations of the last attempt with the worst equation of each.
        history: Vec<(NewtonIteration, String)>,
        /// The likeliest cause.
        diagnosis: Box<Diagnosis>,
    },
    /// The energy ledger does not close.
    Ledger {
        /// Time [s].
        time: f64,
        /// Its number.
        step: usize,
        /// Gap [J].
        gap: f64,
        /// What is allowed [J].
        limit: f64,
        /// Relative tolerance of the iteration.
        tolerance: f64,
    },
    /// The accuracy asked for is out of reach.
    Accuracy {
        /// Time at the start of the step [s].
        time: f64,
        /// Its number.
        step: usize,
        /// The last step size tried [s].
        dt: f64,
        /// What was too large.
        reason: Reason,
        /// How many times too large.
        excess: f64,
    },
    /// Round-off of the places and lengths of the model works as much as its forces.
    Coarse {
        /// Time [s].
        time: f64,
        /// Its number.
        step: usize,
        /// Work of round-off [J].
        gap: f64,
        /// Scale of the energies [J].
        scale: f64,
    },
    /// A constraint that was removed as redundant has opened.
    Opened {
        /// Time [s].
        time: f64,
        /// Its number.
        step: usize,
        /// Which one.
        opened: Box<Opened>,
    },
    /// The energy has run away.
    RunAway {
        /// Time [s].
        time: f64,
        /// Its number.
        step: usize,
        /// Kinetic energy [J].
        kinetic: f64,
        /// All energy that was ever there or supplied [J].
        supplied: f64,
    },
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Step {
                time,
                step,
                dt,
                error,
                history,
                diagnosis,
            } => {
                writeln!(f, "step {step} at t = {time:.6} s failed: {error}")?;
                writeln!(
                    f,
                    "  the last attempt, with a step of {dt:.3e} s, the shortest allowed (`dt_min`):"
                )?;
                if !history.is_empty() {
                    writeln!(
                        f,
                        "  iteration  residual/tolerance  correction  worst equation"
                    )?;
                }
                for (k, (h, worst)) in history.iter().enumerate() {
                    writeln!(
                        f,
                        "  {k:9}  {:18.3e}  {:10.3e}  {worst}",
                        h.residual, h.correction
                    )?;
                }
                write!(f, "  {diagnosis}")
            }
            Failure::Accuracy {
                time,
                step,
                dt,
                reason,
                excess,
            } => {
                let what = match reason {
                    Reason::Error => "the local error",
                    Reason::Dissipation => "the energy dissipated by the scheme",
                };
                write!(
                    f,
                    "step {step} at t = {time:.6} s does not reach the requested accuracy: with {dt:.3e} s, {what} is still {excess:.1} \
                     times too large\n  try: scheme \"ed\" if another was used; a larger `accuracy`; a smaller `dt_min`; check what \
                     jumps there: a jump of velocity inside a formula is not anticipated, one in a table or a pulse \
                     is"
                )
            }
            Failure::RunAway {
                time,
                step,
                kinetic,
                supplied,
            } => write!(
                f,
                "the energy diverges at t = {time:.6} s, step {step}: {kinetic:.3e} J of kinetic energy, although only {supplied:.3e} J were \
                 ever there\n  try: scheme \"ep\" or \"ed\", which cannot gain energy, or a smaller `dt`"
            ),
            Failure::Coarse {
                time,
                step,
                gap,
                scale,
            } => write!(
                f,
                "the model is badly scaled: at t = {time:.6} s, step {step}, round-off in its positions and lengths has done \
                 {gap:.3e} J of work, against energies of {scale:.3e} J\n  try: draw it near the origin; replace what is very long or far away, \
                 such as a distance joint to a far point by one that keeps the direction (prismatic, planar)"
            ),
            Failure::Opened { time, step, opened } => write!(
                f,
                "the model comes apart at t = {time:.6} s, step {step}: {opened}\n  {REMOVED_ADVICE}"
            ),
            Failure::Ledger {
                time,
                step,
                gap,
                limit,
                tolerance,
            } => {
                let advice = match *tolerance > LOOSE {
                    true => format!(
                        "with a `tolerance` of {tolerance:e} in [run] the iteration leaves too large a residual, and the remainders of all \
                         steps add up: try {LOOSE:e} or leave it out"
                    ),
                    false => "this should not happen with a converged step; try a smaller `tolerance` in [run], and please report \
                              the model"
                        .to_string(),
                };
                write!(
                    f,
                    "the energy ledger does not close at t = {time:.6} s, step {step}: gap {gap:.3e} J, allowed {limit:.3e} J\n  \
                     {advice}"
                )
            }
        }
    }
}

/// What a run says at its end.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Time reached [s].
    pub time: f64,
    /// Steps made.
    pub steps: usize,
    /// Newton iterations made.
    pub iterations: usize,
    /// Attempts whose iteration failed and that were repeated with a smaller step.
    pub cuts: usize,
    /// How often stops were hit.
    pub impacts: usize,
    /// Which joints have left their lines, and when, in words.
    pub left: Vec<String>,
    /// Steps that were not accurate enough and were repeated with a smaller step.
    pub rejected: Rejected,
    /// Shortest and longest step [s]; `None` if there was none.
    pub steps_between: Option<[f64; 2]>,
    /// Books at the start.
    pub start: Balance,
    /// Books at the end.
    pub finish: Balance,
    /// Scale of the energies [J].
    pub energy_scale: f64,
    /// Largest gap of the energy ledger at any step [J].
    pub largest_energy_gap: f64,
    /// Largest gap of a joint at any step, relative to the size of the model.
    pub largest_joint_gap: f64,
    /// Largest rise of the energy in one step that no work explains [J].
    pub largest_rise: f64,
    /// With `accuracy`: error of positions, relative to the size of the model, and of rotations [rad] at the end, as steps of twice
    /// the length show it.
    pub estimated_error: Option<f64>,
    /// What the scheme promises.
    pub promises: Promises,
    /// The first step at which the ledger did not close, if the run was told to go on.
    pub open_ledger: Option<Failure>,
}

impl Outcome {
    /// Steps and what became of attempts in one line; `None` if every attempt was good and all steps were meant to be equal.
    pub fn steps_line(&self) -> Option<String> {
        let rejected = self.rejected;
        let mut parts = vec![format!("{} steps", self.steps)];
        for (count, why) in [
            (rejected.error, "rejected by error"),
            (rejected.dissipation, "rejected by dissipation"),
            (self.cuts, "cut by Newton"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {why}"));
            }
        }
        let [low, high] = self.steps_between?;
        let error = match self.estimated_error {
            Some(error) => format!("; error about {error:.1e}"),
            None => String::new(),
        };
        // Steps of a fixed length differ by round-off only.
        if parts.len() == 1 && high < 1.01 * low && error.is_empty() {
            return None;
        }
        Some(format!(
            "{}; dt {low:.1e} .. {high:.1e} s{error}",
            parts.join(", ")
        ))
    }

    /// The numbers that results keep about the run, by name.
    pub fn facts(&self) -> Vec<(&'static str, f64)> {
        let mut facts = vec![
            ("start_energy", self.start.total_energy()),
            ("end_energy", self.finish.total_energy()),
            ("numerical_dissipation", self.finish.numerical_dissipation),
            ("largest_energy_gap", self.largest_energy_gap),
            ("largest_joint_gap", self.largest_joint_gap),
            ("repeated_steps", self.cuts as f64),
            ("rejected_steps", self.rejected.total() as f64),
            ("rejected_by_error", self.rejected.error as f64),
            ("rejected_by_dissipation", self.rejected.dissipation as f64),
        ];
        facts.extend(self.estimated_error.map(|e| ("estimated_error", e)));
        facts
    }

    /// The energy ledger in one line.
    pub fn ledger_line(&self) -> String {
        let (s, e) = (&self.start, &self.finish);
        let mut line = format!(
            "energy  start {:.6} J   end {:.6} J",
            s.total_energy(),
            e.total_energy()
        );
        let work = e.loads + e.motors + e.prescribed;
        for (name, value) in [
            ("work", work),
            ("damped", e.physical_dissipation),
            ("lost in contact", e.contact_dissipation),
            ("friction", e.friction_dissipation),
            ("numerical loss", e.numerical_dissipation),
        ] {
            if value != 0.0 {
                line += &format!("   {name} {value:.4e} J");
            }
        }
        if self.impacts > 0 {
            line += &format!("   impacts {}", self.impacts);
        }
        if self.promises.energy {
            line += &format!("   ledger gap {:.1e} J", self.largest_energy_gap);
        } else {
            line += "   (this scheme has no exact ledger: the remainder counts as numerical loss)";
        }
        line
    }
}

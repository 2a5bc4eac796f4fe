//! The loop over steps, frames and corners.

use super::between::Between;
use super::diagnosis::Failed;
use super::outcome::LOOSE;
use super::stops::{Stop, Stops, Thinning, corners, lie_on_steps};
use super::{
    Control, End, Failure, LEDGER_MARGIN, LEDGER_MOST, LedgerPolicy, NOISE_MARGIN, Observer,
    Simulation, StepInfo,
};
use crate::dynamics::{
    Diagnosis, Reason, StepControl, StepError, StepReport, Verdict, build_system,
    start_accelerations,
};
use crate::model::{Model, Run};
use crate::results::{EndValues, FrameStatistics};
use crate::storage::stored;

/// A scheme that keeps no energy law has run away when the kinetic energy exceeds all energy ever supplied by this factor.
const RUN_AWAY: f64 = 1e6;

/// Round-off that does more work than this part of the energies makes results worthless, however well it is explained.
const COARSE: f64 = 1e-3;

/// Where a run stands, beside the state of its system: with both it goes on as if it had never stopped.
pub(super) struct Course {
    pub control: StepControl,
    pub stops: Stops,
    /// Frames that do not lie a whole number of steps apart.
    pub between: Option<Between>,
    pub thinning: Thinning,
    pub progress: Progress,
    /// The frame that it begins with is written.
    pub begun: bool,
}

stored!(Course {
    control,
    stops,
    between,
    thinning,
    progress,
    begun
});

impl Course {
    /// From the start of a model with these corners of functions of time.
    pub fn new(run: &Run, corners: Vec<(f64, bool)>) -> Self {
        let control = StepControl::new(run);
        let stops = match control.adaptive() {
            true => Stops::of_frames(
                run.duration,
                run.output_every.unwrap_or(run.duration),
                corners,
            ),
            false => Stops::of_steps(run.duration, run.dt, run.output_every.unwrap_or(run.dt)),
        };
        let every = run.output_every.filter(|_| !control.adaptive());
        let between = every.filter(|every| !lie_on_steps(*every, run.dt));
        Course {
            control,
            stops,
            between: between.map(|every| Between::new(run, every)),
            thinning: Thinning::default(),
            progress: Progress::default(),
            begun: false,
        }
    }

    /// Whether the end was reached.
    pub fn is_over(&self) -> bool {
        self.stops.is_over()
    }
}

/// What a run has come to so far.
#[derive(Default)]
pub(super) struct Progress {
    pub steps: usize,
    pub iterations: usize,
    pub cuts: usize,
    pub rejected: Rejected,
    /// Shortest and longest step [s].
    pub steps_between: Option<[f64; 2]>,
    pub largest_joint_gap: f64,
    /// The first step at which the ledger did not close, if the run went on.
    pub open_ledger: Option<OpenLedger>,
    /// Since the last frame.
    pub statistics: FrameStatistics,
}

stored!(Progress {
    steps,
    iterations,
    cuts,
    rejected,
    steps_between,
    largest_joint_gap,
    open_ledger,
    statistics,
});

/// A step at which the energy ledger did not close.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenLedger {
    time: f64,
    step: usize,
    gap: f64,
    limit: f64,
    tolerance: f64,
}

stored!(OpenLedger {
    time,
    step,
    gap,
    limit,
    tolerance
});

impl From<OpenLedger> for Failure {
    fn from(open: OpenLedger) -> Self {
        let OpenLedger {
            time,
            step,
            gap,
            limit,
            tolerance,
        } = open;
        Failure::Ledger {
            time,
            step,
            gap,
            limit,
            tolerance,
        }
    }
}

/// Steps that were made and then repeated with a smaller step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rejected {
    /// Because of their local error.
    pub error: usize,
    /// Because of their numerical dissipation.
    pub dissipation: usize,
}

stored!(Rejected { error, dissipation });

impl Rejected {
    /// All of them.
    pub fn total(&self) -> usize {
        self.error + self.dissipation
    }
}

impl Simulation {
    /// The way of this model, from its start.
    pub(super) fn course(model: &Model) -> Course {
        Course::new(&model.run, corners(model))
    }

    pub(super) fn advance(&mut self, observer: &mut dyn Observer) -> End {
        if !self.course.begun {
            if self.frame(observer) == Control::Stop {
                return End::Stopped;
            }
            self.course.begun = true;
            self.course.progress.statistics = FrameStatistics::default();
        }
        while let Some(stop) = self.course.stops.ahead() {
            let (info, last) = match self.step_towards(&stop) {
                Ok(made) => made,
                Err(failure) => {
                    if self.course.progress.statistics.steps > 0 {
                        self.frame(observer);
                    }
                    return End::Failed(failure);
                }
            };
            let wish = observer.step(&info);
            if self.record_between(observer) == Control::Stop {
                return End::Stopped;
            }
            let recorded = self.is_recorded(&stop, last);
            if recorded {
                if self.frame(observer) == Control::Stop {
                    return End::Stopped;
                }
                self.course.progress.statistics = FrameStatistics::default();
            }
            if last {
                self.pass(&stop);
            }
            // Here nothing is half done: what is kept now can go on.
            let wishes = [wish, observer.settled(self)];
            if wishes.contains(&Control::Stop) && !self.course.is_over() {
                if !recorded {
                    self.frame(observer);
                }
                return End::Stopped;
            }
        }
        End::Complete
    }

    /// Makes one step towards a stop and looks at what came of it. Returns whether it got there.
    pub(super) fn step_towards(&mut self, stop: &Stop) -> Result<(StepInfo, bool), Failure> {
        let mut shorter: Option<f64> = None;
        let (report, last) = loop {
            let left = stop.time - self.state.time;
            let (dt, last) = match stop.step {
                Some(whole) => self.course.control.next_of(left, whole),
                None => self.course.control.next(left),
            };
            let (dt, last) = match shorter.take() {
                Some(shorter) if shorter < dt => (shorter, false),
                _ => (dt, last),
            };
            self.keep_start_of_step(dt);
            if let Some(report) = self.make_step(dt, &mut shorter)? {
                break (report, last);
            }
        };
        if last {
            self.state.time = stop.time;
        }
        self.leave_ends();
        if let Some(failure) = self.check_removed().or_else(|| self.check_ledger()) {
            return Err(failure);
        }
        let info = StepInfo {
            time: self.state.time,
            iterations: report.iterations,
        };
        Ok((info, last))
    }

    /// The stop ahead was reached.
    pub(super) fn pass(&mut self, stop: &Stop) {
        self.course.stops.pass();
        if stop.corner {
            self.turn_corner(stop.jump);
        }
    }

    /// Whether the step just made becomes a frame. Without a wish, an adaptive run shows every step, whatever its length.
    fn is_recorded(&mut self, stop: &Stop, last: bool) -> bool {
        let run = &self.model.run;
        let between = self.course.between.as_mut();
        let met = between.is_some_and(|b| b.is_due_at(self.state.time));
        let every_step = run.accuracy.is_some() && run.output_every.is_none();
        let usual = every_step || met || (last && stop.frame);
        let end = last && stop.time == run.duration;
        match self.course.thinning.due(self.state.time) {
            Some(due) => due || end,
            None => usual,
        }
    }

    /// Tries one step; `None` if it must be repeated with a smaller one, of a length that it says or the control chooses.
    fn make_step(
        &mut self,
        dt: f64,
        shorter: &mut Option<f64>,
    ) -> Result<Option<StepReport>, Failure> {
        let least = self.least_energy();
        let attempt = self.attempt(dt);
        let Course {
            control,
            progress: run,
            ..
        } = &mut self.course;
        let report = match attempt {
            Ok(Some(report)) => report,
            Ok(None) => return Ok(None),
            Err(error) => {
                run.cuts += 1;
                run.statistics.cuts += 1;
                if control.cut(dt) {
                    return Ok(None);
                }
                let (time, step) = (self.state.time, run.steps + 1);
                let meant = match control.adaptive() {
                    true => dt.max(run.statistics.dt),
                    false => self.model.run.dt,
                };
                // A step that only its own shortness makes unsolvable was asked to be too accurate.
                return Err(match control.pressed() {
                    Some((reason, excess)) => Failure::Accuracy {
                        time,
                        step,
                        dt,
                        reason,
                        excess,
                    },
                    None => Failure::Step {
                        time,
                        step,
                        dt,
                        history: self.engine.history(&self.system),
                        diagnosis: Box::new(self.diagnose(&error, [dt, meant])),
                        error,
                    },
                });
            }
        };
        if self.course.control.adaptive()
            && let Some(to_end) = self.step_to_end(dt)
        {
            *shorter = Some(to_end);
            return Ok(None);
        }
        let Course {
            control,
            progress: run,
            ..
        } = &mut self.course;
        let jump = control.at_jump();
        let mut estimate = 0.0;
        if control.adaptive() {
            let cost = self
                .engine
                .cost(&self.system, &self.state, &self.ledger, dt, least);
            estimate = cost.error;
            match control.judge(dt, &cost) {
                Verdict::Accept => {}
                Verdict::Repeat(reason) => {
                    run.statistics.rejected += 1;
                    match reason {
                        Reason::Error => run.rejected.error += 1,
                        Reason::Dissipation => run.rejected.dissipation += 1,
                    }
                    return Ok(None);
                }
                Verdict::GiveUp { reason, excess } => {
                    return Err(Failure::Accuracy {
                        time: self.state.time,
                        step: run.steps + 1,
                        dt,
                        reason,
                        excess,
                    });
                }
            }
        } else {
            control.count();
        }
        self.engine.accept(&mut self.state, &mut self.ledger);
        let engine = &self.engine;
        let multipliers = self.state.multipliers.iter();
        self.reactions
            .push(dt, multipliers.map(|stages| engine.multiplier(*stages)));
        self.accelerations
            .push(&self.state, dt, engine.has_accelerations());
        self.turns.follow(&self.system, &self.state);
        run.count(&report, dt);
        if jump {
            self.renew_accelerations(true);
        }
        if let Some(shadow) = &mut self.shadow {
            match jump {
                true => shadow.begin_anew(&self.state),
                false => shadow.follow(&self.system, &self.state, dt, estimate),
            }
            self.course.control.weigh(shadow.weight(self.state.time));
        }
        Ok(Some(report))
    }

    /// The likeliest cause of a failure of the last attempt.
    fn diagnose(&self, error: &StepError, dt: [f64; 2]) -> Diagnosis {
        let evidence = self.engine.evidence(&self.system, &self.state);
        // Made again, since a run keeps nothing of its start; only of the same system can it tell anything.
        let first = build_system(&self.model).ok();
        let same = first.filter(|(system, ..)| system.rows == self.system.rows);
        let failed = Failed {
            model: &self.model,
            system: &self.system,
            state: &self.state,
            first: same.as_ref().map(|(_, state, _)| state),
            dt,
            error,
            evidence: &evidence,
        };
        failed.diagnosis()
    }

    /// Energy of a motion so slow that it takes the whole run to cross the model [J] (sc.4): a system that starts from rest
    /// has no scale of its own yet, and losses far below this move nothing.
    fn least_energy(&self) -> f64 {
        let mass = self.system.total_mass();
        0.5 * mass * (self.system.length / self.model.run.duration).powi(2)
    }

    /// What came before a corner says nothing about the steps after it.
    pub(super) fn turn_corner(&mut self, jump: bool) {
        self.course.control.corner(jump);
        // Where a velocity is about to jump, accelerations mean nothing before the next step.
        if !jump {
            self.renew_accelerations(false);
        }
        if let Some(shadow) = &mut self.shadow {
            shadow.begin_anew(&self.state);
        }
    }

    /// Accelerations just after this instant, to predict with and to judge the next step by. Where they cannot be had (parts
    /// without mass) the last step has to serve, and the next one looks worse than it is.
    fn renew_accelerations(&mut self, jumped: bool) {
        let mut fresh = self.state.clone();
        if start_accelerations(&self.system, &mut fresh).is_ok() {
            self.state.accelerations = fresh.accelerations;
            self.accelerations.renew(&self.state);
            self.engine.restart(&self.state, jumped);
        }
    }

    /// Reactions and accelerations at this instant, from the state alone: a step of parts has means over parts, some of which go
    /// back in time. Where they cannot be had (parts without mass) those of the last part have to serve.
    pub(super) fn renew_end_values(&mut self) {
        let mut fresh = self.state.clone();
        if start_accelerations(&self.system, &mut fresh).is_ok() {
            let multipliers = fresh.multipliers.iter().map(|m| m[0]);
            self.reactions = EndValues::new(multipliers.collect());
            self.accelerations.renew(&fresh);
        }
    }

    /// Whether the constraints that were removed as redundant are still closed.
    fn check_removed(&self) -> Option<Failure> {
        let opened = self.system.watched.opened(&self.system, &self.state)?;
        Some(Failure::Opened {
            time: self.state.time,
            step: self.course.progress.steps,
            opened: Box::new(opened),
        })
    }

    /// Whether the books still make sense.
    fn check_ledger(&mut self) -> Option<Failure> {
        let run = &mut self.course.progress;
        let (time, step) = (self.state.time, run.steps);
        let gap = self.ledger.balance().gap;
        let tolerance = self.model.run.tolerance;
        let scale = self.ledger.energy_scale();
        // (led.3): the allowance follows the tolerance only so far.
        let part = ((LEDGER_MARGIN + step as f64) * tolerance).min(LEDGER_MOST);
        let solved = part * scale + LEDGER_MARGIN * self.ledger.round_off();
        let noise = NOISE_MARGIN * self.ledger.noise();
        // With a loose tolerance gaps stay open by what the iteration leaves, and what reactions do on them is no round-off.
        let loose = tolerance > LOOSE;
        let limit = match loose {
            true => solved + noise.min(COARSE * scale),
            false => solved + noise,
        };
        let explained = gap.abs() > solved && gap.abs() <= limit;
        let coarse = explained && !loose && gap.abs() > COARSE * scale;
        if self.engine.promises().energy && coarse && self.options.ledger == LedgerPolicy::Error {
            return Some(Failure::Coarse {
                time,
                step,
                gap,
                scale,
            });
        }
        if self.engine.promises().energy && (gap.abs() > limit || gap.is_nan()) {
            let open = OpenLedger {
                time,
                step,
                gap,
                limit,
                tolerance,
            };
            if self.options.ledger == LedgerPolicy::Error {
                return Some(open.into());
            }
            run.open_ledger.get_or_insert(open);
        }
        // A scheme without an energy law can run away; then nothing that follows means anything.
        let b = self.ledger.balance();
        let supplied = self.ledger.supplied_energy();
        if !self.engine.promises().energy && b.kinetic > RUN_AWAY * supplied && supplied > 0.0 {
            return Some(Failure::RunAway {
                time,
                step,
                kinetic: b.kinetic,
                supplied,
            });
        }
        None
    }
}

impl Progress {
    /// A step was made.
    fn count(&mut self, report: &StepReport, dt: f64) {
        self.steps += 1;
        self.iterations += report.iterations;
        self.largest_joint_gap = self.largest_joint_gap.max(report.largest_gap);
        let [low, high] = self.steps_between.unwrap_or([dt, dt]);
        self.steps_between = Some([low.min(dt), high.max(dt)]);
        let s = &mut self.statistics;
        s.steps += 1;
        s.iterations += report.iterations;
        s.dt = dt;
        s.largest_gap = s.largest_gap.max(report.largest_gap);
    }
}

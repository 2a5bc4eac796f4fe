//! The facade: from a model to a finished run.

use crate::dynamics::schemes::{
    EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Promises, Scheme as SchemeRule,
};
use crate::dynamics::{
    AnalysisError, NewtonIteration, StartError, StartReport, StepError, StepReport, Stepper,
    Tolerances, prepare, start_accelerations,
};
use crate::mechanics::node::NodeKind;
use crate::model::{Model, Problem, Scheme, Severity};
use crate::results::ledger::{Balance, Ledger};
use crate::results::{EndReactions, FrameStatistics, Layout, Recorder};
use crate::system::{State, System};
use std::fmt;

/// What to do when the energy ledger does not close.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LedgerPolicy {
    /// The run fails.
    #[default]
    Error,
    /// The run goes on; the summary says so.
    Warn,
}

/// A finished step.
#[derive(Clone, Copy, Debug)]
pub struct StepInfo {
    /// Time at its end [s].
    pub time: f64,
    /// Newton iterations it took.
    pub iterations: usize,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop cleanly.
    Stop,
}

/// Sees a run go by.
pub trait Observer {
    /// A frame of results.
    fn frame(&mut self, row: &[f64]) -> Control;
    /// A finished step.
    fn step(&mut self, step: &StepInfo) -> Control;
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// At the end time.
    Complete,
    /// Because the observer said so.
    Stopped,
    /// Because a step could not be made or the ledger did not close.
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
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Step {
                time,
                step,
                dt,
                error,
                history,
            } => {
                writeln!(
                    f,
                    "step {step} at t = {time:.6} s could not be made: {error}"
                )?;
                writeln!(
                    f,
                    "  the step was cut down to {dt:.3e} s without success; last attempt:"
                )?;
                writeln!(
                    f,
                    "  iteration  residual/tolerance  correction  worst equation"
                )?;
                for (k, (h, worst)) in history.iter().enumerate() {
                    writeln!(
                        f,
                        "  {k:9}  {:18.3e}  {:10.3e}  {worst}",
                        h.residual, h.correction
                    )?;
                }
                write!(f, "  try: {}", advice(error))
            }
            Failure::Ledger {
                time,
                step,
                gap,
                limit,
            } => write!(
                f,
                "the energy ledger does not close at t = {time:.6} s, step {step}: gap {gap:.3e} J, allowed {limit:.3e} J\n  \
                 this should not happen with a converged step; try a smaller `tolerance` in [run], or go on with \
                 `--ledger warn` and please report the model"
            ),
        }
    }
}

fn advice(error: &StepError) -> &'static str {
    match error {
        StepError::NotConverged { .. } | StepError::Diverged => {
            "a smaller `dt`; scheme \"ed\" with rho_inf = 0 if another scheme was used; a look at the worst equation: a joint \
             there near a dead point, or a load there that changes faster than the step"
        }
        StepError::TurnTooLarge { .. } => {
            "a smaller `dt`, so that no body turns by more than about one radian per step"
        }
        StepError::Singular { .. } => {
            "whether something there is held by nothing (no mass) or twice (two joints that fix the same motion); \
             `poinsot check` names redundant joints"
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
    /// Attempts that failed and were repeated with a smaller step.
    pub cuts: usize,
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
    /// What the scheme promises.
    pub promises: Promises,
}

impl Outcome {
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
            ("numerical loss", e.numerical_dissipation),
        ] {
            if value != 0.0 {
                line += &format!("   {name} {value:.4e} J");
            }
        }
        if self.promises.energy {
            line += &format!("   ledger gap {:.1e} J", self.largest_energy_gap);
        } else {
            line += "   (this scheme keeps no exact ledger: what is left over counts as numerical loss)";
        }
        line
    }
}

/// A model that cannot be run.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to do when the energy ledger does not close.
    pub ledger: LedgerPolicy,
}

/// A step-maker of any scheme.
trait Engine {
    fn step(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &mut Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError>;
    fn history(&self, system: &System) -> Vec<(NewtonIteration, String)>;
    fn promises(&self) -> Promises;
    fn multiplier(&self, stages: [f64; 2]) -> f64;
    fn extrapolates_multipliers(&self) -> bool;
    fn unknowns(&self) -> usize;
}

impl<S: SchemeRule> Engine for Stepper<S> {
    fn step(
        &mut self,
        system: &System,
        state: &mut State,
        ledger: &mut Ledger,
        dt: f64,
    ) -> Result<StepReport, StepError> {
        Stepper::step(self, system, state, ledger, dt)
    }
    fn history(&self, system: &System) -> Vec<(NewtonIteration, String)> {
        Stepper::history(self, system)
    }
    fn promises(&self) -> Promises {
        self.scheme().promises()
    }
    fn multiplier(&self, stages: [f64; 2]) -> f64 {
        self.scheme().multiplier(stages)
    }
    fn extrapolates_multipliers(&self) -> bool {
        self.scheme().extrapolates_multipliers()
    }
    fn unknowns(&self) -> usize {
        self.statistics().unknowns
    }
}

/// A model ready to run.
pub struct Simulation {
    model: Model,
    system: System,
    state: State,
    engine: Box<dyn Engine>,
    ledger: Ledger,
    recorder: Recorder,
    reactions: EndReactions,
    start: StartReport,
    options: Options,
}

/// The energy gap may exceed the Newton tolerance, relative to the energy scale, by this factor and by the number of steps. A
/// residual of the size of the tolerance in one equation changes the energy by that fraction of its work per step; with small
/// steps the iteration stops at nearly the same residual every time, so these changes add up with one sign.
pub const LEDGER_MARGIN: f64 = 1e3;

/// After this many good steps a cut step is doubled again.
const GROW_AFTER: usize = 5;

impl Simulation {
    /// Builds the system, checks redundancy, makes the start consistent.
    pub fn new(model: Model, options: Options) -> Result<Self, Vec<Problem>> {
        let (mut system, mut state) = System::build(&model).map_err(|errors| {
            errors
                .into_iter()
                .map(|e| Problem {
                    severity: Severity::Error,
                    place: e.place().clone(),
                    length: 0,
                    message: e.to_string(),
                    help: String::new(),
                })
                .collect::<Vec<_>>()
        })?;
        let start = prepare(&mut system, &mut state, model.run.redundant)
            .map_err(|e| vec![start_problem(&e)])?;
        let engine = engine(&model, &system, &mut state).map_err(|p| vec![p])?;
        Ok(Simulation {
            ledger: Ledger::new(&system, &state),
            recorder: Recorder::new(&system, &state),
            reactions: EndReactions::new(&state),
            model,
            system,
            state,
            engine,
            start,
            options,
        })
    }

    /// What the results hold.
    pub fn layout(&self) -> &Layout {
        self.recorder.layout()
    }
    /// What was changed to make the start consistent.
    pub fn start_report(&self) -> &StartReport {
        &self.start
    }
    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }
    /// The state now.
    pub fn state(&self) -> &State {
        &self.state
    }
    /// The books now.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What was built, in a few lines.
    pub fn start_lines(&self) -> Vec<String> {
        let count = |kind: NodeKind| self.system.kinds.iter().filter(|k| **k == kind).count();
        let coordinates = count(NodeKind::Angle) + count(NodeKind::Displacement);
        let mut parts = Vec::new();
        for (n, one, many) in [
            (count(NodeKind::Frame), "body", "bodies"),
            (count(NodeKind::Point), "point mass", "point masses"),
            (self.system.joints.len(), "joint", "joints"),
            (coordinates, "coordinate", "coordinates"),
            (self.system.rows, "constraint", "constraints"),
        ] {
            if n > 0 {
                parts.push(format!("{n} {}", if n == 1 { one } else { many }));
            }
        }
        let mut lines = vec![format!(
            "{}   {}   {} unknowns   {}, dt {} s",
            if self.model.title.is_empty() {
                "model"
            } else {
                &self.model.title
            },
            parts.join(", "),
            self.engine.unknowns(),
            scheme_text(&self.model.run.scheme),
            self.model.run.dt
        )];
        for (name, moved, turned) in &self.start.moved {
            lines.push(format!(
                "  start: `{name}` moved by {moved:.3e} m and turned by {turned:.3e} rad onto the constraints"
            ));
        }
        for (name, v, w) in &self.start.velocities {
            lines.push(format!(
                "  start: `{name}` velocity changed by {v:.3e} m/s and {w:.3e} rad/s to respect the constraints"
            ));
        }
        for r in &self.start.removed {
            lines.push(format!("  removed: {r}"));
        }
        lines
    }

    /// Runs to the end, or until the observer says stop.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        let mut run = Progress::default();
        let end = self.advance(observer, &mut run);
        Outcome {
            end,
            time: self.state.time,
            steps: run.steps,
            iterations: run.iterations,
            cuts: run.cuts,
            start: *self.ledger.start(),
            finish: *self.ledger.balance(),
            energy_scale: self.ledger.energy_scale(),
            largest_energy_gap: self.ledger.largest_energy_gap(),
            largest_joint_gap: run.largest_joint_gap,
            largest_rise: self.ledger.largest_unexplained_rise(),
            promises: self.engine.promises(),
        }
    }

    fn frame(&mut self, observer: &mut dyn Observer, statistics: &FrameStatistics) -> Control {
        let (engine, state) = (&self.engine, &self.state);
        let reactions = &self.reactions;
        let multipliers = |row: usize| {
            if engine.extrapolates_multipliers() {
                reactions.at_end(row)
            } else {
                engine.multiplier(state.multipliers[row])
            }
        };
        let row = self.recorder.row(
            &self.system,
            state,
            &multipliers,
            self.ledger.balance(),
            statistics,
        );
        observer.frame(row)
    }

    fn advance(&mut self, observer: &mut dyn Observer, run: &mut Progress) -> End {
        let settings = self.model.run.clone();
        let every = settings.output_every.unwrap_or(settings.dt);
        let mut statistics = FrameStatistics::default();
        let mut dt_allowed = settings.dt;
        let mut good = 0;
        if self.frame(observer, &statistics) == Control::Stop {
            return End::Stopped;
        }
        let frames = (settings.duration / every - 1e-9).ceil().max(1.0) as usize;
        for frame in 1..=frames {
            let t_frame = (frame as f64 * every).min(settings.duration);
            loop {
                let left = t_frame - self.state.time;
                let pieces = (left / dt_allowed - 1e-6).ceil().max(1.0);
                let dt = left / pieces;
                match self
                    .engine
                    .step(&self.system, &mut self.state, &mut self.ledger, dt)
                {
                    Ok(report) => {
                        let engine = &self.engine;
                        self.reactions
                            .push(&self.state, dt, |stages| engine.multiplier(stages));
                        if pieces == 1.0 {
                            self.state.time = t_frame;
                        }
                        run.steps += 1;
                        run.iterations += report.iterations;
                        run.largest_joint_gap = run.largest_joint_gap.max(report.largest_gap);
                        statistics.steps += 1;
                        statistics.iterations += report.iterations;
                        statistics.dt = dt;
                        statistics.largest_gap = statistics.largest_gap.max(report.largest_gap);
                        good += 1;
                        if good >= GROW_AFTER && dt_allowed < settings.dt {
                            dt_allowed = (2.0 * dt_allowed).min(settings.dt);
                            good = 0;
                        }
                        if let Some(failure) = self.check_ledger(run.steps) {
                            self.frame(observer, &statistics);
                            return End::Failed(failure);
                        }
                        let info = StepInfo {
                            time: self.state.time,
                            iterations: report.iterations,
                        };
                        if observer.step(&info) == Control::Stop {
                            self.frame(observer, &statistics);
                            return End::Stopped;
                        }
                        if pieces == 1.0 {
                            break;
                        }
                    }
                    Err(error) => {
                        run.cuts += 1;
                        statistics.cuts += 1;
                        good = 0;
                        dt_allowed = 0.5 * dt;
                        if dt_allowed < settings.dt_min {
                            if statistics.steps > 0 {
                                self.frame(observer, &statistics);
                            }
                            return End::Failed(Failure::Step {
                                time: self.state.time,
                                step: run.steps + 1,
                                dt,
                                error,
                                history: self.engine.history(&self.system),
                            });
                        }
                    }
                }
            }
            if self.frame(observer, &statistics) == Control::Stop {
                return End::Stopped;
            }
            statistics = FrameStatistics::default();
        }
        End::Complete
    }

    fn check_ledger(&self, step: usize) -> Option<Failure> {
        let gap = self.ledger.balance().gap;
        let converged = self.model.run.tolerance * self.ledger.energy_scale();
        let limit =
            (LEDGER_MARGIN + step as f64) * converged + LEDGER_MARGIN * self.ledger.round_off();
        let open = self.engine.promises().energy && !(gap.abs() <= limit);
        (open && self.options.ledger == LedgerPolicy::Error).then(|| Failure::Ledger {
            time: self.state.time,
            step,
            gap,
            limit,
        })
    }
}

#[derive(Default)]
struct Progress {
    steps: usize,
    iterations: usize,
    cuts: usize,
    largest_joint_gap: f64,
}

fn engine(model: &Model, system: &System, state: &mut State) -> Result<Box<dyn Engine>, Problem> {
    let tolerances = Tolerances {
        relative: model.run.tolerance,
        max_iterations: model.run.max_iterations,
    };
    fn make<S: SchemeRule + 'static>(
        system: &System,
        state: &mut State,
        scheme: S,
        tolerances: Tolerances,
    ) -> Result<Box<dyn Engine>, Problem> {
        // Also gives the reactions of the first frame; a system without mass somewhere has none to give.
        let accelerations = start_accelerations(system, state);
        if let (Err(e), true) = (accelerations, scheme.needs_accelerations()) {
            return Err(start_problem(&e));
        }
        let stepper = Stepper::new(system, state, scheme, tolerances);
        let stepper = stepper.map_err(|e: AnalysisError| {
            Problem::of_file(
                format!("the equations could not be analysed: {e}"),
                "please report the model",
            )
        })?;
        Ok(Box::new(stepper))
    }
    match model.run.scheme {
        Scheme::EnergyPreserving { rotation } => {
            make(system, state, EnergyPreserving::new(rotation), tolerances)
        }
        Scheme::EnergyDecaying {
            rho_inf,
            collocation,
        } => {
            let scheme = EnergyDecaying::new(rho_inf, collocation, false);
            make(system, state, scheme, tolerances)
        }
        Scheme::MomentumPreservingDecaying {
            rho_inf,
            collocation,
        } => {
            let scheme = EnergyDecaying::new(rho_inf, collocation, true);
            make(system, state, scheme, tolerances)
        }
        Scheme::GeneralizedAlpha { rho_inf, rotation } => {
            let scheme = GeneralizedAlpha::optimal(rho_inf, rotation);
            make(system, state, scheme, tolerances)
        }
        Scheme::Hht { alpha, rotation } => make(
            system,
            state,
            GeneralizedAlpha::hht(alpha, rotation),
            tolerances,
        ),
        Scheme::Newmark {
            gamma,
            beta,
            rotation,
        } => {
            let scheme = GeneralizedAlpha::newmark(gamma, beta, rotation);
            make(system, state, scheme, tolerances)
        }
    }
}

fn scheme_text(scheme: &Scheme) -> String {
    match scheme {
        Scheme::EnergyPreserving { .. } => "energy-preserving".into(),
        Scheme::EnergyDecaying { rho_inf, .. } => format!("energy-decaying, rho_inf {rho_inf}"),
        Scheme::MomentumPreservingDecaying { rho_inf, .. } => {
            format!("momentum-preserving energy-decaying, rho_inf {rho_inf}")
        }
        Scheme::GeneralizedAlpha { rho_inf, .. } => format!("generalized-alpha, rho_inf {rho_inf}"),
        Scheme::Hht { alpha, .. } => format!("hht, alpha {alpha}"),
        Scheme::Newmark { gamma, beta, .. } => format!("newmark, gamma {gamma}, beta {beta}"),
    }
}

fn start_problem(error: &StartError) -> Problem {
    let help = match error {
        StartError::Redundant(_) => {
            "loosen one of these joints (a spherical or universal joint instead of a revolute one), or set \
             redundant = \"remove\" in [run] to drop what is repeated"
        }
        StartError::Contradictory { .. } => {
            "check the positions and frames of the items involved: as drawn they cannot be assembled"
        }
        StartError::ContradictoryRates(_) => "let only one motion drive this part of the mechanism",
        StartError::Singular(_) => "check for items without mass and for joints that fix nothing",
    };
    Problem::of_file(error.to_string(), help)
}

//! The facade: from a model to a finished run.

mod advance;
mod between;
mod by_hand;
mod change;
mod contacts;
mod copy;
mod diagnosis;
mod engine;
mod from_file;
mod history;
mod leaving;
mod memory;
mod outcome;
mod rest;
mod resume;
mod settings;
mod shadow;
mod stops;

pub use crate::dynamics::{Cause, Control, Diagnosis};
use crate::mechanics::index::RowIndex;
pub use advance::Rejected;
pub use by_hand::NoStep;
pub use change::{Change, ChangeError};
pub use outcome::{End, Failure, Outcome};
pub use resume::{ResumeError, begin_anew};
pub use settings::{SettingsError, apply_settings, settings_text};

use crate::dynamics::ledger::Ledger;
use crate::dynamics::{StartReport, build_to_move, connection_lines, parts_text};
use crate::model::{Model, Problem, Start};
use crate::results::{
    EndAccelerations, EndValues, Instant, Layout, Recorder, SensorTurns, Snapshot,
};
use crate::system::{REMOVED_ADVICE, State, System};
use advance::Course;
use between::Rows;
use contacts::Watch;
use engine::{Engine, engine};
use shadow::Shadow;

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

/// Sees a run go by.
pub trait Observer {
    /// A frame of results.
    fn frame(&mut self, row: &[f64]) -> Control;
    /// A finished step.
    fn step(&mut self, step: &StepInfo) -> Control;
    /// Between two steps, after the frame if there was one: the place to keep a [`Checkpoint`](crate::checkpoint::Checkpoint).
    fn settled(&mut self, _run: &Simulation) -> Control {
        Control::Continue
    }
}

/// How to run, beside what the model says.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What to do when the energy ledger does not close.
    pub ledger: LedgerPolicy,
    /// Threads to share the work among; results do not depend on it.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            ledger: LedgerPolicy::default(),
            threads: 1,
        }
    }
}

/// A model ready to run.
pub struct Simulation {
    model: Model,
    system: System,
    state: State,
    engine: Box<dyn Engine>,
    /// Beside a run whose steps are judged.
    shadow: Option<Shadow>,
    ledger: Ledger,
    recorder: Recorder,
    reactions: EndValues,
    accelerations: EndAccelerations,
    turns: SensorTurns,
    course: Course,
    /// Where frames fall between steps.
    rows: Option<Rows>,
    /// Which shapes may touch.
    watch: Watch,
    start: StartReport,
    /// About the equilibrium or the file that the run starts from.
    rest: Vec<String>,
    /// The start as bytes, if it came from a file.
    kept_start: Option<Vec<u8>>,
    /// What a program has changed since the start.
    changes: Vec<Change>,
    /// The model before the first of these changes.
    as_read: Option<Box<Model>>,
    options: Options,
}

/// It may be built on one thread and run on another.
const _: () = {
    const fn can_be_sent<T: Send>() {}
    can_be_sent::<Simulation>();
};

/// The energy gap may exceed the Newton tolerance, relative to the energy scale, by this factor and by the number of steps: a
/// residual of the size of the tolerance changes the energy by that fraction of its work per step.
pub const LEDGER_MARGIN: f64 = 1e3;
/// However loose the tolerance, this part of the energy scale is the most that may remain unexplained: beyond it the books say
/// nothing about the motion any more.
pub const LEDGER_MOST: f64 = 1e-2;
/// The work of round-off in single steps is known to this factor: it is a random sum of terms whose sizes are known.
pub(crate) const NOISE_MARGIN: f64 = 10.0;

impl Simulation {
    /// Builds the system, checks redundancy, makes the start consistent.
    pub fn new(model: Model, options: Options) -> Result<Self, Vec<Problem>> {
        Self::begin(model, options, None)
    }

    /// The same for a model that starts from a file, with the start that an earlier run of it has kept (see
    /// [`Simulation::start_bytes`]): the file is not looked for again, for it may be another one by now.
    pub fn with_start(model: Model, options: Options, start: &[u8]) -> Result<Self, Vec<Problem>> {
        Self::begin(model, options, Some(start))
    }

    fn begin(model: Model, options: Options, kept: Option<&[u8]>) -> Result<Self, Vec<Problem>> {
        let (system, mut state, mut start) = build_to_move(&model)?;
        let ready = model.run.start == Start::Equilibrium && model.run.start_from.is_none();
        let mut kept_start = None;
        let rest = match (&model.run.start_from, model.run.start) {
            (Some(file), _) => {
                let line = match kept {
                    Some(bytes) => from_file::load(bytes, file, &mut state, &mut start)?,
                    None => {
                        from_file::start_from_file(file, &model, &system, &mut state, &mut start)?
                    }
                };
                kept_start = Some(from_file::store(&line, &state));
                vec![line]
            }
            (None, Start::AsDrawn) => vec![],
            (None, Start::Equilibrium) => {
                rest::start_from_equilibrium(&model, &system, &mut state, &mut start)?
            }
        };
        if let Some(opened) = system.watched.opened(&system, &state) {
            let text = format!("the model comes apart at its start: {opened}");
            return Err(vec![Problem::of_file(text, REMOVED_ADVICE)]);
        }
        let (mut main, known) = engine(&model, &system, &mut state, ready)?;
        main.set_threads(options.threads);
        let shadow = match model.run.accuracy {
            Some(accuracy) => {
                let (mut second, _) = engine(&model, &system, &mut state.clone(), true)?;
                second.set_threads(options.threads);
                Some(Shadow::new(second, &system, &state, &model.run, accuracy))
            }
            None => None,
        };
        Ok(Simulation {
            ledger: Ledger::new(&system, &state),
            recorder: Recorder::of_run(&system, &state, &model.run),
            reactions: EndValues::new(state.multipliers.iter().map(|m| m[0]).collect()),
            accelerations: EndAccelerations::new(&system, &state, known),
            turns: SensorTurns::new(&system, &state),
            course: Self::course(&model),
            rows: None,
            watch: Watch::default(),
            model,
            system,
            state,
            engine: main,
            shadow,
            start,
            rest,
            kept_start,
            changes: Vec::new(),
            as_read: None,
            options,
        })
    }

    /// The state that the run starts from, if a file gave it: what it takes to begin the same run again without that file.
    pub fn start_bytes(&self) -> Option<&[u8]> {
        self.kept_start.as_deref()
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

    /// What was built, in a few lines; long lists in one line each, unless `verbose`.
    pub fn start_lines(&self, verbose: bool) -> Vec<String> {
        let system = &self.system;
        let run = &self.model.run;
        let mut lines = vec![format!(
            "{}   {}   {} unknowns   {}, {}",
            if self.model.title.is_empty() {
                "model"
            } else {
                &self.model.title
            },
            parts_text(&self.model, system),
            self.engine.unknowns(),
            self.model.run.scheme.text(),
            match run.accuracy {
                Some(accuracy) => format!("accuracy {accuracy:e}"),
                None => format!("dt {} s", run.dt),
            }
        )];
        if let Some(between) = &self.course.between {
            lines.push(format!(
                "  frames every {} s fall between the ends of steps and are interpolated",
                between.every()
            ));
        }
        lines.extend(connection_lines(&self.model, system));
        lines.extend(self.start.moved_lines(verbose));
        lines.extend(self.rest.iter().cloned());
        lines.extend(self.start.velocity_lines(verbose));
        // In equilibrium, what bears a load is penetrated by it.
        if self.state.time == 0.0 && self.rest.is_empty() {
            let stops = self.system.penetrations(&self.state);
            let line = |stop: &String| format!("  warning: {stop} at the start");
            lines.extend(stops.iter().map(line));
        }
        lines.extend(self.start.removed_lines(verbose));
        lines
    }

    /// Runs from where it stands to the end, or until the observer says stop.
    pub fn run(&mut self, observer: &mut dyn Observer) -> Outcome {
        let end = self.advance(observer);
        let run = &self.course.progress;
        Outcome {
            end,
            time: self.state.time,
            steps: run.steps,
            iterations: run.iterations,
            cuts: run.cuts,
            impacts: self.system.impacts(&self.state),
            left: self.left_lines(),
            rejected: run.rejected,
            steps_between: run.steps_between,
            start: *self.ledger.start(),
            finish: *self.ledger.balance(),
            energy_scale: self.ledger.energy_scale(),
            largest_energy_gap: self.ledger.largest_energy_gap(),
            largest_joint_gap: run.largest_joint_gap,
            largest_rise: self.ledger.largest_unexplained_rise(),
            estimated_error: self.shadow.as_ref().map(|s| s.experience.error()),
            promises: self.engine.promises(),
            open_ledger: run.open_ledger.map(Failure::from),
        }
    }

    fn frame(&mut self, observer: &mut dyn Observer) -> Control {
        observer.frame(self.row())
    }

    /// The numbers of a frame as it stands now, in the order of the [`layout`](Simulation::layout). Reactions and accelerations
    /// are those at the end of the last step, so that what was changed since then shows in the row after the next one.
    pub fn row(&mut self) -> &[f64] {
        self.record(|recorder, snapshot| recorder.row(snapshot))
    }

    /// One number of that row, by its column: cheap where few are wanted after every step, as controllers do.
    pub fn value(&mut self, column: usize) -> f64 {
        self.record(|recorder, snapshot| recorder.value(snapshot, column))
    }

    fn record<'a, T: 'a>(&'a mut self, write: impl FnOnce(&'a mut Recorder, &Snapshot) -> T) -> T {
        if self.engine.is_composed() {
            self.renew_end_values();
        }
        let rule = self.engine.reaction_rule();
        let reactions = self.reactions.at_end(rule);
        let multipliers = |row: RowIndex| reactions(row.position());
        let acceleration = self.accelerations.at_end(rule);
        let instant = Instant {
            multipliers: &multipliers,
            acceleration: &acceleration,
            turns: &self.turns,
            load_factor: 1.0,
        };
        let snapshot = Snapshot {
            system: &self.system,
            state: &self.state,
            instant: &instant,
            balance: self.ledger.balance(),
            statistics: &self.course.progress.statistics,
        };
        write(&mut self.recorder, &snapshot)
    }
}

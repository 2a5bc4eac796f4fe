//! From a model to its modes.

use super::campbell::{Campbell, sweep};
use super::{About, Family, Mode, Modes, ModesError, Reactions, Wanted, modes};
use crate::checkpoint::start_from_checkpoint;
use crate::dynamics::ledger::Ledger;
use crate::dynamics::schemes::Turning;
use crate::dynamics::{StartReport, build_to_move};
use crate::math::{V3, cayley};
use crate::mechanics::index::{NodeList, RowIndex};
use crate::mechanics::node::NodeKind;
use crate::model::{Model, ModesAbout, ModesKind, Problem};
use crate::results::{
    FrameStatistics, Instant, Layout, Reader, Recorder, SensorTurns, Snapshot, start_from_results,
};
use crate::simulation::{Control, End, LedgerPolicy, Observer, Options, Simulation, StepInfo};
use crate::statics;
use crate::system::{State, System, Unknown, coordinate_value};
use std::f64::consts::TAU;
use std::path::Path;

/// A state from a file.
struct StoredState {
    state: State,
    /// Whether it has its multipliers.
    complete: bool,
    /// That of an equilibrium.
    load_factor: Option<f64>,
}

/// A model ready for the search of modes.
pub struct Study {
    model: Model,
    system: System,
    drawn: State,
    start: StartReport,
}

impl Study {
    /// Builds the system, checks redundancy, makes the drawn state consistent.
    pub fn new(model: Model) -> Result<Self, Vec<Problem>> {
        let (system, drawn, start) = build_to_move(&model)?;
        Ok(Study {
            model,
            system,
            drawn,
            start,
        })
    }

    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }
    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }
    /// What was changed to make the drawn state consistent.
    pub fn start_report(&self) -> &StartReport {
        &self.start
    }

    /// What `[modes]` asks for.
    pub fn wanted(&self) -> Wanted {
        let settings = &self.model.modes;
        Wanted {
            count: settings.count,
            near: settings.near.map(|f| TAU * f),
            family: match settings.kind {
                ModesKind::Automatic => Family::Automatic,
                ModesKind::Real => Family::Real,
                ModesKind::Complex => Family::Complex,
            },
            ..Wanted::default()
        }
    }

    /// The state that `[modes]` names, and what to linearise about it.
    pub fn state(&self) -> Result<(State, About), ModesError> {
        let (state, about) = self.state_as_named()?;
        match self.system.watched.opened(&self.system, &state) {
            Some(opened) => Err(ModesError::Opened(Box::new(opened))),
            None => Ok((state, about)),
        }
    }

    fn state_as_named(&self) -> Result<(State, About), ModesError> {
        let turning = statics::turning(&self.model);
        let about = About {
            turning,
            ..About::default()
        };
        let frozen = About {
            turning: None,
            reactions: Reactions::OfState,
            ..about
        };
        match &self.model.modes.about {
            ModesAbout::AsDrawn => Ok((self.drawn.clone(), about)),
            ModesAbout::Equilibrium => Ok((self.at_rest(turning)?, about)),
            ModesAbout::Time(t) => Ok((self.at_time(*t)?, frozen)),
            ModesAbout::Stored { path, time } => {
                let stored = self.stored(path, *time)?;
                // Results hold no multipliers.
                let reactions = match stored.complete {
                    true => Reactions::OfState,
                    false => Reactions::Balancing,
                };
                // Equilibria in a turning frame are at rest there.
                let turning = stored.load_factor.and(turning);
                let about = About {
                    turning,
                    load_factor: stored.load_factor.unwrap_or(1.0),
                    reactions,
                };
                Ok((stored.state, about))
            }
        }
    }

    /// The equilibrium in the world or in a turning frame.
    pub(super) fn at_rest(&self, turning: Option<Turning>) -> Result<State, ModesError> {
        // The same search as that of `statics`, under the loads of the same time.
        let settings = &self.model.statics;
        let mut point = statics::equilibrium(&self.system, &self.drawn, settings, turning)?;
        point.state.time = settings.at;
        Ok(point.state)
    }

    /// Where a run is at a time: the model is run until then.
    fn at_time(&self, time: f64) -> Result<State, ModesError> {
        let mut model = self.model.clone();
        model.run.duration = time;
        model.run.dt = model.run.dt.min(time);
        let options = Options {
            ledger: LedgerPolicy::Warn,
            threads: 1,
        };
        let mut run = Simulation::new(model, options).map_err(|problems| {
            let first = problems.first().map(|p| p.message.clone());
            ModesError::Run(first.unwrap_or_default())
        })?;
        if time > 0.0
            && let End::Failed(failure) = run.run(&mut Silent).end
        {
            return Err(ModesError::Run(failure.to_string()));
        }
        Ok(run.state().clone())
    }

    /// The state of a checkpoint, with its multipliers, or of a frame of results, without.
    fn stored(&self, path: &Path, time: Option<f64>) -> Result<StoredState, ModesError> {
        let mut state = self.drawn.clone();
        let name = path.to_string_lossy();
        if name.ends_with(".checkpoint") || name.ends_with(".checkpoint.before") {
            let at = start_from_checkpoint(path, &self.system, &mut state);
            state.time = at.map_err(|e| ModesError::Stored(e.to_string()))?;
            return Ok(StoredState {
                state,
                complete: true,
                load_factor: None,
            });
        }
        let failed = |e: &dyn std::fmt::Display| ModesError::Stored(e.to_string());
        let mut reader = Reader::open(path).map_err(|e| failed(&e))?;
        let times = reader.columns(&[0]).map_err(|e| failed(&e))?;
        let nearest = time.and_then(|t| {
            let distance = |k: &usize| (times[0][*k] - t).abs();
            let full = reader.full_frames().into_iter();
            full.min_by(|a, b| distance(a).total_cmp(&distance(b)))
        });
        drop(reader);
        let at = start_from_results(path, nearest, &self.system, &mut state);
        let at = at.map_err(|e| failed(&e))?;
        state.time = at.time.unwrap_or(self.model.statics.at);
        Ok(StoredState {
            state,
            complete: false,
            load_factor: at.load_factor,
        })
    }

    /// The modes that `[modes]` asks for, and the state they belong to.
    pub fn modes(&self) -> Result<(Modes, State), ModesError> {
        let (state, about) = self.state()?;
        let found = modes(&self.system, &state, &about, &self.wanted())?;
        Ok((found, state))
    }

    /// Modes over the speed about the axis of `[turning]`, from zero up to `top` [rad/s].
    pub fn campbell(&self, top: f64, speeds: usize) -> Result<Campbell, ModesError> {
        let turning = statics::turning(&self.model).ok_or(ModesError::NoAxis)?;
        let axis = turning.omega.normalize();
        let list: Vec<f64> = (0..speeds)
            .map(|k| top * k as f64 / (speeds - 1).max(1) as f64)
            .collect();
        let frame = |speed: f64| {
            (speed > 0.0).then_some(Turning {
                omega: speed * axis,
                ..turning
            })
        };
        sweep(&self.system, &list, &self.wanted(), |speed| {
            let turning = frame(speed);
            let state = match self.model.modes.about {
                ModesAbout::Equilibrium => self.at_rest(turning)?,
                _ => self.drawn.clone(),
            };
            let about = About {
                turning,
                ..About::default()
            };
            Ok((state, about))
        })
    }

    /// Rows of results that show one period of a mode; the largest displacement is `amplitude` [m].
    pub fn animation(
        &self,
        state: &State,
        found: &Modes,
        mode: &Mode,
        amplitude: f64,
        frames: usize,
    ) -> (Layout, Vec<Vec<f64>>) {
        let mut recorder = Recorder::new(&self.system, state);
        let layout = recorder.layout().clone();
        let mut turns = SensorTurns::new(&self.system, state);
        let largest = largest_displacement(found, mode, &self.system);
        let factor = if largest > 0.0 {
            amplitude / largest
        } else {
            0.0
        };
        let period = if mode.eigenvalue.im > 0.0 {
            TAU / mode.eigenvalue.im
        } else {
            1.0
        };
        let mut rows = Vec::new();
        for frame in 0..=frames {
            let phase = TAU * frame as f64 / frames as f64;
            let (cos, sin) = (phase.cos(), phase.sin());
            let x: Vec<f64> = mode
                .shape
                .iter()
                .map(|x| factor * (x.re * cos - x.im * sin))
                .collect();
            let mut moved = displaced(&self.system, state, &found.linear.places, &x);
            moved.time = period * frame as f64 / frames as f64;
            let ledger = Ledger::new(&self.system, &moved);
            let none = |_: RowIndex| 0.0;
            let statistics = FrameStatistics::default();
            turns.follow(&self.system, &moved);
            let instant = Instant::at_rest(&none, &turns);
            let row = recorder.row(&Snapshot {
                system: &self.system,
                state: &moved,
                instant: &instant,
                balance: ledger.balance(),
                statistics: &statistics,
            });
            rows.push(row.to_vec());
        }
        (layout, rows)
    }
}

/// Largest displacement of a node in a shape.
fn largest_displacement(found: &Modes, mode: &Mode, system: &System) -> f64 {
    let mut squares = NodeList::new(0.0, system.nodes.len());
    for (place, x) in found.linear.places.iter().zip(&mode.shape) {
        if let Unknown::Node { node, slot } = *place
            && slot < 3
            && !system.kinds[node].is_coordinate()
        {
            squares[node] += x.norm_sqr();
        }
    }
    squares.iter().copied().fold(0.0, f64::max).sqrt()
}

/// A state moved by small motions of its unknowns, at rest.
pub(super) fn displaced(system: &System, state: &State, places: &[Unknown], x: &[f64]) -> State {
    let mut moved = state.clone();
    moved.velocities.fill(Default::default());
    let mut turns = NodeList::new(V3::zeros(), system.nodes.len());
    for (place, &x) in places.iter().zip(x) {
        let Unknown::Node { node, slot } = *place else {
            continue;
        };
        match system.kinds[node] {
            NodeKind::Angle | NodeKind::Displacement => moved.poses[node].r.x += x,
            _ if slot < 3 => moved.poses[node].r[slot] += x,
            _ => turns[node][slot - 3] = x,
        }
    }
    for (pose, turn) in moved.poses.iter_mut().zip(&turns) {
        if *turn != V3::zeros() {
            pose.q = cayley::quaternion(turn) * pose.q;
        }
    }
    let stages = system.stages(&moved);
    let mut k = 0;
    for joint in &system.joints {
        for c in &joint.coordinates {
            let near = moved.coordinates[k];
            moved.coordinates[k] = coordinate_value(c, &joint.frames, &stages, near);
            k += 1;
        }
    }
    moved
}

struct Silent;

impl Observer for Silent {
    fn frame(&mut self, _row: &[f64]) -> Control {
        Control::Continue
    }
    fn step(&mut self, _step: &StepInfo) -> Control {
        Control::Continue
    }
}

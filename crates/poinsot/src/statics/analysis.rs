//! From a model to a path of equilibria as rows of results.

use super::error::{StaticsError, name};
use super::path::{Path, Point};
use crate::dynamics::ledger::Ledger;
use crate::dynamics::schemes::Turning;
use crate::dynamics::{Control, StartReport, build_system, connection_lines, parts_text};
use crate::math::V3;
use crate::mechanics::index::{NodeIndex, RowIndex};
use crate::model::{Model, Problem, Vary};
use crate::results::{FrameStatistics, Instant, Layout, Recorder, SensorTurns, Snapshot, Variable};
use crate::system::{State, System};

/// How a path ended.
#[derive(Clone, Debug, PartialEq)]
pub enum PathEnd {
    /// At its end.
    Complete,
    /// After as many points as were allowed.
    Points,
    /// Because the observer said so.
    Stopped,
    /// No further point could be found.
    Failed(StaticsError),
}

/// A model ready for the search of equilibria.
pub struct Analysis {
    model: Model,
    system: System,
    state: State,
    start: StartReport,
    recorder: Recorder,
    layout: Layout,
    /// Columns of the efforts of motors, which the load factor scales.
    motors: Vec<usize>,
}

impl Analysis {
    /// Builds the system, checks redundancy, makes the start consistent.
    pub fn new(mut model: Model) -> Result<Self, Vec<Problem>> {
        model.run.redundant = model.statics.redundant.unwrap_or(model.run.redundant);
        let (system, state, start) = build_system(&model)?;
        let recorder = Recorder::of_run(&system, &state, &model.run);
        let mut layout = recorder.layout().clone();
        let vary = model.statics.vary;
        if vary == Vary::LoadFactor {
            layout.variables[0].unit = "1".into();
            layout.variables[0].description =
                "load factor of the point; the time of all loads is the same".into();
        }
        let motors = motor_columns(&layout, &model);
        layout.variables.extend([
            Variable::new(
                "load_factor",
                "1",
                "factor of weights, loads and motors",
                [],
            ),
            Variable::new(
                "unstable_directions",
                "1",
                "independent motions that lower the energy: 0 stable, NaN unknown",
                [],
            ),
        ]);
        Ok(Analysis {
            model,
            system,
            state,
            start,
            recorder,
            layout,
            motors,
        })
    }

    /// What the results hold.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
    /// The system.
    pub fn system(&self) -> &System {
        &self.system
    }
    /// The state as drawn, on the constraints.
    pub fn drawn(&self) -> &State {
        &self.state
    }
    /// What was changed to make the start consistent.
    pub fn start_report(&self) -> &StartReport {
        &self.start
    }

    /// What is done, in one line.
    pub fn start_line(&self) -> String {
        let s = &self.model.statics;
        let title = match self.model.title.is_empty() {
            true => "model",
            false => &self.model.title,
        };
        let along = match s.arc_length {
            true => ", along the arc",
            false => "",
        };
        let turning = match self.model.turning {
            Some(_) => ", in a turning frame",
            None => "",
        };
        format!(
            "{title}   equilibria, {} 0 to {}{along}{turning}",
            name(s.vary),
            s.until
        )
    }

    /// What was built, in a few lines; long lists in one line each, unless `verbose`.
    pub fn built_lines(&self, verbose: bool) -> Vec<String> {
        let (model, system) = (&self.model, &self.system);
        let mut lines = vec![
            self.start_line(),
            format!("  {}", parts_text(model, system)),
        ];
        let without = match (system.stand_ins.mass, system.stand_ins.inertia) {
            (true, _) => Some("masses"),
            (_, true) => Some("inertias"),
            _ => None,
        };
        lines.extend(without.map(|what| {
            format!("  {what} are left out: only equilibria can be computed, not runs or modes")
        }));
        lines.extend(connection_lines(model, system));
        lines.extend(self.start.moved_lines(verbose));
        lines.extend(self.start.removed_lines(verbose));
        lines
    }

    /// Follows the path; every point goes to `observe` with its row.
    pub fn run(&mut self, observe: &mut dyn FnMut(&Point, &[f64]) -> Control) -> PathEnd {
        let turning = turning(&self.model);
        let settings = self.model.statics.clone();
        let path = Path::new(&self.system, &self.state, &settings, turning);
        let mut path = match path {
            Ok(path) => path,
            Err(error) => return PathEnd::Failed(error),
        };
        let mut row = Vec::new();
        let mut last = 0.0;
        let mut turns = SensorTurns::new(&self.system, &self.state);
        while let Some(point) = path.next_point() {
            let point = match point {
                Ok(point) => point,
                Err(error) => return PathEnd::Failed(error),
            };
            last = point.parameter;
            let factor = match settings.vary {
                Vary::LoadFactor => point.parameter,
                Vary::Time => 1.0,
            };
            let ledger = Ledger::under(&self.system, &point.state, factor);
            let statistics = FrameStatistics {
                steps: 1,
                iterations: point.iterations,
                cuts: point.cuts,
                ..FrameStatistics::default()
            };
            let multipliers = |row: RowIndex| point.state.multipliers[row][0];
            turns.follow(&self.system, &point.state);
            row.clear();
            row.extend_from_slice(self.recorder.row(&Snapshot {
                system: &self.system,
                state: &point.state,
                instant: &Instant {
                    load_factor: factor,
                    ..Instant::at_rest(&multipliers, &turns)
                },
                balance: ledger.balance(),
                statistics: &statistics,
            }));
            row[0] = point.parameter;
            for &k in &self.motors {
                row[k] *= factor;
            }
            row.push(factor);
            row.push(point.unstable.map_or(f64::NAN, |n| n as f64));
            if observe(&point, &row) == Control::Stop {
                return PathEnd::Stopped;
            }
        }
        match last.abs() < settings.until {
            true => PathEnd::Points,
            false => PathEnd::Complete,
        }
    }

    /// Measures displacements from the state as drawn.
    pub fn displacements(&self) -> Displacements {
        Displacements::new(&self.system, &self.state)
    }
}

/// Where the nodes were drawn.
#[derive(Clone, Debug)]
pub struct Displacements {
    drawn: Vec<(NodeIndex, V3)>,
}

impl Displacements {
    /// Remembers where the nodes are.
    pub fn new(system: &System, state: &State) -> Self {
        let real = |n: &NodeIndex| !system.kinds[*n].is_coordinate();
        let nodes = system.node_indices().filter(real);
        Displacements {
            drawn: nodes.map(|n| (n, state.poses[n].r)).collect(),
        }
    }
    /// Largest displacement of a node [m].
    pub fn largest(&self, state: &State) -> f64 {
        let moved = |(n, r): &(NodeIndex, V3)| (state.poses[*n].r - r).norm();
        self.drawn.iter().map(moved).fold(0.0, f64::max)
    }
}

/// The turning frame of a model.
pub fn turning(model: &Model) -> Option<Turning> {
    model.turning.as_ref().map(|t| Turning {
        omega: t.angular_velocity,
        through: t.through,
    })
}

fn motor_columns(layout: &Layout, model: &Model) -> Vec<usize> {
    let mut columns = Vec::new();
    for (k, variable) in layout.variables.iter().enumerate() {
        let [axis] = variable.axes[..] else {
            continue;
        };
        let axis = &layout.axes[axis];
        if variable.name != "effort" {
            continue;
        }
        for (place, label) in axis.labels.iter().enumerate() {
            if model.motors.iter().any(|m| m.name == *label) {
                columns.push(layout.offset(k) + place);
            }
        }
    }
    columns
}

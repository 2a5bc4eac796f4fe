//! How equilibria are sought: plain data of `[statics]` and `[turning]`.

use super::types::{Place, RedundancyPolicy};
use crate::math::V3;
use std::path::PathBuf;

/// What a path of equilibria is followed along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Vary {
    /// Weights, loads and motors times a common factor; prescribed coordinates go to their values in proportion.
    #[default]
    LoadFactor,
    /// Loads and prescribed motions as their functions of time say.
    Time,
}

/// What to do where another path of equilibria branches off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Branch {
    /// Stay on the path.
    #[default]
    Follow,
    /// Leave it along the null mode.
    Switch,
}

/// How to compute equilibria.
#[derive(Clone, Debug, PartialEq)]
pub struct Statics {
    /// What changes along the path.
    pub vary: Vary,
    /// Time at which loads are taken when their factor varies [s].
    pub at: f64,
    /// Where the path ends: a factor or a time [s]. An arc-length path ends at its negative, too.
    pub until: f64,
    /// First increment of the factor or the time; `None` for a tenth of `until`.
    pub increment: Option<f64>,
    /// Distance of the points that are recorded; `None` records all.
    pub every: Option<f64>,
    /// Factors or times that are recorded alone, rising; the last one is `until`. Empty for none.
    pub factors: Vec<f64>,
    /// Whether factor or time is an unknown of the iteration, so that the path may turn back.
    pub arc_length: bool,
    /// Longest step along the arc: root mean square motion of the nodes, in sizes of the model and radians, with the parameter as a
    /// part of `until`.
    pub max_arc: f64,
    /// Points at most.
    pub max_points: usize,
    /// What to do at bifurcations.
    pub branch: Branch,
    /// Whether to let the system move and come to rest where iteration alone finds nothing.
    pub relaxation: bool,
    /// What to do with redundant constraints; `None` for what the run says.
    pub redundant: Option<RedundancyPolicy>,
    /// Relative tolerance of the iteration.
    pub tolerance: f64,
    /// Newton iterations before the increment is cut.
    pub max_iterations: usize,
    /// Where it was written.
    pub place: Place,
}

impl Default for Statics {
    fn default() -> Self {
        Statics {
            vary: Vary::LoadFactor,
            at: 0.0,
            until: 1.0,
            increment: None,
            every: None,
            factors: Vec::new(),
            arc_length: false,
            max_arc: 0.25,
            max_points: 1000,
            branch: Branch::Follow,
            relaxation: false,
            redundant: None,
            tolerance: 1e-13,
            max_iterations: 25,
            place: Place::default(),
        }
    }
}

/// Steady rotation of the whole system about a fixed axis.
#[derive(Clone, Debug, PartialEq)]
pub struct SteadyTurning {
    /// Angular velocity, world axes [rad/s].
    pub angular_velocity: V3,
    /// A point of the axis [m].
    pub through: V3,
    /// Where it was written.
    pub place: Place,
}

/// A file whose last state is the start of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct StartFile {
    /// Results or a checkpoint.
    pub path: PathBuf,
    /// Where it was written.
    pub place: Place,
}

/// Where a run starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// As the model is drawn, with the velocities it gives.
    #[default]
    AsDrawn,
    /// At rest in the equilibrium under the loads at the start, or turning steadily.
    Equilibrium,
}

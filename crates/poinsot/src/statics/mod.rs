//! Equilibria: single ones, and paths of them under growing loads or prescribed motions.
//!
//! The way of a search: [`Path`] follows equilibria from the state as drawn, by increments of a load factor or of time that are cut
//! and grown as Newton's iteration allows, or along the arc with the factor unknown, through limit points and onto branches.
//! Systems that move freely without loads come to rest first. [`equilibrium`] is the end of such a path.

mod analysis;
mod branch;
mod cables;
mod critical;
mod equations;
mod error;
mod mechanism;
mod newton;
mod path;
mod relaxation;
mod settle;
mod stability;
mod start;
mod tangent;

pub use analysis::{Analysis, Displacements, PathEnd, turning};
pub use critical::{Critical, CriticalKind};
pub use error::{StaticsError, name};
pub use path::{Path, Point};
pub(crate) use stability::unstable_directions;

use crate::dynamics::schemes::Turning;
use crate::model::{Branch, Statics, Vary};
use crate::system::{State, System};

/// The equilibrium under full loads at the time `settings.at`, found from a state that meets the constraints.
///
/// It is the one that a path of the same settings comes to at a load factor of one. Settings of a path over time say nothing about
/// loads that grow; then increments are those that are usual.
pub fn equilibrium(
    system: &System,
    state: &State,
    settings: &Statics,
    turning: Option<Turning>,
) -> Result<Point, StaticsError> {
    let along_loads = settings.vary == Vary::LoadFactor;
    let increment = match along_loads {
        true => path::first_increment(settings),
        false => path::FIRST,
    };
    let settings = Statics {
        vary: Vary::LoadFactor,
        until: 1.0,
        increment: Some(increment.min(1.0)),
        every: None,
        factors: Vec::new(),
        arc_length: along_loads && settings.arc_length,
        branch: match along_loads {
            true => settings.branch,
            false => Branch::Follow,
        },
        max_points: match along_loads && settings.arc_length {
            true => settings.max_points,
            false => usize::MAX,
        },
        ..settings.clone()
    };
    let mut path = Path::new(system, state, &settings, turning)?;
    let (mut last, mut iterations, mut cuts): (Option<Point>, usize, usize) = (None, 0, 0);
    while let Some(point) = path.next_point() {
        let point = point?;
        iterations += point.iterations;
        cuts += point.cuts;
        last = Some(point);
    }
    match last {
        Some(point) if point.parameter < 1.0 => Err(StaticsError::Restless {
            reason: format!(
                "the path ends at a load factor of {:.6}, not under full loads",
                point.parameter
            ),
            advice: "follow the path with these settings to see where it turns; `max_points` and `arc_length` in [statics] determine where it ends"
                .into(),
        }),
        Some(point) => Ok(Point {
            iterations,
            cuts,
            ..point
        }),
        None => Err(StaticsError::Restless {
            reason: "there is nothing to solve".into(),
            advice: "add something that moves".into(),
        }),
    }
}

/// The equilibrium that dynamic relaxation finds under full loads at the time `settings.at`, from a state that meets the constraints.
pub fn relax(system: &System, state: &State, settings: &Statics) -> Result<State, StaticsError> {
    let settings = Statics {
        vary: Vary::LoadFactor,
        until: 1.0,
        ..settings.clone()
    };
    let mut equations = equations::Equations::new(system, state, &settings, None)?;
    match equations.relax(1.0) {
        Ok(_) => Ok(equations.base),
        Err(unrest) => {
            let free = mechanism::free_motions(&mut equations, 1.0);
            Err(equations.restless(&unrest, &free))
        }
    }
}

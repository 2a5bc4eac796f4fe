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
mod frozen;
mod mechanism;
mod newton;
mod path;
mod relaxation;
mod settle;
mod shifted;
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
/// Of the settings only the tolerance, the time and whether to relax count: the path to the equilibrium is followed with
/// increments as large as possible.
pub fn equilibrium(
    system: &System,
    state: &State,
    settings: &Statics,
    turning: Option<Turning>,
) -> Result<Point, StaticsError> {
    let settings = Statics {
        vary: Vary::LoadFactor,
        until: 1.0,
        increment: Some(1.0),
        every: None,
        arc_length: false,
        branch: Branch::Follow,
        max_points: usize::MAX,
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

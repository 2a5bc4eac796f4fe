//! The start of a run from where another one has ended.

use super::start_problems;
use crate::checkpoint::{CHECKPOINT_ENDING, start_from_checkpoint};
use crate::dynamics::{StartReport, make_consistent};
use crate::model::{Model, Problem, StartFile};
use crate::results::start_from_results;
use crate::system::{State, System};

/// Puts a state where the file has its last one, with velocities. Returns a line about it.
pub(super) fn start_from_file(
    file: &StartFile,
    model: &Model,
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<Vec<String>, Vec<Problem>> {
    let name = file.path.to_string_lossy();
    let read = if name.ends_with(CHECKPOINT_ENDING) {
        start_from_checkpoint(&file.path, system, state)
    } else {
        start_from_results(&file.path, None, system, state)
    };
    let time = read.map_err(|message| {
        let message = message.trim_start_matches("error: ").trim_end();
        let (message, help) = message.split_once("\nhelp: ").unwrap_or((
            message,
            "run the other model first, or leave `start_from` out",
        ));
        vec![Problem {
            place: file.place.clone(),
            ..Problem::of_file(format!("the run cannot start from there: {message}"), help)
        }]
    })?;
    report.moved.clear();
    report.velocities.clear();
    make_consistent(system, state, report).map_err(|e| start_problems(&e, model))?;
    Ok(vec![format!("  start: as {name} at {time} s")])
}

//! The start of a run from where another one has ended.

use crate::checkpoint::{CHECKPOINT_ENDING, check_sum, start_from_checkpoint};
use crate::dynamics::start_problems;
use crate::dynamics::{StartReport, make_consistent};
use crate::model::{Model, Problem, StartFile};
use crate::results::start_from_results;
use crate::storage::{Bytes, Misfit, Stored};
use crate::system::{State, System};

/// Puts a state where the file has its last one, with velocities. Returns a line about it.
pub(super) fn start_from_file(
    file: &StartFile,
    model: &Model,
    system: &System,
    state: &mut State,
    report: &mut StartReport,
) -> Result<String, Vec<Problem>> {
    let name = file.path.to_string_lossy();
    let read = if name.ends_with(CHECKPOINT_ENDING) {
        let time = start_from_checkpoint(&file.path, system, state);
        time.map(|time| format!("{time} s"))
            .map_err(|e| e.to_string())
    } else {
        let at = start_from_results(&file.path, None, system, state);
        at.map(|at| at.to_string()).map_err(|e| e.to_string())
    };
    let at = read.map_err(|message| {
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
    Ok(format!("  start: as {name} at {at}"))
}

/// A start as bytes: check sum, the line about it, the state.
pub(super) fn store(line: &str, state: &State) -> Vec<u8> {
    let mut content = Vec::new();
    line.to_owned().store(&mut content);
    state.store(&mut content);
    let mut out = Vec::new();
    check_sum(&content).store(&mut out);
    out.extend(content);
    out
}

/// Puts a state where these bytes have it. Returns the line about it.
pub(super) fn load(
    bytes: &[u8],
    file: &StartFile,
    state: &mut State,
    report: &mut StartReport,
) -> Result<String, Vec<Problem>> {
    let mut line = String::new();
    let mut fresh = state.clone();
    let mut take = || {
        let mut from = Bytes::new(bytes);
        let mut sum = 0_u64;
        sum.load(&mut from)?;
        if check_sum(from.rest()) != sum {
            return Err(Misfit::new("another check sum", "changed bytes"));
        }
        line.load(&mut from)?;
        fresh.load(&mut from)?;
        from.end()
    };
    take().map_err(|misfit| {
        vec![Problem {
            place: file.place.clone(),
            ..Problem::of_file(
                format!("the start that was kept does not belong to this model: {misfit}"),
                "start the run again from the beginning",
            )
        }]
    })?;
    *state = fresh;
    report.moved.clear();
    report.velocities.clear();
    Ok(line)
}

//! The end of one run as the start of another.

use super::{Checkpoint, CheckpointError};
use crate::dynamics::build_system;
use crate::model::{Problem, Source, read_model, render_all};
use crate::storage::{Misfit, Stored};
use crate::system::{State, System};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a checkpoint cannot be a start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartFromCheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] CheckpointError),
    /// Its own model cannot be used.
    #[error("{}", render_all(problems, Some(text), false).trim_end())]
    Model {
        /// What is wrong with it.
        problems: Vec<Problem>,
        /// What it was read from.
        text: Box<Source>,
    },
    /// Its state is of another model.
    #[error("the checkpoint does not belong to its model: {0}")]
    Misfit(#[from] Misfit),
    /// It is of other nodes or joints.
    #[error(
        "{} does not fit this model: {what}\nhelp: only loads, motions and settings may differ from `{model}`",
        path.display()
    )]
    Differs {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// Name of its model.
        model: String,
    },
}

/// Puts a system where a run of it stood when its checkpoint was kept: poses, velocities, joint coordinates with their turns, and
/// multipliers as far as the constraints are the same ones. Time stays that of `state`; the time of the checkpoint is
/// returned [s]. Loads, motions and settings may differ, but both models must have the same nodes; the error says which differ.
pub fn start_from_checkpoint(
    path: &Path,
    system: &System,
    state: &mut State,
) -> Result<f64, StartFromCheckpointError> {
    let checkpoint = Checkpoint::read(path)?;
    let source = checkpoint.source();
    let unusable = |problems: Vec<Problem>| StartFromCheckpointError::Model {
        problems,
        text: Box::new(source.clone()),
    };
    let (model, _) = read_model(&source).map_err(unusable)?;
    let (other, mut kept, _) = build_system(&model).map_err(unusable)?;
    // The state stands first in what a run keeps.
    kept.load(&mut checkpoint.history())?;
    let refuse = |what: String| {
        Err(StartFromCheckpointError::Differs {
            path: path.to_owned(),
            what,
            model: checkpoint.model_name.clone(),
        })
    };
    for (own, theirs) in system.nodes.iter().zip(&other.nodes) {
        if (&own.name, own.kind) != (&theirs.name, theirs.kind) {
            return refuse(format!("`{}` is `{}` there", own.name, theirs.name));
        }
    }
    if let Some(more) = system.nodes.get(other.nodes.len()) {
        return refuse(format!("`{}` is not in it", more.name));
    }
    if let Some(more) = other.nodes.get(system.nodes.len()) {
        return refuse(format!("it has `{}` too", more.name));
    }
    let coordinates = |s: &System| -> Vec<String> {
        let joints = s.joints.iter();
        let all = joints.flat_map(|j| j.coordinates.iter().map(|c| c.name.clone()));
        all.collect()
    };
    if coordinates(system) != coordinates(&other) {
        return refuse("the joints have other coordinates".to_owned());
    }
    let owners = |s: &System| -> Vec<(String, usize)> {
        let list = s.constraint_info.iter();
        list.map(|i| (format!("{:?}", i.owner), i.rows)).collect()
    };
    state.poses.clone_from(&kept.poses);
    state.velocities.clone_from(&kept.velocities);
    state.coordinates.clone_from(&kept.coordinates);
    if system.memory() == other.memory() {
        state.memory.clone_from(&kept.memory);
    }
    if owners(system) == owners(&other) {
        state.multipliers.clone_from(&kept.multipliers);
    }
    Ok(checkpoint.time)
}

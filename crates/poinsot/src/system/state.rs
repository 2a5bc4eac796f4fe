//! The state of a system at one instant.

use super::System;
use crate::mechanics::node::{NodePose, NodeVelocity};
use crate::storage::{Bytes, Misfit, Stored, load_free_list};

/// Poses, velocities, multipliers and time: everything a step starts from.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time [s].
    pub time: f64,
    /// Pose of every node.
    pub poses: Vec<NodePose>,
    /// Velocity of every node.
    pub velocities: Vec<NodeVelocity>,
    /// Accelerations of every node: pseudo and true for the generalized-alpha family, the means of the last step and of the
    /// one before for the others, which only predict with them.
    pub accelerations: Vec<[NodeVelocity; 2]>,
    /// Multipliers of the last step, two stage values per constraint row.
    pub multipliers: Vec<[f64; 2]>,
    /// Unwrapped values of all joint coordinates, joint by joint.
    pub coordinates: Vec<f64>,
    /// What interactions remember of earlier steps, one after the other (so.7); empty where nothing has a memory and as long as all
    /// have been at rest.
    pub memory: Vec<f64>,
}

impl Stored for State {
    fn store(&self, out: &mut Vec<u8>) {
        let State {
            time,
            poses,
            velocities,
            accelerations,
            multipliers,
            coordinates,
            memory,
        } = self;
        time.store(out);
        poses.store(out);
        velocities.store(out);
        accelerations.store(out);
        multipliers.store(out);
        coordinates.store(out);
        memory.store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let State {
            time,
            poses,
            velocities,
            accelerations,
            multipliers,
            coordinates,
            memory,
        } = self;
        time.load(from)?;
        poses.load(from)?;
        velocities.load(from)?;
        accelerations.load(from)?;
        multipliers.load(from)?;
        coordinates.load(from)?;
        // Empty at the start of a run, and of full length after the first step.
        *memory = load_free_list(from)?;
        Ok(())
    }
}

impl State {
    /// A state at rest with the given poses.
    pub fn new(system: &System, poses: Vec<NodePose>, velocities: Vec<NodeVelocity>) -> Self {
        let n = poses.len();
        State {
            time: 0.0,
            poses,
            velocities,
            accelerations: vec![[NodeVelocity::default(); 2]; n],
            multipliers: vec![[0.0; 2]; system.rows],
            coordinates: vec![0.0; system.joints.iter().map(|j| j.coordinates.len()).sum()],
            memory: Vec::new(),
        }
    }
}

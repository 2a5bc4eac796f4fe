//! The frame in which a step is made: where nothing is tied to the ground any inertial one will do.

use super::assemble::Workspace;
use super::schemes::Integrator;
use super::step::Step;
use crate::math::V3;
use crate::mechanics::index::NodeList;
use crate::mechanics::node::NodeKind;
use crate::system::{GROUND, Sort, State, System};

/// A frame that moves with the mass centre of a free system, for the schemes that prefer it; else the world.
pub(super) struct MovingFrame {
    /// The scheme prefers to step in it, and nothing is tied to the ground.
    used: bool,
    total_mass: f64,
    /// Velocities of the start in the world, while a step is made.
    saved: NodeList<V3>,
}

impl MovingFrame {
    /// For a system and a scheme.
    pub fn new(system: &System, scheme: &impl Integrator) -> Self {
        let lists = system.constraint_info.iter().map(|i| &i.nodes);
        let forces = system.force_info.iter().map(|i| &i.nodes);
        let tied = lists.chain(forces).any(|nodes| nodes.contains(&GROUND))
            || system.contacts.on_ground()
            || system
                .constraint_info
                .iter()
                .any(|i| i.owner.sort == Sort::Rolling);
        MovingFrame {
            used: !tied && scheme.prefers_moving_frame(),
            total_mass: system.total_mass(),
            saved: NodeList::new(V3::zeros(), system.nodes.len()),
        }
    }

    /// Velocity of the frame to step in from a state.
    pub fn velocity(&self, system: &System, state: &State) -> V3 {
        if !self.used {
            return V3::zeros();
        }
        let momentum: V3 = system
            .node_indices()
            .map(|n| system.uniform_mass(n) * state.velocities[n].v)
            .sum();
        momentum / self.total_mass
    }

    /// Takes the velocities of a state into the frame; returns its own.
    pub fn enter(&mut self, system: &System, state: &mut State) -> V3 {
        let drift = self.velocity(system, state);
        for n in system.node_indices() {
            self.saved[n] = state.velocities[n].v;
            if matches!(system.kinds[n], NodeKind::Frame | NodeKind::Point) {
                state.velocities[n].v -= drift;
            }
        }
        drift
    }

    /// Gives the state its velocities in the world again.
    pub fn leave(&self, state: &mut State) {
        for (velocity, saved) in state.velocities.iter_mut().zip(&self.saved) {
            velocity.v = *saved;
        }
    }

    /// Shift that keeps the mass centre of a free, unloaded system at rest in the frame that moves with it.
    ///
    /// `mp-ed` is not Galilean invariant: without loads the total momentum in this frame is zero, yet the mass centre would
    /// creep by O(dt^3) per step and carry the angular momentum about the world's origin along. A rigid shift changes no
    /// strain, no gap and no velocity. Under loads it would do work, so then the creep stays and the ledger shows it.
    pub fn recentre<S: Integrator>(&self, step: &Step<S>, work: &Workspace) -> V3 {
        if !self.used {
            return V3::zeros();
        }
        let (mut momentum, mut size, mut creep) = (V3::zeros(), 0.0, V3::zeros());
        for n in step.system.node_indices() {
            let mass = step.system.uniform_mass(n);
            if mass == 0.0 {
                continue;
            }
            let steps = [work.steps[0][n], work.steps[1][n]];
            let v = step.scheme.finish(&step.node(work, n), &steps).velocity.v;
            momentum += mass * v;
            size += mass.abs() * v.norm();
            creep += mass * steps[0].u;
        }
        // Momentum at round-off of its parts is no momentum.
        if momentum.norm() <= 1e-10 * size {
            -creep / self.total_mass
        } else {
            V3::zeros()
        }
    }
}

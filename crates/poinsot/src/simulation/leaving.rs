//! Joints that let go of their line at its ends, between two steps (sl.6).

use super::Simulation;
use crate::storage::{Bytes, Misfit, Stored, load_free_list};
use crate::system::Left;

impl Simulation {
    /// Lets go of all lines whose ends were reached or passed in the step just made. No velocity changes, and no work is done: the
    /// energy and the momenta are those of the end of the step.
    pub(super) fn leave_ends(&mut self) {
        if self.system.leaving.is_empty() {
            return;
        }
        let mut some = false;
        while let Some((k, end)) = self.system.at_end(&self.state) {
            let node = self.system.leaving[k].node;
            let left = Left {
                time: self.state.time,
                s: self.state.poses[node].r.x,
                at_end: end == 1,
            };
            self.system.leave(k, left);
            self.state.velocities[node].v.x = 0.0;
            some = true;
        }
        if some {
            self.begin_without_lines();
        }
    }

    /// What was kept of steps with other rows says nothing about those to come.
    fn begin_without_lines(&mut self) {
        self.engine.forget();
        if let Some(shadow) = &mut self.shadow {
            shadow.forget();
        }
        self.turn_corner(false);
    }

    /// With steps that are judged: the length of a shorter step that ends where something leaves its line, if the step of length
    /// `dt` on trial goes beyond.
    pub(super) fn step_to_end(&self, dt: f64) -> Option<f64> {
        if self.system.leaving.is_empty() {
            return None;
        }
        let part = self.system.part_to_end(&self.state, self.engine.trial())?;
        let shorter = (part * dt).max(self.model.run.dt_min);
        (shorter < dt).then_some(shorter)
    }

    /// Which joints have left their lines, for checkpoints.
    pub(super) fn store_left(&self, out: &mut Vec<u8>) {
        if self.system.leaving.is_empty() {
            return;
        }
        let list = self.system.leaving.iter().enumerate();
        let gone = list.filter_map(|(k, one)| Some((k, one.left?)));
        let (numbers, left): (Vec<usize>, Vec<Left>) = gone.unzip();
        numbers.store(out);
        left.store(out);
    }

    pub(super) fn load_left(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        if self.system.leaving.is_empty() {
            return Ok(());
        }
        let numbers = load_free_list::<usize>(from)?;
        let left = load_free_list::<Left>(from)?;
        let known = self.system.leaving.len();
        if numbers.len() != left.len() || numbers.iter().any(|k| *k >= known) {
            return Err(Misfit::new("joints that can leave their lines", "others"));
        }
        for (k, left) in numbers.into_iter().zip(left) {
            self.system.leave(k, left);
        }
        Ok(())
    }

    /// Where and when joints have left their lines, in words.
    pub(super) fn left_lines(&self) -> Vec<String> {
        let say = |one: &crate::system::Leaving| {
            let left = one.left?;
            let name = &self.system.joints[one.joint].name;
            let end = if left.at_end { "end" } else { "beginning" };
            Some(format!(
                "joint `{name}` left its line at the {end}, s = {:.6} m, at t = {:.6} s",
                left.s, left.time
            ))
        };
        self.system.leaving.iter().filter_map(say).collect()
    }
}

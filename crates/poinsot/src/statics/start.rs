//! The first point of a path, and what is said when there is none.

use super::equations::Equations;
use super::error::StaticsError;
use super::mechanism;
use super::newton::{Hold, Trouble};
use super::path::Path;
use super::settle::Unrest;
use crate::model::{Statics, Vary};

impl Path<'_> {
    /// The first point.
    pub(super) fn start(&mut self) -> Result<(), StaticsError> {
        let settings = self.equations.settings.clone();
        if settings.vary == Vary::Time {
            // Loads that act from the beginning are put on first.
            let whole = Statics {
                vary: Vary::LoadFactor,
                at: 0.0,
                until: 1.0,
                ..settings
            };
            let e = &self.equations;
            let found = super::equilibrium(e.system, &e.base, &whole, e.turning())?;
            self.equations.iterations += found.iterations;
            self.equations.set_base(&found.state, 0.0);
        }
        let mut parameter = 0.0;
        match self.equations.correct(&mut parameter, Hold::Parameter) {
            Ok(run) => {
                self.equations.accept(parameter);
                self.tangent = self.equations.tangent(None);
                if self.tangent.is_some() {
                    self.begin_arc();
                    self.push(run.corrections, false);
                    return Ok(());
                }
                self.settle_start()
            }
            Err(Trouble::Singular) => self.settle_start(),
            Err(trouble) => Err(self.stuck(&trouble)),
        }
    }

    /// Without loads something moves freely: the first loads must find its place.
    pub(super) fn settle_start(&mut self) -> Result<(), StaticsError> {
        let parameter = match self.equations.settings.vary {
            Vary::LoadFactor => self.increment,
            Vary::Time => 0.0,
        };
        if self.settle(parameter)? {
            // Only the rotation of the whole about its own axis is left: there is no path to follow, but an end.
            let until = self.equations.settings.until;
            self.settle(until)?;
            self.push(vec![], true);
            self.ended = true;
            return Ok(());
        }
        self.tangent = self.equations.tangent(None);
        self.begin_arc();
        self.push(vec![], true);
        self.ended = parameter >= self.equations.settings.until;
        Ok(())
    }

    /// Lets the system come to rest. Returns whether it is free to turn with its frame.
    pub(super) fn settle(&mut self, parameter: f64) -> Result<bool, StaticsError> {
        let start = (self.equations.base.clone(), self.equations.parameter);
        if let Err(unrest) = self.equations.settle(parameter) {
            self.equations.set_base(&start.0, start.1);
            if self.equations.settings.relaxation && self.equations.relax(parameter).is_ok() {
                return Ok(false);
            }
            self.equations.set_base(&start.0, start.1);
            let free = mechanism::free_motions(&mut self.equations, parameter);
            if !free.is_empty() {
                return Err(free.error());
            }
            return Err(self.equations.restless(&unrest));
        }
        let finished = self.equations.finish_settling(parameter);
        if finished.is_ok() && self.equations.tangent(None).is_some() {
            return Ok(false);
        }
        let free = mechanism::free_motions(&mut self.equations, parameter);
        if free.is_empty() {
            let trouble = finished.err().unwrap_or(Trouble::Singular);
            return Err(self.stuck(&trouble));
        }
        match free.only_turns() {
            true => {
                self.equations.accept(parameter);
                Ok(true)
            }
            false => Err(free.error()),
        }
    }

    pub(super) fn stuck(&self, trouble: &Trouble) -> StaticsError {
        let e = &self.equations;
        let advice = match self.arc() {
            false => {
                "if the load goes through a maximum there, `arc_length = true` in [statics] follows the path beyond it, and \
                 `relaxation = true` finds where the system comes to rest"
            }
            true => "try a smaller `increment` in [statics], and a look at the last point found",
        };
        StaticsError::Stuck {
            vary: e.settings.vary,
            reached: e.parameter,
            increment: self.increment,
            reason: match trouble {
                Trouble::Singular => "the tangent is singular".into(),
                Trouble::TurnTooLarge => "a node would turn by more than 2.2 rad at once".into(),
                Trouble::Diverged(worst) => format!(
                    "the iteration does not converge, worst at {}",
                    e.system.describe(&e.scatter.dofs, *worst)
                ),
            },
            advice,
        }
    }
}

impl Equations<'_> {
    /// What is said when the system does not come to rest.
    pub(super) fn restless(&self, unrest: &Unrest) -> StaticsError {
        match unrest {
            Unrest::Lost => StaticsError::Restless {
                reason: "it moves away without end".into(),
                advice: "check what holds it against the loads",
            },
            Unrest::Endless(worst) => StaticsError::Restless {
                reason: format!(
                    "the search came to no end, worst at {}",
                    self.system.describe(&self.scatter.dofs, *worst)
                ),
                advice: "draw it closer to its equilibrium, or set `relaxation = true` in [statics]",
            },
        }
    }
}

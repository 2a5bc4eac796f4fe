//! The first point of a path, and what is said when there is none.

use super::equations::Equations;
use super::error::{StaticsError, name};
use super::mechanism::{self, FreeMotions};
use super::newton::{Hold, Trouble};
use super::path::Path;
use super::settle::Unrest;
use crate::dynamics::schemes::CableAid;
use crate::dynamics::{Cause, Diagnosis};
use crate::model::{Branch, Statics, Vary};
use crate::system::Unknown;

/// A path flatter than this is at a limit point.
const FLAT: f64 = 0.1;

impl Path<'_> {
    /// The first point.
    pub(super) fn start(&mut self) -> Result<(), StaticsError> {
        let settings = self.equations.settings.clone();
        if settings.vary == Vary::Time {
            // Loads that act from the beginning are put on first.
            let whole = Statics {
                at: 0.0,
                ..settings
            };
            let e = &self.equations;
            let found = super::equilibrium(e.system, &e.base, &whole, e.turning())?;
            self.equations.iterations += found.iterations;
            self.equations.set_base(&found.state, 0.0);
        }
        let mut parameter = 0.0;
        // Tension that is round-off holds nothing: the tangent is then singular, as it should be.
        self.equations.cables.reach = Some(self.equations.farthest());
        let found = self.equations.correct(&mut parameter, Hold::Parameter);
        if found.is_ok() {
            self.equations.accept(parameter);
            self.tangent = self.equations.tangent(None);
        }
        self.equations.cables = CableAid::NONE;
        match found {
            Ok(run) => {
                if self.collapses() {
                    let drawn = self.equations.base.clone();
                    if self.settle_start().is_ok() {
                        return Ok(());
                    }
                    self.equations.set_base(&drawn, parameter);
                    self.tangent = self.equations.tangent(None);
                }
                if self.tangent.is_some() {
                    self.begin_arc();
                    if self.recorded(parameter) {
                        self.push(run.corrections, false);
                    }
                    return Ok(());
                }
                self.settle_start()
            }
            Err(Trouble::Singular) => self.settle_start(),
            Err(trouble) => Err(self.stuck(&trouble)),
        }
    }

    /// Whether a cable that is drawn shorter than it is would give way at once, straight as it stands. Nobody looks for that
    /// equilibrium; it hangs.
    fn collapses(&self) -> bool {
        let unstable = self.tangent.as_ref().and_then(|t| t.unstable);
        let followed = self.arc() || self.equations.settings.branch == Branch::Switch;
        unstable.is_some_and(|n| n > 0) && !followed && self.equations.stiffest_cable() > 0.0
    }

    /// Without loads something moves freely: the first loads must find its place.
    pub(super) fn settle_start(&mut self) -> Result<(), StaticsError> {
        let parameter = match self.equations.settings.vary {
            Vary::LoadFactor => self.wanted(0.0),
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
        if self.recorded(parameter) {
            self.push(vec![], true);
        }
        self.ended = parameter >= self.equations.settings.until;
        Ok(())
    }

    /// Lets the system come to rest. Returns whether it is free to turn with its frame.
    pub(super) fn settle(&mut self, parameter: f64) -> Result<bool, StaticsError> {
        let start = (self.equations.base.clone(), self.equations.parameter);
        if let Err(unrest) = self.equations.settle(parameter) {
            // What is free where the search has come to, and not where it was drawn: a cable that is slack in the drawing has moved
            // until it is taut.
            let free = mechanism::free_motions(&mut self.equations, parameter);
            self.equations.set_base(&start.0, start.1);
            if self.equations.settings.relaxation && self.equations.relax(parameter).is_ok() {
                return Ok(false);
            }
            self.equations.set_base(&start.0, start.1);
            return Err(match unrest == Unrest::Lost && free.is_pushed() {
                true => free.error(true),
                false => self.equations.restless(&unrest, &free),
            });
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
            // The forces are in balance here, but would be so elsewhere, too.
            false => Err(free.error(false)),
        }
    }

    pub(super) fn stuck(&self, trouble: &Trouble) -> StaticsError {
        let e = &self.equations;
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
                Trouble::InsideOut(item) => format!(
                    "`{item}` would be turned inside out: the volume of this element would not be positive everywhere"
                ),
            },
            diagnosis: Box::new(self.diagnosis(trouble)),
        }
    }

    /// The likeliest cause, from the tangent at the last point and from the equation that stays open.
    fn diagnosis(&self, trouble: &Trouble) -> Diagnosis {
        let e = &self.equations;
        let what = name(e.settings.vary);
        let beyond = match self.arc() {
            false => {
                "`arc_length = true` in [statics] follows the path beyond a maximum of the load, and `relaxation = true` finds where the system \
                 comes to rest"
            }
            true => "try a smaller `increment` in [statics], and look at the last point found",
        };
        let tangent = self.tangent.as_ref();
        let unstable = tangent.and_then(|t| t.unstable).unwrap_or(0);
        // Cosine between the path and the axis of the parameter: at a limit point all of a step is motion.
        let slope = tangent.map_or(1.0, |t| {
            t.direction.parameter.abs() * e.parameter_weight().sqrt()
        });
        let row = match trouble {
            Trouble::Diverged(worst) => match e.scatter.dofs.describe(*worst) {
                Unknown::Row(row) => Some(row),
                Unknown::Node { .. } => None,
            },
            _ => None,
        };
        let (cause, evidence, next) = if let Trouble::InsideOut(item) = trouble {
            let evidence = format!("the iteration took the volume of `{item}` to zero or below");
            let next = "a finer mesh where it is squeezed, or a smaller `increment` in [statics]; check loads and moduli";
            (Cause::InsideOut, evidence, next)
        } else if unstable > 0 {
            let evidence = format!(
                "the stiffness has {unstable} negative eigenvalue{} at the last point: it is not stable",
                if unstable == 1 { "" } else { "s" }
            );
            (Cause::Buckling, evidence, beyond)
        } else if slope < FLAT || *trouble == Trouble::Singular {
            let evidence = format!(
                "the {what} hardly grows along the path any more: {:.1e} of its range for a motion of one size of the model",
                slope / (1.0 - slope * slope).max(f64::MIN_POSITIVE).sqrt()
            );
            (Cause::Buckling, evidence, beyond)
        } else if let Some(row) = row {
            let evidence = format!("{} stays open", e.system.describe_row(row));
            let next =
                "check whether this joint or motion can be satisfied together with the others";
            (Cause::Contradiction, evidence, next)
        } else if *trouble == Trouble::TurnTooLarge {
            let evidence = "the iteration turns a node by more than 2.2 rad".to_owned();
            (
                Cause::FastRotation,
                evidence,
                "try a smaller `increment` in [statics], or `relaxation = true`",
            )
        } else {
            let evidence =
                format!("the path is neither flat ({slope:.1e}) nor unstable at the last point");
            (Cause::Unknown, evidence, beyond)
        };
        Diagnosis {
            cause,
            evidence,
            next: next.to_owned(),
        }
    }
}

impl Equations<'_> {
    /// What is said when the system does not come to rest.
    pub(super) fn restless(&self, unrest: &Unrest, free: &FreeMotions) -> StaticsError {
        let reason = match unrest {
            Unrest::Lost => "the system moves away by more than 100 times its size".into(),
            Unrest::Endless(worst) => format!(
                "the search did not converge, worst at {}",
                self.system.describe(&self.scatter.dofs, *worst)
            ),
        };
        let advice = match (unrest, free.is_empty()) {
            (_, false) => format!(
                "likeliest cause: {}, where the search stopped; hold it by a joint, a spring or a [[motion]], or draw it closer to its \
                 equilibrium",
                free.text()
            ),
            (Unrest::Lost, true) => "check what holds it against the loads".into(),
            (Unrest::Endless(_), true) => {
                "draw it closer to its equilibrium, or set `relaxation = true` in [statics]".into()
            }
        };
        StaticsError::Restless { reason, advice }
    }
}

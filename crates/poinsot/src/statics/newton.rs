//! Newton's iteration for one point of a path, with the parameter given or found along an arc.
//!
//! A correction is taken only as far as it helps. Residuals are no measure of that: a slender beam that bends must first stretch,
//! and its residual rises by orders of magnitude on the way to a better point. What must become smaller is the correction itself,
//! computed once more with the same factors at the new point (eq.3). With predicted stresses (nw.2) whole corrections come first.

use super::equations::Equations;
use super::mechanism;
use crate::dynamics::turned_over;
use poinsot_lu::FactorError;

/// Corrections shorter than this, in sizes of the model and radians, are taken as they are.
const SHORT: f64 = 1e-7;
/// A correction may turn nodes by this angle [rad] and move them by this many sizes of the model.
const LONGEST: f64 = 1.0;
/// Mass added to a singular tangent, as a part of the largest ratio of stiffness to mass.
const TRACE: f64 = 1e-11;
/// Halvings of a correction before the iteration gives up.
const HALVINGS: usize = 5;
/// Relative residual up to which standstill counts as round-off of the evaluation, and corrections then.
const FLOOR: f64 = 1e-9;

/// Iterations with whole corrections at most; those that converge take four to eight.
const WHOLE: usize = 12;
/// A whole correction that exceeds the first one and the last one by this factor leads nowhere.
const GROWN: f64 = 4.0;

/// How corrections are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// Whole.
    Whole,
    /// Shortened until the next one is shorter (eq.3).
    Shortened,
}

/// A direction in the space of increments, multipliers and parameter; of length one.
#[derive(Clone, Debug)]
pub(super) struct Direction {
    /// Per unknown; that of multipliers predicts, but is not counted in lengths.
    pub x: Vec<f64>,
    /// Of the parameter.
    pub parameter: f64,
}

/// What stays the same while a point is sought.
#[derive(Clone, Copy)]
pub(super) enum Hold<'a> {
    /// The parameter.
    Parameter,
    /// The way along a direction from the base.
    Arc(&'a Direction, f64),
}

/// Why an iteration gave up.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Trouble {
    /// The tangent is singular.
    Singular,
    /// No part of a correction helps, or the iteration did not come to an end; the equation with the largest residual.
    Diverged(usize),
    /// A node would turn too far.
    TurnTooLarge,
    /// An element of a solid, by name and number, would be turned inside out.
    InsideOut(String),
}

/// How an iteration went.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Iterations {
    /// Lengths of the corrections.
    pub corrections: Vec<f64>,
}

impl Equations<'_> {
    /// Squared weight of the parameter in lengths.
    pub(super) fn parameter_weight(&self) -> f64 {
        self.settings.until.powi(-2)
    }

    /// Length of a step in increments and parameter.
    pub(super) fn step_length(&self, x: &[f64], parameter: f64) -> f64 {
        (self.dot(x, x) + self.parameter_weight() * parameter * parameter).sqrt()
    }

    /// Iterates from the increments and the parameter at hand to a point of the path, whose joint angles are those of its items.
    pub(super) fn correct(
        &mut self,
        parameter: &mut f64,
        hold: Hold,
    ) -> Result<Iterations, Trouble> {
        let given = matches!(hold, Hold::Parameter);
        self.work.set_at_given_loads(given);
        let run = self.iterate(parameter, hold);
        self.work.forget_prediction();
        let run = run?;
        if !self.angles_follow() {
            return Err(Trouble::TurnTooLarge);
        }
        match turned_over(self.system, &self.work.ends[0]) {
            Some(item) => Err(Trouble::InsideOut(item)),
            None => Ok(run),
        }
    }

    /// With predicted stresses (nw.2) whole corrections lead to the solution in a few iterations. The test (eq.3) would not let
    /// them: it judges by the true residual, with the stretch that a whole correction brings and the next one takes away. Where
    /// they fail, shortened corrections start again from the beginning. Along the arc they are not tried: a whole correction may
    /// leave the path for another one (measured on a deep arch: it missed the limit point).
    fn iterate(&mut self, parameter: &mut f64, hold: Hold) -> Result<Iterations, Trouble> {
        if self.work.predicts() && !self.careful && matches!(hold, Hold::Parameter) {
            let (saved, start) = (self.save(), *parameter);
            let whole = self.iterate_with(Pace::Whole, parameter, hold);
            if whole.is_ok() {
                return whole;
            }
            self.work.forget_prediction();
            self.restore(&saved);
            *parameter = start;
        }
        self.iterate_with(Pace::Shortened, parameter, hold)
    }

    fn iterate_with(
        &mut self,
        pace: Pace,
        parameter: &mut f64,
        hold: Hold,
    ) -> Result<Iterations, Trouble> {
        let tolerance = self.settings.tolerance;
        let most = match pace {
            Pace::Whole => self.settings.max_iterations.min(WHOLE),
            Pace::Shortened => self.settings.max_iterations,
        };
        let mut run = Iterations::default();
        let mut residuals: Vec<f64> = Vec::new();
        let mut last = f64::INFINITY;
        for iteration in 0..=most {
            self.assemble(*parameter, true, 0.0);
            let (residual, worst) = self.judge();
            let off = self.off_arc(*parameter, hold).abs();
            residuals.push(residual);
            let exact = tolerance * residual <= f64::EPSILON;
            let on_arc = off <= 1e-12 || matches!(hold, Hold::Parameter);
            if residual <= 1.0 && on_arc && (exact || iteration > 0) {
                if iteration > 0 {
                    self.polish(parameter, hold);
                }
                return Ok(run);
            }
            let still = stands_still(&residuals) && last <= FLOOR && on_arc;
            if still && tolerance * residual <= FLOOR.max(10.0 * tolerance) {
                return Ok(run);
            }
            if iteration == most || !residual.is_finite() {
                return Err(self.diverged(*parameter, worst));
            }
            let rate = match hold {
                Hold::Parameter => None,
                Hold::Arc(..) => {
                    let rate = self.rate(*parameter);
                    // The rate was assembled last; the residual is needed again.
                    self.assemble(*parameter, false, 0.0);
                    Some(rate)
                }
            };
            match self.factor() {
                Ok(()) => {}
                // On the way to a point that happens to be critical a trace of mass leads on: what is left to correct does not
                // lie along the null mode.
                Err(FactorError::Singular { .. })
                    if iteration > 0 && self.factor_with_trace(*parameter) => {}
                Err(FactorError::Singular { .. }) => return Err(Trouble::Singular),
                Err(_) => return Err(Trouble::Diverged(worst)),
            }
            let border = match rate {
                Some(rate) => {
                    let mut b: Vec<f64> = rate.iter().map(|r| -r).collect();
                    if !self.solve(&mut b) {
                        return Err(Trouble::Singular);
                    }
                    Some(b)
                }
                None => None,
            };
            self.iterations += 1;
            let predicted = self.work.is_predicted();
            let advanced = match pace {
                Pace::Whole => {
                    let first = run.corrections.first().copied().unwrap_or(f64::INFINITY);
                    let longest = GROWN * first.max(last);
                    self.advance_whole(parameter, hold, border.as_deref(), longest)
                }
                Pace::Shortened => self.advance(parameter, hold, border.as_deref(), worst),
            };
            last = match advanced {
                Ok(length) => length,
                Err(trouble) if pace == Pace::Whole => return Err(trouble),
                // No part of the correction helps: the exact tangent may still know a way.
                Err(_) if predicted => {
                    self.work.forget_prediction();
                    continue;
                }
                Err(trouble) => return Err(trouble),
            };
            run.corrections.push(last);
        }
        Err(Trouble::Diverged(0))
    }

    /// Factorises the tangent with a trace of mass.
    fn factor_with_trace(&mut self, parameter: f64) -> bool {
        let shift = TRACE * mechanism::largest_ratio(self, &self.work.values);
        self.assemble(parameter, true, shift);
        shift > 0.0 && self.factor().is_ok()
    }

    /// One correction, taken whole unless it is longer than anything may be; returns its length.
    fn advance_whole(
        &mut self,
        parameter: &mut f64,
        hold: Hold,
        border: Option<&[f64]>,
        longest: f64,
    ) -> Result<f64, Trouble> {
        let (x, dp) = self
            .correction(*parameter, hold, border)
            .ok_or(Trouble::Singular)?;
        let length = self.step_length(&x, dp);
        if length.is_nan() || length > longest {
            return Err(Trouble::Diverged(0));
        }
        let factor = (LONGEST / self.largest(&x)).min(1.0);
        self.predict(&x, factor);
        self.apply(&x, factor);
        *parameter += factor * dp;
        match self.turns_are_small() {
            true => Ok(factor * length),
            false => Err(Trouble::TurnTooLarge),
        }
    }

    /// One correction, shortened until the next one would be shorter; returns its length.
    fn advance(
        &mut self,
        parameter: &mut f64,
        hold: Hold,
        border: Option<&[f64]>,
        worst: usize,
    ) -> Result<f64, Trouble> {
        let (x, dp) = self
            .correction(*parameter, hold, border)
            .ok_or(Trouble::Singular)?;
        let length = self.step_length(&x, dp);
        let saved = self.save();
        let start = *parameter;
        self.predict(&x, 1.0);
        let mut factor = (LONGEST / self.largest(&x)).min(1.0);
        let mut trouble = Trouble::Diverged(worst);
        for _ in 0..=HALVINGS {
            self.apply(&x, factor);
            *parameter = start + factor * dp;
            let fine = self.turns_are_small();
            self.work.shorten_prediction(factor);
            if fine && length <= SHORT {
                return Ok(length);
            }
            if fine {
                self.assemble(*parameter, false, 0.0);
                let next = self.correction(*parameter, hold, border);
                let shorter = |(x, dp): &(Vec<f64>, f64)| {
                    self.step_length(x, *dp) <= (1.0 - 0.25 * factor) * length
                };
                if next.as_ref().is_some_and(shorter) {
                    return Ok(factor * length);
                }
                trouble = self.diverged(*parameter, worst);
            }
            self.restore(&saved);
            *parameter = start;
            factor *= 0.5;
        }
        match self.turns_are_small() {
            true => Err(trouble),
            false => Err(Trouble::TurnTooLarge),
        }
    }

    /// Why there is no way on from the residual at hand.
    fn diverged(&self, parameter: f64, worst: usize) -> Trouble {
        let finite = self.work.residual.iter().all(|r| r.is_finite());
        let item = (!finite).then(|| self.turned_inside_out(parameter));
        item.flatten()
            .map_or(Trouble::Diverged(worst), Trouble::InsideOut)
    }

    /// The correction that the last factors give for the residual at hand (eq.2): with the parameter free, the border `b` is
    /// the change of the unknowns with it.
    fn correction(
        &mut self,
        parameter: f64,
        hold: Hold,
        border: Option<&[f64]>,
    ) -> Option<(Vec<f64>, f64)> {
        let mut x = self.newton_step()?;
        let (Hold::Arc(direction, _), Some(b)) = (hold, border) else {
            return Some((x, 0.0));
        };
        let off = self.off_arc(parameter, hold);
        let weight = self.parameter_weight();
        let along = self.dot(&direction.x, b) + weight * direction.parameter;
        let dp = -(off + self.dot(&direction.x, &x)) / along;
        if !dp.is_finite() {
            return None;
        }
        for (x, b) in x.iter_mut().zip(b) {
            *x += dp * b;
        }
        Some((x, dp))
    }

    /// How far the increments have gone along the direction, beyond what was asked.
    fn off_arc(&self, parameter: f64, hold: Hold) -> f64 {
        match hold {
            Hold::Parameter => 0.0,
            Hold::Arc(direction, length) => {
                let way = self.dot(&direction.x, &self.increments());
                let change = parameter - self.parameter;
                way + self.parameter_weight() * direction.parameter * change - length
            }
        }
    }

    /// One more correction with the last factors: costs a substitution and takes the rest down to round-off.
    fn polish(&mut self, parameter: &mut f64, hold: Hold) {
        if matches!(hold, Hold::Arc(..)) {
            return;
        }
        let saved = self.save();
        let before = self.judge().0;
        if let Some(x) = self.newton_step() {
            self.apply(&x, 1.0);
            self.assemble(*parameter, false, 0.0);
            if self.judge().0 > before.max(1.0) {
                self.restore(&saved);
            }
        }
    }

    /// Largest translation in sizes of the model or rotation in radians.
    pub(super) fn largest(&self, x: &[f64]) -> f64 {
        let mut largest: f64 = 0.0;
        for n in self.system.node_indices() {
            let first = self.scatter.dofs.node(n);
            for (k, slot) in self.system.kinds[n].slots().enumerate() {
                let scale = if slot < 3 { self.system.length } else { 1.0 };
                largest = largest.max(x[first + k].abs() / scale);
            }
        }
        largest
    }
}

/// Whether the last two iterations brought nothing better by half than what was there before.
fn stands_still(residuals: &[f64]) -> bool {
    let (earlier, recent) = residuals.split_at(residuals.len().saturating_sub(2));
    let least = |list: &[f64]| list.iter().copied().fold(f64::INFINITY, f64::min);
    !earlier.is_empty() && least(recent) > 0.5 * least(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mechanics::node::NodeKind;
    use crate::model::{Source, read_model};
    use crate::system::System;

    /// An arm that turned one way and an angle, with a spring, that turned the other way, half a turn apart: the definition of the
    /// angle holds, the spring balances the moment, and no turn is too long. It is no equilibrium all the same.
    #[test]
    fn an_angle_half_a_turn_from_its_joint_is_no_solution() {
        let turned: f64 = 1.0;
        let mistaken = turned - std::f64::consts::PI;
        let text = format!(
            "[statics]\n[[body]]\nname = \"arm\"\n\
             [[joint]]\nname = \"hinge\"\nkind = \"revolute\"\nbetween = [\"ground\", \"arm\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n\
             [[spring]]\nname = \"spring\"\non = \"hinge.angle\"\nstiffness = 2\n\
             [[moment]]\nname = \"load\"\non = \"arm\"\nvalue = [0, 0, {}]\n",
            2.0 * mistaken
        );
        let (model, _) = read_model(&Source::new("arm.toml", text)).unwrap();
        let (system, state) = System::build(&model).unwrap();
        for angle in [mistaken, mistaken + 0.01] {
            let mut e = Equations::new(&system, &state, &model.statics, None).unwrap();
            for n in system.node_indices() {
                let step = &mut e.work.steps[0][n];
                match system.kinds[n] {
                    NodeKind::Frame => step.theta.z = 2.0 * (0.5 * turned).tan(),
                    NodeKind::Angle => step.theta.z = 2.0 * (0.5 * angle).tan(),
                    _ => {}
                }
            }
            let mut parameter = 1.0;
            assert!(e.turns_are_small());
            // The iteration is content with it.
            let content = e.iterate(&mut parameter, Hold::Parameter);
            assert!(content.is_ok(), "{content:?}");
            assert!(!e.angles_follow());
            let found = e.correct(&mut parameter, Hold::Parameter);
            assert_eq!(found, Err(Trouble::TurnTooLarge));
        }
        // From where it is drawn the arm follows its spring.
        let mut e = Equations::new(&system, &state, &model.statics, None).unwrap();
        let mut parameter = 1.0;
        assert!(e.correct(&mut parameter, Hold::Parameter).is_ok());
        e.accept(parameter);
        assert!((e.base.coordinates[0] - mistaken).abs() < 1e-12);
    }
}

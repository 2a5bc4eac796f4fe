//! Critical points: where the tangent becomes singular on a path.

use super::equations::{Equations, Saved};
use super::newton::{Direction, Hold};
use super::tangent::Tangent;
use crate::system::State;

/// Rounds of the search for one critical point.
const ROUNDS: usize = 60;
/// The search ends when the place on the path is known to this part of the step.
const PLACE: f64 = 1e-11;
/// How often a place that the iteration does not reach is sought nearer to one that it has reached.
const TRIES: i32 = 6;
/// The search ends at an eigenvalue of this part of the other end's.
const SMALLEST_VALUE: f64 = 1e-14;
/// Critical points that are sought in one step.
const MOST: usize = 4;

/// What happens at a critical point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CriticalKind {
    /// The load goes through an extremum.
    Limit,
    /// Another path crosses.
    Bifurcation,
}

/// A critical point of a path.
#[derive(Clone, Debug)]
pub struct Critical {
    /// What happens there.
    pub kind: CriticalKind,
    /// Load factor or time [s].
    pub parameter: f64,
    /// The state.
    pub state: State,
    /// Independent unstable motions before and after, where the loads have a potential.
    pub unstable: Option<[usize; 2]>,
    /// Newton iterations of the search.
    pub iterations: usize,
    /// The motion that costs nothing there, per unknown, of length one.
    pub(super) mode: Vec<f64>,
}

/// A step of a path from one point to the next.
pub(super) struct Step<'a> {
    /// State and parameter at its start.
    pub state: &'a State,
    pub parameter: f64,
    /// Direction at its start.
    pub direction: &'a Direction,
    /// How far it went: along the direction, or in the parameter.
    pub length: f64,
    /// Whether the parameter was an unknown.
    pub arc: bool,
}

/// A point on a step.
#[derive(Clone)]
struct StepPoint {
    /// Part of the step.
    part: f64,
    /// Its increments from the start of the step.
    saved: Saved,
    state: State,
    parameter: f64,
    tangent: Tangent,
    /// Eigenvalue next to zero, and its mode.
    value: f64,
    mode: Vec<f64>,
}

impl Equations<'_> {
    /// Takes a part of a step from its start, and makes its end the base.
    pub(super) fn take(&mut self, step: &Step, part: f64) -> bool {
        self.reach(step, part, None).is_some()
    }

    /// Goes to a part of a step and makes it the base. The iteration starts from the tangent at a place that is known, else from
    /// that at the start of the step: the nearer the place, the better the guess. Returns the increments.
    fn reach(&mut self, step: &Step, part: f64, from: Option<&StepPoint>) -> Option<Saved> {
        self.set_base(step.state, step.parameter);
        let d = step.direction;
        let way = part * step.length;
        let guess = match from {
            Some(place) => {
                self.restore(&place.saved);
                &place.tangent.direction
            }
            None => d,
        };
        let left = way - from.map_or(0.0, |p| p.part * step.length);
        let (factor, hold) = match step.arc {
            true => {
                let along = self.dot(&d.x, &guess.x)
                    + self.parameter_weight() * d.parameter * guess.parameter;
                (left / along, Hold::Arc(d, way))
            }
            false => (left / guess.parameter, Hold::Parameter),
        };
        let start = from.map_or(step.parameter, |p| p.parameter);
        let mut parameter = start + factor * guess.parameter;
        self.apply(&guess.x, factor);
        if !self.turns_are_small() || self.correct(&mut parameter, hold).is_err() {
            return None;
        }
        let saved = self.save();
        self.accept(parameter);
        Some(saved)
    }

    fn place(&mut self, step: &Step, part: f64, from: Option<&StepPoint>) -> Option<StepPoint> {
        let saved = self.reach(step, part, from)?;
        let tangent = self.tangent(Some(step.direction))?;
        let mut mode = from.map_or(Vec::new(), |p| p.mode.clone());
        let value = self.nearest_mode(&mut mode);
        Some(StepPoint {
            part,
            saved,
            state: self.base.clone(),
            parameter: self.parameter,
            tangent,
            value,
            mode,
        })
    }

    /// All critical points on a step, in their order; the base is anywhere afterwards.
    pub(super) fn critical_points(&mut self, step: &Step, end: &Tangent) -> Vec<Critical> {
        let mut found: Vec<Critical> = Vec::new();
        let first = self.place(step, 0.0, None);
        let (Some(mut from), Some(last)) = (first, self.place(step, 1.0, None)) else {
            return found;
        };
        while from.tangent.differs(end) && found.len() < MOST {
            let (critical, after) = self.locate(step, from, last.clone());
            found.push(critical);
            from = after;
        }
        found
    }

    /// The first change after a point of a step, between `low` where nothing has changed and `high` where it has; and the place
    /// next to it where it has.
    fn locate(
        &mut self,
        step: &Step,
        mut low: StepPoint,
        mut high: StepPoint,
    ) -> (Critical, StepPoint) {
        let before = self.iterations;
        let from = low.tangent.clone();
        let mut weights = [1.0, 1.0];
        let mut replaced = None;
        for round in 0..ROUNDS {
            if high.part - low.part <= PLACE {
                break;
            }
            let (a, b) = (weights[0] * low.value, weights[1] * high.value);
            let chord = low.part + (high.part - low.part) * a / (a - b);
            // Where the eigenvalue next to zero is not the one that changes its sign, halving the step is all that is left.
            let usable = a * b < 0.0 && round % 8 != 7;
            let part = match usable && chord > low.part && chord < high.part {
                true => chord,
                false => 0.5 * (low.part + high.part),
            };
            let Some(place) = self.between(step, &low, &high, part) else {
                // Singular to the last digit: this is it.
                break;
            };
            let end = usize::from(place.tangent.differs(&from));
            // The other end of the chord is too heavy when the same one is replaced again.
            weights[1 - end] *= if replaced == Some(end) { 0.5 } else { 1.0 };
            weights[end] = 1.0;
            replaced = Some(end);
            match end {
                0 => low = place,
                _ => high = place,
            }
            let close = low.value.abs().min(high.value.abs());
            let far = low.value.abs().max(high.value.abs());
            if close <= SMALLEST_VALUE * far {
                break;
            }
        }
        let turns = low.tangent.direction.parameter * high.tangent.direction.parameter < 0.0;
        let unstable = low.tangent.unstable.zip(high.tangent.unstable);
        let nearer = match low.value.abs() < high.value.abs() {
            true => &low,
            false => &high,
        };
        let critical = Critical {
            kind: if turns {
                CriticalKind::Limit
            } else {
                CriticalKind::Bifurcation
            },
            parameter: nearer.parameter,
            state: nearer.state.clone(),
            unstable: unstable.map(|(a, b)| [a, b]),
            iterations: self.iterations - before,
            mode: nearer.mode.clone(),
        };
        (critical, high)
    }

    /// A place between two. Where the iteration fails, one nearer to `low`.
    fn between(
        &mut self,
        step: &Step,
        low: &StepPoint,
        high: &StepPoint,
        part: f64,
    ) -> Option<StepPoint> {
        let from = match part - low.part < high.part - part {
            true => low,
            false => high,
        };
        self.place(step, part, Some(from)).or_else(|| {
            (1..TRIES).find_map(|k| {
                let part = low.part + 0.5f64.powi(k) * (part - low.part);
                self.place(step, part, Some(low))
            })
        })
    }
}

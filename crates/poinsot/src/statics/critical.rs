//! Critical points: where the tangent becomes singular on a path.

use super::equations::Equations;
use super::newton::{Direction, Hold};
use super::tangent::Tangent;
use crate::system::State;

/// Rounds of the search for one critical point.
const ROUNDS: usize = 60;
/// The search ends when the place on the path is known to this part of the step.
const PLACE: f64 = 1e-11;
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
struct Place {
    /// Part of the step.
    part: f64,
    tangent: Tangent,
    /// Eigenvalue next to zero.
    value: f64,
}

impl Equations<'_> {
    /// Takes a part of a step from its start, and makes its end the base.
    pub(super) fn take(&mut self, step: &Step, part: f64) -> bool {
        self.set_base(step.state, step.parameter);
        let d = step.direction;
        let way = part * step.length;
        let (factor, hold) = match step.arc {
            true => (way, Hold::Arc(d, way)),
            false => (way / d.parameter, Hold::Parameter),
        };
        let mut parameter = step.parameter + factor * d.parameter;
        self.apply(&d.x, factor);
        let found = self.turns_are_small() && self.correct(&mut parameter, hold).is_ok();
        if found {
            self.accept(parameter);
        }
        found
    }

    fn place(&mut self, step: &Step, part: f64, mode: &mut Vec<f64>) -> Option<Place> {
        if !self.take(step, part) {
            return None;
        }
        let tangent = self.tangent(Some(step.direction))?;
        let value = self.nearest_mode(mode);
        Some(Place {
            part,
            tangent,
            value,
        })
    }

    /// All critical points on a step, in their order; the base is anywhere afterwards.
    pub(super) fn critical_points(
        &mut self,
        step: &Step,
        start: &Tangent,
        end: &Tangent,
    ) -> Vec<Critical> {
        let mut found: Vec<Critical> = Vec::new();
        let mut from = start.clone();
        let mut from_part = 0.0;
        while from.differs(end) && found.len() < MOST {
            let Some((critical, after, part)) = self.locate(step, &from, from_part, end) else {
                break;
            };
            found.push(critical);
            (from, from_part) = (after, part);
        }
        found
    }

    /// The first change after a point of a step, between `low` where nothing has changed and `high` where it has.
    fn locate(
        &mut self,
        step: &Step,
        from: &Tangent,
        from_part: f64,
        end: &Tangent,
    ) -> Option<(Critical, Tangent, f64)> {
        let before = self.iterations;
        let mut mode = Vec::new();
        let mut high = self.place(step, 1.0, &mut mode).unwrap_or(Place {
            part: 1.0,
            tangent: end.clone(),
            value: f64::NAN,
        });
        let mut low = Place {
            part: from_part,
            tangent: from.clone(),
            value: f64::NAN,
        };
        if from_part == 0.0 && self.place(step, 0.0, &mut mode.clone()).is_some() {
            low.value = self.nearest_mode(&mut mode.clone());
        }
        let mut weights = [1.0, 1.0];
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
            let Some(place) = self.place(step, part, &mut mode) else {
                // Singular to the last digit: this is it.
                break;
            };
            let width = high.part - low.part;
            if place.tangent.differs(from) {
                // The other end of the chord is too heavy when the same one is replaced again.
                weights = [0.5 * weights[0], 1.0];
                high = place;
            } else {
                weights = [1.0, 0.5 * weights[1]];
                low = place;
            }
            let close = low.value.abs().min(high.value.abs());
            let far = low.value.abs().max(high.value.abs());
            if close <= 1e-14 * far || (width - (high.part - low.part)).abs() < f64::EPSILON {
                break;
            }
        }
        let nearer = match low.value.abs() < high.value.abs() {
            true => low.part,
            false => high.part,
        };
        self.place(step, nearer, &mut mode);
        let turns = low.tangent.direction.parameter * high.tangent.direction.parameter < 0.0;
        let unstable = low.tangent.unstable.zip(high.tangent.unstable);
        let critical = Critical {
            kind: if turns {
                CriticalKind::Limit
            } else {
                CriticalKind::Bifurcation
            },
            parameter: self.parameter,
            state: self.base.clone(),
            unstable: unstable.map(|(a, b)| [a, b]),
            iterations: self.iterations - before,
            mode,
        };
        Some((critical, high.tangent, high.part))
    }
}

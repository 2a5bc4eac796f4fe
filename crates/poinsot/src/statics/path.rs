//! A path of equilibria: points one after the other, by load or time, or along the arc.

use super::critical::CriticalKind;
use super::equations::Equations;
use super::error::StaticsError;
use super::newton::{Direction, Hold, Trouble};
use super::tangent::Tangent;
use crate::dynamics::schemes::Turning;
use crate::model::Statics;
use crate::system::{State, System};
use std::collections::VecDeque;

/// First increment as a part of the whole path if nothing else is said.
pub(super) const FIRST: f64 = 0.1;
/// Smallest increment as a part of the first.
pub(super) const SMALLEST: f64 = 1e-6;
/// Iterations from which increments stop growing, and from which they shrink.
const QUICK: usize = 5;
const SLOW: usize = 9;
/// Cosine of the largest turn of the direction in one step along the arc.
const LARGEST_BEND: f64 = 0.85;

/// Cuts after which a singular tangent is no accident.
const CRITICAL_CUTS: usize = 3;

/// First increment of a path.
pub(super) fn first_increment(settings: &Statics) -> f64 {
    let until = settings.until;
    let increment = settings.increment.or(settings.every);
    increment.unwrap_or(FIRST * until).min(until)
}

/// An equilibrium.
#[derive(Clone, Debug)]
pub struct Point {
    /// Load factor or time [s].
    pub parameter: f64,
    /// The state; velocities are zero, or those in the turning frame.
    pub state: State,
    /// Newton iterations it took, with those of increments that were cut.
    pub iterations: usize,
    /// Increments that were cut on the way.
    pub cuts: usize,
    /// Lengths of the corrections of the last iteration.
    pub corrections: Vec<f64>,
    /// Independent motions that lower the energy: none for a stable equilibrium; unknown for loads without a potential and in a
    /// turning frame.
    pub unstable: Option<usize>,
    /// If it is a critical point: which.
    pub critical: Option<CriticalKind>,
    /// Whether it was found by coming to rest.
    pub settled: bool,
}

/// Follows a path of equilibria; every call of [`Path::next_point`] finds one more.
pub struct Path<'a> {
    pub(super) equations: Equations<'a>,
    pub(super) tangent: Option<Tangent>,
    /// Increment of the parameter, or length of the arc once it is known.
    pub(super) increment: f64,
    pub(super) first: f64,
    pub(super) smallest: f64,
    pub(super) queue: VecDeque<Point>,
    started: bool,
    pub(super) ended: bool,
    pub(super) switched: bool,
    pub(super) points: usize,
    /// Cuts since the last recorded point, and iterations up to it.
    pub(super) cuts: usize,
    pub(super) counted: usize,
}

impl<'a> Path<'a> {
    /// Begins at factor or time zero, from a state that meets the constraints.
    pub fn new(
        system: &'a System,
        state: &State,
        settings: &Statics,
        turning: Option<Turning>,
    ) -> Result<Self, StaticsError> {
        let equations = Equations::new(system, state, settings, turning)?;
        let increment = first_increment(settings);
        Ok(Path {
            equations,
            tangent: None,
            increment,
            first: increment,
            smallest: SMALLEST * increment,
            queue: VecDeque::new(),
            started: false,
            ended: false,
            switched: false,
            points: 0,
            cuts: 0,
            counted: 0,
        })
    }

    /// Whether tangents have predicted stresses in their geometric part (nw.2); they do, unless this turns it off for comparison.
    pub fn set_prediction(&mut self, wanted: bool) {
        self.equations.work.set_prediction(wanted);
    }

    /// The next point; `None` at the end.
    pub fn next_point(&mut self) -> Option<Result<Point, StaticsError>> {
        if let Some(point) = self.queue.pop_front() {
            return Some(self.watched(point));
        }
        while self.queue.is_empty() {
            if self.ended || self.points >= self.equations.settings.max_points {
                return None;
            }
            let found = match self.started {
                false => self.start(),
                true => self.advance(),
            };
            self.started = true;
            if let Err(error) = found {
                self.ended = true;
                return Some(Err(error));
            }
        }
        let point = self.queue.pop_front()?;
        Some(self.watched(point))
    }

    /// A point at which the constraints that were removed as redundant are still closed.
    fn watched(&mut self, point: Point) -> Result<Point, StaticsError> {
        let system = self.equations.system;
        match system.watched.opened(system, &point.state) {
            None => Ok(point),
            Some(opened) => {
                self.ended = true;
                self.queue.clear();
                Err(StaticsError::Opened {
                    vary: self.equations.settings.vary,
                    at: point.parameter,
                    opened: Box::new(opened),
                })
            }
        }
    }

    pub(super) fn arc(&self) -> bool {
        self.equations.settings.arc_length || self.switched
    }

    /// The first arc reaches as far as the first increment of the parameter would.
    pub(super) fn begin_arc(&mut self) {
        if let (true, Some(tangent)) = (self.arc(), &self.tangent) {
            let arc = self.increment / tangent.direction.parameter.abs();
            self.increment = arc.min(self.equations.settings.max_arc);
            self.smallest = SMALLEST * self.increment;
        }
    }

    /// The base is a point worth recording.
    pub(super) fn push(&mut self, corrections: Vec<f64>, settled: bool) {
        let e = &self.equations;
        let unstable = self.tangent.as_ref().and_then(|t| t.unstable);
        self.points += 1;
        self.queue.push_back(Point {
            parameter: e.parameter,
            state: e.base.clone(),
            iterations: e.iterations - self.counted,
            cuts: std::mem::take(&mut self.cuts),
            corrections,
            unstable: unstable.filter(|_| e.turning().is_none()),
            critical: None,
            settled,
        });
        self.counted = e.iterations;
    }

    fn advance(&mut self) -> Result<(), StaticsError> {
        let start = (self.equations.base.clone(), self.equations.parameter);
        let Some(before) = self.tangent.clone() else {
            return self.advance_settling();
        };
        let mut cuts = 0;
        let mut trouble = Trouble::Singular;
        loop {
            if self.increment < self.smallest {
                let rest = self.equations.settings.relaxation || trouble == Trouble::Singular;
                return match rest && !self.arc() {
                    true => self.advance_settling(),
                    false => Err(self.stuck(&trouble)),
                };
            }
            let length = self.wanted(start.1);
            match self.try_step(&start, &before, length, cuts) {
                Ok(step) => {
                    self.grow(step.corrections.len(), length);
                    self.finish(&start, &before, step, length, cuts);
                    return Ok(());
                }
                Err(what) => {
                    // A solid that a longer step turned inside out tells why shorter ones do not converge.
                    let told = matches!(trouble, Trouble::InsideOut(_));
                    if !(told && matches!(what, Trouble::Diverged(_))) {
                        trouble = what;
                    }
                    cuts += 1;
                    self.increment = 0.5 * length.min(self.increment);
                    self.equations.set_base(&start.0, start.1);
                }
            }
        }
    }

    /// What is left when the tangent is singular at a point: the next one by coming to rest.
    fn advance_settling(&mut self) -> Result<(), StaticsError> {
        let until = self.equations.settings.until;
        self.increment = self.first;
        let at = self.equations.parameter;
        let parameter = (at + self.wanted(at)).min(until);
        self.settle(parameter)?;
        self.tangent = self.equations.tangent(None);
        if self.recorded(parameter) {
            self.push(vec![], true);
        }
        self.ended = parameter >= until;
        Ok(())
    }

    /// Increment of the parameter, cut at points that are wanted, or length of the arc.
    pub(super) fn wanted(&self, parameter: f64) -> f64 {
        if self.arc() {
            return self.increment;
        }
        let settings = &self.equations.settings;
        let mut next = settings.until;
        if let Some(every) = settings.every {
            // Round-off must not make a point of its own.
            let count = ((parameter / every) * (1.0 + 1e-9) + 1e-9).floor() + 1.0;
            next = next.min(every * count);
        }
        let behind = |f: &&f64| **f > parameter * (1.0 + 1e-12);
        if let Some(factor) = settings.factors.iter().find(behind) {
            next = next.min(*factor);
        }
        let left = next - parameter;
        match self.increment >= left * (1.0 - 1e-9) {
            true => left,
            // Two equal steps rather than a long and a tiny one.
            false => self.increment.min(0.5 * left).max(0.5 * self.increment),
        }
    }

    fn try_step(
        &mut self,
        start: &(State, f64),
        before: &Tangent,
        length: f64,
        cuts: usize,
    ) -> Result<Taken, Trouble> {
        let arc = self.arc();
        let d = &before.direction;
        let (factor, hold) = match arc {
            true => (length, Hold::Arc(d, length)),
            false => (length / d.parameter, Hold::Parameter),
        };
        let mut parameter = start.1 + factor * d.parameter;
        if !arc {
            // No round-off in the parameter: it may be one that was asked for.
            parameter = start.1 + length;
            let until = self.equations.settings.until;
            if (until - parameter).abs() <= 1e-12 * until {
                parameter = until;
            }
        }
        self.equations.work.set_at_given_loads(!arc);
        self.equations.predict(&d.x, factor);
        self.equations.apply(&d.x, factor);
        if !self.equations.turns_are_small() {
            return Err(Trouble::TurnTooLarge);
        }
        let run = self.equations.correct(&mut parameter, hold)?;
        let way = Direction {
            x: self.equations.increments(),
            parameter: parameter - start.1,
        };
        self.equations.accept(parameter);
        let tangent = self.equations.tangent(Some(&way));
        // Whole corrections may have led to another branch: where stability changes they are not trusted.
        let changed = tangent.as_ref().is_none_or(|t| before.differs(t));
        if changed && !arc && self.equations.work.predicts() && !self.equations.careful {
            self.equations.set_base(&start.0, start.1);
            self.equations.careful = true;
            let again = self.try_step(start, before, length, cuts);
            self.equations.careful = false;
            return again;
        }
        if arc && tangent.is_none() && cuts < CRITICAL_CUTS {
            // By chance a critical point; a shorter step ends elsewhere.
            return Err(Trouble::Singular);
        }
        if let (true, Some(tangent)) = (arc, &tangent) {
            let e = &self.equations;
            let bend = e.dot(&d.x, &tangent.direction.x)
                + e.parameter_weight() * d.parameter * tangent.direction.parameter;
            if bend < LARGEST_BEND && length > 64.0 * self.smallest {
                return Err(Trouble::Diverged(0));
            }
        }
        // Where it is none, the way that was gone leads on.
        let length = self.equations.step_length(&way.x, way.parameter);
        let secant = Direction {
            x: way.x.iter().map(|x| x / length).collect(),
            parameter: way.parameter / length,
        };
        Ok(Taken {
            corrections: run.corrections,
            tangent,
            secant,
        })
    }

    fn grow(&mut self, iterations: usize, length: f64) {
        let largest = if self.arc() {
            self.equations.settings.max_arc
        } else {
            self.first
        };
        if iterations <= QUICK {
            self.increment = (1.5 * self.increment.max(length)).min(largest);
        } else if iterations >= SLOW {
            self.increment *= 0.7;
        }
    }

    pub(super) fn recorded(&self, parameter: f64) -> bool {
        let factors = &self.equations.settings.factors;
        if !factors.is_empty() {
            return factors
                .iter()
                .any(|f| (f - parameter).abs() <= 1e-9 * f.abs());
        }
        match self.equations.settings.every {
            Some(every) if !self.arc() && !self.ended => {
                let k = parameter / every;
                (k - k.round()).abs() <= 1e-9 * k.abs().max(1.0)
            }
            _ => true,
        }
    }
}

/// A step that was made.
pub(super) struct Taken {
    pub corrections: Vec<f64>,
    pub tangent: Option<Tangent>,
    pub secant: Direction,
}

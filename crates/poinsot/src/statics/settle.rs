//! Equilibria of systems that can move freely without their loads: pendulums, slack cables.
//!
//! Their tangent is singular, or nearly so, where the search starts. A multiple of the masses in the tangent makes every step one of
//! an overdamped motion towards rest; it fades out as the steps become good (eq.6). The multiple is always so large that no motion
//! lowers the energy in the linear picture, so that the search ends in a stable equilibrium.

use super::cables::{FIRST_STRAIN, stiffening};
use super::equations::Equations;
use super::mechanism;
use super::newton::{Hold, Trouble};
use crate::dynamics::schemes::CableAid;
use crate::system::State;

/// Iterations at most, of the first search and of those with cables that have become stiffer.
const MOST: usize = 2000;
const MOST_STIFFER: usize = 200;
/// EA that must grow by less than this is no way.
const LEAST_GROWTH: f64 = 1.1;
/// Largest step, in sizes of the model and radians.
const STEP: f64 = 0.3;
/// Who has moved so many sizes of the model will not come to rest.
const LOST: f64 = 100.0;
/// How fast the shift grows and fades.
const GROW: f64 = 4.0;
const FADE: f64 = 0.1;
/// A step is bad when the forces at its end drive back by more than this part of what they drove at its start.
const OVERSHOT: f64 = 0.9;
/// A step is good when they have fallen to this part.
const GOOD: f64 = 0.3;
/// A shift below this part of the first is no more than a guard against singular tangents.
const FADED: f64 = 1e-12;
/// The least that a shift grows to when a step was bad.
const WOKEN: f64 = 1e-10;
/// Where the shift begins when cables have become stiffer.
const STIFFER: f64 = 1e-6;
/// The last step of a search that has ended, in sizes of the model: of one for cables softer than they are, and of the last one.
const NEAR: f64 = 1e-5;
const THERE: f64 = 1e-9;
/// Relative residual that will do as long as cables are softer than they are.
const ROUGH: f64 = 1e-6;
/// Times that an unstable equilibrium is left.
const LEFT: usize = 4;
/// How far, in sizes of the model.
const AWAY: f64 = 0.1;

/// How a search ended that did not find rest.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unrest {
    /// It moved away without end.
    Lost,
    /// It came to no end; the equation with the largest residual.
    Endless(usize),
}

impl Equations<'_> {
    /// Lets the system sink into an equilibrium at the parameter, from the base. Increments are made the base on the way.
    pub(super) fn settle(&mut self, parameter: f64) -> Result<(), Unrest> {
        for _ in 0..LEFT {
            let found = self.stiffen(parameter);
            self.cables = CableAid::NONE;
            found?;
            if !self.leave_maximum(parameter) {
                break;
            }
        }
        Ok(())
    }

    /// Comes to rest with soft cables first, and again with stiffer ones until they are what they are (eq.8).
    fn stiffen(&mut self, parameter: f64) -> Result<(), Unrest> {
        let start = self.base.clone();
        let (load, stiffest) = (self.total_load(parameter), self.stiffest_cable());
        let aided = load > 0.0 && stiffest > 0.0;
        if aided {
            self.cables.stiffest = stiffest;
            self.cables.most = load / FIRST_STRAIN;
        }
        let first = self.first_shift(parameter);
        if aided {
            self.cables.lent = load / first;
        }
        self.sink(parameter, [first, first], MOST, &start)?;
        let mut good = (self.base.clone(), self.cables.most);
        let mut growth = stiffening(load / good.1);
        while good.1 < stiffest {
            self.cables.most = growth * good.1;
            match self.sink(parameter, [STIFFER * first, first], MOST_STIFFER, &start) {
                Ok(()) => {
                    good = (self.base.clone(), self.cables.most);
                    growth = stiffening(load / good.1);
                }
                Err(unrest) if growth < LEAST_GROWTH => return Err(unrest),
                Err(_) => {
                    growth = growth.sqrt();
                    self.set_base(&good.0, parameter);
                }
            }
        }
        Ok(())
    }

    /// Steps of an overdamped motion until rest, from a shift on, which is given beside the one that holds against all forces.
    fn sink(
        &mut self,
        parameter: f64,
        [mut shift, first]: [f64; 2],
        most: usize,
        start: &State,
    ) -> Result<(), Unrest> {
        let tolerance = self.settings.tolerance;
        let last = self.cables.most >= self.cables.stiffest;
        let mut lengths: Vec<f64> = Vec::new();
        let mut worst = 0;
        for _ in 0..most {
            self.assemble(parameter, true, 0.0);
            let (residual, at) = self.judge();
            worst = at;
            let near = lengths
                .last()
                .is_some_and(|l| *l <= if last { THERE } else { NEAR });
            let balanced = residual <= 1.0 || !last && tolerance * residual <= ROUGH;
            // Round-off may keep the steps of a stiff cable from becoming smaller.
            if balanced && (near || standing(&lengths)) {
                self.accept(parameter);
                return Ok(());
            }
            let stiffness = self.work.values.clone();
            self.assemble(parameter, true, shift);
            let stable = self.factor().is_ok() && self.unstable_directions() == Some(0);
            let step = stable.then(|| self.newton_step()).flatten();
            if shift > 1e30 * first {
                return Err(Unrest::Endless(worst));
            }
            let Some(x) = step else {
                shift = (GROW * shift).max(WOKEN * first);
                continue;
            };
            let largest = self.largest(&x);
            let factor = (STEP / largest).min(1.0);
            let saved = self.save();
            let before = self.work_along(&x);
            // What is left of it when the tangent tells the truth. Where a joint has come apart on the way, a step closes it, too, and
            // the change of its reaction does work on that.
            let n = self.displacements();
            let mut moved = x.clone();
            moved[n..].fill(0.0);
            let [by_motion, by_all] = [&moved, &x].map(|x| {
                let change = mechanism::product(self, &stiffness, x, false);
                factor * mechanism::dot(&change[..n], &moved[..n])
            });
            let expected = before + by_all;
            let scale = before.abs().max((by_all - by_motion).abs());
            let size = self.apply(&x, factor);
            self.assemble(parameter, false, shift);
            let after = self.work_along(&x);
            // Near the end only round-off is left to compare.
            let tiny = size <= 1e-9;
            let error = (after - expected).abs() / scale;
            let lost = error > OVERSHOT || error.is_nan() || !self.angles_follow();
            if !tiny && lost {
                self.restore(&saved);
                shift = (GROW * shift).max(WOKEN * first);
                continue;
            }
            self.iterations += 1;
            lengths.push(factor * largest);
            if tiny || error <= GOOD {
                shift = (shift * FADE).max(FADED * first);
            }
            self.accept(parameter);
            if tiny && standing(&lengths) {
                return Ok(());
            }
            if self.distance(start) > LOST {
                return Err(Unrest::Lost);
            }
        }
        Err(Unrest::Endless(worst))
    }

    /// Moves away from an equilibrium that is not stable, along the motion that lowers the energy most; `false` if it is stable or
    /// there is no such motion to be found.
    fn leave_maximum(&mut self, parameter: f64) -> bool {
        self.accept(parameter);
        self.assemble(parameter, true, 0.0);
        let potential = self.turning().is_none() && self.is_symmetric();
        let unstable = match self.factor() {
            Ok(()) => self.unstable_directions().unwrap_or(0),
            Err(_) => 0,
        };
        if !potential || unstable == 0 {
            return false;
        }
        // With a shift that just makes it stable, that motion is the one next to zero.
        let mut shift = STIFFER * self.first_shift(parameter);
        for _ in 0..60 {
            self.assemble(parameter, true, shift);
            if self.factor().is_ok() && self.unstable_directions() == Some(0) {
                let mut mode = Vec::new();
                self.nearest_mode(&mut mode);
                let n = self.displacements();
                mode[n..].fill(0.0);
                let largest = self.largest(&mode);
                if !(largest > 0.0 && largest.is_finite()) {
                    return false;
                }
                self.apply(&mode, AWAY / largest);
                self.accept(parameter);
                return true;
            }
            shift *= GROW;
        }
        false
    }

    /// Finishes with Newton's iteration; `Err` if the tangent is singular at rest.
    pub(super) fn finish_settling(&mut self, parameter: f64) -> Result<(), Trouble> {
        self.accept(parameter);
        let mut at = parameter;
        self.correct(&mut at, Hold::Parameter)?;
        self.accept(parameter);
        Ok(())
    }

    /// Largest distance of a node from where it was, in sizes of the model.
    fn distance(&self, start: &State) -> f64 {
        let both = self.base.poses.iter().zip(&start.poses);
        let largest = both.map(|(a, b)| (a.r - b.r).norm()).fold(0.0, f64::max);
        largest / self.system.length
    }

    /// Work of the residual on increments of the nodes.
    fn work_along(&self, x: &[f64]) -> f64 {
        let n = self.displacements();
        mechanism::dot(&self.work.residual[..n], &x[..n])
    }

    /// The shift with which the forces at the start move nothing by more than a part of the model.
    pub(super) fn first_shift(&mut self, parameter: f64) -> f64 {
        self.assemble(parameter, false, 0.0);
        let mut shift: f64 = 0.0;
        for n in self.system.node_indices() {
            let (node, first) = (&self.system.nodes[n], self.scatter.dofs.node(n));
            let own = self.system.diagonal_mass(n);
            if own == 0.0 {
                continue;
            }
            let inertia = node.inertia.trace() / 3.0;
            for (k, slot) in self.system.kinds[n].slots().enumerate() {
                let size = self.work.residual[first + k].abs();
                let mass = if slot < 3 {
                    own * self.system.length
                } else {
                    inertia
                };
                if mass > 0.0 {
                    shift = shift.max(size / (STEP * mass));
                }
            }
        }
        if shift > 0.0 { shift } else { 1.0 }
    }
}

/// Steps that no longer become smaller have reached round-off.
fn standing(lengths: &[f64]) -> bool {
    let n = lengths.len();
    n > 5 && lengths[n - 1] > 0.5 * lengths[n - 4]
}

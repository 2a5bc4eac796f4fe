//! Equilibria of systems that can move freely without their loads: pendulums, slack cables.
//!
//! Their tangent is singular, or nearly so, where the search starts. A multiple of the masses in the tangent makes every step one of
//! an overdamped motion towards rest; it fades out as the steps become good (eq.6). The multiple is always so large that no motion
//! lowers the energy in the linear picture, so that the search ends in a stable equilibrium.

use super::equations::Equations;
use super::mechanism;
use super::newton::{Hold, Iterations, Trouble};

/// Iterations at most.
const MOST: usize = 1000;
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
        let mut run = Iterations::default();
        let first = self.first_shift(parameter);
        let mut shift = first;
        let mut way = 0.0;
        let mut worst = 0;
        for _ in 0..MOST {
            self.assemble(parameter, true, shift);
            let (residual, at) = self.judge();
            worst = at;
            if residual <= 1.0 && !run.corrections.is_empty() {
                return Ok(());
            }
            let stable = self.factor().is_ok() && self.unstable_directions() == Some(0);
            if !stable {
                if shift > 1e30 {
                    return Err(Unrest::Endless(worst));
                }
                shift *= GROW;
                continue;
            }
            let Some(x) = self.newton_step() else {
                shift *= GROW;
                continue;
            };
            let factor = (STEP / self.largest(&x)).min(1.0);
            let saved = self.save();
            let before = self.work_along(&x);
            // What is left of it when the tangent tells the truth: (1 - s) of it, and s of what the masses hold back.
            let held = shift * mechanism::dot(&mechanism::mass_times(self, &x), &x);
            let expected = (1.0 - factor) * before - factor * held;
            let size = self.apply(&x, factor);
            self.assemble(parameter, false, shift);
            let after = self.work_along(&x);
            // Near the end only round-off is left to compare.
            let tiny = size <= 1e-9;
            let error = (after - expected).abs() / before.abs();
            if !tiny && (error > OVERSHOT || error.is_nan()) {
                self.restore(&saved);
                shift *= GROW;
                continue;
            }
            self.iterations += 1;
            let length = factor * self.length(&x);
            run.corrections.push(length);
            way += size;
            if tiny || error <= GOOD {
                shift = (shift * FADE).max(FADED * first);
            }
            if way > LOST {
                return Err(Unrest::Lost);
            }
            if tiny && self.standing(&run) {
                return Ok(());
            }
            self.accept(parameter);
        }
        Err(Unrest::Endless(worst))
    }

    /// Finishes with Newton's iteration; `Err` if the tangent is singular at rest.
    pub(super) fn finish_settling(&mut self, parameter: f64) -> Result<(), Trouble> {
        self.accept(parameter);
        let mut at = parameter;
        self.correct(&mut at, Hold::Parameter)?;
        self.accept(parameter);
        Ok(())
    }

    /// Corrections that no longer become smaller have reached round-off.
    fn standing(&self, run: &Iterations) -> bool {
        let n = run.corrections.len();
        n > 5 && run.corrections[n - 1] > 0.5 * run.corrections[n - 4]
    }

    /// Work of the residual on increments of the nodes.
    fn work_along(&self, x: &[f64]) -> f64 {
        let n = self.displacements();
        let terms = self.work.residual[..n].iter().zip(x);
        terms.map(|(r, x)| r * x).sum()
    }

    /// The shift with which the forces at the start move nothing by more than a part of the model.
    pub(super) fn first_shift(&mut self, parameter: f64) -> f64 {
        self.assemble(parameter, false, 0.0);
        let mut shift: f64 = 0.0;
        for n in 0..self.system.nodes.len() {
            let (node, first) = (&self.system.nodes[n], self.scatter.dofs.node(n));
            if node.mass == 0.0 {
                continue;
            }
            let inertia = node.inertia.trace() / 3.0;
            for (k, slot) in self.system.kinds[n].slots().enumerate() {
                let size = self.work.residual[first + k].abs();
                let mass = if slot < 3 {
                    node.mass * self.system.length
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

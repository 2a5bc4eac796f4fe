//! The equations of equilibrium at one value of the path's parameter, their tangent and its factors.

use super::error::StaticsError;
use crate::dynamics::criterion;
use crate::dynamics::newton::LARGEST_TURN;
use crate::dynamics::schemes::{CableAid, Instant, Turning};
use crate::dynamics::{Kernels, Workspace, analyse};
use crate::math::cayley;
use crate::mechanics::index::{NodeIndex, RowList};
use crate::mechanics::node::{NodeIncrement, NodeKind, NodeVelocity};
use crate::mechanics::wrench::STAGES;
use crate::model::{Statics, Vary};
use crate::system::{
    GROUND, Jacobian, Scatter, State, System, coordinate_followed, coordinate_value,
};
use poinsot_lu::{FactorError, Solver};

/// Gaps below this fraction of their scale are closed already.
const CLOSED: f64 = 1e-12;
/// Step of the difference quotient with respect to time, as a part of the whole path: half the digits.
const TIME_STEP: f64 = 1e-6;

/// What is solved, with everything needed in memory. Unknowns are increments from the base, the last accepted point.
pub(super) struct Equations<'a> {
    pub system: &'a System,
    pub scatter: Scatter,
    pub solver: Solver,
    pub work: Workspace,
    /// The base.
    pub base: State,
    /// Value of the parameter at the base.
    pub parameter: f64,
    /// Weight of every unknown in lengths of increments: nodes count alike, rotations in radians, translations by the size of
    /// the model; zero for coordinates and multipliers.
    pub weights: Vec<f64>,
    pub settings: Statics,
    /// Newton iterations made so far.
    pub iterations: usize,
    /// What a search makes of cables for the time being.
    pub cables: CableAid,
    /// Corrections are not taken whole without a test (eq.3).
    pub careful: bool,
    turning: Option<Turning>,
    /// Gaps of the base that the factor closes, row by row.
    gaps: RowList<f64>,
}

/// Increments and multipliers, to come back to.
#[derive(Clone)]
pub(super) struct Saved {
    steps: Vec<NodeIncrement>,
    multipliers: Vec<[f64; STAGES]>,
}

impl<'a> Equations<'a> {
    pub fn new(
        system: &'a System,
        state: &State,
        settings: &Statics,
        turning: Option<Turning>,
    ) -> Result<Self, StaticsError> {
        let scatter = Scatter::new(system, 1);
        let solver = analyse(system, &scatter)?;
        let mut base = state.clone();
        // At rest, in the world or in the turning frame: rates of strains are zero.
        base.velocities.fill(NodeVelocity::default());
        base.accelerations.fill([NodeVelocity::default(); 2]);
        let mut gaps = RowList::new(0.0, system.rows);
        if settings.vary == Vary::LoadFactor {
            let jacobian = Jacobian::new(system, &system.stages(&base), settings.at);
            for (row, gap) in system.row_indices().zip(&jacobian.gaps) {
                if gap.abs() > CLOSED * system.row_scales[row] {
                    gaps[row] = *gap;
                }
            }
        }
        let mut equations = Equations {
            work: Workspace::new(system, &scatter).for_equilibria(system),
            weights: weights(system, &scatter),
            settings: settings.clone(),
            iterations: 0,
            parameter: 0.0,
            system,
            scatter,
            solver,
            base,
            cables: CableAid::NONE,
            careful: false,
            turning,
            gaps,
        };
        equations.begin();
        Ok(equations)
    }

    /// Increments of zero from the base.
    pub fn begin(&mut self) {
        let instant = self.instant(self.parameter);
        self.work.begin(self.system, &self.base, &instant);
        self.work.steps[0].fill(NodeIncrement::default());
        self.work.move_nodes(self.system, 1);
    }

    /// Makes a state the base.
    pub fn set_base(&mut self, state: &State, parameter: f64) {
        self.base.clone_from(state);
        self.parameter = parameter;
        self.begin();
    }

    /// Number of unknowns of the nodes; multipliers follow.
    pub fn displacements(&self) -> usize {
        self.scatter.dofs.multipliers()
    }

    pub fn turning(&self) -> Option<Turning> {
        self.turning
    }

    fn instant(&self, parameter: f64) -> Instant {
        let (time, load_factor) = match self.settings.vary {
            Vary::LoadFactor => (self.settings.at, parameter),
            Vary::Time => (parameter, 1.0),
        };
        // Centrifugal forces are loads, too: they grow with the square of the speed.
        let speed = load_factor.max(0.0).sqrt();
        Instant {
            load_factor,
            turning: self.turning.map(|t| Turning {
                omega: speed * t.omega,
                through: t.through,
            }),
            cables: self.cables,
            ..Instant::at(time)
        }
    }

    /// Assembles at the present increments; the tangent, if wanted, with `shift` times the masses added.
    pub fn assemble(&mut self, parameter: f64, tangent: bool, shift: f64) {
        let instant = self.instant(parameter);
        self.assemble_at(instant, tangent, shift);
        if self.settings.vary == Vary::LoadFactor {
            for (row, gap) in self.system.row_indices().zip(&self.gaps) {
                self.work.residual[self.scatter.dofs.multiplier(row, 0)] -= (1.0 - parameter) * gap;
            }
        }
    }

    /// Forces of the loads at the present increments, as they stand in the residual.
    pub fn loads(&mut self, parameter: f64) -> Vec<f64> {
        let loaded = self.instant(parameter);
        let unloaded = Instant {
            load_factor: 0.0,
            turning: None,
            ..loaded
        };
        self.assemble_at(unloaded, false, 0.0);
        let without = self.work.residual.clone();
        self.assemble_at(loaded, false, 0.0);
        let both = self.work.residual.iter().zip(&without);
        both.map(|(with, without)| with - without).collect()
    }

    /// The first solid that the increments at hand turn inside out, its element with its number.
    pub fn turned_inside_out(&self, parameter: f64) -> Option<String> {
        let scheme = self.instant(parameter);
        scheme.out_of_domain(self.system, &self.work)
    }

    fn assemble_at(&mut self, instant: Instant, tangent: bool, shift: f64) {
        self.base.time = instant.time;
        self.work.move_nodes(self.system, 1);
        let scheme = Instant { shift, ..instant };
        self.work.assemble(
            self.system,
            &self.scatter,
            &self.base,
            &scheme,
            0.0,
            tangent,
        );
    }

    /// Whether the constraints are met where the loads of a parameter act in full.
    pub fn gaps_are_closed(&self, parameter: f64) -> bool {
        let open = self.settings.vary == Vary::LoadFactor && parameter != 1.0;
        !open || self.gaps.iter().all(|gap| *gap == 0.0)
    }

    /// Largest residual in units of its tolerance, and where.
    pub fn judge(&mut self) -> (f64, usize) {
        let dofs = &self.scatter.dofs;
        let tolerance = self.settings.tolerance;
        // Nothing is viscous at rest.
        criterion::find_noise(self.system, &mut self.work, f64::INFINITY);
        let CableAid { most, stiffest, .. } = self.cables;
        if stiffest > most {
            // Softer cables have less round-off; without them there would be no search.
            let part = most / stiffest;
            let noise = self.work.noise.iter_mut().flatten();
            noise.for_each(|n| *n *= part);
        }
        criterion::judge(self.system, dofs, &mut self.work, tolerance)
    }

    /// Derivative of the residual with respect to the parameter. The residual is linear in the load factor, so that its
    /// difference quotient is exact.
    pub fn rate(&mut self, parameter: f64) -> Vec<f64> {
        let (low, high) = match self.settings.vary {
            Vary::LoadFactor => (parameter.max(0.0), parameter.max(0.0) + 1.0),
            Vary::Time => {
                let h = TIME_STEP * self.settings.until.abs();
                (parameter - h, parameter + h)
            }
        };
        self.assemble(high, false, 0.0);
        let ahead = self.work.residual.clone();
        self.assemble(low, false, 0.0);
        let behind = &self.work.residual;
        let slope = |(a, b): (&f64, &f64)| (a - b) / (high - low);
        ahead.iter().zip(behind).map(slope).collect()
    }

    /// Factorises the tangent at hand.
    pub fn factor(&mut self) -> Result<(), FactorError> {
        self.solver.factor(&self.work.values)
    }

    /// Solves with the last factors; `false` if there is no finite solution.
    pub fn solve(&mut self, x: &mut [f64]) -> bool {
        let solved = self.solver.solve(&self.work.values, x).is_ok();
        solved && x.iter().all(|x| x.is_finite())
    }

    /// `-K^-1 residual`.
    pub fn newton_step(&mut self) -> Option<Vec<f64>> {
        let mut x: Vec<f64> = self.work.residual.iter().map(|r| -r).collect();
        self.solve(&mut x).then_some(x)
    }

    /// Predicts the strains that a multiple of a correction leads to; nodes must be where the increments take them.
    pub fn predict(&mut self, correction: &[f64], factor: f64) {
        self.work.correction.copy_from_slice(correction);
        self.work.predict_strains(self.system, &self.scatter.dofs);
        self.work.shorten_prediction(factor);
    }

    /// Adds a multiple of a correction; returns its largest component relative to what it corrects.
    pub fn apply(&mut self, correction: &[f64], factor: f64) -> f64 {
        for (to, from) in self.work.correction.iter_mut().zip(correction) {
            *to = factor * from;
        }
        self.work.correct(self.system, &self.scatter.dofs, 1)
    }

    /// Whether no node has turned too far for its Cayley vector.
    pub fn turns_are_small(&self) -> bool {
        let steps = self.work.steps[0].iter();
        steps.clone().all(|s| s.theta.norm() <= LARGEST_TURN)
    }

    /// Whether every angle went where the items of its joint went: among the unknowns it is defined up to half turns.
    pub fn angles_follow(&mut self) -> bool {
        self.work.move_nodes(self.system, 1);
        let before = &self.base.coordinates;
        let joints = self.system.joints.iter();
        let all = joints.flat_map(|j| j.coordinates.iter().map(move |c| (c, &j.frames)));
        all.zip(before).all(|((c, frames), before)| {
            coordinate_followed(c, frames, &self.work.ends[0], *before).is_some()
        })
    }

    pub fn save(&self) -> Saved {
        Saved {
            steps: self.work.steps[0].clone(),
            multipliers: self.work.multipliers.clone(),
        }
    }

    pub fn restore(&mut self, saved: &Saved) {
        self.work.steps[0].clone_from(&saved.steps);
        self.work.multipliers.clone_from(&saved.multipliers);
    }

    /// The increments as a vector of unknowns; zero for multipliers.
    pub fn increments(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.scatter.dofs.len()];
        for n in self.system.node_indices() {
            let (first, step) = (self.scatter.dofs.node(n), &self.work.steps[0][n]);
            for (k, slot) in self.system.kinds[n].slots().enumerate() {
                x[first + k] = if slot < 3 {
                    step.u[slot]
                } else {
                    step.theta[slot - 3]
                };
            }
        }
        x
    }

    /// Length of a vector of increments.
    pub fn length(&self, x: &[f64]) -> f64 {
        self.dot(x, x).sqrt()
    }

    /// Scalar product that goes with [`Self::length`].
    pub fn dot(&self, x: &[f64], y: &[f64]) -> f64 {
        let terms = self.weights.iter().zip(x).zip(y);
        terms.map(|((w, x), y)| w * x * y).sum()
    }

    /// Makes the present increments the base.
    pub fn accept(&mut self, parameter: f64) {
        let (system, work, base) = (self.system, &mut self.work, &mut self.base);
        work.move_nodes(system, 1);
        for n in system.node_indices() {
            let step = &work.steps[0][n];
            match system.kinds[n] {
                NodeKind::Ground => {}
                NodeKind::Angle | NodeKind::Displacement => base.poses[n].r = work.ends[0][n].r,
                NodeKind::Point => base.poses[n].r += step.u,
                NodeKind::Frame => {
                    base.poses[n].r += step.u;
                    base.poses[n].q = cayley::quaternion(&step.theta) * base.poses[n].q;
                    base.poses[n].q.renormalize();
                }
            }
        }
        base.multipliers.copy_from_slice(&work.multipliers);
        work.rest_there(system, &mut base.memory);
        let mut slot = 0;
        for joint in &system.joints {
            for c in &joint.coordinates {
                let (before, ends) = (base.coordinates[slot], &work.ends[0]);
                let value = coordinate_followed(c, &joint.frames, ends, before);
                // Points that were found are only those whose angles follow; others go on from the nearest place.
                base.coordinates[slot] =
                    value.unwrap_or_else(|| coordinate_value(c, &joint.frames, ends, before));
                slot += 1;
            }
        }
        self.parameter = parameter;
        base.time = match self.settings.vary {
            Vary::LoadFactor => self.settings.at,
            Vary::Time => parameter,
        };
        self.begin();
    }

    /// How many independent motions lower the energy, from the factors of the tangent: negative eigenvalues beyond those that
    /// the constraints bring (eq.4).
    pub fn unstable_directions(&self) -> Option<usize> {
        let negative = self.solver.negative_eigenvalues().ok()?;
        Some(negative.saturating_sub(self.system.rows))
    }
}

/// See [`Equations::weights`].
fn weights(system: &System, scatter: &Scatter) -> Vec<f64> {
    let dofs = &scatter.dofs;
    let real = |n: NodeIndex| n != GROUND && !system.kinds[n].is_coordinate();
    let count = system.node_indices().filter(|&n| real(n)).count().max(1) as f64;
    let mut weights = vec![0.0; dofs.len()];
    for n in system.node_indices().filter(|&n| real(n)) {
        for (k, slot) in system.kinds[n].slots().enumerate() {
            weights[dofs.node(n) + k] = if slot < 3 {
                1.0 / (count * system.length * system.length)
            } else {
                1.0 / count
            };
        }
    }
    weights
}

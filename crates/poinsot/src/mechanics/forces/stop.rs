//! Stops of a coordinate, backlash between two, ratchets: forces that only push (lf.1) to (lf.4).

use super::contact_law::{ContactLaw, SLOW, loss_of_restitution, steepest};
use super::in_step::{InStep, WithMemory, stresses_with_memory};
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, Memory, Now, SecantStress, StartStrain, StepStart, Strain,
};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::wrench::{self, Intervals, LinearRule, STAGES, Sink, StressRule};

/// Where a strain ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limits {
    /// At given values, one or both [m or rad].
    Fixed {
        /// Least value.
        lower: Option<f64>,
        /// Largest value.
        upper: Option<f64>,
    },
    /// At the last tooth that was passed: it may move on, but not back (lf.4).
    Ratchet {
        /// Whether it may move up; else down.
        up: bool,
        /// Distance of the teeth [m or rad]; zero: it holds everywhere.
        pitch: f64,
        /// Value at one of the teeth [m or rad].
        tooth: f64,
    },
}

/// A stop on a strain.
#[derive(Clone, Debug)]
pub struct Stop<S> {
    strain: S,
    limits: Limits,
    law: ContactLaw,
    /// Factor of the loss (lf.2).
    loss: f64,
}

/// A stop on a joint coordinate.
pub type CoordinateStop = Stop<QuadraticForm<1, 1>>;
/// A stop on the difference of two coordinates.
pub type Backlash = Stop<QuadraticForm<2, 2>>;

/// What a stop remembers.
const RATE: usize = 0;
/// Largest speed of approach since it was touched [m/s or rad/s].
const SPEED: usize = 1;
/// How often it was touched.
const IMPACTS: usize = 2;
/// Where a ratchet holds [m or rad].
const HELD: usize = 3;
const KEPT: usize = 4;

/// One of two limits: the penetration is `sign (e - at)`.
#[derive(Clone, Copy, Debug)]
struct Side {
    sign: f64,
    at: f64,
}

impl Side {
    fn depth(&self, e: f64) -> f64 {
        self.sign * (e - self.at)
    }
}

impl CoordinateStop {
    /// On the coordinate node `node`; `restitution` in (0, 1].
    pub fn new(node: NodeIndex, limits: Limits, law: ContactLaw, restitution: f64) -> Self {
        Stop {
            strain: QuadraticForm::coordinate(node),
            limits,
            law,
            loss: loss_of_restitution(restitution),
        }
    }
}

impl Backlash {
    /// Between two coordinate nodes: `x_2 - ratio x_1 - offset` stays within half of `play` on either side.
    pub fn new(
        nodes: [NodeIndex; 2],
        [ratio, offset, play]: [f64; 3],
        law: ContactLaw,
        restitution: f64,
    ) -> Self {
        Stop {
            strain: QuadraticForm::coordinates(nodes, ratio, offset),
            limits: Limits::Fixed {
                lower: Some(-0.5 * play),
                upper: Some(0.5 * play),
            },
            law,
            loss: loss_of_restitution(restitution),
        }
    }
}

impl<S> Stop<S> {
    /// The limits with a given memory.
    fn sides(&self, kept: &[f64]) -> impl Iterator<Item = Side> + use<S> {
        let side = |sign: f64| move |at: f64| Side { sign, at };
        let [lower, upper] = match self.limits {
            Limits::Fixed { lower, upper } => [lower, upper],
            Limits::Ratchet { up: true, .. } => [kept.get(HELD).copied(), None],
            Limits::Ratchet { up: false, .. } => [None, kept.get(HELD).copied()],
        };
        let sides = [lower.map(side(-1.0)), upper.map(side(1.0))];
        sides.into_iter().flatten()
    }

    /// Where a ratchet at `e` holds, if it did at `held`.
    fn tooth(&self, e: f64, held: f64) -> f64 {
        let Limits::Ratchet { up, pitch, tooth } = self.limits else {
            return held;
        };
        let sign = if up { 1.0 } else { -1.0 };
        let passed = match pitch > 0.0 {
            true => tooth + sign * pitch * (sign * (e - tooth) / pitch).floor(),
            false => e,
        };
        if up {
            held.max(passed)
        } else {
            held.min(passed)
        }
    }

    /// Largest speed of approach, without that of the step itself; `None`: nothing is lost.
    fn speed(&self, kept: &[f64], side: Side, touched: bool) -> Option<f64> {
        let (&rate, &speed) = (kept.get(RATE)?, kept.get(SPEED)?);
        let before = if touched { speed } else { 0.0 };
        Some(before.max(side.sign * rate).max(SLOW))
    }

    /// Loss over force at a speed of approach, and its derivative with respect to that (lf.2).
    fn loss_at(&self, speed: f64, fastest: Option<f64>) -> [f64; 2] {
        match fastest {
            None => [0.0, 0.0],
            Some(fastest) if speed >= fastest => [self.loss, 0.0],
            Some(fastest) => {
                let loss = self.loss * speed / fastest;
                match loss > -1.0 {
                    true => [loss, self.loss / fastest],
                    false => [-1.0, 0.0],
                }
            }
        }
    }
}

impl<S> WithMemory<1> for Stop<S> {
    fn elastic_in(&self, memory: Memory, &[x]: &[f64; 1], &[y]: &[f64; 1]) -> SecantStress<1> {
        let mut out = SecantStress::zero();
        for side in self.sides(memory.kept) {
            let mean = self.law.mean(side.depth(x), side.depth(y));
            out.sigma[0] += side.sign * mean.effort;
            out.d_start[0][0] += mean.d_start;
            out.d_end[0][0] += mean.d_end;
        }
        out
    }
    /// The mean force times the loss at the mean speed (lf.3).
    fn viscous_in(
        &self,
        memory: Memory,
        &[x]: &[f64; 1],
        &[y]: &[f64; 1],
        dt: f64,
    ) -> SecantStress<1> {
        let mut out = SecantStress::zero();
        for side in self.sides(memory.kept) {
            let (from, to) = (side.depth(x), side.depth(y));
            let fastest = self.speed(memory.kept, side, from > 0.0);
            let [loss, slope] = self.loss_at((to - from) / dt, fastest);
            let mean = self.law.mean(from, to);
            out.sigma[0] += side.sign * mean.effort * loss;
            out.d_end[0][0] += mean.d_end * loss + mean.effort * slope / dt;
        }
        out
    }
    fn viscous_at_in(
        &self,
        memory: Memory,
        &[e]: &[f64; 1],
        &[rate]: &[f64; 1],
    ) -> SecantStress<1> {
        let mut out = SecantStress::zero();
        for side in self.sides(memory.kept) {
            let depth = side.depth(e);
            let fastest = self.speed(memory.kept, side, depth > 0.0);
            let [loss, slope] = self.loss_at(side.sign * rate, fastest);
            let force = self.law.force(depth);
            out.sigma[0] += side.sign * force * loss;
            out.d_end[0][0] += self.law.stiffness(depth) * loss;
            out.d_start[0][0] += force * slope;
        }
        out
    }
}

impl<const N: usize, const P: usize, S: Strain<N, P, 1>> Strain<N, P, 1> for Stop<S> {
    fn nodes(&self) -> &[NodeIndex; N] {
        self.strain.nodes()
    }
    fn attachments(&self) -> &[Attachment; P] {
        self.strain.attachments()
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 1> {
        self.strain.measure(p_i, p_y, w)
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        self.strain.coupling(p_i, p_y, w, sigma, visit);
    }
}

impl<const N: usize, const P: usize, S: Strain<N, P, 1>> ForceLaw<N, P, 1> for Stop<S> {
    fn account(&self) -> Account {
        Account::Contact
    }
    fn energy(&self, &[e]: &[f64; 1]) -> f64 {
        self.sides(&[])
            .map(|side| self.law.energy(side.depth(e)))
            .sum()
    }
    fn modulus(&self, &[e]: &[f64; 1]) -> [[f64; 1]; 1] {
        let sides = self.sides(&[]);
        let stiffness = sides.map(|side| self.law.stiffness(side.depth(e)));
        [[stiffness.sum::<f64>().max(0.0)]]
    }
    fn memory(&self) -> usize {
        KEPT
    }
    fn rest(&self, &[e]: &[f64; 1], kept: &mut [f64]) {
        let none = match self.limits {
            Limits::Ratchet { up: true, .. } => f64::NEG_INFINITY,
            _ => f64::INFINITY,
        };
        kept.fill(0.0);
        if let Limits::Ratchet { .. } = self.limits {
            kept[HELD] = self.tooth(e, none);
        }
    }
    const PREPARES: bool = true;
    fn prepare(&self, start: &StepStart<1>, kept: &mut [f64]) {
        kept[RATE] = start.rate[0];
    }
    fn viscosity_in(&self, &[e]: &[f64; 1], memory: Memory) -> [f64; 1] {
        let sides = self.sides(memory.kept).map(|side| {
            let depth = side.depth(e);
            let fastest = self.speed(memory.kept, side, depth > 0.0);
            steepest(&self.law, self.loss, depth, fastest, memory.dt)
        });
        [sides.fold(0.0, f64::max)]
    }
    fn remember(&self, &[x]: &[f64; 1], &[y]: &[f64; 1], dt: f64, kept: &mut [f64]) {
        let (mut speed, mut impacts) = (0.0, 0.0);
        for side in self.sides(kept) {
            let (from, to) = (side.depth(x), side.depth(y));
            if to > 0.0 {
                let before = self.speed(kept, side, from > 0.0).unwrap_or(0.0);
                speed = before.max((to - from) / dt);
                impacts += if from > 0.0 { 0.0 } else { 1.0 };
            }
        }
        kept[SPEED] = speed;
        kept[IMPACTS] += impacts;
        kept[HELD] = self.tooth(y, kept[HELD]);
    }
    /// Of ratchets alone: their limit is not known without.
    fn kept_energy(&self, &[e]: &[f64; 1], kept: &[f64]) -> f64 {
        match self.limits {
            Limits::Fixed { .. } => 0.0,
            Limits::Ratchet { .. } => {
                let energies = self.sides(kept);
                energies
                    .map(|side| self.law.energy(side.depth(e)))
                    .sum::<f64>()
            }
        }
    }
    fn kept_loss(&self, x: &[f64; 1], y: &[f64; 1], memory: Memory) -> f64 {
        self.viscous_in(memory, x, y, memory.dt).sigma[0] * (y[0] - x[0])
    }
    fn impacts(&self, kept: &[f64]) -> f64 {
        kept.get(IMPACTS).copied().unwrap_or(0.0)
    }
    fn penetration(&self, &[e]: &[f64; 1]) -> f64 {
        let depths = self.sides(&[]).map(|side| side.depth(e));
        depths.fold(0.0, f64::max)
    }
    stresses_with_memory!(1);

    /// Effort on the strain, way to the nearest limit, how often it was touched.
    const OBSERVED: usize = 3;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        let (e, rate) = (
            self.value_at(at.stages),
            wrench::strain_rates(self, at.stages, at.velocities),
        );
        let memory = Memory {
            kept: at.kept,
            dt: 0.0,
        };
        let elastic = self.elastic_in(memory, &e, &e).sigma[0];
        let gaps = self.sides(at.kept).map(|side| -side.depth(e[0]));
        out[0] = -(elastic + self.viscous_at_in(memory, &e, &rate).sigma[0]);
        out[1] = gaps.fold(f64::INFINITY, f64::min);
        if out[1].is_infinite() {
            out[1] = 0.0;
        }
        out[2] = self.impacts(at.kept);
    }
}

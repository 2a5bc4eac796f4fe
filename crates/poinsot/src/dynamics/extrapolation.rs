//! Where the motion of the last steps leads: the increments and multipliers that an iteration begins with (nw.3).
//!
//! The increments of equal steps are a smooth sequence, to which constraints and frequencies that the step does not resolve add a
//! part that alternates. Several rules continue such sequences, each right for its own kind. Which one is best here is not
//! guessed: after every step, all of them are compared with what has come, at some of the nodes.

use super::reuse::same_length;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{NodeIncrement, NodeKind, NodeStage};
use crate::mechanics::wrench::STAGES;
use crate::storage::{Bytes, Misfit, Stored, stored};
use crate::system::System;

/// Steps that are remembered.
const PAST: usize = 7;
/// Nodes that rules are compared at, at most: where there are more, every so many.
const WATCHED: usize = 24;
/// What is remembered of earlier comparisons, from one step to the next.
const FORGOTTEN: f64 = 0.5;

/// A rule is followed where it misses by less than a hundredth of what the scheme's own prediction does (these are squares). An
/// iteration squares its error, so that less saves none of them; and where motions are not resolved, as those of a cable under
/// steps of many periods, a small miss of places is a large one of stresses: such starts took half as many iterations again.
const WORTHWHILE: f64 = 1e-4;

/// Factors of the last steps, the latest first. With the shift operator E, each rule is exact for sequences that its polynomial
/// annihilates.
const RULES: [[f64; PAST]; 9] = [
    // (E - 1)^2 to (E - 1)^7: straight lines, parabolas, curves of higher order.
    [2.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0, -3.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    [4.0, -6.0, 4.0, -1.0, 0.0, 0.0, 0.0],
    [5.0, -10.0, 10.0, -5.0, 1.0, 0.0, 0.0],
    [6.0, -15.0, 20.0, -15.0, 6.0, -1.0, 0.0],
    [7.0, -21.0, 35.0, -35.0, 21.0, -7.0, 1.0],
    // (E - 1)^2 (E + 1), (E - 1)^3 (E + 1), (E - 1)^4 (E + 1): with a part that alternates.
    [1.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0],
    [2.0, 0.0, -2.0, 1.0, 0.0, 0.0, 0.0],
    [3.0, -2.0, -2.0, 3.0, -1.0, 0.0, 0.0],
];

/// Increments and multipliers of one step; rotations of frames in body axes.
#[derive(Clone, Debug)]
struct Made {
    increments: [Vec<NodeIncrement>; STAGES],
    multipliers: Vec<[f64; STAGES]>,
}

/// The last steps, and how well each rule continued them.
#[derive(Clone, Debug)]
pub(super) struct Extrapolation {
    /// A ring; `latest` is the place of the last step.
    past: Vec<Made>,
    latest: usize,
    /// How many of them there are, and their common length [s].
    count: usize,
    dt: f64,
    /// Squares of what the rules missed lately; the last number is that of the scheme's own prediction.
    missed: [f64; RULES.len() + 1],
    /// Every so many nodes are watched, and what the scheme itself predicted for them.
    stride: usize,
    predicted: Vec<[NodeIncrement; STAGES]>,
    kinds: Vec<NodeKind>,
    /// Size of the model, by which displacements are measured [m].
    length: f64,
}

stored!(Made {
    increments,
    multipliers
});

impl Extrapolation {
    /// Nothing to go by yet.
    pub fn new(system: &System, stages: usize) -> Self {
        let (nodes, rows) = (system.nodes.len(), system.rows);
        let zero = NodeIncrement::default();
        let made = Made {
            increments: std::array::from_fn(|y| vec![zero; if y < stages { nodes } else { 0 }]),
            multipliers: vec![[0.0; STAGES]; rows],
        };
        let stride = nodes.div_ceil(WATCHED).max(1);
        Extrapolation {
            past: vec![made; PAST],
            latest: 0,
            count: 0,
            dt: 0.0,
            missed: [0.0; RULES.len() + 1],
            stride,
            predicted: vec![[zero; STAGES]; nodes.div_ceil(stride)],
            kinds: system.kinds.clone(),
            length: system.length,
        }
    }

    /// Forgets all steps: what comes is not what they lead to.
    pub fn forget(&mut self) {
        self.count = 0;
    }

    /// The rule for a step of length `dt`, if one promises more than the scheme's own prediction.
    pub fn rule(&self, dt: f64) -> Option<Rule<'_>> {
        if !same_length(self.dt, dt) || self.count < PAST {
            return None;
        }
        let own = self.missed[RULES.len()];
        let best = (0..RULES.len()).min_by(|&a, &b| self.missed[a].total_cmp(&self.missed[b]))?;
        (self.missed[best] < WORTHWHILE * own).then_some(Rule {
            from: self,
            factors: &RULES[best],
        })
    }

    /// Which nodes the scheme's own prediction is wanted of.
    pub fn watched(&self) -> impl Iterator<Item = NodeIndex> + use<> {
        let stride = self.stride;
        (0..self.predicted.len()).map(move |k| NodeIndex::new(k * stride))
    }

    /// What the scheme itself predicts for a watched node.
    pub fn predict(&mut self, n: NodeIndex, increments: [NodeIncrement; STAGES]) {
        self.predicted[n.position() / self.stride] = increments;
    }

    /// A step was made: compares what all rules said, and remembers it.
    pub fn accept(
        &mut self,
        start: &[NodeStage],
        steps: &[Vec<NodeIncrement>; STAGES],
        multipliers: &[[f64; STAGES]],
        dt: f64,
    ) {
        if !same_length(self.dt, dt) {
            self.count = 0;
            self.dt = dt;
        }
        let next = (self.latest + 1) % PAST;
        if self.count == PAST {
            self.compare(start, steps);
        } else {
            self.missed = [0.0; RULES.len() + 1];
        }
        let made = &mut self.past[next];
        for (made, steps) in made.increments.iter_mut().zip(steps) {
            for (k, made) in made.iter_mut().enumerate() {
                let n = NodeIndex::new(k);
                *made = in_body_axes(self.kinds[n], &start[n], &steps[n]);
            }
        }
        made.multipliers.copy_from_slice(multipliers);
        self.latest = next;
        self.count = (self.count + 1).min(PAST);
    }

    fn compare(&mut self, start: &[NodeStage], steps: &[Vec<NodeIncrement>; STAGES]) {
        let (mut missed, length) = ([0.0; RULES.len() + 1], self.length);
        let mut add = |k: usize, what: &NodeIncrement, said: &NodeIncrement| {
            let (u, theta) = (what.u - said.u, what.theta - said.theta);
            missed[k] += u.norm_squared() / length.powi(2) + theta.norm_squared();
        };
        for n in self.watched() {
            let kind = self.kinds[n];
            for (y, steps) in steps.iter().enumerate() {
                if self.past[0].increments[y].is_empty() || kind == NodeKind::Ground {
                    continue;
                }
                let what = in_body_axes(kind, &start[n], &steps[n]);
                for (k, factors) in RULES.iter().enumerate() {
                    add(k, &what, &self.continued(factors, n, y));
                }
                add(
                    RULES.len(),
                    &steps[n],
                    &self.predicted[n.position() / self.stride][y],
                );
            }
        }
        for (lately, missed) in self.missed.iter_mut().zip(missed) {
            *lately = FORGOTTEN * *lately + missed;
        }
    }

    /// Place of a step that lies `back` steps before the last one.
    #[inline]
    fn place(&self, back: usize) -> usize {
        (self.latest + PAST - back) % PAST
    }

    #[inline]
    fn continued(&self, factors: &[f64; PAST], n: NodeIndex, y: usize) -> NodeIncrement {
        let mut sum = NodeIncrement::default();
        for (back, &factor) in factors.iter().enumerate() {
            if factor != 0.0 {
                let made = &self.past[self.place(back)].increments[y][n];
                sum.u += factor * made.u;
                sum.theta += factor * made.theta;
            }
        }
        sum
    }
}

/// A rule with what it goes by.
#[derive(Clone, Copy)]
pub(super) struct Rule<'a> {
    from: &'a Extrapolation,
    factors: &'a [f64; PAST],
}

impl Rule<'_> {
    /// The increment of a node at a stage.
    #[inline]
    pub fn increment(
        &self,
        kind: NodeKind,
        start: &NodeStage,
        n: NodeIndex,
        y: usize,
    ) -> NodeIncrement {
        let mut step = self.from.continued(self.factors, n, y);
        if kind == NodeKind::Frame {
            step.theta = start.rot * step.theta;
        }
        step
    }

    /// All multipliers.
    pub fn multipliers(&self, multipliers: &mut [[f64; STAGES]]) {
        multipliers.fill([0.0; STAGES]);
        for (back, &factor) in self.factors.iter().enumerate() {
            if factor == 0.0 {
                continue;
            }
            let made = &self.from.past[self.from.place(back)].multipliers;
            for (sum, made) in multipliers.iter_mut().zip(made) {
                for y in 0..STAGES {
                    sum[y] += factor * made[y];
                }
            }
        }
    }
}

#[inline]
fn in_body_axes(kind: NodeKind, start: &NodeStage, step: &NodeIncrement) -> NodeIncrement {
    match kind {
        NodeKind::Frame => NodeIncrement {
            u: step.u,
            theta: start.rot.tr_mul(&step.theta),
        },
        _ => *step,
    }
}

/// What the next step begins with depends on all of it but the scheme's own predictions.
impl Stored for Extrapolation {
    fn store(&self, out: &mut Vec<u8>) {
        self.count.store(out);
        self.dt.store(out);
        self.missed.store(out);
        // Steps in their order, whatever their places.
        for back in 0..self.count {
            self.past[self.place(back)].store(out);
        }
    }

    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.count.load(from)?;
        self.dt.load(from)?;
        self.missed.load(from)?;
        if self.count > PAST {
            return Err(Misfit::new(format!("{PAST} steps"), self.count));
        }
        self.latest = PAST - 1;
        for back in 0..self.count {
            let place = self.place(back);
            self.past[place].load(from)?;
        }
        Ok(())
    }
}

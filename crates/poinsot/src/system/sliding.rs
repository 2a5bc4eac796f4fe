//! Lines that something slides along, as joints see them: where a place of the line is and how it moves.

use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::constraints::Pieces;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::node::{NodeStage, NodeVelocity};
use std::sync::Arc;

/// Parts of the line that are looked at when the nearest place is sought: so many for every piece.
const SAMPLES: usize = 8;
/// Corrections of the nearest place at most; they converge quadratically.
const CORRECTIONS: usize = 30;

/// A part of a line: an element, or all of a curve that is fixed to something.
#[derive(Clone, Debug)]
pub struct LinePart {
    /// Nodes that carry it.
    pub nodes: Vec<NodeIndex>,
    /// Points and vectors that its place is a sum of; their `node` counts within `nodes`.
    pub things: Vec<Attachment>,
    /// Their weights.
    pub weights: Pieces,
}

/// A line that something slides along: the sum of things with weights (sl.1).
#[derive(Clone, Debug)]
pub struct SlidingLine {
    /// Parts that follow each other.
    pub parts: Vec<LinePart>,
    /// What rounds the corners between them (sl.3).
    pub rounded: Vec<LinePart>,
    /// The point that is kept on the line: its node and its place there.
    pub point: (NodeIndex, V3),
}

impl LinePart {
    /// Where it begins and ends [m].
    pub fn ends(&self) -> [f64; 2] {
        let list = self.weights.list();
        match (list.first(), list.last()) {
            (Some(first), Some(last)) => [first.ends[0], last.ends[1]],
            _ => [0.0; 2],
        }
    }
}

impl SlidingLine {
    /// All nodes that carry it.
    pub fn nodes(&self) -> impl Iterator<Item = NodeIndex> {
        self.parts.iter().flat_map(|p| p.nodes.iter().copied())
    }

    /// The part that a place lies in; beyond the ends the first or the last one.
    fn part(&self, s: f64) -> Option<&LinePart> {
        let last = self.parts.len().checked_sub(1)?;
        let k = self.parts.partition_point(|p| p.ends()[1] < s);
        self.parts.get(k.min(last))
    }

    /// All parts that have a say at a place.
    fn parts_at(&self, s: f64) -> impl Iterator<Item = &LinePart> {
        let near = move |p: &&LinePart| {
            let [from, to] = p.ends();
            from < s && s < to
        };
        let rounded = self.rounded.iter().filter(near);
        self.part(s).into_iter().chain(rounded)
    }

    /// Position and derivative of the line at a place.
    pub fn at(&self, s: f64, stages: &[NodeStage]) -> [V3; 2] {
        let mut out = [V3::zeros(); 2];
        for part in self.parts_at(s) {
            let (value, slope) = (part.weights.value(s), part.weights.slope(s));
            for (k, thing) in part.things.iter().enumerate() {
                let x = thing.at(&stages[part.nodes[thing.node]]);
                out[0] += value[k] * x;
                out[1] += slope[k] * x;
            }
        }
        out
    }

    /// Velocity of the line at a fixed place.
    fn velocity(&self, s: f64, stages: &[NodeStage], velocities: &[NodeVelocity]) -> V3 {
        let mut sum = V3::zeros();
        for part in self.parts_at(s) {
            let value = part.weights.value(s);
            for (k, thing) in part.things.iter().enumerate() {
                let n = part.nodes[thing.node];
                sum += value[k] * rate(thing, &stages[n], &velocities[n]);
            }
        }
        sum
    }

    /// Rate of the place of a point that stays on the line (sl.4).
    pub fn rate(&self, s: f64, stages: &[NodeStage], velocities: &[NodeVelocity]) -> f64 {
        let (n, at) = self.point;
        let v = rate(&Attachment::point(0, at), &stages[n], &velocities[n]);
        let [_, tangent] = self.at(s, stages);
        tangent.dot(&(v - self.velocity(s, stages, velocities))) / tangent.norm_squared()
    }

    /// The place nearest to the point.
    pub fn nearest(&self, stages: &[NodeStage]) -> f64 {
        let (n, at) = self.point;
        let point = Attachment::point(0, at).at(&stages[n]);
        let (mut best, mut least, mut step) = (0.0, f64::INFINITY, 0.0);
        for piece in self.parts.iter().flat_map(|p| p.weights.list()) {
            let [from, to] = piece.ends;
            for k in 0..=SAMPLES {
                let s = from + (to - from) * k as f64 / SAMPLES as f64;
                let distance = (self.at(s, stages)[0] - point).norm();
                if distance < least {
                    (best, least, step) = (s, distance, (to - from) / SAMPLES as f64);
                }
            }
        }
        let (from, to) = match (self.parts.first(), self.parts.last()) {
            (Some(first), Some(last)) => (first.ends()[0], last.ends()[1]),
            _ => return 0.0,
        };
        let [low, high] = [(best - step).max(from), (best + step).min(to)];
        for _ in 0..CORRECTIONS {
            let [here, tangent] = self.at(best, stages);
            let by = tangent.dot(&(point - here)) / tangent.norm_squared();
            let next = (best + by).clamp(low, high);
            if !(next - best).is_normal() {
                break;
            }
            best = next;
        }
        best
    }
}

fn rate(thing: &Attachment, stage: &NodeStage, velocity: &NodeVelocity) -> V3 {
    thing.rate(stage, &velocity.v, &(stage.rot * velocity.omega))
}

/// Lines are shared: copies of a system need one.
pub type SharedLine = Arc<SlidingLine>;

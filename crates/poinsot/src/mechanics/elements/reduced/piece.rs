//! A piece of a reduced body: its strains, and how a body is divided into pieces.

use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::elements::field::ShareWith;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, NodeNoise, Strain};
use crate::mechanics::node::NodeStage;
use std::sync::Arc;

/// Points in a group.
const GROUP: usize = 8;
/// Points of a piece, beside the one that places are counted from.
pub(super) const POINTS: usize = 2 * GROUP;
/// The frame, the first point and the others.
pub(super) const NODES: usize = 2 + POINTS;
/// Three axes, the first point and the others.
pub(super) const ATTACHED: usize = 4 + POINTS;
/// Components of displacements.
pub(super) const STRAINS: usize = 3 * POINTS;
/// Attachments: the axes, then the first point, then the others.
const FIRST: usize = 3;

/// The axes that a reduced body is linear in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReducedFrame {
    /// The frame node that carries them, or the ground.
    pub node: NodeIndex,
    /// The axes, in the frame of the node.
    pub axes: [V3; 3],
}

/// What a piece is made of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Common {
    pub attachments: [Attachment; ATTACHED],
    /// Points in use.
    pub count: usize,
    /// Components of the places at rest, counted from the first point [m].
    pub rest: [f64; STRAINS],
    /// Stiffness [N/m].
    pub stiffness: [[f64; STRAINS]; STRAINS],
    /// Viscosity divided by stiffness [s].
    pub damping: f64,
    /// Round-off in the equations of its nodes, of those that no piece before it has.
    pub noise: [NodeNoise; NODES],
}

/// Two groups of points of a reduced body: energy of their displacements on axes of a frame (rb.3), `1/2 e K e` with
/// `e_ai = d_i . (x_a - x_0) - rest`. The stiffness of a single piece need not be positive, that of all pieces is.
#[derive(Clone, Debug)]
pub struct ReducedPiece {
    pub(super) nodes: [NodeIndex; NODES],
    pub(super) common: Arc<Common>,
}

/// Divides a body into pieces. `points` are its nodes, places are counted from the first; `rest` are their places at rest on
/// the axes of the frame [m]; `stiffness` belongs to the displacements of all but the first [N/m], row by row.
pub fn pieces(
    frame: &ReducedFrame,
    points: &[NodeIndex],
    rest: &[V3],
    stiffness: &[f64],
    damping: f64,
) -> Vec<ReducedPiece> {
    let Some((&first, others)) = points.split_first() else {
        return Vec::new();
    };
    let groups: Vec<Vec<usize>> = (0..others.len())
        .collect::<Vec<_>>()
        .chunks(GROUP)
        .map(<[usize]>::to_vec)
        .collect();
    // What a group resists alone is in the first piece that has it.
    let mut seen = vec![false; groups.len()];
    let noise = Noise::new(rest, stiffness);
    let mut list = Vec::new();
    for (g, one) in groups.iter().enumerate() {
        for h in g + 1..groups.len().max(g + 2) {
            let other = match groups.get(h) {
                Some(other) => other.as_slice(),
                // A single group is a piece.
                None if groups.len() == 1 => &[],
                None => continue,
            };
            let members: Vec<usize> = one.iter().chain(other).copied().collect();
            let of = |k: usize| if k < one.len() { g } else { h };
            let mut common = Common {
                attachments: std::array::from_fn(|k| match k {
                    0..FIRST => Attachment::vector(0, frame.axes[k]),
                    _ => Attachment::point(k - FIRST + 1, V3::zeros()),
                }),
                count: members.len(),
                rest: [0.0; STRAINS],
                stiffness: [[0.0; STRAINS]; STRAINS],
                damping,
                noise: [NodeNoise::default(); NODES],
            };
            if list.is_empty() {
                common.noise[..2].copy_from_slice(&[noise.frame(), noise.first()]);
            }
            for (a, &m) in members.iter().enumerate().filter(|(a, _)| !seen[of(*a)]) {
                common.noise[2 + a] = noise.point(m);
            }
            // A row longer for every point but the first.
            let row = 3 * others.len();
            for (a, &m) in members.iter().enumerate() {
                let place = rest[m + 1] - rest[0];
                common.rest[3 * a..3 * a + 3].copy_from_slice(place.as_slice());
                for (b, &n) in members.iter().enumerate() {
                    if of(a) == of(b) && seen[of(a)] {
                        continue;
                    }
                    for i in 0..3 {
                        for j in 0..3 {
                            let [here, there] = [(m, i, n, j), (n, j, m, i)]
                                .map(|(m, i, n, j)| stiffness[(3 * m + i) * row + 3 * n + j]);
                            // Symmetric to the last bit: angular momentum depends on it.
                            common.stiffness[3 * a + i][3 * b + j] = 0.5 * (here + there);
                        }
                    }
                }
            }
            for k in [Some(g), (h < groups.len()).then_some(h)] {
                k.into_iter().for_each(|k| seen[k] = true);
            }
            list.push(ReducedPiece {
                // Places that are not in use are on the first point, and have no displacement.
                nodes: std::array::from_fn(|k| match k {
                    0 => frame.node,
                    1 => first,
                    _ => members.get(k - 2).map_or(first, |&m| others[m]),
                }),
                common: Arc::new(common),
            });
        }
    }
    list
}

/// Round-off in the equations of a whole body: that of its strains, each by itself, times the stiffness (rb.6). Pieces have the same
/// strains to the last digit, so what cancels in the sum over points cancels in the sum over pieces.
struct Noise<'a> {
    rest: &'a [V3],
    stiffness: &'a [f64],
    /// Largest component of a place at rest [m].
    reach: f64,
}

impl<'a> Noise<'a> {
    fn new(rest: &'a [V3], stiffness: &'a [f64]) -> Self {
        let arms = rest.iter().map(|x| (x - rest[0]).amax());
        Noise {
            reach: arms.fold(0.0, f64::max),
            rest,
            stiffness,
        }
    }

    /// Root of the sum of squares that independent last digits of all strains leave in `sum_k weight_k sigma_k`.
    fn of(&self, weights: &[f64]) -> f64 {
        let size = weights.len();
        let mut sums = vec![0.0; size];
        for (row, weight) in self.stiffness.chunks(size.max(1)).zip(weights) {
            if *weight != 0.0 {
                sums.iter_mut().zip(row).for_each(|(s, k)| *s += weight * k);
            }
        }
        f64::EPSILON * sums.iter().map(|s| s * s).sum::<f64>().sqrt()
    }

    /// The largest of three sums, whose weights are components of vectors, one for every strain.
    fn largest(&self, weight: impl Fn(usize, usize) -> V3) -> f64 {
        let size = 3 * (self.rest.len() - 1);
        let part = |j: usize| {
            let weights: Vec<f64> = (0..size).map(|k| weight(k / 3, k % 3)[j]).collect();
            self.of(&weights)
        };
        (0..3).map(part).fold(0.0, f64::max)
    }

    /// Strains have the last digit of the places: of those within the body, and of one more for every metre.
    fn spread(&self, part: usize, noise: f64) -> NodeNoise {
        let mut out = NodeNoise::default();
        out.size[0][part] = noise * self.reach;
        out.size[1][part] = noise;
        out
    }

    fn point(&self, m: usize) -> NodeNoise {
        let unit = |a: usize, i: usize| if a == m { V3::ith(i, 1.0) } else { V3::zeros() };
        self.spread(0, self.largest(unit))
    }

    fn first(&self) -> NodeNoise {
        self.spread(0, self.largest(|_, i| V3::ith(i, 1.0)))
    }

    /// Its moments are stresses of small rotations, which the stiffness does not resist: next to nothing.
    fn frame(&self) -> NodeNoise {
        let arm = |a: usize| self.rest[a + 1] - self.rest[0];
        self.spread(1, self.largest(|a, i| V3::ith(i, 1.0).cross(&arm(a))))
    }
}

impl ReducedPiece {
    /// Strains of axes and places counted from the first point.
    pub(super) fn strains(&self, axes: &[V3; 3], arms: &[V3; POINTS]) -> [f64; STRAINS] {
        let mut e = [0.0; STRAINS];
        for a in 0..self.common.count {
            for i in 0..3 {
                e[3 * a + i] = axes[i].dot(&arms[a]) - self.common.rest[3 * a + i];
            }
        }
        e
    }

    /// Axes and places at one state.
    pub(super) fn at(&self, stages: &[NodeStage]) -> ([V3; 3], [V3; POINTS]) {
        let (frame, first) = (&stages[self.nodes[0]], stages[self.nodes[1]].r);
        let axes = std::array::from_fn(|i| frame.rot * self.common.attachments[i].local);
        let arms = std::array::from_fn(|a| stages[self.nodes[2 + a]].r - first);
        (axes, arms)
    }
}

/// Axes and places of attached vectors.
fn split(p: &[V3; ATTACHED]) -> ([V3; 3], [V3; POINTS]) {
    let arms = std::array::from_fn(|a| p[FIRST + 1 + a] - p[FIRST]);
    (std::array::from_fn(|i| p[i]), arms)
}

/// Gradients of the strains with respect to the attached vectors.
fn gradients(count: usize, p: &[V3; ATTACHED]) -> [[V3; ATTACHED]; STRAINS] {
    let (axes, arms) = split(p);
    let mut out = [[V3::zeros(); ATTACHED]; STRAINS];
    for a in 0..count {
        for i in 0..3 {
            let row = &mut out[3 * a + i];
            row[i] = arms[a];
            row[FIRST] = -axes[i];
            row[FIRST + 1 + a] = axes[i];
        }
    }
    out
}

impl ShareWith for ReducedPiece {
    fn share_with(&mut self, other: &Self) {
        if self.common == other.common {
            self.common = Arc::clone(&other.common);
        }
    }
}

impl Strain<NODES, ATTACHED, STRAINS> for ReducedPiece {
    fn nodes(&self) -> &[NodeIndex; NODES] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; ATTACHED] {
        &self.common.attachments
    }
    fn measure(
        &self,
        p_i: &[V3; ATTACHED],
        p_y: &[V3; ATTACHED],
        w: f64,
    ) -> Measure<ATTACHED, STRAINS> {
        let p_m = std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k]);
        Measure {
            e: self.value(p_y),
            secant: gradients(self.common.count, &p_m),
            gradient: gradients(self.common.count, p_y),
        }
    }
    fn value(&self, p: &[V3; ATTACHED]) -> [f64; STRAINS] {
        let (axes, arms) = split(p);
        self.strains(&axes, &arms)
    }
    fn rates(&self, p: &[V3; ATTACHED], p_dot: &[V3; ATTACHED]) -> [f64; STRAINS] {
        let ((axes, arms), (axes_dot, arms_dot)) = (split(p), split(p_dot));
        let mut rates = [0.0; STRAINS];
        for a in 0..self.common.count {
            for i in 0..3 {
                rates[3 * a + i] = axes_dot[i].dot(&arms[a]) + axes[i].dot(&arms_dot[a]);
            }
        }
        rates
    }
    fn value_at(&self, stages: &[NodeStage]) -> [f64; STRAINS] {
        let (axes, arms) = self.at(stages);
        self.strains(&axes, &arms)
    }
    fn coupling(
        &self,
        _p_i: &[V3; ATTACHED],
        _p_y: &[V3; ATTACHED],
        w: f64,
        sigma: &[f64; STRAINS],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        for a in 0..self.common.count {
            for i in 0..3 {
                let x = w * sigma[3 * a + i];
                for (point, x) in [(FIRST + 1 + a, x), (FIRST, -x)] {
                    visit(i, point, Coupling::Scalar(x));
                    visit(point, i, Coupling::Scalar(x));
                }
            }
        }
    }
}

//! A segment on a segment, and a ball on a segment: rods with round ends, beams and cables from node to node.

use super::Touching;
use super::closest::{Directions, Invariants, Nearest, SquareSecant};
use super::spheres::{flat, inverse, unit};
use crate::math::{M3, V3, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};

/// Points 0 and 1 are the ends of the first segment, 2 and 3 those of the second; a ball has point 2 alone. Each point is on a
/// node of its own in the list, which may be one and the same. The gap is the least distance of both lines without their radii, a
/// function of six dot products (co.8). Friction acts in one common point, whose material moves as both ends do in the mean by
/// their distance, and turns as their nodes do in the same mean (co.9).
#[derive(Clone, Copy, Debug)]
pub struct Segments<const N: usize, const P: usize> {
    nodes: [NodeIndex; N],
    attachments: [Attachment; P],
    radii: [f64; 2],
    share: f64,
}

/// A ball on a segment.
pub type SphereOnSegment = Segments<3, 6>;
/// A segment on another one.
pub type SegmentOnSegment = Segments<4, 8>;

/// Places along both segments, and what follows from them for points and rotations.
#[derive(Clone, Copy)]
struct Weights<const N: usize> {
    /// The line between both is their sum over the points.
    points: [f64; N],
    /// The rotations' parts in the turn of the material at the common point.
    turns: [f64; N],
}

impl<const N: usize, const P: usize> Segments<N, P> {
    /// Points in the frames of the nodes [m]. `turns` says which of both shapes can take a moment: friction acts in the line of one
    /// that cannot.
    pub fn new(nodes: [NodeIndex; N], points: [V3; N], radii: [f64; 2], turns: [bool; 2]) -> Self {
        const { assert!(P == 2 * N) };
        let share = match turns {
            [_, false] => 0.0,
            [false, true] => 1.0,
            [true, true] => radii[1] / (radii[0] + radii[1]),
        };
        Segments {
            nodes,
            attachments: std::array::from_fn(|k| match k < N {
                true => Attachment::point(k, points[k]),
                false => Attachment::rotation(k - N),
            }),
            radii,
            share,
        }
    }

    fn directions(p: &[V3; P]) -> Directions {
        Directions {
            w: p[2] - p[0],
            u: p[1] - p[0],
            v: if N > 3 { p[3] - p[2] } else { V3::zeros() },
        }
    }

    fn weights(&self, s: f64, t: f64) -> Weights<N> {
        let points = [s - 1.0, -s, 1.0 - t, t];
        let (a, b) = (1.0 - self.share, self.share);
        let turns = [a * (1.0 - s), a * s, b * (1.0 - t), b * t];
        Weights {
            points: std::array::from_fn(|k| points[k]),
            turns: std::array::from_fn(|k| turns[k]),
        }
    }

    /// Their derivatives with respect to `s` and `t`.
    fn moving(&self) -> [Weights<N>; 2] {
        let (a, b) = (1.0 - self.share, self.share);
        let both = [
            ([1.0, -1.0, 0.0, 0.0], [-a, a, 0.0, 0.0]),
            ([0.0, 0.0, -1.0, 1.0], [0.0, 0.0, -b, b]),
        ];
        both.map(|(points, turns)| Weights {
            points: std::array::from_fn(|k| points[k]),
            turns: std::array::from_fn(|k| turns[k]),
        })
    }

    /// How `s` and `t` follow the points.
    fn slopes(at: &Nearest, d: &Directions, j: &Invariants) -> [[V3; N]; 2] {
        at.slopes(j).map(|by_invariant| {
            let mut by = [V3::zeros(); 3];
            for (a, slope) in by_invariant.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                let derivative = d.derivative(a);
                (0..3).for_each(|x| by[x] += *slope * derivative[x]);
            }
            to_points(&by)
        })
    }
}

/// What points get of what acts on the directions `w`, `u`, `v` that lead from one to another.
fn to_points<const N: usize>([w, u, v]: &[V3; 3]) -> [V3; N] {
    let all = [-w - u, *u, w - v, *v];
    std::array::from_fn(|k| all[k])
}

/// The sum of points by their weights.
fn sum<const N: usize>(weights: &[f64; N], points: impl Fn(usize) -> V3) -> V3 {
    (0..N).map(|k| weights[k] * points(k)).sum()
}

impl<const N: usize, const P: usize> Strain<N, P, 4> for Segments<N, P> {
    fn nodes(&self) -> &[NodeIndex; N] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; P] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 4> {
        let (d_i, d_y) = (Self::directions(p_i), Self::directions(p_y));
        let (j_i, j_y) = (d_i.invariants(), d_y.invariants());
        let (n_i, n_y) = (Nearest::of(&j_i), Nearest::of(&j_y));
        let (far_i, far_y) = (d_i.between(&n_i), d_y.between(&n_y));
        let (l_i, l_y) = (far_i.norm(), far_y.norm());
        let touching = self.radii[0] + self.radii[1];
        let mut m = Measure::zero();
        m.e[0] = l_y - touching;
        let end = self.weights(n_y.s, n_y.t).points;
        for k in 0..N {
            m.gradient[0][k] = end[k] * unit(&far_y);
        }
        let left = 0.5 * inverse(l_y) * n_y.left(&j_y);
        if left != 0.0 {
            let by_s = Self::slopes(&n_y, &d_y, &j_y)[0];
            (0..N).for_each(|k| m.gradient[0][k] += left * by_s[k]);
        }
        let secant = SquareSecant::new([&n_i, &n_y], [&j_i, &j_y], w, false).value;
        let mean = averaged(&d_i, &d_y, w);
        let scale = 0.5 * inverse((1.0 - w) * l_i + w * l_y);
        let along: [V3; N] = to_points(&on_directions(&secant, &mean).map(|x| scale * x));
        m.secant[0][..N].copy_from_slice(&along);
        if l_i >= touching && l_y >= touching {
            // Open all the way: nothing presses, and no slip counts.
            return m;
        }

        // The slip is always that of the mean places; only the force follows the averaging rule.
        let half = self.weights(0.5 * (n_i.s + n_y.s), 0.5 * (n_i.t + n_y.t));
        let x_h = |k: usize| 0.5 * (p_i[k] + p_y[k]);
        let d_h = sum(&half.points, x_h);
        let n_h = unit(&d_h);
        let flat_h = flat(&n_h);
        let turn = |k: usize| p_y[N + k] - p_i[N + k];
        let moved_at = |at: &Weights<N>| {
            sum(&at.points, |k| p_y[k] - p_i[k]) - sum(&at.turns, turn).cross(&d_h)
        };
        let moved = moved_at(&half);
        let slip = flat_h * moved;
        // d(slip) = flat d(moved) + d(flat) moved, d(n) = flat d(d) / |d|
        let by_d = -flat_h * skew(&sum(&half.turns, turn))
            - inverse(d_h.norm()) * (n_h.dot(&moved) * flat_h + n_h * slip.transpose());
        let slopes = Self::slopes(&n_y, &d_y, &j_y);
        let by_place = self
            .moving()
            .map(|by| 0.5 * (flat_h * moved_at(&by) + by_d * sum(&by.points, x_h)));
        let by_turn = flat_h * skew(&d_h);
        let at_w = self.weights((1.0 - w) * n_i.s + w * n_y.s, (1.0 - w) * n_i.t + w * n_y.t);
        let d_w = sum(&at_w.points, |k| (1.0 - w) * p_i[k] + w * p_y[k]);
        let flat_w = flat(&unit(&d_w));
        for e in 0..3 {
            m.e[1 + e] = slip[e];
            let t: V3 = flat_w.column(e).into();
            let moment = d_w.cross(&t);
            let row: V3 = (flat_h + 0.5 * by_d).row(e).transpose();
            let turn: V3 = by_turn.row(e).transpose();
            for k in 0..N {
                m.secant[1 + e][k] = at_w.points[k] * t;
                m.secant[1 + e][N + k] = -at_w.turns[k] * moment;
                m.gradient[1 + e][k] = half.points[k] * row
                    + by_place[0][e] * slopes[0][k]
                    + by_place[1][e] * slopes[1][k];
                m.gradient[1 + e][N + k] = half.turns[k] * turn;
            }
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let (d_i, d_y) = (Self::directions(p_i), Self::directions(p_y));
        let (j_i, j_y) = (d_i.invariants(), d_y.invariants());
        let (n_i, n_y) = (Nearest::of(&j_i), Nearest::of(&j_y));
        let (l_i, l_y) = (d_i.between(&n_i).norm(), d_y.between(&n_y).norm());
        let mean = averaged(&d_i, &d_y, w);
        let blocks = normal_blocks(&mean, &d_y, w, sigma[0], {
            let square = SquareSecant::new([&n_i, &n_y], [&j_i, &j_y], w, true);
            let (held, left) = (n_y.coefficients(), n_y.left(&j_y));
            let by_s = n_y.slopes(&j_y)[0];
            let at_end = std::array::from_fn(|a| held[a] + left * by_s[a]);
            (square, at_end, [(1.0 - w) * l_i + w * l_y, l_y])
        });
        // What leads from point to point: w, u, v.
        let lead = [
            [-1.0, 0.0, 1.0, 0.0],
            [-1.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, -1.0, 1.0],
        ];
        let force = V3::new(sigma[1], sigma[2], sigma[3]);
        let touching = self.radii[0] + self.radii[1];
        let rubs = force != V3::zeros() && (l_i < touching || l_y < touching);
        for k in 0..N {
            for l in 0..N {
                let mut block = M3::zeros();
                // A ball has no direction of its own.
                for x in 0..N - 1 {
                    for z in 0..N - 1 {
                        let factor = lead[x][k] * lead[z][l];
                        if factor != 0.0 {
                            block += factor * blocks[x][z];
                        }
                    }
                }
                visit(k, l, Coupling::Matrix(block));
            }
        }
        if !rubs {
            return;
        }
        let at = self.weights((1.0 - w) * n_i.s + w * n_y.s, (1.0 - w) * n_i.t + w * n_y.t);
        let x_w = |k: usize| (1.0 - w) * p_i[k] + w * p_y[k];
        let d = sum(&at.points, x_w);
        let n = unit(&d);
        let f = flat(&n) * force;
        // d(f) = turned d(d)
        let turned = -inverse(d.norm()) * (n.dot(&force) * flat(&n) + n * f.transpose());
        let moment = skew(&d) * turned - skew(&f);
        let slopes = Self::slopes(&n_y, &d_y, &j_y);
        let moving = self.moving();
        let by_place = [0, 1].map(|z| w * sum(&moving[z].points, x_w));
        let lever = d.cross(&f);
        for k in 0..P {
            let (by_d, by_s): (M3, [V3; 2]) = match k < N {
                true => (
                    at.points[k] * turned,
                    [0, 1].map(|z| moving[z].points[k] * f),
                ),
                false => (
                    -at.turns[k - N] * moment,
                    [0, 1].map(|z| -moving[z].turns[k - N] * lever),
                ),
            };
            for l in 0..N {
                let mut block = w * at.points[l] * by_d;
                for z in 0..2 {
                    block += (by_d * by_place[z] + w * by_s[z]) * slopes[z][l].transpose();
                }
                visit(k, l, Coupling::Matrix(block));
            }
        }
    }
}

/// Directions averaged between two states.
fn averaged(d_i: &Directions, d_y: &Directions, w: f64) -> Directions {
    let mean = |a: &V3, b: &V3| (1.0 - w) * a + w * b;
    Directions {
        w: mean(&d_i.w, &d_y.w),
        u: mean(&d_i.u, &d_y.u),
        v: mean(&d_i.v, &d_y.v),
    }
}

/// What the directions `w`, `u`, `v` get of stresses on the invariants.
fn on_directions(stress: &Invariants, at: &Directions) -> [V3; 3] {
    let mut all = [V3::zeros(); 3];
    for (a, stress) in stress.iter().enumerate() {
        let by = at.derivative(a);
        (0..3).for_each(|x| all[x] += *stress * by[x]);
    }
    all
}

/// Derivatives of what the directions get of a stress on the distance, by the directions at the end.
fn normal_blocks(
    mean: &Directions,
    end: &Directions,
    w: f64,
    sigma: f64,
    (square, at_end, [l_w, l_y]): (SquareSecant, Invariants, [f64; 2]),
) -> [[M3; 3]; 3] {
    // h = sigma g / (2 l_w), d(l_w) = w c_y . dJ / (2 l_y)
    let scale = 0.5 * sigma * inverse(l_w);
    let h = square.value.map(|g| scale * g);
    let shorter = 0.5 * w * inverse(l_w) * inverse(l_y);
    let identity = M3::identity();
    let doubled = |a: usize| 2.0 * w * h[a] * identity;
    let (wu, wv, uv) = (
        w * h[3] * identity,
        w * h[4] * identity,
        w * h[5] * identity,
    );
    let mut blocks = [
        [doubled(0), wu, wv],
        [wu, doubled(1), uv],
        [wv, uv, doubled(2)],
    ];
    let by_mean: [[V3; 3]; 6] = std::array::from_fn(|a| mean.derivative(a));
    for b in 0..6 {
        let mut column = [V3::zeros(); 3];
        for a in 0..6 {
            let k = scale * square.by_end[a][b] - h[a] * shorter * at_end[b];
            (0..3).for_each(|x| column[x] += k * by_mean[a][x]);
        }
        let by_end = end.derivative(b);
        for x in 0..3 {
            for z in 0..3 {
                blocks[x][z] += column[x] * by_end[z].transpose();
            }
        }
    }
    blocks
}

impl<const N: usize, const P: usize> Touching<N, P> for Segments<N, P> {
    fn normal(&self, p: &[V3; P]) -> V3 {
        let d = Self::directions(p);
        unit(&d.between(&Nearest::of(&d.invariants())))
    }
    fn point(&self, p: &[V3; P]) -> V3 {
        let d = Self::directions(p);
        let at = Nearest::of(&d.invariants());
        let between = d.between(&at);
        p[0] + at.s * d.u + self.radii[0] / (self.radii[0] + self.radii[1]) * between
    }
    fn twist(&self, p_i: &[V3; P], p_y: &[V3; P]) -> f64 {
        // The mean of both shapes, each as the mean of its ends.
        let d = Self::directions(p_y);
        let at = Nearest::of(&d.invariants());
        let parts = [
            0.5 * (1.0 - at.s),
            0.5 * at.s,
            0.5 * (1.0 - at.t),
            0.5 * at.t,
        ];
        let parts: [f64; N] = std::array::from_fn(|k| parts[k]);
        let turn = sum(&parts, |k| p_y[N + k] - p_i[N + k]);
        turn.dot(&unit(&d.between(&at)))
    }
}

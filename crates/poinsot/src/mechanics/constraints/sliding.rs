//! Rows that keep something on a line: a beam, a cable or a curve fixed to a body (section sl of the theory).

use super::pieces::{Pieces, THINGS, Weights};
use crate::math::{M3, V3};
use crate::mechanics::attachment::{Attachment, AttachmentKind};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Constraint, Coupling, Measure, Strain};
use std::sync::Arc;

/// What a part of a line adds to a row (sl.1): `sum_k w_k(s) a . x_k`, less `a . P` in the part that holds the point.
///
/// The line is a sum of things `x_k` that nodes carry, points and vectors, with weights that depend on the place `s`. A row is the sum
/// over all elements of the line: the first holds the point, all others have weights that begin at zero and stay as they are where
/// `s` has passed them. So a step may cross any number of elements, node lists never change, and every part is an invariant under
/// rigid motion with an exact secant.
///
/// Nodes: what slides, those of the part, the coordinate. Attachments: the axis `a`, the point `P`, the things, the coordinate.
#[derive(Clone, Debug)]
pub struct SlidingRow<const N: usize, const P: usize> {
    nodes: [NodeIndex; N],
    attachments: [Attachment; P],
    weights: Arc<Pieces>,
    /// -1 where the part holds the point, else 0.
    point: f64,
    /// Whether it keeps directions instead of places.
    of_directions: bool,
    /// Whether it keeps nothing any more (sl.6).
    open: bool,
}

const AXIS: usize = 0;
const POINT: usize = 1;
/// The first thing.
const FIRST: usize = 2;

/// What the averages on an interval need.
struct Course {
    /// Averaged weights, divided differences and their derivative, slopes at the end.
    mean: Weights,
    divided: Weights,
    divided_slope: Weights,
    slope: Weights,
}

impl<const N: usize, const P: usize> SlidingRow<N, P> {
    /// Number of things.
    const THINGS: usize = P - 3;
    /// The coordinate among the attachments.
    const S: usize = P - 1;

    /// `axis` and `point` are attachments of the nodes; `holds`: whether this part holds the point; `things` are as many as there are
    /// places for.
    pub fn new(
        nodes: [NodeIndex; N],
        axis: Attachment,
        point: Attachment,
        things: [Attachment; P],
        weights: Arc<Pieces>,
        holds: bool,
    ) -> Self {
        const { assert!(P > 3 && P - 3 <= THINGS) };
        let attachments = std::array::from_fn(|k| match k {
            AXIS => axis,
            POINT => point,
            k if k == Self::S => Attachment::coordinate(N - 1),
            k => things[k - FIRST],
        });
        let of_points = |t: &Attachment| t.kind == AttachmentKind::Point;
        SlidingRow {
            nodes,
            attachments,
            weights,
            point: if holds { -1.0 } else { 0.0 },
            of_directions: !things[..Self::THINGS].iter().any(of_points),
            open: false,
        }
    }

    /// From now on it keeps nothing.
    pub fn open(&mut self) {
        self.open = true;
    }

    /// The things, points counted from a point: where the weights of all points sum to one it is `P`, and where they sum to zero it
    /// may be any. Far from the world's origin small gaps keep their digits.
    fn things(&self, p: &[V3; P]) -> [V3; THINGS] {
        let origin = if self.point == 0.0 {
            p[FIRST]
        } else {
            p[POINT]
        };
        let mut things = [V3::zeros(); THINGS];
        for k in 0..Self::THINGS {
            things[k] = p[FIRST + k];
            if self.attachments[FIRST + k].kind == AttachmentKind::Point {
                things[k] -= origin;
            }
        }
        things
    }

    fn course(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Course {
        let y = p_y[Self::S].x;
        let pieces = &self.weights;
        if w < 1.0 {
            let x = p_i[Self::S].x;
            let (from, to) = (pieces.value(x), pieces.value(y));
            return Course {
                mean: std::array::from_fn(|k| (1.0 - w) * from[k] + w * to[k]),
                divided: pieces.divided(x, y),
                divided_slope: pieces.divided_slope(x, y),
                slope: pieces.slope(y),
            };
        }
        let slope = pieces.slope(y);
        Course {
            mean: pieces.value(y),
            divided: slope,
            divided_slope: pieces.bend(y),
            slope,
        }
    }
}

/// `sum_k w_k x_k`.
fn sum(weights: &Weights, things: &[V3; THINGS]) -> V3 {
    let terms = weights.iter().zip(things);
    terms.fold(V3::zeros(), |sum, (w, x)| sum + *w * x)
}

fn mid<const K: usize>(a: &[V3; K], b: &[V3; K], w: f64) -> [V3; K] {
    std::array::from_fn(|k| (1.0 - w) * a[k] + w * b[k])
}

impl<const N: usize, const P: usize> Strain<N, P, 1> for SlidingRow<N, P> {
    fn nodes(&self) -> &[NodeIndex; N] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; P] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 1> {
        if self.open {
            return Measure::zero();
        }
        let c = self.course(p_i, p_y, w);
        let (x_i, x_y) = (self.things(p_i), self.things(p_y));
        let (a_i, a_y) = (p_i[AXIS], p_y[AXIS]);
        let (a_m, x_m) = ((1.0 - w) * a_i + w * a_y, mid(&x_i, &x_y, w));
        let at_end = self.weights.value(p_y[Self::S].x);
        let line = sum(&at_end, &x_y);
        let mut m = Measure::zero();
        // Points are counted from P, so that it has no term of its own; in a row of directions it has none at all.
        m.e = [a_y.dot(&line)];
        let (secant, gradient) = (&mut m.secant[0], &mut m.gradient[0]);
        secant[AXIS] = sum(&c.mean, &x_m);
        gradient[AXIS] = line;
        if !self.of_directions {
            secant[POINT] = self.point * a_m;
            gradient[POINT] = self.point * a_y;
        }
        let (mut along_m, mut along_y) = (0.0, 0.0);
        for k in 0..Self::THINGS {
            secant[FIRST + k] = c.mean[k] * a_m;
            gradient[FIRST + k] = at_end[k] * a_y;
            // The mean of the invariants, not the invariant of the means.
            let q_m = (1.0 - w) * a_i.dot(&x_i[k]) + w * a_y.dot(&x_y[k]);
            along_m += q_m * c.divided[k];
            along_y += a_y.dot(&x_y[k]) * c.slope[k];
        }
        secant[Self::S].x = along_m;
        gradient[Self::S].x = along_y;
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        if self.open {
            return;
        }
        let (f, s) = (w * sigma[0], Self::S);
        let c = self.course(p_i, p_y, w);
        let (x_i, x_y) = (self.things(p_i), self.things(p_y));
        let (a_i, a_y) = (p_i[AXIS], p_y[AXIS]);
        let (a_m, x_m) = ((1.0 - w) * a_i + w * a_y, mid(&x_i, &x_y, w));
        let e = V3::x();
        if self.point != 0.0 && !self.of_directions {
            visit(AXIS, POINT, Coupling::Scalar(f * self.point));
            visit(POINT, AXIS, Coupling::Scalar(f * self.point));
        }
        let mut bend = 0.0;
        for k in 0..Self::THINGS {
            let here = FIRST + k;
            visit(AXIS, here, Coupling::Scalar(f * c.mean[k]));
            visit(here, AXIS, Coupling::Scalar(f * c.mean[k]));
            let slope = f * c.slope[k] * a_m * e.transpose();
            visit(here, s, Coupling::Matrix(slope));
            let divided = f * c.divided[k] * e * a_y.transpose();
            visit(s, here, Coupling::Matrix(divided));
            let q_m = (1.0 - w) * a_i.dot(&x_i[k]) + w * a_y.dot(&x_y[k]);
            bend += q_m * c.divided_slope[k];
        }
        let turned: M3 = f * sum(&c.slope, &x_m) * e.transpose();
        visit(AXIS, s, Coupling::Matrix(turned));
        let pulled: M3 = f * e * sum(&c.divided, &x_y).transpose();
        visit(s, AXIS, Coupling::Matrix(pulled));
        visit(s, s, Coupling::Matrix(sigma[0] * bend * e * e.transpose()));
    }
}

impl<const N: usize, const P: usize> Constraint<N, P, 1> for SlidingRow<N, P> {
    const SHARES_ROW: bool = true;
    fn dimensionless(&self) -> bool {
        self.of_directions
    }
}

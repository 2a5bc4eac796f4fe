//! The workhorse strain: a quadratic form of attached points and vectors.

use super::attachment::{Attachment, AttachmentKind};
use super::constraints::FrameRow;
use super::interaction::{Coupling, Measure, Strain};
use crate::math::V3;
use crate::mechanics::index::NodeIndex;

/// `e = 1/2 sum_kl q_kl p_k . p_l + sum_k b_k . p_k - offset`, with `q` symmetric.
#[derive(Clone, Copy, Debug)]
pub struct QuadraticForm<const N: usize, const P: usize> {
    /// Nodes in the system.
    pub nodes: [NodeIndex; N],
    /// Attachments.
    pub attachments: [Attachment; P],
    /// Coefficients of the dot products.
    pub q: [[f64; P]; P],
    /// Coefficients of the linear part.
    pub b: [V3; P],
    /// Subtracted constant.
    pub offset: f64,
    /// Point that positions are counted from in the value, for forms that a common shift of all points does not change:
    /// far from the world's origin `|P_B|^2 - 2 P_A.P_B + |P_A|^2` would lose all digits of a small distance.
    pub origin: Option<usize>,
}

impl<const N: usize, const P: usize> QuadraticForm<N, P> {
    /// The zero form on these attachments.
    pub fn new(nodes: [NodeIndex; N], attachments: [Attachment; P]) -> Self {
        QuadraticForm {
            nodes,
            attachments,
            q: [[0.0; P]; P],
            b: [V3::zeros(); P],
            offset: 0.0,
            origin: None,
        }
    }
    /// Counts positions from the point `k`.
    pub fn counted_from(mut self, k: usize) -> Self {
        self.origin = Some(k);
        self
    }
    /// Adds `c p_k . p_l`.
    pub fn product(mut self, k: usize, l: usize, c: f64) -> Self {
        self.q[k][l] += c;
        self.q[l][k] += c;
        self
    }
    /// Adds `b . p_k`.
    pub fn linear(mut self, k: usize, b: V3) -> Self {
        self.b[k] += b;
        self
    }
    /// Subtracts a constant.
    pub fn minus(mut self, offset: f64) -> Self {
        self.offset += offset;
        self
    }
    /// Value at one state.
    pub fn value(&self, p: &[V3; P]) -> f64 {
        let mut p = *p;
        if let Some(origin) = self.origin.map(|k| p[k]) {
            for k in 0..P {
                if self.attachments[k].kind == AttachmentKind::Point {
                    p[k] -= origin;
                }
            }
        }
        let mut e = -self.offset;
        for k in 0..P {
            for l in 0..P {
                if self.q[k][l] != 0.0 {
                    e += 0.5 * self.q[k][l] * p[k].dot(&p[l]);
                }
            }
            e += self.b[k].dot(&p[k]);
        }
        e
    }
    /// Gradient at one state.
    pub fn gradient(&self, p: &[V3; P]) -> [V3; P] {
        std::array::from_fn(|k| {
            let mut g = self.b[k];
            for l in 0..P {
                if self.q[k][l] != 0.0 {
                    g += self.q[k][l] * p[l];
                }
            }
            g
        })
    }

    /// The same form as a row between two frames, if it is one (jt.4).
    pub fn frame_row(&self) -> Option<FrameRow> {
        let (attached, offset) = (&self.attachments[..], self.offset);
        let products = |list: &[(usize, usize, f64)]| {
            let wanted = |k: usize, l: usize| {
                let own = list
                    .iter()
                    .find(|&&(a, b, _)| (a, b) == (k.min(l), k.max(l)));
                own.map_or(0.0, |&(_, _, c)| c)
            };
            (0..P).all(|k| (0..P).all(|l| self.q[k][l] == wanted(k, l)))
        };
        if N != 2 || self.b.iter().any(|b| *b != V3::zeros()) {
            return None;
        }
        let on = |k: usize, node: usize, kind| attached[k].node == node && attached[k].kind == kind;
        use AttachmentKind::{Point, Vector};
        match P {
            2 if on(0, 0, Vector) && on(1, 1, Vector) && products(&[(0, 1, 1.0)]) => {
                Some(FrameRow::Dot {
                    vectors: [attached[0].local, attached[1].local],
                    offset,
                })
            }
            3 if on(0, 0, Vector)
                && on(1, 0, Point)
                && on(2, 1, Point)
                && products(&[(0, 2, 1.0), (0, 1, -1.0)]) =>
            {
                Some(FrameRow::Along {
                    axis: attached[0].local,
                    points: [attached[1].local, attached[2].local],
                    offset,
                })
            }
            _ => None,
        }
    }
}

impl QuadraticForm<1, 1> {
    /// The value of a coordinate node.
    pub fn coordinate(node: NodeIndex) -> Self {
        QuadraticForm::new([node], [Attachment::coordinate(0)]).linear(0, V3::x())
    }
}

impl QuadraticForm<2, 2> {
    /// `a . b` of a vector on each node, minus `cosine`.
    pub fn dot(nodes: [NodeIndex; 2], a: V3, b: V3, cosine: f64) -> Self {
        QuadraticForm::new(nodes, [Attachment::vector(0, a), Attachment::vector(1, b)])
            .product(0, 1, 1.0)
            .minus(cosine)
    }
    /// `x_2 - ratio * x_1 - offset` of two coordinate nodes.
    pub fn coordinates(nodes: [NodeIndex; 2], ratio: f64, offset: f64) -> Self {
        QuadraticForm::new(
            nodes,
            [Attachment::coordinate(0), Attachment::coordinate(1)],
        )
        .linear(1, V3::x())
        .linear(0, V3::new(-ratio, 0.0, 0.0))
        .minus(offset)
    }
    /// `|P_B - P_A|^2` times `factor`, minus `offset`.
    pub fn distance_squared(
        nodes: [NodeIndex; 2],
        p_a: V3,
        p_b: V3,
        factor: f64,
        offset: f64,
    ) -> Self {
        let mut form = QuadraticForm::new(
            nodes,
            [Attachment::point(0, p_a), Attachment::point(1, p_b)],
        )
        .product(0, 1, -2.0 * factor)
        .minus(offset)
        .counted_from(0);
        form.q[0][0] = 2.0 * factor;
        form.q[1][1] = 2.0 * factor;
        form
    }
}

impl QuadraticForm<2, 3> {
    /// Component of `P_B - P_A` along the vector `a` carried by the first node.
    pub fn along(nodes: [NodeIndex; 2], a: V3, p_a: V3, p_b: V3) -> Self {
        QuadraticForm::new(
            nodes,
            [
                Attachment::vector(0, a),
                Attachment::point(0, p_a),
                Attachment::point(1, p_b),
            ],
        )
        .product(0, 2, 1.0)
        .product(0, 1, -1.0)
        .counted_from(1)
    }
}

impl QuadraticForm<2, 4> {
    /// `a_1 . b_2 - a_2 . b_1` of two vectors on each node.
    pub fn crossed(nodes: [NodeIndex; 2], a: [V3; 2], b: [V3; 2]) -> Self {
        QuadraticForm::new(
            nodes,
            [
                Attachment::vector(0, a[0]),
                Attachment::vector(0, a[1]),
                Attachment::vector(1, b[0]),
                Attachment::vector(1, b[1]),
            ],
        )
        .product(0, 3, 1.0)
        .product(1, 2, -1.0)
    }
}

impl QuadraticForm<3, 4> {
    /// `a . (P_B - P_A) - ratio * x`, with `x` the value of the coordinate node `nodes[2]`.
    pub fn along_minus_coordinate(
        nodes: [NodeIndex; 3],
        a: V3,
        p_a: V3,
        p_b: V3,
        ratio: f64,
    ) -> Self {
        QuadraticForm::new(
            nodes,
            [
                Attachment::vector(0, a),
                Attachment::point(0, p_a),
                Attachment::point(1, p_b),
                Attachment::coordinate(2),
            ],
        )
        .product(0, 2, 1.0)
        .product(0, 1, -1.0)
        .linear(3, V3::new(-ratio, 0.0, 0.0))
        .counted_from(1)
    }
}

impl QuadraticForm<3, 5> {
    /// How far two points have turned about a point `p` of the first node, in the plane of its vectors `a` and `b`:
    /// `weights[1] a . (x_2 - p) - weights[0] b . (x_1 - p)` (rb.5).
    pub fn mean_turn(nodes: [NodeIndex; 3], a: V3, b: V3, p: V3, weights: [f64; 2]) -> Self {
        let [one, two] = weights;
        QuadraticForm::new(
            nodes,
            [
                Attachment::vector(0, a),
                Attachment::vector(0, b),
                Attachment::point(0, p),
                Attachment::point(1, V3::zeros()),
                Attachment::point(2, V3::zeros()),
            ],
        )
        .product(0, 4, two)
        .product(0, 2, -two)
        .product(1, 3, -one)
        .product(1, 2, one)
        .counted_from(2)
    }
}

impl<const N: usize, const P: usize> Strain<N, P, 1> for QuadraticForm<N, P> {
    fn nodes(&self) -> &[NodeIndex; N] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; P] {
        &self.attachments
    }
    #[inline]
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 1> {
        let p_m: [V3; P] = std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k]);
        Measure {
            e: [self.value(p_y)],
            secant: [self.gradient(&p_m)],
            gradient: [self.gradient(p_y)],
        }
    }
    #[inline]
    fn coupling(
        &self,
        _p_i: &[V3; P],
        _p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        for k in 0..P {
            for l in 0..P {
                if self.q[k][l] != 0.0 {
                    visit(k, l, Coupling::Scalar(w * sigma[0] * self.q[k][l]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_distance_far_away_keeps_its_digits() {
        let form = QuadraticForm::distance_squared(
            [0, 1].map(NodeIndex::new),
            V3::zeros(),
            V3::zeros(),
            1.0,
            0.0,
        );
        let far = V3::new(3e4, -2e4, 1e4);
        let (a, b) = (far, far + V3::new(0.25, 0.0, 0.125));
        // All numbers are exact in binary, so the result must be.
        assert_eq!(form.value(&[a, b]), 0.078125);
    }
}

//! Definition of a relative angle by the unit pair of an angle node ([BBT3 (52)], [BT (31)]).

use crate::math::{M3, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Constraint, Coupling, Measure, Strain};

/// `(a . c) sin(phi) - (b . c) cos(phi) = 0` with `a`, `b` on the first node, `c` on the second and
/// `(cos(phi), sin(phi))` the unit pair of the third.
///
/// The product of a quadratic factor and a linear one obeys
/// `(f g)_y - (f g)_i = f_m (g_y - g_i) + g_m (f_y - f_i)` with averaged *values* `f_m`, `g_m` ([BBT3 (57)-(59)]).
#[derive(Clone, Copy, Debug)]
pub struct AngleDefinition {
    nodes: [NodeIndex; 3],
    attachments: [Attachment; 4],
}

/// Which attachment is which.
const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const PAIR: usize = 3;

impl AngleDefinition {
    /// `a`, `b` in the frame of `nodes[0]`, `c` in the frame of `nodes[1]`; `nodes[2]` is the angle node.
    pub fn new(nodes: [NodeIndex; 3], a: V3, b: V3, c: V3) -> Self {
        AngleDefinition {
            nodes,
            attachments: [
                Attachment::vector(0, a),
                Attachment::vector(0, b),
                Attachment::vector(1, c),
                Attachment::unit_pair(2),
            ],
        }
    }

    fn average<const P: usize>(p_i: &[V3; P], p_y: &[V3; P], w: f64) -> [V3; P] {
        std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k])
    }

    /// Averaged values of `a . c` and `b . c`.
    fn cosine_sine(p_i: &[V3; 4], p_y: &[V3; 4], w: f64) -> [f64; 2] {
        [A, B].map(|k| (1.0 - w) * p_i[k].dot(&p_i[C]) + w * p_y[k].dot(&p_y[C]))
    }

    fn slopes(p: &[V3; 4], cosine_sine: [f64; 2]) -> [V3; 4] {
        let (cos, sin) = (p[PAIR].x, p[PAIR].y);
        [
            sin * p[C],
            -cos * p[C],
            sin * p[A] - cos * p[B],
            V3::new(-cosine_sine[1], cosine_sine[0], 0.0),
        ]
    }
}

impl Strain<3, 4, 1> for AngleDefinition {
    fn nodes(&self) -> &[NodeIndex; 3] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 4] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 4], p_y: &[V3; 4], w: f64) -> Measure<4, 1> {
        let p_m = Self::average(p_i, p_y, w);
        let at_end = Self::cosine_sine(p_y, p_y, w);
        Measure {
            e: [at_end[0] * p_y[PAIR].y - at_end[1] * p_y[PAIR].x],
            secant: [Self::slopes(&p_m, Self::cosine_sine(p_i, p_y, w))],
            gradient: [Self::slopes(p_y, at_end)],
        }
    }
    fn coupling(
        &self,
        p_i: &[V3; 4],
        p_y: &[V3; 4],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let s = w * sigma[0];
        let p_m = Self::average(p_i, p_y, w);
        let (cos, sin) = (p_m[PAIR].x, p_m[PAIR].y);
        visit(A, C, Coupling::Scalar(s * sin));
        visit(C, A, Coupling::Scalar(s * sin));
        visit(B, C, Coupling::Scalar(-s * cos));
        visit(C, B, Coupling::Scalar(-s * cos));
        // Columns of the pair: d(secant)/d(cos), d(secant)/d(sin).
        let by_pair = |d_cos: V3, d_sin: V3| {
            Coupling::Matrix(s * M3::from_columns(&[d_cos, d_sin, V3::zeros()]))
        };
        visit(A, PAIR, by_pair(V3::zeros(), p_m[C]));
        visit(B, PAIR, by_pair(-p_m[C], V3::zeros()));
        visit(C, PAIR, by_pair(-p_m[B], p_m[A]));
        // Row of the pair: its secant holds averaged values of a.c and b.c.
        let rows = |d_cosine: V3, d_sine: V3| {
            Coupling::Matrix(
                s * M3::from_rows(&[
                    (-d_sine).transpose(),
                    d_cosine.transpose(),
                    V3::zeros().transpose(),
                ]),
            )
        };
        visit(PAIR, A, rows(p_y[C], V3::zeros()));
        visit(PAIR, B, rows(V3::zeros(), p_y[C]));
        visit(PAIR, C, rows(p_y[A], p_y[B]));
    }
}

impl Constraint<3, 4, 1> for AngleDefinition {
    fn dimensionless(&self) -> bool {
        true
    }
}

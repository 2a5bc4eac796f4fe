//! A sphere on a sphere.

use super::Touching;
use crate::math::{M3, V3, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};

/// Two spheres, each on a node. With `d = C_B - C_A` the gap is `|d| - r_A - r_B`, and its secant that of a length,
/// `(d_i + d_y)/(l_i + l_y)`. They touch at the common point `C_B - share d` (co.2).
#[derive(Clone, Copy, Debug)]
pub struct SphereOnSphere {
    nodes: [NodeIndex; 2],
    attachments: [Attachment; 4],
    radii: [f64; 2],
    share: f64,
}

const A: usize = 0;
const B: usize = 1;
const TURN_A: usize = 2;
const TURN_B: usize = 3;

impl SphereOnSphere {
    /// Centres in the frames of the nodes [m]. `turns` says which node can take a moment: friction acts in the centre of one
    /// that cannot.
    pub fn new(nodes: [NodeIndex; 2], centers: [V3; 2], radii: [f64; 2], turns: [bool; 2]) -> Self {
        let share = match turns {
            [_, false] => 0.0,
            [false, true] => 1.0,
            [true, true] => radii[1] / (radii[0] + radii[1]),
        };
        SphereOnSphere {
            nodes,
            attachments: [
                Attachment::point(0, centers[0]),
                Attachment::point(1, centers[1]),
                Attachment::rotation(0),
                Attachment::rotation(1),
            ],
            radii,
            share,
        }
    }
}

/// A vector by its length; nothing where it has none.
pub(super) fn unit(d: &V3) -> V3 {
    let l = d.norm();
    if l > 0.0 { d / l } else { V3::zeros() }
}

/// One over a length, nothing over nothing.
pub(super) fn inverse(l: f64) -> f64 {
    if l > 0.0 { 1.0 / l } else { 0.0 }
}

impl Strain<2, 4, 4> for SphereOnSphere {
    fn nodes(&self) -> &[NodeIndex; 2] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 4] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 4], p_y: &[V3; 4], w: f64) -> Measure<4, 4> {
        let (d_i, d_y) = (p_i[B] - p_i[A], p_y[B] - p_y[A]);
        let (l_i, l_y) = (d_i.norm(), d_y.norm());
        let d_w = (1.0 - w) * d_i + w * d_y;
        let mut m = Measure::zero();
        m.e[0] = l_y - self.radii[0] - self.radii[1];
        let along = d_w * inverse((1.0 - w) * l_i + w * l_y);
        let end = unit(&d_y);
        m.secant[0] = [-along, along, V3::zeros(), V3::zeros()];
        m.gradient[0] = [-end, end, V3::zeros(), V3::zeros()];

        // The slip is always that of the mean arms; only the force follows the averaging rule.
        let d_h = 0.5 * (d_i + d_y);
        let (n_h, n_w) = (unit(&d_h), unit(&d_w));
        let (flat_h, flat_w) = (flat(&n_h), flat(&n_w));
        let [u_a, u_b] = [A, B].map(|k| p_y[k] - p_i[k]);
        let [turn_a, turn_b] = [TURN_A, TURN_B].map(|k| p_y[k] - p_i[k]);
        let (b, a) = (self.share, 1.0 - self.share);
        let moved = u_b - b * turn_b.cross(&d_h) - u_a - a * turn_a.cross(&d_h);
        let slip = flat_h * moved;
        // d(slip) = flat dv + d(flat) v, d(n) = 1/(2 |d|) flat dd
        let by_d = -0.5 * flat_h * (b * skew(&turn_b) + a * skew(&turn_a))
            - 0.5 * inverse(d_h.norm()) * (n_h.dot(&moved) * flat_h + n_h * slip.transpose());
        let (by_b, by_turn) = (flat_h + by_d, flat_h * skew(&d_h));
        for k in 0..3 {
            m.e[1 + k] = slip[k];
            let t: V3 = flat_w.column(k).into();
            let moment = d_w.cross(&t);
            m.secant[1 + k] = [-t, t, -a * moment, -b * moment];
            let (row, turn): (V3, V3) = (by_b.row(k).transpose(), by_turn.row(k).transpose());
            m.gradient[1 + k] = [-row, row, a * turn, b * turn];
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; 4],
        p_y: &[V3; 4],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let (d_i, d_y) = (p_i[B] - p_i[A], p_y[B] - p_y[A]);
        let l_w = (1.0 - w) * d_i.norm() + w * d_y.norm();
        let d_w = (1.0 - w) * d_i + w * d_y;
        // d(d_w / l_w) = w/l_w (I - (d_w/l_w) n_y^T) dd
        let along = d_w * inverse(l_w);
        let normal =
            sigma[0] * w * inverse(l_w) * (M3::identity() - along * unit(&d_y).transpose());
        let force = V3::new(sigma[1], sigma[2], sigma[3]);
        let n = unit(&d_w);
        let f = flat(&n) * force;
        let turned = -w * inverse(d_w.norm()) * (n.dot(&force) * flat(&n) + n * f.transpose());
        let at_b = normal + turned;
        let moment = skew(&d_w) * turned - w * skew(&f);
        let (b, a) = (self.share, 1.0 - self.share);
        for (k, block) in [
            (A, -at_b),
            (B, at_b),
            (TURN_A, -a * moment),
            (TURN_B, -b * moment),
        ] {
            visit(k, B, Coupling::Matrix(block));
            visit(k, A, Coupling::Matrix(-block));
        }
    }
}

/// `I - n n^T`: what is left of a vector in the plane across a direction.
pub(super) fn flat(n: &V3) -> M3 {
    M3::identity() - n * n.transpose()
}

impl Touching<2, 4> for SphereOnSphere {
    fn normal(&self, p: &[V3; 4]) -> V3 {
        unit(&(p[B] - p[A]))
    }
    fn point(&self, p: &[V3; 4]) -> V3 {
        p[B] - self.radii[1] / (self.radii[0] + self.radii[1]) * (p[B] - p[A])
    }
    fn twist(&self, p_i: &[V3; 4], p_y: &[V3; 4]) -> f64 {
        let turn = p_y[TURN_A] - p_i[TURN_A] + p_y[TURN_B] - p_i[TURN_B];
        0.5 * turn.dot(&self.normal(p_y))
    }
}

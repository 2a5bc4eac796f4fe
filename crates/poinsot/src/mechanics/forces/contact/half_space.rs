//! A sphere on a plane.

use super::Touching;
use super::spheres::flat;
use crate::math::{V3, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};

/// A plane on the first node with everything below it, and a sphere on the second. The gap `n.(C - P) - r` is quadratic, so its
/// secant is the gradient at the mean, and it tells below from above: whatever the step, nothing passes unseen. They touch at the
/// common point `C - r n` (co.2).
#[derive(Clone, Copy, Debug)]
pub struct SphereOnPlane {
    nodes: [NodeIndex; 2],
    attachments: [Attachment; 5],
    radius: f64,
    /// From the centre to the point where friction acts.
    arm: f64,
}

const NORMAL: usize = 0;
const PLANE: usize = 1;
const CENTER: usize = 2;
const TURN_A: usize = 3;
const TURN_B: usize = 4;

impl SphereOnPlane {
    /// `point` and `normal` of the plane in the frame of the first node, `center` in that of the second. Where the second cannot
    /// take a moment (`turns`), friction acts in the centre.
    pub fn new(
        nodes: [NodeIndex; 2],
        point: V3,
        normal: V3,
        center: V3,
        radius: f64,
        turns: bool,
    ) -> Self {
        SphereOnPlane {
            nodes,
            attachments: [
                Attachment::vector(0, normal),
                Attachment::point(0, point),
                Attachment::point(1, center),
                Attachment::rotation(0),
                Attachment::rotation(1),
            ],
            radius,
            arm: if turns { radius } else { 0.0 },
        }
    }

    /// Arms from the plane's point and from the centre to the common point.
    fn arms(&self, mean: &[V3; 5]) -> [V3; 2] {
        let b = -self.arm * mean[NORMAL];
        [mean[CENTER] + b - mean[PLANE], b]
    }
}

fn mean(p_i: &[V3; 5], p_y: &[V3; 5], w: f64) -> [V3; 5] {
    std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k])
}

impl Strain<2, 5, 4> for SphereOnPlane {
    fn nodes(&self) -> &[NodeIndex; 2] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 5] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 5], p_y: &[V3; 5], w: f64) -> Measure<5, 4> {
        let none = V3::zeros();
        let (at_w, at_h) = (mean(p_i, p_y, w), mean(p_i, p_y, 0.5));
        let mut m = Measure::zero();
        let across = p_y[CENTER] - p_y[PLANE];
        m.e[0] = p_y[NORMAL].dot(&across) - self.radius;
        let n_w = at_w[NORMAL];
        m.secant[0] = [at_w[CENTER] - at_w[PLANE], -n_w, n_w, none, none];
        m.gradient[0] = [across, -p_y[NORMAL], p_y[NORMAL], none, none];

        // The slip is always that of the mean arms; only the force follows the averaging rule.
        let size = at_h[NORMAL].norm();
        let n = at_h[NORMAL] / size;
        let (flat_h, flat_w) = (flat(&n), flat(&n_w.normalize()));
        let [arm_a, arm_b] = self.arms(&at_h);
        let [turn_a, turn_b] = [TURN_A, TURN_B].map(|k| p_y[k] - p_i[k]);
        let moved = p_y[CENTER] - p_i[CENTER] + turn_b.cross(&arm_b)
            - (p_y[PLANE] - p_i[PLANE])
            - turn_a.cross(&arm_a);
        let slip = flat_h * moved;
        // d(slip) = flat dv + d(flat) v, d(n) = 1/(2 |n|) flat dn
        let by_normal = 0.5 * self.arm * flat_h * (skew(&turn_a) - skew(&turn_b))
            - 0.5 / size * (n.dot(&moved) * flat_h + n * slip.transpose());
        let by_center = flat_h - 0.5 * flat_h * skew(&turn_a);
        let (by_a, by_b) = (flat_h * skew(&arm_a), -flat_h * skew(&arm_b));
        let [force_a, force_b] = self.arms(&at_w);
        for k in 0..3 {
            m.e[1 + k] = slip[k];
            let t: V3 = flat_w.column(k).into();
            m.secant[1 + k] = [none, -t, t, -force_a.cross(&t), force_b.cross(&t)];
            let center: V3 = by_center.row(k).transpose();
            m.gradient[1 + k] = [
                by_normal.row(k).transpose(),
                -center,
                center,
                by_a.row(k).transpose(),
                by_b.row(k).transpose(),
            ];
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; 5],
        p_y: &[V3; 5],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        for (k, sign) in [(CENTER, 1.0), (PLANE, -1.0)] {
            visit(NORMAL, k, Coupling::Scalar(sign * w * sigma[0]));
            visit(k, NORMAL, Coupling::Scalar(sign * w * sigma[0]));
        }
        let at = mean(p_i, p_y, w);
        let size = at[NORMAL].norm();
        let n = at[NORMAL] / size;
        let force = V3::new(sigma[1], sigma[2], sigma[3]);
        let f = flat(&n) * force;
        // d(f) = turned dn
        let turned = -w / size * (n.dot(&force) * flat(&n) + n * f.transpose());
        let [arm_a, arm_b] = self.arms(&at);
        let with_f = w * skew(&f);
        let matrix = Coupling::Matrix;
        visit(CENTER, NORMAL, matrix(turned));
        visit(PLANE, NORMAL, matrix(-turned));
        visit(
            TURN_B,
            NORMAL,
            matrix(self.arm * with_f + skew(&arm_b) * turned),
        );
        visit(
            TURN_A,
            NORMAL,
            matrix(-self.arm * with_f - skew(&arm_a) * turned),
        );
        visit(TURN_A, CENTER, matrix(with_f));
        visit(TURN_A, PLANE, matrix(-with_f));
    }
}

impl Touching<2, 5> for SphereOnPlane {
    fn normal(&self, p: &[V3; 5]) -> V3 {
        p[NORMAL]
    }
    fn point(&self, p: &[V3; 5]) -> V3 {
        p[CENTER] - self.radius * p[NORMAL]
    }
    fn twist(&self, p_i: &[V3; 5], p_y: &[V3; 5]) -> f64 {
        // That of the plane alone: a ball that spins on the spot does not carry the stretch around.
        (p_y[TURN_A] - p_i[TURN_A]).dot(&p_y[NORMAL])
    }
}

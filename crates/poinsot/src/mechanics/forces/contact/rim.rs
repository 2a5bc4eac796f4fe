//! A rim on a plane: a can that stands or falls over, a coin that rolls.

use super::Touching;
use super::spheres::flat;
use crate::math::{M3, V3, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};

/// A plane on the first node with everything below it, and on the second a circle of radius R about an axis, the core of a tube of
/// radius r. With `x = n.a`, n the normal and a the axis, and `f = sqrt(1 + h^2 - x^2)`, the gap is `n.(C - P) - R f - r`: the
/// deepest place of the rim, but for h, which makes the face of the circle a flat dome (co.15).
#[derive(Clone, Copy, Debug)]
pub struct RimOnPlane {
    nodes: [NodeIndex; 2],
    attachments: [Attachment; 6],
    /// Of the circle, and of the tube.
    radii: [f64; 2],
}

const NORMAL: usize = 0;
const PLANE: usize = 1;
const CENTER: usize = 2;
const AXIS: usize = 3;
const TURN_A: usize = 4;
const TURN_B: usize = 5;

/// Height of the dome by its radius.
const DOME: f64 = 1e-3;

fn shadow(x: f64) -> f64 {
    // A plane and an axis that are means over a step are shorter than one: nothing below zero.
    (1.0 + DOME * DOME - x * x).max(DOME * DOME).sqrt()
}

/// From the middle of the circle to the point where it touches, with its derivatives.
struct Arm {
    value: V3,
    by_normal: M3,
    by_axis: M3,
}

impl RimOnPlane {
    /// `point` and `normal` of the plane in the frame of the first node, `center` and unit `axis` of the circle in that of the second.
    pub fn new(
        nodes: [NodeIndex; 2],
        [point, normal]: [V3; 2],
        [center, axis]: [V3; 2],
        radii: [f64; 2],
    ) -> Self {
        RimOnPlane {
            nodes,
            attachments: [
                Attachment::vector(0, normal),
                Attachment::point(0, point),
                Attachment::point(1, center),
                Attachment::vector(1, axis),
                Attachment::rotation(0),
                Attachment::rotation(1),
            ],
            radii,
        }
    }

    fn arm(&self, p: &[V3; 6]) -> Arm {
        let [circle, tube] = self.radii;
        let (n, a) = (p[NORMAL], p[AXIS]);
        let x = n.dot(&a);
        let f = shadow(x);
        // -R (n - x a)/f - r n
        let down = n - x * a;
        let bent = down * (x / (f * f)) - a;
        let by = |by_x: &V3| bent * by_x.transpose();
        Arm {
            value: -circle / f * down - tube * n,
            by_normal: -circle / f * (M3::identity() + by(&a)) - tube * M3::identity(),
            by_axis: -circle / f * (by(&n) - x * M3::identity()),
        }
    }

    /// Derivative of the gap by `x` over an interval: that of `-R f` as a divided difference.
    fn slope(&self, x_i: f64, x_y: f64) -> f64 {
        self.radii[0] * (x_i + x_y) / (shadow(x_i) + shadow(x_y))
    }
}

fn mean(p_i: &[V3; 6], p_y: &[V3; 6], w: f64) -> [V3; 6] {
    std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k])
}

impl Strain<2, 6, 4> for RimOnPlane {
    fn nodes(&self) -> &[NodeIndex; 2] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 6] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 6], p_y: &[V3; 6], w: f64) -> Measure<6, 4> {
        let none = V3::zeros();
        let (at_w, at_h) = (mean(p_i, p_y, w), mean(p_i, p_y, 0.5));
        let mut m = Measure::zero();
        let gap = |p: &[V3; 6]| {
            let x = p[NORMAL].dot(&p[AXIS]);
            let height = p[NORMAL].dot(&(p[CENTER] - p[PLANE]));
            (x, height - self.radii[0] * shadow(x) - self.radii[1])
        };
        let ((x_i, g_i), (x_y, g_y)) = (gap(p_i), gap(p_y));
        m.e[0] = g_y;
        let rows = |p: &[V3; 6], slope: f64| {
            let n = p[NORMAL];
            let by_normal = p[CENTER] - p[PLANE] + slope * p[AXIS];
            [by_normal, -n, n, slope * n, none, none]
        };
        // At one state alone both are that state.
        let x_from = if w == 0.5 { x_i } else { x_y };
        m.secant[0] = rows(&at_w, self.slope(x_from, x_y));
        m.gradient[0] = rows(p_y, self.slope(x_y, x_y));
        if g_i >= 0.0 && g_y >= 0.0 {
            // Open all the way: nothing presses, and no slip counts.
            return m;
        }

        // The slip is always that of the mean arms; only the force follows the averaging rule.
        let size = at_h[NORMAL].norm();
        let n = at_h[NORMAL] / size;
        let (flat_h, flat_w) = (flat(&n), flat(&at_w[NORMAL].normalize()));
        let arm = self.arm(&at_h);
        let arm_a = at_h[CENTER] + arm.value - at_h[PLANE];
        let step = |k: usize| p_y[k] - p_i[k];
        let (turn_a, turn_b) = (step(TURN_A), step(TURN_B));
        let moved = step(CENTER) + turn_b.cross(&arm.value) - step(PLANE) - turn_a.cross(&arm_a);
        let slip = flat_h * moved;
        let by_arm = 0.5 * flat_h * (skew(&turn_b) - skew(&turn_a));
        // d(slip) = flat d(moved) + d(flat) moved, d(n) = 1/(2 |n|) flat dn
        let by_normal =
            by_arm * arm.by_normal - 0.5 / size * (n.dot(&moved) * flat_h + n * slip.transpose());
        let by_axis = by_arm * arm.by_axis;
        let by_center = flat_h - 0.5 * flat_h * skew(&turn_a);
        let (by_a, by_b) = (flat_h * skew(&arm_a), -flat_h * skew(&arm.value));
        let force_b = self.arm(&at_w).value;
        let force_a = at_w[CENTER] + force_b - at_w[PLANE];
        for k in 0..3 {
            m.e[1 + k] = slip[k];
            let t: V3 = flat_w.column(k).into();
            m.secant[1 + k] = [none, -t, t, none, -force_a.cross(&t), force_b.cross(&t)];
            let row = |x: &M3| -> V3 { x.row(k).transpose() };
            m.gradient[1 + k] = [
                row(&by_normal),
                -row(&by_center),
                row(&by_center),
                row(&by_axis),
                row(&by_a),
                row(&by_b),
            ];
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; 6],
        p_y: &[V3; 6],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let at = mean(p_i, p_y, w);
        let (n, a) = (at[NORMAL], at[AXIS]);
        for (k, sign) in [(CENTER, 1.0), (PLANE, -1.0)] {
            visit(NORMAL, k, Coupling::Scalar(sign * w * sigma[0]));
            visit(k, NORMAL, Coupling::Scalar(sign * w * sigma[0]));
        }
        let x_y = p_y[NORMAL].dot(&p_y[AXIS]);
        let x_i = if w == 0.5 {
            p_i[NORMAL].dot(&p_i[AXIS])
        } else {
            x_y
        };
        let (f_i, f_y) = (shadow(x_i), shadow(x_y));
        let slope = self.slope(x_i, x_y);
        // The slope follows the x of the end; at one state alone both of its x do.
        let turn = match w == 0.5 {
            true => (self.radii[0] + slope * x_y / f_y) / (f_i + f_y),
            false => self.radii[0] / f_y + slope * x_y / (f_y * f_y),
        };
        let matrix = Coupling::Matrix;
        let (by_n, by_a) = (p_y[AXIS], p_y[NORMAL]);
        let s = sigma[0];
        visit(NORMAL, NORMAL, matrix(s * turn * a * by_n.transpose()));
        visit(AXIS, AXIS, matrix(s * turn * n * by_a.transpose()));
        let both = s * slope * w * M3::identity();
        visit(NORMAL, AXIS, matrix(s * turn * a * by_a.transpose() + both));
        visit(AXIS, NORMAL, matrix(s * turn * n * by_n.transpose() + both));

        let force = V3::new(sigma[1], sigma[2], sigma[3]);
        if force == V3::zeros() {
            return;
        }
        let size = n.norm();
        let unit = n / size;
        let f = flat(&unit) * force;
        // d(f) = turned dn
        let turned = -w / size * (unit.dot(&force) * flat(&unit) + unit * f.transpose());
        let arm = self.arm(&at);
        let arm_a = at[CENTER] + arm.value - at[PLANE];
        let with_f = w * skew(&f);
        visit(CENTER, NORMAL, matrix(turned));
        visit(PLANE, NORMAL, matrix(-turned));
        visit(
            TURN_B,
            NORMAL,
            matrix(skew(&arm.value) * turned - with_f * arm.by_normal),
        );
        visit(
            TURN_A,
            NORMAL,
            matrix(with_f * arm.by_normal - skew(&arm_a) * turned),
        );
        visit(TURN_B, AXIS, matrix(-with_f * arm.by_axis));
        visit(TURN_A, AXIS, matrix(with_f * arm.by_axis));
        visit(TURN_A, CENTER, matrix(with_f));
        visit(TURN_A, PLANE, matrix(-with_f));
    }
}

impl Touching<2, 6> for RimOnPlane {
    fn normal(&self, p: &[V3; 6]) -> V3 {
        p[NORMAL]
    }
    fn point(&self, p: &[V3; 6]) -> V3 {
        p[CENTER] + self.arm(p).value
    }
    fn twist(&self, p_i: &[V3; 6], p_y: &[V3; 6]) -> f64 {
        // That of the plane alone, as for a ball on it.
        (p_y[TURN_A] - p_i[TURN_A]).dot(&self.normal(p_y))
    }
}

//! A ball on a solid shape: a box, a cylinder.

use super::Touching;
use super::solid::{Near, Solid};
use super::spheres::flat;
use crate::math::{M3, V3, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};
use std::sync::Arc;

/// A solid on the first node and a ball on the second. The coordinates of the centre in the axes of the solid, `q_k = a_k.(C - P)`,
/// are quadratic; the gap is a function of them, the distance from the surface less the radius (co.10). They touch at the common
/// point `C - r n`.
#[derive(Clone, Debug)]
pub struct SphereOnSolid {
    nodes: [NodeIndex; 2],
    attachments: [Attachment; 7],
    solid: Arc<Solid>,
    radius: f64,
    /// From the centre to the point where friction acts.
    arm: f64,
}

const ORIGIN: usize = 3;
const CENTER: usize = 4;
const TURN_A: usize = 5;
const TURN_B: usize = 6;

/// Both ends of an interval, in the axes of the solid.
struct Ends {
    from: Near,
    to: Near,
    /// Change of the centre's coordinates.
    change: V3,
}

impl SphereOnSolid {
    /// `origin` and `axes`, as columns, of the solid in the frame of the first node, `center` in that of the second. Where the
    /// second cannot take a moment (`turns`), friction acts in the centre.
    pub fn new(
        nodes: [NodeIndex; 2],
        solid: Arc<Solid>,
        origin: V3,
        axes: M3,
        center: V3,
        radius: f64,
        turns: bool,
    ) -> Self {
        let axis = |k: usize| Attachment::vector(0, axes.column(k).into());
        SphereOnSolid {
            nodes,
            attachments: [
                axis(0),
                axis(1),
                axis(2),
                Attachment::point(0, origin),
                Attachment::point(1, center),
                Attachment::rotation(0),
                Attachment::rotation(1),
            ],
            solid,
            radius,
            arm: if turns { radius } else { 0.0 },
        }
    }

    fn ends(&self, p_i: &[V3; 7], p_y: &[V3; 7]) -> Ends {
        let (q_i, q_y) = (coordinates(p_i), coordinates(p_y));
        Ends {
            from: self.solid.near(&q_i),
            to: self.solid.near(&q_y),
            change: q_y - q_i,
        }
    }

    fn touching(&self) -> f64 {
        self.radius + self.solid.rounding()
    }

    /// Arms from the origin of the solid and from the centre to the common point.
    fn arms(&self, normal: &V3, mean: &[V3; 7]) -> [V3; 2] {
        let b = -self.arm * normal;
        [mean[CENTER] + b - mean[ORIGIN], b]
    }
}

impl Ends {
    fn normal(&self, w: f64) -> V3 {
        (1.0 - w) * self.from.normal + w * self.to.normal
    }

    /// The part of the secant along the way that makes it exact, without a difference of nearly equal numbers, and its derivative
    /// with respect to the coordinates at the end (co.10).
    fn part(&self, w: f64) -> (f64, V3) {
        let size = self.change.norm_squared();
        // At one state alone the gradient is all there is.
        let share = 4.0 * w * (1.0 - w);
        if size == 0.0 || share == 0.0 {
            return (0.0, V3::zeros());
        }
        let (from, to) = (&self.from, &self.to);
        let along = to.nearest - from.nearest;
        let turn = to.normal - from.normal;
        let deeper = to.distance - from.distance;
        let mean = self.normal(0.5);
        let rest = 0.25 * turn.norm_squared() * deeper - mean.dot(&along);
        let part = share * rest / size;
        // nearest = q - distance normal
        let slides = M3::identity() - to.normal * to.normal.transpose() - to.distance * to.bend;
        let d_rest = 0.5 * deeper * (to.bend * turn) + 0.25 * turn.norm_squared() * to.normal
            - 0.5 * (to.bend * along)
            - slides * mean;
        (part, (share * d_rest - 2.0 * part * self.change) / size)
    }
}

/// Coordinates of the centre in the axes of the solid.
fn coordinates(p: &[V3; 7]) -> V3 {
    let d = p[CENTER] - p[ORIGIN];
    V3::new(p[0].dot(&d), p[1].dot(&d), p[2].dot(&d))
}

fn mean(p_i: &[V3; 7], p_y: &[V3; 7], w: f64) -> [V3; 7] {
    std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k])
}

/// A vector with given components on the axes.
fn on_axes(x: &V3, p: &[V3; 7]) -> V3 {
    x.x * p[0] + x.y * p[1] + x.z * p[2]
}

/// The axes as columns.
fn axes(p: &[V3; 7]) -> M3 {
    M3::from_columns(&[p[0], p[1], p[2]])
}

/// Derivatives of a function of the coordinates by all attachments, as its gradient `g` says.
fn of_coordinates(g: &V3, p: &[V3; 7]) -> [V3; 7] {
    let (d, force) = (p[CENTER] - p[ORIGIN], on_axes(g, p));
    let none = V3::zeros();
    [g.x * d, g.y * d, g.z * d, -force, force, none, none]
}

impl Strain<2, 7, 4> for SphereOnSolid {
    fn nodes(&self) -> &[NodeIndex; 2] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 7] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 7], p_y: &[V3; 7], w: f64) -> Measure<7, 4> {
        let ends = self.ends(p_i, p_y);
        let (at_w, at_h) = (mean(p_i, p_y, w), mean(p_i, p_y, 0.5));
        let mut m = Measure::zero();
        m.e[0] = ends.to.distance - self.touching();
        let secant = ends.normal(w) + ends.part(w).0 * ends.change;
        m.secant[0] = of_coordinates(&secant, &at_w);
        m.gradient[0] = of_coordinates(&ends.to.normal, p_y);
        if ends.from.distance >= self.touching() && m.e[0] >= 0.0 {
            // Open all the way: nothing presses, and no slip counts.
            return m;
        }

        // The slip is always that of the mean arms; only the force follows the averaging rule.
        let (n_h, n_w) = (
            on_axes(&ends.normal(0.5), &at_h),
            on_axes(&ends.normal(w), &at_w),
        );
        let size = n_h.norm();
        if size == 0.0 || n_w.norm() == 0.0 {
            return m;
        }
        let n = n_h / size;
        let (flat_h, flat_w) = (flat(&n), flat(&n_w.normalize()));
        let [arm_a, arm_b] = self.arms(&n_h, &at_h);
        let [turn_a, turn_b] = [TURN_A, TURN_B].map(|k| p_y[k] - p_i[k]);
        let moved = p_y[CENTER] - p_i[CENTER] + turn_b.cross(&arm_b)
            - (p_y[ORIGIN] - p_i[ORIGIN])
            - turn_a.cross(&arm_a);
        let slip = flat_h * moved;
        let by_normal = self.arm * flat_h * (skew(&turn_a) - skew(&turn_b))
            - 1.0 / size * (n.dot(&moved) * flat_h + n * slip.transpose());
        let by_center = flat_h - 0.5 * flat_h * skew(&turn_a);
        let (by_a, by_b) = (flat_h * skew(&arm_a), -flat_h * skew(&arm_b));
        // The mean normal follows the coordinates by its components, and the axes themselves.
        let by_coordinates = 0.5 * by_normal * axes(&at_h) * ends.to.bend;
        let parts = ends.normal(0.5);
        let [force_a, force_b] = self.arms(&n_w, &at_w);
        for k in 0..3 {
            m.e[1 + k] = slip[k];
            let t: V3 = flat_w.column(k).into();
            let none = V3::zeros();
            m.secant[1 + k] = [
                none,
                none,
                none,
                -t,
                t,
                -force_a.cross(&t),
                force_b.cross(&t),
            ];
            let row = |x: &M3| -> V3 { x.row(k).transpose() };
            let mut gradient = of_coordinates(&row(&by_coordinates), p_y);
            for a in 0..3 {
                gradient[a] += 0.5 * parts[a] * row(&by_normal);
            }
            gradient[ORIGIN] -= row(&by_center);
            gradient[CENTER] += row(&by_center);
            gradient[TURN_A] = row(&by_a);
            gradient[TURN_B] = row(&by_b);
            m.gradient[1 + k] = gradient;
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; 7],
        p_y: &[V3; 7],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let ends = self.ends(p_i, p_y);
        let at = mean(p_i, p_y, w);
        let (part, d_part) = ends.part(w);
        // Derivatives of the coordinates by the attachments at the end, one list for each.
        let unit = |k: usize| V3::from_fn(|j, _| if j == k { 1.0 } else { 0.0 });
        let by_end = [0, 1, 2].map(|k| of_coordinates(&unit(k), p_y));
        let by_mean = [0, 1, 2].map(|k| of_coordinates(&unit(k), &at));
        let h = sigma[0] * (ends.normal(w) + part * ends.change);
        let bend = sigma[0]
            * (w * ends.to.bend + part * M3::identity() + ends.change * d_part.transpose());
        let force = V3::new(sigma[1], sigma[2], sigma[3]);
        let n_w = on_axes(&ends.normal(w), &at);
        let size = n_w.norm();
        let rubs = force != V3::zeros() && size > 0.0;
        let n = if rubs { n_w / size } else { n_w };
        let f = flat(&n) * force;
        // d(f) = turned dn
        let turned = match rubs {
            true => -1.0 / size * (n.dot(&force) * flat(&n) + n * f.transpose()),
            false => M3::zeros(),
        };
        let [arm_a, arm_b] = self.arms(&n_w, &at);
        let by_normal = [
            (ORIGIN, -turned),
            (CENTER, turned),
            (TURN_A, -self.arm * skew(&f) - skew(&arm_a) * turned),
            (TURN_B, self.arm * skew(&f) + skew(&arm_b) * turned),
        ];
        let normal_moves = w * axes(&at) * ends.to.bend;
        for l in 0..=CENTER {
            let rows = [0, 1, 2].map(|b| by_end[b][l]);
            let of_l = M3::from_columns(&rows).transpose();
            for k in 0..=CENTER {
                let columns = [0, 1, 2].map(|a| by_mean[a][k]);
                let of_k = M3::from_columns(&columns);
                let linear = w * h_between(&h, k, l);
                visit(
                    k,
                    l,
                    Coupling::Matrix(of_k * bend * of_l + linear * M3::identity()),
                );
            }
            if !rubs {
                continue;
            }
            let mut normal = normal_moves * of_l;
            if l < 3 {
                normal += w * ends.normal(w)[l] * M3::identity();
            }
            for (k, by) in by_normal {
                visit(k, l, Coupling::Matrix(by * normal));
            }
        }
        if rubs {
            let with_f = w * skew(&f);
            visit(TURN_A, CENTER, Coupling::Matrix(with_f));
            visit(TURN_A, ORIGIN, Coupling::Matrix(-with_f));
        }
    }
}

/// Second derivative of `h . q` with respect to two attachments: a multiple of the identity.
fn h_between(h: &V3, k: usize, l: usize) -> f64 {
    let (a, b) = (k.min(l), k.max(l));
    match (a < 3, b) {
        (true, CENTER) => h[a],
        (true, ORIGIN) => -h[a],
        _ => 0.0,
    }
}

impl Touching<2, 7> for SphereOnSolid {
    fn normal(&self, p: &[V3; 7]) -> V3 {
        on_axes(&self.solid.near(&coordinates(p)).normal, p)
    }
    fn point(&self, p: &[V3; 7]) -> V3 {
        p[CENTER] - self.radius * self.normal(p)
    }
    fn twist(&self, p_i: &[V3; 7], p_y: &[V3; 7]) -> f64 {
        // That of the solid alone: a ball that spins on the spot does not carry the stretch around.
        (p_y[TURN_A] - p_i[TURN_A]).dot(&self.normal(p_y))
    }
}

//! A rod across an edge: flanks of capsules, lines and cylinders on edges of boxes and meshes, and edges on edges.

use super::Touching;
use super::crossing::{Crossing, Edge, rest};
use super::spheres::flat;
use crate::math::{M3, M6, V3, V6, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};

/// An edge on the first node and a rod between two points on the other two, which may be one and the same. The coordinates of both
/// ends in the axes of the edge are quadratic, and the gap is a function of these six (co.14). They touch at the common point
/// `C - r n`, C on the rod; its material moves as both ends do in the mean by their distance, and turns as their nodes do (co.9).
#[derive(Clone, Copy, Debug)]
pub struct RodOnEdge {
    nodes: [NodeIndex; 3],
    attachments: [Attachment; 9],
    edge: Edge,
    radius: f64,
    /// From the rod's line to the point where friction acts.
    arm: f64,
}

const ORIGIN: usize = 3;
const ENDS: [usize; 2] = [4, 5];
const TURN_A: usize = 6;
const TURNS: [usize; 2] = [7, 8];
/// Attachments that the coordinates depend on.
const PLACES: usize = 6;

/// Both states of an interval.
struct Interval {
    from: Crossing,
    to: Crossing,
    /// Change of the coordinates.
    change: V6,
    touching: f64,
}

impl RodOnEdge {
    /// `ends` of the rod in the frames of the last two nodes [m]. Where these cannot take a moment (`turns`), friction acts in the
    /// line of the rod.
    pub fn new(nodes: [NodeIndex; 3], edge: Edge, ends: [V3; 2], radius: f64, turns: bool) -> Self {
        let axis = |k: usize| Attachment::vector(0, edge.axes.column(k).into());
        RodOnEdge {
            nodes,
            attachments: [
                axis(0),
                axis(1),
                axis(2),
                Attachment::point(0, edge.start),
                Attachment::point(1, ends[0]),
                Attachment::point(2, ends[1]),
                Attachment::rotation(0),
                Attachment::rotation(1),
                Attachment::rotation(2),
            ],
            edge,
            radius,
            arm: if turns { radius } else { 0.0 },
        }
    }

    fn touching(&self) -> f64 {
        self.radius + self.edge.rounding
    }

    fn interval(&self, p_i: &[V3; 9], p_y: &[V3; 9]) -> Interval {
        let (q_i, q_y) = (coordinates(p_i), coordinates(p_y));
        let touching = self.touching();
        let [a, b] = [0, 1].map(|k| q_y[k] - q_i[k]);
        Interval {
            from: self.edge.crossing(&q_i, touching),
            to: self.edge.crossing(&q_y, touching),
            change: V6::new(a.x, a.y, a.z, b.x, b.y, b.z),
            touching,
        }
    }

    /// The place on the rod, and arms from the origin of the edge and from that place to the common point.
    fn arms(&self, normal: &V3, parts: &[f64; 2], mean: &[V3; 9]) -> [V3; 2] {
        let b = -self.arm * normal;
        [rod(parts, mean) + b - mean[ORIGIN], b]
    }
}

impl Interval {
    fn normal(&self, w: f64) -> V3 {
        (1.0 - w) * self.from.normal + w * self.to.normal
    }

    /// Parts of the ends in the place on the rod.
    fn parts(&self, w: f64) -> [f64; 2] {
        let place = (1.0 - w) * self.from.place + w * self.to.place;
        [1.0 - place, place]
    }

    /// The secant, and its derivative with respect to the coordinates at the end.
    fn secant(&self, w: f64) -> (V6, M6) {
        let (from, to, change) = (&self.from, &self.to, &self.change);
        let secant = (1.0 - w) * from.slope + w * to.slope;
        let (size, share) = (change.norm_squared(), 4.0 * w * (1.0 - w));
        // At one state alone the gradient is all there is.
        if size == 0.0 || share == 0.0 {
            return (secant, w * to.bend);
        }
        let (rest, by_end) = rest(from, to, change, self.touching);
        let part = share * rest / size;
        let by_end = (share * by_end - 2.0 * part * change) / size;
        (
            secant + part * change,
            w * to.bend + part * M6::identity() + change * by_end.transpose(),
        )
    }
}

/// Coordinates of both ends in the axes of the edge.
fn coordinates(p: &[V3; 9]) -> [V3; 2] {
    ENDS.map(|end| {
        let d = p[end] - p[ORIGIN];
        V3::new(p[0].dot(&d), p[1].dot(&d), p[2].dot(&d))
    })
}

fn rod(parts: &[f64; 2], p: &[V3; 9]) -> V3 {
    parts[0] * p[ENDS[0]] + parts[1] * p[ENDS[1]]
}

fn mean(p_i: &[V3; 9], p_y: &[V3; 9], w: f64) -> [V3; 9] {
    std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k])
}

/// The axes as columns.
fn axes(p: &[V3; 9]) -> M3 {
    M3::from_columns(&[p[0], p[1], p[2]])
}

/// Derivatives of a function of the coordinates by all attachments, as its gradient `g` says.
fn of_coordinates(g: &V6, p: &[V3; 9]) -> [V3; 9] {
    let at_ends = [0, 3].map(|k| V3::new(g[k], g[k + 1], g[k + 2]));
    let forces = at_ends.map(|g| axes(p) * g);
    let [a, b] = ENDS.map(|end| p[end] - p[ORIGIN]);
    let mut all = [V3::zeros(); 9];
    for k in 0..3 {
        all[k] = at_ends[0][k] * a + at_ends[1][k] * b;
    }
    all[ORIGIN] = -forces[0] - forces[1];
    all[ENDS[0]] = forces[0];
    all[ENDS[1]] = forces[1];
    all
}

impl Strain<3, 9, 4> for RodOnEdge {
    fn nodes(&self) -> &[NodeIndex; 3] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 9] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 9], p_y: &[V3; 9], w: f64) -> Measure<9, 4> {
        let iv = self.interval(p_i, p_y);
        let (at_w, at_h) = (mean(p_i, p_y, w), mean(p_i, p_y, 0.5));
        let mut m = Measure::zero();
        m.e[0] = iv.to.gap;
        m.secant[0] = of_coordinates(&iv.secant(w).0, &at_w);
        m.gradient[0] = of_coordinates(&iv.to.slope, p_y);
        if iv.from.gap >= 0.0 && iv.to.gap >= 0.0 {
            // Open all the way: nothing presses, and no slip counts.
            return m;
        }

        // The slip is always that of the mean arms; only the force follows the averaging rule.
        let (n_h, n_w) = (axes(&at_h) * iv.normal(0.5), axes(&at_w) * iv.normal(w));
        let size = n_h.norm();
        if size == 0.0 || n_w.norm() == 0.0 {
            return m;
        }
        let n = n_h / size;
        let (flat_h, flat_w) = (flat(&n), flat(&n_w.normalize()));
        let parts = iv.parts(0.5);
        let [arm_a, arm_b] = self.arms(&n_h, &parts, &at_h);
        let step = |k: usize| p_y[k] - p_i[k];
        let (turn_a, turns) = (step(TURN_A), TURNS.map(step));
        let turn_b = parts[0] * turns[0] + parts[1] * turns[1];
        let moved = parts[0] * step(ENDS[0]) + parts[1] * step(ENDS[1]) + turn_b.cross(&arm_b)
            - step(ORIGIN)
            - turn_a.cross(&arm_a);
        let slip = flat_h * moved;
        // d(slip) = flat d(moved) + d(flat) moved, by the mean normal, the places and the part of the rod's length.
        let by_normal = self.arm * flat_h * (skew(&turn_a) - skew(&turn_b))
            - 1.0 / size * (n.dot(&moved) * flat_h + n * slip.transpose());
        let by_center = flat_h - 0.5 * flat_h * skew(&turn_a);
        let (by_a, by_b) = (flat_h * skew(&arm_a), -flat_h * skew(&arm_b));
        let along = at_h[ENDS[1]] - at_h[ENDS[0]];
        let by_part = flat_h
            * (step(ENDS[1]) - step(ENDS[0]) + (turns[1] - turns[0]).cross(&arm_b)
                - turn_a.cross(&along));
        // The mean normal follows the coordinates by its components, and the axes themselves.
        let by_turn = -0.5 * (by_normal * (axes(&at_h) * iv.to.tangent));
        let components = iv.normal(0.5);
        let parts_w = iv.parts(w);
        let [force_a, force_b] = self.arms(&n_w, &parts_w, &at_w);
        for k in 0..3 {
            m.e[1 + k] = slip[k];
            let t: V3 = flat_w.column(k).into();
            let secant = &mut m.secant[1 + k];
            secant[ORIGIN] = -t;
            secant[TURN_A] = -force_a.cross(&t);
            let row = |x: &M3| -> V3 { x.row(k).transpose() };
            let by_coordinates = by_turn[k] * iv.to.turn + 0.5 * by_part[k] * iv.to.by_place;
            let mut gradient = of_coordinates(&by_coordinates, p_y);
            for a in 0..3 {
                gradient[a] += 0.5 * components[a] * row(&by_normal);
            }
            gradient[ORIGIN] -= row(&by_center);
            gradient[TURN_A] = row(&by_a);
            for b in 0..2 {
                secant[ENDS[b]] = parts_w[b] * t;
                secant[TURNS[b]] = parts_w[b] * force_b.cross(&t);
                gradient[ENDS[b]] += parts[b] * row(&by_center);
                gradient[TURNS[b]] = parts[b] * row(&by_b);
            }
            m.gradient[1 + k] = gradient;
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; 9],
        p_y: &[V3; 9],
        w: f64,
        sigma: &[f64; 4],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let iv = self.interval(p_i, p_y);
        let at = mean(p_i, p_y, w);
        let (secant, bend) = iv.secant(w);
        let (h, bend) = (sigma[0] * secant, sigma[0] * bend);
        // Derivatives of the coordinates by the attachments at the end, one list for each.
        let unit = |k: usize| V6::from_fn(|j, _| if j == k { 1.0 } else { 0.0 });
        let by_end: [_; 6] = std::array::from_fn(|k| of_coordinates(&unit(k), p_y));
        let by_mean: [_; 6] = std::array::from_fn(|k| of_coordinates(&unit(k), &at));
        let force = V3::new(sigma[1], sigma[2], sigma[3]);
        let n_w = axes(&at) * iv.normal(w);
        let size = n_w.norm();
        let rubs = force != V3::zeros() && size > 0.0;
        let n = if rubs { n_w / size } else { n_w };
        let f = flat(&n) * force;
        // d(f) = turned dn
        let turned = match rubs {
            true => -1.0 / size * (n.dot(&force) * flat(&n) + n * f.transpose()),
            false => M3::zeros(),
        };
        let parts = iv.parts(w);
        let [arm_a, arm_b] = self.arms(&n_w, &parts, &at);
        let on_rod = self.arm * skew(&f) + skew(&arm_b) * turned;
        let by_normal = [
            (ORIGIN, -turned),
            (TURN_A, -self.arm * skew(&f) - skew(&arm_a) * turned),
            (ENDS[0], parts[0] * turned),
            (ENDS[1], parts[1] * turned),
            (TURNS[0], parts[0] * on_rod),
            (TURNS[1], parts[1] * on_rod),
        ];
        let lever = arm_b.cross(&f);
        let by_part = [
            (ENDS[0], -f),
            (ENDS[1], f),
            (TURNS[0], -lever),
            (TURNS[1], lever),
            (TURN_A, -(at[ENDS[1]] - at[ENDS[0]]).cross(&f)),
        ];
        let normal_moves = -w * (axes(&at) * iv.to.tangent);
        let components = iv.normal(w);
        for l in 0..PLACES {
            let of_l = |b: usize| by_end[b][l];
            // What reaches a coordinate from this attachment.
            let onto = |by: &V6| -> V3 { (0..6).map(|b| by[b] * of_l(b)).sum() };
            let bent: [V3; 6] =
                std::array::from_fn(|a| (0..6).map(|b| bend[(a, b)] * of_l(b)).sum());
            for k in 0..PLACES {
                let mut block = w * h_between(&h, k, l) * M3::identity();
                for a in 0..6 {
                    block += by_mean[a][k] * bent[a].transpose();
                }
                visit(k, l, Coupling::Matrix(block));
            }
            if !rubs {
                continue;
            }
            let mut normal = normal_moves * onto(&iv.to.turn).transpose();
            if l < 3 {
                normal += w * components[l] * M3::identity();
            }
            for (k, by) in by_normal {
                visit(k, l, Coupling::Matrix(by * normal));
            }
            let place = w * onto(&iv.to.by_place);
            for (k, by) in by_part {
                visit(k, l, Coupling::Matrix(by * place.transpose()));
            }
        }
        if rubs {
            let with_f = w * skew(&f);
            for (end, part) in ENDS.into_iter().zip(parts) {
                visit(TURN_A, end, Coupling::Matrix(part * with_f));
            }
            visit(TURN_A, ORIGIN, Coupling::Matrix(-with_f));
        }
    }
}

/// Second derivative of `h . q` with respect to two attachments: a multiple of the identity.
fn h_between(h: &V6, k: usize, l: usize) -> f64 {
    let (a, b) = (k.min(l), k.max(l));
    match b {
        ORIGIN if a < 3 => -h[a] - h[3 + a],
        _ if a < 3 && b == ENDS[0] => h[a],
        _ if a < 3 && b == ENDS[1] => h[3 + a],
        _ => 0.0,
    }
}

impl Touching<3, 9> for RodOnEdge {
    fn normal(&self, p: &[V3; 9]) -> V3 {
        let at = self.edge.crossing(&coordinates(p), self.touching());
        axes(p) * at.normal
    }
    fn point(&self, p: &[V3; 9]) -> V3 {
        let at = self.edge.crossing(&coordinates(p), self.touching());
        rod(&[1.0 - at.place, at.place], p) - self.radius * (axes(p) * at.normal)
    }
    fn twist(&self, p_i: &[V3; 9], p_y: &[V3; 9]) -> f64 {
        // That of the solid alone, as for a ball on it.
        (p_y[TURN_A] - p_i[TURN_A]).dot(&self.normal(p_y))
    }
    fn apart(&self, p: &[V3; 9], gap: f64) -> f64 {
        match gap < 0.0 {
            true => gap,
            false => self.edge.apart(&coordinates(p), self.touching()).max(0.0),
        }
    }
}

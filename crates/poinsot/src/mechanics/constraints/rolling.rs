//! A thin disc that touches a plane and rolls on it without slipping.
//!
//! With the plane normal `N`, the disc axis `d` and the radius `R`, the centre stands at the height
//! `R sqrt(1 - (N.d)^2)` above the plane, and the contact point lies at
//! `rho = -R (N - (N.d) d) / |N - (N.d) d|` from it.

use crate::math::{M3, V3, skew};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Constraint, Coupling, Measure, Strain};

/// The disc touches the plane (holonomic).
#[derive(Clone, Copy, Debug)]
pub struct ContactHeight {
    node: [NodeIndex; 1],
    attachments: [Attachment; 2],
    normal: V3,
    height: f64,
    radius: f64,
}

impl ContactHeight {
    /// `center` and `axis` in the frame of the node; `normal . plane_point = height`.
    pub fn new(
        node: NodeIndex,
        center: V3,
        axis: V3,
        radius: f64,
        normal: V3,
        height: f64,
    ) -> Self {
        ContactHeight {
            node: [node],
            attachments: [Attachment::point(0, center), Attachment::vector(0, axis)],
            normal,
            height,
            radius,
        }
    }

    /// `R sqrt(1 - c^2)`.
    fn rise(&self, c: f64) -> f64 {
        self.radius * (1.0 - c * c).max(0.0).sqrt()
    }

    /// Divided difference of the rise between two cosines, which has no cancellation:
    /// `sqrt(1-y^2) - sqrt(1-x^2) = -(y - x)(y + x) / (sqrt(1-y^2) + sqrt(1-x^2))`.
    fn rise_secant(&self, x: f64, y: f64) -> f64 {
        -self.radius * self.radius * (x + y) / (self.rise(x) + self.rise(y))
    }

    /// Derivative of the divided difference with respect to its second argument.
    fn rise_secant_slope(&self, x: f64, y: f64) -> f64 {
        let (a, b) = (self.rise(x), self.rise(y));
        let r2 = self.radius * self.radius;
        // d(rise(y))/dy = -R^2 y / rise(y)
        -r2 / (a + b) - r2 * r2 * (x + y) * y / (b * (a + b) * (a + b))
    }
}

impl Strain<1, 2, 1> for ContactHeight {
    fn nodes(&self) -> &[NodeIndex; 1] {
        &self.node
    }
    fn attachments(&self) -> &[Attachment; 2] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 2], p_y: &[V3; 2], w: f64) -> Measure<2, 1> {
        let c_y = self.normal.dot(&p_y[1]);
        let c_x = if w < 1.0 {
            self.normal.dot(&p_i[1])
        } else {
            c_y
        };
        Measure {
            e: [self.normal.dot(&p_y[0]) - self.height - self.rise(c_y)],
            secant: [[self.normal, -self.rise_secant(c_x, c_y) * self.normal]],
            gradient: [[self.normal, -self.rise_secant(c_y, c_y) * self.normal]],
        }
    }
    fn coupling(
        &self,
        p_i: &[V3; 2],
        p_y: &[V3; 2],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let c_y = self.normal.dot(&p_y[1]);
        let slope = if w < 1.0 {
            self.rise_secant_slope(self.normal.dot(&p_i[1]), c_y)
        } else {
            2.0 * self.rise_secant_slope(c_y, c_y)
        };
        let outer = self.normal * self.normal.transpose();
        visit(1, 1, Coupling::Matrix(-sigma[0] * slope * outer));
    }
}

impl Constraint<1, 2, 1> for ContactHeight {}

/// The contact point does not slide (non-holonomic): over every interval
/// `t . (C_y - C_i + theta x rho_m) = 0` for the two tangents `t` of the plane, with `C` the disc centre and `rho_m`
/// the average of the contact arms at both ends. The reaction acts along `t` with the same arm, so it does no
/// work, exactly.
#[derive(Clone, Copy, Debug)]
pub struct NoSlip {
    node: [NodeIndex; 1],
    attachments: [Attachment; 3],
    normal: V3,
    tangents: [V3; 2],
    radius: f64,
}

impl NoSlip {
    /// `center` and `axis` in the frame of the node.
    pub fn new(node: NodeIndex, center: V3, axis: V3, radius: f64, normal: V3) -> Self {
        let helper = if normal.x.abs() < 0.9 {
            V3::x()
        } else {
            V3::y()
        };
        let t1 = normal.cross(&helper).normalize();
        NoSlip {
            node: [node],
            attachments: [
                Attachment::point(0, center),
                Attachment::rotation(0),
                Attachment::vector(0, axis),
            ],
            normal,
            tangents: [t1, normal.cross(&t1)],
            radius,
        }
    }

    /// Contact arm from the disc centre, and its derivative with respect to the axis `d`.
    fn arm(&self, d: &V3) -> (V3, M3) {
        let c = self.normal.dot(d);
        let up = self.normal - c * d;
        let length = up.norm();
        let unit = up / length;
        // d(up) = -(N.dd) d - c dd
        let d_up = -(d * self.normal.transpose()) - c * M3::identity();
        let d_unit = (M3::identity() - unit * unit.transpose()) * d_up / length;
        (-self.radius * unit, -self.radius * d_unit)
    }

    /// Averaged arm from the disc centre and its derivative with respect to the axis at the end.
    fn mean_arm(&self, p_i: &[V3; 3], p_y: &[V3; 3], w: f64) -> (V3, M3) {
        let (rho_i, _) = self.arm(&p_i[2]);
        let (rho_y, slope) = self.arm(&p_y[2]);
        ((1.0 - w) * rho_i + w * rho_y, w * slope)
    }
}

impl Strain<1, 3, 2> for NoSlip {
    fn nodes(&self) -> &[NodeIndex; 1] {
        &self.node
    }
    fn attachments(&self) -> &[Attachment; 3] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 3], p_y: &[V3; 3], w: f64) -> Measure<3, 2> {
        // The displacement is always that of the mean arm; only the reaction follows the averaging rule.
        let (rho, slope) = self.mean_arm(p_i, p_y, 0.5);
        let (arm, _) = self.mean_arm(p_i, p_y, w);
        let u = p_y[0] - p_i[0];
        let theta = p_y[1] - p_i[1];
        let mut m = Measure::zero();
        for (k, t) in self.tangents.iter().enumerate() {
            m.e[k] = t.dot(&(u + theta.cross(&rho)));
            m.secant[k] = [*t, arm.cross(t), V3::zeros()];
            // t . (theta x drho) = (t x theta) . drho
            m.gradient[k] = [*t, rho.cross(t), slope.tr_mul(&t.cross(&theta))];
        }
        m
    }
    fn coupling(
        &self,
        p_i: &[V3; 3],
        p_y: &[V3; 3],
        w: f64,
        sigma: &[f64; 2],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let (_, slope) = self.mean_arm(p_i, p_y, w);
        let force = sigma[0] * self.tangents[0] + sigma[1] * self.tangents[1];
        // d(rho x F) = -F~ drho
        visit(1, 2, Coupling::Matrix(-skew(&force) * slope));
    }
}

impl Constraint<1, 3, 2> for NoSlip {
    fn holonomic(&self) -> bool {
        false
    }
}

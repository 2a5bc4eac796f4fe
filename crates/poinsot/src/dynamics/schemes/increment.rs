//! Increments as schemes see them: `x = (displacement, rotation)` in the frame in which velocities are averaged.

use crate::math::{M3, M6, V3, V6, cayley, skew};
use crate::mechanics::node::{Node, NodeIncrement, NodeVelocity};
use crate::model::RotationMap;

/// Joins a linear and an angular part.
pub fn join(a: &V3, b: &V3) -> V6 {
    V6::new(a.x, a.y, a.z, b.x, b.y, b.z)
}

/// Linear part.
pub fn linear(x: &V6) -> V3 {
    x.fixed_rows::<3>(0).into()
}

/// Angular part.
pub fn angular(x: &V6) -> V3 {
    x.fixed_rows::<3>(3).into()
}

/// A 6x6 matrix of four 3x3 blocks.
pub fn blocks(a: &M3, b: &M3, c: &M3, d: &M3) -> M6 {
    let mut m = M6::zeros();
    m.fixed_view_mut::<3, 3>(0, 0).copy_from(a);
    m.fixed_view_mut::<3, 3>(0, 3).copy_from(b);
    m.fixed_view_mut::<3, 3>(3, 0).copy_from(c);
    m.fixed_view_mut::<3, 3>(3, 3).copy_from(d);
    m
}

/// Spatial displacement and convected rotation, `x = (u, R_i^T theta)`, or with the exponential vector instead of the
/// Cayley vector; and its derivative with respect to `(u, theta)`.
pub fn spatial(r_i: &M3, step: &NodeIncrement, map: RotationMap) -> (V6, M6) {
    let (psi, slope) = match map {
        RotationMap::Cayley => (step.theta, M3::identity()),
        RotationMap::Exponential => exponential_vector(&step.theta),
    };
    let x = join(&step.u, &r_i.tr_mul(&psi));
    let dx = blocks(
        &M3::identity(),
        &M3::zeros(),
        &M3::zeros(),
        &(r_i.transpose() * slope),
    );
    (x, dx)
}

/// The exponential vector of `cay(theta)`, `psi = 2 atan(|theta|/2)/|theta| theta`, and its derivative.
pub fn exponential_vector(theta: &V3) -> (V3, M3) {
    let s = theta.norm_squared();
    let half = 0.5 * s.sqrt();
    // k = atan(h)/h, and k'/|theta| with respect to |theta| = 2 h.
    let (k, slope) = if half < 0.02 {
        let q = half * half;
        (
            1.0 - q * (1.0 / 3.0 - q * (1.0 / 5.0 - q * (1.0 / 7.0 - q / 9.0))),
            -0.25 * (2.0 / 3.0 - q * (4.0 / 5.0 - q * (6.0 / 7.0 - q * 8.0 / 9.0))),
        )
    } else {
        let k = half.atan() / half;
        (k, 0.25 * (1.0 / (1.0 + half * half) - k) / (half * half))
    };
    (
        k * theta,
        k * M3::identity() + slope * theta * theta.transpose(),
    )
}

/// Convected displacement and rotation of the momentum-preserving schemes ([BBT0] 3.2, (mp.1)):
/// `x = (R_i^T (I - theta~/2) u, R_i^T theta)`.
pub fn convected(r_i: &M3, step: &NodeIncrement) -> (V6, M6) {
    let rt = r_i.transpose();
    let half = M3::identity() - 0.5 * skew(&step.theta);
    let x = join(&(rt * (half * step.u)), &(rt * step.theta));
    // d((I - theta~/2) u) = (I - theta~/2) du + u~/2 dtheta
    let dx = blocks(&(rt * half), &(0.5 * rt * skew(&step.u)), &M3::zeros(), &rt);
    (x, dx)
}

/// Inverse of [`convected`]: `u = (I - theta~/2)^-1 R_i U`, and its derivative with respect to `x`.
pub fn from_convected(r_i: &M3, x: &V6) -> (NodeIncrement, M6) {
    let theta = r_i * angular(x);
    // (I - t~)^-1 = (I + t~ + t t^T) / (1 + t.t)
    let t = 0.5 * theta;
    let inverse = (M3::identity() + skew(&t) + t * t.transpose()) / (1.0 + t.norm_squared());
    let u = inverse * (r_i * linear(x));
    let du = inverse * r_i;
    let du_dtheta = -0.5 * inverse * skew(&u) * r_i;
    (
        NodeIncrement { u, theta },
        blocks(&du, &du_dtheta, &M3::zeros(), r_i),
    )
}

/// Inverse of [`spatial`] with the Cayley vector.
pub fn from_spatial(r_i: &M3, x: &V6) -> (NodeIncrement, M6) {
    let step = NodeIncrement {
        u: linear(x),
        theta: r_i * angular(x),
    };
    (
        step,
        blocks(&M3::identity(), &M3::zeros(), &M3::zeros(), r_i),
    )
}

/// Momentum of a node and its derivatives with respect to the increment and to `w`.
pub struct Momentum {
    /// `(l, h)`: `h` about the mass centre, or about the mass centre at the start if convected.
    pub p: V6,
    /// Derivative with respect to `(u, theta)`.
    pub d_step: M6,
    /// Derivative with respect to `w`.
    pub d_velocity: M6,
}

/// Momentum after an increment with `w = (v, omega)`: `p = (m v, R J omega)`.
pub fn momentum(node: &Node, r_i: &M3, step: &NodeIncrement, w: &V6) -> Momentum {
    let rot = cayley::rotation(&step.theta) * r_i;
    let h = cayley::tangent(&step.theta);
    let rj = rot * node.inertia;
    let spin = rj * angular(w);
    Momentum {
        p: join(&(node.mass * linear(w)), &spin),
        // d(R J omega) = (H dtheta) x (R J omega)
        d_step: blocks(
            &M3::zeros(),
            &M3::zeros(),
            &M3::zeros(),
            &(-skew(&spin) * h),
        ),
        d_velocity: blocks(
            &(node.mass * M3::identity()),
            &M3::zeros(),
            &M3::zeros(),
            &rj,
        ),
    }
}

/// Momentum about the origin at the start, with convected `w = (R^T v, omega)`:
/// `p = (m R w_v, u x (m R w_v) + R J omega)`.
pub fn convected_momentum(node: &Node, r_i: &M3, step: &NodeIncrement, w: &V6) -> Momentum {
    let rot = cayley::rotation(&step.theta) * r_i;
    let h = cayley::tangent(&step.theta);
    let rj = rot * node.inertia;
    let spin = rj * angular(w);
    let l = node.mass * (rot * linear(w));
    let u_tilde = skew(&step.u);
    let dl = -skew(&l) * h;
    Momentum {
        p: join(&l, &(step.u.cross(&l) + spin)),
        d_step: blocks(
            &M3::zeros(),
            &dl,
            &(-skew(&l)),
            &(u_tilde * dl - skew(&spin) * h),
        ),
        d_velocity: blocks(
            &(node.mass * rot),
            &M3::zeros(),
            &(node.mass * u_tilde * rot),
            &rj,
        ),
    }
}

/// Kinetic norm `1/2 w . M w`.
pub fn kinetic(node: &Node, w: &V6) -> f64 {
    let omega = angular(w);
    0.5 * (node.mass * linear(w).norm_squared() + omega.dot(&(node.inertia * omega)))
}

/// `(v, omega)` as a 6-vector.
pub fn as_six(w: &NodeVelocity) -> V6 {
    join(&w.v, &w.omega)
}

/// And back.
pub fn from_six(w: &V6) -> NodeVelocity {
    NodeVelocity {
        v: linear(w),
        omega: angular(w),
    }
}

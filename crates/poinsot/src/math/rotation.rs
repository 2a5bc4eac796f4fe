//! The exponential map of rotations, its logarithm and differentials. The vector of the turn by `phi` about the unit vector `n`
//! is `phi n`.

use super::stumpff::Stumpff;
use super::{M3, Quaternion, V3, skew};
use nalgebra::Rotation3;
use std::f64::consts::PI;

/// `exp(phi~) = I + c_1 phi~ + c_2 phi~ phi~`. [BBT1 (71)], [RS (19)]
pub fn exp(phi: &V3) -> M3 {
    let s = Stumpff::at(phi.norm_squared());
    let p = skew(phi);
    M3::identity() + s.c(1) * p + s.c(2) * p * p
}

/// The unit quaternion of `exp(phi~)`; its scalar part is `cos(|phi|/2)`, negative beyond half a turn.
pub fn exp_quaternion(phi: &V3) -> Quaternion {
    let s = Stumpff::at(0.25 * phi.norm_squared());
    let v = 0.5 * s.c(1) * phi;
    Quaternion::new_normalize(nalgebra::Quaternion::new(s.c(0), v.x, v.y, v.z))
}

/// The shortest vector with `exp_quaternion(log(q)) = +-q`: length at most `pi`.
///
/// The half angle comes from both sine and cosine, so it keeps full accuracy near zero and near half a turn.
/// At exactly half a turn either sign of the axis is right; the one of `q` is kept.
pub fn log(q: &Quaternion) -> V3 {
    let (w, v) = if q.w < 0.0 {
        (-q.w, -q.imag())
    } else {
        (q.w, q.imag())
    };
    let sine = v.norm();
    if sine > 0.0 {
        2.0 * sine.atan2(w) / sine * v
    } else {
        V3::zeros()
    }
}

/// [`log`] of an orthogonal matrix.
pub fn log_matrix(r: &M3) -> V3 {
    log(&quaternion_from_matrix(r))
}

/// The rotation vector that follows `phi`, a vector of the rotation `before` of any length, after a further rotation by the vector
/// `turned`, whose length is below `pi`; both in outer axes.
///
/// All vectors `(angle + 2 pi k) n` are of the same rotation. The angle changes by the component of `turned` on the axis, exactly so
/// for a small one, and the axis changes as little as possible: so `turned` is gone through in small parts.
pub fn continued(phi: &V3, before: &Quaternion, turned: &V3) -> V3 {
    let parts = (turned.norm() / 0.25).ceil().max(1.0);
    let mut at = *phi;
    for k in 1..=parts as usize {
        let done = exp_quaternion(&(k as f64 / parts * turned));
        at = nearest_vector(&at, &log(&(done * before)), &(turned / parts));
    }
    at
}

/// Of all vectors of the rotation with the shortest vector `short`, the one that continues `phi` after the small rotation `part`.
fn nearest_vector(phi: &V3, short: &V3, part: &V3) -> V3 {
    const TURN: f64 = 2.0 * PI;
    let length = phi.norm();
    if length < 1.0 {
        return *short;
    }
    let axis = phi / length;
    let expected = length + part.dot(&axis);
    let angle = short.norm();
    if angle < 1e-6 {
        // Full turns: their axis is the one before.
        return TURN * (expected / TURN).round() * axis + short;
    }
    let side = if short.dot(&axis) < 0.0 { -1.0 } else { 1.0 };
    let turns = ((expected - side * angle) / TURN).round();
    (side * angle + TURN * turns) * side / angle * short
}

/// The unit quaternion of an orthogonal matrix, from the largest of its four components.
pub fn quaternion_from_matrix(r: &M3) -> Quaternion {
    let q = Quaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(*r));
    Quaternion::new_normalize(q.into_inner())
}

/// The rotation matrix of a unit quaternion.
#[inline]
pub fn matrix(q: &Quaternion) -> M3 {
    q.to_rotation_matrix().into_inner()
}

/// `S(phi) = I + c_2 phi~ + c_3 phi~ phi~`: the spatial spin of a variation, `d(exp) = (S dphi)~ exp`. [BBT1 (72)]
pub fn tangent(phi: &V3) -> M3 {
    let s = Stumpff::at(phi.norm_squared());
    let p = skew(phi);
    M3::identity() + s.c(2) * p + s.c(3) * p * p
}

/// `S^-1 = I - phi~/2 + b phi~ phi~`, `b = (1 - (phi/2) cot(phi/2)) / phi^2`. Infinite at a full turn.
pub fn inverse_tangent(phi: &V3) -> M3 {
    let s = Stumpff::at(phi.norm_squared());
    let p = skew(phi);
    M3::identity() - 0.5 * p + s.inverse() * p * p
}

/// `S(-phi) = S^T`: the convected spin of a variation, `d(exp) = exp (S^T dphi)~`.
pub fn convected_tangent(phi: &V3) -> M3 {
    tangent(&-phi)
}

/// Inverse of [`convected_tangent`].
pub fn inverse_convected_tangent(phi: &V3) -> M3 {
    inverse_tangent(&-phi)
}

/// The shortest vector of `exp(second) exp(first)`, through quaternions.
pub fn compose(second: &V3, first: &V3) -> V3 {
    log(&(exp_quaternion(second) * exp_quaternion(first)))
}

/// The shortest vector of the same rotation: whole turns are removed.
pub fn rescale(phi: &V3) -> V3 {
    let angle = phi.norm();
    if angle <= PI {
        return *phi;
    }
    let turns = (angle / (2.0 * PI)).round();
    (1.0 - turns * 2.0 * PI / angle) * phi
}

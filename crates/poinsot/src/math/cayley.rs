//! The Cayley map of rotations in the normalisation of the kernel: `theta = 2 tan(phi/2) n`.
//!
//! These are the only rotation functions on the hot path, and they contain no trigonometry.
//! In [BBT0 sec. 2.3] the vector is `zeta = theta/2`; footnote 3 there names both normalisations.

use super::rotation::quaternion_from_matrix;
use super::{M3, Quaternion, V3, skew};

/// `cay(theta) = I + (theta~ + theta~ theta~ / 2) / (1 + |theta|^2 / 4)`. [BBT0 (50)]
#[inline]
pub fn rotation(theta: &V3) -> M3 {
    let t = skew(theta);
    M3::identity() + (t + 0.5 * t * t) / (1.0 + 0.25 * theta.norm_squared())
}

/// The unit quaternion of `cay(theta)`; its scalar part is positive, so products keep a continuous sign.
#[inline]
pub fn quaternion(theta: &V3) -> Quaternion {
    Quaternion::new_normalize(nalgebra::Quaternion::new(
        1.0,
        0.5 * theta.x,
        0.5 * theta.y,
        0.5 * theta.z,
    ))
}

/// `H(theta) = (I + theta~/2) / (1 + |theta|^2/4)`: the spatial spin of a variation, `d(cay) = (H dtheta)~ cay`.
/// [BBT0 (53)]
#[inline]
pub fn tangent(theta: &V3) -> M3 {
    (M3::identity() + 0.5 * skew(theta)) / (1.0 + 0.25 * theta.norm_squared())
}

/// `H(theta)^-1 = I - theta~/2 + theta theta^T / 4`: the variation that makes a given spatial spin. [BBT0 (55)]
#[inline]
pub fn inverse_tangent(theta: &V3) -> M3 {
    M3::identity() - 0.5 * skew(theta) + 0.25 * theta * theta.transpose()
}

/// `H(-theta) = H^T`: the convected spin of a variation, `d(cay) = cay (H^T dtheta)~`. [BBT0 (74)]
#[inline]
pub fn convected_tangent(theta: &V3) -> M3 {
    tangent(&-theta)
}

/// Inverse of [`convected_tangent`].
#[inline]
pub fn inverse_convected_tangent(theta: &V3) -> M3 {
    inverse_tangent(&-theta)
}

/// The vector whose Cayley rotation is `q`. Infinite at half a turn.
#[inline]
pub fn from_quaternion(q: &Quaternion) -> V3 {
    2.0 / q.w * q.imag()
}

/// The vector whose Cayley rotation is the orthogonal matrix `r`. Infinite at half a turn, and accurate
/// (relative to its length) up to there, because the trace is not used.
pub fn from_matrix(r: &M3) -> V3 {
    from_quaternion(&quaternion_from_matrix(r))
}

/// The Cayley vector of `q`, or nothing at half a turn, where it does not exist.
pub fn checked_from_quaternion(q: &Quaternion) -> Option<V3> {
    let theta = from_quaternion(q);
    theta.iter().all(|x| x.is_finite()).then_some(theta)
}

/// Rodrigues' formula: the vector of `cay(second) cay(first)`. [BBT0 (56)]
///
/// Infinite when the product is half a turn; beyond it the vector of the opposite, shorter turn appears.
#[inline]
pub fn compose(second: &V3, first: &V3) -> V3 {
    (second + first + 0.5 * second.cross(first)) / (1.0 - 0.25 * first.dot(second))
}

/// `(I - t~)^-1 z = (z + t x z + t (t.z)) / (1 + t.t)`, with no matrix formed.
///
/// With `t = theta/2` it solves the origin identity `(I - theta~/2)(r_y - r_x) = rho + theta x r_x`.
#[inline]
pub fn solve_identity_minus_skew(t: &V3, z: &V3) -> V3 {
    (z + t.cross(z) + t.dot(z) * t) / (1.0 + t.norm_squared())
}

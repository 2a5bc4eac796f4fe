//! The Cayley map of rotations in the normalisation of the kernel: `theta = 2 tan(phi/2) n`.
//!
//! These are the only rotation functions on the hot path, and they contain no trigonometry.

use super::{M3, Quaternion, V3, skew};

/// `cay(theta) = I + (theta~ + theta~ theta~ / 2) / (1 + |theta|^2 / 4)`.
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
#[inline]
pub fn tangent(theta: &V3) -> M3 {
    (M3::identity() + 0.5 * skew(theta)) / (1.0 + 0.25 * theta.norm_squared())
}

/// The vector whose Cayley rotation is `q`. Infinite at half a turn.
#[inline]
pub fn from_quaternion(q: &Quaternion) -> V3 {
    2.0 / q.w * q.imag()
}

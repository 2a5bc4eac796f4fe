//! The conformal rotation vector `c = 4 tan(phi/4) n` of [BT appendix A]: algebraic like the Cayley vector, but
//! regular up to a full turn, and of length at most 4 once [`rescale`]d.

use poinsot::math::{M3, Quaternion, V3, rotation as exponential, skew};

/// The dependent parameter `c_0 = 2 - |c|^2/8`; zero at half a turn. [BT (A1)]
#[inline]
pub fn scalar(c: &V3) -> f64 {
    2.0 - 0.125 * c.norm_squared()
}

/// `G(c)`, the rotation by half the angle: `(c_0 I + c~ + c c^T/4) / (4 - c_0)`. [BT (A3)]
pub fn half_rotation(c: &V3) -> M3 {
    let c0 = scalar(c);
    (c0 * M3::identity() + skew(c) + 0.25 * c * c.transpose()) / (4.0 - c0)
}

/// `R(c) = (c_0^2 I + 2 c_0 c~ + c~ c~ + c c^T) / (4 - c_0)^2 = G G`. [BT (A8)]
pub fn rotation(c: &V3) -> M3 {
    let c0 = scalar(c);
    let s = skew(c);
    (c0 * c0 * M3::identity() + 2.0 * c0 * s + s * s + c * c.transpose()) / (4.0 - c0).powi(2)
}

/// Euler parameters `e_0 = c_0/(4 - c_0)`, `e = c/(4 - c_0)`. [BT (A1)]
pub fn quaternion(c: &V3) -> Quaternion {
    Quaternion::new_normalize(nalgebra::Quaternion::new(scalar(c), c.x, c.y, c.z))
}

/// `c = 4 e/(1 + e_0)` of the shorter of the two turns that `q` stands for; at most 4 long. [BT (A1)]
pub fn from_quaternion(q: &Quaternion) -> V3 {
    if q.w < 0.0 {
        -4.0 / (1.0 - q.w) * q.imag()
    } else {
        4.0 / (1.0 + q.w) * q.imag()
    }
}

/// `c` of an orthogonal matrix.
pub fn from_matrix(r: &M3) -> V3 {
    from_quaternion(&exponential::quaternion_from_matrix(r))
}

/// The vector of the same rotation that is at most 4 long: beyond half a turn `-16 c/|c|^2`.
///
/// `q` and `-q` are one rotation, and `4 (-e)/(1 - e_0) = -16 c/|c|^2`.
pub fn rescale(c: &V3) -> V3 {
    let square = c.norm_squared();
    if square > 16.0 {
        -16.0 / square * c
    } else {
        *c
    }
}

/// `2 G/(4 - c_0)`: the spatial spin of a variation, `dR = (T dc)~ R`; the matrix of [BT (C2)].
pub fn tangent(c: &V3) -> M3 {
    2.0 / (4.0 - scalar(c)) * half_rotation(c)
}

/// `(4 - c_0)/2 G^T`: the variation that makes a given spatial spin.
pub fn inverse_tangent(c: &V3) -> M3 {
    0.5 * (4.0 - scalar(c)) * half_rotation(c).transpose()
}

/// `2 G^T/(4 - c_0)`: the convected spin of a variation, `dR = R (T^T dc)~`.
pub fn convected_tangent(c: &V3) -> M3 {
    tangent(c).transpose()
}

/// Inverse of [`convected_tangent`].
pub fn inverse_convected_tangent(c: &V3) -> M3 {
    inverse_tangent(c).transpose()
}

/// The vector of `R(second) R(first)`, at most 4 long.
///
/// The quaternion product in these parameters, divided by `1 + |e_0|` so that it never comes near the full turn.
pub fn compose(second: &V3, first: &V3) -> V3 {
    let (p0, q0) = (scalar(first), scalar(second));
    let vector = q0 * first + p0 * second + second.cross(first);
    let scale = (4.0 - p0) * (4.0 - q0);
    let e0 = p0 * q0 - first.dot(second);
    if e0 < 0.0 {
        -4.0 / (scale - e0) * vector
    } else {
        4.0 / (scale + e0) * vector
    }
}

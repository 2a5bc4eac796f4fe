//! Mathematics of motion: rotations and 6-vectors. No mechanics in here.
//!
//! - [`cayley`]: the rotation vector `2 tan(phi/2) n` of the kernel; algebraic.
//! - [`rotation`]: the exponential vector `phi n`.
//! - [`orientation`]: Euler angles, two axes, axis and angle.

// Frame letters are capitals: `w_B` is convected, `w_W` spatial.
#![allow(non_snake_case)]

pub mod cayley;
pub mod orientation;
pub mod rotation;
mod stumpff;

use nalgebra::{Matrix3, Matrix6, UnitQuaternion, Vector3, Vector6};

/// A vector of three-dimensional space.
pub type V3 = Vector3<f64>;
/// A 3x3 matrix.
pub type M3 = Matrix3<f64>;
/// A 6-vector: linear part first, angular part second.
pub type V6 = Vector6<f64>;
/// A 6x6 matrix in the same order.
pub type M6 = Matrix6<f64>;
/// A unit quaternion, scalar first in files.
pub type Quaternion = UnitQuaternion<f64>;

/// The matrix of the cross product: `skew(a) * b = a x b`.
#[inline]
pub fn skew(a: &V3) -> M3 {
    M3::new(0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0)
}

/// The axial vector of the skew part: `axial(skew(a)) = a`.
#[inline]
pub fn axial(m: &M3) -> V3 {
    0.5 * V3::new(
        m[(2, 1)] - m[(1, 2)],
        m[(0, 2)] - m[(2, 0)],
        m[(1, 0)] - m[(0, 1)],
    )
}

/// The 6-vector of a linear and an angular part.
#[inline]
pub fn pair(linear: &V3, angular: &V3) -> V6 {
    V6::new(
        linear.x, linear.y, linear.z, angular.x, angular.y, angular.z,
    )
}

/// The linear part of a 6-vector.
#[inline]
pub fn linear(w: &V6) -> V3 {
    V3::new(w[0], w[1], w[2])
}

/// The angular part of a 6-vector.
#[inline]
pub fn angular(w: &V6) -> V3 {
    V3::new(w[3], w[4], w[5])
}

/// The 6x6 matrix `[a b; c d]`.
#[inline]
pub fn blocks(a: &M3, b: &M3, c: &M3, d: &M3) -> M6 {
    let mut m = M6::zeros();
    m.fixed_view_mut::<3, 3>(0, 0).copy_from(a);
    m.fixed_view_mut::<3, 3>(0, 3).copy_from(b);
    m.fixed_view_mut::<3, 3>(3, 0).copy_from(c);
    m.fixed_view_mut::<3, 3>(3, 3).copy_from(d);
    m
}

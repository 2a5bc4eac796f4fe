//! Mathematics of motion: rotations, rigid motions and their maps. No mechanics in here.

pub mod cayley;

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

//! Rigid motions `H = (r, R)` of space, and the maps between their 6-vectors and them: the Cayley transform in its
//! 4x4 form, which is the increment of every scheme, and the exponential.
//!
//! A 6-vector is `xi = (rho, theta)`: linear part first, reduced to the origin of the world (the base pole). All
//! tangents are spatial: `dH H^-1 = [omega~ v; 0 0]` with `(v, omega) = T(xi) dxi`; convected ones are `T(-xi)`.

use nalgebra::Matrix4;
use poinsot::math::cayley::{self, solve_identity_minus_skew};
use poinsot::math::rotation::{self, quaternion_from_matrix};
use poinsot::math::{M3, M6, Quaternion, V3, V6, angular, blocks, linear, pair, skew};
use std::ops::Mul;

/// A pose or a rigid motion: `P -> position + rotation P`. The columns of `rotation` are the directors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Origin `r` of the frame [m], world components.
    pub position: V3,
    /// Rotation `R` from frame components to world components.
    pub rotation: M3,
}

impl Pose {
    /// The motion that moves nothing.
    pub fn identity() -> Self {
        Pose {
            position: V3::zeros(),
            rotation: M3::identity(),
        }
    }

    /// A pose from origin and rotation matrix.
    pub fn new(position: V3, rotation: M3) -> Self {
        Pose { position, rotation }
    }

    /// A pose from origin and unit quaternion.
    pub fn from_quaternion(position: V3, q: &Quaternion) -> Self {
        Pose {
            position,
            rotation: rotation::matrix(q),
        }
    }

    /// The unit quaternion of the rotation.
    pub fn quaternion(&self) -> Quaternion {
        quaternion_from_matrix(&self.rotation)
    }

    /// The rotation made orthogonal again after many products (round-off only).
    pub fn renormalized(&self) -> Self {
        Pose::from_quaternion(self.position, &self.quaternion())
    }

    /// `H^-1 = (-R^T r, R^T)`.
    pub fn inverse(&self) -> Self {
        let back = self.rotation.transpose();
        Pose {
            position: -(back * self.position),
            rotation: back,
        }
    }

    /// The image `r + R X` of a point.
    #[inline]
    pub fn point(&self, x: &V3) -> V3 {
        self.position + self.rotation * x
    }

    /// The image `R A` of a vector.
    #[inline]
    pub fn vector(&self, a: &V3) -> V3 {
        self.rotation * a
    }

    /// `[R r; 0 1]`.
    pub fn matrix(&self) -> Matrix4<f64> {
        let mut h = Matrix4::identity();
        h.fixed_view_mut::<3, 3>(0, 0).copy_from(&self.rotation);
        h.fixed_view_mut::<3, 1>(0, 3).copy_from(&self.position);
        h
    }
}

impl Mul for Pose {
    type Output = Pose;

    /// `(H_2 H_1)(P) = H_2(H_1(P))`.
    fn mul(self, first: Pose) -> Pose {
        Pose {
            position: self.point(&first.position),
            rotation: self.rotation * first.rotation,
        }
    }
}

/// The 4x4 matrix `[theta~ rho; 0 0]` of a 6-vector.
pub fn twist_matrix(xi: &V6) -> Matrix4<f64> {
    let mut x = Matrix4::zeros();
    x.fixed_view_mut::<3, 3>(0, 0)
        .copy_from(&skew(&angular(xi)));
    x.fixed_view_mut::<3, 1>(0, 3).copy_from(&linear(xi));
    x
}

/// `Cay(xi) = (I - X)^-1 (I + X)`, `X = [theta~ rho; 0 0]/2`: rotation `cay(theta)`, translation
/// `(I - theta~/2)^-1 rho`.
///
/// Every point and vector attached to a frame moved by it obeys `P_y - P_x = rho + theta x P_mid` and
/// `a_y - a_x = theta x a_mid`; this is what makes midpoint wrenches equal and opposite.
#[inline]
pub fn cayley(xi: &V6) -> Pose {
    let theta = angular(xi);
    Pose {
        position: solve_identity_minus_skew(&(0.5 * theta), &linear(xi)),
        rotation: cayley::rotation(&theta),
    }
}

/// The 6-vector of a rigid motion under [`cayley()`]; infinite at half a turn.
pub fn inverse_cayley(h: &Pose) -> V6 {
    let theta = cayley::from_matrix(&h.rotation);
    pair(&(h.position - 0.5 * theta.cross(&h.position)), &theta)
}

/// The 6-vector that takes pose `x` to pose `y`: `y = Cay(xi) x`.
pub fn cayley_increment(x: &Pose, y: &Pose) -> V6 {
    inverse_cayley(&(*y * x.inverse()))
}

/// Differential of [`cayley()`]: `T = [B, rho~ H/2; 0, H]` with `B = (I - theta~/2)^-1` and `H` of the rotation.
///
/// From `dCay Cay^-1 = 2 (I - X)^-1 dX (I + X)^-1`.
pub fn cayley_tangent(xi: &V6) -> M6 {
    let theta = angular(xi);
    let h = cayley::tangent(&theta);
    // (I - t~)^-1 = (I + t~ + t t^T)/(1 + t.t) and H = (I + t~)/(1 + t.t), t = theta/2.
    let b = h + theta * theta.transpose() / (4.0 + theta.norm_squared());
    blocks(&b, &(0.5 * skew(&linear(xi)) * h), &M3::zeros(), &h)
}

/// Inverse of [`cayley_tangent`]: `[B^-1, -B^-1 rho~/2; 0, H^-1]`, polynomial in `xi`.
pub fn inverse_cayley_tangent(xi: &V6) -> M6 {
    let theta = angular(xi);
    let b_inverse = M3::identity() - 0.5 * skew(&theta);
    blocks(
        &b_inverse,
        &(-0.5 * b_inverse * skew(&linear(xi))),
        &M3::zeros(),
        &cayley::inverse_tangent(&theta),
    )
}

/// The 6-vector of `Cay(second) Cay(first)`; infinite when the product is half a turn.
pub fn cayley_compose(second: &V6, first: &V6) -> V6 {
    let theta = cayley::compose(&angular(second), &angular(first));
    let position = cayley(second).point(&cayley(first).position);
    pair(&(position - 0.5 * theta.cross(&position)), &theta)
}

/// `exp [phi~ rho; 0 0]`: rotation `exp(phi~)`, translation `S(phi) rho`. [BBT1 (74), (79)]
pub fn exp(xi: &V6) -> Pose {
    let phi = angular(xi);
    Pose {
        position: rotation::tangent(&phi) * linear(xi),
        rotation: rotation::exp(&phi),
    }
}

/// The shortest 6-vector of a rigid motion under [`exp`]: `(S(phi)^-1 r, phi)`, angle at most `pi`. [BBT1 (79), (80)]
pub fn log(h: &Pose) -> V6 {
    let phi = rotation::log_matrix(&h.rotation);
    pair(&(rotation::inverse_tangent(&phi) * h.position), &phi)
}

/// Differential of [`exp`]; the group is the same as that of the 6-D representation, and so is its differential.
pub fn exp_tangent(xi: &V6) -> M6 {
    super::motion6::exp_tangent(xi)
}

/// Inverse of [`exp_tangent`]; infinite at a full turn.
pub fn inverse_exp_tangent(xi: &V6) -> M6 {
    super::motion6::inverse_exp_tangent(xi)
}

//! The identities of the mathematics of motion, each with the equation of the paper that states it.
//!
//! Tolerances: identities between closed forms hold to a few hundred round-offs of the size of their terms
//! ([`ROUND`]); derivatives are compared with central differences, whose own error sets [`DIFFERENCE`].

// Frame letters are capitals, as in the library.
#![allow(non_snake_case)]

mod cayley;
mod conformal;
mod discrete;
mod forms;
mod motion6;
mod motion6_maps;
mod orientation;
mod pose;
mod rotation;

use forms::pose::Pose;
use nalgebra::{Matrix, Storage};
use poinsot::math::{M3, M6, Quaternion, V3, V6, angular, linear, pair};
use proptest::prelude::*;
use std::f64::consts::PI;

/// Relative round-off of a closed form of some dozen operations.
pub const ROUND: f64 = 1e-13;
/// Error of a fourth-order central difference with step 1e-3: `h^4 f'''''/30 ~ 1e-13 f'''''`, `eps/h ~ 1e-13`, with room
/// for the fifth derivative of the maps.
pub const DIFFERENCE: f64 = 1e-9;

/// The largest component, at least 1: the scale of a relative comparison.
pub fn size<R: nalgebra::Dim, C: nalgebra::Dim, S: Storage<f64, R, C>>(
    m: &Matrix<f64, R, C, S>,
) -> f64 {
    m.amax().max(1.0)
}

/// Asserts `a = b` relative to the size of `a` (at least 1).
#[macro_export]
macro_rules! close {
    ($a:expr, $b:expr, $tolerance:expr) => {{
        let (a, b) = ($a, $b);
        let error = (a - b).amax() / $crate::size(&a);
        prop_assert!(error <= $tolerance, "{} against {}\n{:e}", a, b, error);
    }};
}

/// Derivative of `f` at 0 by central differences of fourth order.
pub fn slope<T>(f: impl Fn(f64) -> T) -> T
where
    T: std::ops::Sub<Output = T> + std::ops::Mul<f64, Output = T> + std::ops::Add<Output = T>,
{
    let h = 1e-3;
    (f(h) - f(-h)) * (8.0 / (12.0 * h)) + (f(-2.0 * h) - f(2.0 * h)) * (1.0 / (12.0 * h))
}

/// Components within [-2, 2].
pub fn vector() -> impl Strategy<Value = V3> {
    prop::array::uniform3(-2.0..2.0).prop_map(V3::from)
}

/// A unit vector, axes of coordinates included.
pub fn unit() -> impl Strategy<Value = V3> {
    prop_oneof![
        1 => (0usize..3).prop_map(|k| V3::ith(k, 1.0)),
        9 => prop::array::uniform3(-1.0..1.0)
            .prop_map(V3::from)
            .prop_filter("long enough to have a direction", |v| v.norm() > 0.1)
            .prop_map(|v| v.normalize()),
    ]
}

/// An angle within half a turn: tiny, small, ordinary, close to `pi`.
pub fn angle() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        (-18.0..-3.0).prop_map(|e| 10f64.powf(e)),
        1e-3..3.0,
        (-15.0..-1.0).prop_map(|e| PI - 10f64.powf(e)),
        Just(PI),
    ]
}

/// An angle beyond half a turn, up to three turns.
pub fn large_angle() -> impl Strategy<Value = f64> {
    prop_oneof![(-15.0..-1.0).prop_map(|e| PI + 10f64.powf(e)), PI..6.0 * PI]
}

/// An exponential rotation vector of at most half a turn.
pub fn turn() -> impl Strategy<Value = V3> {
    (unit(), angle()).prop_map(|(n, phi)| phi * n)
}

/// A rotation vector of ordinary size, for maps that are singular somewhere beyond.
pub fn moderate_turn() -> impl Strategy<Value = V3> {
    (unit(), prop_oneof![Just(0.0), 1e-8..1e-3, 1e-3..2.5]).prop_map(|(n, phi)| phi * n)
}

/// A 6-vector with a moderate angular part.
pub fn twist() -> impl Strategy<Value = V6> {
    (vector(), moderate_turn()).prop_map(|(rho, theta)| pair(&rho, &theta))
}

/// Any 6-vector.
pub fn vector6() -> impl Strategy<Value = V6> {
    (vector(), vector()).prop_map(|(a, b)| pair(&a, &b))
}

/// Any pose.
pub fn any_pose() -> impl Strategy<Value = Pose> {
    (vector(), turn()).prop_map(|(r, phi)| Pose::new(r, poinsot::math::rotation::exp(&phi)))
}

/// The inertia tensor of a few point masses about the origin.
pub fn any_inertia() -> impl Strategy<Value = M6> {
    prop::collection::vec((0.1..2.0, vector()), 4..6).prop_map(|points| {
        let mut total = M6::zeros();
        for (m, x) in points {
            let s = poinsot::math::skew(&x);
            total += forms::motion6::inertia(m, &(m * x), &(-m * s * s));
        }
        total
    })
}

/// Whether two quaternions are the same rotation.
pub fn same_rotation(a: &Quaternion, b: &Quaternion) -> f64 {
    let (a, b) = (a.coords, b.coords);
    (a - b).amax().min((a + b).amax())
}

/// The 6-vector split in its parts.
pub fn parts(w: &V6) -> (V3, V3) {
    (linear(w), angular(w))
}

/// How far a matrix is from a rotation.
pub fn not_rotation(r: &M3) -> f64 {
    (r * r.transpose() - M3::identity())
        .amax()
        .max((r.determinant() - 1.0).abs())
}

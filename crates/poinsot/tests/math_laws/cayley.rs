//! Cayley map of rotations. `zeta = theta/2` is the vector of [BBT0].

use super::*;
use poinsot::math::cayley::{self, rotation};
use poinsot::math::{axial, rotation as exponential, skew};

/// Cayley vectors up to rotations close to half a turn.
fn theta() -> impl Strategy<Value = V3> {
    (
        unit(),
        prop_oneof![Just(0.0), 1e-12..1e-3, 1e-3..4.0, 4.0..1e3],
    )
        .prop_map(|(n, s)| s * n)
}

proptest! {
    #[test]
    fn transform_and_closed_form(t in theta()) {
        let (i, z) = (M3::identity(), skew(&(0.5 * t)));
        let r = rotation(&t);
        prop_assert!(not_rotation(&r) < 1e-12);
        // [BBT0 (42)] and [RS (20)]; multiplied out, because the inverse is ill-conditioned for long vectors.
        close!(r * (i - z), i + z, ROUND);
        close!((i - z) * r, i + z, ROUND);
        // [BBT0 (50), (51)]
        let a = 2.0 / (1.0 + 0.25 * t.norm_squared());
        close!(i + a * (i + z) * z, r, ROUND);
        // [BBT0 (51)]: A = 1 + cos(phi)
        let phi = 2.0 * (0.5 * t.norm()).atan();
        prop_assert!((a - 1.0 - phi.cos()).abs() < ROUND);
        // [RS (21)] prints 1 + |theta|^2/2 in the denominator; with their normalisation it is 1 + |theta|^2/4:
        close!(i + 2.0 / (1.0 + 0.25 * t.norm_squared()) * (z + z * z), r, ROUND);
        close!(cayley::quaternion(&t).to_rotation_matrix().into_inner(), r, ROUND);
    }

    #[test]
    fn vector_is_the_axis(t in theta()) {
        close!(rotation(&t) * t, t, ROUND); // cay(theta) theta = theta, [BBT0 (49)]
        close!(rotation(&-t), rotation(&t).transpose(), ROUND); // [BBT0 (44)_1]
    }

    #[test]
    fn inverse_transform(phi in moderate_turn()) {
        let r = exponential::exp(&phi);
        let i = M3::identity();
        // [BBT0 (43)]: cay^-1(R) = (R - I)(R + I)^-1 = theta~/2. I + R is regular up to 2.5 rad: condition 3.
        let z = (r - i) * (r + i).try_inverse().expect("no half turn in this range");
        close!(2.0 * axial(&z), cayley::from_matrix(&r), 1e-12);
        close!(z + z.transpose(), M3::zeros(), 1e-12);
        // [BBT0 (44)_2]: cay^-1(R) = -cay(-R)
        close!(-(i - r) * (i + r).try_inverse().expect("as above"), z, 1e-12);
    }

    #[test]
    fn round_trip_up_to_half_a_turn(n in unit(), gap in -12.0..0.5f64) {
        // theta = 2/tan(gap/2) for a rotation by pi - gap: relative error eps/gap of the angle itself.
        let gap = 10f64.powf(gap).min(3.0);
        let t = 2.0 / (0.5 * gap).tan() * n;
        let tolerance = 1e-14 + 4e-16 / gap;
        for back in [cayley::from_quaternion(&cayley::quaternion(&t)), cayley::from_matrix(&rotation(&t))] {
            prop_assert!((back - t).norm() <= tolerance * t.norm(), "{t} {back}");
        }
    }

    #[test]
    fn rotations_beyond_half_a_turn_have_the_vector_of_the_short_way(n in unit(), angle in large_angle()) {
        let q = exponential::exp_quaternion(&(angle * n));
        if let Some(t) = cayley::checked_from_quaternion(&q) {
            close!(rotation(&t), exponential::exp(&(angle * n)), 1e-12);
        }
    }

    #[test]
    fn differential(t in theta()) {
        let h = cayley::tangent(&t);
        let (y, zeta) = (2.0 * h, 0.5 * t); // Y of [BBT0] belongs to zeta
        let a = 2.0 / (1.0 + zeta.norm_squared());
        let i = M3::identity();
        close!(a * (i + skew(&zeta)), y, ROUND); // [BBT0 (53)]
        close!(i + y * skew(&zeta), rotation(&t), ROUND); // [BBT0 (45), (46)_2]
        // [BBT0 (46)_1]: cay = dcay(+) dcay(-)^-1
        close!(rotation(&t) * cayley::tangent(&-t), h, ROUND);
        // det Y = 2 A^2, between (54) and (55)
        prop_assert!((y.determinant() - 2.0 * a * a).abs() < ROUND);
        // [BBT0 (55)]
        let inverse = 0.5 * (i - skew(&zeta) + zeta * zeta.transpose());
        close!(inverse, 0.5 * cayley::inverse_tangent(&t), ROUND);
        // T T^-1 = I; terms of size |theta|^2/4 cancel.
        let tolerance = ROUND * (1.0 + t.norm_squared());
        close!(h * cayley::inverse_tangent(&t), i, tolerance);
        close!(cayley::inverse_convected_tangent(&t) * cayley::convected_tangent(&t), i, tolerance);
    }

    #[test]
    fn differential_is_the_spin(t in moderate_turn(), d in vector()) {
        // [BBT0 (54)] and its convected form
        let r = rotation(&t);
        let dr = slope(|h| rotation(&(t + h * d)));
        close!(cayley::tangent(&t) * d, axial(&(dr * r.transpose())), DIFFERENCE);
        close!(cayley::convected_tangent(&t) * d, axial(&(r.transpose() * dr)), DIFFERENCE);
    }

    #[test]
    fn rodrigues_formula(t1 in moderate_turn(), t2 in moderate_turn()) {
        let t = cayley::compose(&t2, &t1);
        prop_assume!(t.norm() < 1e6);
        close!(rotation(&t), rotation(&t2) * rotation(&t1), 1e-12); // [BBT0 (56)]
        // [BBT0 (57), (58)]
        let (z1, z2) = (0.5 * t1, 0.5 * t2);
        let l = M3::identity() + 0.5 * skew(&(z2 - z1));
        close!(2.0 / (1.0 - z1.dot(&z2)) * l * (z1 + z2), t, 1e-12);
    }

    #[test]
    fn closed_inverse_of_identity_minus_skew(t in vector(), z in vector()) {
        // (I - t~)^-1 z = (z + t x z + t (t.z))/(1 + t.t)
        let x = cayley::solve_identity_minus_skew(&t, &z);
        close!((M3::identity() - skew(&t)) * x, z, ROUND);
    }
}

#[test]
fn half_turn_has_no_cayley_vector() {
    let q = Quaternion::from_quaternion(nalgebra::Quaternion::new(0.0, 1.0, 0.0, 0.0));
    assert_eq!(cayley::checked_from_quaternion(&q), None);
}

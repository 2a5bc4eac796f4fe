//! The conformal rotation vector, [BT] appendix A.

use super::*;
use crate::forms::conformal::{self, half_rotation, rotation, scalar};
use crate::forms::vectors::exponential_to_conformal;
use poinsot::math::rotation::{exp, exp_quaternion};
use poinsot::math::{axial, skew};

/// Vectors up to three quarters of a full turn, |c| = 4 tan(3 pi/8) ~ 10.
fn c() -> impl Strategy<Value = V3> {
    (
        unit(),
        prop_oneof![Just(0.0), 1e-12..1e-3, 1e-3..4.0, 4.0..10.0],
    )
        .prop_map(|(n, s)| s * n)
}

proptest! {
    #[test]
    fn euler_parameters(c in c()) {
        // [BT (A1)], both ways
        let (c0, q) = (scalar(&c), conformal::quaternion(&c));
        prop_assert!((q.w - c0 / (4.0 - c0)).abs() < ROUND);
        close!(q.imag(), c / (4.0 - c0), ROUND);
        prop_assert!((c0 - 4.0 * q.w / (1.0 + q.w)).abs() < 1e-12 * (1.0 + c0.abs()));
        close!(4.0 / (1.0 + q.w) * q.imag(), c, 1e-12);
    }

    #[test]
    fn properties_of_the_half_rotation(c in c()) {
        let (g, c0) = (half_rotation(&c), scalar(&c));
        let (i, mean, ct) = (M3::identity(), 0.5 * (g + g.transpose()), skew(&c).transpose());
        close!(g * g.transpose(), i, ROUND); // [BT (A4)_1]
        close!(g * c, c, ROUND); // [BT (A4)_2]
        close!(g + ct / (4.0 - c0), mean, ROUND); // [BT (A5)_1]
        close!(g.transpose() - ct / (4.0 - c0), mean, ROUND); // [BT (A5)_2]
        close!(2.0 * skew(&c) / (4.0 - c0), g - g.transpose(), ROUND); // [BT (A7)]
        close!(g * g, rotation(&c), ROUND); // [BT (A8)]
        // [BT (A6)], times c_0 because the half rotation has no regular mean at half a turn, c_0 = 0.
        close!((c0 * i + ct) * g * mean, c0 * i, ROUND);
        close!((c0 * i - ct) * g.transpose() * mean, c0 * i, ROUND);
    }

    #[test]
    fn geometric_meaning(phi in turn()) {
        // [BT (A2)] and the rotation by half the angle
        let c = exponential_to_conformal(&phi);
        close!(rotation(&c), exp(&phi), ROUND);
        // At half a turn to round-off both ends of the axis are right.
        if PI - phi.norm() > 1e-14 {
            close!(half_rotation(&c), exp(&(0.5 * phi)), ROUND);
            close!(conformal::from_quaternion(&exp_quaternion(&phi)), c, ROUND);
        }
    }

    #[test]
    fn halfway_triad(phi in turn(), ri in turn()) {
        // [BT (B1), (B2)]: R_h = G R_i, R_f = G R_h
        let c = exponential_to_conformal(&phi);
        let (g, r_i) = (half_rotation(&c), exp(&ri));
        close!(g * (g * r_i), rotation(&c) * r_i, ROUND);
        close!(g.transpose() * (rotation(&c) * r_i), g * r_i, ROUND);
    }

    #[test]
    fn rescaling_keeps_the_rotation(c in c()) {
        let short = conformal::rescale(&c);
        prop_assert!(short.norm() <= 4.0 + 1e-14);
        close!(rotation(&short), rotation(&c), ROUND);
        prop_assert!(same_rotation(&conformal::quaternion(&c), &conformal::quaternion(&short)) < ROUND);
        // At half a turn to round-off both ends of the axis are right.
        if 4.0 - short.norm() > 1e-13 {
            close!(conformal::from_matrix(&rotation(&short)), short, ROUND);
        }
    }

    #[test]
    fn switching_keeps_the_spin(n in unit(), length in 4.01..10.0f64, d in vector()) {
        // The velocity of the rescaled vector gives the same spin: nothing is lost when a path is switched.
        let c = length * n;
        let short = conformal::rescale(&c);
        let rate = slope(|h| conformal::rescale(&(c + h * d)));
        close!(conformal::tangent(&short) * rate, conformal::tangent(&c) * d, DIFFERENCE);
    }

    #[test]
    fn composition_is_the_product(c1 in c(), c2 in c()) {
        let c = conformal::compose(&c2, &c1);
        prop_assert!(c.norm() <= 4.0 + 1e-13);
        close!(rotation(&c), rotation(&c2) * rotation(&c1), ROUND);
    }

    #[test]
    fn tangent_is_the_spin(c in c(), d in vector()) {
        let r = rotation(&c);
        let dr = slope(|h| rotation(&(c + h * d)));
        close!(conformal::tangent(&c) * d, axial(&(dr * r.transpose())), DIFFERENCE);
        close!(conformal::convected_tangent(&c) * d, axial(&(r.transpose() * dr)), DIFFERENCE);
    }

    #[test]
    fn inverse_tangent(c in c()) {
        close!(conformal::tangent(&c) * conformal::inverse_tangent(&c), M3::identity(), ROUND);
        close!(
            conformal::convected_tangent(&c) * conformal::inverse_convected_tangent(&c),
            M3::identity(),
            ROUND
        );
    }
}

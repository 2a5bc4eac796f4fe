//! Exponential map of rotations.

use super::*;
use crate::forms::vectors;
use poinsot::math::rotation::{self, exp, exp_quaternion, log, log_matrix, matrix, rescale};
use poinsot::math::{axial, skew};

/// Partial sum of `sum x^k / (k + shift)!` with enough terms for `|x| <= 4`.
fn series(x: M3, shift: u32) -> M3 {
    let mut term = M3::identity() / f64::from((1..=shift).product::<u32>().max(1));
    let mut sum = term;
    for k in 1..40 {
        term = term * x / f64::from(k + shift);
        sum += term;
    }
    sum
}

proptest! {
    #[test]
    fn closed_forms_are_the_series(phi in turn()) {
        // [BBT1 (61), (65)] against [BBT1 (71)-(73)] and [RS (19)]
        close!(exp(&phi), series(skew(&phi), 0), ROUND);
        close!(rotation::tangent(&phi), series(skew(&phi), 1), ROUND);
    }

    #[test]
    fn recursive_property(phi in turn()) {
        // [BBT1 (70)]
        let p = skew(&phi);
        close!(p * p * p, -phi.norm_squared() * p, ROUND);
    }

    #[test]
    fn exponential_is_a_rotation_about_its_vector(phi in turn()) {
        let r = exp(&phi);
        prop_assert!(not_rotation(&r) < ROUND);
        close!(r * phi, phi, ROUND); // [BBT1 (67)]
        close!(exp(&-phi), r.transpose(), ROUND); // [BBT1 (62)]
        close!(matrix(&exp_quaternion(&phi)), r, ROUND);
        // [BBT0 (47)]: R = I + sin(phi) e~ + (1 - cos(phi)) e~ e~
        let angle = phi.norm();
        if angle > 0.0 {
            let e = skew(&(phi / angle));
            close!(M3::identity() + angle.sin() * e + (1.0 - angle.cos()) * e * e, r, ROUND);
        }
    }

    #[test]
    fn exponential_and_its_differential(phi in turn()) {
        let (r, s) = (exp(&phi), rotation::tangent(&phi));
        // [BBT1 (63)]: exp = dexp(+) dexp(-)^-1; det S = 2 (1 - cos phi)/phi^2 > 0 within a full turn
        close!(r * rotation::tangent(&-phi), s, ROUND);
        close!(M3::identity() + s * skew(&phi), r, ROUND); // [BBT1 (64)]
        close!(rotation::convected_tangent(&phi), s.transpose(), ROUND);
    }

    #[test]
    fn inverse_differential(phi in turn()) {
        // T(psi) T(psi)^-1 = I, both ways
        close!(rotation::tangent(&phi) * rotation::inverse_tangent(&phi), M3::identity(), ROUND);
        close!(
            rotation::inverse_convected_tangent(&phi) * rotation::convected_tangent(&phi),
            M3::identity(),
            ROUND
        );
    }

    #[test]
    fn differential_is_the_spin(phi in turn(), d in vector()) {
        // [BBT1 (69)]: axial(dR R^T) = S dphi; convected: axial(R^T dR) = S^T dphi
        let r = exp(&phi);
        let dr = slope(|h| exp(&(phi + h * d)));
        close!(rotation::tangent(&phi) * d, axial(&(dr * r.transpose())), DIFFERENCE);
        close!(rotation::convected_tangent(&phi) * d, axial(&(r.transpose() * dr)), DIFFERENCE);
    }

    #[test]
    fn log_undoes_exp_up_to_half_a_turn(phi in turn()) {
        for back in [log(&exp_quaternion(&phi)), log_matrix(&exp(&phi))] {
            // At half a turn to round-off both signs of the axis are the same rotation.
            let error = if PI - phi.norm() < 1e-14 {
                (back - phi).amax().min((back + phi).amax())
            } else {
                (back - phi).amax()
            };
            // Relative to the vector itself near zero from the quaternion; a matrix stores 1 beside it.
            prop_assert!(error < 2e-15 * (1.0 + phi.norm()), "{phi} {back} {error:e}");
            prop_assert!(back.norm() <= PI * (1.0 + 1e-15));
        }
        let error = (log(&exp_quaternion(&phi)) - phi).norm();
        if phi.norm() < 3.0 {
            prop_assert!(error <= 1e-15 * phi.norm(), "relative accuracy near zero {error:e}");
        }
    }

    #[test]
    fn beyond_half_a_turn_log_takes_the_short_way(n in unit(), angle in large_angle()) {
        let phi = angle * n;
        let short = rescale(&phi);
        prop_assert!(short.norm() <= PI * (1.0 + 1e-14));
        close!(exp(&short), exp(&phi), 1e-13); // angle/eps of the reduction by up to three turns
        close!(exp(&log(&exp_quaternion(&phi))), exp(&phi), 1e-13);
        close!(exp(&log_matrix(&exp(&phi))), exp(&phi), 1e-13);
    }

    #[test]
    fn composition_is_the_product(a in turn(), b in turn()) {
        close!(exp(&rotation::compose(&b, &a)), exp(&b) * exp(&a), ROUND);
    }

    #[test]
    fn conversions_between_rotation_vectors(n in unit(), phi in prop_oneof![Just(0.0), 1e-12..1e-3, 1e-3..3.1]) {
        use crate::forms::conformal;
        use poinsot::math::cayley;
        let v = phi * n;
        let theta = vectors::exponential_to_cayley(&v);
        let c = vectors::exponential_to_conformal(&v);
        close!(theta, 2.0 * (0.5 * phi).tan() * n, ROUND);
        close!(c, 4.0 * (0.25 * phi).tan() * n, ROUND); // [BT (A2)]
        // The Cayley vector grows as 1/(pi - phi), so the way through it loses that factor: 1/0.04.
        close!(vectors::cayley_to_exponential(&theta), v, ROUND);
        close!(vectors::conformal_to_exponential(&c), v, ROUND);
        close!(vectors::cayley_to_conformal(&theta), c, ROUND);
        close!(vectors::conformal_to_cayley(&c), theta, 1e-12);
        // One rotation, three vectors.
        let r = exp(&v);
        close!(cayley::rotation(&theta), r, ROUND);
        close!(conformal::rotation(&c), r, ROUND);
    }

    #[test]
    fn conformal_vector_of_a_long_turn_is_short(n in unit(), angle in large_angle()) {
        use crate::forms::conformal;
        let c = vectors::exponential_to_conformal(&(angle * n));
        prop_assert!(c.norm() <= 4.0 + 1e-13);
        close!(conformal::rotation(&c), exp(&(angle * n)), 1e-13);
    }
}

#[test]
fn exact_half_turns() {
    for n in [V3::x(), V3::y(), V3::z(), V3::new(0.6, 0.0, -0.8)] {
        let r = 2.0 * n * n.transpose() - M3::identity();
        let phi = log_matrix(&r);
        assert!((phi.norm() - PI).abs() < 1e-15);
        assert!((phi / PI - n).amax().min((phi / PI + n).amax()) < 1e-15);
    }
}

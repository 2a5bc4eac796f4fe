//! The 6x6 Cayley and exponential maps. `eta = xi/2 = (gamma, zeta)` is the vector of [BBT0].

use super::*;
use crate::forms::motion6::*;
use poinsot::math::{cayley as rotations, rotation, skew};

proptest! {
    #[test]
    fn cayley_map(xi in twist()) {
        let (i, eta) = (M6::identity(), 0.5 * xi);
        let (gamma, zeta) = parts(&eta);
        let x = north_east(&eta);
        let h = cayley(&xi);
        let d = configuration(&h);
        close!(d * (i - x), i + x, ROUND); // [BBT0 (42), (60)]
        close!((i - x) * d, i + x, ROUND);
        close!(rotations::rotation(&angular(&xi)), h.rotation, ROUND); // same rotation as in 3-D
        // gamma = Y^-1 t, text after [BBT0 (60)]
        let y = 2.0 * rotations::tangent(&angular(&xi));
        close!(y * gamma, h.position, ROUND);
        close!(d * xi, xi, ROUND); // [BBT0 (61)]
        close!(configuration(&cayley(&-xi)) * d, i, ROUND); // [BBT0 (44)]
        close!(inverse_cayley(&h), xi, 1e-12);
        // [BBT0 (62)-(64)]: A^ = A [I, -pitch zeta^2 A I; 0 I], pitch zeta^2 = gamma.zeta
        let a = 2.0 / (1.0 + zeta.norm_squared());
        let a_hat = parallelism(a, -a * a * gamma.dot(&zeta));
        close!(i + a_hat * (i + x) * x, d, ROUND);
        // [BBT0 (66)]: Z belongs to eta, twice ours
        close!(a_hat * (i + x), 2.0 * cayley_tangent(&xi), ROUND);
        // [BBT0 (68), (69)]
        close!(0.5 * (i - x + tensor_product(&eta, &eta)), 0.5 * inverse_cayley_tangent(&xi), ROUND);
        close!(cayley_tangent(&xi) * inverse_cayley_tangent(&xi), i, ROUND);
        // [BBT0 (46)]
        close!(d * cayley_tangent(&-xi), cayley_tangent(&xi), ROUND);
        close!(i + 2.0 * cayley_tangent(&xi) * x, d, ROUND);
    }

    #[test]
    fn cayley_tangent_is_the_velocity(xi in twist(), r in vector6()) {
        // [BBT0 (67), (74)]
        let h = cayley(&xi);
        let dd = slope(|s| configuration(&cayley(&(xi + s * r))));
        let w_o = north_east_axial(&(dd * inverse_configuration(&h)));
        let w_B = north_east_axial(&(inverse_configuration(&h) * dd));
        close!(cayley_tangent(&xi) * r, w_o, DIFFERENCE);
        close!(cayley_tangent(&-xi) * r, w_B, DIFFERENCE);
        close!(inverse_cayley_tangent(&-xi) * w_B, r, 1e-8);
    }

    #[test]
    fn six_dimensional_rodrigues_formula(xi1 in twist(), xi2 in twist()) {
        let xi = cayley_compose(&xi2, &xi1);
        prop_assume!(angular(&xi).norm() < 1e2);
        // Near half a turn xi is long, its linear part with the square of that: 1e-15 * 1e4.
        close!(cayley(&xi).matrix(), (cayley(&xi2) * cayley(&xi1)).matrix(), 1e-10); // [BBT0 (70)]
        // [BBT0 (71), (72)]
        let (e1, e2) = (0.5 * xi1, 0.5 * xi2);
        let ((g1, z1), (g2, z2)) = (parts(&e1), parts(&e2));
        let lambda = 1.0 / (1.0 - z1.dot(&z2));
        let mu = (g1.dot(&z2) + g2.dot(&z1)) * lambda;
        let l_hat = M6::identity() + 0.5 * north_east(&(e2 - e1));
        close!(2.0 * parallelism(lambda, lambda * mu) * l_hat * (e2 + e1), xi, 1e-11);
    }

    #[test]
    fn relative_increment(xa in twist(), xb in twist()) {
        // [BBT0 (86), (87)]: vector of cay(eta_A)^-1 cay(eta_B)
        let xi = cayley_compose(&-xa, &xb);
        prop_assume!(angular(&xi).norm() < 1e2);
        let (ea, eb) = (0.5 * xa, 0.5 * xb);
        let ((ga, za), (gb, zb)) = (parts(&ea), parts(&eb));
        let lambda = 1.0 / (1.0 + za.dot(&zb));
        let mu = -(ga.dot(&zb) + gb.dot(&za)) * lambda;
        let l_hat = M6::identity() - 0.5 * north_east(&(ea + eb));
        close!(2.0 * parallelism(lambda, lambda * mu) * l_hat * (eb - ea), xi, 1e-11);
    }

    #[test]
    fn exponential_map(rho in vector(), phi in turn()) {
        let xi = pair(&rho, &phi);
        let (i, x) = (M6::identity(), north_east(&xi));
        let h = exp(&xi);
        let (d, e) = (configuration(&h), exp_tangent(&xi));
        close!(rotation::exp(&phi), h.rotation, ROUND);
        close!(rotation::tangent(&phi) * rho, h.position, ROUND); // [BBT1 (78)-(80)]
        close!(d * xi, xi, ROUND); // [BBT1 (75)]
        close!(configuration(&exp(&-xi)) * d, i, ROUND); // [BBT1 (62)]
        close!(d * exp_tangent(&-xi), e, ROUND); // [BBT1 (63)]
        close!(i + e * x, d, ROUND); // [BBT1 (64)]
        close!(e * inverse_exp_tangent(&xi), i, 1e-12);
        // [BBT1 (61), (65)], forty terms of the series for angles up to pi
        let (mut term, mut sum_d, mut sum_e) = (i, i, i);
        for k in 1..40 {
            term = term * x / f64::from(k);
            sum_d += term;
            sum_e += term / f64::from(k + 1);
        }
        close!(sum_d, d, 1e-12);
        close!(sum_e, e, 1e-12);
    }

    #[test]
    fn printed_coefficients_of_the_exponential_map(rho in vector(), n in unit(), p in 0.3..3.0f64) {
        // [BBT1 (83)-(86)] as printed; they divide by the angle, so not near zero.
        let (xi, i) = (pair(&rho, &(p * n)), M6::identity());
        let x = north_east(&xi);
        let tau = rho.dot(&(p * n)) / (p * p);
        let (r1, r2, s2) = (p.sin() / p, (1.0 - p.cos()) / (p * p), (p - p.sin()) / p.powi(3));
        let (u1, u2, v2) = (p.cos() / r1 - 1.0, r1 / r2 - 2.0, r2 / s2 - 3.0);
        let hat = |f: f64, g: f64| parallelism(f, f * tau * g);
        // Cancellation in s2 and v2: eps/p^3 and more.
        close!(i + hat(r1, u1) * x + hat(r2, u2) * x * x, configuration(&exp(&xi)), 1e-11);
        close!(i + hat(r2, u2) * x + hat(s2, v2) * x * x, exp_tangent(&xi), 1e-11);
    }

    #[test]
    fn exponential_tangent_is_the_velocity(rho in vector(), phi in turn(), r in vector6()) {
        // [BBT1 (77)]
        let xi = pair(&rho, &phi);
        let dd = slope(|s| configuration(&exp(&(xi + s * r))));
        let w_o = north_east_axial(&(dd * inverse_configuration(&exp(&xi))));
        close!(exp_tangent(&xi) * r, w_o, DIFFERENCE);
    }

    #[test]
    fn pure_translation_is_regular(rho in vector()) {
        let xi = pair(&rho, &V3::zeros());
        for h in [exp(&xi), cayley(&xi)] {
            close!(h.position, rho, ROUND);
            close!(h.rotation, M3::identity(), 0.0);
        }
        let half = M6::identity() + 0.5 * north_east(&xi);
        close!(exp_tangent(&xi), half, ROUND);
        close!(cayley_tangent(&xi), half, ROUND);
        prop_assert!(inverse_exp_tangent(&xi).iter().all(|v| v.is_finite()));
        prop_assert!((skew(&rho) + skew(&rho).transpose()).amax() == 0.0);
    }
}

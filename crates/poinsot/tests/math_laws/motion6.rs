//! The 6-D representation: tensors, cross products, velocities, momenta.

use super::*;
use crate::forms::motion6::*;
use crate::forms::pose as poses;
use poinsot::math::{axial, rotation, skew};

/// A smooth motion through `h` and its configuration tensor: position and rotation with first derivative
/// `(v, omega)` (spatial) at zero.
fn path(h: &Pose, v: V3, omega: V3) -> impl Fn(f64) -> Pose {
    let h = *h;
    move |s| Pose::new(h.position + s * v, rotation::exp(&(s * omega)) * h.rotation)
}

proptest! {
    #[test]
    fn configuration_tensor(h in any_pose(), g in any_pose()) {
        let c = configuration(&h);
        close!(translation(&h.position) * convection(&h.rotation), c, ROUND); // [BBT1 (28)], [BBT0 (2)]
        prop_assert!((c.determinant() - 1.0).abs() < 1e-12); // det C = 1
        close!(inverse_configuration(&h) * c, M6::identity(), ROUND);
        close!(inverse_configuration(&h), configuration(&h.inverse()), ROUND);
        close!(co_configuration(&h), inverse_configuration(&h).transpose(), ROUND);
        close!(configuration(&(h * g)), c * configuration(&g), ROUND); // SR is a group
        close!(pose(&c).matrix(), h.matrix(), ROUND);
    }

    #[test]
    fn cross_product_tensors(w in vector6(), a in vector6(), b in vector6(), p in vector6()) {
        let ne = north_east(&w);
        close!(cross(&w, &a), ne * a, ROUND);
        close!(co_cross(&w, &p), south_west(&w) * p, ROUND);
        close!(south_west(&w), -ne.transpose(), ROUND); // [BBT1 (111)]
        prop_assert!((a.dot(&co_cross(&w, &p)) + cross(&w, &a).dot(&p)).abs() < ROUND * 100.0);
        close!(north_east_axial(&ne), w, ROUND); // [BBT0 (11)]
        // Skew and Jacobi: footnote 1 of [BBT1] for the commutator
        close!(cross(&w, &a), -cross(&a, &w), ROUND);
        close!(
            cross(&cross(&w, &a), &b) + cross(&cross(&a, &b), &w) + cross(&cross(&b, &w), &a),
            V6::zeros(),
            ROUND * 100.0
        );
        // Footnote 4 of [BBT1]: commutator of tensors = tensor of the commutator
        close!(ne * north_east(&a) - north_east(&a) * ne, north_east(&cross(&w, &a)), ROUND);
    }

    #[test]
    fn conjugation_of_cross_products(h in any_pose(), w in vector6()) {
        // C (w x) C^-1 = (C w) x, used for [BBT1 (33), (177)]; and its transpose for South-West
        let (c, back) = (configuration(&h), inverse_configuration(&h));
        close!(c * north_east(&w) * back, north_east(&(c * w)), 1e-12);
        close!(
            co_configuration(&h) * south_west(&w) * c.transpose(),
            south_west(&(c * w)),
            1e-12
        );
    }

    #[test]
    fn recursive_property_of_the_north_east_product(w in vector6()) {
        // [BBT1 (81), (82)] without dividing by the angle: Phi^2 = [phi^2 I, 2 rho.phi I; 0, phi^2 I]
        let (rho, phi) = parts(&w);
        let x = north_east(&w);
        let square = parallelism(phi.norm_squared(), 2.0 * rho.dot(&phi));
        close!(x * x * x, -square * x, ROUND);
        prop_assume!(phi.norm() > 1e-2);
        let tau = rho.dot(&phi) / phi.norm_squared();
        let capital_phi = parallelism(phi.norm(), phi.norm() * tau);
        close!(capital_phi * capital_phi, square, 1e-11);
    }

    #[test]
    fn velocities(h in any_pose(), v in vector(), omega in vector()) {
        let motion = path(&h, v, omega);
        let dc = slope(|s| configuration(&motion(s)));
        let (c, back) = (configuration(&h), inverse_configuration(&h));
        let w_o = pair(&(v + h.position.cross(&omega)), &omega); // [BBT0 (4)], [BBT1 (17)]
        let rt = h.rotation.transpose();
        let w_B = pair(&(rt * v), &(rt * omega)); // [BBT0 (5), (6)]
        let w_x = pair(&v, &omega);
        close!(dc, north_east(&w_o) * c, DIFFERENCE); // [BBT0 (3)], [BBT1 (30)]
        close!(dc, c * north_east(&w_B), DIFFERENCE); // [BBT0 (3)], [BBT1 (33)]
        close!(north_east_axial(&(dc * back)), w_o, DIFFERENCE); // [BBT0 (11)], [BBT1 (32)]
        close!(north_east_axial(&(back * dc)), w_B, DIFFERENCE); // [BBT0 (11)], [BBT1 (34)]
        close!(translation(&h.position) * w_x, w_o, ROUND); // [BBT1 (23)]
        close!(convection(&h.rotation) * w_B, w_x, ROUND); // [BBT1 (25)]
        close!(c * w_B, w_o, ROUND); // [BBT0 (7), (8)], [BBT1 (27)]
        close!(base_pole_velocity(&h, &w_B), w_o, ROUND);
        close!(convected_velocity(&h, &w_o), w_B, ROUND);
        // [BBT1 (35)]: du/dt = omega x u + v_o
        close!(v, omega.cross(&h.position) + linear(&w_o), ROUND);
        // [BBT1 (36)]: d(R^T u)/dt = -omega_B x u_B + v_B
        let du_B = slope(|s| motion(s).rotation.transpose() * motion(s).position);
        close!(du_B, -angular(&w_B).cross(&(rt * h.position)) + linear(&w_B), DIFFERENCE);
    }

    #[test]
    fn base_pole_velocity_belongs_to_the_whole_body(h in any_pose(), g in any_pose(), w_B in vector6()) {
        // [BBT1 (19)-(21)]: any frame rigidly connected (H G) has the same base-pole velocity
        let w_o = base_pole_velocity(&h, &w_B);
        let w_other = convected_velocity(&g, &w_B);
        close!(base_pole_velocity(&(h * g), &w_other), w_o, 1e-12);
    }

    #[test]
    fn momenta_and_power(h in any_pose(), w_B in vector6(), p_B in vector6()) {
        let (c, p_o) = (configuration(&h), base_pole_momentum(&h, &p_B));
        close!(co_configuration(&h) * p_B, p_o, ROUND); // [BBT1 (40)]
        close!(convected_momentum(&h, &p_o), p_B, ROUND);
        close!(c.transpose() * p_o, p_B, ROUND);
        let p_x = convection(&h.rotation) * p_B; // [BBT1 (39)]
        let (n, m_x) = parts(&p_x);
        close!(p_o, pair(&n, &(m_x + h.position.cross(&n))), ROUND); // [BBT1 (37)]
        close!(
            translation(&h.position).transpose().try_inverse().expect("unimodular") * p_x,
            p_o,
            ROUND
        ); // [BBT1 (38)]
        // Power is one number: [BBT1 (44), (45), (103)-(105)]
        let (w_o, w_x) = (base_pole_velocity(&h, &w_B), convection(&h.rotation) * w_B);
        let power = p_B.dot(&w_B);
        prop_assert!((p_o.dot(&w_o) - power).abs() < 1e-12);
        prop_assert!((p_x.dot(&w_x) - power).abs() < 1e-12);
    }

    #[test]
    fn inertia_and_kinetic_energy(h in any_pose(), m_B in any_inertia(), w_B in vector6()) {
        let p_B = m_B * w_B;
        let (w_o, p_o) = (base_pole_velocity(&h, &w_B), base_pole_momentum(&h, &p_B));
        // The text before [BBT1 (108)] prints M_B = C^-T M_o C^-1; p_o = C^-T M_B w_B and w_B = C^-1 w_o give
        // M_o = C^-T M_B C^-1, i.e. M_B = C^T M_o C.
        let m_o = base_pole_inertia(&h, &m_B);
        close!(m_o * w_o, p_o, 1e-12); // [BBT0 (27)], [BBT1 (96)]
        let c = configuration(&h);
        close!(c.transpose() * m_o * c, m_B, 1e-12);
        close!(m_o, m_o.transpose(), 1e-12);
        // [BBT1 (97), (99)-(101)], [BBT0 (28)]
        let energy = 0.5 * w_B.dot(&p_B);
        prop_assert!((0.5 * w_o.dot(&p_o) - energy).abs() < 1e-12 * (1.0 + energy));
        // [BBT1 (93)] prints sigma.omega as the mixed term; it is omega.(sigma x v), here in frame components.
        let (v, omega) = parts(&w_B);
        let (m, sigma) = (m_B[(0, 0)], axial(&m_B.fixed_view::<3, 3>(3, 0).into()));
        let j: M3 = m_B.fixed_view::<3, 3>(3, 3).into();
        let terms = 0.5 * m * v.dot(&v) + omega.dot(&sigma.cross(&v)) + 0.5 * omega.dot(&(j * omega));
        prop_assert!((terms - energy).abs() < 1e-12 * (1.0 + energy));
        // [BBT1 (91), (92)]
        close!(linear(&p_B), m * v - sigma.cross(&omega), 1e-12);
        close!(angular(&p_B), sigma.cross(&v) + j * omega, 1e-12);
    }

    #[test]
    fn rates_of_inertia_and_momentum(h in any_pose(), m_B in any_inertia(), w_B in vector6(), dw_B in vector6()) {
        // Motion with convected velocity w_B + s dw_B to first order: C(s) = C exp(s w_B + s^2/2 dw_B)
        let motion = |s: f64| h * poses::exp(&(s * w_B + 0.5 * s * s * dw_B));
        let w_B_at = |s: f64| w_B + s * dw_B;
        let w_o = base_pole_velocity(&h, &w_B);
        let m_o = base_pole_inertia(&h, &m_B);
        let scale = m_o.amax().max(1.0) * (1.0 + w_o.norm()).powi(2);
        let dm = slope(|s| base_pole_inertia(&motion(s), &m_B));
        // [BBT1 (108)]
        let rate = south_west(&w_o) * m_o - m_o * north_east(&w_o);
        prop_assert!((dm - rate).amax() < DIFFERENCE * scale);
        let dw_o = slope(|s| base_pole_velocity(&motion(s), &w_B_at(s)));
        let dp_o = slope(|s| base_pole_momentum(&motion(s), &(m_B * w_B_at(s))));
        let p_o = m_o * w_o;
        // [BBT1 (109)]
        prop_assert!((dp_o - co_cross(&w_o, &p_o) - m_o * dw_o).amax() < DIFFERENCE * scale);
        // [BBT1 (106), (107), (110)]: dT/dt = p_o.dw_o = dp_o.w_o
        let d_energy = w_B.dot(&(m_B * dw_B));
        let tolerance = DIFFERENCE * scale * (1.0 + w_o.norm());
        prop_assert!((p_o.dot(&dw_o) - d_energy).abs() < tolerance);
        prop_assert!((dp_o.dot(&w_o) - d_energy).abs() < tolerance);
        // [BBT1 (117)]: C^T dp_o/dt = dp_B/dt + w_B x p_B (South-West). The sentence after it names (59) as Euler's
        // equation in 6-D; it is (117).
        let f_B = convected_momentum(&h, &dp_o);
        prop_assert!((f_B - m_B * dw_B - co_cross(&w_B, &(m_B * w_B))).amax() < DIFFERENCE * scale);
    }

    #[test]
    fn relative_motion(a in any_pose(), b in any_pose(), wa in vector6(), wb in vector6()) {
        let (ca, cb) = (configuration(&a), configuration(&b));
        let relative = inverse_configuration(&a) * cb; // [BBT0 (12)], [BBT1 (168)]
        let d = cb * inverse_configuration(&a); // [BBT1 (159)]
        let r = a.rotation.transpose() * b.rotation;
        let delta_u = b.position - a.position;
        // [BBT0 (13)], [BBT1 (171)]
        close!(translation(&(a.rotation.transpose() * delta_u)) * convection(&r), relative, ROUND);
        // [BBT1 (160)-(162)]
        let turn = b.rotation * a.rotation.transpose();
        close!(translation(&(b.position - turn * a.position)) * convection(&turn), d, ROUND);
        // [BBT1 (169), (170)]
        close!(inverse_configuration(&a) * d * ca, relative, 1e-12);
        close!(inverse_configuration(&b) * d * cb, relative, 1e-12);
        // [BBT0 (16)], [BBT1 (177)]: rate of the relative tensor from the difference of base-pole velocities
        let rate = slope(|s| {
            inverse_configuration(&(poses::exp(&(s * wa)) * a)) * configuration(&(poses::exp(&(s * wb)) * b))
        });
        close!(rate, north_east(&convected_velocity(&a, &(wb - wa))) * relative, 1e-8);
    }

    #[test]
    fn compatibility_of_curvature_and_velocity(h in any_pose(), chi in vector6(), w in vector6(), dw in vector6()) {
        // A surface of frames C(s, t) = exp(t (w + s dw)) exp(s chi) C at s = t = 0: base-pole velocity w, its slope
        // along s is dw; curvature chi at t = 0.
        let frame = |s: f64, t: f64| poses::exp(&(t * (w + s * dw))) * poses::exp(&(s * chi)) * h;
        let curvature = |t: f64| {
            let here = inverse_configuration(&frame(0.0, t));
            north_east_axial(&(slope(|s| configuration(&frame(s, t))) * here))
        };
        // [BBT1 (127), (129)]; nested differences, hence the coarser tolerance.
        close!(slope(curvature), dw + cross(&w, &chi), 1e-7);
        // Convected: [BBT1 (130)]: d(chi_B)/dt = w_B' - w_B x chi_B
        let chi_B = |t: f64| convected_velocity(&frame(0.0, t), &curvature(t));
        let w_B = |s: f64| convected_velocity(&frame(s, 0.0), &(w + s * dw));
        let rate = slope(w_B) - cross(&w_B(0.0), &chi_B(0.0));
        close!(slope(chi_B), rate, 1e-7);
        // Strains are chi minus a reference carried along. [BBT1 (136)] holds: d(eps_o)/dt = w_o' + w_o x eps_o. But
        // [BBT1 (137)] prints -w_B x eps_B in the convected rate; since chi_N in frame components is constant, the
        // rate of eps_B is that of chi_B: -w_B x chi_B. Check both with a reference chi_N of the convected curvature.
        let chi_N = 0.5 * dw;
        let eps_o = |t: f64| base_pole_velocity(&frame(0.0, t), &(chi_B(t) - chi_N));
        close!(slope(eps_o), dw + cross(&w, &eps_o(0.0)), 1e-7);
        close!(slope(|t| chi_B(t) - chi_N), rate, 1e-7);
    }
}

#[test]
fn translation_tensor_is_the_printed_one() {
    let u = V3::new(1.0, -2.0, 3.0);
    let t = translation(&u); // [BBT1 (24)]
    assert_eq!(t.fixed_view::<3, 3>(0, 3), skew(&u));
    assert_eq!(t.fixed_view::<3, 3>(0, 0), M3::identity());
}

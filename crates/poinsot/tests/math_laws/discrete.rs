//! Discrete statements of the papers that rest on the maps alone.

use super::*;
use crate::forms::motion6::*;
use crate::forms::pose as poses;
use poinsot::math::cayley::rotation;
use poinsot::math::skew;

proptest! {
    #[test]
    fn increment_is_the_same_at_both_ends(c in any_pose(), eta_B in twist()) {
        // C_f = C_i cay(eta_B) and C_f = cay(eta) C_i with eta = C_i eta_B = C_f eta_B: [BBT0 (73), (75), (85)]
        let end = c * cayley(&eta_B);
        let eta = base_pole_velocity(&c, &eta_B);
        close!(base_pole_velocity(&end, &eta_B), eta, 1e-12);
        close!((cayley(&eta) * c).matrix(), end.matrix(), 1e-11);
    }

    #[test]
    fn convected_increment_of_the_four_dimensional_map(x in any_pose(), xi_B in twist()) {
        // (mp.1) of docs/theory.md: y = x Cay(xi_B) has xi_B = (Upsilon, Theta),
        // Upsilon = R_x^T (I - theta~/2)(r_y - r_x), Theta = R_x^T theta; and xi = C_x xi_B = C_y xi_B is the vector
        // of the same increment reduced to the base pole.
        let y = x * poses::cayley(&xi_B);
        let xi = base_pole_velocity(&x, &xi_B);
        close!(base_pole_velocity(&y, &xi_B), xi, 1e-12);
        close!((poses::cayley(&xi) * x).matrix(), y.matrix(), 1e-11);
        let theta = angular(&xi);
        close!(x.rotation.transpose() * theta, angular(&xi_B), ROUND);
        let step = y.position - x.position;
        let upsilon = x.rotation.transpose() * (step - 0.5 * theta.cross(&step));
        close!(upsilon, linear(&xi_B), 1e-12);
    }

    #[test]
    fn kinetic_energy_over_a_step(
        c in any_pose(), m_B in any_inertia(), w_i in vector6(), w_f in vector6(), dt in 0.01..0.5f64,
    ) {
        // [BBT0 (76), (80)]: with xi_B = dt/2 (w_i + w_f), xi.(p_f - p_i)/dt = T_f - T_i; it needs only D xi = xi, so
        // it holds for the 6x6 map of the paper and for the 4x4 map alike.
        let xi_B = 0.5 * dt * (w_i + w_f);
        let xi = base_pole_velocity(&c, &xi_B);
        let energy = |w: &V6| 0.5 * w.dot(&(m_B * w));
        let scale = m_B.amax() * (w_i.norm() + w_f.norm()).powi(2);
        for end in [c * cayley(&xi_B), c * poses::cayley(&xi_B)] {
            let impulse = base_pole_momentum(&end, &(m_B * w_f)) - base_pole_momentum(&c, &(m_B * w_i));
            let gain = xi.dot(&impulse) / dt;
            prop_assert!((gain - energy(&w_f) + energy(&w_i)).abs() < 1e-12 * scale);
        }
    }

    #[test]
    fn director_velocity_update(theta in moderate_turn(), d in vector(), w_i in vector(), dt in 0.01..0.5f64) {
        // [RS (18), (23), (24)]: d_f = Q d_i, theta = dt/2 (w_f + Q w_i)
        let (q, i) = (rotation(&theta), M3::identity());
        let (d_i, d_f) = (d, q * d);
        let w_f = 2.0 / dt * theta - q * w_i;
        let (rate_i, rate_f) = (w_i.cross(&d_i), w_f.cross(&d_f));
        close!(d_f - d_i, theta.cross(&(0.5 * (d_i + d_f))), ROUND);
        // [RS (25)] prints (1 - cay) rate_i in the bracket. From rate_f + Q rate_i = (2/dt) theta x d_f and
        // (I + Q^T) theta x d_f = 2 (d_f - d_i) it is (1 + cay):
        let bracket = 4.0 / dt * (d_f - d_i) - (i + q) * rate_i;
        close!((i + q.transpose()) * rate_f, bracket, 1e-12);
        // The remark after it fears multiples of 2 pi. 1 + cay^T is singular only at half a turn, which no finite
        // Cayley vector reaches: (1 + cay^T)^-1 = (I + theta~/2)/2.
        close!(0.5 * (i + 0.5 * skew(&theta)) * (i + q.transpose()), i, ROUND);
        close!(0.5 * (i + 0.5 * skew(&theta)) * bracket, rate_f, 1e-11);
    }
}

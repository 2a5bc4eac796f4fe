//! Rigid motions and the 4x4 maps. F3 = (int.1), (int.2) of docs/theory.md.

use super::*;
use crate::forms::motion6;
use crate::forms::pose::{self, cayley, exp, log, twist_matrix};
use nalgebra::Matrix4;
use poinsot::math::{cayley as rotations, skew};

/// The 6-vector of `dH H^-1`.
fn spatial(dh: &Matrix4<f64>, h: &Pose) -> V6 {
    let m = dh * h.inverse().matrix();
    pair(
        &V3::new(m[(0, 3)], m[(1, 3)], m[(2, 3)]),
        &V3::new(m[(2, 1)], m[(0, 2)], m[(1, 0)]),
    )
}

/// The 6-vector of `H^-1 dH`.
fn convected(dh: &Matrix4<f64>, h: &Pose) -> V6 {
    let m = h.inverse().matrix() * dh;
    pair(
        &V3::new(m[(0, 3)], m[(1, 3)], m[(2, 3)]),
        &V3::new(m[(2, 1)], m[(0, 2)], m[(1, 0)]),
    )
}

proptest! {
    #[test]
    fn group_of_motions(h1 in any_pose(), h2 in any_pose(), x in vector(), a in vector()) {
        close!((h2 * h1).matrix(), h2.matrix() * h1.matrix(), ROUND);
        close!((h2 * h2.inverse()).matrix(), Matrix4::identity(), ROUND);
        close!(h1.inverse().point(&h1.point(&x)), x, ROUND);
        close!((h2 * h1).point(&x), h2.point(&h1.point(&x)), ROUND); // [BBT1 (4)]
        close!(h1.point(&(x + a)) - h1.point(&x), h1.vector(&a), ROUND);
        close!(Pose::from_quaternion(h1.position, &h1.quaternion()).matrix(), h1.matrix(), ROUND);
        let mut worn = h1;
        worn.rotation *= 1.0 + 1e-10;
        prop_assert!(not_rotation(&worn.renormalized().rotation) < ROUND);
    }

    #[test]
    fn relative_motion(a in any_pose(), b in any_pose(), y in vector()) {
        // [BBT1 (159)-(167)]: D = B A^-1 has R = R_B R_A^T and t = u_B - R u_A
        let d = b * a.inverse();
        close!(d.position, b.position - d.rotation * a.position, ROUND);
        // [BBT1 (163)] prints D(y) = x_A + R (y - o); with t of (161) the map is x_B + R (y - x_A):
        close!(d.point(&y), b.position + d.rotation * (y - a.position), ROUND);
    }

    #[test]
    fn cayley_transform(xi in twist()) {
        // F3: Cay = (I - X)^-1 (I + X), X = [theta~ rho; 0 0]/2
        let (i, x) = (Matrix4::identity(), 0.5 * twist_matrix(&xi));
        let h = cayley(&xi).matrix();
        close!((i - x) * h, i + x, ROUND);
        close!(h * cayley(&-xi).matrix(), i, ROUND);
        close!(pose::inverse_cayley(&cayley(&xi)), xi, 1e-12);
    }

    #[test]
    fn attached_vectors_and_points(xi in twist(), h_x in any_pose(), x in vector(), a in vector()) {
        // F3, every line of it
        let (rho, theta) = parts(&xi);
        let h_y = cayley(&xi) * h_x;
        let (a_x, a_y) = (h_x.vector(&a), h_y.vector(&a));
        let (p_x, p_y) = (h_x.point(&x), h_y.point(&x));
        close!(a_y - a_x, theta.cross(&(0.5 * (a_x + a_y))), ROUND); // also [RS (23)]
        close!(p_y - p_x, rho + theta.cross(&(0.5 * (p_x + p_y))), ROUND);
        close!(h_y.rotation, rotations::rotation(&theta) * h_x.rotation, ROUND);
        let (r_x, r_y) = (h_x.position, h_y.position);
        close!(
            (M3::identity() - 0.5 * skew(&theta)) * (r_y - r_x),
            rho + theta.cross(&r_x),
            ROUND
        );
        let r = r_x + rotations::solve_identity_minus_skew(&(0.5 * theta), &(rho + theta.cross(&r_x)));
        close!(r, r_y, ROUND);
        close!(pose::cayley_increment(&h_x, &h_y), xi, 1e-11);
    }

    #[test]
    fn midpoint_work(xi in twist(), h_x in any_pose(), x in vector(), f in vector()) {
        // n.(r_y - r_x) + m.theta = rho.n + theta.m_o = f.(P_y - P_x): the wrench of a force at the mean point
        let (rho, theta) = parts(&xi);
        let h_y = cayley(&xi) * h_x;
        let (p_x, p_y) = (h_x.point(&x), h_y.point(&x));
        let r_mid = 0.5 * (h_x.position + h_y.position);
        let m = (0.5 * (p_x + p_y) - r_mid).cross(&f);
        let work = f.dot(&(p_y - p_x));
        let about_origin = f.dot(&(h_y.position - h_x.position)) + m.dot(&theta);
        let about_base = rho.dot(&f) + theta.dot(&(m + r_mid.cross(&f)));
        prop_assert!((about_origin - work).abs() < 1e-12);
        prop_assert!((about_base - work).abs() < 1e-12);
    }

    #[test]
    fn four_and_six_dimensional_cayley_maps(xi in twist()) {
        // F3: same rotation; translations differ along the axis by theta (theta.rho)/(4 + |theta|^2), third order
        let (rho, theta) = parts(&xi);
        let (four, six) = (cayley(&xi), motion6::cayley(&xi));
        close!(four.rotation, six.rotation, ROUND);
        let gap = four.position - six.position;
        close!(gap, theta.dot(&rho) / (4.0 + theta.norm_squared()) * theta, ROUND);
        prop_assert!(gap.cross(&theta).amax() < ROUND);
        // Order by halving: the ratio tends to 8 with the next order 8 (1 - 3e-4 |theta|^2/4).
        let gap = |s: f64| (cayley(&(s * xi)).position - motion6::cayley(&(s * xi)).position).norm();
        if theta.dot(&rho).abs() * theta.norm() > 1e-3 {
            let ratio = gap(2e-2) / gap(1e-2);
            prop_assert!((ratio - 8.0).abs() < 0.02, "{ratio}");
        }
    }

    #[test]
    fn cayley_tangent(xi in twist(), d in vector6()) {
        let h = cayley(&xi);
        let dh = slope(|s| cayley(&(xi + s * d)).matrix());
        close!(pose::cayley_tangent(&xi) * d, spatial(&dh, &h), DIFFERENCE);
        close!(pose::cayley_tangent(&-xi) * d, convected(&dh, &h), DIFFERENCE);
        close!(pose::cayley_tangent(&xi) * pose::inverse_cayley_tangent(&xi), M6::identity(), 1e-12);
    }

    #[test]
    fn cayley_composition(a in twist(), b in twist()) {
        let c = pose::cayley_compose(&b, &a);
        prop_assume!(angular(&c).norm() < 1e3);
        // Near half a turn the long vector loses as many digits as it is long.
        close!(cayley(&c).matrix(), (cayley(&b) * cayley(&a)).matrix(), 1e-11);
    }

    #[test]
    fn exponential_and_logarithm(rho in vector(), phi in turn()) {
        let xi = pair(&rho, &phi);
        close!(exp(&xi).matrix(), twist_matrix(&xi).exp(), 1e-12);
        // The 4x4 and the 6x6 exponential are one motion: [BBT1 (74)]
        close!(motion6::configuration(&exp(&xi)), motion6::north_east(&xi).exp(), 1e-12);
        // At half a turn to round-off both ends of the axis are right.
        if PI - phi.norm() > 1e-13 {
            close!(log(&exp(&xi)), xi, ROUND);
        }
    }

    #[test]
    fn logarithm_of_any_pose(h in any_pose(), rho in vector(), n in unit(), angle in large_angle()) {
        close!(exp(&log(&h)).matrix(), h.matrix(), ROUND);
        let long = exp(&pair(&rho, &(angle * n)));
        close!(exp(&log(&long)).matrix(), long.matrix(), 1e-12);
    }

    #[test]
    fn helicoidal_strain_is_the_logarithm(p in vector(), n in unit(), angle in 1e-2..3.1f64) {
        // The logarithm of a helix: gamma L = p - phi x p/2 + b phi x (phi x p)
        let phi = angle * n;
        let b = (1.0 - 0.5 * angle / (0.5 * angle).tan()) / (angle * angle);
        let strain = p - 0.5 * phi.cross(&p) + b * phi.cross(&phi.cross(&p));
        let h = Pose::new(p, poinsot::math::rotation::exp(&phi));
        close!(linear(&log(&h)), strain, 1e-12);
    }

    #[test]
    fn exponential_tangent(rho in vector(), phi in turn(), d in vector6()) {
        let xi = pair(&rho, &phi);
        let h = exp(&xi);
        let dh = slope(|s| exp(&(xi + s * d)).matrix());
        close!(pose::exp_tangent(&xi) * d, spatial(&dh, &h), DIFFERENCE);
        close!(pose::exp_tangent(&-xi) * d, convected(&dh, &h), DIFFERENCE);
        close!(pose::exp_tangent(&xi) * pose::inverse_exp_tangent(&xi), M6::identity(), 1e-12);
    }
}

//! Stresses and failure.

use super::*;
use poinsot::geometry::reference::gauss;
use poinsot::sections::shells::{PLY_HEIGHTS, PlyStress, Temperature};
use std::f64::consts::FRAC_PI_4;

/// Stresses times heights, integrated over the thickness, are the resultants: with all couplings, off the reference surface, with temperature.
#[test]
fn integrals_of_stresses_are_resultants() {
    let warm = Temperature {
        mean: 40.0,
        gradient: 2e3,
    };
    let base = unsymmetric();
    for section in [
        base.clone(),
        base.shifted(0.8e-3),
        base.shifted(-1e-3).rotated(0.6),
    ] {
        for change in [Temperature::default(), warm] {
            let wanted = section.resultants(&STRAINS, change);
            let mut sum = [0.0; 8];
            for ply in 0..section.plies() {
                let [low, high] = section.heights(ply).expect("a ply");
                for &(xi, weight) in gauss(3) {
                    let part = 0.5 * (1.0 + xi);
                    let s = section.stress(ply, part, &STRAINS, change).expect("a ply");
                    let dz = 0.5 * weight * (high - low);
                    for i in 0..3 {
                        sum[i] += dz * s.plane[i];
                        sum[3 + i] += dz * s.z * s.plane[i];
                    }
                    sum[6] += dz * s.shear[0];
                    sum[7] += dz * s.shear[1];
                }
            }
            for i in 0..8 {
                near(sum[i], wanted[i], 1e-11);
            }
        }
    }
}

/// Strains and stresses of the laminate `[0/30/-45]` under `N11 = N22 = 1000 N/m`, example 4.3 of Kaw, Mechanics of Composite Materials,
/// 2nd ed. The numbers come from the same computation as those of `laminate_of_a_textbook`: six equations for the strains, then the turned
/// stiffness of each ply times the strains at its heights.
#[test]
fn stresses_of_a_textbook() {
    let section = laminate(graphite(), 5e-3, &[0.0, 30.0, -45.0]);
    let strains = [
        3.122948354e-7,
        3.491704607e-6,
        -7.598445480e-7,
        2.971437365e-5,
        -3.285023890e-4,
        4.101466829e-4,
        0.0,
        0.0,
    ];
    let resultants = section.resultants(&strains, Default::default());
    for (i, wanted) in [1000.0, 1000.0, 0.0, 0.0, 0.0, 0.0].into_iter().enumerate() {
        // Half a unit of the last of ten digits in every strain, times the largest stiffness; heights of 7.5 mm.
        let off = 2e-6 * if i < 3 { 1.0 } else { 7.5e-3 };
        assert!(
            (resultants[i] - wanted).abs() < off,
            "{i}: {}",
            resultants[i]
        );
    }
    let all: Vec<PlyStress> = section.stresses(&strains, Default::default()).collect();
    let wanted = [
        [3.351320276e4, 6.187535639e4, -2.750372328e4],
        [4.464009654e4, 5.359371247e4, -2.015184399e4],
        [5.576699032e4, 4.531206856e4, -1.279996470e4],
        [6.929708596e4, 7.391413704e4, 3.380757917e4],
        [1.063300341e5, 7.746782390e4, 5.903178953e4],
        [1.433629822e5, 8.102151076e4, 8.425599990e4],
        [1.235283483e5, 1.562790135e5, -1.186724652e5],
        [4.902986938e4, 6.893846363e4, -3.887994554e4],
        [-2.546860954e4, -1.840208624e4, 4.091257409e4],
    ];
    assert_eq!(all.len(), wanted.len());
    for (found, wanted) in all.iter().zip(wanted) {
        for i in 0..3 {
            // Rounded strains times the largest stiffness of a ply, 1.8e11 N/m^2, and the last digit above.
            assert!(
                (found.plane[i] - wanted[i]).abs() < 3e-4,
                "{found:?} {wanted:?}"
            );
        }
    }
    let places: Vec<f64> = all[..3].iter().map(|s| s.z).collect();
    assert_eq!(places, PLY_HEIGHTS.map(|p| -7.5e-3 + 5e-3 * p));
    for s in &all {
        let found = section.stress_at(s.z, &strains, Default::default());
        let found = found.expect("inside");
        assert!(found.ply == s.ply || (found.ply + 1 == s.ply && s.z == found.z));
    }
    assert!(
        section
            .stress_at(7.6e-3, &strains, Default::default())
            .is_none()
    );
    assert!(
        section
            .stress_at(-7.6e-3, &strains, Default::default())
            .is_none()
    );
}

/// A stress on the axes of the section.
fn plain(plane: [f64; 3]) -> PlyStress {
    PlyStress {
        ply: 0,
        z: 0.0,
        plane,
        shear: [0.0; 2],
        ply_plane: plane,
        ply_shear: [0.0; 2],
    }
}

#[test]
fn principal_stresses() {
    let shear = plain([0.0, 0.0, 5.0]);
    assert_eq!(shear.principal().values, [5.0, -5.0]);
    near(shear.principal().angle, FRAC_PI_4, 1e-15);
    near(shear.von_mises(), 5.0 * 3f64.sqrt(), 1e-15);
    let tension = plain([7.0, 0.0, 0.0]);
    assert_eq!(tension.principal().values, [7.0, 0.0]);
    assert_eq!(tension.principal().angle, 0.0);
    assert_eq!(tension.von_mises(), 7.0);
    let across = plain([0.0, 7.0, 0.0]).principal();
    near(across.angle, 2.0 * FRAC_PI_4, 1e-15);
    // On principal axes there is no shear.
    let some = plain([3.0, -1.0, 2.5]);
    let p = some.principal();
    let (s, c) = p.angle.sin_cos();
    let [s11, s22, s12] = some.plane;
    near(
        c * c * s11 + s * s * s22 + 2.0 * c * s * s12,
        p.values[0],
        1e-14,
    );
    assert!(((s22 - s11) * c * s + s12 * (c * c - s * s)).abs() < 1e-14);
    let thick = PlyStress {
        shear: [1.0, 2.0],
        ..plain([0.0; 3])
    };
    near(thick.von_mises(), 15f64.sqrt(), 1e-15);
}

/// A layer at an angle to uniaxial tension fails at `1/s^2 = c^4/X^2 + (1/S^2 - 1/X^2) c^2 s^2 + s^4/Y^2`.
#[test]
fn off_axis_tension() {
    let strengths = graphite().strengths.expect("given");
    for (sign, [x, y]) in [(1.0, strengths.tension), (-1.0, strengths.compression)] {
        for degrees in [0.0, 5.0, 20.0, 45.0, 60.0, 90.0] {
            let h = 1e-3;
            let section = laminate(graphite(), h, &[degrees]);
            let (s, c) = f64::to_radians(degrees).sin_cos();
            let shear = strengths.shear;
            let one = c.powi(4) / (x * x)
                + (1.0 / (shear * shear) - 1.0 / (x * x)) * c * c * s * s
                + s.powi(4) / (y * y);
            let limit = sign / one.sqrt();
            // Strains of a uniaxial stress.
            let stiffness = nalgebra::Matrix3::from_fn(|i, j| section.stiffness[i][j]);
            let e = stiffness.try_inverse().expect("stiff") * nalgebra::Vector3::x() * (limit * h);
            let strains = [e[0], e[1], e[2], 0.0, 0.0, 0.0, 0.0, 0.0];
            let stress = section.stress(0, 0.5, &strains, Default::default());
            let stress = stress.expect("a ply");
            near(stress.plane[0], limit, 1e-12);
            let found = stress.failure(section.strengths(0).expect("given"));
            near(found.tsai_hill, 1.0, 1e-12);
            let parts = [c * c / x, s * s / y, c * s / shear];
            let wanted = parts.into_iter().fold(0.0, f64::max) * limit.abs();
            near(found.maximum_stress, wanted, 1e-9);
        }
    }
}

/// With the strengths of an isotropic material, the index of Tsai and Hill is the square of von Mises' stress.
#[test]
fn isotropic_strengths() {
    let strengths = Strengths::isotropic(250e6);
    let stress = plain([120e6, -70e6, 40e6]);
    let wanted = (stress.von_mises() / 250e6).powi(2);
    near(stress.failure(&strengths).tsai_hill, wanted, 1e-14);
}

/// Stresses do not depend on the axes of the section; those on the axes of plies are the same.
#[test]
fn rotation_leaves_stresses_of_plies() {
    use poinsot::sections::shells::rotated_strains;
    let section = unsymmetric();
    let turned = section.rotated(0.5);
    let on_axes = rotated_strains(&STRAINS, 0.5);
    let here = turned.stresses(&STRAINS, Default::default());
    let there = section.stresses(&on_axes, Default::default());
    for (a, b) in here.zip(there) {
        for i in 0..3 {
            assert!((a.ply_plane[i] - b.ply_plane[i]).abs() < 1e-12 * b.von_mises());
        }
        for i in 0..2 {
            assert!((a.ply_shear[i] - b.ply_shear[i]).abs() < 1e-12 * b.von_mises());
        }
        near(a.von_mises(), b.von_mises(), 1e-12);
    }
}

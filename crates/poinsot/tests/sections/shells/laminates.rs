//! Stiffness and mass.

use super::*;
use nalgebra::DMatrix;
use poinsot::sections::shells::{ShellMass, rotated_matrix, rotated_strains};
use std::f64::consts::PI;

#[test]
fn isotropic_layer() {
    let (youngs, nu, h, rho) = (2.1e11, 0.3, 0.012, 7850.0);
    let section = ShellSection::homogeneous(steel(), h).expect("steel");
    let plane = youngs / (1.0 - nu * nu);
    let mut wanted = [[0.0; 8]; 8];
    for (first, size) in [(0, h), (3, h * h * h / 12.0)] {
        wanted[first][first] = plane * size;
        wanted[first + 1][first + 1] = plane * size;
        wanted[first][first + 1] = nu * plane * size;
        wanted[first + 1][first] = nu * plane * size;
        wanted[first + 2][first + 2] = 0.5 * (1.0 - nu) * plane * size;
    }
    let shear = 5.0 / 6.0 * h * youngs / (2.0 * (1.0 + nu));
    wanted[6][6] = shear;
    wanted[7][7] = shear;
    let error = difference(&section.stiffness, &wanted);
    assert!(error < 4e-15, "{error:e}");
    near(section.mass.per_area, rho * h, 1e-15);
    near(section.mass.inertia, rho * h.powi(3) / 12.0, 1e-15);
    assert_eq!(section.mass.moment, 0.0);
}

/// `[0/30/-45]` of graphite and epoxy, plies of 5 mm, the laminate of examples 4.2 and 4.3 of Kaw, Mechanics of Composite Materials,
/// 2nd ed. The numbers were computed outside this program from the material alone, on another way than (sh.14) and (sh.15): plane
/// stiffness by inversion of the compliance, the tensor with four indices turned index by index, integrals by Gauss points.
#[test]
fn laminate_of_a_textbook() {
    let section = laminate(graphite(), 5e-3, &[0.0, 30.0, -45.0]);
    let a = [
        [1.739240863e9, 3.883864107e8, 5.663373085e7],
        [3.883864107e8, 4.532535124e8, -1.140636095e8],
        [5.663373085e7, -1.140636095e8, 4.524825440e8],
    ];
    let b = [
        [-3.128833806e6, 9.855215543e5, -1.071656126e6],
        [9.855215543e5, 1.157790697e6, -1.071656126e6],
        [-1.071656126e6, -1.071656126e6, 9.855215543e5],
    ];
    let d = [
        [3.343203415e4, 6.460977238e3, -5.240293689e3],
        [6.460977238e3, 9.319771319e3, -5.595913148e3],
        [-5.240293689e3, -5.595913148e3, 7.662779738e3],
    ];
    for i in 0..3 {
        for j in 0..3 {
            // Half a unit of the last of ten digits, of the smallest leading digit.
            near(section.stiffness[i][j], a[i][j], 5e-10);
            near(section.stiffness[i][3 + j], b[i][j], 5e-10);
            near(section.stiffness[3 + i][3 + j], d[i][j], 5e-10);
        }
    }
}

/// Reduced stiffnesses `Q11, Q22, Q12, Q66`.
fn reduced() -> [f64; 4] {
    let PlyMaterial {
        youngs: [e1, e2],
        poisson,
        shear,
        ..
    } = graphite();
    let whole = 1.0 - poisson * poisson * e2 / e1;
    [e1 / whole, e2 / whole, poisson * e2 / whole, shear[0]]
}

/// `[0/90]`: `B11 = -B22 = (Q22 - Q11) h^2/8`, nothing else couples [Jones, Mechanics of Composite Materials, 2nd ed., section 4.3.2].
#[test]
fn cross_ply() {
    let t = 0.6e-3;
    let h = 2.0 * t;
    let c = laminate(graphite(), t, &[0.0, 90.0]).stiffness;
    let [q11, q22, q12, q66] = reduced();
    near(c[0][0], 0.5 * h * (q11 + q22), 1e-14);
    near(c[0][1], h * q12, 1e-14);
    near(c[2][2], h * q66, 1e-14);
    near(c[0][3], h * h / 8.0 * (q22 - q11), 1e-14);
    near(c[1][4], -c[0][3], 1e-14);
    near(c[3][3], h.powi(3) / 24.0 * (q11 + q22), 1e-14);
    let small = 1e-15 * c[0][0];
    for i in [0, 1] {
        assert!(c[i][2].abs() < small, "A16, A26");
        assert!(c[i][5].abs() < small * h, "B16, B26");
        assert!(c[3 + i][5].abs() < small * h * h, "D16, D26");
    }
    assert!(c[2][5].abs() < small * h, "B66");
    assert!(c[0][4].abs() < small * h);
}

/// `[+45/-45]`: extension couples with twist, `B16 = B26 = -(Q11 - Q22) h^2/16` with the positive ply at the bottom, and bending with twist
/// not; with both the other way round the sign changes. `[45]` bends and twists: `D16 = (Q11 - Q22) h^3/48`.
#[test]
fn angle_ply_couples_extension_and_twist() {
    let t = 0.6e-3;
    let h = 2.0 * t;
    let [q11, q22, ..] = reduced();
    for (sign, angles) in [(1.0, [45.0, -45.0]), (-1.0, [-45.0, 45.0])] {
        let c = laminate(graphite(), t, &angles).stiffness;
        for i in 0..2 {
            near(c[i][5], -sign * (q11 - q22) * h * h / 16.0, 1e-14);
            near(c[2][3 + i], c[i][5], 1e-15);
            assert!(c[3 + i][5].abs() < 1e-14 * c[3][3], "D16 vanishes");
            assert!(c[i][2].abs() < 1e-14 * c[0][0], "A16 vanishes");
            assert!(c[i][3].abs() < 1e-14 * c[0][0] * h, "B11 vanishes");
        }
    }
    let c = laminate(graphite(), h, &[45.0]).stiffness;
    near(c[3][5], (q11 - q22) * h.powi(3) / 48.0, 1e-14);
}

#[test]
fn symmetric_laminates_do_not_couple() {
    let angles = [30.0, -45.0, 0.0, 90.0, 90.0, 0.0, -45.0, 30.0];
    let section = laminate(graphite(), 0.125e-3, &angles);
    let c = section.stiffness;
    for i in 0..3 {
        for j in 0..3 {
            let size = (c[i][i] * c[3 + j][3 + j]).sqrt();
            assert!(c[i][3 + j].abs() < 1e-15 * size, "{:e}", c[i][3 + j] / size);
        }
    }
    assert!(section.mass.moment.abs() < 1e-15);
}

/// `[0/60/-60]` and `[0/45/-45/90]`: in its plane such a laminate is isotropic, with the invariants of Tsai and Pagano.
#[test]
fn quasi_isotropic() {
    let [q11, q22, q12, q66] = reduced();
    let u1 = (3.0 * q11 + 3.0 * q22 + 2.0 * q12 + 4.0 * q66) / 8.0;
    let u4 = (q11 + q22 + 6.0 * q12 - 4.0 * q66) / 8.0;
    let [three, four]: [&[f64]; 2] = [&[0.0, 60.0, -60.0], &[0.0, 45.0, -45.0, 90.0]];
    for angles in [three, four] {
        let c = laminate(graphite(), 0.125e-3, angles).stiffness;
        let h = 0.125e-3 * angles.len() as f64;
        near(c[0][0], u1 * h, 1e-14);
        near(c[1][1], c[0][0], 1e-14);
        near(c[0][1], u4 * h, 1e-14);
        near(c[2][2], 0.5 * (c[0][0] - c[0][1]), 1e-14);
        assert!(c[0][2].abs() < 1e-14 * c[0][0]);
    }
}

/// A stack of equal plies is one layer, at any angle.
#[test]
fn equal_plies_are_one_layer() {
    for angle in [0.0, 33.0, 90.0] {
        let one = laminate(graphite(), 2e-3, &[angle]);
        let many = laminate(graphite(), 0.25e-3, &[angle; 8]);
        let error = difference(&many.stiffness, &one.stiffness);
        assert!(error < 1e-14, "{error:e}");
        near(many.mass.inertia, one.mass.inertia, 1e-14);
        for i in [0, 1, 2] {
            near(many.thermal.mean[i], one.thermal.mean[i], 1e-14);
        }
    }
}

/// One layer at an angle is the layer itself, rotated.
#[test]
fn rotation_of_a_section_and_of_its_ply() {
    let straight = laminate(graphite(), 2e-3, &[0.0]);
    let (turned, drawn) = (
        straight.rotated(0.7),
        laminate(graphite(), 2e-3, &[0.7 * 180.0 / PI]),
    );
    let error = difference(&turned.stiffness, &drawn.stiffness);
    assert!(error < 1e-14, "{error:e}");
    for i in 0..6 {
        let size = drawn.thermal.mean[i].abs() + 1e-12;
        assert!((turned.thermal.mean[i] - drawn.thermal.mean[i]).abs() < 1e-12 * size);
        let size = drawn.thermal.gradient[i].abs() + 1e-15;
        assert!((turned.thermal.gradient[i] - drawn.thermal.gradient[i]).abs() < 1e-12 * size);
    }
}

/// Energy does not depend on the axes that strains are taken on; a rotation and its inverse are nothing.
#[test]
fn rotation_keeps_the_energy() {
    let section = unsymmetric();
    for angle in [0.3, -1.2, 2.5] {
        let on_axes = rotated_strains(&STRAINS, angle);
        let energy = |c: &Matrix, e: &[f64; 8]| -> f64 {
            (0..8)
                .flat_map(|i| (0..8).map(move |j| e[i] * c[i][j] * e[j]))
                .sum()
        };
        let local = rotated_matrix(&section.stiffness, angle);
        near(
            energy(&local, &STRAINS),
            energy(&section.stiffness, &on_axes),
            1e-13,
        );
        let back = rotated_matrix(&local, -angle);
        assert!(difference(&back, &section.stiffness) < 1e-14);
    }
}

/// A stack that is shifted by half of its thickness is the upper half of a stack of twice the thickness.
#[test]
fn shift_of_the_reference_surface() {
    let (upper, lower) = ([0.0, 30.0, -45.0], [70.0, 10.0, 20.0]);
    let t = 0.5e-3;
    let half = 1.5 * t;
    let all: Vec<f64> = lower.into_iter().chain(upper).collect();
    let whole = laminate(graphite(), t, &all);
    let top = laminate(graphite(), t, &upper).shifted(half);
    let bottom = laminate(graphite(), t, &lower).shifted(-half);
    for i in 0..6 {
        for j in 0..6 {
            let sum = top.stiffness[i][j] + bottom.stiffness[i][j];
            let size = (whole.stiffness[i][i] * whole.stiffness[j][j]).sqrt();
            assert!((sum - whole.stiffness[i][j]).abs() < 1e-14 * size);
        }
        let sum = top.thermal.mean[i] + bottom.thermal.mean[i];
        assert!((sum - whole.thermal.mean[i]).abs() < 1e-12 * whole.thermal.mean[0]);
    }
    let sum = |f: fn(&ShellMass) -> f64| f(&top.mass) + f(&bottom.mass);
    near(sum(|m| m.per_area), whole.mass.per_area, 1e-14);
    near(sum(|m| m.inertia), whole.mass.inertia, 1e-14);
    assert!(sum(|m| m.moment).abs() < 1e-15);
    assert_eq!(top.heights(0).expect("a ply")[0], 0.0);
    let there_and_back = top.shifted(-half);
    let plain = laminate(graphite(), t, &upper);
    assert!(difference(&there_and_back.stiffness, &plain.stiffness) < 1e-14);
}

/// Also of thin layers between thick ones, of soft cores, shifted and rotated.
#[test]
fn stiffness_is_positive_definite() {
    let foam = PlyMaterial::isotropic(5e6, 0.4);
    let mut sandwich = plies(graphite(), 1e-3, &[0.0, 0.0, 45.0]);
    sandwich[1].material = foam;
    sandwich[1].thickness = 0.03;
    let sandwich = ShellSection::laminate(&sandwich).expect("a sandwich");
    for section in [
        sandwich,
        unsymmetric(),
        laminate(graphite(), 1e-5, &[45.0, -45.0]),
    ] {
        let h = section.thickness;
        for moved in [
            section.clone(),
            section.shifted(0.7 * h),
            section.rotated(1.1),
        ] {
            let c = moved.stiffness;
            let scaled = DMatrix::from_fn(8, 8, |i, j| c[i][j] / (c[i][i] * c[j][j]).sqrt());
            let lowest = scaled.symmetric_eigenvalues().min();
            assert!(lowest > 1e-4, "{lowest:e}");
        }
    }
}

#[test]
fn damping_is_proportional_to_stiffness() {
    let section = unsymmetric().with_damping_time(1e-3).expect("a time");
    let section = section.shifted(1e-3).rotated(0.4);
    let damping = section.damping.as_deref().expect("damped");
    let wanted = section.stiffness.map(|row| row.map(|k| 1e-3 * k));
    assert!(difference(damping, &wanted) < 1e-14);
    let still = section.with_damping_time(0.0).expect("a time");
    assert_eq!(still.damping, None);
    let given = still.with_damping(&wanted).expect("a matrix");
    assert_eq!(given.damping.as_deref(), Some(&wanted));
}

/// Seen from the other side, plies are in the reverse order and at the opposite angles; stresses are the same.
#[test]
fn section_from_the_other_side() {
    let angles = [0.0, 30.0, -45.0, 70.0];
    let (section, offset) = (laminate(graphite(), 0.4e-3, &angles), 0.3e-3);
    let flipped = section.shifted(offset).flipped();
    let drawn = laminate(graphite(), 0.4e-3, &[-70.0, 45.0, -30.0, 0.0]).shifted(-offset);
    assert!(difference(&flipped.stiffness, &drawn.stiffness) < 1e-14);
    near(flipped.mass.moment, drawn.mass.moment, 1e-12);
    near(flipped.middle, drawn.middle, 1e-14);
    let change = poinsot::sections::shells::Temperature {
        mean: 20.0,
        gradient: 4e3,
    };
    let here = flipped.stresses(&STRAINS, change);
    let there = drawn.stresses(&STRAINS, change);
    for (a, b) in here.zip(there) {
        near(a.z, b.z, 1e-9);
        for (a, b) in a.ply_plane.iter().zip(b.ply_plane) {
            assert!((a - b).abs() < 1e-10 * 181e9 * 1e-3, "{a} {b}");
        }
        for (a, b) in a.ply_shear.iter().zip(b.ply_shear) {
            assert!((a - b).abs() < 1e-10 * 181e9 * 1e-3, "{a} {b}");
        }
    }
    let twice = section.flipped().flipped();
    assert_eq!(twice.stiffness, section.stiffness);
    assert_eq!(twice.thermal, section.thermal);
}

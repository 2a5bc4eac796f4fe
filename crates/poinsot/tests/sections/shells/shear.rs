//! Transverse shear from equilibrium.

use super::*;

/// Shear stiffness over the sum of moduli times thicknesses.
fn corrections(section: &ShellSection, modulus: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|i| section.stiffness[6 + i][6 + i] / modulus[i])
}

#[test]
fn one_layer_has_five_sixths() {
    let h = 3e-3;
    let section = ShellSection::homogeneous(graphite(), h).expect("a layer");
    let [_, g13, g23] = graphite().shear;
    for k in corrections(&section, [g13 * h, g23 * h]) {
        near(k, 5.0 / 6.0, 4e-15);
    }
    assert!(section.stiffness[6][7].abs() < 1e-14 * section.stiffness[6][6]);
}

/// Faces and core isotropic with one Poisson's ratio: `E` cancels from the ratio of plane moduli. With `D` the bending stiffness and `Q` the
/// shear force, the core has `tau = Q/D (E_f t (c + t)/2 + E_c (c^2/4 - z^2)/2)`, the faces `Q/D E_f ((c/2 + t)^2 - z^2)/2`; the integral of
/// `tau^2/G` was done by hand with powers of z.
#[test]
fn symmetric_sandwich() {
    for (e_f, e_c, t, c) in [
        (70e9, 3e9, 1e-3, 5e-3),
        (70e9, 2e8, 0.5e-3, 20e-3),
        (1e9, 5e9, 2e-3, 1e-3),
    ] {
        let (face, core) = (
            PlyMaterial::isotropic(e_f, 0.3),
            PlyMaterial::isotropic(e_c, 0.3),
        );
        let mut stack = plies(face, t, &[0.0, 0.0, 0.0]);
        stack[1].material = core;
        stack[1].thickness = c;
        let section = ShellSection::laminate(&stack).expect("a sandwich");
        let (a, b) = (0.5 * c, 0.5 * c + t);
        let bending = (2.0 / 3.0) * (e_c * a.powi(3) + e_f * (b.powi(3) - a.powi(3)));
        // Twice the integral of (p - q z^2)^2 over part of the height.
        let square = |p: f64, q: f64, from: f64, to: f64| {
            let at = |z: f64| p * p * z - 2.0 * p * q * z.powi(3) / 3.0 + q * q * z.powi(5) / 5.0;
            2.0 * (at(to) - at(from))
        };
        let shear = |youngs: f64| 0.5 * youngs / 1.3;
        let in_core = square(
            0.5 * e_f * (b * b - a * a) + 0.5 * e_c * a * a,
            0.5 * e_c,
            0.0,
            a,
        );
        let in_faces = square(0.5 * e_f * b * b, 0.5 * e_f, a, b);
        let compliance = (in_core / shear(e_c) + in_faces / shear(e_f)) / (bending * bending);
        for i in [6, 7] {
            near(section.stiffness[i][i], 1.0 / compliance, 1e-12);
        }
    }
}

/// Thin stiff faces on a soft core: the shear stiffness becomes `G_c (c + t)^2/c` [Allen, Analysis and Design of Structural Sandwich Panels].
#[test]
fn thin_faces_on_a_soft_core() {
    let (t, c) = (1e-5, 20e-3);
    let mut stack = plies(PlyMaterial::isotropic(70e9, 0.3), t, &[0.0, 0.0, 0.0]);
    stack[1].material = PlyMaterial::isotropic(1e3, 0.3);
    stack[1].thickness = c;
    let section = ShellSection::laminate(&stack).expect("a sandwich");
    let modulus = 0.5e3 / 1.3;
    near(section.stiffness[6][6], modulus * (c + t).powi(2) / c, 1e-5);
}

/// Shear stresses are continuous between plies, vanish at both sides and have the shear forces as their integral.
#[test]
fn stresses_are_in_equilibrium() {
    let section = unsymmetric().shifted(0.3e-3).rotated(0.4);
    let forces = section.resultants(&STRAINS, Default::default());
    let size = forces[6].abs() / section.thickness;
    let mut before = [0.0; 2];
    for ply in 0..section.plies() {
        let at = |part: f64| section.stress(ply, part, &STRAINS, Default::default());
        let (low, high) = (at(0.0).expect("a ply"), at(1.0).expect("a ply"));
        for i in 0..2 {
            assert!((low.shear[i] - before[i]).abs() < 1e-12 * size);
        }
        before = high.shear;
    }
    assert!(before.iter().all(|s| s.abs() < 1e-12 * size));
}

/// A symmetric cross-ply laminate is stiff against shear where its plies are; both directions change places when all plies turn by a right
/// angle.
#[test]
fn directions_change_places() {
    let one = laminate(graphite(), 0.2e-3, &[0.0, 90.0, 90.0, 0.0]);
    let other = laminate(graphite(), 0.2e-3, &[90.0, 0.0, 0.0, 90.0]);
    near(one.stiffness[6][6], other.stiffness[7][7], 1e-13);
    near(one.stiffness[7][7], other.stiffness[6][6], 1e-13);
    // Below the sum of moduli: 5/6 of it for one layer, less where stiff plies are outside.
    let [_, g13, g23] = graphite().shear;
    let sum = 0.4e-3 * (g13 + g23);
    let [first, second] = corrections(&one, [sum, sum]);
    assert!(first < 5.0 / 6.0 && first > 0.4, "{first}");
    assert!(second < 5.0 / 6.0 && second > 0.4, "{second}");
}

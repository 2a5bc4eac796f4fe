//! Laws and closed forms of shell sections.

mod laminates;
mod problems;
mod scaled;
mod shear;
mod stresses;
mod thermal;

use poinsot::sections::shells::{Ply, PlyMaterial, RESULTANTS, ShellSection, Strengths};

type Matrix = [[f64; RESULTANTS]; RESULTANTS];

/// Graphite and epoxy, T300/5208 [Kaw, Mechanics of Composite Materials, 2nd ed., table 2.1]; G13 and G23 are not given there.
fn graphite() -> PlyMaterial {
    PlyMaterial::orthotropic([181e9, 10.3e9], 0.28, [7.17e9, 7.17e9, 3.8e9])
        .with_density(1600.0)
        .with_expansion([0.02e-6, 22.5e-6])
        .with_strengths(Strengths {
            tension: [1500e6, 40e6],
            compression: [1500e6, 246e6],
            shear: 68e6,
        })
}

fn steel() -> PlyMaterial {
    PlyMaterial::isotropic(2.1e11, 0.3)
        .with_density(7850.0)
        .with_expansion([12e-6; 2])
}

fn plies(material: PlyMaterial, thickness: f64, degrees: &[f64]) -> Vec<Ply> {
    let ply = |degrees: &f64| Ply {
        material,
        thickness,
        angle: degrees.to_radians(),
    };
    degrees.iter().map(ply).collect()
}

fn laminate(material: PlyMaterial, thickness: f64, degrees: &[f64]) -> ShellSection {
    ShellSection::laminate(&plies(material, thickness, degrees)).expect("a laminate")
}

/// Some laminate without any symmetry.
fn unsymmetric() -> ShellSection {
    let mut stack = plies(graphite(), 0.4e-3, &[0.0, 30.0, -45.0, 70.0]);
    stack[1].thickness = 0.7e-3;
    stack[2].material = steel();
    ShellSection::laminate(&stack).expect("a laminate")
}

/// Largest difference of entries, each over the roots of the diagonal of `b`.
fn difference(a: &Matrix, b: &Matrix) -> f64 {
    let mut largest = 0.0f64;
    for i in 0..RESULTANTS {
        for j in 0..RESULTANTS {
            let size = (b[i][i] * b[j][j]).sqrt();
            largest = largest.max((a[i][j] - b[i][j]).abs() / size);
        }
    }
    largest
}

fn near(found: f64, wanted: f64, part: f64) {
    assert!(
        (found - wanted).abs() <= part * wanted.abs(),
        "{found:e} is not {wanted:e}"
    );
}

/// Strains of all kinds.
const STRAINS: [f64; RESULTANTS] = [3e-4, -2e-4, 5e-4, 0.3, 0.2, -0.4, 2e-4, -3e-4];

//! Laws of materials: exact work on any interval, tangents, closed forms (so.2).

use crate::random::Random;
use nalgebra::Matrix3;
use poinsot::math::V3;
use poinsot::mechanics::elements::solid::{
    Fibre, FibreLaw, Formula, Material, Moduli, Ogden, Orthotropic, Reinforced, turned,
};
use std::sync::Arc;

const E: f64 = 1e6;
pub const MU: f64 = E / 2.6;
pub const LAMBDA: f64 = 0.3 * E / (1.3 * 0.4);
pub const BULK: f64 = LAMBDA + 2.0 / 3.0 * MU;

/// One of every law.
pub fn all() -> Vec<Material> {
    let (lambda, mu, bulk) = (LAMBDA, MU, BULK);
    let ogden = Ogden {
        mu: [6.3e5, 1.2e3, -1e4],
        alpha: [1.3, 5.0, -2.0],
        bulk,
    };
    vec![
        Material::SaintVenant { lambda, mu },
        Material::NeoHookeLogarithm { lambda, mu },
        Material::NeoHookeSquare { lambda, mu },
        Material::NeoHooke { mu, bulk },
        Material::MooneyRivlin {
            c10: 0.3 * mu,
            c01: 0.2 * mu,
            bulk,
        },
        Material::Ogden(ogden),
        Material::Yeoh {
            c: [0.5 * mu, -0.02 * mu, 0.01 * mu],
            bulk,
        },
        Material::Linear(Arc::new(wood())),
        reinforced(
            Material::NeoHooke { mu, bulk },
            FibreLaw::Quadratic { k: E },
            false,
        ),
        reinforced(
            Material::NeoHookeLogarithm { lambda, mu },
            FibreLaw::Exponential { k1: E, k2: 2.3 },
            true,
        ),
        formula(
            "384615.4*(0.3*(I1_bar - 3) + 0.2*(I2_bar - 3) + 0.02*(I1_bar - 3)^2)",
            bulk,
        ),
        formula(
            "2e5*(I1 - 3 - 2*ln(J)) + 1e4*(I2 - 3 - 4*ln(J)) + 3e5*(J^2 - 1 - 2*ln(J))",
            0.0,
        ),
    ]
}

/// A law as a formula.
pub fn formula(text: &str, bulk: f64) -> Material {
    Material::Formula(Arc::new(Formula::new(text, bulk).expect("a formula")))
}

/// A law with fibres in an oblique direction.
pub fn reinforced(matrix: Material, law: FibreLaw, tension_only: bool) -> Material {
    let fibre = Fibre::new(&V3::new(1.0, 0.7, -0.4), law, tension_only);
    Material::Reinforced(Arc::new(Reinforced { matrix, fibre }))
}

/// Moduli with three planes of symmetry, along oblique axes.
pub fn wood() -> Moduli {
    let law = Orthotropic {
        youngs: [E, 0.08 * E, 0.05 * E],
        poisson: [0.4, 0.3, 0.35],
        shear: [0.07 * E, 0.01 * E, 0.06 * E],
    };
    let axes = nalgebra::Rotation3::new(V3::new(0.3, -0.5, 0.8));
    turned(&law.moduli().expect("moduli"), axes.matrix())
}

pub fn strains(rng: &mut Random, size: f64) -> [f64; 6] {
    std::array::from_fn(|_| rng.between(-size, size))
}

#[test]
fn work_is_change_of_energy() {
    let rng = &mut Random::new(1);
    for material in all() {
        for size in [1e-6, 1e-4, 1e-2, 0.1, 0.3] {
            for _ in 0..100 {
                let x = strains(rng, 0.12);
                let d = strains(rng, 0.4 * size);
                let y: [f64; 6] = std::array::from_fn(|k| x[k] + d[k]);
                let (start, end) = (material.energy(&x), material.energy(&y));
                if !(start.is_finite() && end.is_finite()) {
                    continue;
                }
                let s = material.elastic(&x, &y).sigma;
                let work: f64 = (0..6).map(|k| s[k] * (y[k] - x[k])).sum();
                let missing = (work - (end - start)).abs();
                // Energies are sums of larger terms: their round-off is that of a modulus times a strain, with powers of
                // eigenvalues some ten times that.
                let digits = match &material {
                    Material::Ogden(_) => 10.0,
                    _ => 1.0,
                };
                // Formulas take invariants of three or so, and know the round-off of what they make of them.
                let rounded = match &material {
                    Material::Formula(f) => f.round_off(&x) + f.round_off(&y),
                    _ => 0.0,
                };
                assert!(
                    missing < 1e-13 * (start.abs() + end.abs()) + digits * 1e-16 * MU + rounded,
                    "{material:?}, {size}: {missing:e} of {start:e}"
                );
            }
        }
    }
}

#[test]
fn tangents_of_laws_are_difference_quotients() {
    let rng = &mut Random::new(2);
    for material in all() {
        for size in [0.0, 1e-3, 0.1] {
            for _ in 0..20 {
                let x = strains(rng, 0.1);
                let y: [f64; 6] = std::array::from_fn(|k| x[k] + rng.between(-size, size));
                let at = material.elastic(&x, &y);
                let h = 1e-6;
                for c in 0..6 {
                    let shifted = |e: &[f64; 6], d: f64| {
                        let mut e = *e;
                        e[c] += d;
                        e
                    };
                    let by_end = [h, -h].map(|d| material.elastic(&x, &shifted(&y, d)).sigma);
                    let by_start = [h, -h].map(|d| material.elastic(&shifted(&x, d), &y).sigma);
                    for r in 0..6 {
                        let end = (by_end[0][r] - by_end[1][r]) / (2.0 * h);
                        let start = (by_start[0][r] - by_start[1][r]) / (2.0 * h);
                        let errors = [end - at.d_end[r][c], start - at.d_start[r][c]];
                        for error in errors {
                            // Ogden's correction is left out on short intervals.
                            let allowed = if size == 0.0 { 1e-5 } else { 1e-6 };
                            // Fibres are stiffer, along 8/3 of their squared stretch, and bent where their stress begins.
                            let scale = match &material {
                                Material::Reinforced(_) => 20.0 * (LAMBDA + 2.0 * MU),
                                _ => LAMBDA + 2.0 * MU,
                            };
                            assert!(
                                error.abs() < allowed * scale,
                                "{material:?} {size}: {error:e}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn moduli_are_not_negative() {
    let rng = &mut Random::new(3);
    for material in all() {
        for _ in 0..50 {
            let e = strains(rng, 0.2);
            let d = strains(rng, 1.0);
            if material.energy(&e).is_nan() {
                continue;
            }
            let m = material.modulus(&e);
            let form: f64 = (0..36).map(|k| d[k / 6] * m[k / 6][k % 6] * d[k % 6]).sum();
            assert!(form >= -1e-9 * MU, "{material:?}: {form:e}");
            assert!((0..36).all(|k| m[k / 6][k % 6] == m[k % 6][k / 6]));
        }
    }
}

pub fn stress_at(material: &Material, f: &Matrix3<f64>) -> Matrix3<f64> {
    let e = 0.5 * (f.transpose() * f - Matrix3::identity());
    let rows = [
        e[(0, 0)],
        e[(1, 1)],
        e[(2, 2)],
        2.0 * e[(0, 1)],
        2.0 * e[(1, 2)],
        2.0 * e[(0, 2)],
    ];
    let s = material.elastic(&rows, &rows).sigma;
    f * Matrix3::new(s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2])
}

#[test]
fn stresses_at_a_given_deformation() {
    let f = Matrix3::new(1.2, 0.1, 0.0, 0.05, 0.9, 0.02, 0.0, 0.03, 1.1);
    let wanted = [
        [
            374584.6153846,
            82932.69230769,
            2423.076923077,
            72466.34615385,
            64575.0,
            22025.0,
        ],
        [
            220206.6174063,
            51876.99371449,
            -365.8760523532,
            46061.67973667,
            24182.92008305,
            16473.33294878,
        ],
        [
            235315.1682375,
            51037.12076551,
            -342.9704264721,
            44381.93383872,
            44339.87085843,
            15923.59792764,
        ],
        [
            229212.0435846,
            44620.10280033,
            -278.4914423603,
            37627.08072998,
            64606.27994702,
            13565.5445994,
        ],
    ];
    for (material, wanted) in all().iter().zip(wanted) {
        let p = stress_at(material, &f);
        for (k, value) in wanted.into_iter().enumerate() {
            let error = (p[(k / 3, k % 3)] - value).abs();
            assert!(error < 1e-10 * 3e5, "{material:?} {k}: {error:e}");
        }
    }
}

/// Columns: stretch, lateral stretch, nominal stress; compressible laws.
#[test]
fn uniaxial_states() {
    let cases = [
        (
            0,
            [
                [0.7, 1.073778375644, -178500.0],
                [1.5, 0.7905694150421, 937500.0],
            ],
        ),
        (
            1,
            [
                [0.7, 1.107934732848, -405230.4243143],
                [2.0, 0.7980775445389, 646744.6601736],
            ],
        ),
        (
            2,
            [
                [0.7, 1.100467320116, -396169.4080463],
                [2.0, 0.7842635356205, 650948.2128262],
            ],
        ),
        (
            3,
            [
                [0.7, 1.104472315293, -445549.3666651],
                [2.0, 0.8131437194272, 532938.3371581],
            ],
        ),
    ];
    for (law, states) in cases {
        for [axial, lateral, nominal] in states {
            let f = Matrix3::from_diagonal(&nalgebra::Vector3::new(axial, lateral, lateral));
            let p = stress_at(&all()[law], &f);
            assert!((p[(0, 0)] - nominal).abs() < 1e-10 * nominal.abs());
            assert!(p[(1, 1)].abs() < 1e-6, "{:e}", p[(1, 1)]);
        }
    }
    // Simple shear of law A: Cauchy stresses mu g and mu g^2.
    let g = 0.4;
    let f = Matrix3::new(1.0, g, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    let cauchy = stress_at(&all()[1], &f) * f.transpose();
    assert!((cauchy[(0, 1)] - MU * g).abs() < 1e-9);
    assert!((cauchy[(0, 0)] - MU * g * g).abs() < 1e-9);
    assert!(cauchy[(1, 1)].abs() + cauchy[(2, 2)].abs() < 1e-9);
}

/// Nearly incompressible laws in uniaxial tension and compression.
#[test]
fn uniaxial_rubber() {
    let bulk = 1e11;
    let rubber = [
        Material::NeoHooke {
            mu: 335_800.0,
            bulk,
        },
        Material::MooneyRivlin {
            c10: 162_000.0,
            c01: 5_900.0,
            bulk,
        },
        Material::Ogden(Ogden {
            mu: [6.3e5, 1.2e3, -1e4],
            alpha: [1.3, 5.0, -2.0],
            bulk,
        }),
    ];
    let table = [
        [0.6, -731297.777778, -748429.62963, -966319.266386],
        [1.5, 354455.555556, 350303.703704, 401616.978898],
        [4.0, 1322212.5, 1287365.625, 1207970.93569],
    ];
    for row in table {
        for (k, material) in rubber.iter().enumerate() {
            let state = |lateral: f64| {
                let f = Matrix3::from_diagonal(&nalgebra::Vector3::new(row[0], lateral, lateral));
                let p = stress_at(material, &f);
                [p[(0, 0)], p[(1, 1)]]
            };
            let (mut low, mut high) = (0.99 / row[0].sqrt(), 1.01 / row[0].sqrt());
            for _ in 0..80 {
                let middle = 0.5 * (low + high);
                if state(middle)[1] > 0.0 {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            let error = state(low)[0] / row[1 + k] - 1.0;
            assert!(error.abs() < 1e-4, "{material:?} {}: {error:e}", row[0]);
        }
    }
}

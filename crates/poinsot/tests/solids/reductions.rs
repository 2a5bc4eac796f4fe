//! Laws that contain others, frames, fibres, data that cannot be.

use crate::materials::{BULK, LAMBDA, MU, all, formula, reinforced, strains, stress_at, wood};
use crate::random::Random;
use nalgebra::{Matrix3, Rotation3, Vector3};
use poinsot::math::V3;
use poinsot::mechanics::elements::solid::{
    Fibre, FibreLaw, Material, ModuliError, Ogden, Orthotropic, Reinforced, check_moduli,
    isotropic, turned,
};
use std::sync::Arc;

/// Two laws give the same discrete gradients, energies and tangents.
fn same(a: &Material, b: &Material, digits: f64) {
    let rng = &mut Random::new(7);
    for size in [0.0, 1e-5, 1e-2, 0.1] {
        for _ in 0..40 {
            let x = strains(rng, 0.1);
            let y: [f64; 6] = std::array::from_fn(|k| x[k] + rng.between(-size, size));
            let (s, t) = (a.elastic(&x, &y), b.elastic(&x, &y));
            let energy = (a.energy(&x) - b.energy(&x)).abs();
            assert!(energy < digits * 1e-15 * BULK, "{a:?}: {energy:e}");
            for r in 0..6 {
                let stress = (s.sigma[r] - t.sigma[r]).abs();
                assert!(stress < digits * 1e-14 * BULK, "{a:?} {size}: {stress:e}");
                for c in 0..6 {
                    let by_end = (s.d_end[r][c] - t.d_end[r][c]).abs();
                    let by_start = (s.d_start[r][c] - t.d_start[r][c]).abs();
                    let error = by_end.max(by_start);
                    assert!(error < digits * 1e-13 * BULK, "{a:?} {size}: {error:e}");
                }
            }
        }
    }
}

#[test]
fn laws_contain_others() {
    let (mu, bulk, lambda) = (MU, BULK, LAMBDA);
    let neo_hooke = Material::NeoHooke { mu, bulk };
    let c = [0.5 * mu, 0.0, 0.0];
    same(&Material::Yeoh { c, bulk }, &neo_hooke, 1.0);
    let (c10, c01) = (0.5 * mu, 0.0);
    same(&Material::MooneyRivlin { c10, c01, bulk }, &neo_hooke, 1.0);
    let moduli = Arc::new(isotropic(lambda, mu));
    same(
        &Material::Linear(moduli),
        &Material::SaintVenant { lambda, mu },
        1.0,
    );
    let none = FibreLaw::Quadratic { k: 0.0 };
    same(&reinforced(neo_hooke.clone(), none, true), &neo_hooke, 1.0);
    // Exponential fibres that do not stiffen are quadratic ones.
    let (k1, k2) = (mu, 1e-13);
    let weak = reinforced(neo_hooke.clone(), FibreLaw::Exponential { k1, k2 }, true);
    let plain = reinforced(neo_hooke, FibreLaw::Quadratic { k: mu }, true);
    same(&weak, &plain, 100.0);
}

/// The text of a law is the law. Formulas take invariants of three or so, whose last digits are worth some 1e-15 of the moduli; what is
/// a product in the closed form is here a mean of three points, whose difference from it is of second order.
#[test]
fn formulas_are_the_laws_that_they_say() {
    let (mu, bulk) = (MU, BULK);
    let pairs = [
        (
            formula("192307.69230769231*(I1_bar - 3)", bulk),
            Material::NeoHooke { mu, bulk },
        ),
        (
            formula("1e5*(I1_bar - 3) + 7e4*(I2_bar - 3)", bulk),
            Material::MooneyRivlin {
                c10: 1e5,
                c01: 7e4,
                bulk,
            },
        ),
        (
            formula(
                "1e5*(I1_bar - 3) - 3e3*(I1_bar - 3)^2 + 2e3*(I1_bar - 3)^3",
                bulk,
            ),
            Material::Yeoh {
                c: [1e5, -3e3, 2e3],
                bulk,
            },
        ),
    ];
    for (text, law) in &pairs {
        same(text, law, 30.0);
    }
    // In the plain invariants the secants differ, not the states.
    let text = formula("2e5*(I1 - 3) - 4e5*ln(J) + 1.5e5*ln(J)^2", 0.0);
    let law = Material::NeoHookeLogarithm {
        lambda: 3e5,
        mu: 4e5,
    };
    let rng = &mut Random::new(8);
    for _ in 0..50 {
        let e = strains(rng, 0.15);
        let (s, t) = (text.elastic(&e, &e), law.elastic(&e, &e));
        for r in 0..6 {
            assert!((s.sigma[r] - t.sigma[r]).abs() < 1e-14 * 4e5);
            for c in 0..6 {
                let [s, t] = [&s, &t].map(|s| s.d_start[r][c] + s.d_end[r][c]);
                assert!((s - t).abs() < 1e-12 * 4e5);
            }
        }
    }
    let Material::Formula(law) = &text else {
        panic!("a formula");
    };
    assert!(law.stress_as_drawn().abs() < 1e-9);
    let Material::Formula(pressed) = &formula("1e5*I1", 0.0) else {
        panic!("a formula");
    };
    assert!((pressed.stress_as_drawn() - 2e5).abs() < 1e-9);
    assert_eq!(formula("1e5*I1", 0.0).energy(&[0.0; 6]), 0.0);
}

/// Strains `Q E Q^T` as rows.
fn turned_strain(q: &Matrix3<f64>, e: &[f64; 6]) -> [f64; 6] {
    let m = Matrix3::new(
        e[0],
        0.5 * e[3],
        0.5 * e[5],
        0.5 * e[3],
        e[1],
        0.5 * e[4],
        0.5 * e[5],
        0.5 * e[4],
        e[2],
    );
    let t = q * m * q.transpose();
    [
        t[(0, 0)],
        t[(1, 1)],
        t[(2, 2)],
        2.0 * t[(0, 1)],
        2.0 * t[(1, 2)],
        2.0 * t[(0, 2)],
    ]
}

/// A body turned as drawn with its axes and fibres has the same energy; what has no direction need not know of it.
#[test]
fn axes_turn_with_the_body() {
    let rng = &mut Random::new(9);
    for _ in 0..20 {
        let q = *Rotation3::new(rng.vector(2.0)).matrix();
        let e = strains(rng, 0.1);
        let moved = turned_strain(&q, &e);
        for law in all() {
            let other = match &law {
                Material::Linear(moduli) => Material::Linear(Arc::new(turned(moduli, &q))),
                Material::Reinforced(_) => continue,
                _ => law.clone(),
            };
            let change = (law.energy(&e) - other.energy(&moved)).abs();
            assert!(change < 1e-14 * MU, "{law:?}: {change:e}");
        }
        let direction = rng.vector(1.0);
        let with = |a: &V3| {
            let law = FibreLaw::Exponential { k1: 1e6, k2: 3.0 };
            Material::Reinforced(Arc::new(Reinforced {
                matrix: Material::NeoHooke { mu: MU, bulk: BULK },
                fibre: Fibre::new(a, law, false),
            }))
        };
        let (here, there) = (with(&direction), with(&(q * direction)));
        let change = (here.energy(&e) - there.energy(&moved)).abs();
        assert!(change < 1e-13 * MU, "{change:e}");
    }
}

/// Closed forms: a block pulled along its fibres, and pressed along them where they hold in tension alone.
#[test]
fn fibres_pull_along_themselves() {
    let (mu, bulk) = (MU, BULK);
    let matrix = Material::NeoHooke { mu, bulk };
    let (k1, k2) = (5e5, 1.7);
    let laws = [
        FibreLaw::Quadratic { k: k1 },
        FibreLaw::Exponential { k1, k2 },
    ];
    for law in laws {
        for stretch in [0.8, 1.3] {
            for tension_only in [false, true] {
                let fibre = Fibre::new(&V3::new(0.0, 3.0, 0.0), law, tension_only);
                let both = Material::Reinforced(Arc::new(Reinforced {
                    matrix: matrix.clone(),
                    fibre,
                }));
                let f = Matrix3::from_diagonal(&Vector3::new(0.95, stretch, 0.9));
                let added = stress_at(&both, &f) - stress_at(&matrix, &f);
                let s = stretch * stretch - 1.0;
                let slack = tension_only && s < 0.0;
                let growth = match law {
                    FibreLaw::Quadratic { .. } => 1.0,
                    FibreLaw::Exponential { .. } => (k2 * s * s).exp(),
                };
                // P = 2 stretch dW/ds.
                let wanted = if slack {
                    0.0
                } else {
                    2.0 * stretch * k1 * s * growth
                };
                assert!((added[(1, 1)] - wanted).abs() < 1e-14 * 1e7, "{law:?}");
                assert!(added[(0, 0)].abs() + added[(2, 2)].abs() < 1e-9);
            }
        }
    }
}

/// Compliance of an oblique orthotropic law in its own axes gives its constants back.
#[test]
fn engineering_constants() {
    let law = Orthotropic {
        youngs: [12e9, 0.9e9, 0.6e9],
        poisson: [0.45, 0.3, 0.38],
        shear: [0.8e9, 0.05e9, 0.7e9],
    };
    let moduli = law.moduli().expect("moduli");
    let m = nalgebra::SMatrix::<f64, 6, 6>::from_fn(|r, c| moduli[r][c]);
    let s = m.try_inverse().expect("an inverse");
    for k in 0..3 {
        assert!((s[(k, k)] * law.youngs[k] - 1.0).abs() < 1e-13);
        assert!((s[(3 + k, 3 + k)] * law.shear[k] - 1.0).abs() < 1e-13);
    }
    assert!((-s[(0, 1)] * law.youngs[0] - 0.45).abs() < 1e-13);
    assert!((-s[(1, 2)] * law.youngs[1] - 0.3).abs() < 1e-13);
    assert!((-s[(0, 2)] * law.youngs[0] - 0.38).abs() < 1e-13);
    let axes = Rotation3::new(V3::new(0.2, 1.0, -0.4));
    let there = turned(&moduli, axes.matrix());
    let back = turned(&there, &axes.matrix().transpose());
    for k in 0..36 {
        let error = back[k / 6][k % 6] - moduli[k / 6][k % 6];
        assert!(error.abs() < 1e-14 * 12e9, "{error:e}");
    }
    assert!(check_moduli(&wood()).is_ok());
}

#[test]
fn moduli_that_cannot_be_are_refused() {
    let law = Orthotropic {
        youngs: [12e9, 0.9e9, 0.6e9],
        poisson: [0.45, 0.3, 0.38],
        shear: [0.8e9, 0.05e9, 0.7e9],
    };
    let bent = Orthotropic {
        poisson: [3.9, 0.3, 0.38],
        ..law
    };
    assert!(matches!(
        bent.moduli(),
        Err(ModuliError::NotPositive { .. })
    ));
    let soft = Orthotropic {
        shear: [0.8e9, -0.05e9, 0.7e9],
        ..law
    };
    assert_eq!(soft.moduli(), Err(ModuliError::NotANumber));
    let mut skew = isotropic(LAMBDA, MU);
    skew[4][1] = 0.1 * MU;
    let error = check_moduli(&skew).expect_err("not symmetric");
    assert!(matches!(
        error,
        ModuliError::NotSymmetric {
            row: 5,
            column: 2,
            ..
        }
    ));
}

/// A single term of Ogden's law with power two is neo-Hooke's.
#[test]
fn ogden_with_power_two() {
    let ogden = Material::Ogden(Ogden {
        mu: [MU, 0.0, 0.0],
        alpha: [2.0, 0.0, 0.0],
        bulk: BULK,
    });
    let neo_hooke = Material::NeoHooke { mu: MU, bulk: BULK };
    let rng = &mut Random::new(10);
    for _ in 0..40 {
        let e = strains(rng, 0.15);
        let (s, t) = (ogden.elastic(&e, &e).sigma, neo_hooke.elastic(&e, &e).sigma);
        for k in 0..6 {
            assert!((s[k] - t[k]).abs() < 1e-13 * BULK);
        }
    }
}

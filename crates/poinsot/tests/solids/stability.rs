//! Simple tests of laws: closed forms of forces, and the stretches at which laws are no longer stable (so.5).

use crate::materials::{BULK, LAMBDA, MU, formula};
use poinsot::mechanics::elements::solid::{
    Cause, Instability, Loading, Material, Ogden, instabilities, response,
};

/// Forces of incompressible laws, and their slopes by differences.
#[test]
fn forces_of_simple_tests() {
    let (c10, c01, bulk) = (0.3 * MU, 0.2 * MU, BULK);
    let law = Material::MooneyRivlin { c10, c01, bulk };
    for l in [0.6, 1.0, 1.7, 3.0_f64] {
        let wanted = [
            2.0 * (l - l.powi(-2)) * (c10 + c01 / l),
            2.0 * (l - l.powi(-5)) * (c10 + c01 * l * l),
            2.0 * (l - l.powi(-3)) * (c10 + c01),
        ];
        for (loading, wanted) in Loading::ALL.into_iter().zip(wanted) {
            let at = response(&law, loading, l).expect("a state");
            assert!(
                (at.stress - wanted).abs() < 1e-13 * MU * (1.0 + l.powi(5)),
                "{loading:?}"
            );
            let near = |d: f64| response(&law, loading, l + d).expect("a state").stress;
            let slope = (near(1e-5) - near(-1e-5)) / 2e-5;
            assert!(
                (at.slope - slope).abs() < 1e-7 * at.slope.abs(),
                "{loading:?} {l}"
            );
        }
    }
    // Free volume: columns as in the table of uniaxial states.
    let (lambda, mu) = (LAMBDA, MU);
    let law = Material::NeoHookeLogarithm { lambda, mu };
    for [axial, lateral, nominal] in [
        [0.7, 1.107934732848, -405230.4243143],
        [2.0, 0.7980775445389, 646744.6601736],
    ] {
        let at = response(&law, Loading::Uniaxial, axial).expect("a state");
        assert!((at.free - lateral).abs() < 1e-11);
        assert!((at.stress / nominal - 1.0).abs() < 1e-11);
        let near = |d: f64| {
            response(&law, Loading::Uniaxial, axial + d)
                .expect("a state")
                .stress
        };
        let slope = (near(1e-5) - near(-1e-5)) / 2e-5;
        assert!((at.slope - slope).abs() < 1e-7 * at.slope.abs());
    }
}

fn lost(list: &[Instability], loading: Loading, tension: bool) -> Option<Instability> {
    let mut all = list.iter().copied();
    all.find(|x| x.loading == loading && (x.stretch > 1.0) == tension)
}

#[test]
fn stable_laws_are_stable() {
    let (mu, bulk, lambda) = (MU, BULK, LAMBDA);
    let laws = [
        Material::NeoHooke { mu, bulk },
        Material::MooneyRivlin {
            c10: 0.3 * mu,
            c01: 0.2 * mu,
            bulk,
        },
        Material::Yeoh {
            c: [0.5 * mu, 0.0, 1e-3 * mu],
            bulk,
        },
        // Treloar's rubber, by Ogden.
        Material::Ogden(Ogden {
            mu: [6.3e5, 1.2e3, -1e4],
            alpha: [1.3, 5.0, -2.0],
            bulk,
        }),
        Material::NeoHookeLogarithm { lambda, mu },
        formula("1e5*(I1_bar - 3) + 7e4*(I2_bar - 3)", bulk),
    ];
    for law in &laws {
        assert_eq!(instabilities(law), Vec::new(), "{law:?}");
    }
}

/// Closed forms of the stretch at which stability is lost.
#[test]
fn unstable_laws_are_found() {
    // Kirchhoff's law softens in compression: P = E (l^3 - l)/2 has its least at 1/sqrt(3). In tension it does not.
    let (mu, lambda, bulk) = (MU, LAMBDA, BULK);
    let list = instabilities(&Material::SaintVenant { lambda, mu });
    let found = lost(&list, Loading::Uniaxial, false).expect("an unstable state");
    assert!(
        (found.stretch - 1.0 / 3f64.sqrt()).abs() < 1e-9,
        "{found:?}"
    );
    assert_eq!(found.cause, Cause::Force);
    assert_eq!(lost(&list, Loading::Uniaxial, true), None);
    // A negative c01: the force of the biaxial test has the slope 2 (c10 (1 + 5/l^6) + 3 c01 (l^2 + 1/l^4)), and that of the
    // planar one always grows, but strains across need not.
    let (c10, c01) = (mu, -0.2 * mu);
    let list = instabilities(&Material::MooneyRivlin { c10, c01, bulk });
    let found = lost(&list, Loading::Biaxial, true).expect("an unstable state");
    let l = found.stretch;
    let slope = c10 * (1.0 + 5.0 * l.powi(-6)) + 3.0 * c01 * (l * l + l.powi(-4));
    assert!(slope.abs() < 1e-8 * mu, "{found:?}: {slope:e}");
    assert_eq!(found.cause, Cause::Force);
    let found = lost(&list, Loading::Planar, true).expect("an unstable state");
    let firm = |l: f64| planar_firmness(c10, c01, l);
    assert!(firm(found.stretch * (1.0 - 1e-6)) > 0.0 && firm(found.stretch * (1.0 + 1e-6)) < 0.0);
    assert_eq!(found.cause, Cause::Strain);
    // A single term of Ogden with a power between 0 and 1: P = mu (l^(a-1) - l^(-a/2-1)) has its greatest value where
    // (a - 1) l^(3a/2) = -(a/2 + 1).
    let alpha = 0.5;
    let ogden = Material::Ogden(Ogden {
        mu: [mu, 0.0, 0.0],
        alpha: [alpha, 0.0, 0.0],
        bulk,
    });
    let list = instabilities(&ogden);
    let found = lost(&list, Loading::Uniaxial, true).expect("an unstable state");
    let wanted = ((0.5 * alpha + 1.0) / (1.0 - alpha)).powf(1.0 / (1.5 * alpha));
    assert!((found.stretch - wanted).abs() < 1e-8, "{found:?}, {wanted}");
    assert_eq!(found.cause, Cause::Force);
    // No resistance at all.
    let list = instabilities(&Material::NeoHooke { mu: -mu, bulk });
    assert!(list.iter().all(|x| x.stretch == 1.0) && !list.is_empty());
}

/// Determinant of the second derivatives of Mooney's energy at stretches l, 1, 1/l, in logarithmic strains that keep the volume: with
/// `W = c10 sum x_i + c01 sum 1/x_i`, `x = l^2`, those by the logarithm of one stretch are `4 (c10 x + c01/x)`.
fn planar_firmness(c10: f64, c01: f64, l: f64) -> f64 {
    let [a, b, c] = [l * l, 1.0, l.powi(-2)].map(|x| 4.0 * (c10 * x + c01 / x));
    // Strains (1, 0, -1) and (0, 1, -1).
    (a + c) * (b + c) - c * c
}

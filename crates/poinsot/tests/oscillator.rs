//! One step of the schemes on a linear oscillator against closed forms.
//!
//! A body on a prismatic joint with a spring on its coordinate is exactly `m u'' + k u = 0`.
//! Reference figures: own computation with 40 digits from the equations of the schemes (cases INT-01 to INT-03 of the
//! reference collection); `W = omega dt`.

mod common;

use common::state::{TIGHT, Trial};
use common::{V3, body, coordinate, joint};
use nalgebra::{Complex, Matrix2, Matrix3, UnitQuaternion};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator};
use poinsot::functions::Law;
use poinsot::model::joints;
use poinsot::model::*;
use poinsot::system::System;

const MASS: f64 = 2.0;
const OMEGA: f64 = 3.0;

fn oscillator() -> Model {
    let axes = UnitQuaternion::identity();
    Model {
        bodies: vec![body("mass", MASS, Matrix3::identity(), V3::zeros())],
        joints: vec![joint(
            "slide",
            joints::prismatic(),
            ["ground", "mass"],
            V3::zeros(),
            axes,
        )],
        springs: vec![Spring {
            name: "spring".into(),
            on: SpringPlace::Coordinate(coordinate("slide.displacement")),
            law: Some(Law::linear(MASS * OMEGA * OMEGA, 0.0, 0.0)),
            damping: 0.0,
            place: Place::default(),
        }],
        ..Model::default()
    }
}

/// One step from displacement, velocity and pseudo acceleration; the true acceleration follows from the balance.
fn step<S: Integrator>(scheme: S, dt: f64, start: [f64; 3]) -> [f64; 3] {
    let (system, mut state) = System::build(&oscillator()).expect("a sound model");
    let node = system.bodies[0].node;
    let [u, v, a] = start;
    state.poses[node].r.z = u;
    state.velocities[node].v.z = v;
    state.accelerations[node][0].v.z = a;
    state.accelerations[node][1].v.z = -OMEGA * OMEGA * u;
    for c in &system.joints[0].coordinates {
        if let Some(n) = c.node {
            (state.poses[n].r.x, state.velocities[n].v.x) = (u, v);
        }
    }
    let mut trial = Trial::from_state(system, state, scheme, TIGHT);
    trial.step(dt);
    let s = &trial.state;
    [
        s.poses[node].r.z,
        s.velocities[node].v.z,
        s.accelerations[node][0].v.z,
    ]
}

/// Amplification matrix in `(u, v/omega)`, so that its entries are of order one.
fn amplification<S: Integrator>(scheme: S, dt: f64) -> Matrix2<f64> {
    let a = step(scheme, dt, [1.0, 0.0, 0.0]);
    let b = step(scheme, dt, [0.0, OMEGA, 0.0]);
    Matrix2::new(a[0], b[0], a[1] / OMEGA, b[1] / OMEGA)
}

/// Spectral radius, damping ratio and relative period error of an eigenvalue, its phase counted from 0 to 2 pi.
fn figures(lambda: Complex<f64>, w: f64) -> [f64; 3] {
    let phase = lambda.im.atan2(lambda.re).rem_euclid(std::f64::consts::TAU);
    let radius = lambda.norm();
    [radius, -radius.ln() / phase, w / phase - 1.0]
}

/// `[12 + (6 - 2a) iW - (1 - a) W^2] / [12 - (6 + 2a) iW - (1 + a) W^2]`: [2/2] Pade for a = 0, [1/2] for a = 1.
fn closed_form(alpha: f64, w: f64) -> Complex<f64> {
    let side = |s: f64| {
        Complex::new(
            12.0 - (1.0 - s * alpha) * w * w,
            s * (6.0 - s * 2.0 * alpha) * w,
        )
    };
    side(1.0) / side(-1.0)
}

#[test]
fn decaying_family_has_its_amplification() {
    for alpha in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let rho_inf = (1.0 - alpha) / (1.0 + alpha);
        for w in [0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 100.0] {
            for collocation in [Collocation::Radau, Collocation::Jump] {
                for mp in [false, true] {
                    let scheme = EnergyDecaying::new(rho_inf, collocation, mp);
                    let a = amplification(scheme, w / OMEGA);
                    let lambda = closed_form(alpha, w);
                    let expected = Matrix2::new(lambda.re, lambda.im, -lambda.im, lambda.re);
                    // Round-off, magnified by the stiffness W^2 in the equations.
                    assert!(
                        (a - expected).amax() < 1e-13 * (1.0 + w * w),
                        "alpha {alpha}, W {w}, {collocation:?}, mp {mp}: {a} {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn decaying_family_has_its_spectrum() {
    // alpha, W, spectral radius, damping ratio, period error (INT-01).
    let table = [
        [0.0, 0.1, 1.0, 0.0, 1.38806236235e-07],
        [0.0, 1.0, 1.0, 0.0, 0.00130826596332],
        [0.0, 5.0, 1.0, 0.0, 0.262814947751],
        [
            0.25,
            0.5,
            0.999787623773,
            0.000424837728334,
            9.45498181637e-05,
        ],
        [0.25, 2.0, 0.962603503311, 0.0194267086505, 0.0194086363408],
        [0.25, 10.0, 0.64152710007, 0.0880153947355, 0.982758080228],
        [
            0.5,
            0.2,
            0.999988929082,
            5.53550680239e-05,
            3.14257750216e-06,
        ],
        [0.5, 3.0, 0.796566234846, 0.0827297583406, 0.0912056967378],
        [0.5, 100.0, 0.334103222112, 0.178650033247, 15.2956464416],
        [0.75, 1.0, 0.990657638717, 0.00941038487052, 0.0025686454337],
        [0.75, 5.0, 0.472632412553, 0.208527605918, 0.391227769875],
        [
            1.0,
            0.1,
            0.999998612655,
            1.38734598068e-05,
            3.70222964402e-07,
        ],
        [1.0, 1.0, 0.98772959665, 0.0123897758657, 0.00352085631609],
        [1.0, 3.0, 0.68599434057, 0.144890739283, 0.153325758484],
        [1.0, 10.0, 0.204397796416, 0.395083566603, 1.48842194004],
    ];
    for [alpha, w, radius, damping, period] in table {
        let rho_inf = (1.0 - alpha) / (1.0 + alpha);
        let scheme = EnergyDecaying::new(rho_inf, Collocation::Radau, false);
        let a = amplification(scheme, w / OMEGA);
        let found = figures(Complex::new(a[(0, 0)], a[(0, 1)]), w);
        for (found, expected) in found.into_iter().zip([radius, damping, period]) {
            // The figures have twelve digits.
            assert!(
                (found - expected).abs() < 1e-10 * (1.0 + expected.abs()),
                "alpha {alpha}, W {w}: {found} {expected}"
            );
        }
    }
}

#[test]
fn jump_of_the_decaying_family_accounts_for_its_loss() {
    // alpha, W, u_f, v_f, E_f - E_i for m = 1, dt = 1, k = W^2 from u = 1, v = 0 (INT-01).
    let table = [
        [
            0.25,
            0.5,
            0.87741884107982,
            -0.23964112228917,
            -5.3088418761447e-05,
        ],
        [
            0.25,
            2.0,
            -0.36697247706422,
            -1.7798165137615,
            -0.14678899082569,
        ],
        [
            1.0,
            0.5,
            0.87689713322091,
            -0.23946037099494,
            -0.00021079258010118,
        ],
        [
            1.0,
            2.0,
            -0.29411764705882,
            -1.6470588235294,
            -0.47058823529412,
        ],
    ];
    for [alpha, w, u, v, loss] in table {
        let scheme = EnergyDecaying::new((1.0 - alpha) / (1.0 + alpha), Collocation::Radau, false);
        let dt = w / OMEGA;
        let [u_f, v_f, _] = step(scheme, dt, [1.0, 0.0, 0.0]);
        // Velocities scale with 1/dt, energies with m omega^2 / W^2.
        assert!((u_f - u).abs() < 1e-12 && (v_f * dt - v).abs() < 1e-12);
        let energy = 0.5 * (v_f * v_f + OMEGA * OMEGA * (u_f * u_f - 1.0));
        assert!(
            (energy * dt * dt - loss).abs() < 1e-12,
            "alpha {alpha}, W {w}"
        );
    }
}

#[test]
fn preserving_scheme_is_the_midpoint_rule() {
    // W, period error; the phase is 2 atan(W/2) (INT-03).
    let table = [
        [0.1, 0.000832778504114],
        [0.5, 0.0204970376156],
        [1.0, 0.0784052161458],
        [2.0, 0.273239544735],
        [5.0, 1.10032858016],
        [10.0, 2.64059793786],
    ];
    for map in [RotationMap::Cayley, RotationMap::Exponential] {
        for [w, period] in table {
            let a = amplification(EnergyPreserving::new(map), w / OMEGA);
            let [radius, damping, found] = figures(Complex::new(a[(0, 0)], a[(0, 1)]), w);
            assert!(
                (radius - 1.0).abs() < 1e-13 && damping.abs() < 1e-12,
                "W {w}"
            );
            assert!(
                (found - period).abs() < 1e-11 * (1.0 + period),
                "W {w}: {found}"
            );
        }
    }
}

#[test]
fn generalized_alpha_has_its_spectrum() {
    // rho_inf, W, spectral radius, damping ratio, period error (INT-02).
    let table = [
        [0.0, 0.1, 0.999951917652, 0.00048299915692, 0.00450075120232],
        [0.0, 1.0, 0.906563333305, 0.122366942361, 0.247440837398],
        [0.0, 10.0, 0.242535625036, 0.780166419237, 4.50729030607],
        [0.5, 0.5, 0.999011398687, 0.00203781812286, 0.0301476617151],
        [0.5, 2.0, 0.937132306548, 0.044014802647, 0.355744874575],
        [0.5, 10.0, 0.682528421486, 0.150316084859, 2.93547972727],
        [
            0.8,
            0.1,
            0.999999931616,
            6.84445356783e-07,
            0.000879023812453,
        ],
        [0.8, 5.0, 0.967909384982, 0.0140080183837, 1.14736202367],
        [0.9, 1.0, 0.999942258904, 6.2325571562e-05, 0.0793659302032],
        [1.0, 1.0, 1.0, 0.0, 0.0784052161458],
        [1.0, 10.0, 1.0, 0.0, 2.64059793786],
    ];
    for [rho_inf, w, radius, damping, period] in table {
        let scheme = GeneralizedAlpha::optimal(rho_inf, RotationMap::Cayley);
        // In (u, v/omega, a/omega^2).
        let scale = [1.0, OMEGA, OMEGA * OMEGA];
        let columns = [0, 1, 2].map(|k| {
            let mut start = [0.0; 3];
            start[k] = scale[k];
            let end = step(scheme, w / OMEGA, start);
            V3::from_fn(|r, _| end[r] / scale[r])
        });
        let eigenvalues = Matrix3::from_columns(&columns).complex_eigenvalues();
        let largest = eigenvalues.iter().map(|l| l.norm()).fold(0.0, f64::max);
        let principal = eigenvalues
            .iter()
            .find(|l| l.im > 1e-6)
            .expect("a complex pair");
        let found = figures(*principal, w);
        let expected = [radius, damping, period];
        // The eigenvalue iteration costs a few digits; the figures have twelve.
        assert!(
            (largest - radius).abs() < 1e-9,
            "rho_inf {rho_inf}, W {w}: {largest}"
        );
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-9 * (1.0 + expected.abs()),
                "rho_inf {rho_inf}, W {w}: {found} {expected}"
            );
        }
    }
}

//! Laws of elastic laws: work is energy change, means have the right limits and derivatives.

use std::sync::LazyLock;

use poinsot::functions::{Extrapolation, Interpolation, Law, MotorLaw, StoredEnergy, Table};
use proptest::prelude::*;

fn table(interpolation: Interpolation, extrapolation: Extrapolation) -> Table {
    Table::new(
        &[-1.0, -0.4, 0.0, 0.3, 1.0, 1.5],
        &[-900.0, -150.0, 0.0, 40.0, 35.0, 600.0],
        interpolation,
        extrapolation,
    )
    .unwrap()
}

/// One law of each kind, with its largest energy on the tested range, against which round-off is measured.
static LAWS: LazyLock<Vec<(&str, Law, f64)>> = LazyLock::new(|| {
    let energy = |law: &Law, k: i32| law.energy(f64::from(k) * 0.1).abs();
    laws()
        .into_iter()
        .map(|(name, law)| {
            let largest = (-20..=20).map(|k| energy(&law, k)).fold(0.0, f64::max);
            (name, law, largest)
        })
        .collect()
});

fn laws() -> Vec<(&'static str, Law)> {
    let formula = |text| Law::expression(text, 0.25).unwrap();
    vec![
        ("linear", Law::linear(300.0, 0.2, 15.0)),
        (
            "broken line",
            Law::table(table(Interpolation::Linear, Extrapolation::Linear), 0.25),
        ),
        (
            "smooth table",
            Law::table(table(Interpolation::Smooth, Extrapolation::Linear), 0.25),
        ),
        (
            "smooth table, constant outside",
            Law::table(table(Interpolation::Smooth, Extrapolation::Constant), 0.25),
        ),
        ("cubic", formula("100*x + 50*x^3")),
        ("waves", formula("20*sin(30*x) + 5*x")),
        ("stiffening", formula("10*(exp(3*x) - 1)")),
        ("softening", formula("50*x/sqrt(1 + x^2)")),
        (
            "gap",
            formula("if(x > 0.5, 1e4*(x - 0.5), if(x < -0.5, 1e4*(x + 0.5), 0))"),
        ),
        ("one-sided", formula("100*max(x - 0.1, 0)^1.5")),
        ("kink without a line", formula("100*abs(x^2 - 0.5)")),
    ]
}

proptest! {
    #[test]
    fn work_is_energy_change(x in -2.0..2.0_f64, y in -2.0..2.0_f64, shrink in 0..14_i32) {
        // From long intervals to tiny ones.
        let y = x + (y - x) * 0.1_f64.powi(shrink);
        for (name, law, scale) in LAWS.iter() {
            let mean = law.mean_effort(x, y);
            let work = mean.effort * (y - x);
            let change = law.energy(y) - law.energy(x);
            // 1e-14: a few dozen roundings of numbers of the size of the energies, in each of the two.
            prop_assert!(
                (work - change).abs() <= 1e-14 * *scale,
                "{name} from {x} to {y}: work {work}, energy change {change}"
            );
            prop_assert_eq!(law.mean_effort(y, x).effort, mean.effort);
        }
    }

    #[test]
    fn mean_effort_has_the_right_derivatives(x in -2.0..2.0_f64, y in -2.0..2.0_f64) {
        prop_assume!(x != y);
        for (name, law, scale) in LAWS.iter() {
            let size = *scale;
            let mean = law.mean_effort(x, y);
            // From mean (y - x) = W(y) - W(x): d_end = (effort(y) - mean) / (y - x), likewise d_start.
            let d_end = (law.effort(y) - mean.effort) / (y - x);
            let d_start = (mean.effort - law.effort(x)) / (y - x);
            // The quotients lose digits with the distance: round-off of the efforts over it.
            let allowed = 1e-8 * (d_end.abs() + d_start.abs())
                + 1e-14 * size / (y - x).abs();
            prop_assert!((mean.d_end - d_end).abs() <= allowed, "{name} {x} {y}: {} {d_end}", mean.d_end);
            prop_assert!((mean.d_start - d_start).abs() <= allowed, "{name} {x} {y}: {} {d_start}", mean.d_start);
        }
    }

    #[test]
    fn effort_is_slope_of_energy(x in -2.0..2.0_f64) {
        let h = 1e-4;
        for (name, law, scale) in LAWS.iter() {
            // Central quotient: error h^2 times the third derivative, or h times the jump of a slope.
            let quotient = (law.energy(x + h) - law.energy(x - h)) / (2.0 * h);
            let jump = (law.stiffness(x + h) - law.stiffness(x - h)).abs();
            let allowed = 1e-5 * *scale + h * jump;
            prop_assert!((quotient - law.effort(x)).abs() <= allowed, "{name} at {x}: {quotient} {}", law.effort(x));
        }
    }
}

#[test]
fn the_limit_of_a_vanishing_interval_is_smooth() {
    for (name, law, _) in LAWS.iter() {
        // Away from all kinks.
        let x = 0.77;
        let (effort, stiffness) = (law.effort(x), law.stiffness(x));
        for exponent in [4, 8, 12, 15, 30] {
            let d = 0.1_f64.powi(exponent);
            for y in [x + d, x - d] {
                let mean = law.mean_effort(x, y);
                // The mean differs from its limit by at most the slope times the distance, and its
                // derivatives by the curvature times it; curvatures here stay below 1e5 per unit.
                let near = 1e-13 * (1.0 + effort.abs());
                assert!(
                    (mean.effort - effort).abs() <= near + stiffness.abs() * d,
                    "{name} {d}: {} {effort}",
                    mean.effort
                );
                let near = 1e-12 * (1.0 + stiffness.abs()) + 1e5 * d;
                assert!((mean.d_end - 0.5 * stiffness).abs() <= near, "{name} {d}");
                assert!((mean.d_start - 0.5 * stiffness).abs() <= near, "{name} {d}");
            }
        }
    }
}

#[test]
fn energy_vanishes_at_the_reference_and_is_continuous_across_table_points() {
    for (name, law, scale) in LAWS.iter() {
        let reference = if *name == "linear" { 0.2 } else { 0.25 };
        assert_eq!(law.energy(reference), 0.0, "{name}");
        for knot in [-1.0, -0.4, 0.0, 0.3, 1.0, 1.5] {
            let jump = law.energy(knot + 1e-15) - law.energy(knot - 1e-15);
            assert!(jump.abs() <= 1e-14 * *scale, "{name} at {knot}: {jump}");
        }
    }
}

#[test]
fn exact_values() {
    // effort 100 x + 50 x^3 from 0: energy 50 x^2 + 12.5 x^4.
    let law = Law::expression("100*x + 50*x^3", 0.0).unwrap();
    assert!((law.energy(2.0) - 400.0).abs() < 1e-12);
    assert!((law.mean_effort(-1.0, 2.0).effort - (400.0 - 62.5) / 3.0).abs() < 1e-12);
    assert!((law.stiffness(2.0) - 700.0).abs() < 1e-12);
    // A gap law costs nothing inside the gap and half k d^2 outside, corners split exactly.
    let gap = Law::expression("1e4*max(x - 0.5, 0)", 0.0).unwrap();
    assert_eq!(gap.energy(0.49), 0.0);
    assert!((gap.energy(0.6) - 50.0).abs() < 1e-12);
    // A table on a straight line is the linear law, both ways of joining, also outside.
    for interpolation in [Interpolation::Linear, Interpolation::Smooth] {
        let law = Law::table(
            Table::new(
                &[0.0, 1.0, 3.0],
                &[1.0, 3.0, 7.0],
                interpolation,
                Extrapolation::Linear,
            )
            .unwrap(),
            0.0,
        );
        let line = Law::linear(2.0, 0.0, 1.0);
        for (x, y) in [(-2.0, 5.0), (0.5, 0.6), (4.0, 1.0)] {
            let (a, b) = (law.mean_effort(x, y), line.mean_effort(x, y));
            assert!((a.effort - b.effort).abs() < 1e-14 * 20.0);
            assert!((a.d_start - b.d_start).abs() < 1e-14 && (a.d_end - b.d_end).abs() < 1e-14);
            assert!((law.energy(x) - line.energy(x)).abs() < 1e-13);
        }
    }
}

#[test]
fn a_lost_state_is_not_hidden() {
    for (name, law, _) in LAWS.iter() {
        for (x, y) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::NAN, f64::NAN)] {
            assert!(law.mean_effort(x, y).effort.is_nan(), "{name} {x} {y}");
        }
        assert!(
            law.energy(f64::NAN).is_nan() && law.effort(f64::NAN).is_nan(),
            "{name}"
        );
    }
}

proptest! {
    #[test]
    fn motor_slopes_match_quotients(t in 0.0..3.0_f64, x in -2.0..2.0_f64, v in -2.0..2.0_f64) {
        let motor = MotorLaw::expression("5*sin(t) - 3*x^3 - 0.5*v*abs(v) + atan2(v, 2 + x^2)*(1.5 + t)^v").unwrap();
        let at = motor.evaluate(t, x, v);
        let h = 1e-5;
        let effort = |x, v| motor.evaluate(t, x, v).effort;
        // Error of the central quotient: h^2 times the third derivative (below 1e3 here), plus the kink of v|v|.
        let d_x = (effort(x + h, v) - effort(x - h, v)) / (2.0 * h);
        let d_v = (effort(x, v + h) - effort(x, v - h)) / (2.0 * h);
        prop_assert!((at.d_coordinate - d_x).abs() < 1e-6);
        prop_assert!((at.d_rate - d_v).abs() < 1e-5);
    }
}

#[test]
fn constant_motor() {
    let at = MotorLaw::constant(4.0).evaluate(1.0, 2.0, 3.0);
    assert_eq!((at.effort, at.d_coordinate, at.d_rate), (4.0, 0.0, 0.0));
}

/// Work, derivatives and symmetry of the discrete gradient of an energy in two strains.
#[test]
fn stored_energies_have_a_discrete_gradient() {
    let formulas = [
        "3*x^2 + 2*x*y + y^4",
        "exp(x*y) - 1 + cosh(x)",
        "(1 + x)^2 + 2/(1 + x) - 3 + y^2",
        "max(x - 0.1, 0)^2 + y^2",
    ];
    let x = [0.3, -0.2];
    for text in formulas {
        let w = StoredEnergy::new(text, &["x", "y"]).expect("a sound formula");
        for shrink in [1.0, 0.1, 1e-2, 1e-4, 1e-8, 1e-14, 0.0] {
            let y = [x[0] - 0.5 * shrink, x[1] + 0.7 * shrink];
            let d = [y[0] - x[0], y[1] - x[1]];
            let mean = w.mean_stress(&x, &y);
            let work = mean.stress[0] * d[0] + mean.stress[1] * d[1];
            let missing = (work - (w.energy(&y) - w.energy(&x))).abs();
            // Twice the round-off of both energies is left alone.
            let noise = w.round_off(&x) + w.round_off(&y);
            assert!(
                missing <= 3.0 * noise,
                "{text}, {shrink}: {missing} {noise}"
            );
            // No stress is made of round-off: the mean differs from the middle by the curvature over the interval.
            let middle = w.state(&[0.5 * (x[0] + y[0]), 0.5 * (x[1] + y[1])]).stress;
            for k in 0..2 {
                let gap = (mean.stress[k] - middle[k]).abs();
                assert!(
                    gap <= 10.0 * shrink * shrink + 1e-13,
                    "{text}, {shrink}: {gap}"
                );
            }
        }
        let same = w.mean_stress(&x, &x);
        let state = w.state(&x);
        for r in 0..2 {
            // Weights of the quadrature are rounded.
            assert!((same.stress[r] - state.stress[r]).abs() < 1e-14, "{text}");
            for c in 0..2 {
                let half = 0.5 * state.stiffness[r][c];
                assert!(
                    (same.d_start[r][c] - half).abs() < 1e-14 * (1.0 + half.abs()),
                    "{text}"
                );
                assert!(
                    (same.d_end[r][c] - half).abs() < 1e-14 * (1.0 + half.abs()),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn stored_energies_pass_on_what_is_lost() {
    let w = StoredEnergy::new("x^2 + log(y)", &["x", "y"]).expect("a sound formula");
    for bad in [[f64::NAN, 1.0], [0.0, -1.0]] {
        let mean = w.mean_stress(&[0.1, 1.0], &bad);
        assert!(mean.stress.iter().any(|s| s.is_nan()), "{bad:?}");
    }
}

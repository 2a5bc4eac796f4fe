//! Functions of time and the expressions behind them.

use std::f64::consts::{E, PI};

use poinsot::functions::{
    Expression, ExpressionProblem, Extrapolation, HalfCosine, Interpolation, Pulse, PulseError,
    Ramp, Sine, Step, Sweep, Table, TableError, TimeFunction, Triangle,
};
use proptest::prelude::*;

fn value(text: &str, t: f64) -> f64 {
    TimeFunction::expression(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"))
        .value(t)
}

#[test]
fn arithmetic_follows_the_usual_rules() {
    let cases = [
        ("1 + 2*3", 7.0),
        ("(1 + 2)*3", 9.0),
        ("2 - 3 - 4", -5.0),
        ("16/4/2", 2.0),
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2^-1", 0.5),
        ("2**3", 8.0),
        ("2*-3", -6.0),
        ("--3", 3.0),
        ("+3", 3.0),
        ("1e3 + .5 + 2.", 1002.5),
        ("pi + e", PI + E),
        ("2e0*e", 2.0 * E),
        ("t^2 - 1", 8.0),
        ("1 < 2", 1.0),
        ("2 <= 1", 0.0),
        ("t == 3 and t != 4", 1.0),
        ("t > 5 || t >= 3", 1.0),
        ("1 + 1 < 3 && 2 > 1", 1.0),
        ("if(t < 2, 10, 20)", 20.0),
        ("if(t, 1, 2)", 1.0),
        ("if(t > 2, 1, sqrt(-t))", 1.0),
        ("min(t, 2) + max(t, 5)", 7.0),
        ("clamp(t, 0, 1) + clamp(t, 4, 5) + clamp(t, 0, 9)", 8.0),
        ("sign(-t) + sign(0) + sign(t)", 0.0),
        ("floor(-t/2)", -2.0),
        ("step(t - 3) + step(t - 3.1)", 1.0),
        ("abs(-t)", 3.0),
        ("log(e^2) + ln(e)", 3.0),
        ("log10(1000)", 3.0),
        ("sqrt(16)", 4.0),
        ("atan2(1, -1)", 0.75 * PI),
        ("sin(t)^2 + cos(t)^2", 1.0),
        ("cosh(t)^2 - sinh(t)^2", 1.0),
        ("tan(t) - sin(t)/cos(t)", 0.0),
        ("tanh(t) - sinh(t)/cosh(t)", 0.0),
        ("asin(0.5) + acos(0.5)", PI / 2.0),
        ("atan(1)", PI / 4.0),
        ("  exp ( 0 )\n", 1.0),
    ];
    for (text, expected) in cases {
        let got = value(text, 3.0);
        // cosh^2 - sinh^2 cancels numbers of size 100.
        assert!(
            (got - expected).abs() < 1e-13 * 100.0,
            "{text} = {got}, not {expected}"
        );
    }
}

proptest! {
    #[test]
    fn derivatives_match_quotients(t in 0.1..0.9_f64) {
        let formulas = [
            "sin(3*t)*exp(-t)", "tan(t)/(1 + t^2)", "asin(t) + acos(t^2) + atan(5*t)", "t^2.5 + t^-2 + 2^t + t^t",
            "sinh(t)*cosh(2*t) - tanh(3*t)", "log(1 + t^2) + log10(t)*sqrt(t)", "atan2(t, 1 - t)", "atan2(1 + t, t^2 - 3)",
            "if(t < 5, t^3, 0)", "min(t^3, 7) - max(-t^4, -9)", "clamp(t^3, -5, 5)", "abs(-t^3)", "cos(t)^3/t",
        ];
        for text in formulas {
            let f = TimeFunction::expression(text).unwrap();
            let h = 1e-4;
            let rate = (f.value(t + h) - f.value(t - h)) / (2.0 * h);
            let acceleration = (f.rate(t + h) - f.rate(t - h)) / (2.0 * h);
            // Error h^2/6 times the third (fourth) derivative, largest for t^-2 near 0.1: 24e5 (12e7 / 6).
            let size = 1.0 + t.powi(-6);
            prop_assert!((f.rate(t) - rate).abs() < 1e-7 * size, "{text} at {t}: {} {rate}", f.rate(t));
            prop_assert!((f.acceleration(t) - acceleration).abs() < 2e-6 * size, "{text} at {t}: {} {acceleration}", f.acceleration(t));
            prop_assert_eq!(f.evaluate(t), [f.value(t), f.rate(t), f.acceleration(t)]);
        }
    }
}

#[test]
fn derivatives_at_awkward_points() {
    let f = TimeFunction::expression("t^2 + sqrt(0*t) + t^1 + 0^2").unwrap();
    assert_eq!(f.evaluate(0.0), [0.0, 1.0, 2.0]);
    let f = TimeFunction::expression("t*abs(t)").unwrap();
    assert_eq!(f.evaluate(-2.0), [-4.0, 4.0, -2.0]);
    // The branch that is not taken leaves no trace.
    let f = TimeFunction::expression("if(t > 0, t*log(t), 0)").unwrap();
    assert_eq!(f.evaluate(-1.0), [0.0; 3]);
    assert_eq!(f.scaled(2.0).rate(1.0), 2.0);
}

fn problem(text: &str) -> (ExpressionProblem, std::ops::Range<usize>) {
    match Expression::new(text, &["t", "x", "speed"]) {
        Ok(_) => panic!("`{text}` was accepted"),
        Err(error) => (error.problem, error.span),
    }
}

#[test]
fn mistakes_are_named_and_located() {
    use ExpressionProblem as P;
    assert_eq!(problem(""), (P::Empty, 0..0));
    assert_eq!(problem("  "), (P::Empty, 0..2));
    assert_eq!(
        problem("2 # 3"),
        (P::UnexpectedCharacter { found: '#' }, 2..3)
    );
    assert_eq!(
        problem("2*π"),
        (P::UnexpectedCharacter { found: 'π' }, 2..4)
    );
    assert_eq!(
        problem("t = 3"),
        (P::UnexpectedCharacter { found: '=' }, 2..3)
    );
    assert_eq!(problem("2t"), (P::MissingOperator, 1..2));
    assert_eq!(problem("(t)(x)"), (P::MissingOperator, 3..4));
    assert_eq!(problem("0 < t < 1"), (P::ChainedComparison, 6..7));
    assert_eq!(problem("t + 1/0"), (P::NotFinite, 4..7));
    assert_eq!(problem("sqrt(-1) + t"), (P::NotFinite, 0..8));
    assert!(matches!(problem("1e999"), (P::BadNumber { .. }, r) if r == (0..5)));
    assert!(matches!(problem("."), (P::BadNumber { .. }, _)));
    assert!(
        matches!(problem("t + sin"), (P::NotCalled { name }, r) if name == "sin" && r == (4..7))
    );
    assert!(matches!(
        problem("1 + atan2(t)"),
        (P::WrongArguments { expected: 2, found: 1, .. }, r) if r == (4..12)
    ));
    assert!(matches!(
        problem("sin()"),
        (
            P::WrongArguments {
                expected: 1,
                found: 0,
                ..
            },
            _
        )
    ));
    assert!(matches!(problem("(t + 1"), (P::Expected { expected: "`)`", .. }, r) if r == (6..6)));
    assert!(matches!(problem("t + "), (P::Expected { .. }, r) if r == (4..4)));
    assert!(matches!(problem("t)"), (P::Expected { .. }, r) if r == (1..2)));
    assert!(matches!(
        problem("max(t, x"),
        (
            P::Expected {
                expected: "`,` or `)`",
                ..
            },
            _
        )
    ));
    for (text, meant) in [
        ("2*sni(t)", "sin"),
        ("spede*2", "speed"),
        ("PI*t", "pi"),
        ("clmp(t,0,1)", "clamp"),
    ] {
        match problem(text).0 {
            P::UnknownName {
                nearest, variables, ..
            } => {
                assert_eq!(nearest.as_deref(), Some(meant), "{text}");
                assert_eq!(variables, "t, x, speed");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    let shown = Expression::new("2*tt", &["t"]).unwrap_err().to_string();
    assert_eq!(
        shown,
        "`tt` is not known here, did you mean `t`?; variables: t"
    );
}

#[test]
fn deep_nesting_is_refused_not_fatal() {
    for text in [
        "(".repeat(4000) + "t" + &")".repeat(4000),
        "-".repeat(8000) + "t",
        "t^".repeat(4000) + "t",
        "sin(".repeat(1000) + "t" + &")".repeat(1000),
        "t+(".repeat(50) + "t" + &")".repeat(50),
    ] {
        assert_eq!(problem(&text).0, ExpressionProblem::TooDeep);
    }
    assert_eq!(problem(&"t+".repeat(5000)).0, ExpressionProblem::TooLong);
    // Long but flat is fine.
    assert_eq!(value(&("t+".repeat(4000) + "t"), 1.0), 4001.0);
    assert_eq!(value(&("(".repeat(60) + "t" + &")".repeat(60)), 1.0), 1.0);
}

proptest! {
    #[test]
    fn no_text_panics(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = Expression::new(&text, &["t"]) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error.span);
        }
    }

    #[test]
    fn no_sequence_of_words_panics(
        words in proptest::collection::vec(
            prop::sample::select(vec!["t", "x", "1", "2.5e3", "+", "-", "*", "/", "^", "(", ")", ",", "sin(", "if(", "clamp(",
                "min(", "<", "==", "and", " ", "step(", "e", "pi"]),
            0..40,
        ),
        at in -1e3..1e3_f64,
    ) {
        let text = words.concat();
        match TimeFunction::expression(&text) {
            Ok(f) => { f.evaluate(at); f.corners(); }
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some()),
        }
    }
}

#[test]
fn corners_of_formulas() {
    let corners = |text: &str| TimeFunction::expression(text).unwrap().corners();
    assert_eq!(corners("sin(t)"), [0.0; 0]);
    assert_eq!(corners("if(t < 2, t, if(3 >= t, 5, 6))"), [2.0, 3.0]);
    assert_eq!(corners("step(2*t - 1) + abs(t)"), [0.0, 0.5]);
    assert_eq!(
        corners("min(t, 1) + max(2 - t, t/3) + clamp(-t, -9, -8)"),
        [1.0, 1.5, 8.0, 9.0]
    );
    assert_eq!(corners("if(sin(t) < 0.5, 1, 2)"), [0.0; 0]);
}

#[test]
fn tables_meet_their_points_and_do_not_overshoot() {
    let (x, y) = ([0.0, 1.0, 1.5, 4.0, 5.0], [0.0, 2.0, 2.0, -1.0, 3.0]);
    for interpolation in [Interpolation::Linear, Interpolation::Smooth] {
        let table = Table::new(&x, &y, interpolation, Extrapolation::Constant).unwrap();
        let f = TimeFunction::table(table.clone());
        for k in 0..5 {
            assert!((f.value(x[k]) - y[k]).abs() < 1e-14);
            assert!((f.value(x[k] - 1e-13) - y[k]).abs() < 1e-11);
        }
        for k in 0..4 {
            for part in 0..=20 {
                let t = x[k] + (x[k + 1] - x[k]) * f64::from(part) / 20.0;
                let (lo, hi) = (y[k].min(y[k + 1]), y[k].max(y[k + 1]));
                assert!(f.value(t) >= lo - 1e-14 && f.value(t) <= hi + 1e-14, "{t}");
            }
        }
        assert_eq!(
            [f.value(-9.0), f.rate(-9.0), f.value(9.0), f.rate(9.0)],
            [0.0, 0.0, 3.0, 0.0]
        );
        assert!((table.integral(2.0, 0.5) + table.integral(0.5, 2.0)).abs() < 1e-15);
        // Rate against quotient away from the points.
        for t in [0.3, 1.2, 2.2, 4.7] {
            let h = 1e-5;
            let quotient = (f.value(t + h) - f.value(t - h)) / (2.0 * h);
            assert!((f.rate(t) - quotient).abs() < 1e-8);
            let quotient = (f.rate(t + h) - f.rate(t - h)) / (2.0 * h);
            assert!((f.acceleration(t) - quotient).abs() < 1e-8);
        }
    }
    let broken = Table::new(&x, &y, Interpolation::Linear, Extrapolation::Constant).unwrap();
    assert_eq!(broken.corners(), x);
    assert_eq!(broken.integral(0.0, 1.5), 2.0);
    // The smooth curve starts and ends with a slope, which the constant outside cuts.
    let smooth = Table::new(&x, &y, Interpolation::Smooth, Extrapolation::Constant).unwrap();
    assert_eq!(smooth.corners(), [0.0, 5.0]);
    let line = Table::new(
        &[0.0, 0.1, 0.3],
        &[0.0, 0.3, 0.9],
        Interpolation::Linear,
        Extrapolation::Linear,
    )
    .unwrap();
    assert_eq!(line.corners(), [0.0; 0]);
}

#[test]
fn points_that_make_no_table() {
    let table = |x: &[f64], y: &[f64]| {
        Table::new(x, y, Interpolation::Smooth, Extrapolation::Linear).unwrap_err()
    };
    assert!(matches!(
        table(&[0.0], &[1.0]),
        TableError::TooFewPoints { found: 1 }
    ));
    assert!(matches!(
        table(&[], &[]),
        TableError::TooFewPoints { found: 0 }
    ));
    assert!(matches!(
        table(&[0.0, 1.0], &[1.0]),
        TableError::LengthMismatch { .. }
    ));
    assert!(matches!(
        table(&[0.0, 1.0, 1.0], &[0.0; 3]),
        TableError::NotIncreasing { row: 2, .. }
    ));
    assert!(matches!(
        table(&[0.0, -1.0], &[0.0; 2]),
        TableError::NotIncreasing { row: 1, .. }
    ));
    assert!(matches!(
        table(&[0.0, f64::NAN], &[0.0; 2]),
        TableError::NotFinite { row: 1, .. }
    ));
    assert!(matches!(
        table(&[0.0, 1.0], &[0.0, f64::INFINITY]),
        TableError::NotFinite { .. }
    ));
    assert!(matches!(
        table(&[0.0, 1e-300], &[0.0, 1e300]),
        TableError::SlopeOverflow { row: 1 }
    ));
}

fn pulses() -> Vec<Pulse> {
    vec![
        Triangle {
            start: 1.0,
            peak_time: 1.5,
            end: 3.0,
            amplitude: 4.0,
        }
        .into(),
        Ramp {
            start: 1.0,
            end: 3.0,
            from: -1.0,
            to: 5.0,
        }
        .into(),
        HalfCosine {
            start: 1.0,
            end: 3.0,
            from: -1.0,
            to: 5.0,
        }
        .into(),
        Step {
            time: 2.0,
            from: 1.0,
            to: 7.0,
        }
        .into(),
        Sine {
            amplitude: 2.0,
            frequency: 0.5,
            phase: 0.3,
            offset: 1.0,
            start: 1.0,
        }
        .into(),
        Sweep {
            amplitude: 2.0,
            start_frequency: 0.25,
            end_frequency: 0.5,
            phase: 0.3,
            offset: 1.0,
            start: 1.0,
            end: 3.0,
        }
        .into(),
    ]
}

#[test]
fn pulses_have_their_values() {
    let values = |t: f64| {
        pulses()
            .into_iter()
            .map(move |p| TimeFunction::pulse(p).unwrap().value(t))
    };
    let close = |t: f64, expected: [f64; 6]| {
        for (k, (got, expected)) in values(t).zip(expected).enumerate() {
            assert!(
                (got - expected).abs() < 1e-14,
                "pulse {k} at {t}: {got}, not {expected}"
            );
        }
    };
    let rest = 1.0 + 2.0 * 0.3_f64.sin();
    close(0.0, [0.0, -1.0, -1.0, 1.0, rest, rest]);
    close(1.0, [0.0, -1.0, -1.0, 1.0, rest, rest]);
    close(
        1.5,
        [
            4.0,
            0.5,
            -1.0 + 3.0 * (1.0 - 0.5_f64.sqrt()),
            1.0,
            1.0 + 2.0 * (0.5 * PI + 0.3).sin(),
            1.0 + 2.0 * (0.28125 * PI + 0.3).sin(),
        ],
    );
    let swept = |cycles: f64| 1.0 + 2.0 * (2.0 * PI * cycles + 0.3).sin();
    close(
        2.0,
        [4.0 * (1.0 / 1.5), 2.0, 2.0, 7.0, 2.0 - rest, swept(0.3125)],
    );
    close(3.0, [0.0, 5.0, 5.0, 7.0, rest, swept(0.75)]);
    assert_eq!(
        pulses()
            .iter()
            .map(|p| p.corners().len())
            .collect::<Vec<_>>(),
        [3, 2, 0, 1, 1, 1]
    );
}

#[test]
fn rates_of_pulses_match_quotients_away_from_corners() {
    for pulse in pulses() {
        let f = TimeFunction::pulse(pulse).unwrap();
        for t in [0.4, 1.2, 1.8, 2.6, 3.3] {
            let h = 1e-5;
            // Error h^2/6 times derivatives below 100.
            assert!((f.rate(t) - (f.value(t + h) - f.value(t - h)) / (2.0 * h)).abs() < 1e-8);
            assert!((f.acceleration(t) - (f.rate(t + h) - f.rate(t - h)) / (2.0 * h)).abs() < 1e-8);
        }
    }
}

/// Behind its end a sweep is a sine, and value and rate go on without a jump.
#[test]
fn a_sweep_ends_as_a_sine() {
    let sweep = TimeFunction::pulse(Sweep {
        amplitude: 3.0,
        start_frequency: 5.0,
        end_frequency: 1.0,
        phase: 0.0,
        offset: 0.0,
        start: 0.0,
        end: 2.0,
    })
    .unwrap();
    // Six cycles are over by then.
    let sine = TimeFunction::expression("3*sin(2*pi*(t - 2))").unwrap();
    for t in [2.0, 2.3, 4.9] {
        for (a, b) in sweep.evaluate(t).into_iter().zip(sine.evaluate(t)) {
            assert!((a - b).abs() < 1e-11, "{a}, not {b} at {t}");
        }
    }
    let before = 2.0 - 1e-12;
    assert!((sweep.value(before) - sweep.value(2.0)).abs() < 1e-10);
    assert!((sweep.rate(before) - sweep.rate(2.0)).abs() < 1e-9);
}

#[test]
fn pulses_out_of_order_are_refused() {
    let bad = TimeFunction::pulse(Ramp {
        start: 1.0,
        end: 1.0,
        from: 0.0,
        to: 1.0,
    });
    assert!(matches!(
        bad,
        Err(PulseError::WrongOrder {
            earlier: "start",
            later: "end",
            ..
        })
    ));
    let bad = TimeFunction::pulse(Step {
        time: f64::NAN,
        from: 0.0,
        to: 1.0,
    });
    assert!(matches!(
        bad,
        Err(PulseError::NotFinite { field: "time", .. })
    ));
}

//! Quantities with units become SI numbers of the right dimension, or a helpful error.

use std::f64::consts::PI;

use poinsot::units::{Dimension, UnitProblem, parse_quantity};
use proptest::prelude::*;

#[test]
fn quantities_become_si() {
    use Dimension as D;
    let cases = [
        ("5 mm", D::LENGTH, 0.005),
        ("3mm", D::LENGTH, 0.003),
        ("-2.5 cm", D::LENGTH, -0.025),
        ("1 km", D::LENGTH, 1e3),
        ("2 in", D::LENGTH, 0.0508),
        ("1 ft", D::LENGTH, 0.3048),
        ("7 µm", D::LENGTH, 7e-6),
        ("7 um", D::LENGTH, 7e-6),
        ("7 microm", D::LENGTH, 7e-6),
        ("7 nm", D::LENGTH, 7e-9),
        ("73 GPa", D::PRESSURE, 73e9),
        ("210e3 N/mm^2", D::PRESSURE, 210e9),
        ("2 bar", D::PRESSURE, 2e5),
        ("20 rpm", D::ANGULAR_VELOCITY, 20.0 * PI / 30.0),
        ("30 deg", D::ANGLE, PI / 6.0),
        ("30°", D::ANGLE, PI / 6.0),
        ("1 rev", D::ANGLE, 2.0 * PI),
        ("2 turn/s", D::ANGULAR_VELOCITY, 4.0 * PI),
        ("3 1/s", D::ANGULAR_VELOCITY, 3.0),
        ("3 /s", D::FREQUENCY, 3.0),
        ("3 s^-1", D::FREQUENCY, 3.0),
        ("3 kHz", D::FREQUENCY, 3e3),
        ("1.2e-3 kg*m^2", D::INERTIA, 1.2e-3),
        ("1.2e-3 kg m²", D::INERTIA, 1.2e-3),
        ("5 g·cm**2", D::INERTIA, 5e-7),
        ("9.81 m/s^2", D::ACCELERATION, 9.81),
        ("9.81 m/s/s", D::ACCELERATION, 9.81),
        ("1 g0", D::ACCELERATION, 9.80665),
        ("10 N m/rad", D::ROTATIONAL_STIFFNESS, 10.0),
        ("10 N m", D::ROTATIONAL_STIFFNESS, 10.0),
        ("10 N m/deg", D::ROTATIONAL_STIFFNESS, 1800.0 / PI),
        ("10 Nm", D::MOMENT, 10.0),
        ("10 kN*m", D::MOMENT, 1e4),
        ("3 J", D::MOMENT, 3.0),
        ("0.5 kN*s/m", D::DAMPING, 500.0),
        ("0.5 kN s / m", D::DAMPING, 500.0),
        ("2 kg/(m*s^2)", D::PRESSURE, 2.0),
        ("2 (kg m)/s^2", D::FORCE, 2.0),
        ("2 kW", D::POWER, 2e3),
        ("1 lb", D::MASS, 0.45359237),
        ("2 t", D::MASS, 2e3),
        ("500 g", D::MASS, 0.5),
        ("1 lbf", D::FORCE, 4.4482216152605),
        ("1 psi", D::PRESSURE, 6894.757293168361),
        ("2 min", D::TIME, 120.0),
        ("2 h", D::TIME, 7200.0),
        ("15 ms", D::TIME, 0.015),
        ("2700 kg/m^3", D::DENSITY, 2700.0),
        ("5 %", D::DIMENSIONLESS, 0.05),
        (" 0.3 ", D::DIMENSIONLESS, 0.3),
        ("0.3", D::ANGLE, 0.3),
        ("+1 mm^4", D::SECOND_MOMENT_OF_AREA, 1e-12),
        ("20 rad/m", D::CURVATURE, 20.0),
        ("293 K", D::TEMPERATURE, 293.0),
    ];
    for (text, dimension, expected) in cases {
        match parse_quantity(text, dimension) {
            // Conversion is one product and one quotient of nearly always exact factors.
            Ok(value) => assert!(
                (value - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(),
                "{text}: {value}, not {expected}"
            ),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    // Powers of ten are exact: the result is the number nearest to the decimal.
    assert_eq!(parse_quantity("3 mm", Dimension::LENGTH), Ok(0.003));
    assert_eq!(parse_quantity("1.1 um", Dimension::LENGTH), Ok(1.1e-6));
}

fn problem(text: &str, expected: Dimension) -> (UnitProblem, std::ops::Range<usize>) {
    match parse_quantity(text, expected) {
        Ok(value) => panic!("`{text}` was accepted as {value}"),
        Err(error) => (error.problem, error.span),
    }
}

#[test]
fn mistakes_are_named_and_located() {
    use Dimension as D;
    use UnitProblem as P;
    for (text, expected, given) in [
        ("30 deg", D::LENGTH, D::ANGLE),
        ("30 deg", D::DIMENSIONLESS, D::ANGLE),
        ("5 Hz", D::ANGULAR_VELOCITY, D::FREQUENCY),
        ("20 rpm", D::FREQUENCY, D::ANGULAR_VELOCITY),
        ("5 N", D::MOMENT, D::FORCE),
        ("5 N m/rad", D::MOMENT, D::ROTATIONAL_STIFFNESS),
        ("5 kg", D::LENGTH, D::MASS),
    ] {
        let (found, span) = problem(text, expected);
        assert_eq!(found, P::WrongDimension { given, expected });
        assert_eq!(span, text.find(' ').unwrap() + 1..text.len());
    }
    assert_eq!(
        problem("5", D::LENGTH).0,
        P::MissingUnit {
            expected: D::LENGTH
        }
    );
    for text in ["NaN m", "inf m", "-inf", "1e999 m", "1e308 km"] {
        assert_eq!(problem(text, D::LENGTH).0, P::NotFinite, "{text}");
    }
    for text in ["", "  ", "mm", "-", "- 5 m", ".", "five m"] {
        assert!(
            matches!(problem(text, D::LENGTH).0, P::MissingNumber { .. }),
            "{text}"
        );
    }
    for (text, meant) in [
        ("5 Mpa", "MPa"),
        ("5 kn", "kN"),
        ("5 degs", "deg"),
        ("5 RPM", "rpm"),
    ] {
        match problem(text, D::LENGTH) {
            (P::UnknownUnit { nearest, .. }, span) => {
                assert_eq!((nearest.as_deref(), span), (Some(meant), 2..text.len()));
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(problem("5 W/m K", D::FORCE), (P::Ambiguous, 6..7));
    assert!(
        matches!(problem("5 (m", D::LENGTH), (P::Expected { expected: "`)`" }, r) if r == (4..4))
    );
    assert!(matches!(problem("5 m)", D::LENGTH), (P::Expected { .. }, r) if r == (3..4)));
    assert!(matches!(problem("5 m^x", D::LENGTH), (P::Expected { .. }, r) if r == (4..5)));
    assert!(matches!(problem("5 m /", D::LENGTH).0, P::Expected { .. }));
    assert!(matches!(problem("5 m 3", D::LENGTH).0, P::Expected { .. }));
    for text in ["5 m^99", "5 m^-128", "5 m^999999", "5 (m^12)^12"] {
        assert_eq!(problem(text, D::LENGTH).0, P::TooComplicated, "{text}");
    }
    assert_eq!(problem("5 ((m^9)^9)^9", D::LENGTH).0, P::TooComplicated);
    assert_eq!(
        problem(&("5 ".to_owned() + &"(".repeat(100_000)), D::LENGTH).0,
        P::TooComplicated
    );
    let shown = parse_quantity("30 deg", D::LENGTH).unwrap_err().to_string();
    assert_eq!(
        shown,
        "this is angle [rad], expected length [m], for example `5 mm`"
    );
    let shown = parse_quantity("3 m^5 K", D::FORCE).unwrap_err().to_string();
    assert_eq!(
        shown,
        "this is [m^5 K], expected force [N], for example `2 kN`"
    );
}

#[test]
fn dimensions_name_their_units() {
    assert_eq!(Dimension::ENERGY.si_unit(), "J");
    assert_eq!(Dimension::MOMENT.si_unit(), "N m");
    assert_eq!(Dimension::ENERGY, Dimension::MOMENT);
    assert_eq!(Dimension::DIMENSIONLESS.si_unit(), "1");
    for dimension in Dimension::named() {
        // The example and the unit itself are of the dimension they stand for.
        assert!(
            parse_quantity(&dimension.example(), *dimension).is_ok(),
            "{dimension}"
        );
        let one = format!("1 {}", dimension.si_unit());
        assert_eq!(parse_quantity(&one, *dimension), Ok(1.0), "{dimension}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let text = String::from_utf8_lossy(&bytes);
        for text in [text.to_string(), format!("1{text}"), format!("1 m{text}")] {
            if let Err(error) = parse_quantity(&text, Dimension::LENGTH) {
                prop_assert!(text.get(error.span.clone()).is_some());
            }
        }
    }

    #[test]
    fn no_sequence_of_words_panics(
        words in proptest::collection::vec(
            prop::sample::select(vec!["1", "m", "kN", "deg", "µ", "°", "²", "*", "/", "^", "**", "-", "+", "9", "(", ")", " ", "·", "e", "."]),
            0..30,
        ),
    ) {
        let text = words.concat();
        if let Err(error) = parse_quantity(&text, Dimension::LENGTH) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{text} {:?}", error.span);
        }
    }

    #[test]
    fn numbers_survive(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
        prop_assert_eq!(parse_quantity(&format!("{value:e} m"), Dimension::LENGTH), Ok(value));
    }
}

/// In place of the number a formula may stand, with a unit or, in SI units, without one.
#[test]
fn formulas_become_si() {
    use Dimension as D;
    let cases = [
        ("1/12", D::DIMENSIONLESS, 1.0 / 12.0),
        ("1/12", D::INERTIA, 1.0 / 12.0),
        ("2*pi*3 rad/s", D::ANGULAR_VELOCITY, 6.0 * PI),
        ("sqrt(2)/2 m", D::LENGTH, 0.5_f64.sqrt()),
        ("pi/6", D::ANGLE, PI / 6.0),
        ("-pi rad", D::ANGLE, -PI),
        ("180/4 deg", D::ANGLE, PI / 4.0),
        ("180/4°", D::ANGLE, PI / 4.0),
        ("2*0.5*10^2 mm²", D::AREA, 1e-4),
        ("(1 + 2)*3 kN m", D::MOMENT, 9e3),
        ("(1 + 2) (N m)/rad", D::ROTATIONAL_STIFFNESS, 3.0),
        ("1/12*3 kg m^2", D::INERTIA, 0.25),
        ("1/12*3*kg*m^2", D::INERTIA, 0.25),
        ("3*2/s", D::FREQUENCY, 6.0),
        ("2*5 1/s", D::FREQUENCY, 10.0),
        ("5*2 min", D::TIME, 600.0),
        ("max(1, 2)*3 cm", D::LENGTH, 0.06),
        ("50 + 50 %", D::DIMENSIONLESS, 1.0),
    ];
    for (text, dimension, si) in cases {
        let found = parse_quantity(text, dimension);
        let close = |x: &f64| (x - si).abs() <= 1e-15 * si.abs();
        assert!(found.as_ref().is_ok_and(close), "{text}: {found:?} {si}");
    }
}

#[test]
fn wrong_formulas_are_pointed_at() {
    use Dimension as D;
    let cases = [
        ("2*(3 m", D::LENGTH, 5..6, "an operator is missing"),
        ("2*pii m", D::LENGTH, 2..5, "did you mean `pi`"),
        ("1/0 m", D::LENGTH, 0..3, "no finite value"),
        ("2*3 kg", D::LENGTH, 4..6, "this is mass"),
        ("2*3 mmm", D::LENGTH, 4..7, "not a known unit"),
        // A plain number in quotes is a forgotten unit.
        ("5", D::LENGTH, 0..1, "a unit is missing"),
        ("steel", D::LENGTH, 0..5, "a number must come first"),
        ("1,5 m", D::LENGTH, 1..2, "expected"),
    ];
    for (text, dimension, span, message) in cases {
        let found = parse_quantity(text, dimension).expect_err(text);
        assert!(
            found.to_string().contains(message),
            "{text}: {found} {:?}",
            found.span
        );
        assert_eq!(found.span, span, "{text}: {found}");
    }
}

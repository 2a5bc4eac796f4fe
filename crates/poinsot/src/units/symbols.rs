//! The unit symbols that users can write.

use std::f64::consts::PI;

use crate::functions::nearest::nearest;

/// A unit: `1 symbol = numerator / denominator` in SI, kept as two exactly representable numbers where
/// possible so that `3 mm` is the number nearest to 0.003.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub numerator: f64,
    pub denominator: f64,
    /// Exponents of metre, kilogram, second, kelvin, radian and cycle.
    pub exponents: [i8; 6],
}

const fn unit(numerator: f64, denominator: f64, exponents: [i8; 6]) -> Unit {
    Unit {
        numerator,
        denominator,
        exponents,
    }
}

const NONE: [i8; 6] = [0; 6];
const METRE: [i8; 6] = [1, 0, 0, 0, 0, 0];
const KILOGRAM: [i8; 6] = [0, 1, 0, 0, 0, 0];
const SECOND: [i8; 6] = [0, 0, 1, 0, 0, 0];
const KELVIN: [i8; 6] = [0, 0, 0, 1, 0, 0];
const RADIAN: [i8; 6] = [0, 0, 0, 0, 1, 0];
const NEWTON: [i8; 6] = [1, 1, -2, 0, 0, 0];
const JOULE: [i8; 6] = [2, 1, -2, 0, 0, 0];
const PASCAL: [i8; 6] = [-1, 1, -2, 0, 0, 0];

/// Units that take prefixes.
const PREFIXED: &[(&str, Unit)] = &[
    ("m", unit(1.0, 1.0, METRE)),
    ("g", unit(1.0, 1e3, KILOGRAM)),
    ("s", unit(1.0, 1.0, SECOND)),
    ("N", unit(1.0, 1.0, NEWTON)),
    ("Nm", unit(1.0, 1.0, JOULE)),
    ("Pa", unit(1.0, 1.0, PASCAL)),
    ("J", unit(1.0, 1.0, JOULE)),
    ("W", unit(1.0, 1.0, [2, 1, -3, 0, 0, 0])),
    ("Hz", unit(1.0, 1.0, [0, 0, -1, 0, 0, 1])),
    ("rad", unit(1.0, 1.0, RADIAN)),
    ("K", unit(1.0, 1.0, KELVIN)),
    ("bar", unit(1e5, 1.0, PASCAL)),
];

/// Units that stand alone; these are looked up first, so `min` is a minute and `ft` a foot.
const PLAIN: &[(&str, Unit)] = &[
    ("in", unit(254.0, 1e4, METRE)),
    ("ft", unit(3048.0, 1e4, METRE)),
    ("t", unit(1e3, 1.0, KILOGRAM)),
    ("lb", unit(45_359_237.0, 1e8, KILOGRAM)),
    ("min", unit(60.0, 1.0, SECOND)),
    ("h", unit(3600.0, 1.0, SECOND)),
    // One pound of mass under standard gravity.
    ("lbf", unit(44_482_216_152_605.0, 1e13, NEWTON)),
    ("psi", unit(44_482_216_152_605.0, 6_451_600_000.0, PASCAL)),
    ("deg", unit(PI, 180.0, RADIAN)),
    ("°", unit(PI, 180.0, RADIAN)),
    ("rev", unit(2.0 * PI, 1.0, RADIAN)),
    ("turn", unit(2.0 * PI, 1.0, RADIAN)),
    ("rpm", unit(PI, 30.0, [0, 0, -1, 0, 1, 0])),
    // Standard gravity.
    ("g0", unit(980_665.0, 1e5, [1, 0, -2, 0, 0, 0])),
    ("%", unit(1.0, 100.0, NONE)),
];

/// Prefixes; the likelier meaning of a wrongly capitalised one first.
const PREFIXES: &[(&str, f64, f64)] = &[
    ("k", 1e3, 1.0),
    ("M", 1e6, 1.0),
    ("G", 1e9, 1.0),
    ("m", 1.0, 1e3),
    ("c", 1.0, 1e2),
    ("micro", 1.0, 1e6),
    ("u", 1.0, 1e6),
    ("µ", 1.0, 1e6),
    ("μ", 1.0, 1e6),
    ("n", 1.0, 1e9),
];

/// The unit with this symbol.
pub(super) fn find(symbol: &str) -> Option<Unit> {
    let listed = |list: &[(&str, Unit)], wanted: &str| {
        (list.iter().find(|(known, _)| *known == wanted)).map(|(_, unit)| *unit)
    };
    listed(PLAIN, symbol)
        .or_else(|| listed(PREFIXED, symbol))
        .or_else(|| {
            PREFIXES.iter().find_map(|(prefix, up, down)| {
                let base = listed(PREFIXED, symbol.strip_prefix(prefix)?)?;
                Some(Unit {
                    numerator: base.numerator * up,
                    denominator: base.denominator * down,
                    ..base
                })
            })
        })
}

/// The symbol that looks most like a misspelt one.
pub(super) fn similar(symbol: &str) -> Option<String> {
    let mut all: Vec<String> = (PLAIN.iter().chain(PREFIXED))
        .map(|(known, _)| (*known).to_owned())
        .collect();
    for (prefix, _, _) in PREFIXES {
        all.extend(PREFIXED.iter().map(|(known, _)| format!("{prefix}{known}")));
    }
    nearest(symbol, all.iter().map(String::as_str)).map(str::to_owned)
}

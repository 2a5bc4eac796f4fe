//! What the numbers of a formula measure: followed through it while it is compiled, forgotten afterwards.
//!
//! A plain number fits everywhere and counts in SI units of what it is added to or stands for. A named value with a unit keeps its
//! dimension through sums, products, powers and roots. What contains a variable of the formula (a time, a coordinate) is open:
//! formulas such as `2*sin(3*t)` have always been plain numbers times variables, and stay so.

use super::operation::{Binary, Operation, Unary};

/// Exponents of metre, kilogram, second, kelvin, radian and cycle.
pub(crate) type Exponents = [i8; 6];

/// How many of the exponents are those of the SI; the rest counts angles.
const SI: usize = 4;

/// Largest exponent that is followed; no physical quantity comes near.
const LARGEST: i16 = 12;

/// What a number measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NumberKind {
    /// A plain number. With `pi` in it, it turns cycles into radians.
    Plain { pi: bool },
    /// A number with a unit. Radians and cycles of a loose one need not agree: in products such as `omega*radius` they drop out.
    Quantity { exponents: Exponents, loose: bool },
    /// Something with a variable in it.
    Open,
}

/// Why two parts of a formula do not fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mismatch {
    /// Two quantities that are added or compared.
    Unlike(Exponents, Exponents),
    /// Something other than a plain number in a function or exponent.
    NotPlain(Exponents),
    /// A power or root that no unit has.
    Power(Exponents),
}

use NumberKind::{Open, Plain, Quantity};

/// A number that says nothing about its unit.
pub(crate) const PLAIN: NumberKind = Plain { pi: false };

impl NumberKind {
    /// A value with a unit.
    pub fn of(exponents: Exponents) -> Self {
        Quantity {
            exponents,
            loose: false,
        }
    }

    /// The exponents of a quantity.
    pub fn exponents(self) -> Option<Exponents> {
        match self {
            Quantity { exponents, .. } => Some(exponents),
            _ => None,
        }
    }

    /// Whether a loose quantity has these exponents, angles aside.
    pub fn is_loosely(self, expected: Exponents) -> bool {
        matches!(self, Quantity { exponents, loose: true } if exponents[..SI] == expected[..SI])
    }
}

/// What the result of an operation measures; `power` is the value of the last operand where that is a constant.
pub(super) fn result(
    operation: Operation,
    operands: &[NumberKind],
    power: Option<f64>,
) -> Result<NumberKind, Mismatch> {
    use Binary as B;
    let plain_result = |fits: Result<(), Mismatch>| fits.map(|()| PLAIN);
    match (operation, operands) {
        (Operation::Unary(f), [a]) => match f {
            Unary::Negate | Unary::Abs => Ok(*a),
            Unary::Sqrt => raised(*a, 0.5),
            Unary::Sign | Unary::Step => Ok(PLAIN),
            // Angles are plain numbers of radians.
            _ => plain_result(plain(*a)),
        },
        (Operation::Binary(f), [a, b]) => match f {
            B::Multiply => product(*a, *b, 1),
            B::Divide => product(*a, *b, -1),
            B::Add | B::Subtract | B::Min | B::Max => alike(*a, *b),
            B::Power => {
                plain(*b)?;
                match (a.exponents(), power) {
                    (None, _) => Ok(*a),
                    (Some(_), Some(power)) => raised(*a, power),
                    // The exponent is a variable.
                    (Some(exponents), None) => plain(*a)
                        .map_err(|_| Mismatch::Power(exponents))
                        .map(|()| PLAIN),
                }
            }
            B::And | B::Or => plain_result(plain(*a).and(plain(*b))),
            // Comparisons and the angle between two legs.
            _ => alike(*a, *b).map(|_| PLAIN),
        },
        (Operation::Clamp, [x, low, high]) => alike(alike(*x, *low)?, *high),
        (Operation::Select, [condition, a, b]) => {
            plain(*condition)?;
            alike(*a, *b)
        }
        _ => Ok(PLAIN),
    }
}

/// Whether a function can take it as a plain number, which angles and percentages are too.
fn plain(a: NumberKind) -> Result<(), Mismatch> {
    match a.exponents() {
        Some(exponents) if exponents[..SI] != [0; SI] => Err(Mismatch::NotPlain(exponents)),
        _ => Ok(()),
    }
}

/// What is added, compared or chosen from must measure the same; a plain number then counts in SI units.
fn alike(a: NumberKind, b: NumberKind) -> Result<NumberKind, Mismatch> {
    match (a, b) {
        (
            Quantity {
                exponents: one,
                loose,
            },
            Quantity {
                exponents: other,
                loose: also,
            },
        ) => {
            let counts = |e: Exponents| e[SI..] != [0; 6 - SI];
            let angles = one[SI..] == other[SI..] || !counts(one) || !counts(other);
            if one[..SI] != other[..SI] || !(angles || loose || also) {
                return Err(Mismatch::Unlike(one, other));
            }
            let exponents = if counts(one) { one } else { other };
            Ok(Quantity {
                exponents,
                loose: loose || also,
            })
        }
        (Quantity { .. }, _) => Ok(a),
        (_, Quantity { .. }) => Ok(b),
        (Open, _) | (_, Open) => Ok(Open),
        (Plain { .. }, Plain { .. }) => Ok(PLAIN),
    }
}

/// A product, or with -1 a quotient.
fn product(a: NumberKind, b: NumberKind, side: i16) -> Result<NumberKind, Mismatch> {
    match (a, b) {
        (Open, _) | (_, Open) => Ok(Open),
        (Plain { pi: one }, Plain { pi: other }) => Ok(Plain { pi: one || other }),
        (Quantity { exponents, loose }, Plain { pi }) => Ok(Quantity {
            exponents,
            loose: loose || pi,
        }),
        // The inverse of a frequency or a speed of rotation is a time.
        (Plain { pi }, Quantity { exponents, loose }) => Ok(Quantity {
            exponents: sum([0; 6], exponents, side)?,
            loose: loose || pi || side < 0,
        }),
        (
            Quantity {
                exponents: a,
                loose,
            },
            Quantity {
                exponents: b,
                loose: also,
            },
        ) => {
            let angles = a[SI..] != [0; 6 - SI] || b[SI..] != [0; 6 - SI];
            Ok(Quantity {
                exponents: sum(a, b, side)?,
                loose: loose || also || angles,
            })
        }
    }
}

fn sum(a: Exponents, b: Exponents, side: i16) -> Result<Exponents, Mismatch> {
    let mut total = a;
    for (total, b) in total.iter_mut().zip(b) {
        let next = i16::from(*total) + side * i16::from(b);
        if next.abs() > LARGEST {
            return Err(Mismatch::Power(a));
        }
        *total = next as i8;
    }
    Ok(total)
}

/// A quantity to a power, which must leave whole exponents.
fn raised(a: NumberKind, power: f64) -> Result<NumberKind, Mismatch> {
    let Quantity { exponents, .. } = a else {
        return Ok(a);
    };
    let mut raised = exponents;
    for (k, exponent) in raised.iter_mut().enumerate() {
        let exact = f64::from(*exponent) * power;
        let whole = exact.fract() == 0.0 && exact.abs() <= f64::from(LARGEST);
        *exponent = match (whole, k < SI) {
            (true, _) => exact as i8,
            // The square root of an angle has no unit, and no harm in it.
            (false, false) => 0,
            (false, true) => return Err(Mismatch::Power(exponents)),
        };
    }
    Ok(Quantity {
        exponents: raised,
        loose: true,
    })
}

/// What the value of a formula may be named by, beside its variables: parameters of a model.
pub(crate) trait Named {
    /// Value and kind of a name.
    fn find(&self, name: &str) -> Option<(f64, NumberKind)>;
    /// Whether there are none at all.
    fn is_empty(&self) -> bool;
    /// Some names, for messages and suggestions.
    fn some(&self) -> Vec<&str>;
    /// A dimension in words, such as `length [m]`.
    fn words(&self, exponents: Exponents) -> String;
}

/// No names at all.
pub(crate) struct Nameless;

impl Named for Nameless {
    fn find(&self, _name: &str) -> Option<(f64, NumberKind)> {
        None
    }
    fn is_empty(&self) -> bool {
        true
    }
    fn some(&self) -> Vec<&str> {
        Vec::new()
    }
    fn words(&self, _exponents: Exponents) -> String {
        String::new()
    }
}

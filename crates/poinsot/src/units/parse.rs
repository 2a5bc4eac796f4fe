//! From the text of a quantity to its SI value.

use std::ops::Range;

use super::dimension::Dimension;
use super::symbols::{self, Unit};
use crate::functions::lexer::numeral;
use crate::functions::{
    ExpressionProblem, Named, Nameless, NumberKind, PLAIN, constant, end_of_constant,
};

/// Deepest accepted nesting of parentheses.
const DEEPEST: usize = 8;
/// Largest accepted exponent; no physical quantity comes near.
const LARGEST_EXPONENT: i16 = 12;

/// What is wrong with a quantity, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{problem}")]
pub struct UnitError {
    /// The bytes of the text that are meant.
    pub span: Range<usize>,
    /// What is wrong there.
    pub problem: UnitProblem,
}

/// The kinds of mistakes in a quantity.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UnitProblem {
    /// The text does not start with a number.
    #[error("a number must come first, for example `{example}`")]
    MissingNumber {
        /// What could be written.
        example: String,
    },
    /// NaN, infinity, or a number beyond the range.
    #[error("the value is not a finite number; write a plain one, for example `0.5 m`")]
    NotFinite,
    /// A formula in place of the number that is none.
    #[error("{0}")]
    Formula(ExpressionProblem),
    /// A number alone where a unit is needed.
    #[error("a unit is missing: expected {expected}, for example `{}`", .expected.example())]
    MissingUnit {
        /// What the place needs.
        expected: Dimension,
    },
    /// A unit of another dimension.
    #[error("this is {given}, expected {expected}, for example `{}`", .expected.example())]
    WrongDimension {
        /// What was written.
        given: Dimension,
        /// What the place needs.
        expected: Dimension,
    },
    /// A unit behind a formula that has one by its parameters.
    #[error(
        "the formula is {given} already, and a unit after it would apply to all of it; write plain numbers in SI units, or make them parameters"
    )]
    UnitTwice {
        /// What the formula measures.
        given: Dimension,
    },
    /// A symbol that is not known.
    #[error("`{symbol}` is not a known unit{}", hint(.nearest))]
    UnknownUnit {
        /// The symbol.
        symbol: String,
        /// The known symbol that looks most alike.
        nearest: Option<String>,
    },
    /// Something that cannot continue a unit.
    #[error("expected {expected}")]
    Expected {
        /// What could stand here.
        expected: &'static str,
    },
    /// `N/m s`: the last factor may be meant above or below the line.
    #[error(
        "a space after a division is ambiguous; write `*`, `/` or parentheses, as in `W/(m*K)`"
    )]
    Ambiguous,
    /// An exponent out of range, or parentheses inside each other beyond the limit.
    #[error("this unit is too complicated; write it with fewer factors, as in `N*m/rad`")]
    TooComplicated,
}

fn hint(nearest: &Option<String>) -> String {
    match nearest {
        Some(symbol) => format!(", did you mean `{symbol}`?"),
        None => String::new(),
    }
}

fn error<T>(span: Range<usize>, problem: UnitProblem) -> Result<T, UnitError> {
    Err(UnitError { span, problem })
}

/// The SI value of a text such as `"5 mm"`, `"73 GPa"`, `"10 N m/rad"`, which must have the expected dimension.
///
/// Factors are joined by `*`, a space or `·`, divided by `/`, raised by `^2`, `**2`, `²` or `³`; parentheses group.
///
/// In place of the number a formula may stand, as in `"2*pi*3 rad/s"` or `"sqrt(2)/2 m"`; without a unit, as in `"1/12"`, its value
/// is in SI units.
pub fn parse_quantity(text: &str, expected: Dimension) -> Result<f64, UnitError> {
    parse_with(text, expected, &Nameless)
}

/// The same, where the formula may contain names of values. One with a unit must have the expected dimension; a plain one is in SI
/// units.
pub(crate) fn parse_with(
    text: &str,
    expected: Dimension,
    names: &dyn Named,
) -> Result<f64, UnitError> {
    let plain = number_and_unit(text, &expected.example()).and_then(|written| {
        if written.unit.is_empty() && !expected.accepts(&Dimension::DIMENSIONLESS) {
            return error(written.whole, UnitProblem::MissingUnit { expected });
        }
        written.fits(expected)
    });
    plain.or_else(|wrong| match formula_and_unit(text, names) {
        Some(formula) => formula?.fits(expected),
        None => Err(meant_as_factor(wrong, names)),
    })
}

/// The SI value of a text of any dimension, and what it measures.
pub(crate) fn parse_any(text: &str, names: &dyn Named) -> Result<(f64, NumberKind), UnitError> {
    let plain = number_and_unit(text, "2 kg");
    let written = plain.or_else(|wrong| match formula_and_unit(text, names) {
        Some(formula) => formula,
        None => Err(meant_as_factor(wrong, names)),
    })?;
    Ok((written.si()?, written.kind))
}

/// What a text says: a value, a unit, and what both together measure.
struct Written {
    value: f64,
    kind: NumberKind,
    factor: Unit,
    /// Bytes of the whole and of the unit.
    whole: Range<usize>,
    unit: Range<usize>,
}

impl Written {
    /// The value in SI units.
    fn si(&self) -> Result<f64, UnitError> {
        let si = self.value * self.factor.numerator / self.factor.denominator;
        match si.is_finite() {
            true => Ok(si),
            false => error(self.whole.clone(), UnitProblem::NotFinite),
        }
    }

    /// The value in SI units, if it has the expected dimension.
    fn fits(&self, expected: Dimension) -> Result<f64, UnitError> {
        let Some(exponents) = self.kind.exponents() else {
            return self.si();
        };
        let given = Dimension::from_exponents(exponents);
        if !expected.accepts(&given) && !self.kind.is_loosely(expected.exponents()) {
            let span = match self.unit.is_empty() {
                true => self.whole.clone(),
                false => self.unit.clone(),
            };
            return error(span, UnitProblem::WrongDimension { given, expected });
        }
        self.si()
    }
}

/// `2 span`: the word that is no unit may be the name of a value.
fn meant_as_factor(wrong: UnitError, names: &dyn Named) -> UnitError {
    match &wrong.problem {
        UnitProblem::UnknownUnit { symbol, .. } if names.find(symbol).is_some() => UnitError {
            span: wrong.span,
            problem: UnitProblem::Formula(ExpressionProblem::MissingOperator),
        },
        _ => wrong,
    }
}

/// A formula, and what follows as its unit; `None` if it is no formula.
fn formula_and_unit(text: &str, names: &dyn Named) -> Option<Result<Written, UnitError>> {
    let end = end_of_constant(text, |name| symbols::find(name).is_some(), names)?;
    let (value, kind) = match constant(text[..end].trim_end(), names) {
        Ok(found) => found,
        Err(wrong) => return Some(error(wrong.span, UnitProblem::Formula(wrong.problem))),
    };
    let end = end + usize::from(text[end..].starts_with('*'));
    let written = with_unit(text, value, kind, end);
    Some(written.and_then(|written| {
        let given = kind.exponents().map(Dimension::from_exponents);
        match given.filter(|given| *given != Dimension::DIMENSIONLESS) {
            Some(given) if !written.unit.is_empty() => {
                error(written.unit, UnitProblem::UnitTwice { given })
            }
            _ => Ok(written),
        }
    }))
}

fn number_and_unit(text: &str, example: &str) -> Result<Written, UnitError> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(start);
    let sign = usize::from(text[start..].starts_with(['+', '-']));
    let length = match numeral(&text.as_bytes()[start + sign..]) {
        0 => 0,
        digits => sign + digits,
    };
    let Ok(value) = text[start..start + length].parse::<f64>() else {
        let rest = text[start + sign..].to_ascii_lowercase();
        let problem = if rest.starts_with("nan") || rest.starts_with("inf") {
            UnitProblem::NotFinite
        } else {
            UnitProblem::MissingNumber {
                example: example.to_owned(),
            }
        };
        return error(start..end, problem);
    };
    with_unit(text, value, PLAIN, start + length)
}

/// A value times the unit that begins at `at`, if there is one.
fn with_unit(text: &str, value: f64, kind: NumberKind, at: usize) -> Result<Written, UnitError> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(at);
    let mut parser = Parser {
        text: &text[..end],
        at,
        depth: 0,
    };
    parser.skip_space();
    let unit = parser.at..end;
    let mut written = Written {
        value,
        kind,
        factor: ONE,
        whole: start..end,
        unit,
    };
    if !written.unit.is_empty() {
        written.factor = parser.product()?;
        written.kind = NumberKind::of(written.factor.exponents);
    }
    match parser.at < end {
        true => parser.expected("a unit, `*`, `/` or `^`"),
        false => Ok(written),
    }
}

const ONE: Unit = Unit {
    numerator: 1.0,
    denominator: 1.0,
    exponents: [0; 6],
};

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// True if there was white space.
    fn skip_space(&mut self) -> bool {
        let before = self.at;
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at > before
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, UnitError> {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        error(
            self.at..self.at + length,
            UnitProblem::Expected { expected },
        )
    }

    /// Factors from left to right, up to the end or a closing parenthesis.
    fn product(&mut self) -> Result<Unit, UnitError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return error(self.at..self.at + 1, UnitProblem::TooComplicated);
        }
        let mut divided = self.take("/");
        self.skip_space();
        let mut total = self.power(if divided { -1 } else { 1 }, ONE)?;
        loop {
            let spaced = self.skip_space();
            if self.rest().is_empty() || self.rest().starts_with(')') {
                break;
            }
            let start = self.at;
            let below = self.take("/");
            let joined = below || self.take("*") || self.take("·") || self.take("⋅");
            if !joined && !spaced {
                return self.expected("`*`, `/`, `^` or a space");
            }
            if !joined && divided {
                return error(start..self.text.len(), UnitProblem::Ambiguous);
            }
            divided |= below;
            self.skip_space();
            total = self.power(if below { -1 } else { 1 }, total)?;
        }
        self.depth -= 1;
        Ok(total)
    }

    /// `total` times one factor, raised to its exponent times `side`.
    fn power(&mut self, side: i16, total: Unit) -> Result<Unit, UnitError> {
        let start = self.at;
        let base = self.factor()?;
        let exponent = side * self.exponent()?;
        let mut exponents = total.exponents;
        for (sum, base) in exponents.iter_mut().zip(base.exponents) {
            let raised = i16::from(*sum) + i16::from(base) * exponent;
            if raised.abs() > LARGEST_EXPONENT {
                return error(start..self.at, UnitProblem::TooComplicated);
            }
            *sum = raised as i8;
        }
        let (mut numerator, mut denominator) = (total.numerator, total.denominator);
        for _ in 0..exponent.abs() {
            if exponent > 0 {
                numerator *= base.numerator;
                denominator *= base.denominator;
            } else {
                numerator *= base.denominator;
                denominator *= base.numerator;
            }
        }
        Ok(Unit {
            numerator,
            denominator,
            exponents,
        })
    }

    fn factor(&mut self) -> Result<Unit, UnitError> {
        if self.take("(") {
            let inside = self.product()?;
            if !self.take(")") {
                return self.expected("`)`");
            }
            return Ok(inside);
        }
        // A leading one, as in `1/s`.
        if self.rest().starts_with('1')
            && !self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.at += 1;
            return Ok(ONE);
        }
        let start = self.at;
        let mut length = 0;
        for c in self.rest().chars() {
            let first = length == 0;
            if !(c.is_alphabetic()
                || c == '_'
                || c == '%'
                || c == '°'
                || (c.is_ascii_digit() && !first))
            {
                break;
            }
            length += c.len_utf8();
        }
        if length == 0 {
            return self.expected("a unit");
        }
        self.at += length;
        let symbol = &self.text[start..self.at];
        symbols::find(symbol).ok_or_else(|| UnitError {
            span: start..self.at,
            problem: UnitProblem::UnknownUnit {
                symbol: symbol.to_owned(),
                nearest: symbols::similar(symbol),
            },
        })
    }

    fn exponent(&mut self) -> Result<i16, UnitError> {
        if self.take("²") {
            return Ok(2);
        }
        if self.take("³") {
            return Ok(3);
        }
        if !self.take("^") && !self.take("**") {
            return Ok(1);
        }
        let start = self.at;
        if !self.take("-") {
            self.take("+");
        }
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return self.expected("a whole number as exponent");
        }
        self.at += digits;
        match self.text[start..self.at].parse::<i16>() {
            Ok(exponent) if (-LARGEST_EXPONENT..=LARGEST_EXPONENT).contains(&exponent) => {
                Ok(exponent)
            }
            _ => error(start..self.at, UnitProblem::TooComplicated),
        }
    }
}

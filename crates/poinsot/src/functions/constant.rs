//! Numbers that are written as formulas, such as `2*pi*3` or `sqrt(2)/2`, with a unit behind them or not.

use super::expression::{Expression, ExpressionError, ExpressionProblem};
use super::lexer::{Lexer, Token};
use super::number_kind::{Named, NumberKind};
use super::operation::{Binary, CONSTANTS, FUNCTIONS};

/// The value of a formula without variables, and what it measures.
pub(crate) fn constant(
    text: &str,
    names: &dyn Named,
) -> Result<(f64, NumberKind), ExpressionError> {
    let (formula, kind) = Expression::with_names(text, &[], names)?;
    let value: f64 = formula.run(&[]);
    match value.is_finite() {
        true => Ok((value, kind)),
        false => Err(ExpressionError {
            span: 0..text.len(),
            problem: ExpressionProblem::NotFinite,
        }),
    }
}

/// Where a formula ends and its unit begins: `2*pi*3 rad/s` behind the 3, `2*pi/s` before the division. A unit stands behind an
/// operand without an operator, or is a name that `is_unit` knows behind `*` or `/`.
///
/// `None` if the text is no formula at all but a plain number, or something else that has to be judged as one. Where there are
/// names, a word that is no unit is meant as one of them.
pub(crate) fn end_of_constant(
    text: &str,
    is_unit: impl Fn(&str) -> bool,
    names: &dyn Named,
) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    let is_function = |name: &str| FUNCTIONS.iter().any(|(known, _)| *known == name);
    let is_constant = |name: &str| CONSTANTS.iter().any(|(known, _)| *known == name);
    let named = !names.is_empty();
    let known = |name: &str| is_function(name) || is_constant(name) || (named && !is_unit(name));
    let mut depth = 0_usize;
    // Whether the word before ends an operand, where the last `*` or `/` is, and whether there is more than a number.
    let (mut operand, mut factor, mut formula) = (false, None, false);
    let end = loop {
        let Ok((token, span)) = lexer.next_token() else {
            // A sign that only units have, such as a degree or a square.
            let end = text.len() - lexer.rest().trim_start().len();
            break (operand && depth == 0).then_some(end)?;
        };
        let word = lexer.text(&span);
        let unit = match token {
            Token::End => true,
            Token::Name(_) | Token::Number(_) | Token::Open => operand && depth == 0,
            _ => false,
        };
        if unit {
            break span.start;
        }
        if let (Token::Name(name), 0, Some(at)) = (token, depth, factor)
            && !known(name)
            && is_unit(name)
        {
            break at;
        }
        factor = None;
        match token {
            Token::Open => {
                depth += 1;
                (operand, formula) = (false, true);
            }
            Token::Close => {
                depth = depth.checked_sub(1)?;
                operand = true;
            }
            Token::Comma if depth == 0 => return None,
            Token::Comma => operand = false,
            Token::Operator(operator) => {
                formula |= operand;
                let joins = matches!(operator, Binary::Multiply | Binary::Divide);
                factor = (joins && operand).then_some(span.start);
                operand = false;
            }
            Token::Number(_) => operand = true,
            // A function is followed by its arguments.
            Token::Name(name) if known(name) => {
                operand = !is_function(name);
                formula = true;
            }
            Token::Name(_) => {
                // Not at the front, where a word is no formula.
                formula.then_some(word)?;
                operand = true;
            }
            Token::End => {}
        }
    };
    formula.then_some(end)
}

/// The words of a text that may be names of values, those of functions and constants aside.
pub(crate) fn names_in(text: &str) -> Vec<&str> {
    let mut lexer = Lexer::new(text);
    let mut names = Vec::new();
    loop {
        match lexer.next_token() {
            Ok((Token::Name(name), _)) if taken_name(name).is_none() => names.push(name),
            Ok((Token::End, _)) => return names,
            Ok(_) => {}
            // A sign that only units have: what follows is no formula any more.
            Err(_) => return names,
        }
    }
}

/// What a name means in every formula already, if it does.
pub(crate) fn taken_name(name: &str) -> Option<&'static str> {
    match name {
        "and" | "or" => Some("an operator"),
        "nan" | "inf" | "infinity" => Some("a number that no model holds"),
        _ if FUNCTIONS.iter().any(|(known, _)| *known == name) => Some("a function"),
        _ if CONSTANTS.iter().any(|(known, _)| *known == name) => Some("a constant"),
        _ => None,
    }
}

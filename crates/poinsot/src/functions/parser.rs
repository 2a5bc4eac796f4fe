//! From the text of an expression to its postfix program.
//!
//! Operator precedence parsing that emits instructions as it goes; operations on constants are carried
//! out at once. Nesting is limited, so no text can exhaust the stack of the program.

use std::ops::Range;

use super::expression::STACK;
use super::lexer::{Lexer, Token};
use super::nearest::nearest;
use super::number_kind::{Mismatch, Named, NumberKind, PLAIN, result};
use super::operation::{Binary, CONSTANTS, FUNCTIONS, Operation, Unary, clamp, select};

/// Longest accepted text [bytes].
const LONGEST: usize = 8192;
/// Deepest accepted nesting of parentheses, signs and powers.
const DEEPEST: usize = 64;
/// Names of values that a message lists.
const SHOWN: usize = 8;

/// What is wrong with an expression, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{problem}")]
pub struct ExpressionError {
    /// The bytes of the expression that are meant.
    pub span: Range<usize>,
    /// What is wrong there.
    pub problem: ExpressionProblem,
}

/// The kinds of mistakes in an expression.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// Nothing was written.
    #[error("the expression is empty; write a formula such as `sin(2*pi*t)`")]
    Empty,
    /// More text than a formula can need.
    #[error("the expression is longer than {LONGEST} bytes; use a table")]
    TooLong,
    /// Parentheses, signs or powers inside each other beyond the limit.
    #[error("the expression is nested too deeply; split it or use a table")]
    TooDeep,
    /// A character that no expression contains.
    #[error("`{found}` is not allowed here")]
    UnexpectedCharacter {
        /// The character.
        found: char,
    },
    /// A numeral that is no number, or too large for one.
    #[error("`{text}` is not a finite number")]
    BadNumber {
        /// The numeral.
        text: String,
    },
    /// A misspelt variable, constant or function.
    #[error("`{name}` is not known here{}; variables: {variables}", hint(.nearest))]
    UnknownName {
        /// The name.
        name: String,
        /// The known name that looks most alike.
        nearest: Option<String>,
        /// The variables of this expression.
        variables: String,
    },
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could continue the expression.
        expected: &'static str,
        /// What was written.
        found: String,
    },
    /// Two operands side by side.
    #[error("an operator is missing here; write `*` to multiply")]
    MissingOperator,
    /// A function without its arguments.
    #[error("`{name}` is a function: write `{name}(...)`")]
    NotCalled {
        /// The function.
        name: String,
    },
    /// A function with the wrong number of arguments.
    #[error("`{name}` takes {expected} argument(s), not {found}")]
    WrongArguments {
        /// The function.
        name: String,
        /// How many it takes.
        expected: usize,
        /// How many were written.
        found: usize,
    },
    /// `a < b < c`.
    #[error("comparisons do not chain; write `a < b and b < c`")]
    ChainedComparison,
    /// Two quantities of different dimension that are added or compared.
    #[error("{left} and {right} cannot be added, compared or chosen between")]
    Unlike {
        /// The dimension of the first.
        left: String,
        /// The dimension of the second.
        right: String,
    },
    /// A quantity where only a plain number makes sense.
    #[error(
        "{what} takes a plain number, this is {given}; divide it by a quantity of the same dimension"
    )]
    NotPlain {
        /// The function, or the exponent.
        what: String,
        /// The dimension of what was written.
        given: String,
    },
    /// A power or root of a quantity that has no unit.
    #[error("{given} cannot be raised to this power")]
    NoSuchPower {
        /// The dimension of what is raised.
        given: String,
    },
    /// A constant part without a finite value, such as `1/0`.
    #[error("this part has no finite value; look for a division by zero or a logarithm of zero")]
    NotFinite,
}

fn hint(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!(", did you mean `{name}`?"),
        None => String::new(),
    }
}

fn error<T>(span: Range<usize>, problem: ExpressionProblem) -> Result<T, ExpressionError> {
    Err(ExpressionError { span, problem })
}

/// Compile `text` to a postfix program that needs at most [`STACK`] entries.
pub(super) fn compile(
    text: &str,
    variables: &[&str],
    names: &dyn Named,
) -> Result<(Vec<Operation>, NumberKind), ExpressionError> {
    if text.len() > LONGEST {
        return error(LONGEST..text.len(), ExpressionProblem::TooLong);
    }
    let mut lexer = Lexer::new(text);
    let (token, span) = lexer.next_token()?;
    if token == Token::End {
        return error(0..text.len(), ExpressionProblem::Empty);
    }
    let mut parser = Parser {
        lexer,
        token,
        span,
        variables,
        names,
        program: Vec::new(),
        kinds: Vec::new(),
        held: 0,
        depth: 0,
    };
    parser.expression(0)?;
    match parser.token {
        Token::End => {
            let kind = parser.kinds.pop().unwrap_or(PLAIN);
            Ok((parser.program, kind))
        }
        _ => parser.expected("an operator or the end"),
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    span: Range<usize>,
    variables: &'a [&'a str],
    names: &'a dyn Named,
    program: Vec<Operation>,
    /// What the entries on the stack after the program so far measure.
    kinds: Vec<NumberKind>,
    /// Entries on the stack after the program so far.
    held: usize,
    depth: usize,
}

/// Binding strength of an infix operator; `^` binds from the right, comparisons do not associate.
fn strength(operator: Binary) -> u8 {
    match operator {
        Binary::Or => 1,
        Binary::And => 2,
        Binary::Add | Binary::Subtract => 4,
        Binary::Multiply | Binary::Divide => 5,
        Binary::Power => 7,
        _ => COMPARISON,
    }
}
const COMPARISON: u8 = 3;
/// A leading minus binds tighter than a product and looser than a power.
const SIGN: u8 = 6;

impl<'a> Parser<'a> {
    fn advance(&mut self) -> Result<(), ExpressionError> {
        (self.token, self.span) = self.lexer.next_token()?;
        Ok(())
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, ExpressionError> {
        let found = match self.token {
            Token::End => "the end".to_owned(),
            _ => format!("`{}`", self.lexer.text(&self.span)),
        };
        error(
            self.span.clone(),
            ExpressionProblem::Expected { expected, found },
        )
    }

    /// An operand and all operators after it that bind at least as tightly as `weakest`.
    fn expression(&mut self, weakest: u8) -> Result<(), ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return error(self.span.clone(), ExpressionProblem::TooDeep);
        }
        let start = self.span.start;
        self.operand()?;
        let mut compared = false;
        loop {
            let operator = match self.token {
                Token::Operator(operator) => operator,
                Token::Number(_) | Token::Name(_) | Token::Open => {
                    return error(self.span.clone(), ExpressionProblem::MissingOperator);
                }
                _ => break,
            };
            let binds = strength(operator);
            if binds < weakest {
                break;
            }
            if binds == COMPARISON {
                if compared {
                    return error(self.span.clone(), ExpressionProblem::ChainedComparison);
                }
                compared = true;
            }
            self.advance()?;
            self.expression(if operator == Binary::Power {
                SIGN
            } else {
                binds + 1
            })?;
            self.emit(Operation::Binary(operator), start)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn operand(&mut self) -> Result<(), ExpressionError> {
        let span = self.span.clone();
        match self.token {
            Token::Number(value) => {
                self.advance()?;
                self.emit(Operation::Constant(value), span.start)
            }
            Token::Operator(Binary::Subtract) => {
                self.advance()?;
                self.expression(SIGN)?;
                self.emit(Operation::Unary(Unary::Negate), span.start)
            }
            Token::Operator(Binary::Add) => {
                self.advance()?;
                self.expression(SIGN)
            }
            Token::Open => {
                self.advance()?;
                self.expression(0)?;
                self.close("`)`")
            }
            Token::Name(name) => {
                self.advance()?;
                self.named(name, span)
            }
            _ => self.expected("a number, a name or `(`"),
        }
    }

    fn close(&mut self, expected: &'static str) -> Result<(), ExpressionError> {
        match self.token {
            Token::Close => self.advance(),
            // The caller's loop has consumed all operators, so anything else is misplaced.
            _ => self.expected(expected),
        }
    }

    fn named(&mut self, name: &'a str, span: Range<usize>) -> Result<(), ExpressionError> {
        // A variable may hide a constant: `e` is free to be a coordinate.
        if let Some(index) = self.variables.iter().position(|known| *known == name) {
            return self.emit(Operation::Variable(index as u8), span.start);
        }
        if let Some((_, value)) = CONSTANTS.iter().find(|(known, _)| *known == name) {
            let kind = NumberKind::Plain { pi: name == "pi" };
            return self.push(Operation::Constant(*value), kind, span.start);
        }
        if let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
            return self.call(name, *function, span);
        }
        if let Some((value, kind)) = self.names.find(name) {
            return self.push(Operation::Constant(value), kind, span.start);
        }
        let named = self.names.some();
        let known = (self.variables.iter().chain(&named).copied())
            .chain(CONSTANTS.iter().map(|(known, _)| *known))
            .chain(FUNCTIONS.iter().map(|(known, _)| *known));
        let mut variables = match self.variables {
            [] => "none".to_owned(),
            some => some.join(", "),
        };
        if !named.is_empty() {
            let more = if named.len() > SHOWN { ", ..." } else { "" };
            let shown = named[..named.len().min(SHOWN)].join(", ");
            variables.push_str(&format!("; parameters: {shown}{more}"));
        }
        error(
            span,
            ExpressionProblem::UnknownName {
                name: name.to_owned(),
                nearest: nearest(name, known).map(str::to_owned),
                variables,
            },
        )
    }

    fn call(
        &mut self,
        name: &str,
        function: Operation,
        span: Range<usize>,
    ) -> Result<(), ExpressionError> {
        if self.token != Token::Open {
            let name = name.to_owned();
            return error(span, ExpressionProblem::NotCalled { name });
        }
        self.advance()?;
        let mut found = 0;
        if self.token != Token::Close {
            loop {
                self.expression(0)?;
                found += 1;
                if self.token != Token::Comma {
                    break;
                }
                self.advance()?;
            }
        }
        let end = self.span.end;
        self.close("`,` or `)`")?;
        if found != function.operands() {
            return error(
                span.start..end,
                ExpressionProblem::WrongArguments {
                    name: name.to_owned(),
                    expected: function.operands(),
                    found,
                },
            );
        }
        self.emit(function, span.start)
    }

    /// Append one instruction, once its operands are found to fit together.
    fn emit(&mut self, operation: Operation, start: usize) -> Result<(), ExpressionError> {
        let kind = match operation {
            Operation::Constant(_) => PLAIN,
            Operation::Variable(_) => NumberKind::Open,
            _ => {
                let operands = self.kinds.len() - operation.operands();
                let power = match self.program.last() {
                    Some(Operation::Constant(value)) => Some(*value),
                    _ => None,
                };
                let kind = result(operation, &self.kinds[operands..], power);
                self.kinds.truncate(operands);
                match kind {
                    Ok(kind) => kind,
                    Err(mismatch) => {
                        let problem = self.told(mismatch, operation);
                        return error(start..self.lexer.end_before(&self.span), problem);
                    }
                }
            }
        };
        self.push(operation, kind, start)
    }

    /// A mismatch in words.
    fn told(&self, mismatch: Mismatch, operation: Operation) -> ExpressionProblem {
        let words = |exponents| self.names.words(exponents);
        match mismatch {
            Mismatch::Unlike(left, right) => ExpressionProblem::Unlike {
                left: words(left),
                right: words(right),
            },
            Mismatch::NotPlain(given) => {
                let mut functions = FUNCTIONS.iter();
                let called = functions.find(|(_, function)| *function == operation);
                let what = match (called, operation) {
                    (Some((name, _)), _) => format!("`{name}`"),
                    (None, Operation::Binary(Binary::Power)) => "an exponent".to_owned(),
                    (None, _) => "`and` or `or`".to_owned(),
                };
                let given = words(given);
                ExpressionProblem::NotPlain { what, given }
            }
            Mismatch::Power(given) => ExpressionProblem::NoSuchPower {
                given: words(given),
            },
        }
    }

    /// Append one instruction, carried out at once where all its operands are constants.
    fn push(
        &mut self,
        operation: Operation,
        kind: NumberKind,
        start: usize,
    ) -> Result<(), ExpressionError> {
        self.kinds.push(kind);
        let count = operation.operands();
        self.held = self.held + 1 - count;
        if self.held > STACK {
            return error(start..self.span.start, ExpressionProblem::TooDeep);
        }
        let at = self.program.len() - count;
        let constant = |k: usize| match self.program[at + k] {
            Operation::Constant(value) => Some(value),
            _ => None,
        };
        let folded = match operation {
            Operation::Constant(_) | Operation::Variable(_) => None,
            Operation::Unary(f) => constant(0).map(|a| f.apply(a)),
            Operation::Binary(f) => constant(0).zip(constant(1)).map(|(a, b)| f.apply(a, b)),
            Operation::Clamp => (constant(0).zip(constant(1)).zip(constant(2)))
                .map(|((x, lo), hi)| clamp(x, lo, hi)),
            Operation::Select => (constant(0).zip(constant(1)).zip(constant(2)))
                .map(|((condition, a), b)| select(condition, a, b)),
        };
        let Some(value) = folded else {
            self.program.push(operation);
            return Ok(());
        };
        if !value.is_finite() {
            return error(
                start..self.lexer.end_before(&self.span),
                ExpressionProblem::NotFinite,
            );
        }
        self.program.truncate(at);
        self.program.push(Operation::Constant(value));
        Ok(())
    }
}

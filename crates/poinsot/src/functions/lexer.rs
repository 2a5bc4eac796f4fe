//! From the text of an expression to its words.

use std::ops::Range;

use super::operation::Binary;
use super::parser::{ExpressionError, ExpressionProblem};

/// One word of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Number(f64),
    Name(&'a str),
    Operator(Binary),
    Open,
    Close,
    Comma,
    End,
}

/// Operators, longer spellings first.
const OPERATORS: &[(&str, Binary)] = &[
    ("**", Binary::Power),
    ("<=", Binary::LessEqual),
    (">=", Binary::GreaterEqual),
    ("==", Binary::Equal),
    ("!=", Binary::NotEqual),
    ("&&", Binary::And),
    ("||", Binary::Or),
    ("+", Binary::Add),
    ("-", Binary::Subtract),
    ("*", Binary::Multiply),
    ("/", Binary::Divide),
    ("^", Binary::Power),
    ("<", Binary::Less),
    (">", Binary::Greater),
];

/// Reads words from the front of a text.
pub(super) struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(source: &'a str) -> Self {
        Lexer { source, at: 0 }
    }

    /// The text of a span.
    pub fn text(&self, span: &Range<usize>) -> &'a str {
        self.source.get(span.clone()).unwrap_or("")
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// Where the text before a word ends, without the white space between.
    pub fn end_before(&self, span: &Range<usize>) -> usize {
        self.text(&(0..span.start)).trim_end().len()
    }

    /// The next word and the bytes it covers.
    pub fn next_token(&mut self) -> Result<(Token<'a>, Range<usize>), ExpressionError> {
        let rest = &self.source[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.source[start..];
        let Some(first) = rest.chars().next() else {
            self.at = start;
            return Ok((Token::End, start..start));
        };
        let (token, length) = match first {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            '0'..='9' | '.' => {
                let length = numeral(rest.as_bytes());
                match rest[..length].parse::<f64>() {
                    Ok(value) if value.is_finite() => (Token::Number(value), length),
                    _ => {
                        return Err(ExpressionError {
                            span: start..start + length,
                            problem: ExpressionProblem::BadNumber {
                                text: rest[..length].to_owned(),
                            },
                        });
                    }
                }
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = rest
                    .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                let token = match &rest[..length] {
                    "and" => Token::Operator(Binary::And),
                    "or" => Token::Operator(Binary::Or),
                    name => Token::Name(name),
                };
                (token, length)
            }
            _ => match OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                Some((sign, operator)) => (Token::Operator(*operator), sign.len()),
                None => {
                    return Err(ExpressionError {
                        span: start..start + first.len_utf8(),
                        problem: ExpressionProblem::UnexpectedCharacter { found: first },
                    });
                }
            },
        };
        self.at = start + length;
        Ok((token, start..self.at))
    }
}

/// Length of the numeral at the front; an `e` belongs to it only if digits follow.
pub(crate) fn numeral(bytes: &[u8]) -> usize {
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count()
    };
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end += 1 + digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

//! Expressions such as `2*sin(3*t)`: compiled once, evaluated without allocation, with derivatives.

use std::fmt;

use super::number_kind::{Named, Nameless, NumberKind};
use super::operation::{Binary, Operation, Unary, clamp, select};
use super::parser;
use super::scalar::Scalar;

pub use super::parser::{ExpressionError, ExpressionProblem};

/// Intermediate results that one evaluation may hold; checked when an expression is compiled.
pub(super) const STACK: usize = 32;

/// A compiled formula in a few named variables, together with the text it came from.
///
/// Operators: `+ - * / ^` (also `**`), comparisons, `and`/`&&`, `or`/`||`. `^` binds tighter than a
/// leading minus (`-2^2 = -4`) and from the right. Functions: sin cos tan asin acos atan atan2 sinh
/// cosh tanh exp log (= ln) log10 sqrt abs min max sign floor, `step(x)` (1 where `x >= 0`),
/// `clamp(x, lo, hi)`, `if(condition, a, b)`. Constants: `pi`, `e`. Angles are in radians.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    text: String,
    program: Vec<Operation>,
}

impl Expression {
    /// Compile `text`, in which the given variables may occur.
    pub fn new(text: &str, variables: &[&str]) -> Result<Self, ExpressionError> {
        Self::with_names(text, variables, &Nameless).map(|(compiled, _)| compiled)
    }

    /// Compile `text`, in which names of values may occur beside the variables; also what it measures.
    pub(crate) fn with_names(
        text: &str,
        variables: &[&str],
        names: &dyn Named,
    ) -> Result<(Self, NumberKind), ExpressionError> {
        let (program, kind) = parser::compile(text, variables, names)?;
        let text = text.to_owned();
        Ok((Expression { text, program }, kind))
    }

    /// The text as the user wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its value; `variables` are in the order given at compilation.
    pub fn value(&self, variables: &[f64]) -> f64 {
        self.run(variables)
    }

    /// Evaluate; `variables` are in the order given at compilation.
    pub(super) fn run<S: Scalar>(&self, variables: &[S]) -> S {
        let mut stack = [S::constant(0.0); STACK];
        let mut top = 0;
        for operation in &self.program {
            top -= operation.operands();
            stack[top] = match *operation {
                Operation::Constant(value) => S::constant(value),
                Operation::Variable(index) => variables[usize::from(index)],
                Operation::Unary(f) => f.apply(stack[top]),
                Operation::Binary(f) => f.apply(stack[top], stack[top + 1]),
                Operation::Clamp => clamp(stack[top], stack[top + 1], stack[top + 2]),
                Operation::Select => select(stack[top], stack[top + 1], stack[top + 2]),
            };
            top += 1;
        }
        stack[0]
    }

    /// Where the formula can jump or have a kink in its first variable, as far as the switches
    /// (comparisons, `step`, `sign`, `abs`, `min`, `max`, `clamp`) compare straight lines in it:
    /// `t < 2` is found, `sin(t) < 0.5` and the stairs of `floor` are not. Sorted, without repetition.
    pub fn corners(&self) -> Vec<f64> {
        // Each stack entry is a straight line `(value at zero, slope)`, or unknown.
        let mut stack: Vec<Option<(f64, f64)>> = Vec::with_capacity(STACK);
        let mut found = Vec::new();
        for operation in &self.program {
            let at = stack.len() - operation.operands();
            let result = {
                let arguments = &stack[at..];
                match *operation {
                    Operation::Constant(value) => Some((value, 0.0)),
                    Operation::Variable(0) => Some((0.0, 1.0)),
                    Operation::Variable(_) | Operation::Select => None,
                    Operation::Unary(f) => line_of_unary(f, arguments[0], &mut found),
                    Operation::Binary(f) => {
                        line_of_binary(f, arguments[0], arguments[1], &mut found)
                    }
                    Operation::Clamp => {
                        crossing(arguments[0], arguments[1], &mut found);
                        crossing(arguments[0], arguments[2], &mut found);
                        None
                    }
                }
            };
            stack.truncate(at);
            stack.push(result);
        }
        found.sort_by(f64::total_cmp);
        found.dedup();
        found
    }
}

type Line = Option<(f64, f64)>;

fn crossing(a: Line, b: Line, found: &mut Vec<f64>) {
    if let (Some(a), Some(b)) = (a, b) {
        // Adding zero turns -0 into 0.
        let x = (b.0 - a.0) / (a.1 - b.1) + 0.0;
        if a.1 != b.1 && x.is_finite() {
            found.push(x);
        }
    }
}

fn line_of_unary(f: Unary, a: Line, found: &mut Vec<f64>) -> Line {
    match f {
        Unary::Negate => a.map(|(value, slope)| (-value, -slope)),
        Unary::Abs | Unary::Sign | Unary::Step => {
            crossing(a, Some((0.0, 0.0)), found);
            None
        }
        _ => None,
    }
}

fn line_of_binary(f: Binary, a: Line, b: Line, found: &mut Vec<f64>) -> Line {
    match f {
        Binary::Add => Some((a?.0 + b?.0, a?.1 + b?.1)),
        Binary::Subtract => Some((a?.0 - b?.0, a?.1 - b?.1)),
        Binary::Multiply => match (a?, b?) {
            ((k, 0.0), line) | (line, (k, 0.0)) => Some((k * line.0, k * line.1)),
            _ => None,
        },
        Binary::Divide => match (a?, b?) {
            (line, (k, 0.0)) => Some((line.0 / k, line.1 / k)),
            _ => None,
        },
        Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual
        | Binary::Equal
        | Binary::NotEqual
        | Binary::Min
        | Binary::Max => {
            crossing(a, b, found);
            None
        }
        Binary::Power | Binary::And | Binary::Or | Binary::Atan2 => None,
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

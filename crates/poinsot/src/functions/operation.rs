//! The operations of a compiled expression, and the names under which users call them.

use super::scalar::Scalar;

/// One instruction of the postfix program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operation {
    Constant(f64),
    Variable(u8),
    Unary(Unary),
    Binary(Binary),
    /// `clamp(x, lo, hi)`.
    Clamp,
    /// `if(condition, a, b)`.
    Select,
}

/// Operations on one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unary {
    Negate,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Log,
    Log10,
    Sqrt,
    Abs,
    Sign,
    Floor,
    Step,
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Atan2,
    Min,
    Max,
}

/// Every function a user can call.
pub(super) const FUNCTIONS: &[(&str, Operation)] = &[
    ("sin", Operation::Unary(Unary::Sin)),
    ("cos", Operation::Unary(Unary::Cos)),
    ("tan", Operation::Unary(Unary::Tan)),
    ("asin", Operation::Unary(Unary::Asin)),
    ("acos", Operation::Unary(Unary::Acos)),
    ("atan", Operation::Unary(Unary::Atan)),
    ("atan2", Operation::Binary(Binary::Atan2)),
    ("sinh", Operation::Unary(Unary::Sinh)),
    ("cosh", Operation::Unary(Unary::Cosh)),
    ("tanh", Operation::Unary(Unary::Tanh)),
    ("exp", Operation::Unary(Unary::Exp)),
    ("log", Operation::Unary(Unary::Log)),
    ("ln", Operation::Unary(Unary::Log)),
    ("log10", Operation::Unary(Unary::Log10)),
    ("sqrt", Operation::Unary(Unary::Sqrt)),
    ("abs", Operation::Unary(Unary::Abs)),
    ("min", Operation::Binary(Binary::Min)),
    ("max", Operation::Binary(Binary::Max)),
    ("sign", Operation::Unary(Unary::Sign)),
    ("floor", Operation::Unary(Unary::Floor)),
    ("step", Operation::Unary(Unary::Step)),
    ("clamp", Operation::Clamp),
    ("if", Operation::Select),
];

/// Every named number.
pub(super) const CONSTANTS: &[(&str, f64)] =
    &[("pi", std::f64::consts::PI), ("e", std::f64::consts::E)];

impl Operation {
    /// How many numbers it takes from the stack; each operation leaves one.
    pub fn operands(self) -> usize {
        match self {
            Operation::Constant(_) | Operation::Variable(_) => 0,
            Operation::Unary(_) => 1,
            Operation::Binary(_) => 2,
            Operation::Clamp | Operation::Select => 3,
        }
    }
}

impl Unary {
    /// The operation with the derivatives that `S` carries.
    #[inline]
    pub fn apply<S: Scalar>(self, a: S) -> S {
        let x = a.value();
        match self {
            Unary::Negate => -a,
            Unary::Sin => {
                let (s, c) = x.sin_cos();
                a.chain(s, c, -s)
            }
            Unary::Cos => {
                let (s, c) = x.sin_cos();
                a.chain(c, -s, -c)
            }
            Unary::Tan => {
                let t = x.tan();
                let d = 1.0 + t * t;
                a.chain(t, d, 2.0 * t * d)
            }
            Unary::Asin => {
                let r = 1.0 / (1.0 - x * x);
                let d = r.sqrt();
                a.chain(x.asin(), d, x * r * d)
            }
            Unary::Acos => {
                let r = 1.0 / (1.0 - x * x);
                let d = -r.sqrt();
                a.chain(x.acos(), d, x * r * d)
            }
            Unary::Atan => {
                let d = 1.0 / (1.0 + x * x);
                a.chain(x.atan(), d, -2.0 * x * d * d)
            }
            Unary::Sinh => {
                let (s, c) = (x.sinh(), x.cosh());
                a.chain(s, c, s)
            }
            Unary::Cosh => {
                let (s, c) = (x.sinh(), x.cosh());
                a.chain(c, s, c)
            }
            Unary::Tanh => {
                // 1/cosh^2 keeps its digits where 1 - tanh^2 loses them.
                let (t, c) = (x.tanh(), x.cosh());
                let d = 1.0 / (c * c);
                a.chain(t, d, -2.0 * t * d)
            }
            Unary::Exp => {
                let f = x.exp();
                a.chain(f, f, f)
            }
            Unary::Log => {
                let d = 1.0 / x;
                a.chain(x.ln(), d, -d * d)
            }
            Unary::Log10 => {
                let d = 1.0 / x;
                let k = std::f64::consts::LOG10_E;
                a.chain(x.log10(), k * d, -k * d * d)
            }
            Unary::Sqrt => {
                let f = x.sqrt();
                a.chain(f, 0.5 / f, -0.25 / (f * x))
            }
            Unary::Abs => {
                if x < 0.0 {
                    -a
                } else {
                    a
                }
            }
            Unary::Sign => S::constant(if x == 0.0 { 0.0 } else { x.signum() }),
            Unary::Floor => S::constant(x.floor()),
            Unary::Step => compare(x, 0.0, x >= 0.0),
        }
    }
}

impl Binary {
    /// The operation with the derivatives that `S` carries.
    #[inline]
    pub fn apply<S: Scalar>(self, a: S, b: S) -> S {
        let (x, y) = (a.value(), b.value());
        match self {
            Binary::Add => a + b,
            Binary::Subtract => a - b,
            Binary::Multiply => a * b,
            Binary::Divide => a / b,
            Binary::Power => power(a, b),
            Binary::Less => compare(x, y, x < y),
            Binary::LessEqual => compare(x, y, x <= y),
            Binary::Greater => compare(x, y, x > y),
            Binary::GreaterEqual => compare(x, y, x >= y),
            Binary::Equal => compare(x, y, x == y),
            Binary::NotEqual => compare(x, y, x != y),
            Binary::And => compare(x, y, x != 0.0 && y != 0.0),
            Binary::Or => compare(x, y, x != 0.0 || y != 0.0),
            Binary::Atan2 => {
                // Both quotients have the slopes of the angle; the one with the larger divisor is safe.
                let slopes = if y.abs() >= x.abs() {
                    Unary::Atan.apply(a / b)
                } else {
                    -Unary::Atan.apply(b / a)
                };
                slopes.with_value(x.atan2(y))
            }
            Binary::Min => {
                if y < x || y.is_nan() {
                    b
                } else {
                    a
                }
            }
            Binary::Max => {
                if y > x || y.is_nan() {
                    b
                } else {
                    a
                }
            }
        }
    }
}

/// `clamp(x, lo, hi)`; where the limits cross, `hi` wins.
#[inline]
pub(super) fn clamp<S: Scalar>(x: S, lo: S, hi: S) -> S {
    Binary::Min.apply(Binary::Max.apply(x, lo), hi)
}

/// 1 or 0; NaN on either side stays NaN, so that a lost state is not hidden behind a switch.
#[inline]
fn compare<S: Scalar>(x: f64, y: f64, holds: bool) -> S {
    S::constant(match (x.is_nan() || y.is_nan(), holds) {
        (true, _) => f64::NAN,
        (false, true) => 1.0,
        (false, false) => 0.0,
    })
}

/// `if(condition, a, b)`; without a condition there is no result.
#[inline]
pub(super) fn select<S: Scalar>(condition: S, a: S, b: S) -> S {
    if condition.value().is_nan() {
        S::constant(f64::NAN)
    } else if condition.value() != 0.0 {
        a
    } else {
        b
    }
}

#[inline]
fn power<S: Scalar>(a: S, b: S) -> S {
    let (x, y) = (a.value(), b.value());
    if b.is_constant() {
        // A vanishing coefficient wins over the infinite power of zero beside it.
        let term = |k: f64, p: f64| if k == 0.0 { 0.0 } else { k * x.powf(p) };
        a.chain(x.powf(y), term(y, y - 1.0), term(y * (y - 1.0), y - 2.0))
    } else {
        Unary::Exp
            .apply(b * Unary::Log.apply(a))
            .with_value(x.powf(y))
    }
}

//! Divided differences `(f(b) - f(a))/(b - a)` of logarithm, powers and exponential, without a quotient that vanishes, and numbers that carry their
//! derivatives.

use std::ops::{Add, Mul, Neg, Sub};

/// A number with its derivatives by six others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    /// Value.
    pub v: f64,
    /// Derivatives.
    pub d: [f64; 6],
}

impl Dual {
    /// A constant.
    pub fn constant(v: f64) -> Self {
        Dual { v, d: [0.0; 6] }
    }
    /// The variable of number `k`.
    pub fn variable(v: f64, k: usize) -> Self {
        let mut d = [0.0; 6];
        d[k] = 1.0;
        Dual { v, d }
    }
    /// A function of this number, by its value and slope here.
    fn chain(self, v: f64, slope: f64) -> Self {
        Dual {
            v,
            d: self.d.map(|d| slope * d),
        }
    }
    /// `ln(1 + x)`.
    pub fn ln_1p(self) -> Self {
        self.chain(self.v.ln_1p(), 1.0 / (1.0 + self.v))
    }
    /// `(1 + x)^a`.
    pub fn power_1p(self, a: f64) -> Self {
        let v = (a * self.v.ln_1p()).exp();
        self.chain(v, a * v / (1.0 + self.v))
    }
    /// `(1 + x)^a - 1`.
    pub fn power_1p_less_one(self, a: f64) -> Self {
        let less = (a * self.v.ln_1p()).exp_m1();
        self.chain(less, a * (1.0 + less) / (1.0 + self.v))
    }
    /// `1/x`.
    pub fn inverse(self) -> Self {
        let v = 1.0 / self.v;
        self.chain(v, -v * v)
    }
    /// A function of two numbers, by its value and slopes here.
    fn of_two(a: Self, b: Self, [v, by_a, by_b]: [f64; 3]) -> Self {
        Dual {
            v,
            d: std::array::from_fn(|k| by_a * a.d[k] + by_b * b.d[k]),
        }
    }
    /// Divided difference of `ln(1 + x)`.
    pub fn divided_ln_1p(a: Self, b: Self) -> Self {
        Self::of_two(a, b, divided(a.v, b.v, Function::Logarithm))
    }
    /// Divided difference of `(1 + x)^p`.
    pub fn divided_power_1p(a: Self, b: Self, p: f64) -> Self {
        Self::of_two(a, b, divided(a.v, b.v, Function::Power(p)))
    }
}

impl Add for Dual {
    type Output = Dual;
    fn add(self, o: Dual) -> Dual {
        Dual {
            v: self.v + o.v,
            d: std::array::from_fn(|k| self.d[k] + o.d[k]),
        }
    }
}

impl Sub for Dual {
    type Output = Dual;
    fn sub(self, o: Dual) -> Dual {
        self + -o
    }
}

impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        -1.0 * self
    }
}

impl Mul for Dual {
    type Output = Dual;
    fn mul(self, o: Dual) -> Dual {
        Dual::of_two(self, o, [self.v * o.v, o.v, self.v])
    }
}

impl Mul<Dual> for f64 {
    type Output = Dual;
    fn mul(self, o: Dual) -> Dual {
        o.chain(self * o.v, self)
    }
}

#[derive(Clone, Copy)]
enum Function {
    Logarithm,
    Power(f64),
}

impl Function {
    /// Factor of the n-th power of z in `f((1 + a)(1 + z)) - f(1 + a)`, in units of the scale.
    fn coefficient(self, n: usize) -> f64 {
        match self {
            Function::Logarithm => {
                let sign = if n % 2 == 1 { 1.0 } else { -1.0 };
                sign / n as f64
            }
            Function::Power(p) => (0..n).map(|k| (p - k as f64) / (k as f64 + 1.0)).product(),
        }
    }
    /// `(1 + a)^p`; one for the logarithm.
    fn scale(self, a: f64) -> f64 {
        match self {
            Function::Logarithm => 1.0,
            Function::Power(p) => (p * a.ln_1p()).exp(),
        }
    }
    fn slope(self, a: f64) -> f64 {
        match self {
            Function::Logarithm => 1.0 / (1.0 + a),
            Function::Power(p) => p * self.scale(a) / (1.0 + a),
        }
    }
}

/// Below this relative difference series are used: ten terms leave less than 1e-18.
const NEAR: f64 = 1e-2;

/// Divided difference of a function of `1 + x`, and its derivatives by both arguments.
fn divided(a: f64, b: f64, f: Function) -> [f64; 3] {
    let z = (b - a) / (1.0 + a);
    let scale = f.scale(a);
    if z.abs() < NEAR {
        return [
            series(z, f, 0) * scale / (1.0 + a),
            series((a - b) / (1.0 + b), f, 1) * f.scale(b) / ((1.0 + b) * (1.0 + b)),
            series(z, f, 1) * scale / ((1.0 + a) * (1.0 + a)),
        ];
    }
    let value = match f {
        Function::Logarithm => z.ln_1p() / (b - a),
        Function::Power(p) => scale * (p * z.ln_1p()).exp_m1() / (b - a),
    };
    [
        value,
        (value - f.slope(a)) / (b - a),
        (f.slope(b) - value) / (b - a),
    ]
}

/// `sum_k c_(k+1) z^k`, or its derivative.
fn series(z: f64, f: Function, derivative: usize) -> f64 {
    let mut sum = 0.0;
    for k in (derivative..10).rev() {
        let factor = if derivative == 1 { k as f64 } else { 1.0 };
        sum = sum * z + factor * f.coefficient(k + 1);
    }
    sum
}

/// Divided difference `(exp(b) - exp(a))/(b - a)` and its derivatives by both arguments.
pub fn divided_exponential(a: f64, b: f64) -> [f64; 3] {
    let z = b - a;
    // phi = (exp(z) - 1)/z and its derivative.
    let (phi, slope) = match z.abs() < 0.5 {
        // Fourteen terms leave (1/2)^14/16! < 1e-17.
        true => {
            let (mut value, mut slope, mut term) = (0.0, 0.0, 1.0);
            for n in 0..14 {
                // term is z^n/(n + 1)!.
                value += term;
                slope += term * (n as f64 + 1.0) / (n as f64 + 2.0);
                term *= z / (n as f64 + 2.0);
            }
            (value, slope)
        }
        false => {
            let phi = z.exp_m1() / z;
            (phi, (z.exp() - phi) / z)
        }
    };
    let scale = a.exp();
    [scale * phi, scale * (phi - slope), scale * slope]
}

//! The natural cubic spline through points, by arc length.
//!
//! The parameter `u` is the chord length: it runs from point to point by their distances, so `|r'(u)|` stays near 1 and
//! unevenly spaced points make no loops. Between points `r` is cubic, `r''` is continuous, and zero at both ends
//! [de Boor, A Practical Guide to Splines, chapter IV].

use super::reference::gauss;
use crate::math::V3;

/// A cubic spline with a table of its arc length.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spline {
    points: Vec<V3>,
    /// Parameters of the points.
    u: Vec<f64>,
    /// Second derivatives at the points.
    bend: Vec<V3>,
    /// Parts of spans, each short enough for one Gauss rule to give its arc length to round-off.
    parts: Vec<Part>,
    length: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    span: usize,
    u: [f64; 2],
    s: [f64; 2],
}

impl Spline {
    /// At least two points, no neighbours equal; otherwise the answers are not numbers.
    pub fn new(points: &[V3]) -> Self {
        let mut u = vec![0.0];
        for pair in points.windows(2) {
            u.push(u[u.len() - 1] + (pair[1] - pair[0]).norm());
        }
        let mut spline = Spline {
            bend: second_derivatives(points, &u),
            points: points.to_vec(),
            u,
            parts: Vec::new(),
            length: 0.0,
        };
        for span in 0..points.len().saturating_sub(1) {
            let ends = [spline.u[span], spline.u[span + 1]];
            spline.divide(span, ends, 0);
        }
        spline
    }

    pub fn length(&self) -> f64 {
        self.length
    }

    /// Position and unit tangent.
    pub fn at(&self, s: f64) -> (V3, V3) {
        let last = self.parts.len().saturating_sub(1);
        let index = self.parts.partition_point(|part| part.s[1] < s).min(last);
        let Some(part) = self.parts.get(index) else {
            return (
                self.points.first().copied().unwrap_or_default(),
                V3::zeros(),
            );
        };
        let (r, slope) = self.evaluate(part.span, self.parameter(part, s));
        (r, slope.normalize())
    }

    /// Arc lengths of the points.
    pub fn knots(&self) -> Vec<f64> {
        let mut knots = vec![0.0; self.points.len()];
        for part in &self.parts {
            knots[part.span + 1] = part.s[1];
        }
        knots
    }

    /// An arc length at which the curve stops and turns back, if there is one: `|r'|` near 1 elsewhere is 0 there.
    pub fn cusp(&self) -> Option<f64> {
        let stops = |part: &Part, end: usize| {
            let (_, slope) = self.evaluate(part.span, part.u[end]);
            (slope.norm() < 1e-6).then_some(part.s[end])
        };
        self.parts
            .iter()
            .find_map(|part| stops(part, 0).or_else(|| stops(part, 1)))
    }

    /// Position and derivative by `u`.
    fn evaluate(&self, span: usize, u: f64) -> (V3, V3) {
        let (u0, u1) = (self.u[span], self.u[span + 1]);
        let (p0, p1) = (self.points[span], self.points[span + 1]);
        let (m0, m1) = (self.bend[span], self.bend[span + 1]);
        let h = u1 - u0;
        let (a, b) = ((u1 - u) / h, (u - u0) / h);
        let c = h * h / 6.0;
        let r = a * p0 + b * p1 + c * ((a * a * a - a) * m0 + (b * b * b - b) * m1);
        let slope =
            (p1 - p0) / h + (h / 6.0) * ((1.0 - 3.0 * a * a) * m0 + (3.0 * b * b - 1.0) * m1);
        (r, slope)
    }

    fn arc(&self, span: usize, [from, to]: [f64; 2]) -> f64 {
        let half = 0.5 * (to - from);
        gauss(6)
            .iter()
            .map(|(x, w)| half * w * self.evaluate(span, from + half * (1.0 + x)).1.norm())
            .sum()
    }

    /// Appends `ends` as one part if its two halves have the same arc length to round-off, or else the two halves.
    fn divide(&mut self, span: usize, ends: [f64; 2], depth: usize) {
        let middle = 0.5 * (ends[0] + ends[1]);
        let whole = self.arc(span, ends);
        let halves = self.arc(span, [ends[0], middle]) + self.arc(span, [middle, ends[1]]);
        // Relative to the whole span: noise of the sums shrinks with the part, so it cannot ask for ever more cuts. Thirty
        // halvings are at the round-off of the parameter: a cusp cannot be cut further.
        let span_length = self.u[span + 1] - self.u[span];
        if depth < 30 && (whole - halves).abs() > 4.0 * f64::EPSILON * span_length {
            self.divide(span, [ends[0], middle], depth + 1);
            self.divide(span, [middle, ends[1]], depth + 1);
            return;
        }
        let start = self.length;
        self.length += halves;
        self.parts.push(Part {
            span,
            u: ends,
            s: [start, self.length],
        });
    }

    /// The parameter of an arc length inside a part: Newton's method, kept between bounds.
    fn parameter(&self, part: &Part, s: f64) -> f64 {
        let [mut low, mut high] = part.u;
        if s <= part.s[0] {
            return low;
        }
        if s >= part.s[1] {
            return high;
        }
        let mut u = low + (high - low) * (s - part.s[0]) / (part.s[1] - part.s[0]);
        // Newton squares the error, a bad start halves the bounds: sixty is never reached but by a cusp.
        for _ in 0..60 {
            let excess = part.s[0] + self.arc(part.span, [part.u[0], u]) - s;
            if excess > 0.0 {
                high = u;
            } else {
                low = u;
            }
            let step = excess / self.evaluate(part.span, u).1.norm();
            let next = u - step;
            let next = if next > low && next < high {
                next
            } else {
                0.5 * (low + high)
            };
            let done = (next - u).abs() <= 2.0 * f64::EPSILON * part.u[1];
            u = next;
            if done {
                break;
            }
        }
        u
    }
}

/// The tridiagonal system of a natural spline,
/// `h0 m0 + 2 (h0 + h1) m1 + h1 m2 = 6 ((p2 - p1)/h1 - (p1 - p0)/h0)`, by elimination; it is diagonally dominant.
fn second_derivatives(points: &[V3], u: &[f64]) -> Vec<V3> {
    let n = points.len();
    let mut m = vec![V3::zeros(); n];
    if n < 3 {
        return m;
    }
    let h = |k: usize| u[k + 1] - u[k];
    let slope = |k: usize| (points[k + 1] - points[k]) / h(k);
    let mut above = vec![0.0; n];
    for k in 1..n - 1 {
        let pivot = 2.0 * (h(k - 1) + h(k)) - h(k - 1) * above[k - 1];
        above[k] = h(k) / pivot;
        m[k] = (6.0 * (slope(k) - slope(k - 1)) - h(k - 1) * m[k - 1]) / pivot;
    }
    for k in (1..n - 1).rev() {
        let next = m[k + 1];
        m[k] -= above[k] * next;
    }
    m
}

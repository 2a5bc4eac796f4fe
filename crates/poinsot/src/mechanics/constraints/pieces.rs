//! Weights along a line: piecewise cubic functions of the place, with divided differences that do not cancel (sl.2).

/// How many things a piece weighs at most: the nodes of two neighbouring elements of order 3.
pub const THINGS: usize = 7;

/// One number for every thing.
pub type Weights = [f64; THINGS];

/// A cubic polynomial for every thing between two places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Where it lies [m].
    pub ends: [f64; 2],
    /// Coefficients of 1, x, x^2, x^3 with `x` running from 0 to 1 over the piece.
    pub cubic: [[f64; 4]; THINGS],
}

/// Continuous functions made of pieces that follow each other. Beyond the first and last piece they go on along their tangents, or
/// stay constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces {
    list: Vec<Piece>,
    /// Whether the functions go on along their tangents before the first and beyond the last piece.
    goes_on: [bool; 2],
}

impl Piece {
    fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    /// Place within the piece, 0 to 1.
    fn x(&self, s: f64) -> f64 {
        (s - self.ends[0]) / self.length()
    }

    fn value(&self, s: f64) -> Weights {
        let x = self.x(s);
        self.cubic.map(|[a, b, c, d]| a + x * (b + x * (c + x * d)))
    }

    fn slope(&self, s: f64) -> Weights {
        let (x, h) = (self.x(s), self.length());
        self.cubic
            .map(|[_, b, c, d]| (b + x * (2.0 * c + x * 3.0 * d)) / h)
    }

    fn divided(&self, from: f64, to: f64) -> Weights {
        let (x, y, h) = (self.x(from), self.x(to), self.length());
        self.cubic
            .map(|[_, b, c, d]| (b + c * (x + y) + d * (x * x + x * y + y * y)) / h)
    }

    fn divided_slope(&self, from: f64, to: f64) -> Weights {
        let (x, y, h) = (self.x(from), self.x(to), self.length());
        self.cubic
            .map(|[_, _, c, d]| (c + d * (x + 2.0 * y)) / (h * h))
    }
}

fn add(sum: &mut Weights, factor: f64, w: &Weights) {
    for (sum, w) in sum.iter_mut().zip(w) {
        *sum += factor * w;
    }
}

impl Pieces {
    /// Pieces that follow each other, at least one: without any, all weights are zero.
    pub fn new(list: Vec<Piece>, goes_on: [bool; 2]) -> Self {
        Pieces { list, goes_on }
    }

    /// The pieces.
    pub fn list(&self) -> &[Piece] {
        &self.list
    }

    /// Number of the piece at a place, counted from 1; 0 before the first, one more than there are beyond the last.
    fn region(&self, s: f64) -> usize {
        let before = |p: &Piece| p.ends[1] < s;
        let k = self.list.partition_point(before);
        match self.list.first() {
            Some(first) if s < first.ends[0] => 0,
            _ => k + 1,
        }
    }

    /// Slope beyond an end: 0 the first, 1 the last.
    fn beyond(&self, end: usize) -> Weights {
        let piece = match end {
            0 => self.list.first(),
            _ => self.list.last(),
        };
        match piece.filter(|_| self.goes_on[end]) {
            Some(piece) => piece.slope(piece.ends[end]),
            None => [0.0; THINGS],
        }
    }

    /// Values at a place.
    pub fn value(&self, s: f64) -> Weights {
        let (Some(first), Some(last)) = (self.list.first(), self.list.last()) else {
            return [0.0; THINGS];
        };
        let k = self.region(s);
        let (end, piece) = match k {
            0 => (0, first),
            k if k > self.list.len() => (1, last),
            k => return self.list[k - 1].value(s),
        };
        let mut value = piece.value(piece.ends[end]);
        add(&mut value, s - piece.ends[end], &self.beyond(end));
        value
    }

    /// Derivatives at a place; where two pieces meet those of the earlier one.
    pub fn slope(&self, s: f64) -> Weights {
        match self.region(s) {
            0 => self.beyond(0),
            k if k > self.list.len() => self.beyond(1),
            k => self.list[k - 1].slope(s),
        }
    }

    /// Second derivatives at a place.
    pub fn bend(&self, s: f64) -> Weights {
        self.divided_slope(s, s).map(|w| 2.0 * w)
    }

    /// Divided differences `(w(to) - w(from)) / (to - from)`: over several pieces the mean of those of its parts, weighted by their
    /// lengths, so that nothing cancels however short the way is.
    pub fn divided(&self, from: f64, to: f64) -> Weights {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        let (first, last) = (self.region(low), self.region(high));
        if first == last {
            return match first {
                0 => self.beyond(0),
                k if k > self.list.len() => self.beyond(1),
                k => self.list[k - 1].divided(from, to),
            };
        }
        let whole = high - low;
        let mut sum = [0.0; THINGS];
        for k in first..=last {
            match k {
                0 => add(
                    &mut sum,
                    (self.list[0].ends[0] - low) / whole,
                    &self.beyond(0),
                ),
                k if k > self.list.len() => {
                    let end = self.list[k - 2].ends[1];
                    add(&mut sum, (high - end) / whole, &self.beyond(1));
                }
                k => {
                    let piece = &self.list[k - 1];
                    let (a, b) = (low.max(piece.ends[0]), high.min(piece.ends[1]));
                    add(&mut sum, (b - a) / whole, &piece.divided(a, b));
                }
            }
        }
        sum
    }

    /// Derivatives of the divided differences with respect to `to`.
    pub fn divided_slope(&self, from: f64, to: f64) -> Weights {
        let (a, b) = (self.region(from), self.region(to));
        match a == b {
            true if a == 0 || a > self.list.len() => [0.0; THINGS],
            true => self.list[a - 1].divided_slope(from, to),
            false => {
                let (slope, divided) = (self.slope(to), self.divided(from, to));
                std::array::from_fn(|k| (slope[k] - divided[k]) / (to - from))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        // x^3 - x on [0, 1], then another cubic on [1, 3]: continuous with a corner at 1, where the slope falls from 2 to 1.5.
        let cubic = |c: [f64; 4]| {
            let mut all = [[0.0; 4]; THINGS];
            (all[0], all[1][0]) = (c, 1.0);
            all
        };
        let one = Piece {
            ends: [0.0, 1.0],
            cubic: cubic([0.0, -1.0, 0.0, 1.0]),
        };
        let two = Piece {
            ends: [1.0, 3.0],
            cubic: cubic([0.0, 3.0, -1.0, 0.5]),
        };
        Pieces::new(vec![one, two], [true, false])
    }

    #[test]
    fn divided_differences_are_those_of_the_values() {
        let p = pieces();
        let places = [-0.7, -0.1, 0.0, 0.2, 0.9, 1.0, 1.7, 3.0, 3.4];
        for x in places {
            for y in places {
                let (d, from, to) = (p.divided(x, y), p.value(x), p.value(y));
                for k in 0..THINGS {
                    // Round-off of values of order ten.
                    assert!(
                        (d[k] * (y - x) - (to[k] - from[k])).abs() < 1e-14,
                        "{x} {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_short_way_across_a_corner_keeps_its_digits() {
        let p = pieces();
        // The parts of the way are exact, and so is the mean of the two slopes, 2 and 1.5.
        let h = 2.0_f64.powi(-50);
        let d = p.divided(1.0 - h, 1.0 + h)[0];
        assert!((d - 1.75).abs() < 1e-14, "{d}");
    }

    #[test]
    fn slopes_are_difference_quotients() {
        let p = pieces();
        let e = 1e-6;
        for (x, y) in [(0.3, 0.8), (0.3, 2.0), (-0.5, 0.4), (2.5, 3.5), (0.4, 0.4)] {
            let slope = p.divided_slope(x, y);
            let (up, down) = (p.divided(x, y + e), p.divided(x, y - e));
            // Central differences: e^2, and round-off over e.
            assert!((slope[0] - (up[0] - down[0]) / (2.0 * e)).abs() < 1e-8);
        }
        assert!((p.slope(0.5)[0] - (3.0 * 0.25 - 1.0)).abs() < 1e-15);
        assert!((p.bend(0.5)[0] - 3.0).abs() < 1e-15);
    }
}

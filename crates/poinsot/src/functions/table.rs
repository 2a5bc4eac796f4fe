//! Tables of points, joined by straight lines or by smooth curves.

use super::quadrature::{GAUSS_2, Mean};
use super::scalar::Jet;

/// How a table is joined between its points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines: continuous, with kinks at the points.
    #[default]
    Linear,
    /// Cubic pieces with one continuous derivative that never overshoot the data: the slope at a point is
    /// the weighted harmonic mean of its neighbours' slopes, zero at extrema
    /// [Fritsch, Butland, SIAM J. Sci. Stat. Comput. 5 (1984)].
    Smooth,
}

/// How a table goes on before its first and after its last point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extrapolation {
    /// With the end value; usual for functions of time.
    Constant,
    /// With the end value and the end slope; usual for laws.
    Linear,
}

/// Why points do not make a table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The two columns differ in length.
    #[error("a table needs as many abscissae as values, not {abscissae} and {values}")]
    LengthMismatch {
        /// Length of the first column.
        abscissae: usize,
        /// Length of the second column.
        values: usize,
    },
    /// Less than a line.
    #[error("a table needs at least 2 points, not {found}")]
    TooFewPoints {
        /// Number of points.
        found: usize,
    },
    /// NaN or infinity.
    #[error("row {} of the table is not finite: ({abscissa}, {value})", .row + 1)]
    NotFinite {
        /// Index of the row, from 0.
        row: usize,
        /// Its abscissa.
        abscissa: f64,
        /// Its value.
        value: f64,
    },
    /// Abscissae out of order or repeated.
    #[error(
        "abscissae must increase: row {} has {abscissa} after {previous}; for a jump, use two close points",
        .row + 1
    )]
    NotIncreasing {
        /// Index of the row, from 0.
        row: usize,
        /// Its abscissa.
        abscissa: f64,
        /// The abscissa before it.
        previous: f64,
    },
    /// Points so close or values so far apart that a slope overflows.
    #[error("the slope before row {} of the table is not finite", .row + 1)]
    SlopeOverflow {
        /// Index of the row, from 0.
        row: usize,
    },
}

/// A piecewise polynomial through given points.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    abscissae: Vec<f64>,
    values: Vec<f64>,
    interpolation: Interpolation,
    extrapolation: Extrapolation,
    /// Coefficients in powers of the distance from the left point of each piece; the first and the last
    /// piece are the extrapolations, so there is one piece more than there are points.
    pieces: Vec<[f64; 4]>,
}

impl Table {
    /// A table through the points `(abscissae[k], values[k])`.
    pub fn new(
        abscissae: &[f64],
        values: &[f64],
        interpolation: Interpolation,
        extrapolation: Extrapolation,
    ) -> Result<Self, TableError> {
        check(abscissae, values)?;
        let n = abscissae.len();
        let width: Vec<f64> = abscissae.windows(2).map(|x| x[1] - x[0]).collect();
        let secant: Vec<f64> = (0..n - 1)
            .map(|k| (values[k + 1] - values[k]) / width[k])
            .collect();
        if let Some(k) = secant.iter().position(|slope| !slope.is_finite()) {
            return Err(TableError::SlopeOverflow { row: k + 1 });
        }
        let mut pieces = Vec::with_capacity(n + 1);
        let (first, last) = match interpolation {
            Interpolation::Linear => {
                pieces.extend((0..n - 1).map(|k| [values[k], secant[k], 0.0, 0.0]));
                (secant[0], secant[n - 2])
            }
            Interpolation::Smooth => {
                let slope = monotone_slopes(&width, &secant);
                pieces.extend((0..n - 1).map(|k| {
                    let (d0, d1, h) = (slope[k], slope[k + 1], width[k]);
                    // Hermite cubic in powers of the distance from the left point.
                    let quadratic = (3.0 * secant[k] - 2.0 * d0 - d1) / h;
                    let cubic = (d0 - 2.0 * secant[k] + d1) / (h * h);
                    [values[k], d0, quadratic, cubic]
                }));
                (slope[0], slope[n - 1])
            }
        };
        let outside = |slope: f64| match extrapolation {
            Extrapolation::Constant => 0.0,
            Extrapolation::Linear => slope,
        };
        pieces.insert(0, [values[0], outside(first), 0.0, 0.0]);
        pieces.push([values[n - 1], outside(last), 0.0, 0.0]);
        Ok(Table {
            abscissae: abscissae.to_vec(),
            values: values.to_vec(),
            interpolation,
            extrapolation,
            pieces,
        })
    }

    /// First column.
    pub fn abscissae(&self) -> &[f64] {
        &self.abscissae
    }

    /// Second column.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How the points are joined.
    pub fn interpolation(&self) -> Interpolation {
        self.interpolation
    }

    /// How the table goes on outside.
    pub fn extrapolation(&self) -> Extrapolation {
        self.extrapolation
    }

    /// Number of the piece that holds `x`; a point belongs to the piece on its right.
    fn piece(&self, x: f64) -> usize {
        self.abscissae.partition_point(|known| *known <= x)
    }

    /// Value and derivatives of one piece.
    #[inline]
    fn on_piece(&self, piece: usize, x: f64) -> Jet {
        let u = x - self.abscissae[piece.saturating_sub(1)];
        let [a, b, c, d] = self.pieces[piece];
        Jet {
            v: a + u * (b + u * (c + u * d)),
            d: b + u * (2.0 * c + u * (3.0 * d)),
            dd: 2.0 * c + u * (6.0 * d),
        }
    }

    /// Value and derivatives; at a kink those of the right side.
    #[inline]
    pub(super) fn evaluate(&self, x: f64) -> Jet {
        self.on_piece(self.piece(x), x)
    }

    /// Mean over `lo < hi` and its derivatives, exact: Gauss' rule with two points integrates the cubic
    /// pieces, and the products of the quadratic slopes with the linear weights.
    pub(super) fn mean(&self, lo: f64, hi: f64) -> Mean {
        let mut mean = Mean::default();
        let first = self.piece(lo);
        // A NaN lies in the first piece; it must come out again, not an empty sum.
        let last = self.piece(hi).max(first);
        let mut from = lo;
        for piece in first..=last {
            let to = if piece == last {
                hi
            } else {
                self.abscissae[piece]
            };
            let share = (to - from) / (hi - lo);
            let s_from = (from - lo) / (hi - lo);
            for (node, weight) in GAUSS_2 {
                let at = self.on_piece(piece, from + node * (to - from));
                mean.add(weight * share, s_from + node * share, (at.v, at.d));
            }
            from = to;
        }
        mean
    }

    /// Exact integral of the interpolant from `a` to `b`.
    pub fn integral(&self, a: f64, b: f64) -> f64 {
        if a == b {
            0.0
        } else {
            let (lo, hi) = if a < b { (a, b) } else { (b, a) };
            self.mean(lo, hi).value * (b - a)
        }
    }

    /// The points at which the slope jumps.
    pub fn corners(&self) -> Vec<f64> {
        let steepest = self.pieces.iter().fold(0.0, |s: f64, p| s.max(p[1].abs()));
        (self.abscissae.iter().enumerate())
            .filter(|(k, x)| {
                let left = self.on_piece(*k, **x).d;
                let right = self.pieces[k + 1][1];
                // Slopes of equal pieces differ by round-off, which is no corner.
                (right - left).abs() > 1e-9 * (left.abs() + right.abs()) + 1e-12 * steepest
            })
            .map(|(_, x)| *x)
            .collect()
    }
}

fn check(abscissae: &[f64], values: &[f64]) -> Result<(), TableError> {
    if abscissae.len() != values.len() {
        return Err(TableError::LengthMismatch {
            abscissae: abscissae.len(),
            values: values.len(),
        });
    }
    if abscissae.len() < 2 {
        return Err(TableError::TooFewPoints {
            found: abscissae.len(),
        });
    }
    for (row, (&abscissa, &value)) in abscissae.iter().zip(values).enumerate() {
        if !abscissa.is_finite() || !value.is_finite() {
            return Err(TableError::NotFinite {
                row,
                abscissa,
                value,
            });
        }
        if row > 0 && abscissa <= abscissae[row - 1] {
            return Err(TableError::NotIncreasing {
                row,
                abscissa,
                previous: abscissae[row - 1],
            });
        }
    }
    Ok(())
}

/// Slopes at the points for monotone cubic pieces.
fn monotone_slopes(width: &[f64], secant: &[f64]) -> Vec<f64> {
    let n = secant.len();
    if n == 1 {
        return vec![secant[0]; 2];
    }
    let mut slope = Vec::with_capacity(n + 1);
    slope.push(end_slope(width[0], width[1], secant[0], secant[1]));
    for k in 1..n {
        let (left, right) = (secant[k - 1], secant[k]);
        slope.push(if left * right <= 0.0 {
            0.0
        } else {
            let w_left = 2.0 * width[k] + width[k - 1];
            let w_right = width[k] + 2.0 * width[k - 1];
            (w_left + w_right) / (w_left / left + w_right / right)
        });
    }
    slope.push(end_slope(
        width[n - 1],
        width[n - 2],
        secant[n - 1],
        secant[n - 2],
    ));
    slope
}

/// Slope of the parabola through the three outermost points, limited so that the end piece stays monotone.
fn end_slope(h_end: f64, h_next: f64, end: f64, next: f64) -> f64 {
    let slope = ((2.0 * h_end + h_next) * end - h_end * next) / (h_end + h_next);
    if slope * end <= 0.0 {
        0.0
    } else if end * next <= 0.0 && slope.abs() > 3.0 * end.abs() {
        3.0 * end
    } else {
        slope
    }
}

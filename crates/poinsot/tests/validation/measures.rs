//! Numbers from histories: values at times, extrema, crossings, periods, mean rates, spectral lines, exponents.

use crate::case::{Measure, number, text};
use crate::history::{History, Series};
use nalgebra::{Complex, DMatrix, DVector};

/// Evaluates a measure; `None` if the history does not hold what it needs.
pub fn evaluate(history: &History, measure: &Measure) -> Option<f64> {
    let options = &measure.options;
    let mut s = history.signal(&measure.signal);
    if let (Some(from), "drift" | "spread" | "rise") =
        (number(options, "from"), measure.kind.as_str())
    {
        let first = s.times.partition_point(|t| *t < from - 1e-9);
        s.times.drain(..first);
        s.values.drain(..first);
    }
    let level = || {
        number(options, "level").unwrap_or_else(|| {
            let (a, b) = extent(&s.values);
            0.5 * (a + b)
        })
    };
    let ends = |c: &[f64]| (c.len() >= 2).then(|| (c[0], c[c.len() - 1]));
    match measure.kind.as_str() {
        "at" => at(&s, number(options, "time")?),
        "minimum" => extremum(&s, -1.0),
        "maximum" => extremum(&s, 1.0),
        // Largest distance from the first value (at or after `from`).
        "drift" => s
            .values
            .iter()
            .map(|v| (v - s.values[0]).abs())
            .reduce(f64::max),
        // Largest rise from one frame to the next, zero if there is none.
        "rise" => Some(
            s.values
                .windows(2)
                .fold(0.0, |a, w| f64::max(a, w[1] - w[0])),
        ),
        // Largest less smallest value.
        "spread" => Some(extent(&s.values).1 - extent(&s.values).0),
        // Time of crossing number `number` (from 1), both directions.
        "crossing" => {
            let n = number(options, "number")? as usize;
            crossings(&s, level(), false).get(n - 1).copied()
        }
        // Mean time between upward crossings of the middle (or `level`).
        "period" => {
            let c = crossings(&s, level(), true);
            ends(&c).map(|(a, b)| (b - a) / (c.len() - 1) as f64)
        }
        "frequency" => {
            let c = crossings(&s, level(), true);
            ends(&c).map(|(a, b)| std::f64::consts::TAU * (c.len() - 1) as f64 / (b - a))
        }
        // Change of the signal over whole periods of another one, per time or per period.
        kind @ ("mean_rate" | "per_period") => {
            let clock = history.signal(&text(options, "during")?);
            let (low, high) = extent(&clock.values);
            let c = crossings(&clock, 0.5 * (low + high), true);
            let (a, b) = ends(&c)?;
            let change = interpolate(&s, b) - interpolate(&s, a);
            let over = if kind == "mean_rate" {
                b - a
            } else {
                (c.len() - 1) as f64
            };
            Some(change / over)
        }
        // Slope at a time from values around it, fourth order.
        "slope" => slope(&s, number(options, "time")?),
        // Frequency [Hz] of the line of the spectrum next to `near`, from the history since `start`.
        "spectral_line" => {
            let start = number(options, "start").unwrap_or(0.0);
            spectral_line(&s, start, number(options, "near")?)
        }
        // Exponents of a sum of `modes` exponentials through the signal from `start` on, with samples `every` apart.
        "exponent_real" | "exponent_imaginary" => {
            let all = exponents(&s, options_of(options));
            let z = all.get(number(options, "number")? as usize - 1)?;
            Some(if measure.kind == "exponent_real" {
                z.re
            } else {
                z.im
            })
        }
        other => panic!("no measure `{other}`"),
    }
}

fn extent(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (low, high)
}

fn index_at(s: &Series, time: f64) -> Option<usize> {
    let step = (s.times.last()? - s.times[0]) / (s.times.len() - 1).max(1) as f64;
    // Frames lie on multiples of the output interval; anything else is a slip in the case.
    s.times.iter().position(|t| (t - time).abs() <= 1e-6 * step)
}

fn at(s: &Series, time: f64) -> Option<f64> {
    index_at(s, time).map(|k| s.values[k])
}

/// First of the four samples around `k` and `k + 1`.
fn window(s: &Series, k: usize) -> usize {
    k.saturating_sub(1).min(s.times.len().saturating_sub(4))
}

/// Cubic through the four samples from `first` on: error of fourth order in their distance.
fn cubic(s: &Series, first: usize, t: f64) -> f64 {
    let range = first..(first + 4).min(s.times.len());
    let mut sum = 0.0;
    for i in range.clone() {
        let others = range.clone().filter(|&j| j != i);
        let weight: f64 = others
            .map(|j| (t - s.times[j]) / (s.times[i] - s.times[j]))
            .product();
        sum += weight * s.values[i];
    }
    sum
}

fn interpolate(s: &Series, t: f64) -> f64 {
    let k = s.times.partition_point(|x| *x <= t).saturating_sub(1);
    cubic(s, window(s, k), t)
}

fn extremum(s: &Series, sign: f64) -> Option<f64> {
    let k = (0..s.values.len())
        .max_by(|&a, &b| (sign * s.values[a]).total_cmp(&(sign * s.values[b])))?;
    if k == 0 || k + 1 == s.values.len() {
        return Some(s.values[k]);
    }
    // The cubic around the best sample, searched by thirds: smooth with one extremum there.
    let first = window(
        s,
        if s.values[k - 1] * sign > s.values[k + 1] * sign {
            k - 1
        } else {
            k
        },
    );
    let (mut a, mut b) = (s.times[k - 1], s.times[k + 1]);
    for _ in 0..100 {
        let (p, q) = (a + (b - a) / 3.0, b - (b - a) / 3.0);
        if sign * cubic(s, first, p) > sign * cubic(s, first, q) {
            b = q
        } else {
            a = p
        }
    }
    Some(cubic(s, first, 0.5 * (a + b)))
}

/// Times at which the signal passes a level, on the cubic through four samples.
fn crossings(s: &Series, level: f64, upward_only: bool) -> Vec<f64> {
    let mut found = Vec::new();
    for k in 0..s.values.len().saturating_sub(1) {
        let (x, y) = (s.values[k] - level, s.values[k + 1] - level);
        let up = x < 0.0 && y >= 0.0;
        let down = x > 0.0 && y <= 0.0;
        if up || (down && !upward_only) {
            let first = window(s, k);
            let (mut a, mut b) = (s.times[k], s.times[k + 1]);
            for _ in 0..60 {
                let m = 0.5 * (a + b);
                if (cubic(s, first, m) - level < 0.0) == up {
                    a = m
                } else {
                    b = m
                }
            }
            found.push(0.5 * (a + b));
        }
    }
    found
}

fn slope(s: &Series, time: f64) -> Option<f64> {
    let k = index_at(s, time)?;
    let h = s.times[1] - s.times[0];
    let v = |i: usize| s.values.get(i).copied();
    if k < 2 || k + 2 >= s.values.len() {
        return None;
    }
    Some((8.0 * (v(k + 1)? - v(k - 1)?) - (v(k + 2)? - v(k - 2)?)) / (12.0 * h))
}

/// The spectrum is taken with the four-term window of Blackman and Harris: the main lobe of a line reaches over four times
/// one over the duration, and beyond it a line is down by 92 dB, so that lines farther apart than this do not see each other.
const WINDOW: [f64; 4] = [0.35875, -0.48829, 0.14128, -0.01168];

/// The frequency where the windowed Fourier integral is largest, searched around `near` as far as the main lobe reaches: on a
/// grid, then by thirds.
fn spectral_line(s: &Series, start: f64, near: f64) -> Option<f64> {
    use std::f64::consts::TAU;
    let first = s.times.partition_point(|t| *t < start - 1e-9);
    let (times, values) = (&s.times[first..], &s.values[first..]);
    let (begin, duration) = (*times.first()?, times.last()? - times.first()?);
    let weight = |t: f64| -> f64 {
        let turn = TAU * (t - begin) / duration;
        let terms = WINDOW.iter().enumerate();
        terms.map(|(k, c)| c * (k as f64 * turn).cos()).sum()
    };
    let weights: Vec<f64> = times.iter().map(|t| weight(*t)).collect();
    // A window shows a large mean as a line at zero: it is taken out.
    let sum: f64 = weights.iter().sum();
    let mean = weights.iter().zip(values).map(|(w, v)| w * v).sum::<f64>() / sum;
    let power = |frequency: f64| {
        let (mut re, mut im) = (0.0, 0.0);
        for ((t, v), w) in times.iter().zip(values).zip(&weights) {
            let (sin, cos) = (TAU * frequency * (t - begin)).sin_cos();
            re += w * (v - mean) * cos;
            im += w * (v - mean) * sin;
        }
        re * re + im * im
    };
    let step = 0.25 / duration;
    let grid: Vec<f64> = (-16..=16).map(|k| near + step * f64::from(k)).collect();
    let powers: Vec<f64> = grid.iter().map(|f| power(*f)).collect();
    let best = (0..grid.len()).max_by(|&a, &b| powers[a].total_cmp(&powers[b]))?;
    if best == 0 || best + 1 == grid.len() {
        // No line within the lobe.
        return None;
    }
    let (mut a, mut b) = (grid[best - 1], grid[best + 1]);
    for _ in 0..60 {
        let (p, q) = (a + (b - a) / 3.0, b - (b - a) / 3.0);
        if power(p) > power(q) { b = q } else { a = p }
    }
    Some(0.5 * (a + b))
}

struct Exponents {
    modes: usize,
    start: f64,
    every: f64,
}

fn options_of(t: &toml::Table) -> Exponents {
    Exponents {
        modes: number(t, "modes").expect("`modes`") as usize,
        start: number(t, "start").unwrap_or(0.0),
        every: number(t, "every").expect("`every`"),
    }
}

/// Prony's method: a sum of n exponentials sampled at equal intervals obeys a linear recurrence of n terms; the roots of its
/// polynomial are exp(exponent * interval). All shifts of the record by single frames are used. Sorted by real, then
/// imaginary part.
fn exponents(s: &Series, o: Exponents) -> Vec<Complex<f64>> {
    let h = s.times[1] - s.times[0];
    let skip = (o.every / h).round() as usize;
    let first = (o.start / h).round() as usize;
    let rows = s.values.len().saturating_sub(first + o.modes * skip);
    let sample = |r: usize, k: usize| s.values[first + r + k * skip];
    let scale = |r: usize| {
        1.0 / (0..=o.modes)
            .map(|k| sample(r, k).abs())
            .fold(1e-300, f64::max)
    };
    let a = DMatrix::from_fn(rows, o.modes, |r, k| scale(r) * sample(r, k));
    let b = DVector::from_fn(rows, |r, _| -scale(r) * sample(r, o.modes));
    let Ok(c) = a.svd(true, true).solve(&b, 0.0) else {
        return vec![];
    };
    let companion = DMatrix::from_fn(o.modes, o.modes, |i, j| {
        if j + 1 == o.modes {
            -c[i]
        } else if i == j + 1 {
            1.0
        } else {
            0.0
        }
    });
    let mut z: Vec<Complex<f64>> = companion.complex_eigenvalues().iter().copied().collect();
    for z in &mut z {
        *z = Complex::new(z.norm().ln(), z.im.atan2(z.re)) / (skip as f64 * h);
    }
    z.sort_by(|a, b| (a.re, a.im).partial_cmp(&(b.re, b.im)).expect("finite"));
    // A pair has equal real parts up to round-off: the negative imaginary part comes first.
    for k in 1..z.len() {
        if (z[k].re - z[k - 1].re).abs() < 1e-6 * z[k].norm() && z[k].im < z[k - 1].im {
            z.swap(k, k - 1);
        }
    }
    z
}

//! The discrete Fourier transform, for lengths that are powers of two.

use std::f64::consts::TAU;

/// Transforms `re + i im` in place: `X_k = sum x_n exp(-2 pi i k n / N)`. Does nothing unless both have the same length, a power of two.
pub fn transform(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    if !n.is_power_of_two() || im.len() != n {
        return;
    }
    let mut reversed = 0;
    for k in 1..n {
        // Counts upwards with the bits in reverse order.
        let mut bit = n >> 1;
        while reversed & bit != 0 {
            reversed ^= bit;
            bit >>= 1;
        }
        reversed |= bit;
        if k < reversed {
            re.swap(k, reversed);
            im.swap(k, reversed);
        }
    }
    // All factors from their angles: repeated products would lose digits.
    let factors: Vec<(f64, f64)> = (0..n / 2)
        .map(|k| (-TAU * k as f64 / n as f64).sin_cos())
        .collect();
    let mut half = 1;
    while half < n {
        let stride = n / (2 * half);
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let (s, c) = factors[k * stride];
                let (a, b) = (start + k, start + k + half);
                let (x, y) = (c * re[b] - s * im[b], c * im[b] + s * re[b]);
                (re[b], im[b]) = (re[a] - x, im[a] - y);
                re[a] += x;
                im[a] += y;
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_sum_that_defines_it() {
        let n = 32;
        let x: Vec<f64> = (0..n).map(|k| ((k * k) as f64 * 0.37).sin()).collect();
        let (mut re, mut im) = (x.clone(), vec![0.0; n]);
        transform(&mut re, &mut im);
        for k in 0..n {
            let angle = |j: usize| -TAU * (j * k) as f64 / n as f64;
            let direct = |f: fn(f64) -> f64| -> f64 { (0..n).map(|j| x[j] * f(angle(j))).sum() };
            // Round-off of a sum of 32 numbers of size one.
            assert!((re[k] - direct(f64::cos)).abs() < 1e-13);
            assert!((im[k] - direct(f64::sin)).abs() < 1e-13);
        }
    }

    #[test]
    fn the_sum_of_squares_is_kept() {
        let n = 1 << 12;
        let x: Vec<f64> = (0..n).map(|k| ((k * 7919) % 1013) as f64 - 500.0).collect();
        let (mut re, mut im) = (x.clone(), vec![0.0; n]);
        transform(&mut re, &mut im);
        let before: f64 = x.iter().map(|v| v * v).sum();
        let after: f64 = re.iter().zip(&im).map(|(a, b)| a * a + b * b).sum();
        assert!((after / n as f64 / before - 1.0).abs() < 1e-13);
    }
}

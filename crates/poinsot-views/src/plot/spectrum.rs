//! Amplitude spectra: which sines a signal consists of.

use realfft::RealFftPlanner;
use std::f64::consts::TAU;
use thiserror::Error;

/// The spectrum is evaluated at so many places per `1/duration`, so that a sine between two of them keeps its height (within 0.3 % for the
/// Hann window).
const DENSER: usize = 8;
/// Longest transform; longer signals are evaluated less densely.
const LONGEST: usize = 1 << 23;
/// Fewer values show no frequency.
const FEWEST: usize = 8;
/// Steps that differ by less than this part are equal: times are rounded.
const EVEN: f64 = 1e-6;

/// How a signal is faded in and out before its frequencies are sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// `(1 - cos(2 pi t/T))/2`: a frequency hardly leaks into others.
    Hann,
    /// Not at all: sharp for whole periods, smeared otherwise.
    None,
}

/// Why there is no spectrum.
#[derive(Debug, Error, PartialEq)]
pub enum SpectrumProblem {
    /// Fewer frames than a spectrum needs; how many.
    #[error(
        "a spectrum needs at least {FEWEST} frames, there are {0} in this time range; widen it, or run again with a smaller `every` in [output]"
    )]
    TooShort(usize),
    /// Time runs backwards; the frame.
    #[error(
        "a spectrum needs times that run forward, these turn back at frame {0}: equilibria have no frequencies, only modes about them have"
    )]
    Backwards(usize),
    /// Frames at uneven distances; the least and the largest [s].
    #[error(
        "frames are {0:.3e} to {1:.3e} s apart, too uneven for a spectrum; run again with `every` in [output], or choose a time range with even frames"
    )]
    Uneven(f64, f64),
}

/// Even times.
#[derive(Debug)]
pub struct Grid {
    start: f64,
    /// Time between two values [s].
    pub step: f64,
    count: usize,
    /// Least and largest distance of frames [s], if they had to be made even.
    pub uneven: Option<(f64, f64)>,
}

impl Grid {
    /// The grid of frames that are even, and one as fine as the finest of them if not.
    pub fn new(times: &[f64]) -> Result<Grid, SpectrumProblem> {
        if times.len() < FEWEST {
            return Err(SpectrumProblem::TooShort(times.len()));
        }
        if let Some(k) = (1..times.len()).find(|&k| times[k].is_nan() || times[k] <= times[k - 1]) {
            return Err(SpectrumProblem::Backwards(k));
        }
        let gaps = || times.windows(2).map(|w| w[1] - w[0]);
        let (least, most) = gaps().fold((f64::INFINITY, 0.0_f64), |(a, b), g| (a.min(g), b.max(g)));
        let length = times[times.len() - 1] - times[0];
        let mean = length / (times.len() - 1) as f64;
        if most - least <= EVEN * mean {
            return Ok(Grid {
                start: times[0],
                step: mean,
                count: times.len(),
                uneven: None,
            });
        }
        // The last frame of a run often comes a little early: one short gap must not decide.
        let mut sorted: Vec<f64> = gaps().collect();
        sorted.sort_by(f64::total_cmp);
        let fine = sorted[sorted.len() / 20].max(length / (LONGEST / DENSER) as f64);
        let count = (length / fine).round() as usize + 1;
        if length / most < FEWEST as f64 || most / fine > 1e4 {
            return Err(SpectrumProblem::Uneven(least, most));
        }
        Ok(Grid {
            start: times[0],
            step: length / (count - 1) as f64,
            count,
            uneven: Some((least, most)),
        })
    }

    /// The highest frequency that the frames can show [Hz].
    pub fn highest(&self) -> f64 {
        0.5 / self.uneven.map_or(self.step, |(_, most)| most)
    }

    /// Values on the grid; between uneven frames by the cubic through the four nearest.
    pub fn sampled(&self, times: &[f64], values: &[f64]) -> Vec<f64> {
        if self.uneven.is_none() {
            return values.to_vec();
        }
        let mut k = 0;
        let at = |n: usize| {
            let t = self.start + n as f64 * self.step;
            while k + 2 < times.len() && times[k + 1] < t {
                k += 1;
            }
            let first = k.saturating_sub(1).min(times.len() - 4);
            let nodes = first..first + 4;
            let weight = |i: usize| {
                let others = nodes.clone().filter(|&j| j != i);
                others
                    .map(|j| (t - times[j]) / (times[i] - times[j]))
                    .product::<f64>()
            };
            nodes.clone().map(|i| weight(i) * values[i]).sum()
        };
        (0..self.count).map(at).collect()
    }
}

/// A sine that stands out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// [Hz]
    pub frequency: f64,
    /// In the unit of the signal.
    pub amplitude: f64,
}

/// Amplitudes over frequencies.
#[derive(Debug)]
pub struct Spectrum {
    /// Even, from 0 on [Hz].
    pub frequencies: Vec<f64>,
    /// Of sines, in the unit of the signal.
    pub amplitudes: Vec<f64>,
    /// Two frequencies closer than this are seen as one [Hz].
    pub resolution: f64,
    window: Window,
    /// What round-off of the signal can look like.
    noise: f64,
}

/// The spectrum of values that are `step` apart, without their mean. A sine `a sin(2 pi f t)` shows as a peak of height `a` at `f`.
pub fn spectrum(step: f64, values: &[f64], window: Window) -> Spectrum {
    let count = values.len();
    let mut size = (DENSER * count).next_power_of_two();
    while size > LONGEST && size / 2 >= count {
        size /= 2;
    }
    let weight = |n: usize| match window {
        // Periodic form: zero at both ends of a duration of `count` steps.
        Window::Hann => 0.5 - 0.5 * (TAU * n as f64 / count as f64).cos(),
        Window::None => 1.0,
    };
    let weights: Vec<f64> = (0..count).map(weight).collect();
    let total: f64 = weights.iter().sum();
    // The mean as the window sees it, or its lobe would hide slow motions.
    let mean = values.iter().zip(&weights).map(|(v, w)| v * w).sum::<f64>() / total;
    let faded = values.iter().zip(&weights).map(|(v, w)| (v - mean) * w);
    let mut signal: Vec<f64> = faded.collect();
    signal.resize(size, 0.0);
    let transform = RealFftPlanner::new().plan_fft_forward(size);
    let mut sums = transform.make_output_vec();
    // Fails only on lengths that do not belong together; the sums would then stay zero.
    let done = transform.process(&mut signal, &mut sums);
    debug_assert!(done.is_ok());
    let half = size / 2;
    let amplitude = |k: usize| {
        // Half of a sine is at the negative frequency, but for the two that are their own mirror images.
        let both = if k == 0 || k == half { 1.0 } else { 2.0 };
        both * sums[k].norm() / total
    };
    let duration = count as f64 * step;
    Spectrum {
        frequencies: (0..=half)
            .map(|k| k as f64 / (size as f64 * step))
            .collect(),
        amplitudes: (0..=half).map(amplitude).collect(),
        resolution: match window {
            Window::Hann => 2.0 / duration,
            Window::None => 1.0 / duration,
        },
        window,
        noise: 1e-13 * values.iter().fold(0.0, |m: f64, v| m.max(v.abs())),
    }
}

impl Spectrum {
    /// Leaves out what is above a frequency.
    pub fn cut(&mut self, highest: f64) {
        let keep = self.frequencies.partition_point(|f| *f <= highest);
        self.frequencies.truncate(keep.max(2));
        self.amplitudes.truncate(keep.max(2));
    }

    /// The `most` highest peaks, in order of frequency. Between the computed places the logarithm of the amplitude is a parabola, within
    /// 1e-4 of the height for the Hann window.
    pub fn peaks(&self, most: usize) -> Vec<Peak> {
        let (f, a) = (&self.frequencies, &self.amplitudes);
        let spacing = f.get(1).copied().unwrap_or(1.0);
        let reach = ((self.resolution / spacing).round() as usize).max(1);
        let highest = a.iter().copied().fold(0.0, f64::max);
        // Side lobes of the windows are 2.7 % and 21.7 % high.
        let least = highest
            * match self.window {
                Window::Hann => 0.03,
                Window::None => 0.25,
            };
        let mut found: Vec<Peak> = Vec::new();
        for k in 1..a.len().saturating_sub(1) {
            let around = k.saturating_sub(reach)..(k + reach + 1).min(a.len());
            let stands_out = a[around].iter().all(|other| *other <= a[k]) && a[k] > a[k - 1];
            // A swing that is not finished once is no frequency.
            if !stands_out
                || a[k] < least
                || a[k] <= self.noise
                || f[k] < 0.75 * reach as f64 * spacing
            {
                continue;
            }
            let [before, here, after] = [a[k - 1], a[k], a[k + 1]].map(|v| v.max(1e-300).ln());
            let bend = before - 2.0 * here + after;
            let shift = match bend < 0.0 {
                true => (0.5 * (before - after) / bend).clamp(-0.5, 0.5),
                false => 0.0,
            };
            found.push(Peak {
                frequency: f[k] + shift * spacing,
                amplitude: (here - 0.25 * (before - after) * shift).exp(),
            });
        }
        found.sort_by(|x, y| y.amplitude.total_cmp(&x.amplitude));
        found.truncate(most);
        found.sort_by(|x, y| x.frequency.total_cmp(&y.frequency));
        found
    }
}

#[cfg(test)]
mod tests;

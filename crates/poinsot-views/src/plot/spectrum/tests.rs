use super::*;

fn sine(count: usize, step: f64, frequency: f64, amplitude: f64) -> Vec<f64> {
    let at = |n: usize| 3.0 + amplitude * (TAU * frequency * n as f64 * step + 0.4).sin();
    (0..count).map(at).collect()
}

fn only_peak(values: &[f64], step: f64, window: Window) -> Peak {
    let peaks = spectrum(step, values, window).peaks(5);
    assert_eq!(peaks.len(), 1, "{peaks:?}");
    peaks[0]
}

/// The height of a sine is its amplitude, wherever its frequency lies between the multiples of 1/T, and whatever its mean is.
#[test]
fn a_sine_has_its_amplitude_and_frequency() {
    let (count, step) = (1000, 0.01);
    for part in [0.0, 0.1, 0.25, 0.5, 0.77, 0.999] {
        let frequency = (40.0 + part) / (count as f64 * step);
        let values = sine(count, step, frequency, 0.7);
        let peak = only_peak(&values, step, Window::Hann);
        // The parabola is good to 1e-4; the mirror image 80 lines away leaks less than that.
        assert!((peak.amplitude - 0.7).abs() < 1e-4 * 0.7, "{part} {peak:?}");
        assert!(
            (peak.frequency - frequency).abs() < 1e-3 / (count as f64 * step),
            "{part} {peak:?}"
        );
        // Also the curve itself, not only the peak found on it: 0.3 % of the Hann window at an eighth of a line.
        let curve = spectrum(step, &values, Window::Hann).amplitudes;
        let top = curve.iter().copied().fold(0.0, f64::max);
        assert!((top - 0.7).abs() < 3e-3 * 0.7, "{part} {top}");
    }
}

/// Every amplitude is twice the modulus of the mean of `x_n exp(-2 pi i f t_n)`, once at zero and at the highest frequency.
#[test]
fn amplitudes_are_the_sums_that_define_them() {
    let (count, step) = (32, 0.25);
    let values: Vec<f64> = (0..count).map(|k| ((k * k) as f64 * 0.37).sin()).collect();
    let mean = values.iter().sum::<f64>() / count as f64;
    let all = spectrum(step, &values, Window::None);
    for (k, (f, amplitude)) in all.frequencies.iter().zip(&all.amplitudes).enumerate() {
        let sum = |part: fn(f64) -> f64| -> f64 {
            let term = |n: usize| (values[n] - mean) * part(TAU * f * n as f64 * step);
            (0..count).map(term).sum()
        };
        let both = if k == 0 || k + 1 == all.amplitudes.len() {
            1.0
        } else {
            2.0
        };
        let direct = both * sum(f64::cos).hypot(sum(f64::sin)) / count as f64;
        // Round-off of a mean of 32 numbers of size one.
        assert!(
            (amplitude - direct).abs() < 1e-14,
            "{k} {amplitude} {direct}"
        );
    }
    assert!((all.frequencies.last().unwrap() * step - 0.5).abs() < 1e-15);
}

#[test]
fn whole_periods_need_no_window() {
    let values = sine(512, 0.5, 16.0 / 256.0, 2.0);
    let spectrum = spectrum(0.5, &values, Window::None);
    // At the multiples of 1/T everything else is zero to round-off.
    let at = |line: usize| spectrum.amplitudes[DENSER * line];
    assert!((at(16) - 2.0).abs() < 1e-12);
    assert!((0..256).filter(|k| *k != 16).all(|k| at(k) < 1e-12));
    let peak = spectrum.peaks(3)[0];
    // Between the lines the mirror image 32 lines away leaks 1/(32 pi) without a window.
    assert!((peak.frequency * 256.0 - 16.0).abs() < 0.02, "{peak:?}");
    assert!((peak.amplitude - 2.0).abs() < 0.02, "{peak:?}");
}

#[test]
fn two_sines_are_told_apart_and_sorted() {
    let step = 0.01;
    let (slow, fast) = (sine(2000, step, 1.7, 0.2), sine(2000, step, 12.3, 1.0));
    let values: Vec<f64> = slow.iter().zip(&fast).map(|(a, b)| a + b).collect();
    let all = spectrum(step, &values, Window::Hann);
    let peaks = all.peaks(5);
    assert_eq!(peaks.len(), 2);
    assert!((peaks[0].frequency - 1.7).abs() < 1e-3 && (peaks[0].amplitude - 0.2).abs() < 1e-3);
    assert!((peaks[1].frequency - 12.3).abs() < 1e-3 && (peaks[1].amplitude - 1.0).abs() < 1e-3);
    assert_eq!(all.peaks(1)[0].frequency, peaks[1].frequency);
    let mut low = all;
    low.cut(5.0);
    assert!(low.frequencies.iter().all(|f| *f <= 5.0));
    assert_eq!(low.peaks(5).len(), 1);
}

#[test]
fn uneven_frames_are_made_even() {
    let times: Vec<f64> = (0..800)
        .map(|k| f64::from(k) * 0.01 + 0.003 * f64::from(k).sin())
        .collect();
    let grid = Grid::new(&times).unwrap();
    assert!(grid.uneven.is_some() && grid.highest() < 50.0);
    let values: Vec<f64> = times.iter().map(|t| (TAU * 2.0 * t).sin()).collect();
    let even = grid.sampled(&times, &values);
    let peak = only_peak(&even, grid.step, Window::Hann);
    // Cubic through points 0.013 s apart: (2 pi f h)^4/24 = 3e-5, times the alternating signs of four points.
    assert!(
        (peak.amplitude - 1.0).abs() < 1e-3 && (peak.frequency - 2.0).abs() < 1e-3,
        "{peak:?}"
    );
}

#[test]
fn what_has_no_spectrum_is_refused() {
    assert_eq!(
        Grid::new(&[0.0, 1.0]).unwrap_err(),
        SpectrumProblem::TooShort(2)
    );
    let mut times: Vec<f64> = (0..20).map(f64::from).collect();
    times[7] = 2.0;
    assert_eq!(
        Grid::new(&times).unwrap_err(),
        SpectrumProblem::Backwards(7)
    );
    let times: Vec<f64> = (0..20).map(|k| 10f64.powi(k - 19)).collect();
    assert!(matches!(
        Grid::new(&times),
        Err(SpectrumProblem::Uneven(..))
    ));
    // The last frame may come early.
    let mut times: Vec<f64> = (0..100).map(|k| 0.1 * f64::from(k)).collect();
    times.push(9.93);
    let grid = Grid::new(&times).unwrap();
    assert!((grid.step - 0.1).abs() < 1e-3);
}

#[test]
fn odd_signals_do_no_harm() {
    for values in [vec![0.0; 50], vec![1e300; 50], vec![f64::NAN; 50]] {
        let spectrum = spectrum(0.1, &values, Window::Hann);
        assert!(spectrum.peaks(5).iter().all(|p| p.frequency.is_finite()));
    }
}

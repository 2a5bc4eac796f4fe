//! Axes: which interval they show and where the ticks go.

/// A tick and its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub value: f64,
    pub label: String,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Scale {
    lo: f64,
    hi: f64,
    log: bool,
    pub ticks: Vec<Tick>,
    /// What tick texts have in common: a factor, an offset. Empty if nothing.
    pub note: String,
}

/// Axes end here, far enough from overflow for sums and differences.
const LARGE: f64 = 1e300;

/// Ten to a small power.
fn power(exponent: i32) -> f64 {
    10f64.powi(exponent)
}

impl Scale {
    /// An axis for values between `lo` and `hi`, wider by the fraction `margin` at both ends, with about
    /// `wanted` ticks. Without values (`lo > hi`) it goes from 0 to 1.
    pub fn linear(lo: f64, hi: f64, margin: f64, wanted: usize) -> Self {
        let (lo, hi) = if lo <= hi { (lo, hi) } else { (0.0, 1.0) };
        let (mut lo, mut hi) = (lo.clamp(-LARGE, LARGE), hi.clamp(-LARGE, LARGE));
        let size = lo.abs().max(hi.abs());
        // Differences at the level of round-off are no differences.
        if hi - lo <= (1e-14 * size).max(1.0 / LARGE) {
            let half = if size > 1.0 / LARGE { 0.05 * size } else { 1.0 };
            (lo, hi) = (lo - half, hi + half);
        }
        let extra = margin * (hi - lo);
        (lo, hi) = (lo - extra, hi + extra);
        let step = nice((hi - lo) / wanted.max(1) as f64);
        let first = (lo / step - 1e-9).ceil();
        let count = ((hi - lo) / step + 1.0) as usize;
        let values: Vec<f64> = (0..=count)
            .map(|k| (first + k as f64) * step)
            .filter(|v| *v <= hi + 1e-9 * step)
            .collect();
        let (ticks, note) = label(&values, step, lo, hi);
        Scale {
            lo,
            hi,
            log: false,
            ticks,
            note,
        }
    }

    /// An axis of whole decades for positive values between `lo` and `hi`.
    pub fn log(lo: f64, hi: f64, wanted: usize) -> Self {
        let (lo, hi) = if lo > 0.0 && lo <= hi && hi.is_finite() {
            (lo.max(1.0 / LARGE), hi.clamp(1.0 / LARGE, LARGE))
        } else {
            (0.1, 1.0)
        };
        let first = lo.log10().floor() as i32;
        let last = (hi.log10().ceil() as i32).max(first + 1);
        let stride = ((last - first) as usize).div_ceil(wanted.max(1)).max(1);
        let ticks = (first..=last)
            .step_by(stride)
            .map(|e| Tick {
                value: power(e),
                label: format!("10{}", superscript(e)),
            })
            .collect();
        Scale {
            lo: power(first),
            hi: power(last),
            log: true,
            ticks,
            note: String::new(),
        }
    }

    /// Length of the interval shown.
    pub fn span(&self) -> f64 {
        self.hi - self.lo
    }

    /// A linear axis `factor` times as long about the same middle.
    pub fn widened(&self, factor: f64, wanted: usize) -> Self {
        let middle = 0.5 * (self.lo + self.hi);
        let half = 0.5 * factor * self.span();
        Scale::linear(middle - half, middle + half, 0.0, wanted)
    }

    /// Where a value lies, 0 at the start and 1 at the end of the axis.
    pub fn at(&self, value: f64) -> f64 {
        if self.log {
            let start = self.lo.log10();
            (value.log10() - start) / (self.hi.log10() - start)
        } else {
            (value - self.lo) / (self.hi - self.lo)
        }
    }
}

/// The round number (1, 2 or 5 times a power of ten) next above `rough`.
fn nice(rough: f64) -> f64 {
    let exponent = rough.log10().floor() as i32;
    let digit = rough / power(exponent);
    // A thousandth too much is still as good: the range itself is subject to round-off.
    let round = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|r| digit <= r * 1.001)
        .unwrap_or(10.0);
    round * power(exponent)
}

/// Texts with as many decimals as the step needs; a common offset and factor go into the note.
fn label(values: &[f64], step: f64, lo: f64, hi: f64) -> (Vec<Tick>, String) {
    let mut note = String::new();
    let size = lo.abs().max(hi.abs());
    let mut offset = 0.0;
    if step < 2e-5 * size {
        let decade = (hi - lo).log10().floor() as i32 + 1;
        offset = (0.5 * (lo + hi) / power(decade)).round() * power(decade);
        let digits = signed(offset, (-decade).max(0) as usize);
        let digits = match digits.contains('.') {
            true => digits.trim_end_matches('0').trim_end_matches('.'),
            false => &digits,
        };
        note = format!("+ {digits}");
    }
    let largest = values
        .iter()
        .map(|v| (v - offset).abs())
        .fold(step, f64::max);
    let magnitude = largest.log10().floor() as i32;
    let exponent = if (-3..5).contains(&magnitude) {
        0
    } else {
        magnitude
    };
    if exponent != 0 {
        note = format!("×10{} {note}", superscript(exponent));
    }
    let decimals = exponent - (step.log10() + 1e-9).floor() as i32;
    let ticks = values
        .iter()
        .map(|&value| Tick {
            value,
            label: signed((value - offset) / power(exponent), decimals.max(0) as usize),
        })
        .collect();
    (ticks, note.trim_end().to_owned())
}

/// A number with a proper minus sign and no negative zero.
fn signed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

fn superscript(exponent: i32) -> String {
    let sign = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    };
    exponent.to_string().chars().map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> Vec<&str> {
        scale.ticks.iter().map(|t| t.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        let scale = Scale::linear(0.0, 10.0, 0.0, 6);
        assert_eq!(labels(&scale), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!((scale.at(0.0), scale.at(10.0)), (0.0, 1.0));
        let scale = Scale::linear(-0.3, 0.3, 0.0, 6);
        assert_eq!(
            labels(&scale),
            ["−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"]
        );
        assert_eq!(scale.note, "");
    }

    #[test]
    fn large_and_small_numbers_share_a_factor() {
        let scale = Scale::linear(0.0, 2e6, 0.0, 4);
        assert_eq!(labels(&scale), ["0.0", "0.5", "1.0", "1.5", "2.0"]);
        assert_eq!(scale.note, "×10⁶");
        let scale = Scale::linear(0.0, 4e-9, 0.0, 4);
        assert_eq!(labels(&scale), ["0", "1", "2", "3", "4"]);
        assert_eq!(scale.note, "×10⁻⁹");
    }

    #[test]
    fn a_small_change_of_a_large_number_shows() {
        let scale = Scale::linear(12.43156, 12.431_560_000_04, 0.0, 4);
        assert_eq!(labels(&scale), ["0", "1", "2", "3", "4"]);
        assert_eq!(scale.note, "×10⁻¹¹ + 12.43156");
    }

    #[test]
    fn odd_input_gives_an_axis_all_the_same() {
        for (lo, hi) in [
            (f64::INFINITY, f64::NEG_INFINITY),
            (f64::NAN, f64::NAN),
            (3.0, 3.0),
            (0.0, 0.0),
            (-1e300, 1e300),
            (1e-300, 2e-300),
            (f64::MIN, f64::MAX),
        ] {
            let scale = Scale::linear(lo, hi, 0.05, 6);
            assert!((1..=20).contains(&scale.ticks.len()), "{lo} {hi} {scale:?}");
        }
    }

    #[test]
    fn decades() {
        let scale = Scale::log(2e-3, 50.0, 10);
        assert_eq!(
            labels(&scale),
            ["10⁻³", "10⁻²", "10⁻¹", "10⁰", "10¹", "10²"]
        );
        assert!((scale.at(1e-3)).abs() < 1e-15 && (scale.at(100.0) - 1.0).abs() < 1e-15);
        assert!(Scale::log(1e-300, 1e300, 6).ticks.len() <= 7);
        assert_eq!(Scale::log(-1.0, 0.0, 6).ticks.len(), 2);
    }
}

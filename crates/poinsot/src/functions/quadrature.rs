//! Means of an effort over an interval, with what the derivatives at both ends need.
//!
//! With `p(s) = lo + s (hi - lo)`, the mean `m = int f(p) ds` has the derivatives
//! `dm/dlo = int (1-s) f'(p) ds` and `dm/dhi = int s f'(p) ds`. These forms have no small divisor, so they
//! hold from `lo = hi` to any distance.

/// Mean of `f` and its derivatives with respect to both ends of the interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mean {
    pub value: f64,
    pub d_lo: f64,
    pub d_hi: f64,
}

impl Mean {
    /// Add what one point contributes: `weight` is its share of the interval, `s` its place in it.
    #[inline]
    pub fn add(&mut self, weight: f64, s: f64, (effort, slope): (f64, f64)) {
        self.value += weight * effort;
        self.d_lo += weight * (1.0 - s) * slope;
        self.d_hi += weight * s * slope;
    }

    fn add_all(&mut self, o: &Mean) {
        self.value += o.value;
        self.d_lo += o.d_lo;
        self.d_hi += o.d_hi;
    }
}

/// Nodes and weights of Gauss' rule with two points on (0, 1): exact to degree 3.
pub(super) const GAUSS_2: [(f64, f64); 2] = [
    (0.211_324_865_405_187_1, 0.5),
    (0.788_675_134_594_812_9, 0.5),
];

/// Nodes and weights of Gauss' rule with three points on (0, 1): exact to degree 5.
pub(super) const GAUSS_3: [(f64, f64); 3] = [
    (0.112_701_665_379_258_31, 5.0 / 18.0),
    (0.5, 4.0 / 9.0),
    (0.887_298_334_620_741_7, 5.0 / 18.0),
];

/// Positive nodes, Kronrod weights and Gauss weights of the 7-15 pair on (-1, 1)
/// [Piessens et al., QUADPACK, 1983].
pub(super) const KRONROD: [(f64, f64, f64); 7] = [
    (0.991_455_371_120_812_6, 0.022_935_322_010_529_224, 0.0),
    (
        0.949_107_912_342_758_5,
        0.063_092_092_629_978_56,
        0.129_484_966_168_869_7,
    ),
    (0.864_864_423_359_769_1, 0.104_790_010_322_250_19, 0.0),
    (
        0.741_531_185_599_394_4,
        0.140_653_259_715_525_92,
        0.279_705_391_489_276_64,
    ),
    (0.586_087_235_467_691_1, 0.169_004_726_639_267_9, 0.0),
    (
        0.405_845_151_377_397_2,
        0.190_350_578_064_785_4,
        0.381_830_050_505_118_9,
    ),
    (0.207_784_955_007_898_47, 0.204_432_940_075_298_9, 0.0),
];
/// The middle node: Kronrod weight and Gauss weight.
pub(super) const KRONROD_CENTRE: (f64, f64) = (0.209_482_141_084_727_82, 0.417_959_183_673_469_4);

/// Halvings of one panel. A kink that no corner announces costs one path of halvings, and the error it
/// leaves falls with the square of the panel, below round-off well before this.
const HALVINGS: usize = 40;
/// Panels in total: the end of the effort spent on a formula that is rough everywhere.
const PANELS: usize = 600;

/// Across a kink the estimate of the error can be ten times too small by chance. Panels are therefore judged by what rounding
/// does to them alone; but round-off of all that is integrated times this is small enough for any.
const KINK_SHARE: f64 = 1.0 / 16.0;

/// One panel by both rules.
struct Panel {
    mean: Mean,
    /// Mean of `|f| + |p f'|`: what rounding the result and the argument does, the floor of all errors.
    size: f64,
    /// Estimate of the error of the mean.
    error: f64,
}

/// Mean over `lo < hi` of a function that returns its value and slope, smooth between the sorted `corners`.
/// `panels` is the least number of panels, for intervals that are long compared with features of `f`.
pub(super) fn adaptive_mean(
    lo: f64,
    hi: f64,
    corners: &[f64],
    panels: usize,
    f: impl Fn(f64) -> (f64, f64),
) -> Mean {
    let mut total = Mean::default();
    let mut size = 0.0_f64;
    let mut largest = 0.0_f64;
    let mut used = 0;
    let mut smooth = 0;
    // Panels are cut in s, not in p: for a tiny interval p has few digits left, s keeps all of them.
    let mut from = 0.0;
    let inner = (corners.iter().filter(|c| **c > lo && **c < hi)).map(|c| (c - lo) / (hi - lo));
    for to in inner.chain(std::iter::once(1.0)) {
        for k in 0..panels {
            let edge = |k: usize| from + (to - from) * (k as f64 / panels as f64);
            // Depth-first halving; the pending right halves lie on a small stack.
            let mut pending = [(0.0, 0.0, 0); HALVINGS + 1];
            pending[0] = (edge(k), if k + 1 == panels { to } else { edge(k + 1) }, 0);
            let mut count = 1;
            while count > 0 {
                count -= 1;
                let (a, b, halvings) = pending[count];
                let panel = gauss_kronrod(a, b, lo, hi, &f);
                used += 1;
                largest = largest.max(size + panel.size);
                let middle = 0.5 * (a + b);
                let floor = panel.size.max(KINK_SHARE * largest);
                let splits = panel.error > 2.0 * f64::EPSILON * floor
                    && halvings < HALVINGS
                    && used < PANELS
                    && middle > a
                    && middle < b;
                if splits {
                    pending[count] = (middle, b, halvings + 1);
                    pending[count + 1] = (a, middle, halvings + 1);
                    count += 2;
                } else {
                    total.add_all(&panel.mean);
                    size += panel.size;
                }
            }
        }
        from = to;
        smooth += panels;
    }
    // Where a kink had to be hunted, the slope is known to the square root of round-off only. The end values
    // give the same derivatives, `dm/dhi = (f(hi) - m) / (hi - lo)`, with round-off over the distance.
    let floor = f64::EPSILON * size / (hi - lo);
    if used > smooth && floor < 1e-9 * (total.d_lo.abs() + total.d_hi.abs()) {
        total.d_lo = (total.value - f(lo).0) / (hi - lo);
        total.d_hi = (f(hi).0 - total.value) / (hi - lo);
    }
    total
}

/// Both rules on the part `a < s < b` of the interval from `lo` to `hi`.
fn gauss_kronrod(a: f64, b: f64, lo: f64, hi: f64, f: &impl Fn(f64) -> (f64, f64)) -> Panel {
    let (centre, half) = (0.5 * (a + b), 0.5 * (b - a));
    let place = |s: f64| lo + s * (hi - lo);
    let mut mean = Mean::default();
    let middle = f(place(centre));
    mean.add(half * KRONROD_CENTRE.0, centre, middle);
    let mut gauss = KRONROD_CENTRE.1 * middle.0;
    let round_off = |p: f64, at: (f64, f64)| at.0.abs() + (p * at.1).abs();
    let mut size = KRONROD_CENTRE.0 * round_off(place(centre), middle);
    let mut rise = KRONROD_CENTRE.0 * middle.1;
    for (node, weight, weight_gauss) in KRONROD {
        for side in [-node, node] {
            let s = centre + side * half;
            let at = f(place(s));
            mean.add(half * weight, s, at);
            gauss += weight_gauss * at.0;
            size += weight * round_off(place(s), at);
            rise += weight * at.1;
        }
    }
    // The two rules can agree by chance across a kink. The integral of the slope must also give the rise; a
    // jump of the slope spoils that in first order, so times the width it is an error like that of the rules.
    let rules = (mean.value - half * gauss).abs();
    let defect = (half * (hi - lo) * rise - (f(place(b)).0 - f(place(a)).0)).abs();
    Panel {
        error: rules.max(0.5 * half * defect),
        size: half * size,
        mean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kronrod_rule_integrates_its_degree() {
        // Degree 23 for the odd rule of 15 points, 13 for the 7 points inside it.
        for degree in 0..=23 {
            let exact = if degree % 2 == 0 {
                1.0 / (degree as f64 + 1.0)
            } else {
                0.0
            };
            let panel = gauss_kronrod(0.0, 1.0, -1.0, 1.0, &|x: f64| {
                (
                    x.powi(degree),
                    f64::from(degree) * x.powi((degree - 1).max(0)),
                )
            });
            assert!((panel.mean.value - exact).abs() < 1e-15, "degree {degree}");
            if degree <= 13 {
                assert!(panel.error < 1e-15, "degree {degree}: {}", panel.error);
            }
        }
    }

    #[test]
    fn a_hidden_kink_is_found() {
        // |sin| has kinks that no list of corners announces; int_0^10 |sin| = 6 + (1 + cos 10).
        let f = |x: f64| (x.sin().abs(), x.cos() * x.sin().signum());
        let mean = adaptive_mean(0.0, 10.0, &[], 1, f);
        let exact = (7.0 + 10.0_f64.cos()) / 10.0;
        assert!((mean.value - exact).abs() < 1e-14, "{}", mean.value - exact);
    }

    #[test]
    fn a_function_without_value_ends() {
        let mean = adaptive_mean(-1.0, 1.0, &[], 4, |x| (x.sqrt(), 0.5 / x.sqrt()));
        assert!(mean.value.is_nan());
    }
}

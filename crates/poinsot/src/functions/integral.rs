//! Functions of time that are given by their rate or by their acceleration.
//!
//! A motion must know its position as a function of time: `x(t) = x_0 + int_0^t v` or
//! `x(t) = x_0 + v_0 t + int_0^t (t - s) a(s) ds` (mot.1). The integrals are summed over panels from zero on. Panels are chosen one after
//! the other from the function alone, so the value at a time has the same bits whenever and however often it is asked for; what is
//! kept of them only saves time.

use super::quadrature::{KRONROD, KRONROD_CENTRE};
use super::scalar::Jet;
use super::time::{TimeFunction, TimeShape};

/// What of a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Its first derivative.
    Rate,
    /// Its second derivative.
    Acceleration,
}

/// Why a function has no integral that could be relied on.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IntegralError {
    /// NaN or infinity.
    #[error("the function has no finite value near t = {time:.6} s")]
    NotFinite {
        /// When [s].
        time: f64,
    },
    /// More panels than are worth it.
    #[error(
        "the function varies too rapidly to be integrated: more than {PANELS} pieces up to t = {time:.6} s"
    )]
    TooRough {
        /// When the count was reached [s].
        time: f64,
    },
}

/// Panels that are tried at most for one function.
const PANELS: usize = 300_000;
/// Estimated errors of a panel up to this many roundings are no reason to halve it.
const ROUNDINGS: f64 = 2.0;
/// Panels that a formula is divided into at least, and at most where it is smooth, up to the end of the run. Within a panel the
/// formula is looked at 15 times.
const FEWEST: f64 = 64.0;
const MOST: f64 = 20_000.0;
/// Steps that a panel may cover, so that what happens within a step is not passed over.
const STEPS: f64 = 8.0;

/// A function of time from its first or second derivative and its values at zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Integral {
    of: Box<TimeFunction>,
    given: Given,
    /// Value and rate at zero; of a given rate only the value counts.
    initial: [f64; 2],
    /// Where the given function or a derivative of it can jump, sorted: panels end there.
    breaks: Vec<f64>,
    /// Longest panel [s].
    widest: f64,
    /// Ends of panels, from zero on.
    knots: Vec<Knot>,
}

/// The begin of a panel and what the integrals are there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Knot {
    time: f64,
    /// Single and double integral from zero.
    once: f64,
    twice: f64,
    /// Width to try next [s].
    width: f64,
    /// Integral of what rounding value and argument does to the function: the floor of all errors.
    size: f64,
}

/// Integrals over one panel.
struct Panel {
    /// `int f`.
    once: f64,
    /// `int (end - t) f`.
    twice: f64,
    size: f64,
    error: f64,
}

impl Integral {
    /// From what is given and the values at zero, prepared for times up to `until` and for steps of length `step` [s].
    pub fn new(
        of: TimeFunction,
        given: Given,
        initial: [f64; 2],
        until: f64,
        step: f64,
    ) -> Result<Self, IntegralError> {
        let widest = match of.shape() {
            TimeShape::Expression(_) | TimeShape::Integral(_) => {
                (STEPS * step).clamp(until / MOST, until / FEWEST)
            }
            // Known in all its pieces.
            _ => f64::MAX,
        };
        let first = Knot {
            time: 0.0,
            once: 0.0,
            twice: 0.0,
            width: widest.min(until),
            size: 0.0,
        };
        let mut breaks = of.breaks();
        breaks.retain(|time| *time > 0.0);
        let mut integral = Integral {
            of: Box::new(of),
            given,
            initial,
            breaks,
            widest,
            knots: vec![first],
        };
        integral.prepare(until)?;
        Ok(integral)
    }

    /// What is given.
    pub fn of(&self) -> &TimeFunction {
        &self.of
    }

    /// Which derivative it is.
    pub fn given(&self) -> Given {
        self.given
    }

    /// Value and rate at zero; of a given rate only the value counts.
    pub fn initial(&self) -> [f64; 2] {
        self.initial
    }

    /// Keeps panels up to a time [s], so that values before it are found at once. Values do not depend on it.
    pub fn prepare(&mut self, until: f64) -> Result<(), IntegralError> {
        if self.of.is_constant() {
            return Ok(());
        }
        let mut tried = 0;
        while let Some(last) = self.knots.last().copied().filter(|k| k.time < until) {
            let next = self.next(&last, &mut tried)?;
            self.knots.push(next);
        }
        Ok(())
    }

    /// The knot behind this one.
    fn next(&self, from: &Knot, tried: &mut usize) -> Result<Knot, IntegralError> {
        let behind = self.breaks.partition_point(|time| *time <= from.time);
        let limit = self.breaks.get(behind).copied().unwrap_or(f64::MAX);
        let mut width = from.width;
        loop {
            *tried += 1;
            if *tried > PANELS {
                return Err(IntegralError::TooRough { time: from.time });
            }
            let to = match from.time + width {
                // No sliver is left before a break.
                end if end + 0.5 * width >= limit => limit,
                end => end,
            };
            let panel = self.panel(from.time, to);
            if !(panel.once.is_finite() && panel.twice.is_finite()) {
                return Err(IntegralError::NotFinite { time: from.time });
            }
            let size = from.size + panel.size;
            let whole = panel.error <= ROUNDINGS * f64::EPSILON * size;
            let half = 0.5 * (to - from.time);
            // A jump that nothing announces is narrowed down until it no longer counts.
            let least = 8.0 * f64::EPSILON * from.time.max(1e-3 * self.widest.min(to));
            if !whole && half > least {
                width = half;
                continue;
            }
            return Ok(Knot {
                time: to,
                once: from.once + panel.once,
                twice: from.twice + (to - from.time) * from.once + panel.twice,
                width: match to == limit {
                    true => from.width.max(width).min(self.widest),
                    false => (2.0 * width).min(self.widest),
                },
                size,
            });
        }
    }

    /// Both rules from `a` to `b`.
    fn panel(&self, a: f64, b: f64) -> Panel {
        let (centre, half) = (0.5 * (a + b), 0.5 * (b - a));
        let mut panel = Panel {
            once: 0.0,
            twice: 0.0,
            size: 0.0,
            error: 0.0,
        };
        let (mut gauss, mut rise) = (0.0, 0.0);
        let mut add = |t: f64, weight: f64, weight_gauss: f64| {
            let f = self.of.evaluate(t);
            panel.once += half * weight * f[0];
            panel.twice += half * weight * (b - t) * f[0];
            panel.size += half * weight * (f[0].abs() + (t * f[1]).abs());
            gauss += half * weight_gauss * f[0];
            rise += half * weight * f[1];
        };
        add(centre, KRONROD_CENTRE.0, KRONROD_CENTRE.1);
        for (node, weight, weight_gauss) in KRONROD {
            add(centre - node * half, weight, weight_gauss);
            add(centre + node * half, weight, weight_gauss);
        }
        // The two rules can agree by chance across a kink. The integral of the slope must also give the rise. The ends are looked
        // at from inside: a corner may lie a few roundings beside the number that stands for it.
        let inside = 8.0 * f64::EPSILON * b;
        let [low, high] = [a + inside, b - inside].map(|t| self.of.evaluate(t));
        let ends = (high[0] + inside * high[1]) - (low[0] - inside * low[1]);
        let rules = (panel.once - gauss).abs();
        panel.error = rules.max(0.25 * half * (rise - ends).abs());
        panel
    }

    /// Integrals from zero to `t`. Before zero, where no run goes, one panel has to do.
    fn integrals(&self, t: f64) -> [f64; 2] {
        let behind = self.knots.partition_point(|knot| knot.time <= t);
        let mut from = self.knots[behind.saturating_sub(1)];
        // Beyond what was kept: the same panels again.
        let mut tried = 0;
        if behind == self.knots.len() {
            loop {
                match self.next(&from, &mut tried) {
                    Ok(next) if next.time <= t => from = next,
                    Ok(_) => break,
                    Err(_) => return [f64::NAN; 2],
                }
            }
        }
        // A part of a panel that both rules agree on needs no judgement.
        let rest = self.panel(from.time, t);
        [
            from.once + rest.once,
            from.twice + (t - from.time) * from.once + rest.twice,
        ]
    }

    /// Value and derivatives.
    pub(super) fn evaluate(&self, t: f64) -> Jet {
        let [value, rate] = self.initial;
        let given = self.of.evaluate(t);
        let [once, twice] = match self.of.is_constant() {
            true => [given[0] * t, 0.5 * given[0] * t * t],
            false => self.integrals(t),
        };
        match self.given {
            Given::Rate => Jet {
                v: value + once,
                d: given[0],
                dd: given[1],
            },
            Given::Acceleration => Jet {
                v: value + rate * t + twice,
                d: rate + once,
                dd: given[0],
            },
        }
    }

    /// Corners of what is given, at which steps should end.
    pub fn corners(&self) -> Vec<f64> {
        self.of.corners()
    }

    /// Whether the rate itself jumps at a corner.
    pub fn jumps(&self, corner: f64) -> bool {
        if self.given == Given::Acceleration {
            return false;
        }
        // What slopes alone change over this distance is no jump.
        let beside = 1e-12 * corner.abs();
        let [before, after] = [corner - beside, corner + beside].map(|t| self.of.evaluate(t));
        let slopes = before[1].abs() + after[1].abs();
        let round_off = 1e-9 * (before[0].abs() + after[0].abs());
        (after[0] - before[0]).abs() > 10.0 * beside * slopes + round_off
    }
}

//! Reactions and accelerations at the end of a step (re.1) to (re.3).
//!
//! A multiplier of a single step is not the reaction at its end, for two reasons.
//!
//! Some schemes determine its mean over the step, to second order its value in the middle. The two stage values of the
//! energy-decaying family do not lie on a line through the true course: with inertia `m j` and load rate `F'` along the constraint
//! the second one is `(m j / (4 alpha) + 3/4 F') dt`, while the multiplier changes by `(m j - F') dt`. So the value at the end is
//! continued from several steps.
//!
//! And where constraints prescribe positions, the velocities along them obey a recursion of the scheme alone. Without dissipation
//! its roots lie at -1: what a start or a jump of a load brings in, of second order in the velocities, alternates for ever, of
//! first order in the multipliers of `ep`, and growing from step to step to an error of order zero in those of `newmark`.
//! Positions do not see it. So the reaction is taken from sums of multipliers in which this part cancels, as it does in the
//! positions. Accelerations along the constraints go with the multipliers, and all of this holds for them too.

use crate::dynamics::schemes::ReactionRule;
use crate::math::{M3, V3};
use crate::storage::stored;

/// Steps that a value depends on, at most: three sums, the first over four.
const KEPT: usize = 6;

/// Multipliers, or accelerations, of the last steps.
#[derive(Clone, Debug)]
pub struct EndValues {
    /// Of each step the values of all rows, the last step first; behind the first step those of the first instant.
    past: [Vec<f64>; KEPT],
    /// Lengths of these steps [s].
    lengths: [f64; KEPT],
    /// How many of them were made.
    steps: usize,
}

stored!(EndValues {
    past,
    lengths,
    steps
});

/// A weighted sum of the kept multipliers.
#[derive(Clone, Copy, Debug)]
struct Sum {
    weights: [f64; KEPT],
    /// Sums of 1, t and t^2 in the place of the multipliers, with the time `t` counted from now in units of the last step.
    moments: V3,
}

impl Sum {
    const NOTHING: Sum = Sum {
        weights: [0.0; KEPT],
        moments: V3::new(0.0, 0.0, 0.0),
    };

    fn add(&mut self, factor: f64, part: &Sum) {
        self.moments += factor * part.moments;
        for (all, own) in self.weights.iter_mut().zip(&part.weights) {
            *all += factor * own;
        }
    }

    /// Mean of sums with the given weights.
    fn mean(parts: &[(f64, Sum)]) -> Sum {
        let total: f64 = parts.iter().map(|(w, _)| w).sum();
        let mut mean = Sum::NOTHING;
        parts.iter().for_each(|(w, part)| mean.add(w / total, part));
        mean
    }

    /// The line through two sums, now; the first alone if both belong to the same time.
    fn line(last: Sum, before: Sum) -> Sum {
        let span = last.moments.y - before.moments.y;
        if span <= 0.0 {
            return last;
        }
        let mut now = last;
        now.add(-last.moments.y / span, &last);
        now.add(last.moments.y / span, &before);
        now
    }

    /// The parabola with the same three sums, now.
    fn parabola(sums: [Sum; 3]) -> Sum {
        let moments = M3::from_columns(&sums.map(|s| s.moments));
        let Some(inverse) = moments.try_inverse() else {
            return Sum::line(sums[0], sums[2]);
        };
        let mut now = Sum::NOTHING;
        for (factor, sum) in inverse.column(0).iter().zip(&sums) {
            now.add(*factor, sum);
        }
        now
    }
}

impl EndValues {
    /// At the start, from the values of the first instant.
    pub fn new(start: Vec<f64>) -> Self {
        EndValues {
            past: std::array::from_fn(|_| start.clone()),
            lengths: [0.0; KEPT],
            steps: 0,
        }
    }

    /// A step was made that gave these values.
    pub fn push(&mut self, dt: f64, values: impl Iterator<Item = f64>) {
        self.past.rotate_right(1);
        self.lengths.rotate_right(1);
        self.lengths[0] = dt;
        self.steps = (self.steps + 1).min(KEPT);
        for (kept, value) in self.past[0].iter_mut().zip(values) {
            *kept = value;
        }
    }

    /// Begins anew with the values of an instant.
    pub fn restart(&mut self, values: impl Iterator<Item = f64>) {
        self.steps = 0;
        self.lengths = [0.0; KEPT];
        for (row, value) in values.enumerate() {
            self.past.iter_mut().for_each(|past| past[row] = value);
        }
    }

    /// Values now, row by row.
    pub fn at_end(&self, rule: ReactionRule) -> impl Fn(usize) -> f64 {
        let now = match rule {
            _ if self.steps == 0 => self.single(0, false),
            ReactionRule::End => self.single(0, false),
            ReactionRule::Mean => Sum::line(self.single(0, true), self.single(1, true)),
            ReactionRule::AlternatingMean => self.by_means(),
            ReactionRule::AlternatingEnd {
                beta,
                gamma,
                alpha_f,
            } => self.by_ends(beta, gamma, alpha_f),
        };
        move |row| {
            let terms = now.weights.iter().zip(&self.past);
            terms.map(|(weight, past)| weight * past[row]).sum()
        }
    }

    /// The values of the step `k` before the last: values at its end, or means over it.
    fn single(&self, k: usize, mean: bool) -> Sum {
        let unit = self.lengths[0].max(f64::MIN_POSITIVE);
        let behind: f64 = self.lengths[..k].iter().map(|dt| dt / unit).sum();
        // The start is no step: its values are those of an instant.
        let whole = match mean && k < self.steps {
            true => self.lengths[k] / unit,
            false => 0.0,
        };
        let middle = -behind - 0.5 * whole;
        Sum {
            weights: std::array::from_fn(|j| if j == k { 1.0 } else { 0.0 }),
            moments: V3::new(1.0, middle, middle * middle + whole * whole / 12.0),
        }
    }

    /// From means over steps: what alternates in the momenta cancels in the mean over two steps (re.2).
    fn by_means(&self) -> Sum {
        let step = |k: usize| self.single(k, true);
        let pair = |k: usize| Sum::mean(&[0, 1].map(|j| (self.lengths[k + j], step(k + j))));
        match self.steps {
            1 => Sum::line(step(0), step(1)),
            2 => Sum::line(pair(0), step(2)),
            3 => Sum::parabola([pair(0), pair(1), step(3)]),
            _ => Sum::parabola([pair(0), pair(1), pair(2)]),
        }
    }

    /// From values at the ends of steps, in the combination in which they move the positions (re.3).
    fn by_ends(&self, beta: f64, gamma: f64, alpha_f: f64) -> Sum {
        let end = |k: usize| self.single(k, false);
        let balance = |k: usize| match k < self.steps.min(KEPT - 1) {
            true => Sum::mean(&[(1.0 - alpha_f, end(k)), (alpha_f, end(k + 1))]),
            false => end(k),
        };
        let second_difference = |k: usize| {
            let (last, before) = (self.lengths[k], self.lengths[k + 1]);
            Sum::mean(&[
                (beta * last, balance(k)),
                (
                    (gamma - beta) * before + (0.5 - beta) * last,
                    balance(k + 1),
                ),
                ((0.5 - gamma + beta) * before, balance(k + 2)),
            ])
        };
        let [a, b, c] = [0, 1, 2];
        match self.steps {
            1 => end(0),
            2 => Sum::line(second_difference(a), end(2)),
            3 => Sum::parabola([second_difference(a), second_difference(b), end(3)]),
            _ => Sum::parabola([a, b, c].map(second_difference)),
        }
    }
}

#[cfg(test)]
mod tests;

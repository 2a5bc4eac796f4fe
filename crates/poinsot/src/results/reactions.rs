//! Reactions at the end of a step (re.1) to (re.3).
//!
//! A multiplier of a single step is not the reaction at its end, for two reasons.
//!
//! Some schemes determine its mean over the step, to second order its value in the middle. The two stage values of the
//! energy-decaying family do not lie on a line through the true course: with inertia `m j` and load rate `F'` along the constraint
//! the second one is `(m j / (4 alpha) + 3/4 F') dt`, while the multiplier changes by `(m j - F') dt`.
//!
//! And where positions are prescribed by constraints, the velocities along them obey a recursion of the scheme alone. Without
//! dissipation its roots lie at -1: what a start or a jump of a load brings in, of second order in the velocities, alternates for
//! ever, of first order in the multipliers of `ep`, and growing from step to step to an error of order zero in those of
//! `newmark`. The positions do not see it. So the reaction is taken from a sum of multipliers in which this part cancels, as it
//! does in the positions, and continued to the end of the step by the line through the last two such sums.

use crate::checkpoint::stored;
use crate::dynamics::schemes::ReactionRule;
use crate::system::State;

/// Steps that a reaction depends on, at most, and the start or the step before them.
const KEPT: usize = 5;

/// Multipliers of the last steps.
#[derive(Clone, Debug)]
pub struct EndReactions {
    /// Of each step the multipliers of all rows, the last step first; behind the first step those of the first instant.
    past: [Vec<f64>; KEPT],
    /// Lengths of these steps [s].
    lengths: [f64; KEPT],
    /// How many of them were made.
    steps: usize,
}

stored!(EndReactions {
    past,
    lengths,
    steps
});

/// A weighted sum of the kept multipliers, and the time at which a linear course has that value, counted from now [s].
#[derive(Clone, Copy, Debug)]
struct Sum {
    weights: [f64; KEPT],
    time: f64,
}

impl Sum {
    fn of(parts: &[(f64, Sum)]) -> Sum {
        let total: f64 = parts.iter().map(|(w, _)| w).sum();
        let mut sum = Sum {
            weights: [0.0; KEPT],
            time: 0.0,
        };
        for (w, part) in parts {
            let share = w / total;
            sum.time += share * part.time;
            for (all, own) in sum.weights.iter_mut().zip(&part.weights) {
                *all += share * own;
            }
        }
        sum
    }

    /// The line through this sum and an earlier one, now.
    fn continued(self, earlier: Sum) -> [f64; KEPT] {
        let span = self.time - earlier.time;
        if span <= 0.0 {
            return self.weights;
        }
        let slope = -self.time / span;
        std::array::from_fn(|k| self.weights[k] + slope * (self.weights[k] - earlier.weights[k]))
    }
}

impl EndReactions {
    /// At the start, from the multipliers of the first instant.
    pub fn new(state: &State) -> Self {
        let start: Vec<f64> = state.multipliers.iter().map(|m| m[0]).collect();
        EndReactions {
            past: std::array::from_fn(|_| start.clone()),
            lengths: [0.0; KEPT],
            steps: 0,
        }
    }

    /// A step was made.
    pub fn push(&mut self, state: &State, dt: f64, of_step: impl Fn([f64; 2]) -> f64) {
        self.past.rotate_right(1);
        self.lengths.rotate_right(1);
        self.lengths[0] = dt;
        self.steps = (self.steps + 1).min(KEPT);
        for (value, stages) in self.past[0].iter_mut().zip(&state.multipliers) {
            *value = of_step(*stages);
        }
    }

    /// Values of the multipliers now, row by row.
    pub fn at_end(&self, rule: ReactionRule) -> impl Fn(usize) -> f64 {
        let weights = match rule {
            ReactionRule::Means { alternate } => self.from_means(alternate),
            ReactionRule::Ends {
                beta,
                gamma,
                alpha_f,
            } => self.from_ends(beta, gamma, alpha_f),
        };
        move |row| {
            let terms = weights.iter().zip(&self.past);
            // A weight of zero keeps out what is not there.
            terms
                .filter(|(w, _)| **w != 0.0)
                .map(|(w, past)| w * past[row])
                .sum()
        }
    }

    /// The multipliers of the step `k` before the last, at its end or in its middle.
    fn single(&self, k: usize, middle: bool) -> Sum {
        let behind: f64 = self.lengths[..k].iter().sum();
        // The start is no step: its values are those of an instant.
        let half = if middle && k < self.steps { 0.5 } else { 0.0 };
        Sum {
            weights: std::array::from_fn(|j| if j == k { 1.0 } else { 0.0 }),
            time: -behind - half * self.lengths[k],
        }
    }

    /// From means over steps. A part that alternates in the momenta cancels in the mean over two steps (re.2).
    fn from_means(&self, alternate: bool) -> [f64; KEPT] {
        let step = |k: usize| self.single(k, true);
        let pair = |k: usize| Sum::of(&[0, 1].map(|j| (self.lengths[k + j], step(k + j))));
        match (self.steps, alternate) {
            (0, _) => step(0).weights,
            (1, _) | (_, false) => step(0).continued(step(1)),
            (2, true) => pair(0).continued(step(2)),
            (_, true) => pair(0).continued(pair(1)),
        }
    }

    /// From values at the ends of steps, in the combination in which they move the positions (re.3).
    fn from_ends(&self, beta: f64, gamma: f64, alpha_f: f64) -> [f64; KEPT] {
        let end = |k: usize| self.single(k, false);
        let balance = |k: usize| match k < self.steps.min(KEPT - 1) {
            true => Sum::of(&[(1.0 - alpha_f, end(k)), (alpha_f, end(k + 1))]),
            false => end(k),
        };
        let second_difference = |k: usize| {
            let (last, before) = (self.lengths[k], self.lengths[k + 1]);
            Sum::of(&[
                (beta * last, balance(k)),
                (
                    (gamma - beta) * before + (0.5 - beta) * last,
                    balance(k + 1),
                ),
                ((0.5 - gamma + beta) * before, balance(k + 2)),
            ])
        };
        match self.steps {
            0 | 1 => end(0).weights,
            2 => second_difference(0).continued(end(2)),
            _ => second_difference(0).continued(second_difference(1)),
        }
    }
}

#[cfg(test)]
mod tests;

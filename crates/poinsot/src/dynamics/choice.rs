//! Which is cheaper where corrections go on down to round-off: new factors in every iteration, or kept ones and more corrections.
//!
//! That depends on what a tangent costs beside a residual and on how fast kept factors contract, which no one knows before. So both
//! ways are tried, the cheaper one is taken for a while, and the other one is tried again after a time that doubles as long as the
//! answer stays the same. Costs are counted, not measured, so that the same model gives the same bits everywhere.

use crate::storage::stored;

/// Steps of a trial: with new factors, and with kept ones, whose price is spread over some steps.
const TRIAL: [f64; 2] = [4.0, 12.0];
/// Steps for which an answer holds, at first and at most.
const SHORTEST: f64 = 64.0;
const LONGEST: f64 = 4096.0;

/// The two ways, what they have cost, and what is done now.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// Whether factors are kept.
    keeps: bool,
    /// Whether that is a trial.
    trial: bool,
    /// Steps to come until the next decision.
    left: f64,
    /// Mean cost of a step of either way; none yet: infinite.
    mean: [f64; 2],
    /// Cost and number of steps since the last decision.
    spent: f64,
    steps: f64,
    /// For how many steps the next answer holds.
    hold: f64,
}

stored!(Choice {
    keeps,
    trial,
    left,
    mean,
    spent,
    steps,
    hold,
});

impl Choice {
    /// Nothing is known.
    pub fn new() -> Self {
        Choice {
            keeps: false,
            trial: true,
            left: TRIAL[0],
            mean: [f64::INFINITY; 2],
            spent: 0.0,
            steps: 0.0,
            hold: SHORTEST,
        }
    }

    /// Whether every iteration has factors of its own.
    pub fn every(&self) -> bool {
        !self.keeps
    }

    /// What a step has cost.
    pub fn book(&mut self, cost: f64) {
        self.spent += cost;
        self.steps += 1.0;
        self.left -= 1.0;
        let (now, other) = (usize::from(self.keeps), usize::from(!self.keeps));
        if self.left <= 0.0 || (!self.trial && self.steps >= SHORTEST) {
            self.mean[now] = self.spent / self.steps;
            (self.spent, self.steps) = (0.0, 0.0);
        }
        // A way that has become dearer than the other one was is left before its time.
        let outgrown = !self.trial && self.mean[now] > self.mean[other];
        if self.left > 0.0 && !outgrown {
            return;
        }
        if !self.trial || self.mean[other].is_infinite() {
            self.keeps = !self.keeps;
            self.trial = true;
            self.left = TRIAL[other];
            (self.spent, self.steps) = (0.0, 0.0);
            return;
        }
        // A trial has ended: the way before it was the other one.
        let stays = self.mean[other] <= self.mean[now];
        self.hold = match stays {
            true => (2.0 * self.hold).min(LONGEST),
            false => SHORTEST,
        };
        self.keeps = (other == 1) == stays;
        self.trial = false;
        self.left = self.hold;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Total cost of a run whose two ways cost this.
    fn run(steps: usize, every: f64, kept: impl Fn(usize) -> f64) -> f64 {
        let mut choice = Choice::new();
        let mut sum = 0.0;
        for k in 0..steps {
            let cost = if choice.every() { every } else { kept(k) };
            sum += cost;
            choice.book(cost);
        }
        sum
    }

    #[test]
    fn the_cheaper_way_is_found_and_trials_become_rare() {
        assert!(run(10_000, 10.0, |_| 20.0) < 1.02 * 100_000.0);
        assert!(run(10_000, 20.0, |_| 10.0) < 1.02 * 100_000.0);
    }

    #[test]
    fn a_way_that_becomes_dear_is_left() {
        let cost = run(10_000, 10.0, |k| if k < 2000 { 5.0 } else { 50.0 });
        assert!(cost < 1.6 * (2000.0 * 5.0 + 8000.0 * 10.0), "{cost}");
    }
}

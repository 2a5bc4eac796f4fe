//! Reactions at the end of a step.
//!
//! A step determines the mean of a multiplier over the step, to second order its value in the middle. The two stage values of
//! the energy-decaying family do not lie on a line through the true course: with inertia `m j` and load rate `F'` along the
//! constraint the second one is `(m j / (4 alpha) + 3/4 F') dt`, while the multiplier changes by `(m j - F') dt`. So the value at
//! the end is continued from the means of the last two steps, whatever moves the system.

use crate::checkpoint::stored;
use crate::system::State;

/// Means of all multipliers over the last two steps.
#[derive(Clone, Debug)]
pub struct EndReactions {
    before: Vec<f64>,
    last: Vec<f64>,
    dt_before: f64,
    dt_last: f64,
}

stored!(EndReactions {
    before,
    last,
    dt_before,
    dt_last
});

impl EndReactions {
    /// At the start: the multipliers of the first instant count as the mean of a step of no length.
    pub fn new(state: &State) -> Self {
        let start: Vec<f64> = state.multipliers.iter().map(|m| m[0]).collect();
        EndReactions {
            before: start.clone(),
            last: start,
            dt_before: 0.0,
            dt_last: 0.0,
        }
    }

    /// A step was made.
    pub fn push(&mut self, state: &State, dt: f64, mean: impl Fn([f64; 2]) -> f64) {
        std::mem::swap(&mut self.before, &mut self.last);
        self.dt_before = self.dt_last;
        self.dt_last = dt;
        for (value, stages) in self.last.iter_mut().zip(&state.multipliers) {
            *value = mean(*stages);
        }
    }

    /// Value of a multiplier now: the line through the middles of both steps, continued to the end of the second.
    pub fn at_end(&self, row: usize) -> f64 {
        let (x, y) = (self.before[row], self.last[row]);
        let span = self.dt_before + self.dt_last;
        if span == 0.0 {
            return y;
        }
        y + (y - x) * self.dt_last / span
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(value: f64) -> State {
        State {
            time: 0.0,
            poses: vec![],
            velocities: vec![],
            accelerations: vec![],
            multipliers: vec![[value, 0.0]],
            coordinates: vec![],
        }
    }

    #[test]
    fn a_linear_course_is_exact_with_any_steps() {
        // lambda = 3 + 2 t; means over the steps are the values in their middles.
        let lambda = |t: f64| 3.0 + 2.0 * t;
        let mut r = EndReactions::new(&state(lambda(0.0)));
        assert_eq!(r.at_end(0), lambda(0.0));
        let mut t = 0.0;
        for dt in [0.1, 0.1, 0.05, 0.2] {
            r.push(&state(lambda(t + 0.5 * dt)), dt, |m| m[0]);
            t += dt;
            assert!((r.at_end(0) - lambda(t)).abs() < 1e-14);
        }
    }
}

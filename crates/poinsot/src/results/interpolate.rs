//! Frames that fall between the ends of two steps.
//!
//! Rows are interpolated, not states: forces in stiff parts belong to positions to the last digits, and positions between two
//! steps are not that exact. Positions and angles follow cubics that have the recorded velocities at both ends, rotations
//! the same in the rotation vector from the earlier orientation, and velocities are the rates of these curves: errors of fourth
//! and third order, below those of the schemes. Forces, energies, works and impulses run straight (second order, as the
//! schemes), so that sums hold between steps as they do at their ends: an account that closes there closes here.

use super::layout::Layout;
use crate::math::{Quaternion, V3, rotation};

/// Values and their rates, on the same axes. Joint coordinates and theirs are found by their names, `X` and `X_rate`.
const RATES: [(&str, &str); 4] = [
    ("position", "velocity"),
    ("node_position", "node_velocity"),
    ("point", "point_velocity"),
    ("mass_center", "mass_center_velocity"),
];
/// Orientations, with their angular velocities in world axes and in their own.
const TURNS: [(&str, &str, &str); 3] = [
    ("orientation", "angular_velocity", "angular_velocity_body"),
    ("node_orientation", "node_angular_velocity", ""),
    ("point_orientation", "", ""),
];
/// What counts since the last frame is that of the frame.
const COUNTS: [&str; 6] = [
    "steps",
    "newton_iterations",
    "cut_steps",
    "rejected_steps",
    "dt",
    "joint_gap",
];

/// How some columns are interpolated; numbers are places in the row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rule {
    /// A value and its rate.
    Smooth { value: usize, rate: usize },
    /// A unit quaternion, its angular velocity in world axes and in its own, as far as they are recorded.
    Turning {
        orientation: usize,
        spin: Option<usize>,
        own_spin: Option<usize>,
    },
    /// As at the later end.
    Later { value: usize },
}

/// Makes rows between rows; what no rule names runs straight.
#[derive(Clone, Debug)]
pub struct Interpolation {
    rules: Vec<Rule>,
    row: Vec<f64>,
}

impl Interpolation {
    /// For rows of a layout.
    pub fn new(layout: &Layout) -> Self {
        let find = |name: &str| layout.variables.iter().position(|v| v.name == name);
        let first_axis = |index: usize| layout.variables[index].axes.first();
        let mut rules = Vec::new();
        for (index, variable) in layout.variables.iter().enumerate() {
            let (name, at, len) = (
                variable.name.as_str(),
                layout.offset(index),
                layout.variable_len(index),
            );
            let beside = |other: &str| {
                let other = find(other)?;
                (first_axis(other) == first_axis(index)).then(|| layout.offset(other))
            };
            let listed = RATES.iter().find(|(value, _)| *value == name);
            let rate = match listed {
                Some((_, rate)) => beside(rate),
                None => beside(&format!("{name}_rate")),
            };
            if let Some(rate) = rate {
                rules.extend((0..len).map(|k| Rule::Smooth {
                    value: at + k,
                    rate: rate + k,
                }));
            }
            if let Some((_, world, own)) = TURNS.iter().find(|(q, ..)| *q == name) {
                let (world, own) = (beside(world), beside(own));
                rules.extend((0..len / 4).map(|k| Rule::Turning {
                    orientation: at + 4 * k,
                    spin: world.map(|at| at + 3 * k),
                    own_spin: own.map(|at| at + 3 * k),
                }));
            }
            if COUNTS.contains(&name) {
                rules.extend((at..at + len).map(|value| Rule::Later { value }));
            }
        }
        Interpolation {
            rules,
            row: Vec::with_capacity(layout.row_len()),
        }
    }

    /// The row at a time [s] between two rows, which begin with theirs.
    pub fn at(&mut self, before: &[f64], after: &[f64], time: f64) -> &[f64] {
        let dt = after[0] - before[0];
        let s = (time - before[0]) / dt;
        self.row.clear();
        let ends = before.iter().zip(after);
        self.row.extend(ends.map(|(x, y)| x + s * (y - x)));
        for rule in &self.rules {
            match *rule {
                Rule::Smooth { value, rate } => {
                    let [x, v] = [before, after].map(|row| [row[value], row[rate]]);
                    let (between, speed) = cubic(x[0], [x[1], v[1]], v[0] - x[0], s, dt);
                    // A component of a rotation vector that has jumped by a turn is not between its ends.
                    let jumped = (v[0] - x[0] - 0.5 * dt * (x[1] + v[1])).abs() > 3.0;
                    if jumped && (x[0].abs() + v[0].abs()) < 7.0 {
                        self.row[value] = if s < 0.5 { x[0] } else { v[0] };
                    } else {
                        (self.row[value], self.row[rate]) = (between, speed);
                    }
                }
                Rule::Turning {
                    orientation,
                    spin,
                    own_spin,
                } => {
                    let [q, q_end] = [before, after].map(|row| quaternion(&row[orientation..]));
                    let turn = rotation::log(&(q_end * q.inverse()));
                    let (phi, rate) = match spin {
                        Some(at) => {
                            let [w, w_end] = [before, after].map(|row| vector(&row[at..]));
                            // d(exp) = (S dphi)~ exp, S = 1 at the start.
                            let w_end = rotation::inverse_tangent(&turn) * w_end;
                            let axes =
                                [0, 1, 2].map(|k| cubic(0.0, [w[k], w_end[k]], turn[k], s, dt));
                            (V3::from(axes.map(|x| x.0)), V3::from(axes.map(|x| x.1)))
                        }
                        None => (s * turn, turn / dt),
                    };
                    let now = rotation::exp_quaternion(&phi) * q;
                    let w = rotation::tangent(&phi) * rate;
                    self.row[orientation..orientation + 4]
                        .copy_from_slice(&[now.w, now.i, now.j, now.k]);
                    for (at, w) in [(spin, w), (own_spin, now.inverse() * w)] {
                        if let Some(at) = at {
                            self.row[at..at + 3].copy_from_slice(w.as_slice());
                        }
                    }
                }
                Rule::Later { value } => self.row[value] = after[value],
            }
        }
        self.row[0] = time;
        &self.row
    }
}

/// Value and rate of the cubic from `start` that moves by `way` in the time `dt`, with the given rates at its ends, at the part
/// `s` of the time.
fn cubic(start: f64, rates: [f64; 2], way: f64, s: f64, dt: f64) -> (f64, f64) {
    let [first, last] = rates;
    let value =
        start + way * s * s * (3.0 - 2.0 * s) + dt * s * (s - 1.0) * (first * (s - 1.0) + last * s);
    let rate = 6.0 * way / dt * s * (1.0 - s)
        + first * (1.0 - s) * (1.0 - 3.0 * s)
        + last * s * (3.0 * s - 2.0);
    (value, rate)
}

fn quaternion(from: &[f64]) -> Quaternion {
    Quaternion::new_normalize(nalgebra::Quaternion::new(
        from[0], from[1], from[2], from[3],
    ))
}

fn vector(from: &[f64]) -> V3 {
    V3::new(from[0], from[1], from[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Axis, Variable};

    fn layout() -> Layout {
        let variable = |name: &str, axes: &[usize]| Variable::new(name, "1", "", axes.to_vec());
        Layout {
            axes: vec![
                Axis::new("xyz", ["x", "y", "z"]),
                Axis::new("quaternion", ["w", "x", "y", "z"]),
                Axis::new("body", ["a", "b"]),
                Axis::new("joint_with_angle", ["j"]),
            ],
            variables: vec![
                variable("time", &[]),
                variable("position", &[2, 0]),
                variable("orientation", &[2, 1]),
                variable("velocity", &[2, 0]),
                variable("angular_velocity", &[2, 0]),
                variable("angular_velocity_body", &[2, 0]),
                variable("angle", &[3]),
                variable("angle_rate", &[3]),
                variable("energy", &[]),
                variable("steps", &[]),
            ],
            attributes: vec![],
        }
    }

    /// A motion with all that: two bodies on cubic paths that turn about a moving axis.
    fn row(t: f64) -> Vec<f64> {
        let mut row = vec![t];
        let phi = V3::new(0.9 * t, -0.4 * t, 1.3 * t);
        let (q, w) = (rotation::exp_quaternion(&phi), V3::new(0.9, -0.4, 1.3));
        row.extend([t, t * t, t * t * t, 1.0, 2.0 - t, t]);
        row.extend([q.w, q.i, q.j, q.k, 1.0, 0.0, 0.0, 0.0]);
        row.extend([1.0, 2.0 * t, 3.0 * t * t, 0.0, -1.0, 1.0]);
        row.extend([w.x, w.y, w.z, 0.0, 0.0, 0.0]);
        let own = q.inverse() * w;
        row.extend([own.x, own.y, own.z, 0.0, 0.0, 0.0]);
        row.extend([5.0 * t * t * t, 15.0 * t * t, 3.0 - t, 7.0]);
        row
    }

    #[test]
    fn cubic_paths_and_steady_turns_are_exact_and_accounts_run_straight() {
        let mut between = Interpolation::new(&layout());
        let (before, after) = (row(0.2), row(0.9));
        for t in [0.2, 0.31, 0.5, 0.77, 0.9] {
            let found = between.at(&before, &after, t);
            for (k, (x, y)) in found.iter().zip(row(t)).enumerate() {
                assert!((x - y).abs() < 1e-13, "t {t} column {k}: {x} {y}");
            }
        }
    }

    /// Orientations about an axis that moves: fourth order, angular velocities third.
    #[test]
    fn a_wobbling_body_is_followed_with_the_order_of_the_cubic() {
        let pose = |t: f64| {
            let q = rotation::exp_quaternion(&V3::new(t.sin(), 0.0, 0.0))
                * rotation::exp_quaternion(&V3::new(0.0, 0.0, 2.0 * t));
            let w = V3::new(t.cos(), 0.0, 0.0)
                + rotation::exp(&V3::new(t.sin(), 0.0, 0.0)) * V3::new(0.0, 0.0, 2.0);
            let own = q.inverse() * w;
            let mut row = row(t);
            row[7..11].copy_from_slice(&[q.w, q.i, q.j, q.k]);
            row[21..24].copy_from_slice(w.as_slice());
            row[27..30].copy_from_slice(own.as_slice());
            row
        };
        let mut between = Interpolation::new(&layout());
        let errors = [0.2, 0.1].map(|dt| {
            let t = 0.4 + 0.3 * dt;
            let found = between.at(&pose(0.4), &pose(0.4 + dt), t).to_vec();
            let exact = pose(t);
            let error = |columns: std::ops::Range<usize>| {
                let each = columns.map(|k| (found[k] - exact[k]).abs());
                each.fold(0.0, f64::max)
            };
            [error(7..11), error(21..24), error(27..30)]
        });
        for (k, least) in [11.0, 6.0, 6.0].into_iter().enumerate() {
            let ratio = errors[0][k] / errors[1][k];
            assert!(ratio > least, "{k}: {errors:?}");
        }
    }
}

//! The path's direction at a point, and what the tangent matrix says about stability there.

use super::equations::Equations;
use super::newton::Direction;

/// A matrix whose entries differ from their mirror images by more than this part is not symmetric. Round-off leaves 1e-14, follower
/// loads of any account far more.
const SYMMETRIC: f64 = 1e-11;
/// Rounds of inverse iteration; near a critical point one is enough.
const ROUNDS: usize = 8;

/// What the tangent matrix at a point says.
#[derive(Clone, Debug)]
pub(super) struct Tangent {
    /// Along the path, forwards.
    pub direction: Direction,
    /// Independent motions that lower the energy; `None` for loads without a potential.
    pub unstable: Option<usize>,
    /// Sign of the determinant.
    pub sign: f64,
}

impl Tangent {
    /// Whether a critical point lies between two points of a path.
    pub fn differs(&self, other: &Tangent) -> bool {
        match (self.unstable, other.unstable) {
            (Some(a), Some(b)) => a != b,
            _ => self.sign != other.sign,
        }
    }
}

/// Numbers between -1 and 1 without pattern, the same in every run.
pub(super) fn scattered(k: u64) -> f64 {
    let mut x = k.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ (x >> 31)) >> 11) as f64 / 2f64.powi(52) - 1.0
}

impl Equations<'_> {
    /// The direction of the path at the base: forwards is along `before`, or up with the parameter. `None` where the tangent is
    /// singular.
    pub(super) fn tangent(&mut self, before: Option<&Direction>) -> Option<Tangent> {
        let parameter = self.parameter;
        self.begin();
        let rate = self.rate(parameter);
        self.assemble(parameter, true, 0.0);
        self.factor().ok()?;
        let mut x: Vec<f64> = rate.iter().map(|r| -r).collect();
        if !self.solve(&mut x) {
            return None;
        }
        let length = self.step_length(&x, 1.0);
        let forwards = before
            .is_none_or(|b| self.dot(&b.x, &x) + self.parameter_weight() * b.parameter >= 0.0);
        let scale = if forwards { 1.0 } else { -1.0 } / length;
        x.iter_mut().for_each(|x| *x *= scale);
        let symmetric = self.is_symmetric();
        Some(Tangent {
            direction: Direction {
                x,
                parameter: scale,
            },
            unstable: self.unstable_directions().filter(|_| symmetric),
            sign: self.solver.determinant_sign().unwrap_or(1.0),
        })
    }

    /// Whether the tangent at hand is that of a potential.
    pub(super) fn is_symmetric(&self) -> bool {
        self.asymmetry() <= SYMMETRIC
    }

    /// How much the tangent differs from its transpose.
    fn asymmetry(&self) -> f64 {
        let (starts, rows) = (&self.scatter.column_starts, &self.scatter.rows);
        let values = &self.work.values;
        let (mut difference, mut size) = (0.0, 0.0);
        for j in 0..starts.len() - 1 {
            for t in starts[j]..starts[j + 1] {
                let i = rows[t] as usize;
                if i <= j {
                    continue;
                }
                let column = &rows[starts[i]..starts[i + 1]];
                let mirror = column.binary_search(&(j as u32));
                let other = mirror.map_or(0.0, |k| values[starts[i] + k]);
                difference += (values[t] - other).abs();
                size += values[t].abs() + other.abs();
            }
        }
        if size > 0.0 { difference / size } else { 0.0 }
    }

    /// The eigenvalue of the tangent next to zero, in the metric of lengths, and its mode, by inverse iteration with the last
    /// factors. `guess` is replaced by the mode.
    pub(super) fn nearest_mode(&mut self, guess: &mut Vec<f64>) -> f64 {
        let n = self.displacements();
        if guess.is_empty() {
            guess.resize(self.scatter.dofs.len(), 0.0);
            for (k, z) in guess.iter_mut().enumerate().take(n) {
                // Without pattern, so that no mode is missed.
                *z = scattered(k as u64);
            }
        }
        let mut value = f64::INFINITY;
        for _ in 0..ROUNDS {
            let length = self.length(guess);
            guess.iter_mut().for_each(|z| *z /= length);
            let mut y: Vec<f64> = self
                .weights
                .iter()
                .zip(&*guess)
                .map(|(w, z)| w * z)
                .collect();
            if !self.solve(&mut y) {
                return 0.0;
            }
            let next = 1.0 / self.dot(guess, &y);
            *guess = y;
            let settled = (next - value).abs() <= 1e-10 * next.abs();
            value = next;
            if settled {
                break;
            }
        }
        let length = self.length(guess);
        // One of the two directions, always the same one.
        let largest = guess[..n]
            .iter()
            .fold(0.0f64, |m, z| if z.abs() > m.abs() { *z } else { m });
        let scale = largest.signum() / length;
        guess.iter_mut().for_each(|z| *z *= scale);
        value
    }
}

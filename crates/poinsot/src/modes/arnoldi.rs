//! Shift-invert Arnoldi for complex modes of large models (md.8).
//!
//! On states `(x, y)` with `y = x./scale`, the inverse of the first-order form at the shift `s0` is
//!
//! ```text
//! p = -P(s0)^-1 (scale M y + (C + s0 M) x),   q = (x + s0 p)/scale
//! ```
//!
//! with `P(s) = s^2 M + s C + K` bordered by the constraints; its eigenvalues are `1/(s - s0)`. The space grows from random
//! vectors as in the symmetric case; when the wanted modes have converged, new random vectors are added, and the search
//! is finished when they change nothing.

use super::ModesError;
use super::complex::ComplexMode;
use super::lanczos::Random;
use super::linearise::{Linearisation, Matrix};
use super::shifted::ShiftedQuadratic;
use crate::system::{System, Unknown};
use nalgebra::Complex;
use poinsot_lu::dense;

type C = Complex<f64>;

/// Random vectors at the start and for the second look.
const BLOCK: usize = 3;
/// Residual of a converged pair relative to its eigenvalue.
const CONVERGED: f64 = 1e-10;
/// What is left of a vector of this relative size is round-off.
const VANISHED: f64 = 1e-12;

struct Search<'a> {
    linear: &'a Linearisation,
    solver: ShiftedQuadratic,
    shift: C,
    scale: f64,
    /// Weight of every unknown in the inner product.
    weights: Vec<f64>,
    vectors: Vec<Vec<C>>,
    /// `operator[j][i]`: component of the image of vector `j` along vector `i`.
    operator: Vec<Vec<C>>,
    random: Random,
}

/// At least `count` modes nearest to the shift among those of the upper half plane.
pub(super) fn modes(
    system: &System,
    linear: &Linearisation,
    shift: C,
    scale: f64,
    count: usize,
) -> Result<Vec<ComplexMode>, ModesError> {
    let weights = (0..linear.unknowns)
        .map(|k| match linear.places[k] {
            Unknown::Node { slot, .. } if slot >= 3 => system.length,
            _ => 1.0,
        })
        .collect();
    // A shift on an eigenvalue has no inverse; a little beside it is as good.
    let aside = shift + 1e-6 * scale;
    let (solver, shift) = match ShiftedQuadratic::new(linear, shift) {
        Ok(solver) => (solver, shift),
        Err(_) => (ShiftedQuadratic::new(linear, aside)?, aside),
    };
    let room = 2 * linear.mass_root.len();
    // With a real shift both modes of a pair are equally near.
    let pairs = if shift.im == 0.0 { 2 * count } else { count };
    let mut search = Search {
        linear,
        solver,
        shift,
        scale,
        weights,
        vectors: Vec::new(),
        operator: Vec::new(),
        random: Random(0x1234_5678_9abc_def1),
    };
    let most = room.min(20 * pairs + 300);
    for _ in 0..BLOCK.min(room) {
        search.start()?;
    }
    let mut accepted: Option<Vec<C>> = None;
    let mut next_look = (2 * pairs + 20).min(most);
    loop {
        let done = search.operator.len();
        if done == search.vectors.len() && (done >= room || !search.start()?) {
            return search.finish(done);
        }
        search.expand()?;
        let done = search.operator.len();
        if done < next_look && done < room {
            continue;
        }
        let converged = search.converged(done, pairs.min(done))?;
        if let Some(values) = converged {
            // By size alone: the two of a conjugate pair come in any order.
            let near = |(a, b): (&C, &C)| (a.norm() - b.norm()).abs() <= 1e-8 * b.norm();
            let same = |old: &Vec<C>| old.iter().zip(&values).all(near);
            if done >= room || accepted.as_ref().is_some_and(same) {
                return search.finish(done);
            }
            accepted = Some(values);
            for _ in 0..BLOCK {
                search.start()?;
            }
            next_look = done + (pairs + 30).max(done / 2);
        } else if done >= room {
            return search.finish(done);
        } else if done >= 2 * most {
            return Err(ModesError::NotConverged {
                vectors: done,
                wanted: count,
            });
        } else {
            next_look = done + done / 5 + 4;
        }
    }
}

impl Search<'_> {
    fn n(&self) -> usize {
        self.linear.unknowns
    }

    /// The inverse applied to a state.
    fn apply(&mut self, z: &[C]) -> Result<Vec<C>, ModesError> {
        let n = self.n();
        let (x, y) = z.split_at(n);
        let mut inner = vec![C::new(0.0, 0.0); n];
        for k in 0..n {
            inner[k] = self.scale * y[k] + self.shift * x[k];
        }
        let m = times(self.linear, Matrix::Mass, &inner);
        let c = times(self.linear, Matrix::Damping, x);
        let mut p: Vec<C> = (0..n).map(|k| -(m[k] + c[k])).collect();
        self.solver.solve(&mut p)?;
        let q: Vec<C> = (0..n)
            .map(|k| (x[k] + self.shift * p[k]) / self.scale)
            .collect();
        p.extend(q);
        Ok(p)
    }

    fn product(&self, a: &[C], b: &[C]) -> C {
        let n = self.n();
        let mut sum = C::new(0.0, 0.0);
        for k in 0..2 * n {
            let w = self.weights[k % n];
            sum += a[k].conj() * b[k] * (w * w);
        }
        sum
    }

    /// Takes out what lies along the vectors, appends the rest if there is any, and returns all components.
    fn append(&mut self, mut z: Vec<C>) -> Vec<C> {
        let size = self.product(&z, &z).re.sqrt();
        let mut components = vec![C::new(0.0, 0.0); self.vectors.len()];
        for _ in 0..2 {
            for (k, v) in self.vectors.iter().enumerate() {
                let along = self.product(v, &z);
                components[k] += along;
                for (a, b) in z.iter_mut().zip(v) {
                    *a -= along * b;
                }
            }
        }
        let norm = self.product(&z, &z).re.sqrt();
        if norm > VANISHED * size {
            for a in &mut z {
                *a /= norm;
            }
            self.vectors.push(z);
            components.push(C::new(norm, 0.0));
        }
        components
    }

    /// Adds a random vector that respects the constraints; `false` if it is nothing new.
    fn start(&mut self) -> Result<bool, ModesError> {
        let n = self.n();
        let mut z = vec![C::new(0.0, 0.0); 2 * n];
        for k in 0..n {
            z[n + k] = C::new(self.random.next() / self.weights[k], 0.0);
        }
        // Positions and velocities must both respect the constraints: two applications make them.
        let z = self.apply(&z)?;
        let zero = vec![C::new(0.0, 0.0); n];
        let z: Vec<C> = zero.into_iter().chain(z[..n].iter().copied()).collect();
        let z = self.apply(&z)?;
        let before = self.vectors.len();
        self.append(z);
        Ok(self.vectors.len() > before)
    }

    fn expand(&mut self) -> Result<(), ModesError> {
        let z = self.vectors[self.operator.len()].clone();
        let image = self.apply(&z)?;
        let components = self.append(image);
        self.operator.push(components);
        Ok(())
    }

    /// Eigenpairs on the first `done` vectors, largest first.
    fn pairs(&self, done: usize) -> Result<(Vec<C>, Vec<Vec<C>>), ModesError> {
        let zero = C::new(0.0, 0.0);
        let entry = |i: usize, j: usize| self.operator[j].get(i).copied().unwrap_or(zero);
        let mut matrix = Vec::with_capacity(done * done);
        for j in 0..done {
            matrix.extend((0..done).map(|i| entry(i, j)));
        }
        let eigen = dense::complex_eigen(done, &matrix)?;
        let mut order: Vec<usize> = (0..done).collect();
        order.sort_by(|&a, &b| {
            let (x, y) = (eigen.values[a], eigen.values[b]);
            y.norm().total_cmp(&x.norm()).then(x.im.total_cmp(&y.im))
        });
        let values = order.iter().map(|&k| eigen.values[k]).collect();
        let column = |k: usize| {
            let v = eigen.vector(k);
            let norm = v.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
            v.iter().map(|x| x / norm).collect()
        };
        Ok((values, order.iter().map(|&k| column(k)).collect()))
    }

    /// The wanted eigenvalues if they hardly leave the space.
    fn converged(&self, done: usize, count: usize) -> Result<Option<Vec<C>>, ModesError> {
        let (values, vectors) = self.pairs(done)?;
        for k in 0..count {
            let mut outside = vec![C::new(0.0, 0.0); self.vectors.len() - done];
            for (j, components) in self.operator.iter().enumerate() {
                for (i, c) in components.iter().enumerate().skip(done) {
                    outside[i - done] += c * vectors[k][j];
                }
            }
            let left = outside.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
            if left > CONVERGED * values[k].norm() {
                return Ok(None);
            }
        }
        Ok(Some(values[..count].to_vec()))
    }

    /// All pairs of the space that have converged.
    fn finish(&self, done: usize) -> Result<Vec<ComplexMode>, ModesError> {
        let (values, vectors) = self.pairs(done)?;
        let largest = values.first().map_or(0.0, |v| v.norm());
        let mut modes = Vec::new();
        for (mu, v) in values.iter().zip(&vectors) {
            if mu.norm() <= 1e-11 * largest {
                break;
            }
            let mut outside = 0.0;
            for i in done..self.vectors.len() {
                let row: C = (0..done)
                    .map(|j| self.operator[j].get(i).copied().unwrap_or_default() * v[j])
                    .sum();
                outside += row.norm_sqr();
            }
            if outside.sqrt() > 1e3 * CONVERGED * mu.norm() {
                continue;
            }
            let mut shape = vec![C::new(0.0, 0.0); self.n()];
            for (c, vector) in v.iter().zip(&self.vectors) {
                for (s, x) in shape.iter_mut().zip(vector) {
                    *s += c * x;
                }
            }
            modes.push(ComplexMode {
                s: self.shift + mu.inv(),
                shape,
            });
        }
        Ok(modes)
    }
}

/// A real matrix times a complex vector.
fn times(linear: &Linearisation, which: Matrix, x: &[C]) -> Vec<C> {
    let values = linear.values(which);
    let mut out = vec![C::new(0.0, 0.0); linear.unknowns];
    for column in 0..linear.unknowns {
        for k in linear.column_starts[column]..linear.column_starts[column + 1] {
            let row = linear.entry_rows[k] as usize;
            if row < linear.unknowns {
                out[row] += x[column] * values[k];
            }
        }
    }
    out
}

//! Shift-invert Lanczos for large models (md.4): modes nearest to the shift, also repeated ones.
//!
//! The operator `x -> (K - s M)^-1 M x`, on what the constraints leave free, is symmetric in the inner product of the
//! mass. The space grows from a block of random vectors one vector at a time; every vector is made orthogonal to all
//! before it, twice. Whether all modes were found is told by the signs of the pivots of `K - s' M` just below the highest one
//! (their number of negative ones, less the constraints, is the number of modes below `s'`). Where that does not say so, another
//! search follows from random vectors orthogonal to everything found, until that finds nothing nearer.

use super::ModesError;
use super::linearise::{Linearisation, Matrix, dot};
use super::real::{RealMode, finish};
use super::shifted::Shifted;
use poinsot_lu::dense;

/// Vectors to start from: repeated modes up to this number come together.
const BLOCK: usize = 4;
/// Residual of a converged pair relative to its eigenvalue. The error of the eigenvalue is its square.
const CONVERGED: f64 = 1e-9;
/// What is left of a vector of this relative size is round-off.
const VANISHED: f64 = 1e-12;
/// Distance of the counting from the highest mode, relative to its distance from the shift.
const COUNTING: f64 = 1e-6;
/// Searches for missed modes at most.
const SEARCHES: usize = 8;

/// The `count` modes nearest to the shift.
pub(super) fn modes(
    linear: &Linearisation,
    shifted: &mut Shifted,
    shift: f64,
    count: usize,
) -> Result<Vec<RealMode>, ModesError> {
    let available = linear.mass_root.len();
    let count = count.min(available);
    let mut found: Vec<RealMode> = Vec::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..SEARCHES {
        let more = search(linear, shifted, shift, count, &found, &mut random)?;
        let farthest = |list: &[RealMode]| {
            let mut distances: Vec<f64> = list.iter().map(|m| (m.square - shift).abs()).collect();
            distances.sort_by(f64::total_cmp);
            distances.get(count.saturating_sub(1)).copied()
        };
        let limit = farthest(&found);
        let nearer =
            |m: &RealMode| limit.is_none_or(|d| (m.square - shift).abs() < d * (1.0 - 1e-10));
        let new: Vec<RealMode> = more.into_iter().filter(nearer).collect();
        if new.is_empty() {
            break;
        }
        found.extend(new);
        found.sort_by(|a, b| {
            (a.square - shift)
                .abs()
                .total_cmp(&(b.square - shift).abs())
        });
        if complete(linear, shifted, shift, &found, count)? {
            break;
        }
    }
    Ok(found)
}

/// Whether counting signs of pivots just below the highest mode finds as many modes as the search did. Only where the shift
/// lies below all of them. The factors that count take the place of those of the search, for there may be no memory for
/// both; where the search goes on, its own are made again.
fn complete(
    linear: &Linearisation,
    shifted: &mut Shifted,
    shift: f64,
    found: &[RealMode],
    count: usize,
) -> Result<bool, ModesError> {
    let Some(highest) = found.get(count.wrapping_sub(1)).map(|m| m.square) else {
        return Ok(false);
    };
    if found.iter().any(|m| m.square <= shift) {
        return Ok(false);
    }
    let below = highest - COUNTING * (highest - shift);
    let known = found.iter().filter(|m| m.square < below).count();
    let counted = shifted.shift_to(linear, below);
    if counted.is_ok() && shifted.modes_below() == Some(known) {
        return Ok(true);
    }
    shifted.shift_to(linear, shift)?;
    Ok(false)
}

/// The space that is searched: vectors, their products with the mass, and the operator on them.
struct Space<'a> {
    linear: &'a Linearisation,
    vectors: Vec<Vec<f64>>,
    masses: Vec<Vec<f64>>,
    /// `operator[j][i]`: component of the image of vector `j` along vector `i`.
    operator: Vec<Vec<f64>>,
    known: &'a [RealMode],
    known_masses: Vec<Vec<f64>>,
}

impl Space<'_> {
    /// Takes out what lies along known modes and the vectors; returns the components along the vectors.
    fn orthogonalise(&self, x: &mut [f64]) -> Vec<f64> {
        let mut components = vec![0.0; self.vectors.len()];
        for _ in 0..2 {
            for (mode, mass) in self.known.iter().zip(&self.known_masses) {
                subtract(x, dot(x, mass), &mode.shape);
            }
            for (k, (v, mass)) in self.vectors.iter().zip(&self.masses).enumerate() {
                let c = dot(x, mass);
                components[k] += c;
                subtract(x, c, v);
            }
        }
        components
    }

    /// Appends a vector that is orthogonal to all others; `false` if nothing of it is left.
    fn push(&mut self, mut x: Vec<f64>, size: f64) -> Option<f64> {
        let mut mass = self.linear.times(Matrix::Mass, &x);
        let norm = dot(&x, &mass).max(0.0).sqrt();
        if norm <= VANISHED * size {
            return None;
        }
        for (v, m) in x.iter_mut().zip(&mut mass) {
            *v /= norm;
            *m /= norm;
        }
        self.vectors.push(x);
        self.masses.push(mass);
        Some(norm)
    }
}

fn subtract(x: &mut [f64], factor: f64, y: &[f64]) {
    for (a, b) in x.iter_mut().zip(y) {
        *a -= factor * b;
    }
}

/// One search, in what is orthogonal to the known modes.
fn search(
    linear: &Linearisation,
    shifted: &mut Shifted,
    shift: f64,
    count: usize,
    known: &[RealMode],
    random: &mut Random,
) -> Result<Vec<RealMode>, ModesError> {
    let room = linear.mass_root.len().saturating_sub(known.len());
    // A search for what was missed need only see the nearest of it.
    let count = if known.is_empty() {
        count
    } else {
        BLOCK.min(count)
    }
    .min(room);
    if count == 0 {
        return Ok(Vec::new());
    }
    let most = room.min(20 * count + 200);
    let mut space = Space {
        linear,
        vectors: Vec::new(),
        masses: Vec::new(),
        operator: Vec::new(),
        known,
        known_masses: known
            .iter()
            .map(|m| linear.times(Matrix::Mass, &m.shape))
            .collect(),
    };
    let mut start = |space: &mut Space, shifted: &mut Shifted| -> Result<bool, ModesError> {
        // An image of the operator respects the constraints.
        let mut x: Vec<f64> = (0..linear.unknowns).map(|_| random.next()).collect();
        x = linear.times(Matrix::Mass, &x);
        shifted.solve(&mut x)?;
        let size = linear.form(Matrix::Mass, &x, &x).max(0.0).sqrt();
        space.orthogonalise(&mut x);
        Ok(space.push(x, size).is_some())
    };
    for _ in 0..BLOCK.min(room) {
        start(&mut space, shifted)?;
    }
    let mut done = 0;
    let mut next_look = (2 * count + 10).min(most);
    loop {
        if done == space.vectors.len() && (done >= room || !start(&mut space, shifted)?) {
            return finish_all(&space, shifted, shift, done, count);
        }
        let mut x = space.masses[done].clone();
        shifted.solve(&mut x)?;
        let size = linear.form(Matrix::Mass, &x, &x).max(0.0).sqrt();
        let mut components = space.orthogonalise(&mut x);
        if let Some(norm) = space.push(x, size) {
            components.push(norm);
        }
        space.operator.push(components);
        done += 1;
        if done >= next_look || done >= room {
            if done >= room || converged(&space, done, count)? {
                return finish_all(&space, shifted, shift, done, count);
            }
            if done >= most {
                return Err(ModesError::NotConverged {
                    vectors: done,
                    wanted: count,
                });
            }
            next_look = (done + done / 5 + 4).min(most);
        }
    }
}

/// Eigenpairs of the operator on the first `done` vectors, largest by size first.
fn pairs(space: &Space, done: usize) -> Result<(Vec<f64>, Vec<Vec<f64>>), ModesError> {
    let entry = |i: usize, j: usize| space.operator[j].get(i).copied().unwrap_or(0.0);
    let mut matrix = Vec::with_capacity(done * done);
    for j in 0..done {
        matrix.extend((0..done).map(|i| 0.5 * (entry(i, j) + entry(j, i))));
    }
    let eigen = dense::symmetric_eigen(done, &matrix)?;
    let mut order: Vec<usize> = (0..done).collect();
    order.sort_by(|&a, &b| eigen.values[b].abs().total_cmp(&eigen.values[a].abs()));
    let values = order.iter().map(|&k| eigen.values[k]).collect();
    let vectors = order.iter().map(|&k| eigen.vector(k).to_vec()).collect();
    Ok((values, vectors))
}

/// Whether the wanted pairs hardly leave the space.
fn converged(space: &Space, done: usize, count: usize) -> Result<bool, ModesError> {
    let (values, vectors) = pairs(space, done)?;
    for k in 0..count.min(values.len()) {
        let mut outside = vec![0.0; space.vectors.len() - done];
        for (j, components) in space.operator.iter().enumerate() {
            for (i, c) in components.iter().enumerate().skip(done) {
                outside[i - done] += c * vectors[k][j];
            }
        }
        if dot(&outside, &outside).sqrt() > CONVERGED * values[k].abs() {
            return Ok(false);
        }
    }
    Ok(values.len() >= count)
}

/// Modes from the pairs, each improved by one application of the operator, which also gives motions without mass their
/// share.
fn finish_all(
    space: &Space,
    shifted: &mut Shifted,
    shift: f64,
    done: usize,
    count: usize,
) -> Result<Vec<RealMode>, ModesError> {
    let (values, vectors) = pairs(space, done)?;
    let largest = values.first().copied().unwrap_or(0.0).abs();
    let mut modes = Vec::new();
    for k in 0..count.min(values.len()) {
        if values[k].abs() <= 1e-13 * largest {
            break;
        }
        let mut mass = vec![0.0; space.linear.unknowns];
        for (c, m) in vectors[k].iter().zip(&space.masses) {
            subtract(&mut mass, -c, m);
        }
        shifted.solve(&mut mass)?;
        modes.push(finish(space.linear, mass, shift, values[k]));
    }
    Ok(modes)
}

/// Numbers between -1 and 1 in a fixed order: the same modes in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> f64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        bits as f64 / (1u64 << 52) as f64 - 1.0
    }
}

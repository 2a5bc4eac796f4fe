//! Modes with held interfaces, by iteration of a space.

use super::held::Held;
use super::sparse::dot;
use super::{Part, ReductionError};
use poinsot_lu::dense;

/// Relative change of the eigenvalues between two iterations at which they have converged. Modes only span a space; their own
/// error, the root of this, is of no matter beside what is left out.
const CONVERGED: f64 = 1e-10;
const ITERATIONS: usize = 200;

/// The lowest modes, scaled to unit mass, and their frequencies [Hz].
pub(super) fn lowest(
    part: &Part,
    held: &mut Held,
    closed: &[f64],
    count: usize,
) -> Result<(Vec<Vec<f64>>, Vec<f64>), ReductionError> {
    let size = part.stiffness.size();
    let most = size - closed.len().min(size);
    if count > most {
        let wanted = count;
        return Err(ReductionError::TooMany { wanted, most });
    }
    if count == 0 {
        return Ok((Vec::new(), Vec::new()));
    }
    let block = (2 * count).max(count + 8).min(most);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut space: Vec<Vec<f64>> = (0..block)
        .map(|_| (0..size).map(|_| random.next()).collect())
        .collect();
    let mut before = vec![f64::INFINITY; count];
    for _ in 0..ITERATIONS {
        let mut images = Vec::with_capacity(space.len());
        for x in &space {
            images.push(held.solve(part.mass.times_each(x), closed)?);
        }
        let mut squares;
        (space, squares) = rayleigh_ritz(part, images)?;
        if space.len() < count {
            return Err(ReductionError::NoMass);
        }
        squares.truncate(count);
        let change = |(a, b): (&f64, &f64)| (a - b).abs() <= CONVERGED * b.abs();
        if before.iter().zip(&squares).all(change) {
            space.truncate(count);
            let frequency = |s: &f64| s.max(0.0).sqrt() / std::f64::consts::TAU;
            return Ok((space, squares.iter().map(frequency).collect()));
        }
        before = squares;
    }
    Err(ReductionError::NotConverged)
}

/// The best modes in a space, of unit mass, and the squares of their angular frequencies, rising.
fn rayleigh_ritz(
    part: &Part,
    images: Vec<Vec<f64>>,
) -> Result<(Vec<Vec<f64>>, Vec<f64>), ReductionError> {
    // Orthonormal in the mass, so that the small problem is an ordinary one.
    let (mut vectors, mut masses): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    for mut x in images {
        let size = dot(&x, &part.mass.times_each(&x)).max(0.0).sqrt();
        for _ in 0..2 {
            for (v, m) in vectors.iter().zip(&masses) {
                let c = dot(&x, m);
                x.iter_mut().zip(v).for_each(|(x, v)| *x -= c * v);
            }
        }
        let mut mass = part.mass.times_each(&x);
        let norm = dot(&x, &mass).max(0.0).sqrt();
        if !(norm > 1e-10 * size) {
            continue;
        }
        x.iter_mut().chain(&mut mass).for_each(|x| *x /= norm);
        vectors.push(x);
        masses.push(mass);
    }
    let n = vectors.len();
    let forces: Vec<Vec<f64>> = vectors.iter().map(|v| part.stiffness.times(v)).collect();
    let small: Vec<f64> = (0..n * n)
        .map(|k| dot(&vectors[k % n], &forces[k / n]))
        .collect();
    let eigen = dense::symmetric_eigen(n, &small).map_err(|_| ReductionError::NotConverged)?;
    let combine = |k: usize| {
        let mut x = vec![0.0; part.stiffness.size()];
        for (c, v) in eigen.vector(k).iter().zip(&vectors) {
            x.iter_mut().zip(v).for_each(|(x, v)| *x += c * v);
        }
        x
    };
    Ok(((0..n).map(combine).collect(), eigen.values.clone()))
}

/// Numbers between -1 and 1, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

//! Dense eigenproblems and factorisations, all matrices column by column.
//!
//! They are here so that the library that names faer is compiled once, apart from the mechanics.

use faer::linalg::solvers::Solve;
use faer::{Mat, MatRef, Side};
use thiserror::Error;

/// A complex number.
pub type Complex = faer::c64;

/// An iteration for eigenvalues that did not converge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the eigenvalues of a dense matrix of {0} rows did not converge")]
pub struct NotConverged(
    /// Number of rows.
    pub usize,
);

/// Eigenvalues and eigenvectors; vector `k` begins at `k * n`.
#[derive(Debug, Clone, PartialEq)]
pub struct Eigen<T> {
    /// Eigenvalues.
    pub values: Vec<T>,
    /// Eigenvectors.
    pub vectors: Vec<T>,
}

impl<T> Eigen<T> {
    /// Eigenvector `k`.
    pub fn vector(&self, k: usize) -> &[T] {
        let n = self.values.len();
        &self.vectors[k * n..(k + 1) * n]
    }
}

/// Eigenvalues, rising, and orthonormal eigenvectors of a symmetric matrix; only its lower half is read.
pub fn symmetric_eigen(n: usize, matrix: &[f64]) -> Result<Eigen<f64>, NotConverged> {
    let eigen = MatRef::from_column_major_slice(matrix, n, n)
        .self_adjoint_eigen(Side::Lower)
        .map_err(|_| NotConverged(n))?;
    Ok(Eigen {
        values: (0..n).map(|k| eigen.S()[k]).collect(),
        vectors: columns(eigen.U(), 0, n),
    })
}

/// Eigenvalues and eigenvectors of a real matrix.
pub fn eigen(n: usize, matrix: &[f64]) -> Result<Eigen<Complex>, NotConverged> {
    let eigen = MatRef::from_column_major_slice(matrix, n, n)
        .eigen()
        .map_err(|_| NotConverged(n))?;
    Ok(Eigen {
        values: (0..n).map(|k| eigen.S()[k]).collect(),
        vectors: columns(eigen.U(), 0, n),
    })
}

/// Eigenvalues and eigenvectors of a complex matrix.
pub fn complex_eigen(n: usize, matrix: &[Complex]) -> Result<Eigen<Complex>, NotConverged> {
    let eigen = MatRef::from_column_major_slice(matrix, n, n)
        .eigen()
        .map_err(|_| NotConverged(n))?;
    Ok(Eigen {
        values: (0..n).map(|k| eigen.S()[k]).collect(),
        vectors: columns(eigen.U(), 0, n),
    })
}

/// Solves `A X = B` with partial pivoting; `B` has any number of columns. Entries are not finite if `A` is singular.
pub fn solve(n: usize, a: &[f64], b: &[f64]) -> Vec<f64> {
    let a = MatRef::from_column_major_slice(a, n, n);
    let b = MatRef::from_column_major_slice(b, n, b.len() / n.max(1));
    let x = a.partial_piv_lu().solve(b);
    columns(x.as_ref(), 0, x.ncols())
}

/// An orthonormal basis of the vectors of length `n` that are orthogonal to all given columns. Columns whose pivot is below
/// `least` of the largest count as repeating others.
pub fn complement(n: usize, given: &[f64], least: f64) -> Vec<f64> {
    let count = given.len() / n.max(1);
    if count == 0 {
        return columns(Mat::<f64>::identity(n, n).as_ref(), 0, n);
    }
    let qr = MatRef::from_column_major_slice(given, n, count).col_piv_qr();
    let r = qr.thin_R();
    let first = r[(0, 0)].abs();
    let significant = |k: &usize| r[(*k, *k)].abs() > least * first;
    let rank = (0..n.min(count)).take_while(significant).count();
    columns(qr.compute_Q().as_ref(), rank, n)
}

fn columns<T: Copy>(matrix: MatRef<'_, T>, first: usize, end: usize) -> Vec<T> {
    let rows = 0..matrix.nrows();
    (first..end)
        .flat_map(|j| rows.clone().map(move |i| matrix[(i, j)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_pairs_fit() {
        let a = [2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0];
        let e = symmetric_eigen(3, &a).expect("converges");
        for k in 0..3 {
            let exact = 2.0 - 2.0 * ((k + 1) as f64 * std::f64::consts::PI / 4.0).cos();
            assert!((e.values[k] - exact).abs() < 1e-14);
            for i in 0..3 {
                let image: f64 = (0..3).map(|j| a[i + 3 * j] * e.vector(k)[j]).sum();
                assert!((image - e.values[k] * e.vector(k)[i]).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn a_rotation_has_the_eigenvalues_plus_and_minus_i() {
        let e = eigen(2, &[0.0, 1.0, -1.0, 0.0]).expect("converges");
        assert!(
            e.values
                .iter()
                .all(|v| v.re.abs() < 1e-15 && (v.im.abs() - 1.0).abs() < 1e-15)
        );
        let one = Complex::new(0.0, 1.0);
        let e = complex_eigen(2, &[one, one, one, one]).expect("converges");
        let sum: Complex = e.values.iter().sum();
        assert!((sum - 2.0 * one).norm() < 1e-14);
    }

    #[test]
    fn the_complement_is_orthogonal_and_leaves_repetitions_out() {
        let given = [1.0, 1.0, 0.0, 0.0, 2.0, 2.0, 0.0, 0.0];
        let basis = complement(4, &given, 1e-10);
        assert_eq!(basis.len(), 12);
        for column in basis.chunks(4) {
            assert!((column[0] + column[1]).abs() < 1e-15);
        }
        assert_eq!(complement(2, &[], 1e-10), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(solve(2, &[2.0, 0.0, 0.0, 4.0], &[2.0, 4.0]), [1.0, 1.0]);
    }
}

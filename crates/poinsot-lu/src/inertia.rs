//! Signs of the eigenvalues and of the determinant, read from the factors.
//!
//! A front eliminates its pivot block `S` as a whole, so that for a symmetric matrix the numbers of positive and negative
//! eigenvalues are the sums of those of all pivot blocks (Haynsworth): `A = L diag(S) L^T`. Row exchanges happen only inside a
//! block, and undoing them and the scaling gives `S` back.

use faer::linalg::matmul::triangular::{BlockStructure, matmul};
use faer::{Accum, Mat, Par, Side};

use crate::equilibrate::Scaling;
use crate::numeric::Factors;
use crate::symbolic::plan::{Front, Plan};

/// Negative eigenvalues of the symmetric part of every pivot block, added up.
pub(crate) fn negative_eigenvalues(plan: &Plan, factors: &Factors, scaling: &Scaling) -> usize {
    let fronts = plan.fronts.iter();
    fronts
        .map(|front| {
            let block = pivot_block(plan, factors, scaling, front);
            negative_eigenvalues_of(&block)
        })
        .sum()
}

/// Negative eigenvalues of a symmetric matrix: those of the blocks of one or two unknowns that symmetric elimination with
/// pivoting (Bunch and Kaufman) leaves on the diagonal, again by Haynsworth. Fronts of solids have thousands of pivots, for
/// which this is a small part of the work of eigenvalues.
fn negative_eigenvalues_of(block: &Mat<f64>) -> usize {
    let factors = block.lblt(Side::Lower);
    let (diagonal, below) = (factors.B_diag(), factors.B_subdiag());
    let (mut count, mut k) = (0, 0);
    while k < block.nrows() {
        let (a, b) = (diagonal[k], below[k]);
        if b == 0.0 {
            count += usize::from(a < 0.0);
            k += 1;
            continue;
        }
        let c = diagonal[k + 1];
        // Of different signs if the determinant is negative, else both of the sign of the trace.
        count += match a * c < b * b {
            true => 1,
            false if a + c < 0.0 => 2,
            false => 0,
        };
        k += 2;
    }
    count
}

/// Sign of the determinant.
pub(crate) fn determinant_sign(plan: &Plan, factors: &Factors) -> f64 {
    let mut sign = 1.0;
    for front in &plan.fronts {
        let triangle = front.upper + front.p * front.r;
        for k in 0..front.p {
            sign *= factors.upper[triangle + k * (k + 3) / 2].signum();
            if factors.swaps[front.first + k] as usize != k {
                sign = -sign;
            }
        }
    }
    sign
}

/// The pivot block of a front, scaled alike in rows and columns so that it is symmetric if the matrix is.
fn pivot_block(plan: &Plan, factors: &Factors, scaling: &Scaling, front: &Front) -> Mat<f64> {
    let (p, r) = (front.p, front.r);
    // Columns of U11 down to the diagonal, columns of L from below it.
    let (mut lower, mut upper) = (Mat::<f64>::zeros(p, p), Mat::<f64>::zeros(p, p));
    for k in 0..p {
        let u = &factors.upper[front.upper + p * r + k * (k + 1) / 2..][..k + 1];
        upper.col_as_slice_mut(k)[..k + 1].copy_from_slice(u);
        let column = k * (p + r) - k * (k + 1) / 2;
        let l = &factors.lower[front.lower + column..][..p - k - 1];
        lower.col_as_slice_mut(k)[k + 1..].copy_from_slice(l);
    }
    let mut block = Mat::<f64>::zeros(p, p);
    matmul(
        block.as_mut(),
        BlockStructure::Rectangular,
        Accum::Replace,
        lower.as_ref(),
        BlockStructure::UnitTriangularLower,
        upper.as_ref(),
        BlockStructure::TriangularUpper,
        1.0,
        Par::Seq,
    );
    for k in (0..p).rev() {
        let other = factors.swaps[front.first + k] as usize;
        if other != k {
            for j in 0..p {
                let (a, b) = (block[(k, j)], block[(other, j)]);
                (block[(k, j)], block[(other, j)]) = (b, a);
            }
        }
    }
    // The factors are those of R A C; sqrt(C/R) from the left and sqrt(R/C) from the right make that sqrt(R C) A sqrt(R C).
    let scale = |k: usize| {
        let unknown = plan.order[front.first + k] as usize;
        (scaling.columns[unknown] / scaling.rows[unknown]).sqrt()
    };
    let scales: Vec<f64> = (0..p).map(scale).collect();
    for j in 0..p {
        for i in 0..p {
            block[(i, j)] *= scales[i] / scales[j];
        }
    }
    for j in 0..p {
        for i in 0..j {
            let mean = 0.5 * (block[(i, j)] + block[(j, i)]);
            (block[(i, j)], block[(j, i)]) = (mean, mean);
        }
    }
    block
}

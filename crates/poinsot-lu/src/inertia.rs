//! Signs of the eigenvalues and of the determinant, read from the factors.
//!
//! A front eliminates its pivot block `S` as a whole, so that for a symmetric matrix the numbers of positive and negative
//! eigenvalues are the sums of those of all pivot blocks (Haynsworth): `A = L diag(S) L^T`. Row exchanges happen only inside a
//! block, and undoing them and the scaling gives `S` back.

use faer::{Mat, Side};

use crate::equilibrate::Scaling;
use crate::numeric::Factors;
use crate::symbolic::plan::{Front, Plan};

/// Negative eigenvalues of the symmetric part of every pivot block, added up.
pub(crate) fn negative_eigenvalues(plan: &Plan, factors: &Factors, scaling: &Scaling) -> usize {
    let fronts = plan.fronts.iter();
    fronts
        .map(|front| {
            let block = pivot_block(plan, factors, scaling, front);
            match block.self_adjoint_eigenvalues(Side::Lower) {
                Ok(values) => values.iter().filter(|v| **v < 0.0).count(),
                // Only for entries that are not numbers, and such a matrix is never factorised.
                Err(_) => 0,
            }
        })
        .sum()
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
    let upper = |i: usize, j: usize| factors.upper[front.upper + p * r + j * (j + 1) / 2 + i];
    let lower = |i: usize, k: usize| {
        let column = k * (p + r) - k * (k + 1) / 2;
        factors.lower[front.lower + column + i - k - 1]
    };
    let mut block = Mat::<f64>::zeros(p, p);
    // L U, with ones on the diagonal of L.
    for j in 0..p {
        for i in 0..p {
            let below: f64 = (0..i.min(j + 1)).map(|k| lower(i, k) * upper(k, j)).sum();
            block[(i, j)] = below + if i <= j { upper(i, j) } else { 0.0 };
        }
    }
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

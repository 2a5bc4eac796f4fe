//! Dense kernels of a front: pivot block with row pivoting, panels, Schur complement.
//!
//! Small blocks, the rule in multibody systems, use plain loops; they are always inlined so that
//! the run-time dispatch of the caller decides the vector width. Large blocks go to faer.

use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::{Accum, MatMut, MatRef, Par};

/// A pivot below this is nothing but rounding (entries of the scaled matrix are about one). Small
/// pivots above it are used: the caller tests afterwards whether they were noise.
const VANISHED: f64 = 1e-15;
/// Width of the column blocks of a large pivot block.
const BLOCK: usize = 24;
/// Products of fewer multiplications than this stay in our own loops (measured).
const OWN_PRODUCT: usize = 600;
/// Triangular solves with at most this many pivots stay in our own loops (measured).
const OWN_TRIANGLE: usize = 32;

/// When a column of a pivot block is not used as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Entries below this are rounding.
    pub significant: f64,
    /// A pivot is too weak when an entry below the block is more than this factor larger.
    pub growth: f64,
}

/// A column without a good pivot in its block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trouble {
    pub column: usize,
    /// The row below the block that has a good pivot; `None` if the column has vanished altogether.
    pub row: Option<usize>,
    /// Largest entry left in the column.
    pub left: f64,
}

/// How the elimination of a pivot block went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// Largest multiplier below the block.
    pub growth: f64,
    /// Smallest pivot.
    pub smallest: f64,
}

/// LU of the left panel (`m` x `p` by columns) with row pivoting among its first `p` rows; row
/// exchanges are carried over to the columns of `right` (`m - p` x `p`, the transposed right
/// panel) and recorded in `swaps`. Where the block has no pivot, an entry below it is worth having if
/// it is larger than `significant`. Columns without pivots are added to `trouble` and replaced by
/// something harmless.
#[inline(always)]
pub(crate) fn factor_panel(
    left: &mut [f64],
    right: &mut [f64],
    m: usize,
    swaps: &mut [u32],
    limits: Limits,
    trouble: &mut Vec<Trouble>,
) -> Outcome {
    let p = swaps.len();
    let mut outcome = Outcome {
        growth: 0.0,
        smallest: f64::INFINITY,
    };
    if p <= OWN_TRIANGLE {
        factor_small_blocks(left, right, m, 0, p, swaps, limits, trouble, &mut outcome);
        return outcome;
    }
    let mut start = 0;
    while start < p {
        let end = p.min(start + BLOCK);
        factor_small_blocks(
            left,
            right,
            m,
            start,
            end,
            swaps,
            limits,
            trouble,
            &mut outcome,
        );
        if end < p {
            update_trailing(left, m, p, start, end);
        }
        start = end;
    }
    outcome
}

/// Eliminates columns `start..end` four at a time, updating only these columns.
#[inline(always)]
fn factor_small_blocks(
    left: &mut [f64],
    right: &mut [f64],
    m: usize,
    start: usize,
    end: usize,
    swaps: &mut [u32],
    limits: Limits,
    trouble: &mut Vec<Trouble>,
    outcome: &mut Outcome,
) {
    let mut at = start;
    while at < end {
        let next = end.min(at + 4);
        factor_columns(left, right, m, at, next, swaps, limits, trouble, outcome);
        let (done, todo) = left.split_at_mut(next * m);
        let block = &done[at * m..];
        for column in todo.chunks_exact_mut(m).take(end - next) {
            // Only a full block of four is followed by further columns.
            let mut factors = [0.0; 4];
            for k in 0..4 {
                factors[k] = column[at + k];
                for i in k + 1..4 {
                    column[at + i] -= factors[k] * block[k * m + at + i];
                }
            }
            if any_nonzero(factors) {
                subtract_four_multiples(&mut column[next..], block, m, next, factors);
            }
        }
        at = next;
    }
}

/// Eliminates columns `start..end` one by one, updating only these columns.
#[inline(always)]
fn factor_columns(
    left: &mut [f64],
    right: &mut [f64],
    m: usize,
    start: usize,
    end: usize,
    swaps: &mut [u32],
    limits: Limits,
    trouble: &mut Vec<Trouble>,
    outcome: &mut Outcome,
) {
    let p = swaps.len();
    let r = m - p;
    for k in start..end {
        let column = &left[k * m..(k + 1) * m];
        let (pivot_row, inside) = largest(&column[k..p]);
        let pivot_row = k + pivot_row;
        let (row_below, below) = largest(&column[p..]);
        let pivot = column[pivot_row];
        swaps[k] = pivot_row as u32;
        let usable = inside > VANISHED && below <= limits.growth * inside;
        if !usable {
            trouble.push(Trouble {
                column: k,
                row: (below > limits.significant).then_some(p + row_below),
                left: inside.max(below),
            });
            // Any harmless pivot will do: this factorisation is only continued to find out which
            // other columns are in trouble.
            swaps[k] = k as u32;
            let column = &mut left[k * m..(k + 1) * m];
            column[k..].fill(0.0);
            column[k] = 1.0;
            continue;
        }
        let inverse = 1.0 / pivot;
        outcome.growth = outcome.growth.max(below * inverse.abs());
        outcome.smallest = outcome.smallest.min(inside);
        if pivot_row != k {
            for column in left.chunks_exact_mut(m) {
                column.swap(k, pivot_row);
            }
            if r > 0 {
                let (head, tail) = right.split_at_mut(pivot_row * r);
                head[k * r..(k + 1) * r].swap_with_slice(&mut tail[..r]);
            }
        }
        let (done, todo) = left.split_at_mut((k + 1) * m);
        let multipliers = &mut done[k * m + k + 1..];
        for value in multipliers.iter_mut() {
            *value *= inverse;
        }
        for column in todo.chunks_exact_mut(m).take(end - k - 1) {
            let factor = column[k];
            subtract_multiple(&mut column[k + 1..], multipliers, factor);
        }
    }
}

/// Position and size of the entry of largest size; zero size for an empty slice.
#[inline(always)]
fn largest(values: &[f64]) -> (usize, f64) {
    let (mut at, mut size) = (0, 0.0);
    for (i, value) in values.iter().enumerate() {
        if value.abs() > size {
            (at, size) = (i, value.abs());
        }
    }
    (at, size)
}

/// y -= factor x.
#[inline(always)]
pub(crate) fn subtract_multiple(y: &mut [f64], x: &[f64], factor: f64) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= factor * x;
    }
}

/// Saddle points have many zeros; a test is cheaper than an update with nothing.
#[inline(always)]
fn any_nonzero(f: [f64; 4]) -> bool {
    (f[0] != 0.0) | (f[1] != 0.0) | (f[2] != 0.0) | (f[3] != 0.0)
}

/// y -= sum of factors\[k\] x_k, with x_k from row `first` of four consecutive columns of length `m`.
/// Four at a time halve the traffic with memory against one at a time.
#[inline(always)]
fn subtract_four_multiples(y: &mut [f64], x: &[f64], m: usize, first: usize, factors: [f64; 4]) {
    let n = y.len();
    let x0 = &x[first..][..n];
    let x1 = &x[m + first..][..n];
    let x2 = &x[2 * m + first..][..n];
    let x3 = &x[3 * m + first..][..n];
    for i in 0..n {
        y[i] -=
            (factors[0] * x0[i] + factors[1] * x1[i]) + (factors[2] * x2[i] + factors[3] * x3[i]);
    }
}

/// Columns `end..p` of the left panel after the elimination of columns `start..end`.
fn update_trailing(left: &mut [f64], m: usize, p: usize, start: usize, end: usize) {
    let (done, todo) = left.split_at_mut(end * m);
    let block = MatRef::from_column_major_slice_with_stride(done, m, end, m).get(start.., start..);
    let (triangle, below) = block.split_at_row(end - start);
    let trailing =
        MatMut::from_column_major_slice_with_stride_mut(todo, m, p - end, m).get_mut(start.., ..);
    let (mut top, bottom) = trailing.split_at_row_mut(end - start);
    solve_unit_lower_triangular_in_place(triangle, top.as_mut(), Par::Seq);
    matmul(bottom, Accum::Add, below, top.as_ref(), -1.0, Par::Seq);
}

/// Right panel: U12 = L11^-1 F12, on its transpose (`r` x `p` by columns).
#[inline(always)]
pub(crate) fn solve_right_panel(left: &[f64], right: &mut [f64], m: usize, p: usize) {
    let r = m - p;
    if r == 0 {
        return;
    }
    if p > OWN_TRIANGLE {
        solve_right_panel_large(left, right, m, p);
        return;
    }
    let mut at = 0;
    while at < p {
        let next = p.min(at + 4);
        for k in at..next {
            let (done, todo) = right.split_at_mut((k + 1) * r);
            let multipliers = &left[k * m + k + 1..k * m + next];
            for (target, &factor) in todo.chunks_exact_mut(r).zip(multipliers) {
                subtract_multiple(target, &done[k * r..], factor);
            }
        }
        let (done, todo) = right.split_at_mut(next * r);
        for (i, target) in (next..p).zip(todo.chunks_exact_mut(r)) {
            let factors = [
                left[at * m + i],
                left[(at + 1) * m + i],
                left[(at + 2) * m + i],
                left[(at + 3) * m + i],
            ];
            if any_nonzero(factors) {
                subtract_four_multiples(target, &done[at * r..], r, 0, factors);
            }
        }
        at = next;
    }
}

fn solve_right_panel_large(left: &[f64], right: &mut [f64], m: usize, p: usize) {
    let triangle = MatRef::from_column_major_slice_with_stride(left, m, p, m).get(..p, ..);
    let transposed = MatMut::from_column_major_slice_mut(right, m - p, p);
    solve_unit_lower_triangular_in_place(triangle, transposed.transpose_mut(), Par::Seq);
}

/// Schur complement: F22 -= L21 U12, with F22 `r` x `r` by columns.
#[inline(always)]
pub(crate) fn subtract_product(schur: &mut [f64], left: &[f64], right: &[f64], m: usize, p: usize) {
    let r = m - p;
    if r == 0 {
        return;
    }
    if r * r * p > OWN_PRODUCT {
        subtract_product_large(schur, left, right, m, p);
        return;
    }
    for (j, target) in schur.chunks_exact_mut(r).enumerate() {
        let fours = p - p % 4;
        for k in (0..fours).step_by(4) {
            let factors = [
                right[k * r + j],
                right[(k + 1) * r + j],
                right[(k + 2) * r + j],
                right[(k + 3) * r + j],
            ];
            subtract_four_multiples(target, &left[k * m..], m, p, factors);
        }
        for k in fours..p {
            subtract_multiple(target, &left[k * m + p..(k + 1) * m], right[k * r + j]);
        }
    }
}

fn subtract_product_large(schur: &mut [f64], left: &[f64], right: &[f64], m: usize, p: usize) {
    let r = m - p;
    let below = MatRef::from_column_major_slice_with_stride(left, m, p, m).get(p.., ..);
    let across = MatRef::from_column_major_slice(right, r, p).transpose();
    let schur = MatMut::from_column_major_slice_mut(schur, r, r);
    matmul(schur, Accum::Add, below, across, -1.0, Par::Seq);
}

/// Calls a function with the numbers of pivots and of further rows of a front as constants where the front has one of the sizes
/// of chains: nodes of beams (6 unknowns, 12 with two stages) and bodies on revolute joints (11 and 22). Loops over a few numbers
/// then unroll.
macro_rules! with_size {
    ($p:expr, $r:expr, $call:expr) => {
        match ($p, $r) {
            (6, 6) => $call(6, 6),
            (12, 12) => $call(12, 12),
            (11, 6) => $call(11, 6),
            (22, 12) => $call(22, 12),
            (p, r) => $call(p, r),
        }
    };
}
pub(crate) use with_size;

/// Makes faer set up the packing memory that it keeps per thread, by one product just large enough
/// to need it, so that later products allocate nothing.
pub(crate) fn warm_up() {
    const SIDE: usize = 24;
    let left = [0.0; 2 * SIDE * SIDE];
    let right = [0.0; SIDE * SIDE];
    let mut product = [0.0; SIDE * SIDE];
    subtract_product_large(&mut product, &left, &right, 2 * SIDE, SIDE);
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        significant: 1e-12,
        growth: 1e6,
    };

    /// A front of random numbers with `p` pivots and `r` further rows: L U must reproduce the
    /// permuted panels, and the Schur complement must match its definition.
    fn check_front(p: usize, r: usize) {
        let m = p + r;
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let full: Vec<f64> = (0..m * m).map(|_| random()).collect();
        let mut left = full[..m * p].to_vec();
        let mut right = vec![0.0; r * p];
        let mut schur = vec![0.0; r * r];
        for j in 0..r {
            for i in 0..p {
                right[i * r + j] = full[(p + j) * m + i];
            }
            for i in 0..r {
                schur[j * r + i] = full[(p + j) * m + p + i];
            }
        }
        let mut swaps = vec![0; p];
        let mut trouble = Vec::new();
        factor_panel(&mut left, &mut right, m, &mut swaps, LIMITS, &mut trouble);
        assert_eq!(trouble, []);
        solve_right_panel(&left, &mut right, m, p);
        subtract_product(&mut schur, &left, &right, m, p);
        let mut permuted = full.clone();
        for (k, &with) in swaps.iter().enumerate() {
            for column in permuted.chunks_exact_mut(m) {
                column.swap(k, with as usize);
            }
        }
        let lower = |i: usize, k: usize| match i.cmp(&k) {
            std::cmp::Ordering::Equal => 1.0,
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Greater => left[k * m + i],
        };
        let upper = |k: usize, j: usize| match j {
            _ if j >= p => right[k * r + j - p],
            _ if k <= j => left[j * m + k],
            _ => 0.0,
        };
        for i in 0..m {
            for j in 0..m {
                let mut sum: f64 = (0..p).map(|k| lower(i, k) * upper(k, j)).sum();
                if i >= p && j >= p {
                    sum += schur[(j - p) * r + i - p];
                }
                // Random blocks of this size lose at most four digits to growth.
                assert!(
                    (sum - permuted[j * m + i]).abs() < 1e-11,
                    "{p} {r}: {i} {j}"
                );
            }
        }
    }

    #[test]
    fn fronts_of_all_kernel_sizes() {
        for (p, r) in [
            (1, 0),
            (1, 1),
            (5, 3),
            (11, 5),
            (24, 24),
            (33, 7),
            (60, 41),
            (100, 0),
        ] {
            check_front(p, r);
        }
    }

    #[test]
    fn weak_and_vanished_columns_are_told_apart() {
        for (column, row, left) in [([1e-9, 1.0], Some(1), 1.0), ([0.0, 0.0], None, 0.0)] {
            let (mut swaps, mut trouble, mut panel) = ([0], Vec::new(), column);
            factor_panel(&mut panel, &mut [1.0], 2, &mut swaps, LIMITS, &mut trouble);
            let column = 0;
            assert_eq!(trouble, [Trouble { column, row, left }]);
        }
    }
}

//! Forward and backward substitution with the factors, for the matrix and its transpose.

use pulp::{Arch, Simd, WithSimd};

use crate::kernel::{subtract_multiple, with_size};
use crate::numeric::Factors;
use crate::symbolic::plan::{Plan, lower_len, upper_len};

/// Which system to solve.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Matrix,
    Transpose,
}

/// Solves with the factors in place; `x` is in elimination order and scaled, `gathered` has room
/// for the later unknowns of any front.
pub(crate) fn substitute(
    plan: &Plan,
    factors: &Factors,
    side: Side,
    x: &mut [f64],
    gathered: &mut [f64],
) {
    Arch::new().dispatch(Substitute {
        plan,
        factors,
        side,
        x,
        gathered,
    });
}

struct Substitute<'a> {
    plan: &'a Plan,
    factors: &'a Factors,
    side: Side,
    x: &'a mut [f64],
    gathered: &'a mut [f64],
}

impl WithSimd for Substitute<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            plan,
            factors,
            side,
            x,
            gathered,
        } = self;
        let mut at = FrontPlace::default();
        for &[p, r] in &plan.sizes {
            let (p, r) = (p as usize, r as usize);
            let FrontPlace { first, rows, .. } = at;
            let (lower, upper) = at.parts(factors, p, r);
            let swaps = &factors.swaps[first..first + p];
            let rows = &plan.rows[rows..rows + r];
            let gathered = &mut gathered[..r];
            let (own, later) = x[first..].split_at_mut(p);
            gathered.fill(0.0);
            match side {
                Side::Matrix => with_size!(p, r, |p, r| {
                    forward(lower, &swaps[..p], &mut own[..p], &mut gathered[..r])
                }),
                Side::Transpose => forward_transposed(upper, own, gathered),
            }
            for (&row, change) in rows.iter().zip(gathered) {
                later[row as usize - first - p] += *change;
            }
            at = at.after(p, r);
        }
        for &[p, r] in plan.sizes.iter().rev() {
            let (p, r) = (p as usize, r as usize);
            at = at.before(p, r);
            let FrontPlace { first, rows, .. } = at;
            let (lower, upper) = at.parts(factors, p, r);
            let swaps = &factors.swaps[first..first + p];
            let rows = &plan.rows[rows..rows + r];
            let gathered = &mut gathered[..r];
            let (own, later) = x[first..].split_at_mut(p);
            for (value, &row) in gathered.iter_mut().zip(rows) {
                *value = later[row as usize - first - p];
            }
            match side {
                Side::Matrix => with_size!(p, r, |p, r| {
                    backward(upper, &mut own[..p], &gathered[..r])
                }),
                Side::Transpose => backward_transposed(lower, swaps, own, gathered),
            }
        }
    }
}

/// Where the parts of a front lie. They follow each other, so their places are counted along instead of read from the plan: the
/// factors of a long chain come from memory, and what else is read only slows them down.
#[derive(Clone, Copy, Default)]
struct FrontPlace {
    first: usize,
    rows: usize,
    lower: usize,
    upper: usize,
}

impl FrontPlace {
    #[inline(always)]
    fn after(self, p: usize, r: usize) -> Self {
        FrontPlace {
            first: self.first + p,
            rows: self.rows + r,
            lower: self.lower + lower_len(p, r),
            upper: self.upper + upper_len(p, r),
        }
    }

    #[inline(always)]
    fn before(self, p: usize, r: usize) -> Self {
        FrontPlace {
            first: self.first - p,
            rows: self.rows - r,
            lower: self.lower - lower_len(p, r),
            upper: self.upper - upper_len(p, r),
        }
    }

    #[inline(always)]
    fn parts(self, factors: &Factors, p: usize, r: usize) -> (&[f64], &[f64]) {
        (
            &factors.lower[self.lower..self.lower + lower_len(p, r)],
            &factors.upper[self.upper..self.upper + upper_len(p, r)],
        )
    }
}

/// own <- L11^-1 P own; later <- -L21 own.
#[inline(always)]
fn forward(mut lower: &[f64], swaps: &[u32], own: &mut [f64], later: &mut [f64]) {
    let p = own.len();
    for (k, &with) in swaps.iter().enumerate() {
        own.swap(k, with as usize);
    }
    for k in 0..p {
        let (column, rest) = lower.split_at(p - 1 - k + later.len());
        lower = rest;
        let factor = own[k];
        let (inside, below) = column.split_at(p - 1 - k);
        subtract_multiple(&mut own[k + 1..], inside, factor);
        subtract_multiple(later, below, factor);
    }
}

/// own <- U11^-1 (own - U12 later).
#[inline(always)]
fn backward(upper: &[f64], own: &mut [f64], later: &[f64]) {
    let (p, r) = (own.len(), later.len());
    let (across, mut triangle) = upper.split_at(p * r);
    if r > 0 {
        for (value, row) in own.iter_mut().zip(across.chunks_exact(r)) {
            *value -= dot(row, later);
        }
    }
    for k in (0..p).rev() {
        let (rest, column) = triangle.split_at(triangle.len() - k - 1);
        triangle = rest;
        let value = own[k] / column[k];
        own[k] = value;
        subtract_multiple(&mut own[..k], &column[..k], value);
    }
}

/// own <- U11^-T own; later <- -U12^T own.
#[inline(always)]
fn forward_transposed(upper: &[f64], own: &mut [f64], later: &mut [f64]) {
    let (p, r) = (own.len(), later.len());
    let (across, mut triangle) = upper.split_at(p * r);
    for k in 0..p {
        let (column, rest) = triangle.split_at(k + 1);
        triangle = rest;
        own[k] = (own[k] - dot(&column[..k], &own[..k])) / column[k];
    }
    if r > 0 {
        for (&factor, row) in own.iter().zip(across.chunks_exact(r)) {
            subtract_multiple(later, row, factor);
        }
    }
}

/// own <- P^T L11^-T (own - L21^T later).
#[inline(always)]
fn backward_transposed(mut lower: &[f64], swaps: &[u32], own: &mut [f64], later: &[f64]) {
    let p = own.len();
    for k in (0..p).rev() {
        let (rest, column) = lower.split_at(lower.len() - (p - 1 - k + later.len()));
        lower = rest;
        let (inside, below) = column.split_at(p - 1 - k);
        own[k] -= dot(inside, &own[k + 1..]) + dot(below, later);
    }
    for (k, &with) in swaps.iter().enumerate().rev() {
        own.swap(k, with as usize);
    }
}

/// Scalar product in four interleaved sums, a fixed order that the compiler can vectorise.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let tail: f64 = a4
        .remainder()
        .iter()
        .zip(b4.remainder())
        .map(|(a, b)| a * b)
        .sum();
    for (a, b) in a4.zip(b4) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + tail
}

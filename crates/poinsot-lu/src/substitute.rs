//! Forward and backward substitution with the factors, for the matrix and its transpose.

use pulp::{Arch, Simd, WithSimd};

use crate::kernel::subtract_multiple;
use crate::numeric::Factors;
use crate::symbolic::plan::{Front, Plan};

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
        for front in &plan.fronts {
            let (left, right, swaps) = parts(factors, front);
            let rows = &plan.rows[front.rows..front.rows + front.r];
            let gathered = &mut gathered[..front.r];
            let (own, later) = x[front.first..].split_at_mut(front.p);
            gathered.fill(0.0);
            match side {
                Side::Matrix => forward(left, swaps, own, gathered),
                Side::Transpose => forward_transposed(left, right, own, gathered),
            }
            let offset = front.first + front.p;
            for (&row, change) in rows.iter().zip(gathered) {
                later[row as usize - offset] += *change;
            }
        }
        for front in plan.fronts.iter().rev() {
            let (left, right, swaps) = parts(factors, front);
            let rows = &plan.rows[front.rows..front.rows + front.r];
            let gathered = &mut gathered[..front.r];
            let (own, later) = x[front.first..].split_at_mut(front.p);
            let offset = front.first + front.p;
            for (value, &row) in gathered.iter_mut().zip(rows) {
                *value = later[row as usize - offset];
            }
            match side {
                Side::Matrix => backward(left, right, own, gathered),
                Side::Transpose => backward_transposed(left, swaps, own, gathered),
            }
        }
    }
}

/// Left panel, transposed right panel and row exchanges of a front.
#[inline(always)]
fn parts<'a>(factors: &'a Factors, front: &Front) -> (&'a [f64], &'a [f64], &'a [u32]) {
    let panels = &factors.panels[front.panel..front.panel + front.panel_len()];
    let (left, right) = panels.split_at((front.p + front.r) * front.p);
    (
        left,
        right,
        &factors.swaps[front.first..front.first + front.p],
    )
}

/// own <- L11^-1 P own; later <- -L21 own.
#[inline(always)]
fn forward(left: &[f64], swaps: &[u32], own: &mut [f64], later: &mut [f64]) {
    let p = own.len();
    let m = p + later.len();
    for (k, &with) in swaps.iter().enumerate() {
        own.swap(k, with as usize);
    }
    for (k, column) in left.chunks_exact(m).enumerate() {
        let factor = own[k];
        let (inside, below) = column.split_at(p);
        subtract_multiple(&mut own[k + 1..], &inside[k + 1..], factor);
        subtract_multiple(later, below, factor);
    }
}

/// own <- U11^-1 (own - U12 later).
#[inline(always)]
fn backward(left: &[f64], right: &[f64], own: &mut [f64], later: &[f64]) {
    let p = own.len();
    let r = later.len();
    if r > 0 {
        for (value, row) in own.iter_mut().zip(right.chunks_exact(r)) {
            *value -= dot(row, later);
        }
    }
    for (k, column) in left.chunks_exact(p + r).enumerate().rev() {
        let value = own[k] / column[k];
        own[k] = value;
        subtract_multiple(&mut own[..k], &column[..k], value);
    }
}

/// own <- U11^-T own; later <- -U12^T own.
#[inline(always)]
fn forward_transposed(left: &[f64], right: &[f64], own: &mut [f64], later: &mut [f64]) {
    let p = own.len();
    let r = later.len();
    for (k, column) in left.chunks_exact(p + r).enumerate() {
        own[k] = (own[k] - dot(&column[..k], &own[..k])) / column[k];
    }
    if r > 0 {
        for (&factor, row) in own.iter().zip(right.chunks_exact(r)) {
            subtract_multiple(later, row, factor);
        }
    }
}

/// own <- P^T L11^-T (own - L21^T later).
#[inline(always)]
fn backward_transposed(left: &[f64], swaps: &[u32], own: &mut [f64], later: &[f64]) {
    let p = own.len();
    for (k, column) in left.chunks_exact(p + later.len()).enumerate().rev() {
        let (inside, below) = column.split_at(p);
        own[k] -= dot(&inside[k + 1..], &own[k + 1..]) + dot(below, later);
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

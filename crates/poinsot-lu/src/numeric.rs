//! Numerical factorisation: assembles and eliminates the fronts in the planned order.

use pulp::{Arch, Simd, WithSimd};

use crate::equilibrate::Scaling;
use crate::kernel::{
    Limits, Outcome, Trouble, factor_panel, solve_right_panel, subtract_product, with_size,
};
use crate::symbolic::plan::{Front, Plan};

/// An entry smaller than this, in the scaled matrix, may be rounding noise and is no reason to merge
/// groups. The noise grows with the multipliers of the subtree, so the limit is multiplied by them.
const SIGNIFICANT: f64 = 1e-12;

/// Factors and work space, sized by a [`Plan`].
pub(crate) struct Factors {
    /// L below its diagonal, front by front and column by column.
    pub lower: Vec<f64>,
    /// U, front by front: the rows of U12, then the columns of U11 down to the diagonal.
    pub upper: Vec<f64>,
    /// Panels of the front being eliminated.
    panels: Vec<f64>,
    /// Row exchanged with each pivot row, inside its front.
    pub swaps: Vec<u32>,
    stack: Vec<f64>,
    /// Largest multiplier in the subtree of every front.
    subtree_growth: Vec<f64>,
    /// Whether a pivot was replaced in the subtree of a front, so that its values mean nothing.
    spoiled: Vec<bool>,
    /// Troubles of the present front.
    trouble: Vec<Trouble>,
    /// Columns whose block has no good pivot.
    pub weak: Vec<WeakColumn>,
    /// Columns that vanished although their subtree was sound.
    pub null: Vec<NullColumn>,
    /// Largest multiplier of all.
    pub growth: f64,
    /// Smallest pivot of all.
    pub smallest_pivot: f64,
}

/// A column without a good pivot in its block.
#[derive(Clone, Copy)]
pub(crate) struct WeakColumn {
    pub front: usize,
    pub unknown: usize,
    /// The unknown whose equation would give a good pivot.
    pub partner: usize,
}

/// A column that vanished.
#[derive(Clone, Copy)]
pub(crate) struct NullColumn {
    pub unknown: usize,
    pub left: f64,
}

impl Factors {
    /// Memory for a plan.
    pub fn new(plan: &Plan) -> Self {
        Self {
            lower: vec![0.0; plan.lower_len],
            upper: vec![0.0; plan.upper_len],
            panels: vec![0.0; plan.largest_panels],
            swaps: vec![0; plan.order.len()],
            stack: vec![0.0; plan.stack_len],
            subtree_growth: vec![0.0; plan.fronts.len()],
            spoiled: vec![false; plan.fronts.len()],
            trouble: Vec::new(),
            weak: Vec::new(),
            null: Vec::new(),
            growth: 0.0,
            smallest_pivot: 0.0,
        }
    }

    /// Factorises; the matrix is usable only if `weak` and `null` are empty afterwards.
    /// A pivot is weak when an entry below its block is more than `growth_limit` times larger.
    pub fn eliminate(&mut self, plan: &Plan, scaling: &Scaling, values: &[f64], growth_limit: f64) {
        Arch::new().dispatch(Eliminate {
            growth_limit,
            factors: self,
            plan,
            scaling,
            values,
        });
    }

    /// Fronts whose multipliers outside the pivot block exceed `limit`.
    pub fn growing_fronts(&self, plan: &Plan, limit: f64) -> Vec<usize> {
        let grows = |front: &Front| {
            let mut lower = &self.lower[front.lower..front.lower + front.lower_len()];
            (0..front.p).any(|k| {
                let (column, rest) = lower.split_at(front.p - 1 - k + front.r);
                lower = rest;
                column[front.p - 1 - k..].iter().any(|l| l.abs() > limit)
            })
        };
        let fronts = plan.fronts.iter().enumerate();
        fronts.filter(|(_, f)| grows(f)).map(|(s, _)| s).collect()
    }
}

/// The factorisation as one operation, compiled for every vector width that pulp knows.
struct Eliminate<'a> {
    growth_limit: f64,
    factors: &'a mut Factors,
    plan: &'a Plan,
    scaling: &'a Scaling,
    values: &'a [f64],
}

impl WithSimd for Eliminate<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            growth_limit,
            factors,
            plan,
            scaling,
            values,
        } = self;
        let (row_scale, column_scale) = (&scaling.rows[..], &scaling.columns[..]);
        factors.weak.clear();
        factors.null.clear();
        factors.growth = 0.0;
        factors.smallest_pivot = f64::INFINITY;
        for (s, front) in plan.fronts.iter().enumerate() {
            let (p, r) = (front.p, front.r);
            let m = p + r;
            let panels = &mut factors.panels[..front.panel_len()];
            panels.fill(0.0);
            for run in &plan.runs[front.runs.0..front.runs.1] {
                let (len, first) = (run.len as usize, run.first);
                let values = &values[first.value as usize..][..len];
                let rows = &row_scale[first.row as usize..][..len];
                let column = column_scale[first.column as usize];
                let places = &mut panels[first.offset as usize..];
                if run.stride == 1 {
                    for ((place, value), row) in places.iter_mut().zip(values).zip(rows) {
                        *place = value * row * column;
                    }
                } else {
                    let places = places.iter_mut().step_by((run.stride as usize).max(1));
                    for ((place, value), row) in places.zip(values).zip(rows) {
                        *place = value * row * column;
                    }
                }
            }
            let (left, right) = panels.split_at_mut(m * p);
            let children = &plan.children[front.children.0..front.children.1];
            let mut growth = 1.0_f64;
            let mut spoiled = false;
            for &child in children {
                growth = growth.max(factors.subtree_growth[child as usize]);
                spoiled |= factors.spoiled[child as usize];
                let child = &plan.fronts[child as usize];
                let block =
                    &factors.stack[child.stack_final..child.stack_final + child.r * child.r];
                let to = &plan.relative[child.rows..child.rows + child.r];
                add_to_panels(block, to, child, front, left, right);
            }
            let (below, schur) = factors.stack.split_at_mut(front.stack_work);
            let schur = &mut schur[..r * r];
            schur.fill(0.0);
            if front.stack_work != front.stack_final {
                for &child in children {
                    let child = &plan.fronts[child as usize];
                    let block = &below[child.stack_final..child.stack_final + child.r * child.r];
                    let to = &plan.relative[child.rows..child.rows + child.r];
                    add_to_schur(block, to, child, front, schur);
                }
            }

            let swaps = &mut factors.swaps[front.first..front.first + p];
            let trouble = &mut factors.trouble;
            trouble.clear();
            let limits = Limits {
                significant: SIGNIFICANT * growth,
                growth: growth_limit,
            };
            let outcome = with_size!(p, r, |p, r| {
                eliminate_front([left, right, schur], [p, r], swaps, limits, trouble)
            });
            growth = growth.max(outcome.growth);
            for found in trouble.iter() {
                let unknown = plan.order[front.first + found.column] as usize;
                if let Some(row) = found.row {
                    let at = plan.rows[front.rows + row - p] as usize;
                    factors.weak.push(WeakColumn {
                        front: s,
                        unknown,
                        partner: plan.order[at] as usize,
                    });
                } else if !spoiled {
                    factors.null.push(NullColumn {
                        unknown,
                        left: found.left,
                    });
                }
            }
            factors.growth = factors.growth.max(outcome.growth);
            factors.smallest_pivot = factors.smallest_pivot.min(outcome.smallest);
            factors.subtree_growth[s] = growth;
            factors.spoiled[s] = spoiled || !factors.trouble.is_empty();

            let lower = &mut factors.lower[front.lower..front.lower + front.lower_len()];
            let upper = &mut factors.upper[front.upper..front.upper + front.upper_len()];
            keep(left, right, m, lower, upper);
            if front.stack_work != front.stack_final {
                let work = front.stack_work..front.stack_work + r * r;
                factors.stack.copy_within(work, front.stack_final);
            }
        }
    }
}

/// Pivot block, right panel and Schur complement of a front with `p` pivots and `r` further rows.
#[inline(always)]
fn eliminate_front(
    [left, right, schur]: [&mut [f64]; 3],
    [p, r]: [usize; 2],
    swaps: &mut [u32],
    limits: Limits,
    trouble: &mut Vec<Trouble>,
) -> Outcome {
    let m = p + r;
    let (left, right) = (&mut left[..m * p], &mut right[..r * p]);
    let outcome = factor_panel(left, right, m, &mut swaps[..p], limits, trouble);
    solve_right_panel(left, right, m, p);
    subtract_product(&mut schur[..r * r], left, right, m, p);
    outcome
}

/// Copies the factors of a front from its panels to where they are kept.
#[inline(always)]
fn keep(left: &[f64], right: &[f64], m: usize, mut lower: &mut [f64], upper: &mut [f64]) {
    let (across, mut upper) = upper.split_at_mut(right.len());
    across.copy_from_slice(right);
    for (k, column) in left.chunks_exact(m).enumerate() {
        let (u, l) = column.split_at(k + 1);
        let (to_l, rest) = lower.split_at_mut(l.len());
        copy(to_l, l);
        lower = rest;
        let (to_u, rest) = upper.split_at_mut(u.len());
        copy(to_u, u);
        upper = rest;
    }
}

/// Copies a few numbers; a call of the general routine would take longer than the copy.
#[inline(always)]
fn copy(to: &mut [f64], from: &[f64]) {
    const FEW: usize = 4;
    let (mut to, mut from) = (to.chunks_exact_mut(FEW), from.chunks_exact(FEW));
    for (to, from) in (&mut to).zip(&mut from) {
        let block: [f64; FEW] = [from[0], from[1], from[2], from[3]];
        to.copy_from_slice(&block);
    }
    for (to, from) in to.into_remainder().iter_mut().zip(from.remainder()) {
        *to = *from;
    }
}

/// Adds the part of a child's Schur complement that belongs to pivot rows or columns of `front`.
#[inline(always)]
fn add_to_panels(
    block: &[f64],
    to: &[u32],
    child: &Front,
    front: &Front,
    left: &mut [f64],
    right: &mut [f64],
) {
    let (p, r) = (front.p, front.r);
    let (to_pivots, to_later) = to.split_at(child.split);
    let mut columns = block.chunks_exact(child.r);
    for (&j, source) in to_pivots.iter().zip(&mut columns) {
        let target = &mut left[j as usize * (p + r)..(j as usize + 1) * (p + r)];
        for (&i, value) in to.iter().zip(source) {
            target[i as usize] += value;
        }
    }
    for (&j, source) in to_later.iter().zip(columns) {
        for (&i, value) in to_pivots.iter().zip(source) {
            right[i as usize * r + j as usize - p] += value;
        }
    }
}

/// Adds the rest of a child's Schur complement to the one of `front`.
#[inline(always)]
fn add_to_schur(block: &[f64], to: &[u32], child: &Front, front: &Front, schur: &mut [f64]) {
    let (p, r) = (front.p, front.r);
    let to_later = &to[child.split..];
    for (&j, source) in to_later
        .iter()
        .zip(block.chunks_exact(child.r).skip(child.split))
    {
        let target = &mut schur[(j as usize - p) * r..(j as usize - p + 1) * r];
        for (&i, value) in to_later.iter().zip(&source[child.split..]) {
            target[i as usize - p] += value;
        }
    }
}

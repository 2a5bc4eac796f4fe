//! How far the constraints of closed loops are from repeating each other: for the diagnosis of a step that failed.
//!
//! First every node whose rows are independent on that node's own unknowns alone is put aside together with those rows:
//! no dependency can involve them, because nothing else touches these unknowns. Trees vanish completely this way. What
//! remains, the closed loops, is orthogonalised row by row in the order of the model, in the metric of the masses.

use super::{DEPENDENT, INVOLVED, RedundantRow};
use crate::mechanics::index::{NodeIndex, NodeList, RowIndex, RowList};
use crate::system::{GROUND, Jacobian, System};
use std::collections::VecDeque;

/// Nobody waits for the weakest row of larger loops: rows squared times nodes.
const LARGEST: usize = 200_000_000;

/// Rows in the metric of the masses, as places and values, and the rows of every node.
fn weighted(
    system: &System,
    jacobian: &Jacobian,
    weights: &[[f64; 6]],
) -> (RowList<Vec<(usize, f64)>>, NodeList<Vec<RowIndex>>) {
    let mut by_row: RowList<Vec<(usize, f64)>> = RowList::new(Vec::new(), jacobian.gaps.len());
    let mut rows_of_node: NodeList<Vec<RowIndex>> = NodeList::new(Vec::new(), system.nodes.len());
    for e in &jacobian.entries {
        let value = e.value / weights[e.node][e.slot].sqrt();
        by_row[e.row].push((6 * e.node.position() + e.slot, value));
        if rows_of_node[e.node].last() != Some(&e.row) {
            rows_of_node[e.node].push(e.row);
        }
    }
    (by_row, rows_of_node)
}

/// The row that is nearest to a combination of rows before it.
#[derive(Clone, Debug)]
pub struct WeakestRow {
    /// The row.
    pub row: RowIndex,
    /// What is left of it, of unit length, without its part along the rows before: 1 if it is perpendicular to them, 0 if it repeats them.
    pub left: f64,
    /// Rows it nearly depends on, the most important ones first.
    pub like: Vec<RowIndex>,
}

/// How far the constraints of closed loops are from repeating each other; `None` without such loops, and where they are too large to tell.
pub fn weakest(system: &System, jacobian: &Jacobian, weights: &[[f64; 6]]) -> Option<WeakestRow> {
    let (by_row, rows_of_node) = weighted(system, jacobian, weights);
    let mut core = loops(system, &by_row, &rows_of_node);
    if core.len() * core.len() * system.nodes.len() > LARGEST {
        return None;
    }
    core.sort_by_key(|&r| (system.owner_of_row(r).order, r));
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut weakest: Option<(f64, RowIndex)> = None;
    for &row in &core {
        let mut v = vec![0.0; 6 * system.nodes.len()];
        for &(column, value) in &by_row[row] {
            v[column] += value;
        }
        let size = norm(&v);
        v.iter_mut().for_each(|x| *x /= size);
        for _ in 0..2 {
            for q in &basis {
                let c = dot(q, &v);
                axpy(-c, q, &mut v);
            }
        }
        let left = norm(&v);
        if size > 0.0 && weakest.is_none_or(|(least, _)| left < least) {
            weakest = Some((left, row));
        }
        if left > DEPENDENT {
            v.iter_mut().for_each(|x| *x /= left);
            basis.push(v);
        }
    }
    let (left, row) = weakest?;
    // Once more, now as a combination of rows: the one row that counts as dependent.
    let found = dependent_rows(system, &by_row, core, 1.000_001 * left.max(DEPENDENT));
    let mut like = found
        .into_iter()
        .find(|r| r.row == row)
        .map_or_else(Vec::new, |r| r.repeats);
    like.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let most = like.first().map_or(0.0, |x| x.1.abs());
    like.retain(|x| x.1.abs() > 0.01 * most);
    Some(WeakestRow {
        row,
        left,
        like: like.into_iter().map(|(other, _)| other).collect(),
    })
}

/// Rows that remain after independent leaves were put aside.
fn loops(
    system: &System,
    by_row: &RowList<Vec<(usize, f64)>>,
    rows_of_node: &NodeList<Vec<RowIndex>>,
) -> Vec<RowIndex> {
    let mut active = RowList::new(true, by_row.len());
    let mut queue: VecDeque<NodeIndex> = system.node_indices().filter(|&n| n != GROUND).collect();
    let mut waiting = NodeList::new(true, system.nodes.len());
    while let Some(node) = queue.pop_front() {
        waiting[node] = false;
        let rows: Vec<RowIndex> = rows_of_node[node]
            .iter()
            .copied()
            .filter(|&r| active[r])
            .collect();
        if rows.is_empty() || rows.len() > system.kinds[node].dofs() {
            continue;
        }
        let local: Vec<Vec<f64>> = rows
            .iter()
            .map(|&r| {
                let mut v = vec![0.0; 6];
                for &(column, value) in &by_row[r] {
                    if node_of(column) == node {
                        v[column % 6] += value;
                    }
                }
                v
            })
            .collect();
        if !independent(&local) {
            continue;
        }
        for &r in &rows {
            active[r] = false;
            for &(column, _) in &by_row[r] {
                let other = node_of(column);
                if !waiting[other] {
                    waiting[other] = true;
                    queue.push_back(other);
                }
            }
        }
    }
    system.row_indices().filter(|&r| active[r]).collect()
}

/// Columns are numbered by six per node.
fn node_of(column: usize) -> NodeIndex {
    NodeIndex::new(column / 6)
}

/// Whether small rows are independent, with a clear margin.
fn independent(rows: &[Vec<f64>]) -> bool {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for row in rows {
        let mut v = row.clone();
        let size = norm(&v);
        if size == 0.0 {
            return false;
        }
        for _ in 0..2 {
            for q in &basis {
                let c = dot(q, &v);
                axpy(-c, q, &mut v);
            }
        }
        let left = norm(&v);
        if left < 1e-3 * size {
            return false;
        }
        v.iter_mut().for_each(|x| *x /= left);
        basis.push(v);
    }
    true
}

/// Orthogonalises the rows in the order of the model and collects those of which less than `least` is left.
fn dependent_rows(
    system: &System,
    by_row: &RowList<Vec<(usize, f64)>>,
    mut core: Vec<RowIndex>,
    least: f64,
) -> Vec<RedundantRow> {
    core.sort_by_key(|&r| (system.owner_of_row(r).order, r));
    // Unknowns of the loops, renumbered.
    let mut columns: Vec<usize> = core
        .iter()
        .flat_map(|&r| by_row[r].iter().map(|e| e.0))
        .collect();
    columns.sort_unstable();
    columns.dedup();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    // Each basis vector as a combination of the rows that made it.
    let mut combinations: Vec<Vec<(RowIndex, f64)>> = Vec::new();
    let mut redundant = Vec::new();
    for &row in &core {
        let mut v = vec![0.0; columns.len()];
        for &(column, value) in &by_row[row] {
            v[columns.partition_point(|&c| c < column)] += value;
        }
        let size = norm(&v);
        if size == 0.0 {
            redundant.push(RedundantRow {
                row,
                repeats: Vec::new(),
            });
            continue;
        }
        v.iter_mut().for_each(|x| *x /= size);
        let mut coefficients = vec![0.0; basis.len()];
        for _ in 0..2 {
            for (k, q) in basis.iter().enumerate() {
                let c = dot(q, &v);
                axpy(-c, q, &mut v);
                coefficients[k] += c;
            }
        }
        let left = norm(&v);
        let mut of_rows: Vec<(RowIndex, f64)> = Vec::new();
        for (k, c) in coefficients.iter().enumerate() {
            for &(r, x) in &combinations[k] {
                add(&mut of_rows, r, c * x);
            }
        }
        if left < least {
            // row / size = sum of combinations: in units of the rows themselves.
            let largest = of_rows.iter().map(|x| x.1.abs()).fold(0.0, f64::max);
            let repeats = of_rows
                .into_iter()
                .filter(|x| x.1.abs() > INVOLVED * largest)
                .map(|(r, x)| (r, x * size))
                .collect();
            redundant.push(RedundantRow { row, repeats });
        } else {
            v.iter_mut().for_each(|x| *x /= left);
            basis.push(v);
            let mut own: Vec<(RowIndex, f64)> =
                of_rows.into_iter().map(|(r, x)| (r, -x / left)).collect();
            own.push((row, 1.0 / (size * left)));
            combinations.push(own);
        }
    }
    redundant
}

fn add(list: &mut Vec<(RowIndex, f64)>, row: RowIndex, value: f64) {
    match list.iter_mut().find(|x| x.0 == row) {
        Some(x) => x.1 += value,
        None => list.push((row, value)),
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}

fn axpy(c: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += c * x;
    }
}

//! Which row of each vanishing combination is the redundant one.

use std::collections::{BTreeMap, BinaryHeap};

/// Combines vanishing combinations until each ends with a row of its own: exactly those rows depend on rows before them.
/// Rows are numbered in the order in which they count as earlier and later; coefficients below `noise` times the largest of
/// their combination are taken for zero. Returns the last row of each and the combination.
///
/// Of several combinations with the same last row the one with the most of it is kept, and taken out of the others: every
/// factor is at most one, so that nothing grows.
pub(super) fn last_rows(
    combinations: Vec<BTreeMap<usize, f64>>,
    noise: f64,
) -> Vec<(usize, BTreeMap<usize, f64>)> {
    let mut open: Vec<BTreeMap<usize, f64>> = Vec::with_capacity(combinations.len());
    let mut queue = BinaryHeap::new();
    for mut combination in combinations {
        normalise(&mut combination, noise);
        if let Some((&last, _)) = combination.last_key_value() {
            queue.push((last, open.len()));
            open.push(combination);
        }
    }
    let mut settled = Vec::new();
    while let Some((last, first)) = queue.pop() {
        let mut same = vec![first];
        while queue.peek().is_some_and(|next| next.0 == last) {
            same.extend(queue.pop().map(|next| next.1));
        }
        let most = |&&k: &&usize| open[k][&last].abs();
        let pivot = same
            .iter()
            .max_by(|a, b| most(a).total_cmp(&most(b)))
            .copied()
            .unwrap_or(first);
        let kept = std::mem::take(&mut open[pivot]);
        for k in same.into_iter().filter(|&k| k != pivot) {
            let factor = open[k][&last] / kept[&last];
            for (&row, x) in &kept {
                *open[k].entry(row).or_insert(0.0) -= factor * x;
            }
            open[k].remove(&last);
            drop_noise(&mut open[k], noise);
            if let Some((&next, _)) = open[k].last_key_value() {
                queue.push((next, k));
            }
        }
        settled.push((last, kept));
    }
    settled
}

/// Largest coefficient one, no noise.
fn normalise(combination: &mut BTreeMap<usize, f64>, noise: f64) {
    let largest = combination.values().fold(0.0_f64, |m, x| m.max(x.abs()));
    if largest > 0.0 {
        combination.values_mut().for_each(|x| *x /= largest);
    }
    drop_noise(combination, noise);
}

/// Combinations were of size one, so that what is this small is round-off of what was taken out.
fn drop_noise(combination: &mut BTreeMap<usize, f64>, noise: f64) {
    combination.retain(|_, x| x.abs() > noise);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_gets_a_last_row_of_its_own() {
        // Rows a, b, c, d with a = b, c = d and a = d: three of the four repeat the first.
        let pair = |i: usize, j: usize| BTreeMap::from([(i, 1.0), (j, -1.0)]);
        let mut last: Vec<usize> = last_rows(vec![pair(0, 1), pair(2, 3), pair(0, 3)], 1e-6)
            .into_iter()
            .map(|x| x.0)
            .collect();
        last.sort_unstable();
        assert_eq!(last, [1, 2, 3]);
    }
}

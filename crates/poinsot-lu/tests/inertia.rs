//! Signs of eigenvalues and determinant from the factors, against dense eigenvalues.

mod common;

use common::{Assembly, Random};
use poinsot_lu::{SolveError, Solver};

/// A symmetric chain of nodes with constraints: stiffness of either sign, so that there is something to count.
fn symmetric_chain(nodes: usize, rows: usize, seed: u64) -> Assembly {
    let mut random = Random(seed);
    let mut a = Assembly::default();
    let mut before = None;
    for node in 0..nodes {
        let first = a.unknowns(node as u32, 6);
        for i in 0..6 {
            a.add(first + i, first + i, 8e3 * random.number());
            for j in 0..i {
                let value = 1e3 * random.number();
                a.add(first + i, first + j, value);
                a.add(first + j, first + i, value);
            }
        }
        if let Some(before) = before {
            let multiplier = a.unknowns(node as u32, rows);
            for i in 0..rows {
                for j in 0..6 {
                    for node in [before, first] {
                        let value = random.number();
                        a.add(multiplier + i, node + j, value);
                        a.add(node + j, multiplier + i, value);
                    }
                }
            }
        }
        before = Some(first);
    }
    a
}

#[test]
fn eigenvalues_are_counted_as_the_dense_ones() {
    for seed in 0..40 {
        let nodes = 1 + seed as usize % 9;
        let a = symmetric_chain(nodes, 1 + seed as usize % 4, seed);
        let values = a.values();
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        assert_eq!(
            solver.negative_eigenvalues(),
            Err(SolveError::NotFactorised)
        );
        solver.factor(&values).expect("regular");
        let eigenvalues = a
            .dense()
            .self_adjoint_eigenvalues(faer::Side::Lower)
            .expect("finite");
        let negative = eigenvalues.iter().filter(|v| **v < 0.0).count();
        assert_eq!(solver.negative_eigenvalues(), Ok(negative), "seed {seed}");
        let sign = if negative % 2 == 0 { 1.0 } else { -1.0 };
        assert_eq!(solver.determinant_sign(), Ok(sign), "seed {seed}");
    }
}

/// A block of 6 by 6 by 6 nodes with three unknowns, each joined to all of its neighbours: fronts of more than a hundred pivots.
#[test]
fn eigenvalues_of_large_fronts_are_counted_as_the_dense_ones() {
    const SIDE: usize = 6;
    for (seed, shift) in [(1, 0.0), (2, 3.0), (3, 9.0)] {
        let mut random = Random(seed);
        let mut a = Assembly::default();
        let nodes = SIDE * SIDE * SIDE;
        let first: Vec<usize> = (0..nodes).map(|n| a.unknowns(n as u32, 3)).collect();
        let place = |n: usize| [n % SIDE, n / SIDE % SIDE, n / (SIDE * SIDE)];
        for n in 0..nodes {
            for m in 0..=n {
                let near = (0..3).all(|k| place(n)[k].abs_diff(place(m)[k]) <= 1);
                if !near {
                    continue;
                }
                for i in 0..3 {
                    for j in 0..if n == m { i } else { 3 } {
                        let value = random.number();
                        a.add(first[n] + i, first[m] + j, value);
                        a.add(first[m] + j, first[n] + i, value);
                    }
                    if n == m {
                        a.add(first[n] + i, first[n] + i, shift + random.number());
                    }
                }
            }
        }
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        solver.factor(&a.values()).expect("regular");
        assert!(solver.statistics().largest_front > 100);
        let eigenvalues = a.dense().self_adjoint_eigenvalues(faer::Side::Lower);
        let eigenvalues = eigenvalues.expect("finite");
        let negative = eigenvalues.iter().filter(|v| **v < 0.0).count();
        assert!(negative > 0 && negative < 3 * nodes, "{negative}");
        assert_eq!(solver.negative_eigenvalues(), Ok(negative), "seed {seed}");
    }
}

//! Random saddle-point systems with random, often poor, groups against dense LU.

mod common;

use common::{Assembly, Random, dense_solution, random_vector, scaled_condition, sensitivity};
use poinsot_lu::{FactorError, Solver};
use proptest::prelude::*;

/// Nodes with dense, weak or empty blocks, couplings and multipliers between random nodes.
fn system(seed: u64, nodes: usize, joints: usize, empty_share: f64) -> Assembly {
    let mut random = Random(seed);
    let mut a = Assembly::default();
    let mut firsts = Vec::new();
    for node in 0..nodes {
        let count = 1 + random.below(6);
        let first = a.unknowns(node as u32, count);
        if random.fraction() >= empty_share {
            a.node_block(first, count, &mut random);
        }
        firsts.push((first, count));
    }
    for _ in 0..nodes {
        let (i, n_i) = firsts[random.below(nodes)];
        let (j, n_j) = firsts[random.below(nodes)];
        for k in 0..n_i {
            for l in 0..n_j {
                a.add(i + k, j + l, 100.0 * random.number());
                a.add(j + l, i + k, 100.0 * random.number());
            }
        }
    }
    for _ in 0..joints {
        let (at, other) = (random.below(nodes), random.below(nodes));
        let rows = 1 + random.below(firsts[at].1);
        let multiplier = a.unknowns(at as u32, rows);
        a.constraint(multiplier, rows, firsts[at].0, firsts[at].1, &mut random);
        a.constraint(
            multiplier,
            rows,
            firsts[other].0,
            firsts[other].1,
            &mut random,
        );
    }
    a
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_dense_lu(seed in any::<u64>(), nodes in 1_usize..25, joints in 0_usize..12, empty in 0.0..0.5) {
        let a = system(seed, nodes, joints, empty);
        let b = random_vector(a.n(), seed ^ 1);
        let dense = a.dense();
        // Between these limits the verdict may go either way.
        let condition = scaled_condition(&dense);
        let regular = condition < 1e10;
        let hopeless = condition > 1e15;

        let values = a.values();
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        match solver.factor(&values) {
            Ok(()) => {
                prop_assert!(!hopeless, "condition {condition:e} {:?}", solver.statistics());
                let mut x = b.clone();
                let report = solver.solve(&values, &mut x).expect("solved");
                prop_assert!(report.backward_error < 1e-10, "{:?} {:?}", report, solver.statistics());
                if regular {
                    let reference = dense_solution(&dense, &b);
                    let sensitivity = sensitivity(&dense, &reference, &b);
                    for i in 0..a.n() {
                        let error = (x[i] - reference[i]).abs();
                        prop_assert!(error <= 2e-10 * sensitivity[i]);
                    }
                }
            }
            Err(FactorError::Singular { unknown, .. }) => {
                prop_assert!(!regular, "called singular, condition {condition:e}");
                prop_assert!(unknown < a.n());
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

/// Grown by 5e5 in its elimination, with a condition of 3e9: refinement converges, but takes more than a few rounds.
#[test]
fn slow_refinement_reaches_the_end() {
    let seed = 16346089736949176775;
    let a = system(seed, 16, 8, 0.18479337479795463);
    let values = a.values();
    let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
    solver.factor(&values).expect("regular");
    let mut x = random_vector(a.n(), seed ^ 1);
    let report = solver.solve(&values, &mut x).expect("solved");
    assert!(report.backward_error < 1e-10, "{report:?}");
}

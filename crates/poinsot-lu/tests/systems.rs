//! Multibody-like systems: chains, loops, massless nodes, bad scaling, singular matrices.

mod common;

use common::{Assembly, Random, chain, dense_solution, random_vector, sensitivity};
use poinsot_lu::{AnalyseError, FactorError, Memory, Pattern, SolveError, Solver, Statistics};

/// Backward stability: one refinement brings the component-wise error to a few rounding units; ten
/// digits are demanded because refinement starts only above 1e-10.
const STABLE: f64 = 1e-10;

/// Solves with the matrix and its transpose, checks the backward errors, and for small systems
/// the solution against dense LU with full pivoting, within what the backward error allows.
fn check(a: &Assembly) -> Statistics {
    let n = a.n();
    let values = a.values();
    let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
    solver.factor(&values).expect("regular matrix");
    for transpose in [false, true] {
        let b = random_vector(n, 99);
        let mut x = b.clone();
        let report = if transpose {
            solver.solve_transpose(&values, &mut x)
        } else {
            solver.solve(&values, &mut x)
        }
        .expect("solved");
        assert!(report.backward_error < STABLE, "{transpose} {report:?}");
        if n <= 400 {
            let dense = if transpose {
                a.transposed().dense()
            } else {
                a.dense()
            };
            let reference = dense_solution(&dense, &b);
            let sensitivity = sensitivity(&dense, &reference, &b);
            for i in 0..n {
                let error = (x[i] - reference[i]).abs();
                // Both solutions are exact for entries changed by 1e-10 or (dense) n rounding units.
                assert!(
                    error <= 2.0 * STABLE * sensitivity[i],
                    "{i}: {} {}",
                    x[i],
                    reference[i]
                );
            }
        }
    }
    solver.statistics()
}

#[test]
fn chains_of_every_length() {
    for bodies in (1..20).chain([37, 100, 333, 1000]) {
        check(&chain(bodies, 6, 5, bodies as u64));
        check(&chain(bodies, 12, 10, bodies as u64));
    }
}

#[test]
fn chain_fill_is_linear_and_needs_no_merging() {
    let [short, long] = [500, 2000].map(|bodies| check(&chain(bodies, 6, 5, 1)));
    assert_eq!((short.merged_groups, long.merged_groups), (0, 0));
    let per_group = |s: &Statistics| s.factor_entries as f64 / (s.unknowns / 11) as f64;
    assert!((per_group(&short) / per_group(&long) - 1.0).abs() < 0.02);
    // Pivot block 11 x 11 and the neighbour's 5 multipliers or 6 coordinates, no more.
    assert!(per_group(&long) < 11.0 * (11.0 + 2.0 * 6.5));
}

/// A ring of bodies; the closing joint is glued to the last body, which then carries 5 + 5
/// multipliers on 6 coordinates: a singular group block.
fn closed_loop(bodies: usize, closing_rows: usize) -> Assembly {
    let mut random = Random(5);
    let mut a = chain(bodies, 6, 4, 3);
    let closing = a.unknowns(bodies as u32 - 1, closing_rows);
    a.constraint(closing, closing_rows, (bodies - 1) * 6, 6, &mut random);
    a.constraint(closing, closing_rows, 0, 6, &mut random);
    a
}

#[test]
fn closed_loops_with_two_joints_on_one_body() {
    for bodies in [2, 3, 4, 7, 50, 400] {
        let statistics = check(&closed_loop(bodies, 4));
        assert!(statistics.largest_front < 100, "{statistics:?}");
    }
}

/// Nodes without mass or stiffness, each held by six rows to the stiff node before it.
fn massless(pairs: usize, glue_to_massless: bool) -> Assembly {
    let mut random = Random(11);
    let mut a = Assembly::default();
    for pair in 0..pairs as u32 {
        let stiff = a.unknowns(2 * pair, 6);
        a.node_block(stiff, 6, &mut random);
        let bare = a.unknowns(2 * pair + 1, 6);
        for i in 0..6 {
            for j in 0..6 {
                a.add(bare + i, bare + j, 0.0);
            }
        }
        let glue = 2 * pair + u32::from(glue_to_massless);
        let rows = a.unknowns(glue, 6);
        a.constraint(rows, 6, stiff, 6, &mut random);
        a.constraint(rows, 6, bare, 6, &mut random);
        if pair > 0 {
            // A spring-like coupling to the previous stiff node.
            for i in 0..6 {
                for j in 0..6 {
                    let value = 1e4 * random.number();
                    a.add(stiff + i, stiff - 18 + j, value);
                    a.add(stiff - 18 + i, stiff + j, value);
                }
            }
        }
    }
    a
}

#[test]
fn massless_nodes() {
    for pairs in [1, 2, 10, 20, 500] {
        for glue_to_massless in [false, true] {
            let statistics = check(&massless(pairs, glue_to_massless));
            assert!(statistics.largest_front < 120, "{statistics:?}");
            assert!(statistics.reanalyses < 8, "{statistics:?}");
        }
    }
}

#[test]
fn every_unknown_its_own_group() {
    // Multipliers alone have zero pivots; merging must find partners for all of them.
    let mut a = chain(12, 6, 5, 8);
    a.groups = (0..a.n() as u32).collect();
    let statistics = check(&a);
    assert!(statistics.reanalyses < 20, "{statistics:?}");
}

#[test]
fn badly_glued_multipliers_find_their_way() {
    // Multipliers in the group of the next body, of one far away, or in groups of their own: the
    // solver must regroup them locally, never collapse the chain into a dense matrix.
    let bodies = 300;
    let group_of_joint: [fn(u32) -> u32; 3] = [
        |joint| (joint + 1) % 300,
        |joint| (joint + 7) % 300,
        |joint| 300 + joint,
    ];
    for group_of_joint in group_of_joint {
        let mut a = chain(bodies, 6, 5, 9);
        for joint in 0..bodies {
            let first = 6 * bodies + 5 * joint;
            a.groups[first..first + 5].fill(group_of_joint(joint as u32));
        }
        let statistics = check(&a);
        assert!(statistics.moved_unknowns > 0, "{statistics:?}");
        assert!(statistics.largest_front < 200, "{statistics:?}");
        assert!(statistics.reanalyses < 10, "{statistics:?}");
    }
}

#[test]
fn badly_scaled_rows_and_columns() {
    let mut random = Random(21);
    let mut a = chain(30, 6, 5, 4);
    for row in 0..a.n() {
        a.scale_row(row, 10_f64.powf(8.0 * random.number()));
    }
    check(&a);
    for column in 0..a.n() {
        a.scale_column(column, 10_f64.powf(8.0 * random.number()));
    }
    check(&a);
}

#[test]
fn hub_with_many_arms() {
    let mut random = Random(17);
    for glue_to_hub in [false, true] {
        let mut a = Assembly::default();
        let hub = a.unknowns(0, 6);
        a.node_block(hub, 6, &mut random);
        for arm in 1..=if glue_to_hub { 30 } else { 2000 } {
            let first = a.unknowns(arm, 6);
            a.node_block(first, 6, &mut random);
            let rows = a.unknowns(if glue_to_hub { 0 } else { arm }, 5);
            a.constraint(rows, 5, first, 6, &mut random);
            a.constraint(rows, 5, hub, 6, &mut random);
        }
        check(&a);
    }
}

/// Static cantilever of Euler-Bernoulli elements clamped at the left end; unknowns deflection and
/// slope. The free end is 1 / elements^3 as stiff as one element.
fn cantilever(elements: usize) -> Assembly {
    let mut a = Assembly::default();
    for node in 0..elements {
        a.unknowns(node as u32, 2);
    }
    let stiffness = [
        [12.0, 6.0, -12.0, 6.0],
        [6.0, 4.0, -6.0, 2.0],
        [-12.0, -6.0, 12.0, -6.0],
        [6.0, 2.0, -6.0, 4.0],
    ];
    for element in 0..elements {
        for i in 0..4 {
            for j in 0..4 {
                // The clamped node has no unknowns.
                if let (Some(row), Some(column)) = (
                    (2 * element + i).checked_sub(2),
                    (2 * element + j).checked_sub(2),
                ) {
                    a.add(row, column, stiffness[i][j]);
                }
            }
        }
    }
    a
}

#[test]
fn soft_structures_are_not_called_singular() {
    for elements in [1, 10, 100, 3000] {
        let statistics = check(&cantilever(elements));
        assert_eq!(statistics.reanalyses, 0);
    }
    // Tip deflection under a unit force: n^3 / 3 for bending stiffness one, element length one.
    let elements = 50;
    let a = cantilever(elements);
    let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
    solver.factor(&a.values()).expect("regular");
    let mut x = vec![0.0; a.n()];
    x[2 * elements - 2] = 1.0;
    let _ = solver.solve(&a.values(), &mut x).expect("solved");
    let exact = 125_000.0 / 3.0;
    // Condition number about 1e7.
    assert!((x[2 * elements - 2] / exact - 1.0).abs() < 1e-8);
}

/// Repeats the last constraint of a chain: two multipliers that share one force.
/// A solver that takes over what another one has learned gives the same bits, without learning it again.
#[test]
fn what_was_learned_can_be_handed_on() {
    let bodies = 60;
    let mut a = chain(bodies, 6, 5, 9);
    for joint in 0..bodies {
        let first = 6 * bodies + 5 * joint;
        a.groups[first..first + 5].fill((joint as u32 + 7) % bodies as u32);
    }
    let (pattern, values) = (a.pattern(), a.values());
    let mut first = Solver::analyse(&pattern, &a.groups).expect("sound");
    assert_eq!(first.memory(), Memory::default());
    first.factor(&values).expect("regular");
    let memory = first.memory();
    assert!(!memory.group_of.is_empty(), "unknowns had to move");
    let mut second = Solver::analyse(&pattern, &a.groups).expect("sound");
    second.recall(&memory).expect("fits");
    assert_eq!(second.memory(), memory);
    let before = second.statistics().reanalyses;
    second.factor(&values).expect("regular");
    assert_eq!(second.statistics().reanalyses, before);
    let right: Vec<f64> = (0..a.n()).map(|i| (i as f64).sin()).collect();
    let (mut x, mut y) = (right.clone(), right);
    first.solve_unchecked(&mut x).expect("factorised");
    second.solve_unchecked(&mut y).expect("factorised");
    assert_eq!(x, y);
    // Back to where nothing is known.
    second.recall(&Memory::default()).expect("fits");
    assert_eq!(second.memory(), Memory::default());
}

fn with_repeated_constraint(bodies: usize) -> (Assembly, [usize; 2]) {
    let mut a = chain(bodies, 6, 5, 9);
    let original = a.n() - 1;
    let copy = a.unknowns(bodies as u32 - 1, 1);
    a.add(copy, copy, 0.0);
    let dense = a.dense();
    for j in 0..original {
        if dense[(original, j)] != 0.0 {
            a.add(copy, j, dense[(original, j)]);
            a.add(j, copy, dense[(j, original)]);
        }
    }
    (a, [original, copy])
}

#[test]
fn repeated_constraint_is_singular_and_named() {
    for bodies in [1, 2, 5, 60] {
        let (a, culprits) = with_repeated_constraint(bodies);
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        match solver.factor(&a.values()) {
            Err(FactorError::Singular { unknown, .. }) => {
                assert!(
                    culprits.contains(&unknown),
                    "{bodies}: {unknown} {culprits:?}"
                );
            }
            other => panic!("{bodies}: {other:?} {:?}", solver.statistics()),
        }
        // Merges made to check the verdict are taken back.
        assert!(solver.statistics().merged_groups <= 2);
        let mut x = vec![1.0; a.n()];
        assert_eq!(
            solver.solve(&a.values(), &mut x),
            Err(SolveError::NotFactorised)
        );
        // The solver recovers with a regular matrix of the same pattern.
        let mut regular = a.clone();
        regular.add(culprits[1], culprits[1], 3.0);
        solver.factor(&regular.values()).expect("regular again");
        let report = solver.solve(&regular.values(), &mut x).expect("solved");
        assert!(report.backward_error < STABLE);
    }
}

#[test]
fn free_chain_without_mass_is_singular() {
    // A chain of springs that is not held anywhere: [1 -1; -1 1] blocks sum to a null vector.
    let mut a = Assembly::default();
    for k in 0..40 {
        a.unknowns(k, 1);
    }
    for k in 0..39 {
        for (i, j, value) in [
            (k, k, 3.0),
            (k + 1, k + 1, 3.0),
            (k, k + 1, -3.0),
            (k + 1, k, -3.0),
        ] {
            a.add(i, j, value);
        }
    }
    let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
    let result = solver.factor(&a.values());
    assert!(
        matches!(result, Err(FactorError::Singular { .. })),
        "{result:?}"
    );
}

#[test]
fn smallest_systems() {
    let empty = Pattern::from_entries(0, []).expect("empty pattern");
    let mut solver = Solver::analyse(&empty, &[]).expect("analysed");
    solver.factor(&[]).expect("nothing to do");
    let report = solver.solve(&[], &mut []).expect("nothing to do");
    assert_eq!(report.backward_error, 0.0);

    let single = Pattern::from_entries(1, [(0, 0)]).expect("valid pattern");
    let mut solver = Solver::analyse(&single, &[4]).expect("analysed");
    solver.factor(&[4.0]).expect("regular");
    let mut x = [2.0];
    let report = solver.solve(&[4.0], &mut x).expect("solved");
    assert_eq!((x, report.backward_error), ([0.5], 0.0));
    let zero = solver.factor(&[0.0]);
    assert!(matches!(
        zero,
        Err(FactorError::Singular { unknown: 0, .. })
    ));
    let infinite = solver.factor(&[f64::INFINITY]);
    assert_eq!(infinite, Err(FactorError::NotFinite { row: 0, column: 0 }));
}

#[test]
fn wrong_lengths_are_refused() {
    let pattern = Pattern::from_entries(2, [(0, 0), (1, 1)]).expect("valid pattern");
    let groups = Solver::analyse(&pattern, &[0]).err();
    assert_eq!(
        groups,
        Some(AnalyseError::GroupCount {
            groups: 1,
            unknowns: 2
        })
    );
    let mut solver = Solver::analyse(&pattern, &[0, 1]).expect("analysed");
    let count = solver.factor(&[1.0]);
    assert_eq!(
        count,
        Err(FactorError::ValueCount {
            given: 1,
            expected: 2
        })
    );
    solver.factor(&[1.0, 1.0]).expect("regular");
    assert!(solver.solve(&[1.0, 1.0], &mut [1.0]).is_err());
}

#[test]
fn a_hundred_refactorisations_on_one_pattern() {
    let a = chain(40, 6, 5, 2);
    let pattern = a.pattern();
    let mut solver = Solver::analyse(&pattern, &a.groups).expect("analysed");
    for seed in 0..100 {
        let mut random = Random(seed);
        let values: Vec<f64> = a
            .values()
            .iter()
            .map(|v| v * (1.0 + 0.01 * random.number()))
            .collect();
        solver.factor(&values).expect("regular");
        let mut x = random_vector(a.n(), seed);
        let report = solver.solve(&values, &mut x).expect("solved");
        assert!(report.backward_error < STABLE);
        // History must not matter as long as nothing was merged: a fresh solver gives the same bits.
        let mut fresh = Solver::analyse(&pattern, &a.groups).expect("analysed");
        fresh.factor(&values).expect("regular");
        let mut y = random_vector(a.n(), seed);
        let _ = fresh.solve(&values, &mut y).expect("solved");
        assert!(x.iter().zip(&y).all(|(x, y)| x.to_bits() == y.to_bits()));
    }
    assert_eq!(solver.statistics().reanalyses, 0);
}

#[test]
fn merged_systems_are_deterministic() {
    let a = massless(20, true);
    let run = || {
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        solver.factor(&a.values()).expect("regular");
        let mut x = random_vector(a.n(), 1);
        let _ = solver.solve(&a.values(), &mut x).expect("solved");
        x.iter().map(|v| v.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

//! Long straight chains: across their hinges the links hold each other like one rigid bar, whose inertia about a joint grows with the
//! cube of the number of links behind it.

mod common;

use common::{Assembly, random_vector};
use poinsot_lu::{Memory, Solver};

/// Links of 1 m, 1 kg and 0.01 kg m^2 on hinges, the first one to the ground. Each has a place and a turn in the plane of the hinges,
/// where joints hold the place only, and across it, where they hold both.
fn straight_chain(links: usize) -> Assembly {
    let mut a = Assembly::default();
    for link in 0..links {
        let first = a.unknowns(link as u32, 4);
        for (k, mass) in [1.0, 0.01, 1.0, 0.01].into_iter().enumerate() {
            a.add(first + k, first + k, mass);
        }
    }
    for link in 0..links {
        let multiplier = a.unknowns(link as u32, 3);
        let mut joint = |row: usize, node: usize, slot: usize, value: f64| {
            a.add(multiplier + row, 4 * node + slot, value);
            a.add(4 * node + slot, multiplier + row, value);
        };
        for (row, slot, arm) in [
            (0, 0, 0.0),
            (0, 1, -0.5),
            (1, 1, 0.0),
            (2, 2, 0.0),
            (2, 3, -0.5),
        ] {
            joint(row, link, slot, if arm == 0.0 { 1.0 } else { arm });
        }
        if link > 0 {
            for (row, slot, value) in [
                (0, 0, -1.0),
                (0, 1, -0.5),
                (1, 1, -1.0),
                (2, 2, -1.0),
                (2, 3, -0.5),
            ] {
                joint(row, link - 1, slot, value);
            }
        }
    }
    a
}

/// Groups stay as they are: merging them would make one dense block of the chain.
#[test]
fn straight_chains_of_any_length() {
    for links in [100, 3000, 20_000] {
        let a = straight_chain(links);
        let values = a.values();
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        solver.factor(&values).expect("regular matrix");
        let mut x = random_vector(a.n(), 7);
        let report = solver.solve(&values, &mut x).expect("solved");
        // Refinement starts above this.
        assert!(report.backward_error < 1e-10, "{links}: {report:?}");
        let statistics = solver.statistics();
        let changes = (statistics.moved_unknowns, statistics.merged_groups);
        assert_eq!(changes, (0, 0), "{links}: {statistics:?}");
    }
}

/// One bad solution makes the limit of growth strict from then on. Along a chain, where growth is honest, merging groups for it would
/// end in one dense block: that is given up in time, and remembered.
#[test]
fn a_strict_limit_makes_no_dense_block_of_a_chain() {
    for links in [1000, 5000] {
        let a = straight_chain(links);
        let values = a.values();
        let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        let as_given = solver.statistics();
        let strict = Memory {
            strict: true,
            ..Memory::default()
        };
        solver.recall(&strict).expect("nothing was learned yet");
        solver.factor(&values).expect("regular matrix");
        let mut x = random_vector(a.n(), 7);
        let report = solver.solve(&values, &mut x).expect("solved");
        let statistics = solver.statistics();
        println!("{links} links: {statistics:?}");
        assert!(report.backward_error < 1e-10, "{links}: {report:?}");
        assert!(
            statistics.flops <= 16.0 * as_given.flops.max(1e7),
            "{links}: {statistics:?}"
        );
        let learned = solver.memory();
        assert!(learned.strict_in_vain && !learned.strict, "{links}");
        // Another solver goes on with the same bits.
        let mut other = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
        other.recall(&learned).expect("of the same groups");
        other.factor(&values).expect("regular matrix");
        let mut y = random_vector(a.n(), 7);
        let again = other.solve(&values, &mut y).expect("solved");
        assert_eq!((again, y, other.memory()), (report, x, learned), "{links}");
    }
}

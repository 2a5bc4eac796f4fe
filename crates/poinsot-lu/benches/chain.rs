//! Factorisation and solution of chains of bodies: time per group, which must not grow with length.
//!
//! 11 unknowns per group: a rigid body (6) on a revolute joint (5); 22: the two-stage scheme. 6 and 12: nodes of a beam.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{chain, line, random_vector};
use divan::Bencher;
use divan::counter::ItemsCount;
use poinsot_lu::Solver;

const LENGTHS: [usize; 4] = [10, 100, 1000, 10000];

fn main() {
    divan::main();
    if std::env::args().any(|argument| argument == "--bench") {
        print_time_per_group();
    }
}

/// Best of several runs, in nanoseconds per group.
fn print_time_per_group() {
    println!("\nns per group    bodies   analyse    factor     solve");
    for (dofs, rows) in [(6, 0), (12, 0), (6, 5), (12, 10)] {
        for bodies in LENGTHS {
            let a = match rows {
                0 => line(bodies, dofs, 1),
                _ => chain(bodies, dofs, rows, 1),
            };
            let (pattern, values) = (a.pattern(), a.values());
            let b = random_vector(a.n(), 2);
            let mut best = [f64::INFINITY; 3];
            for _ in 0..(20_000 / bodies).clamp(5, 200) {
                let start = Instant::now();
                let Ok(mut solver) = Solver::analyse(&pattern, &a.groups) else {
                    continue;
                };
                best[0] = best[0].min(start.elapsed().as_nanos() as f64);
                for _ in 0..3 {
                    let mut x = b.clone();
                    let start = Instant::now();
                    let factored = solver.factor(&values);
                    best[1] = best[1].min(start.elapsed().as_nanos() as f64);
                    let start = Instant::now();
                    let solved = solver.solve(&values, &mut x);
                    best[2] = best[2].min(start.elapsed().as_nanos() as f64);
                    assert!(factored.is_ok() && solved.is_ok());
                }
            }
            let [analyse, factor, solve] = best.map(|time| time / bodies as f64);
            let size = dofs + rows;
            println!("{size:2} unknowns {bodies:11} {analyse:9.0} {factor:9.0} {solve:9.0}");
        }
    }
}

fn factor_and_solve(bencher: Bencher, bodies: usize, dofs: usize, rows: usize) {
    let a = chain(bodies, dofs, rows, 1);
    let (pattern, values) = (a.pattern(), a.values());
    let b = random_vector(a.n(), 2);
    let mut solver = Solver::analyse(&pattern, &a.groups).expect("valid system");
    let mut x = b.clone();
    bencher
        .counter(ItemsCount::new(bodies))
        .bench_local(move || {
            x.copy_from_slice(&b);
            solver.factor(&values).expect("regular matrix");
            solver
                .solve(&values, &mut x)
                .expect("factorised")
                .backward_error
        });
}

#[divan::bench(args = LENGTHS)]
fn groups_of_11(bencher: Bencher, bodies: usize) {
    factor_and_solve(bencher, bodies, 6, 5);
}

#[divan::bench(args = LENGTHS)]
fn groups_of_22(bencher: Bencher, bodies: usize) {
    factor_and_solve(bencher, bodies, 12, 10);
}

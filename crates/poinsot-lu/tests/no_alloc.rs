//! Factorisation and solution must not touch the heap once the pattern is analysed.

#![allow(unsafe_code)] // a counting allocator cannot be written without

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::{Assembly, Random, chain, random_vector};
use poinsot_lu::Solver;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system allocator with a counter per thread, so that the test harness does not disturb.
struct Counting;

// SAFETY: every call is handed to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn check(a: &Assembly) {
    let values = a.values();
    let mut x = random_vector(a.n(), 3);
    let mut solver = Solver::analyse(&a.pattern(), &a.groups).expect("analysed");
    let before = ALLOCATIONS.with(Cell::get);
    solver.factor(&values).expect("regular");
    let first = solver.solve(&values, &mut x);
    let second = solver.solve_transpose(&values, &mut x);
    let after = ALLOCATIONS.with(Cell::get);
    assert_eq!(after - before, 0, "allocations for n = {}", a.n());
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(solver.statistics().reanalyses, 0);
}

#[test]
fn chains_allocate_nothing() {
    check(&chain(1, 6, 5, 1));
    check(&chain(50, 6, 5, 1));
    check(&chain(50, 12, 10, 1));
}

/// A square grid of nodes: fronts large enough for the blocked kernels.
fn grid(side: usize) -> Assembly {
    let mut random = Random(4);
    let mut a = Assembly::default();
    for node in 0..side * side {
        let first = a.unknowns(node as u32, 6);
        a.node_block(first, 6, &mut random);
    }
    for node in 0..side * side {
        let across = (node % side + 1 < side).then_some(node + 1);
        let along = (node + side < side * side).then_some(node + side);
        for other in [across, along].into_iter().flatten() {
            for i in 0..6 {
                for j in 0..6 {
                    a.add(6 * node + i, 6 * other + j, 50.0 * random.number());
                    a.add(6 * other + j, 6 * node + i, 50.0 * random.number());
                }
            }
        }
    }
    a
}

#[test]
fn large_fronts_allocate_nothing() {
    check(&grid(30));
}

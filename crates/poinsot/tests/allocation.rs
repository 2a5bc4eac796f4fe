//! The step loop allocates nothing.

// A counting allocator must implement `GlobalAlloc`, which is unsafe by nature; it only passes calls on.
#![allow(unsafe_code)]

mod common;

use common::everything::everything;
use common::flexible::mechanism;
use common::state::Trial;
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator};
use poinsot::model::{Collocation, Model, RotationMap};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Allocations of this thread: the test harness has threads of its own.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    // Fails only while a thread ends, when nothing is measured.
    let _ = COUNT.try_with(|c| c.set(c.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn check<S: Integrator>(name: &str, scheme: S) {
    allocations("rigid", name, &everything(true), scheme);
    allocations("flexible", name, &mechanism(1e5), scheme);
}

fn allocations<S: Integrator>(what: &str, name: &str, model: &Model, scheme: S) {
    let mut trial = Trial::new(model, scheme);
    trial.run(0.002, 3, |_| {});
    let before = COUNT.with(Cell::get);
    trial.run(0.002, 100, |_| {});
    let allocations = COUNT.with(Cell::get) - before;
    assert_eq!(allocations, 0, "{name} allocates in its {what} steps");
    let before = COUNT.with(Cell::get);
    for _ in 0..100 {
        trial.judged_step(0.002);
    }
    let allocations = COUNT.with(Cell::get) - before;
    assert_eq!(allocations, 0, "{name} allocates where steps are judged");
}

#[test]
fn steps_allocate_nothing() {
    check("ep", EnergyPreserving::new(RotationMap::Cayley));
    check("ed", EnergyDecaying::new(0.0, Collocation::Radau, false));
    check("mp-ed", EnergyDecaying::new(0.0, Collocation::Radau, true));
    check(
        "generalized-alpha",
        GeneralizedAlpha::optimal(0.8, RotationMap::Cayley),
    );
}

#[test]
fn the_counter_counts() {
    let before = COUNT.with(Cell::get);
    let v = std::hint::black_box(vec![1u8; 100]);
    assert!(COUNT.with(Cell::get) > before && !v.is_empty());
}

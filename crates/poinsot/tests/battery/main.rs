//! The battery: laws that every registered kind of interaction, joint and scheme must obey.
//!
//! Kinds are taken from the pools and the joint list, so a new kind without a sample here fails the battery, and one with
//! a sample is tested without another line.

// Variables carry the frame they are expressed in as a capital, as in the library.
#![allow(non_snake_case)]

#[path = "../common/mod.rs"]
mod common;

mod contact_samples;
mod elastic_laws;
mod inertia;
mod interval_laws;
mod joint_models;
mod joint_motion;
mod joint_tangents;
mod joints;
mod program_samples;
mod reduced_samples;
mod remembering;
mod samples;
mod schemes;
mod shared_mass;
mod shell_samples;
mod sink;
mod sliding_samples;
mod solid_samples;
mod stand;
mod tangents;

use samples::stand_with_samples;

/// Random stands per law. Each holds a few samples of every kind.
const STANDS: u64 = 200;

/// Runs a test with room for the arrays of large elements in the general part of the kernel.
pub fn with_room(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let done = thread.spawn(test).expect("a thread").join();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn every_kind_has_samples() {
    let stand = stand_with_samples(0);
    let kinds = stand.system.constraints.kinds();
    for (kind, count) in kinds.chain(stand.system.forces.kinds()) {
        assert!(count > 0, "give the battery a sample of `{kind}`");
    }
}

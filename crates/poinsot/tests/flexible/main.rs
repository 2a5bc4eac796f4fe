//! Laws of beams and cables, measured in whole runs.

#[path = "../common/mod.rs"]
mod common;

mod long_runs;
mod objectivity;
mod offsets;
mod orders;
mod rolled;

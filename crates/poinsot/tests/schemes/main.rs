//! Laws that the schemes promise, measured in whole runs.

#[path = "../common/mod.rs"]
mod common;

mod angles;
mod bushings;
mod everything;
mod high_order;
mod long_runs;
mod motions;
mod orders;
mod outputs;
mod runs;
mod sensors;
mod springs;

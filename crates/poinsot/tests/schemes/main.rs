//! Laws that the schemes promise, measured in whole runs.

#[path = "../common/mod.rs"]
mod common;

mod orders;

//! Project chores: `cargo xtask test` is the whole test suite.
fn main() {}

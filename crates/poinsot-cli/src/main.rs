//! The `poinsot` command.
fn main() {}

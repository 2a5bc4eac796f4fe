//! Results: the books of energy and momentum, and the file they are written to.

pub mod ledger;

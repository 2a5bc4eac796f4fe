//! What a user can say, in SI units, with every name resolved to text and every value checked.
//!
//! The file format is decoded into these types and nothing else; the rest of the library starts from here.

mod types;

pub use types::*;

//! Units at the boundary: strings such as `"5 mm"` or `"73 GPa"` become SI numbers, checked for their dimension.
//!
//! Inside the solver everything is SI and plain numbers. Angles have no dimension in SI, but a degree given for a
//! length or a frequency in hertz given for an angular velocity is a mistake; so angles and cycles are counted
//! beside the SI dimensions. A text without them (`"3 1/s"`) fits wherever the rest fits.

mod dimension;
mod parse;
mod symbols;

pub use dimension::Dimension;
pub use parse::{UnitError, UnitProblem, parse_quantity};
pub(crate) use parse::{parse_any, parse_with};

/// Whether a word is the symbol of a unit.
pub(crate) fn is_unit(word: &str) -> bool {
    symbols::find(word).is_some()
}

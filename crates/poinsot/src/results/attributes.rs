//! Names of the attributes in which results keep what a run was made from.

/// What was set from outside, a line each.
pub const SET: &str = "set";
/// Values of the parameters, a line each.
pub const PARAMETERS: &str = "parameters";

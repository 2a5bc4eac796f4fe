//! Names of the attributes in which results keep what a run was made from.

/// What was set from outside, a line each.
pub const SET: &str = "set";
/// Values of the parameters, a line each.
pub const PARAMETERS: &str = "parameters";
/// What can be seen and which nodes it hangs on, as JSON, so that results can be drawn without the model.
pub const DRAWING: &str = "drawing";
/// Files that the model is made from, compressed, so that a run can go on without them.
pub const FILES: &str = "files";
/// Frames from one with fields to the next, where fields are in a file of their own.
pub const FIELDS_EVERY: &str = "fields_every";
/// Names of the variables in that file, separated by blanks.
pub const FIELDS: &str = "fields";

//! Names of the attributes in which results keep what a run was made from.

/// What was set from outside, a line each.
pub const SET: &str = "set";
/// Values of the parameters, a line each.
pub const PARAMETERS: &str = "parameters";
/// What can be seen and which nodes it hangs on, as JSON, so that results can be drawn without the model.
pub const DRAWING: &str = "drawing";

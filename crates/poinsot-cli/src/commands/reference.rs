//! `poinsot schema` and `poinsot kinds`

use crate::args::KindsArgs;
use crate::facade;
use crate::output::{self, Failure};

/// Prints the JSON schema.
pub fn schema() -> Result<(), Failure> {
    output::print(&facade::schema().map_err(Failure::Input)?)
}

/// Prints all kinds, or one in full.
pub fn kinds(args: &KindsArgs) -> Result<(), Failure> {
    output::print(&facade::reference(args.name.as_deref()).map_err(Failure::Input)?)
}

//! What `poinsot export --format vtk` writes, read by VTK itself.

use crate::root;
use crate::stage::{Failed, Stages};
use crate::{python, viewer};
use std::process::Command;

/// The reader that ParaView uses, pinned so that a new version does not break an old commit.
const PACKAGE: &str = "vtk==9.7.1";
/// What is compared.
const SCRIPT: &str = "crates/poinsot-cli/tests/vtk/read.py";

/// Exports examples and compares every number with the results. The command must have been built.
pub fn test(stages: &mut Stages) -> Result<(), Failed> {
    // Its pictures and plots would need more; the readers do not.
    let python = python::with(stages, "vtk", PACKAGE, &["--no-deps"])?;
    let (target, poinsot) = viewer::built()?;
    let mut read = Command::new(python);
    read.arg(root().join(SCRIPT));
    read.arg(poinsot).arg(target.join("export"));
    read.arg(root().join("examples"));
    stages.run("vtk: reader", &mut read)
}

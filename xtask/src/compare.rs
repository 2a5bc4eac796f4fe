//! Random systems, integrated by an independent reference in Python and by the command with all its schemes.

use crate::stage::{Failed, Stages};
use crate::{book, root, said, viewer};
use std::process::Command;

/// What makes the systems, integrates and judges.
const SCRIPT: &str = "comparison/run.py";
/// The page of the book that `--write` writes.
const PAGE: &str = "docs/random-systems.md";

/// Compares as many systems as `options` say. The command must have been built.
pub fn compare(stages: &mut Stages, options: &[&str]) -> Result<(), Failed> {
    let Some(python) = book::need_python(stages)? else {
        return Err(said(
            "the comparison needs Python 3 with its module venv (Debian: python3-venv)".into(),
        ));
    };
    let (target, poinsot) = viewer::built()?;
    let mut command = Command::new(python);
    command.arg(root().join(SCRIPT));
    command.arg("--program").arg(poinsot);
    command.arg("--folder").arg(target.join("comparison"));
    command.arg("--page").arg(root().join(PAGE));
    stages.run("comparison", command.args(options))
}

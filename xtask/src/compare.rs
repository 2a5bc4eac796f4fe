//! Random systems, integrated by an independent reference in Python and by the command with all its schemes.

use crate::stage::{Failed, Stages};
use crate::{book, python, root, said, viewer};
use std::process::Command;

/// What makes the systems, integrates and judges.
const SCRIPT: &str = "comparison/run.py";
/// The page of the book that `--write` writes.
const PAGE: &str = "docs/random-systems.md";

/// Shells in other programs.
const SHELLS: &str = "comparison/shells/run.py";
/// The page of the book with their errors and times.
const SHELL_PAGE: &str = "docs/shell-comparison.md";
/// Solids in another program, and their page.
const SOLIDS: &str = "comparison/solids/run.py";
const SOLID_PAGE: &str = "docs/solid-comparison.md";
/// Piles of balls in another program, their page, and that program.
const PILES: &str = "comparison/piles/run.py";
const PILE_PAGE: &str = "docs/pile-comparison.md";
const PILE_PEER: &str = "mujoco==4.0.0";
/// The peer that is installed, pinned so that figures can be compared over time; CalculiX comes from the system.
const PEER: &str = "openseespy==3.7.1.2";

/// The same shells in CalculiX, in OpenSees and here; writes their page. The command must have been built.
pub fn compare_shells(stages: &mut Stages) -> Result<(), Failed> {
    let python = python::with(stages, "shell-peers", PEER, &[])?;
    let (target, poinsot) = viewer::built()?;
    let mut command = Command::new(python);
    command.arg(root().join(SHELLS));
    command.arg("--program").arg(poinsot);
    command.arg("--folder").arg(target.join("shells"));
    command.arg("--write").arg(root().join(SHELL_PAGE));
    stages.run("shells", &mut command)
}

/// The same solids in CalculiX and here; writes their page. The command must have been built.
pub fn compare_solids(stages: &mut Stages) -> Result<(), Failed> {
    let Some(python) = book::need_python(stages)? else {
        return Err(said("the comparison needs Python 3".into()));
    };
    let (target, poinsot) = viewer::built()?;
    let mut command = Command::new(python);
    command.arg(root().join(SOLIDS));
    command.arg("--program").arg(poinsot);
    command.arg("--folder").arg(target.join("solids"));
    command.arg("--write").arg(root().join(SOLID_PAGE));
    stages.run("solids", &mut command)
}

/// The same piles of balls in MuJoCo and here; writes their page. The command must have been built.
pub fn compare_piles(stages: &mut Stages) -> Result<(), Failed> {
    let python = python::with(stages, "pile-peers", PILE_PEER, &[])?;
    let (target, poinsot) = viewer::built()?;
    let mut command = Command::new(python);
    command.arg(root().join(PILES));
    command.arg("--program").arg(poinsot);
    command.arg("--folder").arg(target.join("piles"));
    command.arg("--write").arg(root().join(PILE_PAGE));
    stages.run("piles", &mut command)
}

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

//! The Python package: installed as a user installs it, and tested.

use crate::python;
use crate::stage::{Failed, Stages};
use crate::{build_command, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests use beside the package, pinned so that a new version does not break an old commit.
const PACKAGES: [&str; 9] = [
    "pytest==9.2.0",
    "mypy==2.4.1",
    "numpy==2.4.6",
    "scipy==1.17.1",
    "pandas==3.1.1",
    "xarray==2026.9.0",
    "matplotlib==3.11.2",
    "pint==0.25.3",
    "SALib==1.6.0",
];

/// What clusters and notebooks need in addition.
const MORE: [&str; 5] = [
    "distributed==2026.8.0",
    "ray==2.60.0",
    "nbclient==0.11.0",
    "nbformat==5.11.1",
    "ipykernel==7.4.0",
];

/// An environment of its own, `pip install ./python` into it, and all tests.
pub fn test(stages: &mut Stages) -> Result<(), Failed> {
    let python = environment(stages, "python-package", &PACKAGES)?;
    install(stages, &python)?;
    let mut tests = Command::new(&python);
    tests.args([
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--durations=5",
    ]);
    tests.arg(root().join("python/tests")).current_dir(root());
    stages.run("python: tests", &mut tests)
}

/// Studies on real clusters on this machine, a Dask `LocalCluster` and a local Ray, with workers that are killed; takes minutes.
pub fn clusters(options: &[&str]) -> Result<(), Failed> {
    let mut stages = Stages::new();
    let python = with_more(&mut stages)?;
    for script in ["python/tests/on_clusters.py", "python/examples/clusters.py"] {
        let mut run = Command::new(&python);
        run.arg(root().join(script))
            .args(options)
            .current_dir(root());
        stages.run(&format!("python: {script}"), &mut run)?;
    }
    Ok(())
}

/// The worked examples as executed notebooks and pages of the book; takes minutes.
pub fn notebooks(names: &[&str]) -> Result<(), Failed> {
    let mut stages = Stages::new();
    let python = with_more(&mut stages)?;
    let mut run = Command::new(&python);
    run.arg(root().join("python/notebooks.py")).args(names);
    stages.run("python: notebooks", run.current_dir(root()))
}

/// What the package costs: runs and steps beside those of the command, studies on threads.
pub fn bench() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.run("command", &mut build_command())?;
    let python = environment(&mut stages, "python-package", &PACKAGES)?;
    install(&mut stages, &python)?;
    let mut bench = Command::new(&python);
    bench
        .arg(root().join("python/tests/bench.py"))
        .current_dir(root());
    stages.run("python: bench", &mut bench)
}

/// An environment with everything, and the package as it is now.
fn with_more(stages: &mut Stages) -> Result<PathBuf, Failed> {
    let all: Vec<&str> = PACKAGES.iter().chain(&MORE).copied().collect();
    let python = environment(stages, "python-clusters", &all)?;
    install(stages, &python)?;
    Ok(python)
}

/// An interpreter with packages; what is missing of them is installed.
fn environment(stages: &mut Stages, folder: &str, packages: &[&str]) -> Result<PathBuf, Failed> {
    let python = python::with(stages, folder, packages[0], &packages[1..])?;
    let frozen = Command::new(&python).args(["-m", "pip", "freeze"]).output();
    let there = frozen.map(|o| String::from_utf8_lossy(&o.stdout).to_lowercase());
    let there = there.unwrap_or_default();
    let has = |package: &&str| there.lines().any(|line| line == package.to_lowercase());
    if packages.iter().all(has) {
        return Ok(python);
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet"]);
    stages.run("python: packages", install.args(packages))?;
    Ok(python)
}

/// The folder of the package, built with the artefacts of the other stages.
fn install(stages: &mut Stages, python: &Path) -> Result<(), Failed> {
    let mut install = Command::new(python);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    // The version stays the same between two commits, so an older build would be left in place.
    install.args(["--force-reinstall", "--no-deps"]);
    install.arg(root().join("python"));
    stages.run("python: pip install ./python", &mut install)
}

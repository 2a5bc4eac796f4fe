//! The Python package: installed as a user installs it, and tested.

use crate::python;
use crate::root;
use crate::stage::{Failed, Stages};
use std::path::Path;
use std::process::Command;

/// What the tests use beside the package, pinned so that a new version does not break an old commit. The first one also tells
/// whether the environment is there.
const PACKAGES: [&str; 8] = [
    "pytest==9.2.0",
    "mypy==2.4.1",
    "numpy==2.4.6",
    "scipy==1.17.1",
    "pandas==3.1.1",
    "xarray==2026.9.0",
    "matplotlib==3.11.2",
    "pint==0.25.3",
];

/// What the test of clusters uses in addition.
const CLUSTERS: [&str; 2] = ["distributed", "ray"];

/// An environment of its own, `pip install ./python` into it, and all tests.
pub fn test(stages: &mut Stages) -> Result<(), Failed> {
    let python = python::with(stages, "python-package", PACKAGES[0], &PACKAGES[1..])?;
    install(stages, &python)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    tests.arg(root().join("python/tests")).current_dir(root());
    stages.run("python: tests", &mut tests)
}

/// Studies on real clusters on this machine, a Dask `LocalCluster` and a local Ray, with workers that are killed; takes minutes.
pub fn clusters() -> Result<(), Failed> {
    let mut stages = Stages::new();
    let python = python::with(&mut stages, "python-clusters", PACKAGES[0], &PACKAGES[1..])?;
    let mut more = Command::new(&python);
    more.args(["-m", "pip", "install", "--quiet"])
        .args(CLUSTERS);
    stages.run("python: clusters", &mut more)?;
    install(&mut stages, &python)?;
    let mut tests = Command::new(&python);
    tests
        .arg(root().join("python/tests/clusters.py"))
        .current_dir(root());
    stages.run("python: studies on clusters", &mut tests)
}

/// What the package costs: runs and steps beside those of the command, studies on threads.
pub fn bench() -> Result<(), Failed> {
    let mut stages = Stages::new();
    let python = python::with(&mut stages, "python-package", PACKAGES[0], &PACKAGES[1..])?;
    install(&mut stages, &python)?;
    let mut bench = Command::new(&python);
    bench
        .arg(root().join("python/bench.py"))
        .current_dir(root());
    stages.run("python: bench", &mut bench)
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

//! Python programs that results are compared with, in virtual environments under `target`.

use crate::root;
use crate::stage::{Failed, Stages};
use crate::viewer::apt_get;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The interpreter of a virtual environment in `target/folder` with a package, `name==version`, made at the first call. `options` are those of
/// pip.
pub fn with(
    stages: &mut Stages,
    folder: &str,
    package: &str,
    options: &[&str],
) -> Result<PathBuf, Failed> {
    let folder = root().join("target").join(folder);
    let python = interpreter(&folder);
    let mut installed = Command::new(&python);
    installed.args(["-m", "pip", "freeze"]);
    let there = installed
        .output()
        .is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains(package));
    if there {
        return Ok(python);
    }
    stages.call("virtual environment", || {
        if make(&folder) {
            return Ok(());
        }
        apt_get(&["python3", "python3-venv"]);
        if make(&folder) {
            return Ok(());
        }
        eprintln!(
            "A Python 3 with its module venv is needed (Debian: the package python3-venv).\n\
             If {} was left half made, delete it.",
            folder.display()
        );
        Err(Failed(1))
    })?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet"]);
    install.args(options).arg(package);
    let name = format!("install {package}");
    stages.run(&name, &mut install).map_err(|_| {
        eprintln!(
            "{package} could not be installed. It needs a connection to a package index, or a wheel: \
             {} -m pip install FILE.whl",
            python.display()
        );
        Failed(1)
    })?;
    Ok(python)
}

fn make(folder: &Path) -> bool {
    let mut command = Command::new(if cfg!(windows) { "python" } else { "python3" });
    command.args(["-m", "venv"]).arg(folder);
    command.status().is_ok_and(|status| status.success())
}

fn interpreter(folder: &Path) -> PathBuf {
    if cfg!(windows) {
        folder.join("Scripts").join("python.exe")
    } else {
        folder.join("bin").join("python")
    }
}

//! The book: its written pages, mdBook, and the links of what it builds.

use crate::pages;
use crate::site;
use crate::stage::{Failed, Stages, cargo};
use crate::{build_command, root, said};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Pinned, so that the same pages come out everywhere.
const VERSION: &str = "0.5.4";

/// Packages for the Python blocks of the book.
const PYTHON: [&str; 3] = ["numpy==2.3.5", "scipy==1.16.3", "xarray==2025.11.0"];

/// `cargo xtask docs`: writes the pages of the book that come from elsewhere.
pub fn write_pages() -> Result<(), Failed> {
    let program = program()?;
    // The list of chapters looks at what is there, so the reference comes first.
    let reference = pages::reference(&program)?;
    pages::write(&root(), &reference)?;
    let mut all = pages::copies(&root())?;
    pages::write(&root(), &all)?;
    all.extend(reference);
    for path in pages::orphans(&root(), &all) {
        fs::remove_file(root().join(&path))
            .map_err(|e| said(format!("cannot remove {path}: {e}")))?;
        println!("removed {path}");
    }
    Ok(())
}

/// Whether the pages that come from elsewhere are as they would be written now.
pub fn check_pages() -> Result<(), Failed> {
    let mut all = pages::copies(&root())?;
    all.extend(pages::reference(&program()?)?);
    pages::check(&root(), &all)?;
    match pages::orphans(&root(), &all).as_slice() {
        [] => Ok(()),
        list => Err(said(format!(
            "nothing writes {} any more; run `cargo xtask docs`",
            list.join(", ")
        ))),
    }
}

/// `cargo xtask book`: runs the commands of all pages, builds the book, follows its links.
pub fn book(slow: bool) -> Result<(), Failed> {
    let mut stages = Stages::new();
    let mut tests = cargo(&["test", "--release", "--workspace"]);
    tests.args(["--test", "book"]);
    if slow {
        tests.env("POINSOT_BOOK_SLOW", "1");
    }
    if let Some(python) = need_python(&mut stages)? {
        tests.env("POINSOT_BOOK_PYTHON", python);
    }
    stages.run("book: commands", &mut tests)?;
    build(&mut stages)
}

/// `cargo xtask book --write`: the output of every command as it is now, and the pictures made by them.
pub fn write_outputs() -> Result<(), Failed> {
    let mut tests = cargo(&["test", "--release", "--workspace"]);
    tests.args(["--test", "book", "--", "--nocapture"]);
    tests.env("POINSOT_WRITE_BOOK", "1");
    Stages::new().run("book: outputs", &mut tests)
}

/// Builds the book and checks it. The command must have been built.
pub fn build(stages: &mut Stages) -> Result<(), Failed> {
    stages.call("book: pages", check_pages)?;
    let mdbook = need_mdbook(stages)?;
    stages.call("book: build", || run_mdbook(&mdbook))?;
    stages.call("book: links", || {
        let problems = site::problems(&root().join("target/book"));
        problems.iter().for_each(|problem| eprintln!("{problem}"));
        match problems.is_empty() {
            true => Ok(()),
            false => Err(Failed(1)),
        }
    })
}

/// The command, built if need be.
pub fn program() -> Result<PathBuf, Failed> {
    let built = build_command().arg("--quiet").status();
    let built = built.is_ok_and(|s| s.success());
    let own =
        env::current_exe().map_err(|e| said(format!("cannot find the target folder: {e}")))?;
    let target = own.ancestors().nth(2).unwrap_or(&own).to_owned();
    match built {
        true => Ok(target.join(format!("release/poinsot{}", env::consts::EXE_SUFFIX))),
        false => Err(said("the command does not build".into())),
    }
}

/// A warning counts as a failure.
fn run_mdbook(mdbook: &Path) -> Result<(), Failed> {
    let output = Command::new(mdbook)
        .arg("build")
        .current_dir(root())
        .output()
        .map_err(|e| said(format!("cannot start {}: {e}", mdbook.display())))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let bad = |line: &&str| line.contains("WARN") || line.contains("ERROR");
    match output.status.success() && !text.lines().any(|l| bad(&l)) {
        true => Ok(()),
        false => Err(said(text.into_owned())),
    }
}

/// mdBook of the pinned version under `target`, compiled at the first call: without server and watcher, without
/// optimisation, in well under a minute.
fn need_mdbook(stages: &mut Stages) -> Result<PathBuf, Failed> {
    let tools = root().join("target/tools");
    let mdbook = tools.join(format!("bin/mdbook{}", env::consts::EXE_SUFFIX));
    let answer = Command::new(&mdbook).arg("--version").output();
    let there =
        answer.is_ok_and(|a| String::from_utf8_lossy(&a.stdout).contains(&format!("v{VERSION}")));
    if there {
        return Ok(mdbook);
    }
    let mut install = cargo(&["install", "--quiet", "--locked", "--force", "--debug"]);
    install.args(["mdbook", "--version", VERSION]);
    install.args(["--no-default-features", "--features", "search", "--root"]);
    install
        .arg(&tools)
        .arg("--target-dir")
        .arg(tools.join("build"));
    install.env("CARGO_PROFILE_DEV_DEBUG", "0");
    stages.run("book: mdbook", &mut install)?;
    // Only the program is needed again.
    let _ = fs::remove_dir_all(tools.join("build"));
    Ok(mdbook)
}

/// A Python with the packages of the book, in an environment of its own; nothing where there is no Python 3.
pub fn need_python(stages: &mut Stages) -> Result<Option<PathBuf>, Failed> {
    let folder = root().join("target/book-python");
    let (bin, base) = match cfg!(windows) {
        true => ("Scripts/python.exe", "python"),
        false => ("bin/python", "python3"),
    };
    let python = folder.join(bin);
    let freeze = Command::new(&python).args(["-m", "pip", "freeze"]).output();
    let list = freeze.map_or(String::new(), |o| String::from_utf8_lossy(&o.stdout).into());
    if PYTHON.iter().all(|package| list.contains(package)) {
        return Ok(Some(python));
    }
    let mut make = Command::new(base);
    make.args(["-m", "venv"]).arg(&folder);
    if !make.status().is_ok_and(|s| s.success()) {
        println!(
            "-- book: Python blocks are skipped: Python 3 with its module venv is not there (Debian: python3-venv)"
        );
        return Ok(None);
    }
    let mut install = Command::new(&python);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]);
    stages
        .run("book: python", install.args(PYTHON))
        .map_err(|_| {
            said(format!(
                "{} could not be installed for the Python blocks of the book. That needs Python 3.11 or newer and a \
                 connection to a package index.",
                PYTHON.join(", ")
            ))
        })?;
    Ok(Some(python))
}

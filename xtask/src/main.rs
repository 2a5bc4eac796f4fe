//! Project tasks. `cargo xtask test` runs everything that must pass before a change is merged.

mod book;
mod compare;
mod docs;
mod layers;
mod links;
mod pages;
mod peers;
mod python;
mod python_package;
mod site;
mod stage;
mod viewer;
mod vtk;

use stage::{Failed, Stages, cargo};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const HELP: &str = "\
Project tasks.

  cargo xtask test            everything that must pass: documentation, formatting, lints, tests, the command, the book, VTK exports, the Python package, reports in a browser
  cargo xtask docs            write the generated pages of the book; check links, named paths, equation labels
  cargo xtask layers          which module imports which; a cycle is a failure
  cargo xtask book            run the commands on all pages, build the book into target/book, check its links
  cargo xtask book --slow     the same with the commands that take minutes
  cargo xtask book --write    update the output of every command on the pages
  cargo xtask validate        run all validation cases and rewrite docs/validation.md and the pages below it
  cargo xtask compare         compare 200 random systems with a reference in Python; all outputs of all schemes must converge to it
                              (--systems N, --seed S, --first N, --schemes ep,ed, --verbose)
  cargo xtask compare --shells   shells in CalculiX (the program ccx), in OpenSees (installed under target/) and here: error against processor time;
                              rewrites docs/shell-comparison.md
  cargo xtask compare --solids   solids in CalculiX (the program ccx) and here: error against processor time; rewrites docs/solid-comparison.md
  cargo xtask compare --piles    balls dropped into a box in MuJoCo (installed under target/) and here; rewrites docs/pile-comparison.md
  cargo xtask viewer          rebuild the page of `poinsot report` from viewer/ (needs Node)
  cargo xtask viewer test     only the reports in a browser; --timed also checks times (loading, frames per second), on an idle machine
  cargo xtask vtk             only the ParaView export, read by VTK, which is installed under target/ (needs Python)
  cargo xtask python          only the Python package: installed into an environment under target/, then its tests
  cargo xtask python clusters studies on a Dask LocalCluster and a local Ray, with killed workers (installs both; takes minutes);
                              --timed also checks efficiencies, on an idle machine
  cargo xtask python notebooks   execute the worked examples as notebooks, write their pages in docs/python (takes minutes)
  cargo xtask python bench    what the package costs beside the command, on an idle machine
  cargo xtask bench           the benchmarks of the solver and of the sparse factorisation
  cargo xtask bench --peers   the chain of beams compared with another program, which is installed under target/
  cargo xtask fuzz SECONDS    read damaged models and meshes for this long; a panic prints its round
  cargo xtask fuzz results N  feed N damaged results and checkpoints to every command that reads them; resumes where it was stopped
  cargo xtask fuzz models N   feed N modified models to `check` and short runs
  cargo xtask fuzz meshes N   feed N damaged mesh files to the readers of elements
  cargo xtask package         package the published crates and build them from their packages (needs the network; takes minutes)
  cargo xtask help            this text
";

/// A model that must be there for the test of the built command.
const SMOKE: &str = "examples/01-heavy-top/model.toml";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["docs"] => docs(),
        ["layers"] => print_layers(),
        ["book"] => book::book(false),
        ["book", "--slow"] => book::book(true),
        ["book", "--write"] => book::write_outputs(),
        ["viewer"] => viewer::rebuild(),
        ["viewer", "test"] => test_viewer(false),
        ["viewer", "test", "--timed"] => test_viewer(true),
        ["vtk"] => test_vtk(),
        ["python"] => python_package::test(&mut Stages::new()),
        ["python", "clusters", options @ ..] => python_package::clusters(options),
        ["python", "notebooks", names @ ..] => python_package::notebooks(names),
        ["python", "bench"] => python_package::bench(),
        ["validate"] => validate(),
        ["compare", "--shells"] => compare_shells(),
        ["compare", "--solids"] => compare_solids(),
        ["compare", "--piles"] => compare_piles(),
        ["compare", options @ ..] => compare_systems(options),
        ["package"] => package(),
        ["bench"] => bench(),
        ["bench", "--peers"] => peers::bench(),
        ["fuzz", kind @ ("results" | "models" | "meshes"), rest @ ..] => fuzz_commands(kind, rest),
        ["fuzz", seconds] if seconds.parse::<u64>().is_ok() => fuzz(seconds),
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            Err(Failed(2))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(code)) => ExitCode::from(code),
    }
}

/// A failure with its reason on standard error.
fn said(text: String) -> Failed {
    eprintln!("{text}");
    Failed(1)
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn test() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.call("tools", need_tools)?;
    stages.call("layers", check_layers)?;
    stages.call("documents", check_documents)?;
    stages.call("viewer: fresh", viewer::check_fresh)?;
    stages.run("format", &mut cargo(&["fmt", "--all", "--", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--release"];
    stages.run("lints", cargo(&lints).args(["--", "-D", "warnings"]))?;
    // Test targets and the examples in the documentation; benches are only linted.
    let mut tests = cargo(&["test", "--release", "--workspace"]);
    for name in ["POINSOT_WRITE_VALIDATION", "POINSOT_WRITE_BOOK"] {
        tests.env_remove(name);
    }
    if let Some(python) = book::need_python(&mut stages)? {
        tests.env("POINSOT_BOOK_PYTHON", python);
    }
    stages.run("tests", &mut tests)?;
    smoke(&mut stages)?;
    book::build(&mut stages)?;
    vtk::test(&mut stages)?;
    python_package::test(&mut stages)?;
    viewer::test(&mut stages, false)?;
    stages.summary();
    Ok(())
}

/// The pages that are written, then the check of all.
fn docs() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.call("layers", || layers::write(&root()).map_err(said))?;
    stages.call("pages", book::write_pages)?;
    stages.call("documents", check_documents)
}

/// The reports of the command as it is now.
fn test_viewer(timed: bool) -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.call("viewer: fresh", viewer::check_fresh)?;
    stages.run("command", &mut build_command())?;
    viewer::test(&mut stages, timed)
}

/// The exports of the command as it is now.
fn test_vtk() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.run("command", &mut build_command())?;
    vtk::test(&mut stages)
}

/// Random systems and the command as it is now.
fn compare_systems(options: &[&str]) -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.run("command", &mut build_command())?;
    compare::compare(&mut stages, options)
}

fn compare_shells() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.run("command", &mut build_command())?;
    compare::compare_shells(&mut stages)
}

fn compare_solids() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.run("command", &mut build_command())?;
    compare::compare_solids(&mut stages)
}

fn compare_piles() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.run("command", &mut build_command())?;
    compare::compare_piles(&mut stages)
}

/// With the features that dependencies have in the whole workspace: those of the command alone differ (macros of the Python package
/// ask more of `syn`), and the library would be compiled once more.
fn build_command() -> Command {
    cargo(&["build", "--release", "--workspace", "--bin", "poinsot"])
}

/// `rustfmt` and `clippy` are components of the toolchain that a minimal installation lacks.
fn need_tools() -> Result<(), Failed> {
    let have = |tool: &str| {
        let answer = cargo(&[tool, "--version"]).output();
        answer.is_ok_and(|a| a.status.success())
    };
    if have("fmt") && have("clippy") {
        return Ok(());
    }
    let mut rustup = Command::new("rustup");
    rustup.args(["component", "add", "rustfmt", "clippy"]);
    let added = rustup.status().is_ok_and(|s| s.success());
    if added && have("fmt") && have("clippy") {
        return Ok(());
    }
    eprintln!(
        "`cargo fmt` and `cargo clippy` are needed and are not there.\n\
         With rustup: rustup component add rustfmt clippy\n\
         Otherwise install the packages rustfmt and clippy that belong to your rustc."
    );
    Err(Failed(1))
}

fn check_documents() -> Result<(), Failed> {
    let problems = docs::problems(&root());
    for problem in &problems {
        eprintln!("{problem}");
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Failed(1))
    }
}

/// The table of layers.
fn print_layers() -> Result<(), Failed> {
    print!("{}", layers::table(&root()).map_err(said)?);
    Ok(())
}

/// No cycle, and the page tells the truth.
fn check_layers() -> Result<(), Failed> {
    match layers::problems(&root()) {
        list if list.is_empty() => Ok(()),
        list => Err(said(list.join("\n"))),
    }
}

/// Runs the built command as a user would.
fn smoke(stages: &mut Stages) -> Result<(), Failed> {
    if !root().join(SMOKE).exists() {
        println!("-- command: skipped, there is no {SMOKE}");
        return Ok(());
    }
    let folder = env::temp_dir().join(format!("poinsot-smoke-{}", std::process::id()));
    if let Err(error) = fs::create_dir_all(&folder) {
        eprintln!("cannot create {}: {error}", folder.display());
        return Err(Failed(1));
    }
    let results = folder.join("heavy-top.nc");
    let picture = folder.join("energy.svg");
    let program = book::program()?;
    let poinsot = || {
        let mut command = Command::new(&program);
        command.current_dir(root());
        command
    };
    let made = stages
        .run(
            "command: run",
            poinsot().args(["run", SMOKE, "-o"]).arg(&results),
        )
        .and_then(|()| {
            let mut plot = poinsot();
            plot.arg("plot").arg(&results).args(["--energy", "-o"]);
            stages.run("command: plot", plot.arg(&picture))
        })
        .and_then(|()| stages.call("command: files", || not_empty(&[&results, &picture])));
    // Whatever is left there is temporary.
    let _ = fs::remove_dir_all(&folder);
    made
}

fn not_empty(files: &[&Path]) -> Result<(), Failed> {
    for file in files {
        if !fs::metadata(file).is_ok_and(|facts| facts.len() > 0) {
            eprintln!("{} was not written", file.display());
            return Err(Failed(1));
        }
    }
    Ok(())
}

fn validate() -> Result<(), Failed> {
    let mut command = cargo(&["test", "--release", "--package", "poinsot"]);
    command.args(["--test", "validation", "table"]);
    command.env("POINSOT_WRITE_VALIDATION", "1");
    Stages::new().run("validation", &mut command)
}

/// What `cargo publish` would upload, each crate built from its package alone. Files that are not committed are a failure.
fn package() -> Result<(), Failed> {
    let mut stages = Stages::new();
    let words = ["package", "--workspace"];
    let mut package = cargo(&words);
    package.args(["--exclude", "xtask", "--exclude", "poinsot-python"]);
    stages.run("package", &mut package)
}

fn bench() -> Result<(), Failed> {
    let mut stages = Stages::new();
    for (package, name) in [
        ("poinsot", "rigid_chain"),
        ("poinsot", "beam_chain"),
        ("poinsot", "shell_sheet"),
        ("poinsot", "recording"),
        ("poinsot-lu", "chain"),
    ] {
        let mut command = cargo(&["bench", "--package", package, "--bench", name]);
        stages.run(name, &mut command)?;
    }
    Ok(())
}

fn fuzz(seconds: &str) -> Result<(), Failed> {
    let mut command = cargo(&["run", "--release", "--package", "poinsot"]);
    command.args(["--example", "fuzz_model", "--", seconds]);
    Stages::new().run("fuzz", &mut command)
}

/// Rounds in processes with limits; the books are in `target/fuzz`.
fn fuzz_commands(kind: &str, rest: &[&str]) -> Result<(), Failed> {
    let mut command = cargo(&["run", "--release", "--package", "poinsot-cli"]);
    command.args(["--example", "fuzz", "--", kind]).args(rest);
    Stages::new().run("fuzz", &mut command)
}

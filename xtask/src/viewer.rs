//! The page of `poinsot report`: built with Node, embedded in the command, tested in a browser.
//!
//! The built page is in the repository, so that cargo needs no Node. It carries a check sum of the sources it was made from.

use crate::stage::{Failed, Stages};
use crate::{root, said};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The page that the command embeds.
const PAGE: &str = "crates/poinsot-views/src/report/viewer.html";
/// Where the check sum goes in a freshly built page.
const MARK: &str = "<!--poinsot:sources-->";
/// What the page is made from, in `viewer`.
const SOURCES: [&str; 5] = [
    "build.mjs",
    "index.html",
    "package-lock.json",
    "package.json",
    "src",
];
/// Browsers that will do, by their names as commands.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// `cargo xtask viewer`: builds the page and puts it where the command embeds it.
pub fn rebuild() -> Result<(), Failed> {
    let mut stages = Stages::new();
    stages.call("node", need_node)?;
    install(&mut stages)?;
    stages.run("viewer: types", &mut npm(&["run", "check", "--silent"]))?;
    stages.call("viewer: build", || {
        let page = build()?;
        fs::write(root().join(PAGE), page).map_err(|e| said(format!("cannot write {PAGE}: {e}")))
    })
}

/// Whether the embedded page was made from the sources as they are; needs no Node.
pub fn check_fresh() -> Result<(), Failed> {
    let stamp = stamp()?;
    let page = fs::read_to_string(root().join(PAGE))
        .map_err(|e| said(format!("cannot read {PAGE}: {e}")))?;
    match page.contains(&stamp) {
        true => Ok(()),
        false => Err(said(format!(
            "{PAGE} was not made from viewer/ as it is now.\nRun `cargo xtask viewer` and commit the result."
        ))),
    }
}

/// Opens reports in a real browser. Installs what is missing. Times are judged on demand only: a busy machine must not fail.
pub fn test(stages: &mut Stages, timed: bool) -> Result<(), Failed> {
    stages.call("node", need_node)?;
    let mut browser = PathBuf::new();
    stages.call("browser", || {
        browser = need_browser()?;
        println!("{}", browser.display());
        Ok(())
    })?;
    install(stages)?;
    stages.run("viewer: types", &mut npm(&["run", "check", "--silent"]))?;
    stages.call("viewer: same page", || {
        let page = fs::read_to_string(root().join(PAGE));
        match page.is_ok_and(|old| build().is_ok_and(|new| new == old)) {
            true => Ok(()),
            false => Err(said(format!(
                "building viewer/ gives another page than {PAGE}.\nRun `cargo xtask viewer` and commit the result."
            ))),
        }
    })?;
    let (target, program) = built()?;
    let mut tests = npm(&["test", "--silent"]);
    tests.env("POINSOT", program);
    tests.env("POINSOT_CHROMIUM", &browser);
    tests.env("OUT", target.join("report"));
    if timed {
        tests.env("POINSOT_TIMED", "1");
    }
    stages.run("viewer: browser", &mut tests)
}

/// The target folder and the command in it.
pub fn built() -> Result<(PathBuf, PathBuf), Failed> {
    // This program is in a folder of the same target folder.
    let own =
        env::current_exe().map_err(|e| said(format!("cannot find the target folder: {e}")))?;
    let target = own.ancestors().nth(2).unwrap_or(&own).to_owned();
    let program = target.join(format!("release/poinsot{}", env::consts::EXE_SUFFIX));
    Ok((target, program))
}

/// npm in `viewer`.
fn npm(arguments: &[&str]) -> Command {
    // On Windows npm is a script, which needs its ending.
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root().join("viewer"));
    command
}

/// The packages of the lock file, unless they are there.
fn install(stages: &mut Stages) -> Result<(), Failed> {
    let viewer = root().join("viewer");
    let when = |path: &str| fs::metadata(viewer.join(path)).and_then(|facts| facts.modified());
    let wanted = when("package-lock.json");
    let there = when("node_modules/.package-lock.json");
    match (wanted, there) {
        (Ok(wanted), Ok(there)) if there >= wanted => Ok(()),
        _ => stages.run(
            "viewer: packages",
            &mut npm(&["ci", "--no-fund", "--no-audit"]),
        ),
    }
}

fn build() -> Result<String, Failed> {
    let built = npm(&["run", "build", "--silent"]).status();
    if !built.is_ok_and(|s| s.success()) {
        return Err(said("building viewer/ failed".to_owned()));
    }
    let page = fs::read_to_string(root().join("viewer/dist/viewer.html"))
        .map_err(|e| said(format!("cannot read viewer/dist/viewer.html: {e}")))?;
    if !page.contains(MARK) {
        return Err(said(format!("viewer/index.html has lost its {MARK}")));
    }
    Ok(page.replacen(MARK, &stamp()?, 1))
}

/// A check sum of all sources with their names, as it stands in the page. Line ends do not count: git may change them.
fn stamp() -> Result<String, Failed> {
    let mut files = Vec::new();
    for name in SOURCES {
        collect(&root().join("viewer").join(name), &mut files)
            .map_err(|e| said(format!("cannot read viewer/{name}: {e}")))?;
    }
    files.sort();
    // FNV-1a, 64 bits: it has to notice changes, not enemies.
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for file in &files {
        let name = file.strip_prefix(root()).unwrap_or(file);
        let parts = name.components().map(|c| c.as_os_str().to_string_lossy());
        parts.for_each(|part| part.bytes().chain([b'/']).for_each(&mut add));
        let text =
            fs::read(file).map_err(|e| said(format!("cannot read {}: {e}", file.display())))?;
        text.into_iter().filter(|b| *b != b'\r').for_each(&mut add);
        add(0);
    }
    Ok(format!("<!--poinsot:sources {sum:016x}-->"))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        fs::metadata(path)?;
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        collect(&entry?.path(), files)?;
    }
    Ok(())
}

fn answers(program: &Path) -> bool {
    let answer = Command::new(program).arg("--version").output();
    answer.is_ok_and(|a| a.status.success())
}

fn need_node() -> Result<(), Failed> {
    let have = || {
        npm(&["--version"])
            .output()
            .is_ok_and(|a| a.status.success())
    };
    if have() {
        return Ok(());
    }
    apt_get(&["nodejs", "npm"]);
    match have() {
        true => Ok(()),
        false => Err(said(
            "Node.js 20 or newer with npm is needed to build and test the viewer, and is not there.\n\
             Install the packages nodejs and npm, or take it from nodejs.org."
                .to_owned(),
        )),
    }
}

/// The browser for the tests: `POINSOT_CHROMIUM`, one that is there, or Debian's.
fn need_browser() -> Result<PathBuf, Failed> {
    if let Some(named) = env::var_os("POINSOT_CHROMIUM").map(PathBuf::from) {
        return match answers(&named) {
            true => Ok(named),
            false => Err(said(format!(
                "POINSOT_CHROMIUM is {}, which does not run",
                named.display()
            ))),
        };
    }
    if let Some(found) = find_browser() {
        return Ok(found);
    }
    apt_get(&["chromium"]);
    find_browser().ok_or_else(|| {
        said(
            "Chromium is needed to test reports, and is not there.\n\
             On Debian: apt-get install chromium. Otherwise install Chromium or Chrome and set POINSOT_CHROMIUM to its path."
                .to_owned(),
        )
    })
}

/// Playwright wants a whole path.
fn find_browser() -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
        .find(|path| path.is_file() && answers(path))
}

/// Installs Debian packages, if this is Debian and we may.
pub fn apt_get(packages: &[&str]) {
    println!("installing {}", packages.join(", "));
    for words in [
        &["update", "-qq"][..],
        &["install", "-y", "-qq", "--no-install-recommends"],
    ] {
        let mut command = Command::new("apt-get");
        command.args(words).env("DEBIAN_FRONTEND", "noninteractive");
        if words[0] == "install" {
            command.args(packages);
        }
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => return eprintln!("apt-get {} failed: {status}", words[0]),
            Err(error) => return eprintln!("apt-get cannot be started: {error}"),
        }
    }
}

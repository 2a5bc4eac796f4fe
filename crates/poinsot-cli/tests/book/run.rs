//! Runs the parts of a page in a folder of its own.

use crate::compare::difference;
use crate::page::{Part, Step, read};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Commands that are not run, by their beginnings: those about getting or testing the program itself, and the one that opens
/// a browser or serves until it is stopped, which the tests in a browser run.
const NOT_RUN: [&str; 10] = [
    "poinsot view",
    "git clone",
    "cd poinsot",
    "rustup",
    "cargo install",
    "cargo xtask",
    "cargo test",
    "cargo build",
    "cargo bench",
    "mdbook build",
];

/// Pages with commands that take minutes. Quick tests let `poinsot run` stop there after a few steps and leave out parts
/// of time of plots and scripts that look at what is missing then.
const SLOW: [&str; 7] = [
    "examples/34-connecting-rod/",
    "examples/README.md",
    "examples/12-elbow/",
    "examples/13-swing/",
    "examples/16-lateral-buckling/",
    "examples/17-lateral-buckling-universal/",
    "examples/18-falling-gate/",
];
/// Steps of a shortened run.
const STEPS: &str = " --max-steps 20 --no-checkpoint";

/// A page by itself may take so long in a quick test.
const PATIENCE: f64 = 120.0;

/// What is wrong on a page, in words.
pub fn page(repository: &Path, path: &str) -> Vec<String> {
    let file = repository.join(path);
    let text = fs::read_to_string(&file).unwrap().replace('\r', "");
    let (parts, wrong) = read(&text);
    let mut problems: Vec<String> = wrong.iter().map(|w| format!("{path}: {w}")).collect();
    let is_set = |name| std::env::var_os(name).is_some();
    let begin = Instant::now();
    let quick = SLOW.iter().any(|s| path.starts_with(s)) && !is_set("POINSOT_BOOK_SLOW");
    let folder = Folder::new(repository, path, quick);
    let mut new = text.clone();
    for part in &parts {
        let problem = match part {
            Part::File { name, text } => {
                fs::write(folder.path.join(name), text).unwrap();
                None
            }
            Part::Python { line, text } => folder.python(*line, text),
            Part::Step(step) => folder.step(step, &mut new),
        };
        problems.extend(problem.map(|p| format!("{path}:{p}")));
    }
    let pictures = folder.pictures(repository, path, &text);
    problems.extend(pictures.into_iter().map(|p| format!("{path}: {p}")));
    if is_set("POINSOT_WRITE_BOOK") && new != text {
        fs::write(&file, new).unwrap();
        println!("wrote {path}");
    }
    let took = begin.elapsed().as_secs_f64();
    if !parts.is_empty() {
        println!("{path}: {} parts, {took:.1} s", parts.len());
    }
    if took > PATIENCE && !is_set("POINSOT_BOOK_SLOW") {
        problems.push(format!(
            "{path}: {took:.0} s; list it as slow, or shorten it"
        ));
    }
    // Results of all examples are gigabytes.
    let _ = fs::remove_dir_all(&folder.path);
    problems
}

/// Where the commands of a page run.
struct Folder {
    path: PathBuf,
    quick: bool,
    python: Option<PathBuf>,
}

impl Folder {
    fn new(repository: &Path, page: &str, quick: bool) -> Self {
        // Two tests may run at a time.
        let name = format!("{}-{}", page.replace(['/', '.'], "-"), std::process::id());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("book")
            .join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        copy_examples(&repository.join("examples"), &path.join("examples"));
        let python = std::env::var_os("POINSOT_BOOK_PYTHON").map(PathBuf::from);
        Folder {
            path,
            quick,
            python,
        }
    }

    fn step(&self, step: &Step, page: &mut String) -> Option<String> {
        let line = step.line;
        if NOT_RUN.iter().any(|n| step.command.starts_with(n)) {
            return None;
        }
        let (mut command, mut exits) = (
            step.command.replace("cargo run --release --", "poinsot"),
            vec![step.exit],
        );
        if self.quick {
            let words: Vec<&str> = command.split(' ').collect();
            command = match words.as_slice() {
                ["python3", ..] => return None,
                ["poinsot", "run", ..] => {
                    exits = vec![0, 3];
                    command + STEPS
                }
                ["poinsot", "plot", ..] => without_times(&words),
                _ => command,
            };
        }
        let output = self.shell(&command);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let code = output.status.code().unwrap_or(-1);
        if text.contains("panicked") || !exits.contains(&code) {
            return Some(format!(
                "{line}: `{}` ended with exit code {code}\n{text}",
                step.command
            ));
        }
        if step.output.is_empty() {
            return None;
        }
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let why = difference(&step.output, &lines)?;
        if std::env::var_os("POINSOT_WRITE_BOOK").is_some()
            && let Some(now) = renewed(&step.output, &lines)
        {
            let head = format!("$ {}\n", step.command);
            let old = format!("{head}{}\n", step.output.join("\n"));
            let new = format!("{head}{}\n", now.join("\n"));
            *page = page.replacen(&old, &new, 1);
            return None;
        }
        Some(format!("{line}: `{}`\n{why}", step.command))
    }

    fn shell(&self, command: &str) -> std::process::Output {
        let program = Path::new(env!("CARGO_BIN_EXE_poinsot"));
        let mut folders = vec![program.parent().unwrap().to_owned()];
        if let Some(folder) = self.python.as_deref().and_then(Path::parent) {
            folders.push(folder.to_owned());
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        folders.extend(std::env::split_paths(&path));
        // As a terminal shows it: both streams in their order.
        Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(&self.path)
            .env("POINSOT", program)
            .env("PATH", std::env::join_paths(folders).unwrap())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    fn python(&self, line: usize, text: &str) -> Option<String> {
        let python = self.python.as_ref()?;
        let output = Command::new(python)
            .args(["-c", text])
            .current_dir(&self.path)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        (!output.status.success()).then(|| format!("{line}: Python\n{error}"))
    }

    /// A picture that a command of the page makes under the name under which the page shows it must be there. When pages
    /// are written it is put there.
    fn pictures(&self, repository: &Path, page: &str, text: &str) -> Vec<String> {
        if self.quick {
            return vec![];
        }
        let folder = repository.join(page).parent().unwrap().to_owned();
        let shown = text.split("](").skip(1).filter_map(|t| t.split(')').next());
        let mut problems = Vec::new();
        for target in shown.filter(|t| t.ends_with(".svg") || t.ends_with(".png")) {
            let made = self.path.join(target.rsplit('/').next().unwrap());
            let kept = folder.join(target);
            if made.is_file()
                && std::env::var_os("POINSOT_WRITE_BOOK").is_some()
                && page.starts_with("docs/")
            {
                fs::create_dir_all(kept.parent().unwrap()).unwrap();
                fs::copy(&made, &kept).unwrap();
            }
            if !kept.is_file() {
                problems.push(format!("there is no picture {target}"));
            }
        }
        problems
    }
}

/// The output to show from now on: all of it, or with one `...` as many lines before and behind it as now.
fn renewed<'a>(shown: &[String], lines: &[&'a str]) -> Option<Vec<&'a str>> {
    let gaps: Vec<usize> = (0..shown.len())
        .filter(|&k| shown[k].trim() == "...")
        .collect();
    match gaps.as_slice() {
        [] => Some(lines.to_vec()),
        [gap] => {
            let behind = shown.len() - gap - 1;
            let begin = lines.get(..*gap)?;
            let end = lines.get(lines.len().checked_sub(behind)?..)?;
            Some([begin, &["..."], end].concat())
        }
        _ => None,
    }
}

/// The words of a command without `--from`, `--to` and `--at`.
fn without_times(words: &[&str]) -> String {
    let mut kept = Vec::new();
    let mut skip = false;
    for word in words {
        match (skip, *word) {
            (true, _) => skip = false,
            (false, "--from" | "--to" | "--at") => skip = true,
            (false, word) => kept.push(word),
        }
    }
    kept.join(" ")
}

/// Models, scripts and data of the examples; pictures are not needed.
fn copy_examples(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let there = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_examples(&path, &there);
        } else if !path
            .extension()
            .is_some_and(|e| e == "png" || e == "svg" || e == "md")
        {
            fs::copy(&path, &there).unwrap();
        }
    }
}

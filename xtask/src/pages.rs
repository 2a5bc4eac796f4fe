//! Pages of the book that are written by this program: texts that live elsewhere in the repository, with their links
//! turned, and the reference, as the built command prints it.

use crate::links::{folder_of, is_external, normal, relink, way};
use crate::said;
use crate::stage::Failed;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The list of chapters.
const SUMMARY: &str = "docs/SUMMARY.md";
/// The folder of the examples as seen by the book: a link, so that pictures are stored once.
const FILES: &str = "docs/example-files";
/// Pages that stand in the root of the repository, and where the book has them.
const ROOT_PAGES: [(&str, &str); 5] = [
    ("NOTATION.md", "docs/project/notation.md"),
    ("ARCHITECTURE.md", "docs/project/architecture.md"),
    ("CONTRIBUTING.md", "docs/project/contributing.md"),
    ("CHANGELOG.md", "docs/project/changelog.md"),
    ("examples/README.md", "docs/examples.md"),
];

/// A file that is written, seen from the root of the repository.
pub struct Page {
    pub path: String,
    pub text: String,
}

/// The texts that live elsewhere, and the list of chapters.
pub fn copies(root: &Path) -> Result<Vec<Page>, Failed> {
    let names = examples(root)?;
    let mut sources: Vec<(String, String)> =
        ROOT_PAGES.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    for name in &names {
        sources.push((
            format!("examples/{name}/README.md"),
            format!("docs/examples/{name}.md"),
        ));
    }
    let mut pages = Vec::new();
    for (source, path) in &sources {
        let text = read(root, source)?;
        let said = format!("<!-- Written from {source} by `cargo xtask docs`; do not edit. -->\n");
        let body = turned(&text, source, path, &sources, root);
        pages.push(Page {
            path: path.clone(),
            text: said + &body,
        });
    }
    pages.push(summary(root, &pages)?);
    Ok(pages)
}

/// The reference of keys and commands, as the command prints it.
pub fn reference(program: &Path) -> Result<Vec<Page>, Failed> {
    let mut pages = Vec::new();
    let said = "<!-- Written by `cargo xtask docs` from the command itself; do not edit. -->\n";
    let keys = answer(program, &["kinds", "--markdown"])?;
    let mut list = String::from("# Keys of a model file\n\n");
    list.push_str("The output of `poinsot kinds`: every table, every kind, every key with its unit, range and default.\n");
    list.push_str("How to write a model: [Writing a model](../model-file.md).\n\n| kind | written | |\n|---|---|---|\n");
    for (title, body) in headed(&keys) {
        let path = format!("docs/reference/keys/{title}.md");
        let text = format!("{said}# {title}\n{}\n", body.trim_end());
        pages.push(Page { path, text });
    }
    for line in answer(program, &["kinds", "--markdown", "--list"])?.lines() {
        list.push_str(line);
        list.push('\n');
    }
    pages.push(Page {
        path: "docs/reference/keys.md".into(),
        text: said.to_owned() + &list,
    });
    pages.push(commands(program, said)?);
    for (part, path) in [
        ("methods", "python/poinsot/_kinds.py"),
        ("values", "python/poinsot/values.py"),
    ] {
        pages.push(Page {
            path: path.into(),
            text: answer(program, &["kinds", "--python", part])?,
        });
    }
    Ok(pages)
}

/// The parts of a text under its main headings; code may hold lines that look like one.
fn headed(text: &str) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        match (
            line.strip_prefix("# ").filter(|_| !fenced),
            parts.last_mut(),
        ) {
            (Some(title), _) => parts.push((title.to_owned(), String::new())),
            (None, Some((_, body))) => body.push_str(&format!("{line}\n")),
            (None, None) => {}
        }
    }
    parts
}

/// The help of every subcommand.
fn commands(program: &Path, said: &str) -> Result<Page, Failed> {
    let overview = answer(program, &["help"])?;
    let mut text = format!(
        "{said}# Commands\n\n```text\n{}\n```\n",
        overview.trim_end()
    );
    let list = overview.split("Commands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| !line.trim().is_empty());
    for name in names.filter_map(|line| line.split_whitespace().next()) {
        if name == "help" {
            continue;
        }
        let help = answer(program, &["help", name])?;
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        text += &format!(
            "\n## {name}\n\n```text\n{}\n```\n",
            help.join("\n").trim_end()
        );
    }
    Ok(Page {
        path: "docs/reference/commands.md".into(),
        text,
    })
}

/// Folders in which every page is written by this program.
const OWN: [&str; 3] = ["docs/examples", "docs/project", "docs/reference"];

/// Pages in those folders that would not be written now, as paths from the root. `all` is everything that is written.
pub fn orphans(root: &Path, all: &[Page]) -> Vec<String> {
    let there = OWN.iter().flat_map(|folder| {
        let files = crate::docs::files(&root.join(folder), "md");
        files.into_iter().filter_map(|file| {
            let path = file.strip_prefix(root).ok()?.to_string_lossy().into_owned();
            Some(path.replace('\\', "/"))
        })
    });
    there
        .filter(|path| !all.iter().any(|page| page.path == *path))
        .collect()
}

/// Writes what is not there or reads otherwise; names it.
pub fn write(root: &Path, pages: &[Page]) -> Result<(), Failed> {
    for page in stale(root, pages) {
        let path = root.join(&page.path);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, &page.text))
            .map_err(|e| said(format!("cannot write {}: {e}", page.path)))?;
        println!("wrote {}", page.path);
    }
    Ok(())
}

/// Fails when a page is not as it would be written now.
pub fn check(root: &Path, pages: &[Page]) -> Result<(), Failed> {
    let old = stale(root, pages);
    for page in &old {
        eprintln!("{} is not as it would be written now", page.path);
    }
    match old.is_empty() {
        true => Ok(()),
        false => Err(said("run `cargo xtask docs` and commit the result".into())),
    }
}

fn stale<'a>(root: &Path, pages: &'a [Page]) -> Vec<&'a Page> {
    let differs = |page: &&Page| {
        let there = fs::read_to_string(root.join(&page.path));
        there.map_or(true, |text| text.replace('\r', "") != page.text)
    };
    pages.iter().filter(differs).collect()
}

/// Names of the folders of the examples.
fn examples(root: &Path) -> Result<Vec<String>, Failed> {
    let entries = fs::read_dir(root.join("examples"))
        .map_err(|e| said(format!("cannot read examples: {e}")))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("README.md").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

fn read(root: &Path, path: &str) -> Result<String, Failed> {
    let text = fs::read_to_string(root.join(path));
    text.map(|text| text.replace('\r', ""))
        .map_err(|e| said(format!("cannot read {path}: {e}")))
}

fn answer(program: &Path, arguments: &[&str]) -> Result<String, Failed> {
    let output = Command::new(program).args(arguments).output();
    match output {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Ok(output) => Err(said(format!(
            "{} {arguments:?} failed: {}",
            program.display(),
            String::from_utf8_lossy(&output.stderr)
        ))),
        Err(e) => Err(said(format!("cannot start {}: {e}", program.display()))),
    }
}

/// A page for another folder: links lead where they led, commands become blocks of commands.
fn turned(text: &str, source: &str, path: &str, all: &[(String, String)], root: &Path) -> String {
    let place = |target: &str| {
        if is_external(target) || target.starts_with('#') {
            return Some(target.to_owned());
        }
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let file = normal(&format!("{}/{file}", folder_of(source)))?;
        let in_book = match all.iter().find(|(from, _)| *from == file) {
            Some((_, to)) => to.clone(),
            None if file == "README.md" => "docs/introduction.md".into(),
            None if file == "examples" => "docs/examples.md".into(),
            None if file.starts_with("docs/") => file,
            None => match file.strip_prefix("examples/") {
                Some(rest) if root.join(&file).is_file() => format!("{FILES}/{rest}"),
                // Not in the book: the text of the link stays.
                _ => return None,
            },
        };
        let mark = if anchor.is_empty() { "" } else { "#" };
        Some(way(folder_of(path), &in_book) + mark + anchor)
    };
    let mut out = String::new();
    let (mut fenced, mut commands) = (false, false);
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let command = line
            .strip_prefix("    ")
            .filter(|l| !fenced && is_command(l));
        if command.is_some() != commands {
            commands = !commands;
            out.push_str(if commands { "```console\n" } else { "```\n" });
        }
        match command {
            Some(command) => out.push_str(&format!("$ {command}")),
            None if fenced => out.push_str(line),
            None => out.push_str(&relink(line, place)),
        }
        out.push('\n');
    }
    if commands {
        out.push_str("```\n");
    }
    out
}

/// Whether an indented line is a command and no formula.
pub fn is_command(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    matches!(first, "poinsot" | "python3" | "cargo")
}

/// The list of chapters with the pages below `examples.md`, `validation.md` and `reference/keys.md` as they are there.
fn summary(root: &Path, copied: &[Page]) -> Result<Page, Failed> {
    let old = read(root, SUMMARY)?;
    let mut out = String::new();
    for line in old.lines() {
        let target = crate::links::links(line).first().copied().unwrap_or("");
        if PARENTS.iter().any(|p| target.starts_with(&format!("{p}/"))) {
            continue;
        }
        out.push_str(line);
        out.push('\n');
        let Some(parent) = target.strip_suffix(".md").filter(|t| PARENTS.contains(t)) else {
            continue;
        };
        for (title, file) in below(root, parent, copied)? {
            out.push_str(&format!("  - [{title}]({parent}/{file})\n"));
        }
    }
    Ok(Page {
        path: SUMMARY.into(),
        text: out,
    })
}

/// Chapters whose sub-chapters are listed by themselves, without `.md`.
const PARENTS: [&str; 3] = ["examples", "validation", "reference/keys"];

/// Titles and names of the pages in a folder of the book; pages that are about to be written count as they will be.
fn below(root: &Path, parent: &str, copied: &[Page]) -> Result<Vec<(String, String)>, Failed> {
    let folder = root.join("docs").join(parent);
    let mut list = Vec::new();
    for file in crate::docs::files(&folder, "md") {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let path = format!("docs/{parent}/{name}");
        if !copied.iter().any(|page| page.path == path) {
            list.push((path.clone(), read(root, &path)?));
        }
    }
    let prefix = format!("docs/{parent}/");
    for page in copied.iter().filter(|page| page.path.starts_with(&prefix)) {
        list.push((page.path.clone(), page.text.clone()));
    }
    list.sort();
    let titled = list.into_iter().map(|(path, text)| {
        let heading = text.lines().find_map(|line| line.strip_prefix("# "));
        let title = heading.unwrap_or_default().to_owned();
        // In the list of chapters the part before the colon will do.
        let title = title.split(": ").next().unwrap_or_default().to_owned();
        (title, path[prefix.len()..].to_owned())
    });
    Ok(titled.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_turned() {
        let all = [
            ("examples/a/README.md".into(), "docs/examples/a.md".into()),
            ("NOTATION.md".into(), "docs/project/notation.md".into()),
        ];
        let text = "# A\n\n[n](../../NOTATION.md#x) [t](../../docs/theory.md) [l](../../LICENSE)\n\n    poinsot run m.toml\n    python3 p.py\n\n    T = 2\n";
        let root = Path::new(".");
        let body = turned(
            text,
            "examples/a/README.md",
            "docs/examples/a.md",
            &all,
            root,
        );
        assert_eq!(
            body,
            "# A\n\n[n](../project/notation.md#x) [t](../theory.md) l\n\n```console\n$ poinsot run m.toml\n$ python3 p.py\n```\n\n    T = 2\n"
        );
    }
}

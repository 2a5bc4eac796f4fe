//! Checks of the documents: relative links lead somewhere, named paths exist, equations cited by the code are there.

use crate::links::{is_external, links, prose};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the equations are labelled.
const THEORY: &str = "docs/theory.md";
/// Beginnings of paths in the repository; an inline code that begins so must name something that exists.
const FOLDERS: &[&str] = &[
    "crates/",
    "docs/",
    "xtask/",
    "examples/",
    "validation/",
    "comparison/",
    ".ci/",
    ".cargo/",
];

/// The model that the README shows.
const SHOWN: &str = "examples/01-heavy-top/model.toml";

/// Everything that is wrong, in words.
pub fn problems(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for file in files(root, "md") {
        let Ok(text) = fs::read_to_string(&file) else {
            found.push(format!("{}: cannot be read", file.display()));
            continue;
        };
        let shown = file.strip_prefix(root).unwrap_or(&file).display();
        let folder = file.parent().unwrap_or(root);
        for (number, line) in prose(&text) {
            for target in links(line) {
                if !leads_somewhere(folder, target) {
                    found.push(format!(
                        "{shown}:{number}: the link to {target} leads nowhere"
                    ));
                }
            }
            for path in paths(line) {
                if !root.join(path).exists() {
                    found.push(format!("{shown}:{number}: there is no {path}"));
                }
            }
        }
    }
    found.extend(label_problems(root));
    found.extend(readme_problem(root));
    found
}

/// The README must show the model as it is.
fn readme_problem(root: &Path) -> Option<String> {
    let readme = fs::read_to_string(root.join("README.md")).ok()?;
    let model = fs::read_to_string(root.join(SHOWN)).ok()?;
    let shown = readme.split("```toml\n").nth(1)?.split("```").next()?;
    (shown.trim() != model.trim()).then(|| format!("README.md: the model shown is not {SHOWN}"))
}

/// Files with this ending in the repository, in a fixed order; hidden folders and build products are left out.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut all: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    all.sort();
    let mut found = Vec::new();
    for path in all {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // A linked folder is checked where it stands.
        if path.is_dir()
            && !path.is_symlink()
            && !["target", "node_modules"].contains(&name.as_ref())
            && !name.starts_with('.')
        {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found
}

/// Inline codes of a line that look like paths of the repository.
fn paths(line: &str) -> Vec<&str> {
    let codes = line.split('`').skip(1).step_by(2);
    codes
        .filter(|code| FOLDERS.iter().any(|folder| code.starts_with(folder)))
        .filter(|code| !code.contains(['<', '*', ' ', '{']) && !code.contains("NN"))
        .collect()
}

fn leads_somewhere(folder: &Path, target: &str) -> bool {
    if is_external(target) {
        return true;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = folder.join(file);
    if file.is_empty() || anchor.is_empty() || !file.ends_with(".md") {
        return file.is_empty() || path.exists();
    }
    let Ok(text) = fs::read_to_string(&path) else {
        return false;
    };
    prose(&text).any(|(_, line)| line.starts_with('#') && heading_anchor(line) == anchor)
}

/// The anchor a heading gets on code hosting sites.
pub fn heading_anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Labels cited by comments that the theory does not define, and labels defined twice.
fn label_problems(root: &Path) -> Vec<String> {
    let Ok(theory) = fs::read_to_string(root.join(THEORY)) else {
        return vec![format!("there is no {THEORY}")];
    };
    let mut found = Vec::new();
    let mut defined = BTreeSet::new();
    for part in theory.split("**(").skip(1) {
        if let Some(label) = part.split(")**").next()
            && is_label(label)
            && !defined.insert(label.to_owned())
        {
            found.push(format!("{THEORY}: ({label}) is defined twice"));
        }
    }
    for file in files(&root.join("crates"), "rs") {
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let shown = file.strip_prefix(root).unwrap_or(&file).display();
        for (k, line) in text.lines().enumerate() {
            let Some((_, comment)) = line.split_once("//") else {
                continue;
            };
            for label in labels(comment) {
                if !defined.contains(label) {
                    let line = k + 1;
                    found.push(format!("{shown}:{line}: ({label}) is not in {THEORY}"));
                }
            }
        }
    }
    found
}

/// Labels like `(ed.3)` in a text.
fn labels(text: &str) -> Vec<&str> {
    let inner = text
        .split('(')
        .skip(1)
        .filter_map(|part| part.split(')').next());
    inner.filter(|label| is_label(label)).collect()
}

/// Two to four small letters, a dot, a number.
fn is_label(text: &str) -> bool {
    text.split_once('.').is_some_and(|(letters, number)| {
        (2..=4).contains(&letters.len())
            && letters.chars().all(|c| c.is_ascii_lowercase())
            && letters != "self"
            && (1..=2).contains(&number.len())
            && number.chars().all(|c| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found() {
        let line = "See [theory](docs/theory.md#3-joints), `crates/poinsot/src/lib.rs`, `not/ours` and `[x](y)`.";
        assert_eq!(paths(line), ["crates/poinsot/src/lib.rs"]);
        assert_eq!(paths("`examples/NN-topic/` `crates/<name>/x`").len(), 0);
    }

    #[test]
    fn anchors_are_those_of_headings() {
        assert_eq!(
            heading_anchor("## 3. Joints, `ep` and more"),
            "3-joints-ep-and-more"
        );
    }

    #[test]
    fn labels_are_told_from_code() {
        let text = "see (ed.3), (led.12) but not (1.5), (self.0), (x.1) or (ed.a)";
        assert_eq!(labels(text), ["ed.3", "led.12"]);
    }
}

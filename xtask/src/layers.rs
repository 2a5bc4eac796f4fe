//! Which module imports which: one direction only, within every crate.
//!
//! A module is a file or folder directly under `src`. It may import modules of lower layers; a module's layer is one more than the
//! highest that it imports, so that a cycle has no layer and is a failure. Code that only tests compile does not count.

use crate::docs::files;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Where the table stands.
const PAGE: &str = "ARCHITECTURE.md";
const BEGIN: &str = "<!-- layers: written by `cargo xtask docs` -->\n";
const END: &str = "<!-- end of layers -->";
/// Files directly under `src` that are no modules of their own.
const ROOTS: &[&str] = &["lib", "main"];

/// A module and the others of its crate that it imports, each with the files that do.
#[derive(Default)]
struct Module {
    about: String,
    imports: BTreeMap<String, BTreeSet<String>>,
}

type Modules = BTreeMap<String, Module>;

/// The table of all crates, lowest layers first; the error lists the cycles.
pub fn table(root: &Path) -> Result<String, String> {
    let mut text = String::new();
    let mut cycles = String::new();
    for name in [
        "crates/poinsot-lu",
        "crates/poinsot",
        "crates/poinsot-views",
        "crates/poinsot-cli",
        "python",
    ] {
        let source = root.join(name).join("src");
        if !source.is_dir() {
            continue;
        }
        let modules = modules(&source);
        let layers = layers(&modules);
        if layers.len() < modules.len() {
            cycles += &cycle(name, &modules, &layers);
        }
        let _ = write!(
            text,
            "`{name}`:\n\n| layer | module | what it is | imports |\n|---|---|---|---|\n"
        );
        let mut rows: Vec<(usize, &String)> = layers.iter().map(|(m, l)| (*l, *m)).collect();
        rows.sort();
        for (layer, module) in rows {
            let Module { about, imports } = &modules[module];
            let imports: Vec<&str> = imports.keys().map(String::as_str).collect();
            let _ = writeln!(
                text,
                "| {layer} | `{module}` | {about} | {} |",
                imports.join(", ")
            );
        }
        text.push('\n');
    }
    if cycles.is_empty() {
        Ok(text)
    } else {
        Err(cycles)
    }
}

/// What is wrong: a cycle, or a page that has another table.
pub fn problems(root: &Path) -> Vec<String> {
    match table(root) {
        Err(cycles) => vec![cycles],
        Ok(table) => match on_page(root) {
            Some((_, shown, _)) if shown == table => Vec::new(),
            Some(_) => vec![format!(
                "{PAGE}: the table of layers is out of date; `cargo xtask docs` writes it"
            )],
            None => vec![format!("{PAGE}: the table of layers is missing")],
        },
    }
}

/// Puts the table into its page.
pub fn write(root: &Path) -> Result<(), String> {
    let table = table(root)?;
    let Some((before, _, after)) = on_page(root) else {
        return Err(format!("{PAGE}: there is no place for the table of layers"));
    };
    fs::write(
        root.join(PAGE),
        format!("{before}{BEGIN}{table}{END}{after}"),
    )
    .map_err(|e| format!("{PAGE}: {e}"))
}

/// The page before, in and after the table.
fn on_page(root: &Path) -> Option<(String, String, String)> {
    let page = fs::read_to_string(root.join(PAGE)).ok()?;
    let (before, rest) = page.split_once(BEGIN)?;
    let (table, after) = rest.split_once(END)?;
    Some((before.to_owned(), table.to_owned(), after.to_owned()))
}

/// All modules of a crate.
fn modules(source: &Path) -> Modules {
    let all = files(source, "rs");
    let inside = |path: &Path| -> Option<(String, String)> {
        let path = path.strip_prefix(source).ok()?;
        let first = path.components().next()?.as_os_str().to_string_lossy();
        let name = first.trim_end_matches(".rs").to_owned();
        (!ROOTS.contains(&name.as_str())).then(|| (name, path.display().to_string()))
    };
    let mut modules = Modules::new();
    for (name, _) in all.iter().filter_map(|p| inside(p)) {
        modules.entry(name).or_default();
    }
    let names: BTreeSet<String> = modules.keys().cloned().collect();
    for path in &all {
        let Some((name, shown)) = inside(path) else {
            continue;
        };
        let Ok(text) = fs::read_to_string(path) else {
            continue;
        };
        let module = modules.entry(name.clone()).or_default();
        if shown == format!("{name}.rs") || shown == format!("{name}/mod.rs") {
            module.about = about(&text);
        }
        let test = shown.ends_with("tests.rs") || shown.contains("/tests/");
        let code = if test { String::new() } else { code(&text) };
        for other in imported(&code) {
            if other != name && names.contains(other) {
                let files = module.imports.entry(other.to_owned()).or_default();
                files.insert(shown.clone());
            }
        }
    }
    modules
}

/// The first sentence of a module's description.
fn about(text: &str) -> String {
    let lines = text.lines().map_while(|l| l.strip_prefix("//!"));
    let words: Vec<&str> = lines
        .map_while(|l| Some(l.trim()).filter(|l| !l.is_empty()))
        .collect();
    let words = words.join(" ");
    let end = words.find(". ").unwrap_or(words.len());
    words[..end].trim_end_matches('.').to_owned()
}

/// A file without comments and without what follows the first test module.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = text
        .lines()
        .map(|l| l.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The names that stand right behind `crate::`, in groups too.
fn imported(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, word) in code.match_indices("crate::") {
        // `$crate` in a macro is this crate, `poinsot_crate::` is not.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + word.len()..];
        match rest.strip_prefix('{') {
            None => found.push(first_name(rest)),
            Some(group) => {
                let mut depth = 0;
                let mut fresh = true;
                for (at, c) in group.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => fresh = true,
                        c if c.is_whitespace() => {}
                        _ if fresh && depth == 0 => {
                            found.push(first_name(&group[at..]));
                            fresh = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found
}

fn first_name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The layer of each module that has one: all it imports have a lower one.
fn layers(modules: &Modules) -> BTreeMap<&String, usize> {
    let mut layers: BTreeMap<&String, usize> = BTreeMap::new();
    loop {
        let mut ready = Vec::new();
        for (name, module) in modules
            .iter()
            .filter(|(name, _)| !layers.contains_key(name))
        {
            let below: Option<Vec<usize>> = module
                .imports
                .keys()
                .map(|i| layers.get(i).copied())
                .collect();
            if let Some(below) = below {
                ready.push((name, 1 + below.into_iter().max().unwrap_or(0)));
            }
        }
        if ready.is_empty() {
            return layers;
        }
        layers.extend(ready);
    }
}

/// The imports among modules that have no layer, those first that only wait for them.
fn cycle(name: &str, modules: &Modules, layers: &BTreeMap<&String, usize>) -> String {
    let mut text = format!("{name}: modules import each other in a cycle\n");
    let stuck = |m: &String| !layers.contains_key(m);
    for (module, content) in modules.iter().filter(|(m, _)| stuck(m)) {
        for (other, files) in content.imports.iter().filter(|(o, _)| stuck(o)) {
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            let _ = writeln!(text, "  {module} -> {other}: {}", files.join(", "));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_alone_and_in_groups() {
        let text = "use crate::a::{x, b::y};\nuse crate::{c, d::{e, f::g}, h as i};\n// crate::no\nlet k = crate::j::l();\n#[cfg(test)]\nmod tests { use crate::m; }\n";
        assert_eq!(imported(&code(text)), ["a", "c", "d", "h", "j"]);
    }

    #[test]
    fn a_cycle_has_no_layers() {
        let mut modules = Modules::new();
        for (name, other) in [("a", "b"), ("b", "c"), ("c", "b"), ("d", "e")] {
            let module = modules.entry(name.into()).or_default();
            module
                .imports
                .entry(other.into())
                .or_default()
                .insert(format!("{name}.rs"));
        }
        modules.entry("e".into()).or_default();
        let layers = layers(&modules);
        assert_eq!(layers.values().copied().collect::<Vec<_>>(), [2, 1]);
        let text = cycle("some", &modules, &layers);
        assert!(
            text.contains("b -> c: b.rs") && text.contains("c -> b: c.rs"),
            "{text}"
        );
    }
}

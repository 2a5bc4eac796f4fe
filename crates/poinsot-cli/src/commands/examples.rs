//! `poinsot examples`

use crate::args::ExamplesArgs;
use crate::output::{self, Failure};
use std::fs;
use std::io;
use std::path::Path;

/// An example of the repository.
struct Example {
    name: &'static str,
    /// Names and contents of its files.
    files: &'static [(&'static str, &'static [u8])],
}

/// All examples, in the order of their names.
const EXAMPLES: &[Example] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

impl Example {
    /// The text of the first file with such a name.
    fn text(&self, fits: impl Fn(&str) -> bool) -> Option<&'static str> {
        let found = self.files.iter().find(|(name, _)| fits(name));
        found.and_then(|(_, content)| std::str::from_utf8(content).ok())
    }
    /// The model: `model.toml` if there is one (the others are its variants), else the first in either format.
    fn model(&self) -> Option<&'static str> {
        self.text(|name| name == "model.toml")
            .or_else(|| self.text(|name| name.ends_with(".toml")))
            .or_else(|| self.text(|name| name.ends_with(".json")))
    }
    /// The heading of its page.
    fn heading(&self) -> &'static str {
        let page = self.text(|name| name.ends_with(".md")).unwrap_or_default();
        let first = page.lines().find(|line| !line.trim().is_empty());
        first.unwrap_or_default().trim_start_matches('#').trim()
    }
}

/// Lists, prints or copies.
pub fn examples(args: &ExamplesArgs) -> Result<(), Failure> {
    let chosen: Vec<&Example> = match &args.name {
        Some(name) => vec![find(name)?],
        None => EXAMPLES.iter().collect(),
    };
    match (&args.copy, chosen.as_slice()) {
        (Some(folder), list) => copy(folder, list),
        (None, [one]) if args.name.is_some() => show(one),
        (None, list) => output::print(&listing(list)),
    }
}

fn listing(list: &[&Example]) -> String {
    if list.is_empty() {
        return "this build carries no examples\n".to_owned();
    }
    let width = list.iter().map(|e| e.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for example in list {
        let line = format!("  {:width$}  {}", example.name, example.heading());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn find(name: &str) -> Result<&'static Example, Failure> {
    if let Some(exact) = EXAMPLES.iter().find(|e| e.name == name) {
        return Ok(exact);
    }
    let fits = |e: &&Example| e.name.starts_with(name) || e.name.contains(&format!("-{name}"));
    let found: Vec<&Example> = EXAMPLES.iter().filter(fits).collect();
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(Failure::input(format_args!(
            "no example `{name}`; there are\n{}",
            listing(&EXAMPLES.iter().collect::<Vec<_>>()).trim_end()
        ))),
        several => Err(Failure::input(format_args!(
            "`{name}` fits several examples\n{}",
            listing(several).trim_end()
        ))),
    }
}

fn show(example: &Example) -> Result<(), Failure> {
    match example.model() {
        Some(text) => output::print(text),
        None => Err(Failure::run(format_args!(
            "example {} has no model; `poinsot examples` lists those that do",
            example.name
        ))),
    }
}

/// Copies into `folder/<name>/`; what is there already stays.
fn copy(folder: &Path, list: &[&Example]) -> Result<(), Failure> {
    let mut text = String::new();
    for example in list {
        let target = folder.join(example.name);
        let fail = |path: &Path, error: io::Error| {
            Failure::run(format_args!("cannot write {}: {error}", path.display()))
        };
        fs::create_dir_all(&target).map_err(|e| fail(&target, e))?;
        for (name, content) in example.files {
            let path = target.join(name);
            let made = fs::File::create_new(&path)
                .and_then(|mut file| io::Write::write_all(&mut file, content));
            match made {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    return Err(Failure::input(format_args!(
                        "{} exists already; nothing is overwritten: choose another folder with --copy",
                        path.display()
                    )));
                }
                made => made.map_err(|e| fail(&path, e))?,
            }
            text.push_str(&format!("{}\n", path.display()));
        }
    }
    output::print(&text)
}

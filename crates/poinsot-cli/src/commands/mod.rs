//! One file per command.

pub mod check;
pub mod examples;
pub mod export;
mod export_motion;
mod files;
pub mod fit;
mod keeper;
pub mod linearize;
pub mod modes;
mod modes_table;
mod overrides;
pub mod plot;
pub mod reference;
mod reference_markdown;
mod reference_python;
pub mod report;
pub mod resume;
pub mod run;
mod session;
pub mod statics;
mod stop;
pub mod study;
pub mod view;

use crate::output::Failure;
use poinsot::results::{Layout, OutputId, Reader, companion};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The name of a file with another ending, in the current folder.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or(OsStr::new("results"));
    let mut name = stem.to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The outputs that names stand for, each once; all unknown names are reported together.
fn outputs(reader: &Reader, path: &Path, names: &[String]) -> Result<Vec<OutputId>, Failure> {
    let mut list: Vec<OutputId> = Vec::new();
    let mut problems = String::new();
    for name in names {
        match reader.resolve(name) {
            Ok(found) => {
                // A name may stand for more than the variable with the old name, which is then not meant by it.
                let layout = reader.layout();
                let variable = |o: &OutputId| layout.variables[o.variable].name.as_str();
                if let Some(first) = found.first().map(variable)
                    && found.iter().all(|o| variable(o) == first)
                {
                    warn_of_old_name(layout, first, name);
                }
                list.extend(found);
            }
            Err(unknown) => problems.push_str(&format!("error: {unknown}\n")),
        }
    }
    if !problems.is_empty() {
        problems.push_str(&format!(
            "help: `poinsot plot {} --list` lists all outputs\n",
            path.display()
        ));
        return Err(Failure::Input(problems));
    }
    let mut once: Vec<OutputId> = Vec::new();
    for output in list {
        if !once.contains(&output) {
            once.push(output);
        }
    }
    Ok(once)
}

/// Variables that are written under an old name too, with their new ones.
const OLD_NAMES: [(&str, &str); 1] = [("stretch", "cable_strain")];

/// Warns if a variable was asked for by its old name, wherever that was. Results of the version that knew no other are read as
/// they are.
fn warn_of_old_name(layout: &Layout, variable: &str, asked: &str) {
    let Some((old, new)) = OLD_NAMES.iter().find(|(old, _)| *old == variable) else {
        return;
    };
    let there = layout.variables.iter().any(|v| v.name == *new);
    // The last one: an item may have that word for a name.
    if let Some((front, back)) = asked.rsplit_once(old)
        && there
    {
        let new = format!("{front}{new}{back}");
        crate::output::note(&format!(
            "warning: `{asked}` is the old name of `{new}` and will be removed in version 0.3: it is length over free length, less one\nhelp: write {new}\n"
        ));
    }
}

/// Opens a results file.
fn open(path: &Path) -> Result<Reader, Failure> {
    let opened = Reader::open(path).map_err(|error| {
        let help = match path.exists() {
            true => "",
            false => "\nhelp: `poinsot run MODEL -o FILE.nc` writes results; the line `results` of its summary names the file",
        };
        Failure::input(format_args!("{}{help}", crate::advice::of_file(&error)))
    })?;
    if let Some(why) = opened.fields_missing() {
        crate::output::note(&format!(
            "warning: {} has no values of flexible bodies, which were recorded in a file of their own: {why}\nhelp: keep {} next to it\n",
            path.display(),
            companion(path).display()
        ));
    }
    Ok(opened)
}

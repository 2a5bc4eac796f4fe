//! One file per command.

pub mod check;
pub mod examples;
pub mod export;
mod export_motion;
mod files;
mod keeper;
pub mod linearize;
pub mod modes;
mod modes_table;
mod overrides;
pub mod plot;
pub mod reference;
mod reference_markdown;
pub mod report;
pub mod resume;
pub mod run;
mod session;
pub mod statics;
mod stop;
pub mod view;

use crate::output::Failure;
use poinsot::results::{OutputId, Reader};
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
                let variables = &reader.layout().variables;
                let is = |k: usize, name: &str| variables[k].name == name;
                if found.iter().any(|o| is(o.variable, "stretch"))
                    && (0..variables.len()).any(|k| is(k, "cable_strain"))
                {
                    let new = name.replace("stretch", "cable_strain");
                    crate::output::note(&format!(
                        "warning: `{name}` is the old name of `{new}` and goes with version 0.3: it is length over free length, less one\nhelp: write {new}\n"
                    ));
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

/// Opens a results file.
fn open(path: &Path) -> Result<Reader, Failure> {
    Reader::open(path).map_err(|error| {
        let help = match path.exists() {
            true => "",
            false => "\nhelp: `poinsot run MODEL -o FILE.nc` writes results; the line `results` of its summary names the file",
        };
        Failure::input(format_args!("{error}{help}"))
    })
}

//! `poinsot report`

use super::files::{Inputs, put_bytes};
use super::{beside, open};
use crate::args::ReportArgs;
use crate::output::{self, Failure};
use poinsot_views::report::{Shown, page};
use std::path::Path;

/// Writes the page.
pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    let mut runs = vec![shown(&args.results)?];
    if let Some(other) = &args.compare {
        runs.push(shown(other)?);
    }
    let default = beside(&args.results, ".html");
    let target = args.output.as_deref().unwrap_or(&default);
    let kind = target.extension().and_then(|e| e.to_str()).unwrap_or("");
    if !matches!(kind.to_ascii_lowercase().as_str(), "html" | "htm") {
        return Err(Failure::input(format_args!(
            "{}: a report ends in .html; change the name given with -o",
            target.display()
        )));
    }
    for input in std::iter::once(&args.results).chain(&args.compare) {
        Inputs::of(input).spare(target)?;
    }
    let bytes = write_page(&mut runs, target)?;
    output::print(&format!(
        "{}   {:.1} MB   open it in a browser\n",
        target.display(),
        bytes as f64 / 1e6
    ))
}

/// Writes the page of some runs; gives its length [bytes].
pub(super) fn write_page(runs: &mut [Shown], target: &Path) -> Result<usize, Failure> {
    let made = page(runs).map_err(Failure::run)?;
    put_bytes(target, &made.html)
        .map_err(|e| Failure::run(format_args!("cannot write {}: {e}", target.display())))?;
    for note in &made.notes {
        output::note(&format!("warning: {note}\n"));
    }
    Ok(made.html.len())
}

pub(super) fn shown(path: &Path) -> Result<Shown, Failure> {
    let reader = open(path)?;
    if reader.frames() == 0 {
        return Err(Failure::input(format_args!(
            "{} contains no frames, so there is nothing to show\nhelp: `poinsot run` writes the first frame at the start",
            path.display()
        )));
    }
    let file = path.file_name().unwrap_or(path.as_os_str());
    Ok(Shown {
        file: file.to_string_lossy().into_owned(),
        reader,
    })
}

//! `poinsot export` of the moving system.

use super::export::ExportArgs;
use super::{beside, not_onto_itself, open};
use crate::export::{Frames, Items, size, vtk};
use crate::output::{self, Failure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use poinsot::results::Reader;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Frames that are written unless the user says otherwise: enough to see a motion, few enough to open at once.
const FRAMES: usize = 200;

/// What all of these formats need.
struct Source {
    reader: Reader,
    items: Items,
    frames: Frames,
    size: f64,
}

fn source(args: &ExportArgs) -> Result<Source, Failure> {
    let path = &args.results;
    let mut reader = open(path)?;
    if reader.frames() == 0 {
        return Err(Failure::input(format_args!(
            "{} holds no frames, so there is nothing to write\nhelp: `poinsot run` writes the first frame at the start",
            path.display()
        )));
    }
    let (items, note) = Items::new(reader.layout());
    if items.bodies.is_empty() && items.lines.is_empty() {
        return Err(Failure::input(format_args!(
            "{} holds no bodies, beams or cables that could be shown\nhelp: `poinsot export {} -o {}` writes its numbers",
            path.display(),
            path.display(),
            beside(path, ".csv").display()
        )));
    }
    if let Some(note) = note {
        output::note(&format!("warning: {}: {note}\n", path.display()));
    }
    let chosen = Frames::choose(&mut reader, args.wanted(FRAMES)).map_err(Failure::run)?;
    let frames = chosen.map_err(Failure::input)?;
    let size = size(&items, &mut reader).map_err(Failure::run)?;
    Ok(Source {
        reader,
        items,
        frames,
        size,
    })
}

/// Writes a series of VTK files.
pub fn vtk(args: &ExportArgs) -> Result<(), Failure> {
    let target = vtk_target(args)?;
    let mut source = source(args)?;
    not_onto_itself(&args.results, &target)?;
    let folder = target.with_extension("");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    fs::create_dir_all(&folder).map_err(|e| {
        Failure::run(format_args!(
            "cannot make the folder {}: {e}\nhelp: choose another name with -o",
            folder.display()
        ))
    })?;
    let start = source.reader.frame(0).map_err(Failure::run)?;
    let maker = vtk::Maker::new(source.items, start, source.size);
    let chosen = &source.frames;
    let digits = (chosen.numbers.len().max(2) - 1).to_string().len();
    let bar = bar(chosen.numbers.len());
    let mut bytes = 0;
    let mut series = Vec::new();
    for (k, (&number, &time)) in chosen.numbers.iter().zip(&chosen.times).enumerate() {
        let row = source.reader.frame(number).map_err(Failure::run)?;
        let mut files = Vec::new();
        for block in maker.blocks(&row) {
            let file = format!("{}_{k:0digits$}.vtp", block.name);
            bytes += write(&folder.join(&file), &block.bytes(time))?;
            files.push((block.name, file));
        }
        let file = format!("frame_{k:0digits$}.vtm");
        bytes += write(&folder.join(&file), vtk::group(&files).as_bytes())?;
        series.push((time, format!("{name}/{file}")));
        bar.inc(1);
    }
    bar.finish_and_clear();
    // Last, so that what it names is there.
    bytes += write(&target, vtk::series(&series).as_bytes())?;
    output::print(&format!(
        "{}   {}{}   {:.1} MB with the folder {}   open it in ParaView\n",
        target.display(),
        chosen.text(),
        more(args, chosen),
        bytes as f64 / 1e6,
        folder.display()
    ))
}

/// How to get other frames, if the user has not chosen.
fn more(args: &ExportArgs, frames: &Frames) -> String {
    let mut text = String::new();
    if args.every.is_none() && args.frames.is_none() && frames.numbers.len() < frames.of {
        text.push_str(" (--frames all for all)");
    }
    if !frames.timely {
        text.push_str(", numbered, since time turns back");
    }
    text
}

/// The collection: as named, with the ending .pvd; inside of a folder that is there.
fn vtk_target(args: &ExportArgs) -> Result<PathBuf, Failure> {
    let default = beside(&args.results, ".pvd");
    let Some(named) = &args.output else {
        return Ok(default);
    };
    let as_folder = named.is_dir() || named.to_string_lossy().ends_with(std::path::is_separator);
    let target = match named.extension().map(|e| e.to_ascii_lowercase()) {
        _ if as_folder => named.join(default),
        None => named.with_extension("pvd"),
        Some(ending) if ending == "pvd" => named.clone(),
        Some(_) => {
            return Err(Failure::input(format_args!(
                "{}: a series of VTK files ends in .pvd; the files of its frames go into a folder beside it\nhelp: -o {}",
                named.display(),
                named.with_extension("pvd").display()
            )));
        }
    };
    if let Some(folder) = target.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| {
            Failure::run(format_args!(
                "cannot make the folder {}: {e}",
                folder.display()
            ))
        })?;
    }
    Ok(target)
}

fn write(path: &Path, bytes: &[u8]) -> Result<usize, Failure> {
    fs::write(path, bytes)
        .map_err(|e| Failure::run(format_args!("cannot write {}: {e}", path.display())))?;
    Ok(bytes.len())
}

/// A bar on a terminal, nothing elsewhere.
fn bar(frames: usize) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(frames as u64), target);
    match ProgressStyle::with_template("  {bar:30} {pos} of {len} frames   left {eta}") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

//! `poinsot export` of the moving system.

use super::files::{Inputs, put_bytes};
use super::{beside, open};
use crate::args::ExportArgs;
use crate::output::{self, Failure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use poinsot::results::Reader;
use poinsot_views::export::{Frames, gltf, vtk};
use poinsot_views::scene::{Extent, Magnifier, Scene};
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Frames that are written unless the user says otherwise: enough to see a motion, few enough to open at once.
const FRAMES: usize = 201;

/// What all of these formats need.
struct Source {
    reader: Reader,
    scene: Scene,
    frames: Frames,
    size: f64,
}

fn source(args: &ExportArgs, usual: fn(&Scene) -> usize) -> Result<Source, Failure> {
    let path = &args.results;
    let mut reader = open(path)?;
    if reader.full_frames().is_empty() {
        return Err(Failure::input(format_args!(
            "{} contains no frames, so there is nothing to write\nhelp: `poinsot run` writes the first frame at the start",
            path.display()
        )));
    }
    let scene = Scene::of(reader.layout());
    if scene.items.is_empty() {
        return Err(Failure::input(format_args!(
            "{} contains no bodies, beams or cables to show\nhelp: `poinsot export {} -o {}` writes its numbers",
            path.display(),
            path.display(),
            beside(path, ".csv").display()
        )));
    }
    for note in &scene.notes {
        output::note(&format!("warning: {}: {note}\n", path.display()));
    }
    let wanted = args.wanted(usual(&scene));
    let chosen = Frames::choose(&mut reader, wanted).map_err(Failure::run)?;
    let frames = chosen.map_err(Failure::input)?;
    let extent = Extent::of_run(&scene, &mut reader).map_err(Failure::run)?;
    let size = extent.size();
    Ok(Source {
        reader,
        scene,
        frames,
        size,
    })
}

/// Writes a series of VTK files.
pub fn vtk(args: &ExportArgs) -> Result<(), Failure> {
    let target = vtk_target(args)?;
    let mut source = source(args, |_| FRAMES)?;
    Inputs::of_results(&args.results, source.reader.layout()).spare(&target)?;
    let folder = target.with_extension("");
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    fs::create_dir_all(&folder).map_err(|e| {
        Failure::run(format_args!(
            "cannot create the folder {}: {e}\nhelp: choose another name with -o",
            folder.display()
        ))
    })?;
    let start = source.reader.frame(0).map_err(Failure::run)?;
    let maker = vtk::Maker::new(source.scene, start, source.size);
    let chosen = &source.frames;
    let digits = (chosen.numbers.len().max(2) - 1).to_string().len();
    let bar = bar(chosen.numbers.len());
    let mut bytes = 0;
    let mut series = Vec::new();
    for (k, (&number, &time)) in chosen.numbers.iter().zip(&chosen.times).enumerate() {
        let row = source.reader.frame(number).map_err(Failure::run)?;
        let mut files = Vec::new();
        for block in maker.blocks(&row) {
            let file = format!("{}_{k:0digits$}.{}", block.name, block.ending());
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

/// Writes an animated glTF scene.
pub fn gltf(args: &ExportArgs) -> Result<(), Failure> {
    let default = beside(&args.results, ".glb");
    let target = args.output.as_deref().unwrap_or(&default);
    if !target
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("glb"))
    {
        return Err(Failure::input(format_args!(
            "{}: a glTF animation is one binary file, which ends in .glb\nhelp: -o {}",
            target.display(),
            target.with_extension("glb").display()
        )));
    }
    let mut source = source(args, gltf::usual_frames)?;
    Inputs::of_results(&args.results, source.reader.layout()).spare(target)?;
    let flexible = &source.scene.items.flexible;
    if let Some(body) = flexible.iter().find(|b| b.nodes > gltf::MOST_NODES) {
        return Err(Failure::input(format_args!(
            "`{}` has {} nodes, and a surface in glTF can follow {} at most\nhelp: --format vtk has no such limit",
            body.name,
            body.nodes,
            gltf::MOST_NODES
        )));
    }
    let layout = source.reader.layout();
    let title = layout.attribute("title").unwrap_or_default().to_owned();
    let factor = layout
        .variables
        .first()
        .is_some_and(|v| v.description == "load factor");
    let chosen = &source.frames;
    let first = source
        .reader
        .frame(chosen.numbers[0])
        .map_err(Failure::run)?;
    let magnifier = match args.scale {
        Some(factor) => {
            let start = source.reader.frame(0).map_err(Failure::run)?;
            let mut magnifier = Magnifier::new(&source.scene, start, factor);
            for &number in &chosen.numbers {
                magnifier.look(&source.reader.frame(number).map_err(Failure::run)?);
            }
            Some(magnifier)
        }
        None => None,
    };
    let larger = |row: Vec<f64>| match &magnifier {
        Some(magnifier) => magnifier.row(&row),
        None => row,
    };
    let mut film = gltf::Film::new(source.scene, &larger(first), source.size);
    let bar = bar(chosen.numbers.len());
    for &number in &chosen.numbers {
        film.frame(&larger(source.reader.frame(number).map_err(Failure::run)?));
        bar.inc(1);
    }
    bar.finish_and_clear();
    // Paths of equilibria have no time: they are shown with so many frames per second.
    let (clock, unit) = match chosen.timely && !factor {
        true => (chosen.times.clone(), 1.0),
        false => ((0..chosen.times.len()).map(|k| k as f64).collect(), 10.0),
    };
    let speed = unit * args.speed.unwrap_or(1.0);
    let times: Vec<f32> = clock
        .iter()
        .map(|t| ((t - clock[0]) / speed) as f32)
        .collect();
    if times.windows(2).any(|pair| pair[1] <= pair[0]) {
        return Err(Failure::input(
            "frames are too close together for the single precision of glTF times\nhelp: choose fewer with --frames, or a slower animation with --speed",
        ));
    }
    if film.fast {
        output::note(
            "warning: something turns by more than a right angle between two key frames, which viewers cannot interpolate\nhelp: export more frames with --frames N or --every TIME, or record more of them with `every` in [output]\n",
        );
    }
    let long = times.last().copied().unwrap_or(0.0);
    let bytes = write(target, &film.bytes(&title, &times))?;
    output::print(&format!(
        "{}   {}{}   {long:.3} s   {:.1} MB{}   opens in any glTF viewer\n",
        target.display(),
        chosen.text(),
        more(args, chosen),
        bytes as f64 / 1e6,
        magnifier.map_or(String::new(), |m| format!("   {}", m.text())),
    ))
}

/// How to get other frames, if the user has not chosen.
fn more(args: &ExportArgs, frames: &Frames) -> String {
    let mut text = String::new();
    if args.every.is_none() && args.frames.is_none() && frames.numbers.len() < frames.of {
        text.push_str(" (--frames all for all)");
    }
    if !frames.timely {
        text.push_str(", counted, since time turns back");
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
                "{}: a series of VTK files ends in .pvd; the files of its frames go into a folder next to it\nhelp: -o {}",
                named.display(),
                named.with_extension("pvd").display()
            )));
        }
    };
    if let Some(folder) = target.parent().filter(|f| !f.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(|e| {
            Failure::run(format_args!(
                "cannot create the folder {}: {e}",
                folder.display()
            ))
        })?;
    }
    Ok(target)
}

fn write(path: &Path, bytes: &[u8]) -> Result<usize, Failure> {
    put_bytes(path, bytes)
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

//! `poinsot resume`

use super::keeper::Keeper;
use super::session::{Session, cores};
use super::stop::Clock;
use crate::advice;
use crate::args::ResumeArgs;
use crate::output::{self, Failure};
use crate::progress::Progress;
use poinsot::checkpoint::{Checkpoint, CheckpointFiles};
use poinsot::meshes::decode_base64;
use poinsot::model::{KeptFiles, Source};
use poinsot::results::attributes::{DRAWING, FILES, SET};
use poinsot::results::{FileError, Layout, Reader, Status, Writer};
use poinsot::simulation::{ResumeError, Simulation, begin_anew};
use poinsot_views::provenance::{REMOVED, START, describe};
use poinsot_views::scene::meshes::MESHES;
use std::io;
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A run that is ready to go on.
struct Found {
    simulation: Simulation,
    writer: Writer,
    source: Source,
    /// Time of the checkpoint [s]; `None` if the run begins again.
    from: Option<f64>,
    /// What to say about it.
    notes: String,
}

/// Finds the run, goes on, reports.
pub fn resume(args: &ResumeArgs) -> Result<(), Failure> {
    let clock = Clock::start(args.limits.max_wall);
    let path = results_of(&args.results);
    let files = CheckpointFiles::beside(&path);
    let reader = match Reader::open(&path) {
        Ok(reader) => Some(reader),
        Err(FileError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::input(advice::of_file(&error))),
    };
    if let Some(reader) = &reader {
        if *reader.status() == Status::Complete {
            // A kill between the last frame and the removal of the checkpoints leaves those of this very run.
            let belongs = |read: Result<Checkpoint, _>| {
                read.is_ok_and(|c| difference(&c, reader.layout()).is_none())
            };
            if files.read().into_iter().all(|(_, read)| belongs(read)) {
                files.remove();
            }
            return match args.quiet {
                true => Ok(()),
                false => output::print(&format!(
                    "{} is complete with {} frames: nothing to do\n",
                    path.display(),
                    reader.frames()
                )),
            };
        }
        same_version(&path, reader.layout())?;
    }
    let threads = args.threads.map_or_else(cores, usize::from);
    let found = find(&path, &files, reader.as_ref(), threads)?;
    drop(reader);
    let Found {
        mut simulation,
        writer,
        source,
        from,
        notes,
    } = found;
    if let Some(every) = args.every {
        simulation.record_every(every);
    }
    let talk = !args.quiet && !args.json;
    if !args.quiet {
        output::note(&notes);
    }
    if talk {
        output::print(&format!(
            "{}\n",
            advice::start_lines(args.verbose, |all| simulation.start_lines(all)).join("\n")
        ))?;
        let (time, end) = (simulation.state().time, simulation.duration());
        let steps = simulation.steps_made();
        output::print(&format!(
            "  resuming at t = {time} s of {end} s, after {steps} steps\n"
        ))?;
    }
    let progress = Progress::after(
        simulation.duration(),
        talk,
        simulation.steps_made() as u64,
        simulation.iterations_made() as u64,
        simulation.state().time,
    );
    let every = simulation.checkpoint_every();
    let session = Session {
        writer,
        progress,
        keeper: Keeper::new(files, source, &args.limits, every, from),
        limits: args.limits.clone(),
        clock,
        quiet: args.quiet,
        json: args.json,
    };
    session.carry_out(&mut simulation)
}

/// The results that are meant, also by the name of a checkpoint of them.
fn results_of(path: &Path) -> PathBuf {
    let text = path.to_string_lossy();
    for ending in [".checkpoint", ".checkpoint.before"] {
        if let Some(results) = text.strip_suffix(ending) {
            return PathBuf::from(results);
        }
    }
    path.to_owned()
}

/// Another version may round differently.
fn same_version(path: &Path, layout: &Layout) -> Result<(), Failure> {
    match layout.attribute("program_version") {
        Some(VERSION) => Ok(()),
        other => Err(Failure::input(format_args!(
            "{} was written by poinsot {}, this is {VERSION}: it could not continue with the same bits\nhelp: use that version, or \
             start again with `poinsot run`",
            path.display(),
            other.unwrap_or("of an unknown version"),
        ))),
    }
}

/// The last checkpoint that fits the results, or the start of the run.
fn find(
    path: &Path,
    files: &CheckpointFiles,
    reader: Option<&Reader>,
    threads: usize,
) -> Result<Found, Failure> {
    let mut notes = String::new();
    for (name, read) in files.read() {
        let checkpoint = match read {
            Ok(checkpoint) => checkpoint,
            Err(error) => {
                notes.push_str(&format!("note: {error}; it is not used\n"));
                continue;
            }
        };
        if let Some(what) = reader.and_then(|r| difference(&checkpoint, r.layout())) {
            notes.push_str(&format!(
                "note: {} is of another run, its {what} differs; it is not used\n",
                name.display()
            ));
            continue;
        }
        let simulation = Simulation::resume(&checkpoint, threads).map_err(refused)?;
        let source = checkpoint.source();
        let mut layout = layout_of(&simulation, &source);
        keep_extras(&mut layout, reader);
        let writer = match reader {
            Some(_) => Writer::go_on(path, &layout, checkpoint.frames),
            None => {
                notes.push_str(&format!(
                    "note: {} is gone; a new file starts at t = {} s\n",
                    path.display(),
                    checkpoint.time
                ));
                // First a checkpoint that counts on no frames: a kill in between leaves one that fits.
                let bytes = simulation.checkpoint(&source, 0);
                files.write(&bytes).map_err(Failure::run)?;
                Writer::create(path, &layout)
            }
        };
        match writer {
            Ok(writer) => {
                // What was not used must not become the checkpoint before the next one.
                if name != files.current {
                    let _ = std::fs::remove_file(&files.current);
                }
                return Ok(Found {
                    simulation,
                    writer,
                    source,
                    from: Some(checkpoint.time),
                    notes,
                });
            }
            Err(error @ FileError::TooShort { .. }) => {
                notes.push_str(&format!("note: {} is not used: {error}\n", name.display()));
            }
            Err(error) => return Err(Failure::input(advice::of_file(&error))),
        }
    }
    let Some(reader) = reader else {
        return Err(Failure::Input(format!(
            "error: there is no {} and no checkpoint of it to resume from\n{notes}help: start with `poinsot run`\n",
            path.display()
        )));
    };
    begin_again(path, files, reader, threads, notes)
}

/// Without a checkpoint the results still hold the model and the settings.
fn begin_again(
    path: &Path,
    files: &CheckpointFiles,
    reader: &Reader,
    threads: usize,
    mut notes: String,
) -> Result<Found, Failure> {
    let fact = |name: &str| {
        reader.layout().attribute(name).ok_or_else(|| {
            Failure::input(format_args!(
                "{} does not contain the {name} of its run, so it cannot be resumed\nhelp: start again with `poinsot run`",
                path.display()
            ))
        })
    };
    let (model, settings) = (fact("model")?, fact("settings")?);
    let set = reader.layout().attribute(SET).unwrap_or_default();
    let kept = reader.layout().attribute(FILES).unwrap_or_default();
    let kept = KeptFiles::from_text(kept).ok_or_else(|| {
        Failure::input(format_args!(
            "the files of the model in {} are damaged\nhelp: start again with `poinsot run`",
            path.display()
        ))
    })?;
    let source = Source::new(path.display().to_string(), model).with_settings(set.lines());
    let source = source.with_files(kept);
    // The name ends like results, so the text decides how it is read.
    let start = match reader.layout().attribute(START) {
        None => None,
        Some(text) => Some(decode_base64(text).ok_or_else(|| {
            Failure::input(format_args!(
                "the start of the run in {} is damaged\nhelp: start again with `poinsot run`",
                path.display()
            ))
        })?),
    };
    let simulation = begin_anew(&source, settings, start.as_deref(), threads).map_err(refused)?;
    let mut layout = layout_of(&simulation, &source);
    keep_extras(&mut layout, Some(reader));
    let writer =
        Writer::go_on(path, &layout, 0).map_err(|e| Failure::input(advice::of_file(&e)))?;
    files.remove();
    notes.push_str(
        "note: there is no checkpoint to resume from; the run starts again from the beginning\n",
    );
    Ok(Found {
        simulation,
        writer,
        source,
        from: None,
        notes,
    })
}

/// What the results of a run must look like.
fn layout_of(simulation: &Simulation, source: &Source) -> Layout {
    let mut layout = simulation.layout().clone();
    let settings = simulation.settings_text();
    let (title, parameters) = (simulation.title(), simulation.parameters());
    describe(&mut layout, title, source, parameters, Some(&settings));
    layout
}

/// Meshes, the drawing and the start are in the results only: a checkpoint needs neither to go on.
fn keep_extras(layout: &mut Layout, reader: Option<&Reader>) {
    for name in [MESHES, DRAWING, REMOVED, START] {
        if let Some(text) = reader.and_then(|r| r.layout().attribute(name)) {
            layout.attributes.push((name.to_owned(), text.to_owned()));
        }
    }
}

/// What tells a checkpoint and results of different runs apart.
fn difference(checkpoint: &Checkpoint, layout: &Layout) -> Option<&'static str> {
    let differs = |name: &str, own: &str| layout.attribute(name) != Some(own);
    if differs("model", &checkpoint.model) {
        return Some("model");
    }
    if layout.attribute(SET).unwrap_or_default() != checkpoint.set {
        return Some("list of settings from outside");
    }
    if layout.attribute(FILES).unwrap_or_default() != checkpoint.files.text() {
        return Some("mesh");
    }
    differs("settings", &checkpoint.settings).then_some("list of settings")
}

/// Why a run cannot go on, with the next step where there is one.
fn refused(error: ResumeError) -> Failure {
    match error {
        ResumeError::Model { problems, text } => {
            Failure::Input(advice::render(problems, Some(&text)))
        }
        ResumeError::StartNotKept { .. } => Failure::input(format_args!(
            "{error}\nhelp: start again with `poinsot run`"
        )),
        other => Failure::input(other),
    }
}

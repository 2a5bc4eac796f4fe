//! `poinsot modes`

use super::files::{Inputs, put_bytes};
use super::linearize::unbalance_note;
use super::modes_table::{campbell_csv, campbell_figure, campbell_json, csv, json, table};
use super::plot::PNG_SCALE;
use crate::args::{self, ModesArgs};
use crate::facade;
use crate::output::{self, Failure};
use poinsot::model::{ModesAbout, ModesKind, Source};
use poinsot::modes::{Modes, ModesError, Study};
use poinsot::results::{Status, Writer};
use poinsot::system::State;
use poinsot_views::plot;
use poinsot_views::provenance::describe;
use poinsot_views::scene;
use std::ffi::OsStr;
use std::path::Path;

/// Largest displacement of a mode that is shown, in sizes of the model.
const AMPLITUDE: f64 = 0.05;
/// Frames of the period that is shown.
const FRAMES: usize = 60;

/// A word of the command line as the model has it.
pub(super) fn about(state: &args::About) -> ModesAbout {
    match state.clone() {
        args::About::Drawn => ModesAbout::AsDrawn,
        args::About::Equilibrium => ModesAbout::Equilibrium,
        args::About::Time(t) => ModesAbout::Time(t),
        args::About::Stored(path, time) => ModesAbout::Stored { path, time },
    }
}

/// What stands in the way: the input, or the work.
pub(super) fn failure(error: ModesError) -> Failure {
    match error {
        ModesError::NoAxis | ModesError::Stored(_) => Failure::input(error),
        other => Failure::run(other),
    }
}

/// Reads, builds, looks for modes, reports.
pub fn modes(args: &ModesArgs) -> Result<(), Failure> {
    let mut loaded = facade::load(&args.model, &args.outside.set).map_err(Failure::Input)?;
    output::note(&loaded.warnings);
    let settings = &mut loaded.model.modes;
    if let Some(count) = args.count {
        settings.count = usize::from(count);
    }
    settings.near = args.near.or(settings.near);
    if let Some(state) = &args.about {
        settings.about = about(state);
    }
    if let Some(kind) = args.kind {
        settings.kind = match kind {
            args::ModesKind::Automatic => ModesKind::Automatic,
            args::ModesKind::Real => ModesKind::Real,
            args::ModesKind::Complex => ModesKind::Complex,
        };
    }
    settings.top_speed = args.top_speed.or(settings.top_speed);
    if let Some(speeds) = args.speeds {
        settings.speeds = usize::from(speeds);
    }
    let (top, speeds) = (settings.top_speed, settings.speeds);
    let ending = args
        .output
        .as_deref()
        .and_then(Path::extension)
        .and_then(OsStr::to_str);
    check_ending(args, ending, top.is_some())?;
    if let Some(path) = &args.output {
        Inputs::of_model(&args.model, &loaded.model).spare(path)?;
    }
    let study = facade::study(&loaded).map_err(Failure::Input)?;
    if let Some(top) = top {
        return sweep(args, &study, top, speeds, ending);
    }
    let (found, state) = study.modes().map_err(failure)?;
    if let (Some(number), Some(path)) = (args.animate, &args.output) {
        animate(
            &study,
            &found,
            &state,
            usize::from(number),
            path,
            &loaded.source,
        )?;
    } else if let Some(path) = &args.output {
        let text = match ending {
            Some("csv") => csv(&found),
            _ => json(study.system(), &found),
        };
        put_bytes(path, text).map_err(|e| failed(path, &e))?;
    }
    if args.json {
        return output::print(&json(study.system(), &found));
    }
    let mut text = format!("{}\n", heading(&study, &found));
    for line in study.start_report().removed_lines(false) {
        text.push_str(&format!("{line}\n"));
    }
    text.push_str(&unbalance_note(&found.linear));
    text.push_str(&table(&found));
    if let Some(path) = &args.output {
        text.push_str(&format!("{}\n", path.display()));
    }
    output::print(&text)
}

/// Refuses endings that nothing can be written to, before any work.
fn check_ending(args: &ModesArgs, ending: Option<&str>, sweep: bool) -> Result<(), Failure> {
    let Some(path) = &args.output else {
        return Ok(());
    };
    let allowed: &[&str] = match (args.animate.is_some(), sweep) {
        (true, true) => {
            return Err(Failure::input(
                "--animate and a sweep of speeds are mutually exclusive: leave one of them out",
            ));
        }
        (true, false) => &["nc"],
        (false, true) => &["json", "csv", "svg", "png"],
        (false, false) => &["json", "csv"],
    };
    if ending.is_some_and(|e| allowed.contains(&e)) {
        return Ok(());
    }
    let list: Vec<String> = allowed.iter().map(|e| format!(".{e}")).collect();
    Err(Failure::input(format_args!(
        "{} cannot be written: the file must end in {}; change the name given with -o",
        path.display(),
        list.join(" or ")
    )))
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::run(format_args!(
        "cannot write {}: {error}; choose another place with -o",
        path.display()
    ))
}

fn heading(study: &Study, found: &Modes) -> String {
    let model = study.model();
    let title = match model.title.is_empty() {
        true => "model",
        false => &model.title,
    };
    let where_ = match &model.modes.about {
        ModesAbout::AsDrawn => "as drawn".to_owned(),
        ModesAbout::Equilibrium => "about equilibrium".to_owned(),
        ModesAbout::Time(t) => format!("frozen at {t} s"),
        ModesAbout::Stored { path, .. } => format!("frozen as in {}", path.display()),
    };
    let turning = match (&model.turning, &model.modes.about) {
        (Some(_), ModesAbout::AsDrawn | ModesAbout::Equilibrium) => ", in the turning frame",
        _ => "",
    };
    let why = match (found.real, found.damped, found.symmetric) {
        (true, false, true) => "real modes: conservative",
        (true, ..) => "real modes, without damping",
        (false, true, true) => "complex modes: damping or gyroscopic terms",
        (false, _, false) => "complex modes: the stiffness is not symmetric",
        (false, false, true) => "complex modes",
    };
    format!(
        "{title}   {} unknowns, {} constraints   {where_}{turning}   {why}",
        found.linear.unknowns, found.linear.rows
    )
}

fn sweep(
    args: &ModesArgs,
    study: &Study,
    top: f64,
    speeds: usize,
    ending: Option<&str>,
) -> Result<(), Failure> {
    let campbell = study.campbell(top, speeds).map_err(failure)?;
    let Some(path) = &args.output else {
        return match args.json {
            true => output::print(&campbell_json(&campbell)),
            false => output::print(&campbell_csv(&campbell)),
        };
    };
    let written = match ending {
        Some("csv") => put_bytes(path, campbell_csv(&campbell)),
        Some("json") => put_bytes(path, campbell_json(&campbell)),
        kind => {
            let scene = plot::scene_of(&campbell_figure(&campbell, &study.model().title));
            match kind {
                Some("png") => {
                    let bytes = plot::to_png(&scene, PNG_SCALE).map_err(|e| failed(path, &e))?;
                    put_bytes(path, bytes)
                }
                _ => put_bytes(path, plot::to_svg(&scene)),
            }
        }
    };
    written.map_err(|e| failed(path, &e))?;
    if args.json {
        return output::print(&campbell_json(&campbell));
    }
    output::print(&format!(
        "{}   {} modes over {} speeds\n",
        path.display(),
        campbell.tracks.len(),
        campbell.speeds.len()
    ))
}

fn animate(
    study: &Study,
    found: &Modes,
    state: &State,
    number: usize,
    path: &Path,
    source: &Source,
) -> Result<(), Failure> {
    let Some(mode) = found.list.get(number - 1) else {
        return Err(Failure::input(format_args!(
            "there is no mode {number}: {} were found, `--count` asks for more",
            found.list.len()
        )));
    };
    let amplitude = AMPLITUDE * study.system().length;
    let (mut layout, rows) = study.animation(state, found, mode, amplitude, FRAMES);
    let title = format!("mode {number}: {:.5} Hz, {}", mode.frequency(), mode.moves);
    describe(&mut layout, &title, source, &study.model().parameters, None);
    scene::store(&mut layout, study.model());
    let mut writer = Writer::create(path, &layout).map_err(Failure::run)?;
    for row in &rows {
        writer.append(row).map_err(Failure::run)?;
    }
    writer.finish(&Status::Complete, &[]).map_err(Failure::run)
}

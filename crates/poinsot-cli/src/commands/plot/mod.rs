//! `poinsot plot`

mod curves;
mod cut;
mod data;
mod listing;
mod orbit;
mod phase;
mod shape;
mod spectrum;

use super::files::{Inputs, put_bytes};
use super::{beside, open, outputs, study};
use crate::args::PlotArgs;
use crate::output::{self, Failure};
use poinsot::results::Reader;
use poinsot_views::plot::{Scene, scene_of, to_png, to_svg};
use std::path::Path;

/// Pixels of a PNG per pixel of the layout: sharp on today's screens and in print.
pub(super) const PNG_SCALE: f64 = 2.0;

/// Draws, or lists what can be drawn.
pub fn plot(args: &PlotArgs) -> Result<(), Failure> {
    if study::is_table(&args.results) {
        return study::plot(args);
    }
    let mut reader = open(&args.results)?;
    if args.list {
        return output::print(&listing::listing(&reader, &args.results));
    }
    let default = beside(&args.results, ".svg");
    let target = args.output.as_deref().unwrap_or(&default);
    let png = is_png(target)?;
    Inputs::of_results(&args.results, reader.layout()).spare(target)?;
    if reader.frames() == 0 {
        return Err(Failure::input(format_args!(
            "{}: the results contain no frame yet ({}); wait for the run or start it again",
            args.results.display(),
            reader.status()
        )));
    }
    let (scene, words) = picture(args, &mut reader)?;
    let bytes = if png {
        to_png(&scene, PNG_SCALE).map_err(Failure::run)?
    } else {
        to_svg(&scene).into_bytes()
    };
    put_bytes(target, bytes).map_err(|e| {
        Failure::run(format_args!(
            "cannot write the picture {}: {e}; choose another place with -o",
            target.display()
        ))
    })?;
    output::print(&format!("{}\n{words}", target.display()))
}

/// The picture that was asked for, and what is said about it.
fn picture(args: &PlotArgs, reader: &mut Reader) -> Result<(Scene, String), Failure> {
    if args.shape {
        return Ok((shape::scene(args, reader)?, String::new()));
    }
    if !args.orbit.is_empty() {
        return Ok((orbit::scene(args, reader)?, String::new()));
    }
    if !args.phase.is_empty() {
        return Ok((scene_of(&phase::figure(args, reader)?), String::new()));
    }
    let mut wanted = outputs(reader, &args.results, &args.outputs)?;
    curves::add_presets(args, &mut wanted, reader)?;
    if args.spectrum {
        if wanted.is_empty() {
            return Err(Failure::input(format_args!(
                "--spectrum of what? give outputs, for example `poinsot plot {0} NAME --spectrum`; `poinsot plot {0} --list` lists them",
                args.results.display()
            )));
        }
        let (figure, words) = spectrum::figure(args, reader, &wanted)?;
        return Ok((scene_of(&figure), words));
    }
    if wanted.is_empty() {
        return standard(args, reader);
    }
    Ok((
        scene_of(&curves::figure(args, reader, &wanted)?),
        String::new(),
    ))
}

/// Without any wish: the model at start and end, its energies, and a short list of the outputs.
fn standard(args: &PlotArgs, reader: &mut Reader) -> Result<(Scene, String), Failure> {
    let mut said = vec!["the model at start (pale) and end"];
    let model = match shape::scene(args, reader) {
        Ok(scene) => Some(scene),
        // Results without anything that has a place still have curves.
        Err(Failure::Input(_)) => {
            said.clear();
            None
        }
        Err(other) => return Err(other),
    };
    let energies = match args.against.is_some() {
        true => Vec::new(),
        false => curves::energies(reader)?,
    };
    let books = match energies.is_empty() || reader.frames() < 2 {
        true => None,
        false => {
            said.push("energies");
            let mut figure = curves::figure(args, reader, &energies)?;
            if model.is_some() {
                figure.title.clear();
            }
            Some(scene_of(&figure))
        }
    };
    let list = listing::short_listing(reader, &args.results);
    let scene = match (model, books) {
        (Some(model), Some(books)) => model.above(books),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => {
            return Err(Failure::input(format_args!(
                "{0}: there is nothing to draw by default; give outputs, `poinsot plot {0} --list` lists them",
                args.results.display()
            )));
        }
    };
    Ok((scene, format!("  shows {}\n{list}", said.join(" and "))))
}

fn is_png(target: &Path) -> Result<bool, Failure> {
    let kind = target.extension().and_then(|e| e.to_str()).unwrap_or("");
    match kind.to_ascii_lowercase().as_str() {
        "svg" => Ok(false),
        "png" => Ok(true),
        _ => Err(Failure::input(format_args!(
            "{}: a picture ends in .svg or .png; change the name given with -o",
            target.display()
        ))),
    }
}

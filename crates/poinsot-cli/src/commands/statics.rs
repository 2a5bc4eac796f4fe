//! `poinsot statics`

use super::files::Inputs;
use super::run::start_file;
use super::session::clock;
use super::stop::{self, OpenResults, Work};
use crate::advice;
use crate::args::StaticsArgs;
use crate::facade::Loaded;
use crate::facade::{self, PathReport};
use crate::output::{self, Failure};
use poinsot::model::{Statics, Vary};
use poinsot::results::{FileError, Status};
use poinsot::simulation::Control;
use poinsot::statics::{CriticalKind, PathEnd, Point, name};
use poinsot_views::provenance::{self, describe, describe_removed};
use poinsot_views::scene;
use std::time::Instant;

/// Reads, builds, follows the path, reports.
pub fn statics(args: &StaticsArgs) -> Result<(), Failure> {
    let mut loaded = facade::load(&args.model, &args.outside.set).map_err(Failure::Input)?;
    if !args.quiet {
        output::note(&loaded.warnings);
    }
    if let Some(until) = args.until {
        let s = &mut loaded.model.statics;
        s.until = until;
        s.increment = s.increment.map(|i| i.min(until));
        s.every = s.every.map(|e| e.min(until));
        s.factors.clear();
    }
    record_at(&args.at, &mut loaded.model.statics)?;
    let started = Instant::now();
    let mut analysis = facade::analyse(&loaded).map_err(Failure::Input)?;
    let mut layout = analysis.layout().clone();
    let Loaded { model, source, .. } = &loaded;
    describe(&mut layout, &model.title, source, &model.parameters, None);
    scene::store(&mut layout, &loaded.model);
    describe_removed(&mut layout, analysis.start_report());
    let (writer, path) = start_file(
        &args.model,
        &Inputs::of_model(&args.model, &loaded.model),
        args.output.as_deref(),
        args.force,
        &layout,
    )?;
    let results = OpenResults::new(writer);
    let work = Work {
        part: "point",
        resumes: false,
        json: args.json,
    };
    let asked = stop::listen(&results, work);
    let talk = !args.quiet && !args.json;
    if talk {
        let heading = heading(loaded.model.statics.vary);
        let mut lines = vec![analysis.start_line()];
        let start = analysis.start_report();
        lines.extend(advice::start_lines(args.verbose, |all| {
            start.removed_lines(all)
        }));
        output::print(&format!("{}\n{heading}", lines.join("\n")))?;
    }
    let mut report = PathReport::default();
    let mut error: Option<FileError> = None;
    let mut closed = false;
    let displacement = analysis.displacements();
    let end = analysis.run(&mut |point, row| {
        let moved = displacement.largest(&point.state);
        report.add(point, moved);
        if talk && !closed {
            // A closed pipe is no reason to lose the results.
            closed = output::print(&line(point, moved)).is_err();
        }
        let written = results.with(|writer| writer.append(row).and_then(|()| writer.flush()));
        if let Some(Err(e)) = written {
            error = Some(e);
            return Control::Stop;
        }
        match stop::heard(asked) {
            true => Control::Stop,
            false => Control::Continue,
        }
    });
    let failure = match (&error, &end) {
        (Some(error), _) => Some(error.to_string()),
        (None, PathEnd::Failed(error)) => Some(match report.points() {
            0 => error.to_string(),
            _ => advice::with_picture(&error.to_string(), &path),
        }),
        _ => None,
    };
    let status = match (&failure, &end) {
        (Some(text), _) => Status::Failed(provenance::in_short(text)),
        (None, PathEnd::Stopped) => Status::Interrupted,
        (None, _) => Status::Complete,
    };
    let failure = finish(&results, &status, &report).or(failure);
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let text = report.json(&path, &status, failure.as_deref(), seconds);
        output::print(&text)?;
    } else if talk {
        let mut text = report.text();
        if end == PathEnd::Points {
            text.push_str("  `max_points` was reached before the end of the path\n");
        }
        if status == Status::Interrupted {
            text.push_str("  interrupted on request before the end of the path; the points found so far are kept\n");
        }
        let shown = path.display();
        let (points, time) = (report.points(), clock(seconds));
        text.push_str(&match points {
            0 => format!("  no point was found   {time}\n"),
            1 => format!("  results {shown}   1 point   {time}   next: poinsot report {shown}\n"),
            n => {
                format!("  results {shown}   {n} points   {time}   next: poinsot report {shown}\n")
            }
        });
        output::print(&text)?;
    }
    match (failure, status) {
        (Some(text), _) => Err(Failure::run(text)),
        // A script must not take half a path for a whole one.
        (None, Status::Interrupted) => Err(Failure::Stopped),
        (None, _) => Ok(()),
    }
}

/// What `--at` asks for takes the place of what the model records.
fn record_at(factors: &[f64], s: &mut Statics) -> Result<(), Failure> {
    let Some(last) = factors.last() else {
        return Ok(());
    };
    if factors.windows(2).any(|pair| pair[0] >= pair[1]) {
        let text = "the numbers of --at must increase, such as --at 0.5,1,1.5";
        return Err(Failure::input(text));
    }
    if s.arc_length {
        let text = "--at cannot be combined with `arc_length` in [statics]: along the arc the factor is an unknown";
        return Err(Failure::input(text));
    }
    s.factors = factors.to_vec();
    s.every = None;
    s.until = *last;
    s.increment = s.increment.map(|i| i.min(*last));
    Ok(())
}

fn finish(results: &OpenResults, status: &Status, report: &PathReport) -> Option<String> {
    let (points, iterations) = (report.points(), report.iterations());
    let late = provenance::end_of_path(points, iterations, report.critical());
    results.finish(status, &late).err().map(|e| e.to_string())
}

/// Head of the table of points.
fn heading(vary: Vary) -> String {
    format!("  {:>11}   largest displacement   Newton\n", name(vary))
}

fn line(point: &Point, moved: f64) -> String {
    let stability = match point.unstable {
        Some(0) => "stable".to_owned(),
        Some(1) => "unstable in 1 direction".to_owned(),
        Some(n) => format!("unstable in {n} directions"),
        None => "".to_owned(),
    };
    let note = match (point.critical, point.settled) {
        (Some(CriticalKind::Limit), _) => "limit point",
        (Some(CriticalKind::Bifurcation), _) => "bifurcation",
        (None, true) => "came to rest",
        (None, false) => &stability,
    };
    format!(
        "  {:11.6}   {moved:18.6e} m   {:6}   {note}\n",
        point.parameter, point.iterations
    )
}

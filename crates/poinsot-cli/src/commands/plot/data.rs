//! The numbers of a picture.

use crate::args::PlotArgs;
use crate::output::Failure;
use poinsot::results::{FileError, Layout, OutputId, Reader};

/// Some columns over the frames that are shown.
pub struct Shown {
    pub times: Vec<f64>,
    /// As many as were asked for.
    pub columns: Vec<Vec<f64>>,
}

/// Reads columns over `--from` to `--to`, in frames that have values of all of them.
pub fn shown(args: &PlotArgs, reader: &mut Reader, wanted: &[usize]) -> Result<Shown, Failure> {
    let sparse = wanted.iter().any(|&c| reader.is_sparse(c));
    read(args, reader, wanted, sparse)
}

/// The same in all frames: values that only some frames have are NaN in the others.
pub fn shown_with_gaps(
    args: &PlotArgs,
    reader: &mut Reader,
    wanted: &[usize],
) -> Result<Shown, Failure> {
    read(args, reader, wanted, false)
}

fn read(
    args: &PlotArgs,
    reader: &mut Reader,
    wanted: &[usize],
    full: bool,
) -> Result<Shown, Failure> {
    let mut columns = vec![0];
    columns.extend(wanted);
    let mut values = reader.columns(&columns).map_err(unread)?;
    let mut keep = within(args, &values[0])?;
    if full {
        only_full(args, reader, &values[0], &mut keep)?;
    }
    for series in &mut values {
        let mut k = 0;
        series.retain(|_| {
            k += 1;
            keep[k - 1]
        });
    }
    let columns = values.split_off(1);
    Ok(Shown {
        times: values.swap_remove(0),
        columns,
    })
}

/// Which frames are shown; at least one.
pub fn within(args: &PlotArgs, times: &[f64]) -> Result<Vec<bool>, Failure> {
    let keep: Vec<bool> = times.iter().map(|t| args.shows(*t)).collect();
    some(args, times, &keep)?;
    Ok(keep)
}

/// Of the frames that are shown, only those with values of flexible bodies; at least one.
pub fn only_full(
    args: &PlotArgs,
    reader: &Reader,
    times: &[f64],
    keep: &mut [bool],
) -> Result<(), Failure> {
    let full = reader.full_frames();
    for (k, keep) in keep.iter_mut().enumerate() {
        *keep &= full.binary_search(&k).is_ok();
    }
    let full: Vec<f64> = full.iter().map(|&k| times[k]).collect();
    some(args, &full, keep)
}

/// Refuses a choice without any frame.
fn some(args: &PlotArgs, times: &[f64], keep: &[bool]) -> Result<(), Failure> {
    match keep.contains(&true) {
        true => Ok(()),
        false => Err(Failure::input(format_args!(
            "{}: there is no frame from {} to {} s; {}",
            args.results.display(),
            args.from.map_or("the start".to_owned(), |t| t.to_string()),
            args.to.map_or("the end".to_owned(), |t| t.to_string()),
            span(times)
        ))),
    }
}

/// What times there are, in words.
pub fn span(times: &[f64]) -> String {
    let finite = times.iter().filter(|t| t.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &t| {
        (a.min(t), b.max(t))
    });
    match times.len() {
        0 => "the file contains no frame: run the model again".to_owned(),
        1 => format!("the only one is at {low} s"),
        n => format!("there are {n} from {low} to {high} s: choose --from and --to between them"),
    }
}

/// Results that cannot be read.
pub fn unread(error: FileError) -> Failure {
    Failure::run(error)
}

/// `--title`, or that of the model.
pub fn title(args: &PlotArgs, layout: &Layout) -> String {
    let title = args.title.clone();
    title.unwrap_or_else(|| layout.attribute("title").unwrap_or("").to_owned())
}

/// A name with its unit.
pub fn with_unit(name: &str, unit: &str) -> String {
    match (name, unit) {
        (name, "" | "1") => name.to_owned(),
        ("", unit) => format!("[{unit}]"),
        (name, unit) => format!("{name} [{unit}]"),
    }
}

/// The output if there is one, the variable if all are of one, otherwise the unit.
pub fn y_label(layout: &Layout, members: &[&OutputId], around: impl Fn(&str) -> String) -> String {
    let unit = members.first().map_or("", |o| o.unit.as_str());
    let name = match members {
        [one] => one.name.clone(),
        [first, rest @ ..] if rest.iter().all(|o| o.variable == first.variable) => {
            layout.variables[first.variable].name.replace('_', " ")
        }
        _ => String::new(),
    };
    match name.is_empty() {
        true => with_unit("", unit),
        false => with_unit(&around(&name), unit),
    }
}

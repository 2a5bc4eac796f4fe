//! Outputs over time or over each other.

use super::data::{shown_with_gaps, title, unread, with_unit, y_label};
use crate::args::PlotArgs;
use crate::commands::outputs;
use crate::output::Failure;
use poinsot::results::{Layout, OutputId, Reader, output_names};
use poinsot_views::plot::{Figure, Panel, Series};

/// Words in the names of variables that belong to the energy ledger.
const LEDGER: [&str; 8] = [
    "ledger",
    "work",
    "loss",
    "dissipat",
    "energy_gap",
    "momentum_gap",
    "joint_gap",
    "drift",
];

/// Of these, what should be zero: drawn apart, or the large terms would hide it.
const SMALL: [&str; 4] = ["gap", "drift", "error", "residual"];

/// One panel per group of outputs.
pub fn figure(
    args: &PlotArgs,
    reader: &mut Reader,
    wanted: &[OutputId],
) -> Result<Figure, Failure> {
    let against = match &args.against {
        None => None,
        Some(name) => Some(one_output(args, reader, "--against", name)?),
    };
    let mut columns = vec![against.as_ref().map_or(0, |o| o.column)];
    columns.extend(wanted.iter().map(|o| o.column));
    let mut values = shown_with_gaps(args, reader, &columns)?.columns;
    let x = values.remove(0);
    let sparse_x = reader.is_sparse(columns[0]);
    let panels = panels(reader.layout(), wanted, values, |y| {
        if args.log {
            y.iter_mut().for_each(|v| *v = v.abs());
        }
    });
    let layout = reader.layout();
    let same_unit = |o: &OutputId| wanted.iter().all(|w| w.unit == o.unit);
    let equal = !args.log && against.as_ref().is_some_and(same_unit);
    let around = |name: &str| match args.log {
        true => format!("|{name}|"),
        false => name.to_owned(),
    };
    let made = panels.into_iter().map(|(members, series)| Panel {
        y_label: y_label(layout, &members, around),
        log: args.log,
        series: with_names(&members, series, &x, |o| {
            sparse_x || reader.is_sparse(o.column)
        }),
        marks: Vec::new(),
    });
    let panels = made.collect();
    Ok(Figure {
        equal,
        title: title(args, layout),
        x_label: against.map_or("time [s]".to_owned(), |o| with_unit(&o.name, &o.unit)),
        panels,
        ..Figure::default()
    })
}

/// Curves with their names. Those of values that only some frames have go from one of these to the next.
fn with_names(
    members: &[&OutputId],
    series: Vec<Vec<f64>>,
    x: &[f64],
    is_sparse: impl Fn(&OutputId) -> bool,
) -> Vec<Series> {
    let named = members.iter().zip(series).map(|(output, y)| {
        let sparse = is_sparse(output);
        let points = x.iter().zip(&y);
        let points = points.filter(|(x, y)| !sparse || !(x.is_nan() || y.is_nan()));
        let (x, y) = points.unzip();
        Series {
            name: output.name.clone(),
            x,
            y,
        }
    });
    named.collect()
}

/// Outputs that share a panel, with their values.
pub type Group<'a> = (Vec<&'a OutputId>, Vec<Vec<f64>>);

/// What shares a panel: one unit, and either quantities or what is left over of them.
pub fn panels<'a>(
    layout: &Layout,
    wanted: &'a [OutputId],
    values: Vec<Vec<f64>>,
    change: impl Fn(&mut Vec<f64>),
) -> Vec<Group<'a>> {
    let key = |output: &OutputId| {
        let name = &layout.variables[output.variable].name;
        let small = SMALL.iter().any(|word| name.contains(word));
        (output.unit.clone(), small)
    };
    let mut groups: Vec<((String, bool), Group<'a>)> = Vec::new();
    for (output, mut y) in wanted.iter().zip(values) {
        change(&mut y);
        let key = key(output);
        let index = match groups.iter().position(|(known, _)| *known == key) {
            Some(index) => index,
            None => {
                groups.push((key, (Vec::new(), Vec::new())));
                groups.len() - 1
            }
        };
        groups[index].1.0.push(output);
        groups[index].1.1.push(y);
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The one output that a name stands for.
pub fn one_output(
    args: &PlotArgs,
    reader: &Reader,
    option: &str,
    name: &String,
) -> Result<OutputId, Failure> {
    let found = outputs(reader, &args.results, std::slice::from_ref(name))?;
    match <[OutputId; 1]>::try_from(found) {
        Ok([one]) => Ok(one),
        Err(many) => {
            let names: Vec<&str> = many.iter().take(6).map(|o| o.name.as_str()).collect();
            let more = if many.len() > 6 { ", ..." } else { "" };
            Err(Failure::input(format_args!(
                "{option} takes one output, `{name}` means {}{more}; give one of them",
                names.join(", ")
            )))
        }
    }
}

/// Whether a variable belongs to the ledger.
fn is_ledger(name: &str) -> bool {
    LEDGER.iter().any(|word| name.contains(word))
}

/// Adds what `--energy` and `--ledger` ask for.
pub fn add_presets(
    args: &PlotArgs,
    wanted: &mut Vec<OutputId>,
    reader: &mut Reader,
) -> Result<(), Failure> {
    if args.energy {
        let found = energies(reader)?;
        need(args, "energy", &found)?;
        add(wanted, found);
    }
    if args.ledger {
        let found = living(reader, is_ledger)?;
        need(args, "ledger", &found)?;
        add(wanted, found);
    }
    Ok(())
}

/// All energies that are not zero all the time.
pub fn energies(reader: &mut Reader) -> Result<Vec<OutputId>, Failure> {
    living(reader, |name| name.contains("energy") && !is_ledger(name))
}

fn need(args: &PlotArgs, preset: &str, found: &[OutputId]) -> Result<(), Failure> {
    match found.is_empty() {
        false => Ok(()),
        true => Err(Failure::input(format_args!(
            "{}: the results have no output for --{preset}; `poinsot plot {} --list` lists what they have",
            args.results.display(),
            args.results.display()
        ))),
    }
}

fn add(wanted: &mut Vec<OutputId>, found: Vec<OutputId>) {
    for output in found {
        if !wanted.contains(&output) {
            wanted.push(output);
        }
    }
}

/// The outputs whose variable fits, without those that are zero all the time, unless all are.
fn living(reader: &mut Reader, fits: impl Fn(&str) -> bool) -> Result<Vec<OutputId>, Failure> {
    let layout = reader.layout();
    let mut found = output_names(layout);
    found.retain(|o| fits(&layout.variables[o.variable].name));
    let columns: Vec<usize> = found.iter().map(|o| o.column).collect();
    let values = reader.columns(&columns).map_err(unread)?;
    let lives: Vec<bool> = values.iter().map(|y| y.iter().any(|v| *v != 0.0)).collect();
    if lives.contains(&true) {
        let mut k = 0;
        found.retain(|_| {
            k += 1;
            lives[k - 1]
        });
    }
    Ok(found)
}

//! `poinsot plot`

use super::{beside, not_onto_itself, open, outputs};
use crate::args::PlotArgs;
use crate::output::{self, Failure};
use crate::plot::{Figure, Panel, Series, scene_of, to_png, to_svg};
use poinsot::results::{Layout, OutputId, Reader, output_names};
use std::path::Path;

/// Words in the names of variables that belong to the energy ledger.
const LEDGER: [&str; 6] = ["ledger", "work", "loss", "dissipat", "gap", "drift"];

/// Of these, what should be zero: drawn apart, or the large terms would hide it.
const SMALL: [&str; 4] = ["gap", "drift", "error", "residual"];

/// Pixels of a PNG per pixel of the layout: sharp on today's screens and in print.
pub(super) const PNG_SCALE: f64 = 2.0;

/// Draws, or lists what can be drawn.
pub fn plot(args: &PlotArgs) -> Result<(), Failure> {
    let mut reader = open(&args.results)?;
    let mut wanted = outputs(&reader, &args.results, &args.outputs)?;
    if args.energy {
        let fits = |name: &str| name.contains("energy") && !is_ledger(name);
        add_preset(&mut wanted, &mut reader, "energy", fits)?;
    }
    if args.ledger {
        add_preset(&mut wanted, &mut reader, "ledger", is_ledger)?;
    }
    if wanted.is_empty() {
        return output::print(&listing(&reader, &args.results));
    }
    let default = beside(&args.results, ".svg");
    let target = args.output.as_deref().unwrap_or(&default);
    let kind = target.extension().and_then(|e| e.to_str()).unwrap_or("");
    let png = match kind.to_ascii_lowercase().as_str() {
        "svg" => false,
        "png" => true,
        _ => {
            return Err(Failure::input(format_args!(
                "{}: a picture ends in .svg or .png",
                target.display()
            )));
        }
    };
    not_onto_itself(&args.results, target)?;
    let figure = figure(args, &mut reader, &wanted)?;
    let scene = scene_of(&figure);
    let bytes = if png {
        to_png(&scene, PNG_SCALE).map_err(Failure::run)?
    } else {
        to_svg(&scene).into_bytes()
    };
    std::fs::write(target, bytes)
        .map_err(|e| Failure::run(format_args!("cannot write {}: {e}", target.display())))?;
    output::print(&format!("{}\n", target.display()))
}

fn is_ledger(name: &str) -> bool {
    LEDGER.iter().any(|word| name.contains(word))
}

/// Adds the outputs whose variable fits, without those that are zero all the time.
fn add_preset(
    wanted: &mut Vec<OutputId>,
    reader: &mut Reader,
    preset: &str,
    fits: impl Fn(&str) -> bool,
) -> Result<(), Failure> {
    let layout = reader.layout();
    let mut found = output_names(layout);
    found.retain(|o| fits(&layout.variables[o.variable].name));
    if found.is_empty() {
        return Err(Failure::input(format_args!(
            "the results have no output for --{preset}"
        )));
    }
    let columns: Vec<usize> = found.iter().map(|o| o.column).collect();
    let values = reader.columns(&columns).map_err(Failure::run)?;
    let lives: Vec<bool> = values.iter().map(|y| y.iter().any(|v| *v != 0.0)).collect();
    let all = !lives.contains(&true);
    for (output, lives) in found.into_iter().zip(lives) {
        if (lives || all) && !wanted.contains(&output) {
            wanted.push(output);
        }
    }
    Ok(())
}

/// The outputs with their units, one line per variable and thing.
fn listing(reader: &Reader, path: &Path) -> String {
    let layout = reader.layout();
    let mut text = format!(
        "{}   {} frames, {}\n",
        path.display(),
        reader.frames(),
        reader.status()
    );
    let mut lines: Vec<(String, String, &str)> = Vec::new();
    for output in output_names(layout) {
        let variable = &layout.variables[output.variable];
        // `top.position.x`, `.y`, `.z` share a line if the last word is a component.
        let group = output
            .name
            .rsplit_once('.')
            .filter(|(group, _)| group.ends_with(variable.name.as_str()));
        match (group, lines.last_mut()) {
            (Some((group, part)), Some((name, _, _)))
                if name.starts_with(&format!("{group}.{{")) =>
            {
                name.pop();
                name.push_str(&format!(",{part}}}"));
            }
            (Some((group, part)), _) => lines.push((
                format!("{group}.{{{part}}}"),
                format!("[{}]", output.unit),
                &variable.description,
            )),
            (None, _) => lines.push((
                output.name.clone(),
                format!("[{}]", output.unit),
                &variable.description,
            )),
        }
    }
    let name_width = lines.iter().map(|l| l.0.chars().count()).max().unwrap_or(0);
    let unit_width = lines.iter().map(|l| l.1.chars().count()).max().unwrap_or(0);
    for (name, unit, description) in lines {
        let line = format!("  {name:name_width$}  {unit:unit_width$}  {description}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// One panel per group of outputs.
fn figure(args: &PlotArgs, reader: &mut Reader, wanted: &[OutputId]) -> Result<Figure, Failure> {
    let against = match &args.against {
        None => None,
        Some(name) => {
            let found = outputs(reader, &args.results, std::slice::from_ref(name))?;
            match <[OutputId; 1]>::try_from(found) {
                Ok([one]) => Some(one),
                Err(many) => {
                    let names: Vec<&str> = many.iter().map(|o| o.name.as_str()).collect();
                    return Err(Failure::input(format_args!(
                        "--against takes one output, `{name}` stands for {}",
                        names.join(", ")
                    )));
                }
            }
        }
    };
    let mut columns = vec![0, against.as_ref().map_or(0, |o| o.column)];
    columns.extend(wanted.iter().map(|o| o.column));
    let mut values = reader.columns(&columns).map_err(Failure::run)?;
    let (from, to) = (
        args.from.unwrap_or(f64::NEG_INFINITY),
        args.to.unwrap_or(f64::INFINITY),
    );
    let shown: Vec<bool> = values[0].iter().map(|t| (from..=to).contains(t)).collect();
    if !shown.contains(&true) {
        return Err(Failure::input("there is no frame in the time asked for"));
    }
    for series in &mut values {
        let mut keep = shown.iter();
        series.retain(|_| keep.next().copied().unwrap_or(false));
    }
    let x = values[1].clone();
    let mut panels: Vec<((&str, bool), Panel)> = Vec::new();
    for (output, mut y) in wanted.iter().zip(values.drain(..).skip(2)) {
        if args.log {
            y.iter_mut().for_each(|v| *v = v.abs());
        }
        let group = group(reader.layout(), output);
        let index = match panels.iter().position(|(known, _)| *known == group) {
            Some(index) => index,
            None => {
                panels.push((group, Panel::default()));
                panels.len() - 1
            }
        };
        panels[index].1.log = args.log;
        panels[index].1.series.push(Series {
            name: output.name.clone(),
            x: x.clone(),
            y,
        });
    }
    let layout = reader.layout();
    let same_unit = |o: &OutputId| wanted.iter().all(|w| w.unit == o.unit);
    let equal = !args.log && against.as_ref().is_some_and(same_unit);
    let panels = panels.into_iter().map(|(key, mut panel)| {
        let members: Vec<&OutputId> = wanted.iter().filter(|o| group(layout, o) == key).collect();
        panel.y_label = y_label(layout, &members, args.log);
        panel
    });
    let title = args.title.clone();
    Ok(Figure {
        equal,
        title: title.unwrap_or_else(|| layout.attribute("title").unwrap_or("").to_owned()),
        x_label: against.map_or("time [s]".to_owned(), |o| with_unit(&o.name, &o.unit)),
        panels: panels.collect(),
    })
}

/// What shares a panel: one unit, and either quantities or what is left over of them.
fn group<'a>(layout: &Layout, output: &'a OutputId) -> (&'a str, bool) {
    let name = &layout.variables[output.variable].name;
    let small = SMALL.iter().any(|word| name.contains(word));
    (&output.unit, small)
}

/// The output if there is one, the variable if all are of one, otherwise the unit.
fn y_label(layout: &Layout, members: &[&OutputId], log: bool) -> String {
    let unit = members.first().map_or("", |o| o.unit.as_str());
    let name = match members {
        [one] => one.name.clone(),
        [first, rest @ ..] if rest.iter().all(|o| o.variable == first.variable) => {
            layout.variables[first.variable].name.replace('_', " ")
        }
        _ => String::new(),
    };
    match (log, name.is_empty()) {
        (true, false) => with_unit(&format!("|{name}|"), unit),
        _ => with_unit(&name, unit),
    }
}

fn with_unit(name: &str, unit: &str) -> String {
    match (name, unit) {
        (name, "" | "1") => name.to_owned(),
        ("", unit) => format!("[{unit}]"),
        (name, unit) => format!("{name} [{unit}]"),
    }
}

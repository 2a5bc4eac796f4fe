//! `--shape`: the model as it stands at chosen times.

use super::super::warn_of_old_name;
use super::cut::section;
use super::data::{only_full, span, title, unread, within};
use super::orbit::paths;
use super::spectrum::digits;
use crate::args::{OnOff, PlotArgs};
use crate::output::{Failure, note};
use poinsot::math::V3;
use poinsot::results::{Layout, Reader};
use poinsot::units::{Dimension, parse_quantity};
use poinsot_views::plot::Scene;
use poinsot_views::plot::shape::{Forces, MeshLook, Quantity, Snapshot, View, scene_of};
use poinsot_views::scene::{Magnifier, Scene as Seen};

/// Which way is up in the model of the results.
pub fn upward(layout: &Layout) -> V3 {
    Seen::of(layout).items.up.unwrap_or_else(V3::z)
}

/// The picture at the times asked for; without any, at start and end.
pub fn scene(args: &PlotArgs, reader: &mut Reader) -> Result<Scene, Failure> {
    let times = reader.times().map_err(unread)?;
    let mut keep = within(args, &times)?;
    // Frames without fields do not say where flexible bodies are.
    only_full(args, reader, &times, &mut keep)?;
    let allowed: Vec<usize> = (0..times.len()).filter(|&k| keep[k]).collect();
    let frames = match (&args.at, args.frames) {
        (Some(at), _) => nearest(args, &times, &allowed, &at.0)?,
        (None, Some(count)) => spread(&times, &allowed, usize::from(count)),
        (None, None) => spread(&times, &allowed, 2),
    };
    let mut rows = Vec::with_capacity(frames.len());
    for &frame in &frames {
        rows.push(reader.frame(frame).map_err(unread)?);
    }
    let start = match args.scale {
        Some(_) => reader.frame(0).map_err(unread)?,
        None => Vec::new(),
    };
    let paths = match args.orbit.is_empty() {
        true => Vec::new(),
        false => paths(args, reader)?.0,
    };
    let layout = reader.layout();
    let seen = Seen::of(layout);
    for why in &seen.notes {
        note(&format!("warning: {}: {why}\n", args.results.display()));
    }
    let color = match &args.color {
        None => None,
        Some(word) => {
            let quantity = Quantity::new(layout, word).map_err(Failure::input)?;
            warn_of_old_name(layout, quantity.variable(), word);
            Some(quantity)
        }
    };
    if seen.items.is_empty() {
        return Err(Failure::input(format_args!(
            "{}: the results contain no body, beam or cable to draw; give outputs instead, `poinsot plot {} --list` lists them",
            args.results.display(),
            args.results.display()
        )));
    }
    let mut caption = caption(layout, &rows);
    if let Some(factor) = args.scale {
        let mut magnifier = Magnifier::new(&seen, start, factor);
        rows.iter().for_each(|row| magnifier.look(row));
        rows.iter_mut().for_each(|row| *row = magnifier.row(row));
        caption = format!("{caption}; {}", magnifier.text());
    }
    let cut = section(args, &seen, &rows)?;
    if let Some((_, text)) = &cut {
        caption = format!("{caption}; {text}");
    }
    let range = match (&args.range, &color) {
        (Some(text), Some(quantity)) => {
            let range = range(text, quantity.unit());
            Some(range.map_err(|why| Failure::input(format_args!("--range {text}: {why}")))?)
        }
        _ => None,
    };
    Ok(scene_of(&Snapshot {
        title: title(args, layout),
        caption,
        scene: &seen,
        rows,
        view: args.view.unwrap_or(View::Iso),
        color,
        range,
        mesh: MeshLook {
            lines: args.lines.map(|when| when == OnOff::On),
            normals: args.normals,
        },
        forces: forces(args, &seen, layout)?,
        cut: cut.map(|(section, _)| section),
        paths: paths.into_iter().map(|p| (p.name, p.points)).collect(),
    }))
}

/// Which contact forces are drawn.
fn forces(args: &PlotArgs, seen: &Seen, layout: &Layout) -> Result<Option<Forces>, Failure> {
    if !args.forces {
        return Ok(None);
    }
    if seen.columns.touch_force.is_none() {
        return Err(Failure::input(format_args!(
            "{}: the results hold no contact forces, for the model has no [[contact_shape]]; leave --forces out",
            args.results.display()
        )));
    }
    Ok(Some(Forces {
        shapes: seen.arrowed(layout),
        scale: args.force_scale,
    }))
}

/// Two values, each with a unit or without; a unit at the end is that of both.
fn range(text: &str, unit: &str) -> Result<[f64; 2], String> {
    let example = "expected two rising values, for example 0,2e8 or \"0,200 MPa\"";
    let (low, high) = text.split_once(',').ok_or(example)?;
    let of = Dimension::named()
        .iter()
        .find(|d| parse_quantity(&format!("1 {unit}"), **d).is_ok_and(|one| one == 1.0));
    let value = |text: &str| match (text.trim().parse::<f64>(), of) {
        (Ok(value), _) => Ok(value),
        (Err(_), Some(of)) => parse_quantity(text.trim(), *of).map_err(|e| e.to_string()),
        (Err(_), None) => Err(example.to_owned()),
    };
    let last = high.trim();
    let number = last.len() - last.trim_start_matches(|c: char| !c.is_whitespace()).len();
    let ends = match low.trim().parse::<f64>() {
        Ok(_) if last.parse::<f64>().is_err() => [
            format!("{} {}", low.trim(), &last[number..]),
            last.to_owned(),
        ],
        _ => [low.to_owned(), last.to_owned()],
    };
    let [low, high] = [value(&ends[0])?, value(&ends[1])?];
    match low < high && low.is_finite() && high.is_finite() {
        true => Ok([low, high]),
        false => Err(example.to_owned()),
    }
}

/// The frames nearest to some times, in the order asked for.
fn nearest(
    args: &PlotArgs,
    times: &[f64],
    allowed: &[usize],
    wanted: &[f64],
) -> Result<Vec<usize>, Failure> {
    let ends = (times[allowed[0]], times[allowed[allowed.len() - 1]]);
    let (low, high) = allowed
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &k| {
            (a.min(times[k]), b.max(times[k]))
        });
    // A little outside is a matter of rounding, or of the last step of an interrupted run.
    let slack = 1e-6 * (high - low) + 0.5 * (ends.1 - ends.0).abs() / allowed.len() as f64;
    let mut frames = Vec::with_capacity(wanted.len());
    for &t in wanted {
        if t < low - slack || t > high + slack {
            return Err(Failure::input(format_args!(
                "{}: --at {t}: there is no frame at this time; {}",
                args.results.display(),
                span(times)
            )));
        }
        let far = |k: &&usize| (times[**k] - t).abs();
        let best = allowed.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
        frames.extend(best);
    }
    frames.dedup();
    Ok(frames)
}

/// So many frames, evenly over the time; by number where time turns back.
fn spread(times: &[f64], allowed: &[usize], count: usize) -> Vec<usize> {
    let last = allowed.len() - 1;
    let forward = allowed.windows(2).all(|w| times[w[1]] >= times[w[0]]);
    let (start, end) = (times[allowed[0]], times[allowed[last]]);
    let mut frames: Vec<usize> = (0..count)
        .map(|n| match (count, forward) {
            (1, _) => allowed[last],
            (_, false) => allowed[(n * last + (count - 1) / 2) / (count - 1)],
            (_, true) => {
                let t = start + (end - start) * n as f64 / (count - 1) as f64;
                let after = allowed.partition_point(|&k| times[k] < t).min(last);
                let before = after.saturating_sub(1);
                let nearer = t - times[allowed[before]] < times[allowed[after]] - t;
                allowed[if nearer { before } else { after }]
            }
        })
        .collect();
    frames.dedup();
    frames
}

/// Which instants are shown, in words.
fn caption(layout: &Layout, rows: &[Vec<f64>]) -> String {
    let factor = layout
        .variables
        .iter()
        .position(|v| v.name == "load_factor");
    let by_load = factor.is_some_and(|index| {
        let column = layout.offset(index);
        rows.iter().all(|row| row[column] == row[0])
    });
    let unit = if by_load { "" } else { " s" };
    let name = if by_load { "load factor" } else { "t =" };
    let each: Vec<String> = rows.iter().map(|row| digits(row[0])).collect();
    match each.as_slice() {
        [] => String::new(),
        [one] => format!("{name} {one}{unit}"),
        [first, last] => format!("{name} {first}{unit} (pale) and {last}{unit}"),
        many if many.len() <= 8 => format!("{name} {}{unit}, palest first", many.join(", ")),
        [first, .., last] => format!(
            "{name} {first} to {last}{unit}, {} instants, palest first",
            each.len()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_units_or_none() {
        assert_eq!(range("0,2e8", "N/m^2"), Ok([0.0, 2e8]));
        assert_eq!(range("-1,200 MPa", "N/m^2"), Ok([-1e6, 2e8]));
        assert_eq!(range("50 kPa, 0.2 GPa", "N/m^2"), Ok([5e4, 2e8]));
        assert_eq!(range("0,1e-3", "1"), Ok([0.0, 1e-3]));
        for bad in ["3", "2,1", "0,1 kg", "a,b", "0,inf", ","] {
            assert!(range(bad, "N/m^2").is_err(), "{bad}");
        }
    }

    #[test]
    fn frames_are_spread_over_time() {
        let times = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.9, 1.0];
        let all: Vec<usize> = (0..8).collect();
        assert_eq!(spread(&times, &all, 2), [0, 7]);
        assert_eq!(spread(&times, &all, 3), [0, 5, 7]);
        assert_eq!(spread(&times, &all, 1), [7]);
        assert_eq!(spread(&times, &all[..1], 4), [0]);
        let path = [0.0, 1.0, 2.0, 1.0, 0.0];
        assert_eq!(spread(&path, &[0, 1, 2, 3, 4], 3), [0, 2, 4]);
    }
}

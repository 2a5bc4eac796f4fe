//! `--orbit`: the path of a point in space.

use super::data::{shown, title, with_unit};
use super::shape::upward;
use crate::args::PlotArgs;
use crate::commands::outputs;
use crate::output::Failure;
use poinsot::math::V3;
use poinsot::results::{OutputId, Reader};
use poinsot_views::plot::orbit::{Orbit, Path, plane_of, scene_of};
use poinsot_views::plot::{Figure, Mark, Panel, Scene, Series};

/// Variables that say where something is, before other vectors.
const PLACES: [&str; 3] = ["position", "point", "node_position"];

/// A vector among the outputs.
struct Vector {
    name: String,
    unit: String,
    columns: [usize; 3],
}

/// The vectors that names stand for: of an item its place, otherwise any vector of three components.
fn vectors(args: &PlotArgs, reader: &Reader) -> Result<Vec<Vector>, Failure> {
    let mut list: Vec<Vector> = Vec::new();
    for name in &args.orbit {
        let found = outputs(reader, &args.results, std::slice::from_ref(name))?;
        let layout = reader.layout();
        let spatial = |o: &OutputId| {
            let axes = &layout.variables[o.variable].axes;
            axes.last().is_some_and(|&a| layout.axes[a].name == "xyz")
        };
        let is_place = |o: &OutputId| PLACES.contains(&layout.variables[o.variable].name.as_str());
        let any_place = found.iter().any(is_place);
        let mut starts = found
            .iter()
            .filter(|o| spatial(o) && (is_place(o) || !any_place) && o.name.ends_with(".x"))
            .peekable();
        if starts.peek().is_none() {
            return Err(Failure::input(format_args!(
                "--orbit draws a vector in space, and `{name}` is not one; give a body, a sensor or an output with x, y, z (`poinsot plot {} --list`)",
                args.results.display()
            )));
        }
        let vector = |o: &OutputId| {
            let group = o.name.trim_end_matches(".x");
            let variable = &layout.variables[o.variable].name;
            let place = group.strip_suffix(variable.as_str());
            let short = place
                .map(|p| p.trim_end_matches('.'))
                .filter(|p| !p.is_empty());
            Vector {
                name: short.filter(|_| is_place(o)).unwrap_or(group).to_owned(),
                unit: o.unit.clone(),
                columns: [o.column, o.column + 1, o.column + 2],
            }
        };
        list.extend(starts.map(vector));
    }
    if let Some(other) = list.iter().find(|v| v.unit != list[0].unit) {
        return Err(Failure::input(format_args!(
            "--orbit draws vectors of one unit together; `{}` is in {}, `{}` in {}: draw them one by one",
            list[0].name, list[0].unit, other.name, other.unit
        )));
    }
    Ok(list)
}

/// The paths that were asked for, with their unit.
pub fn paths(args: &PlotArgs, reader: &mut Reader) -> Result<(Vec<Path>, String), Failure> {
    let vectors = vectors(args, reader)?;
    let columns: Vec<usize> = vectors.iter().flat_map(|v| v.columns).collect();
    let data = shown(args, reader, &columns)?;
    let path = |(k, vector): (usize, &Vector)| {
        let at = |n: usize| {
            V3::new(
                data.columns[3 * k][n],
                data.columns[3 * k + 1][n],
                data.columns[3 * k + 2][n],
            )
        };
        Path {
            name: vector.name.clone(),
            points: (0..data.times.len()).map(at).collect(),
        }
    };
    let unit = vectors.first().map_or(String::new(), |v| v.unit.clone());
    Ok((vectors.iter().enumerate().map(path).collect(), unit))
}

/// The picture: a plane figure if the paths lie in one, otherwise projections and a view.
pub fn scene(args: &PlotArgs, reader: &mut Reader) -> Result<Scene, Failure> {
    let (paths, unit) = paths(args, reader)?;
    let title = title(args, reader.layout());
    let up = upward(reader.layout());
    let Some((a, b)) = plane_of(&paths, &up) else {
        return Ok(scene_of(&Orbit {
            title,
            unit,
            paths,
            up,
        }));
    };
    let mut panel = Panel::default();
    for path in &paths {
        let along = |c: usize| path.points.iter().map(|p| p[c]).collect::<Vec<f64>>();
        let (x, y) = (along(a), along(b));
        for (at, label, filled) in [(0, "start", false), (x.len() - 1, "end", true)] {
            panel.marks.push(Mark {
                x: x[at],
                y: y[at],
                label: label.to_owned(),
                filled,
                series: None,
            });
        }
        panel.series.push(Series {
            name: path.name.clone(),
            x,
            y,
        });
    }
    let of = |c: usize| match paths.as_slice() {
        [one] => with_unit(&format!("{} {}", one.name, ["x", "y", "z"][c]), &unit),
        _ => with_unit(["x", "y", "z"][c], &unit),
    };
    panel.y_label = of(b);
    Ok(poinsot_views::plot::scene_of(&Figure {
        title,
        x_label: of(a),
        equal: true,
        panels: vec![panel],
        ..Figure::default()
    }))
}

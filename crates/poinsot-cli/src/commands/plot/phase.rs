//! `--phase`: values against their rates.

use super::data::{shown, title, with_unit};
use crate::args::PlotArgs;
use crate::commands::outputs;
use crate::output::Failure;
use poinsot::results::{Layout, OutputId, Reader, output_names};
use poinsot_views::plot::{Figure, Mark, Panel, Series};

/// Names of rates that are not the name of the variable and `_rate`.
const RATES: [(&str, &str); 3] = [
    ("position", "velocity"),
    ("point", "point_velocity"),
    ("node_position", "node_velocity"),
];

/// The recorded rate of an output: of the same thing and component.
fn rate_of(layout: &Layout, output: &OutputId) -> Option<OutputId> {
    let variable = &layout.variables[output.variable];
    let known = RATES.iter().find(|(name, _)| *name == variable.name);
    let rate = known.map_or(format!("{}_rate", variable.name), |(_, rate)| {
        (*rate).to_owned()
    });
    let place = output.column - layout.offset(output.variable);
    let mut all = output_names(layout).into_iter();
    let found = all.find(|o| layout.variables[o.variable].name == rate)?;
    let index = found.variable;
    // Of other things, or of fewer, it is another quantity.
    if layout.variables[index].axes != variable.axes {
        let wanted = output.name.replacen(&variable.name, &rate, 1);
        return output_names(layout).into_iter().find(|o| o.name == wanted);
    }
    let column = layout.offset(index) + place;
    output_names(layout)
        .into_iter()
        .find(|o| o.column == column)
}

/// Three-point differences on any spacing: exact for parabolas.
pub fn differences(times: &[f64], values: &[f64]) -> Vec<f64> {
    let n = values.len();
    if n < 2 {
        return vec![f64::NAN; n];
    }
    let slope = |a: usize, b: usize| (values[b] - values[a]) / (times[b] - times[a]);
    if n == 2 {
        return vec![slope(0, 1); 2];
    }
    let at = |k: usize| {
        // The parabola through three neighbours; at the ends it is continued.
        let m = k.clamp(1, n - 2);
        let (left, right) = (slope(m - 1, m), slope(m, m + 1));
        let bend = (right - left) / (times[m + 1] - times[m - 1]);
        left + bend * (2.0 * times[k] - times[m] - times[m - 1])
    };
    (0..n).map(at).collect()
}

/// The figure.
pub fn figure(args: &PlotArgs, reader: &mut Reader) -> Result<Figure, Failure> {
    let wanted = outputs(reader, &args.results, &args.phase)?;
    let unit = wanted.first().map_or("", |o| o.unit.as_str());
    if let Some(other) = wanted.iter().find(|o| o.unit != unit) {
        return Err(Failure::input(format_args!(
            "--phase draws outputs of one unit together; `{}` is in {}, `{}` in {}: draw them one by one",
            wanted[0].name, unit, other.name, other.unit
        )));
    }
    let layout = reader.layout();
    let rates: Vec<Option<OutputId>> = wanted.iter().map(|o| rate_of(layout, o)).collect();
    let columns: Vec<usize> = wanted
        .iter()
        .zip(&rates)
        .flat_map(|(o, rate)| [o.column, rate.as_ref().map_or(o.column, |r| r.column)])
        .collect();
    let data = shown(args, reader, &columns)?;
    let layout = reader.layout();
    let mut panel = Panel::default();
    let mut notes: Vec<String> = Vec::new();
    for (k, (output, rate)) in wanted.iter().zip(&rates).enumerate() {
        let x = data.columns[2 * k].clone();
        let y = match rate {
            Some(_) => data.columns[2 * k + 1].clone(),
            None => differences(&data.times, &x),
        };
        let note = match rate {
            Some(rate) => format!("rate: {}", rate.name),
            None => format!(
                "rate of {}: differences of neighbouring frames",
                output.name
            ),
        };
        notes.push(note);
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
            name: output.name.clone(),
            x,
            y,
        });
    }
    let per_second = match unit {
        "1" | "" => "1/s".to_owned(),
        unit => format!("{unit}/s"),
    };
    let name = match (wanted.as_slice(), rates.as_slice()) {
        ([_], [Some(rate)]) => rate.name.clone(),
        ([one], _) => format!("rate of {}", one.name),
        _ => "rate".to_owned(),
    };
    panel.y_label = with_unit(&name, &per_second);
    let x_label = match wanted.as_slice() {
        [one] => with_unit(&one.name, unit),
        _ => with_unit("value", unit),
    };
    notes.truncate(4);
    Ok(Figure {
        title: title(args, layout),
        x_label,
        note: notes.join("; "),
        tall: true,
        panels: vec![panel],
        ..Figure::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use poinsot::results::{Axis, Variable};

    #[test]
    fn differences_are_exact_for_parabolas() {
        let times = [0.0, 0.1, 0.25, 0.3, 0.7];
        let values = times.map(|t: f64| 1.0 + 2.0 * t - 3.0 * t * t);
        let rates = differences(&times, &values);
        for (t, rate) in times.iter().zip(rates) {
            assert!((rate - (2.0 - 6.0 * t)).abs() < 1e-13);
        }
        assert_eq!(differences(&[0.0, 2.0], &[1.0, 2.0]), [0.5, 0.5]);
        assert!(differences(&[0.0], &[1.0])[0].is_nan());
    }

    #[test]
    fn recorded_rates_are_found() {
        let layout = Layout {
            axes: vec![
                Axis::new("body", ["a", "b"]),
                Axis::new("xyz", ["x", "y", "z"]),
                Axis::new("joint_with_angle", ["hinge"]),
            ],
            variables: vec![
                Variable::new("time", "s", "", []),
                Variable::new("position", "m", "", [0, 1]),
                Variable::new("velocity", "m/s", "", [0, 1]),
                Variable::new("angle", "rad", "", [2]),
                Variable::new("angle_rate", "rad/s", "", [2]),
                Variable::new("energy", "J", "", []),
            ],
            attributes: vec![],
        };
        let of = |name: &str| {
            let output = output_names(&layout).into_iter().find(|o| o.name == name);
            rate_of(&layout, &output.unwrap()).map(|o| o.name)
        };
        assert_eq!(of("b.position.y").as_deref(), Some("b.velocity.y"));
        assert_eq!(of("hinge.angle").as_deref(), Some("hinge.angle_rate"));
        assert_eq!(of("energy"), None);
    }
}

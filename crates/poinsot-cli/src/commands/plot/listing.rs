//! What can be drawn.

use poinsot::results::{Layout, Reader, output_names};
use std::path::Path;

/// Lines of the short list.
const SHORT: usize = 24;

/// The outputs with their units, one line per variable and thing.
pub fn listing(reader: &Reader, path: &Path) -> String {
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

/// The variables in few lines, each with an output as an example.
pub fn short_listing(reader: &Reader, path: &Path) -> String {
    let layout = reader.layout();
    let mut lines: Vec<(String, String, String)> = Vec::new();
    for (index, variable) in layout.variables.iter().enumerate().skip(1) {
        let things = things(layout, index);
        let name = match things {
            [] => variable.name.clone(),
            [first, ..] => format!("{first}.{}", variable.name),
        };
        let many = match things.len() {
            0 | 1 => String::new(),
            n => format!("and {} more", n - 1),
        };
        lines.push((name, format!("[{}]", variable.unit), many));
    }
    let left_out = lines.len().saturating_sub(SHORT);
    lines.truncate(SHORT);
    let name_width = lines.iter().map(|l| l.0.chars().count()).max().unwrap_or(0);
    let unit_width = lines.iter().map(|l| l.1.chars().count()).max().unwrap_or(0);
    let mut text = format!(
        "{}   {} frames, {}   draw: poinsot plot {} NAME ...\n",
        path.display(),
        reader.frames(),
        reader.status(),
        path.display()
    );
    for (name, unit, many) in lines {
        let line = format!("  {name:name_width$}  {unit:unit_width$}  {many}");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if left_out > 0 {
        text.push_str(&format!("  ... and {left_out} more\n"));
    }
    text.push_str(&format!(
        "all with descriptions: poinsot plot {} --list   other pictures: poinsot plot --help\n",
        path.display()
    ));
    text
}

/// Names of the things that a variable belongs to; none for one of the whole system.
fn things(layout: &Layout, variable: usize) -> &[String] {
    let first = layout.variables[variable].axes.first();
    let axis = first.and_then(|&a| layout.axes.get(a));
    match axis {
        Some(axis) if axis.name != "xyz" => &axis.labels,
        _ => &[],
    }
}

//! Fields that are kept less often than frames: they live in a file of their own next to the results.
//!
//! NetCDF classic has records of one length, so what is not in every frame cannot stand among what is. The companion is a results
//! file like any other, with a variable `frame` that says which frame of the results a record belongs to.

use super::attributes::{FIELDS, FIELDS_EVERY, SET};
use super::layout::{Axis, Layout, Variable};
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Variables of the companion in front of the fields: time and frame.
pub(super) const FRONT: usize = 2;
/// Attributes that both files have; a companion that differs in them is of another run.
pub(super) const SHARED: [&str; 6] = [
    "title",
    "program",
    "program_version",
    "model",
    "settings",
    SET,
];

/// The file of the fields of some results: `top.fields.nc` next to `top.nc`.
pub fn companion(results: &Path) -> PathBuf {
    let mut name = OsString::from(results.file_stem().unwrap_or_default());
    name.push(".fields");
    if let Some(ending) = results.extension() {
        name.push(".");
        name.push(ending);
    }
    results.with_file_name(name)
}

/// A layout in two parts.
#[derive(Debug)]
pub(super) struct Split {
    /// What is in every frame.
    pub main: Layout,
    /// The rest, behind time and frame.
    pub fields: Layout,
    /// Columns of a whole row that are in every frame.
    pub in_main: Vec<Range<usize>>,
    /// The others.
    pub in_fields: Vec<Range<usize>>,
    /// Frames from one with fields to the next.
    pub every: usize,
    /// Length of a whole row.
    pub row_len: usize,
}

impl Split {
    /// The parts of a layout whose attributes say that fields are kept less often.
    pub fn of(layout: &Layout) -> Option<Split> {
        let every = every(layout)?;
        let names: Vec<&str> = layout.attribute(FIELDS)?.split(' ').collect();
        let is_field = |v: &Variable| names.contains(&v.name.as_str());
        let mut split = Split {
            main: part(layout, |v| !is_field(v)),
            fields: part(layout, is_field),
            in_main: Vec::new(),
            in_fields: Vec::new(),
            every,
            row_len: layout.row_len(),
        };
        split.main.attributes = layout.attributes.clone();
        let shared = |(name, _): &&(String, String)| {
            SHARED.contains(&name.as_str()) || *name == FIELDS_EVERY
        };
        split.fields.attributes = layout.attributes.iter().filter(shared).cloned().collect();
        let time = layout.variables.first()?;
        split.fields.variables.splice(
            0..0,
            [
                Variable::new("time", time.unit.clone(), time.description.clone(), []),
                Variable::new("frame", "1", "frame of the results, counted from 0", []),
            ],
        );
        for (k, variable) in layout.variables.iter().enumerate() {
            let first = layout.offset(k);
            let columns = first..first + layout.variable_len(k);
            let list = match is_field(variable) {
                true => &mut split.in_fields,
                false => &mut split.in_main,
            };
            match list.last_mut() {
                Some(last) if last.end == columns.start => last.end = columns.end,
                _ => list.push(columns),
            }
        }
        Some(split)
    }
}

/// Frames from one with fields to the next, if that is not every frame.
pub(super) fn every(layout: &Layout) -> Option<usize> {
    let every = layout.attribute(FIELDS_EVERY)?.parse().ok()?;
    (every > 1).then_some(every)
}

/// Some variables, with the axes that they need.
fn part(layout: &Layout, take: impl Fn(&Variable) -> bool) -> Layout {
    let mut part = Layout::default();
    for variable in layout.variables.iter().filter(|v| take(v)) {
        let mut variable = variable.clone();
        let axes = std::mem::take(&mut variable.axes);
        let axes = axes.into_iter().filter_map(|a| layout.axes.get(a));
        variable.axes = axes.map(|axis| own_axis(&mut part.axes, axis)).collect();
        part.variables.push(variable);
    }
    part
}

fn own_axis(axes: &mut Vec<Axis>, axis: &Axis) -> usize {
    if let Some(known) = axes.iter().position(|a| a.name == axis.name) {
        return known;
    }
    axes.push(axis.clone());
    axes.len() - 1
}

/// The layout of whole rows: what is in every frame, then the fields.
pub(super) fn joined(main: &Layout, fields: &Layout) -> Layout {
    let mut layout = main.clone();
    for variable in fields.variables.iter().skip(FRONT) {
        let mut variable = variable.clone();
        let axes = variable.axes.iter().filter_map(|&a| fields.axes.get(a));
        variable.axes = axes.map(|axis| own_axis(&mut layout.axes, axis)).collect();
        layout.variables.push(variable);
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_companion_stands_next_to_the_results() {
        let name = |results: &str| companion(Path::new(results)).display().to_string();
        assert_eq!(name("runs/top.nc"), "runs/top.fields.nc");
        assert_eq!(name("top.v2.nc"), "top.v2.fields.nc");
        assert_eq!(name("top"), "top.fields");
    }

    #[test]
    fn the_parts_make_up_the_whole() {
        let layout = Layout {
            axes: vec![
                Axis::new("xyz", ["x", "y", "z"]),
                Axis::new("line_node", ["beam@0", "beam@1"]),
                Axis::new("joint", ["hinge"]),
            ],
            variables: vec![
                Variable::new("time", "s", "time", []),
                Variable::new("node_position", "m", "position", [1, 0]),
                Variable::new("tension", "N", "tension", [1]),
                Variable::new("angle", "rad", "angle", [2]),
            ],
            attributes: vec![
                (FIELDS_EVERY.into(), "3".into()),
                (FIELDS.into(), "node_position tension".into()),
                ("model".into(), "text".into()),
            ],
        };
        let split = Split::of(&layout).unwrap();
        assert_eq!(split.in_main, [0..1, 9..10]);
        assert_eq!((split.in_fields.len(), &split.in_fields[0]), (1, &(1..9)));
        assert_eq!(split.main.row_len() + split.fields.row_len(), 10 + FRONT);
        assert!(split.main.check().is_ok() && split.fields.check().is_ok());
        assert_eq!(split.fields.attribute("model"), Some("text"));
        let whole = joined(&split.main, &split.fields);
        assert!(whole.check().is_ok());
        let names: Vec<&str> = whole.variables.iter().map(|v| v.name.as_str()).collect();
        assert_eq!(names, ["time", "angle", "node_position", "tension"]);
        assert_eq!(whole.row_len(), layout.row_len());
        let labels = |l: &Layout, v: usize, a: usize| l.axes[l.variables[v].axes[a]].labels.clone();
        assert_eq!(labels(&whole, 2, 0), labels(&layout, 1, 0));
        let mut plain = layout.clone();
        plain.attributes[0].1 = "1".into();
        assert!(Split::of(&plain).is_none());
    }
}

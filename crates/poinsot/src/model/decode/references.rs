//! References to items: bodies, point masses, the ground, and points of beams and cables.

use super::Context;
use super::reader::{TableReader, ValueAt};
use super::scalars::{GROUND, number, text};
use crate::geometry::{Curve, Side, section_frame};
use crate::math::{Quaternion, V3};
use crate::model::describe::{Quantity, Range};
use crate::model::flexible::{Beam, Cable, LinePoint, SectionAxes};
use crate::model::tree::Data;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range as Span;

/// Tables whose items, or points of them, something can be attached to.
pub const ITEMS: &[&str] = &["body", "point_mass", "beam", "cable", "shell", "solid"];

/// Those of them that have axes.
pub const WITH_AXES: &[&str] = &["body", "beam", "shell"];

/// Those of them that are lines.
pub const LINES: &[&str] = &["beam", "cable"];

/// Those that a support can hold.
pub const HELD: &[&str] = ITEMS;

/// Places along a line that differ by less than this part of its length are the same: files hold rounded numbers.
const COINCIDE: f64 = 1e-6;

/// A beam or cable as others see it.
pub struct Line {
    curve: Curve,
    /// `None` for cables.
    axes: Option<SectionAxes>,
    pub length: f64,
    /// Points that something is attached to, and their poses.
    points: RefCell<Vec<(LinePoint, (V3, Quaternion))>>,
}

/// What a reference stands for.
pub enum Located {
    /// A body, a point mass or the ground.
    Item(String),
    /// A point of a beam or cable.
    Point {
        /// Name of the beam or cable.
        line: String,
        /// Arc length from the start [m].
        s: f64,
    },
    /// A point of a shell, by its name in the model; it is noted as attached.
    OfShell(String),
}

/// Beams and cables by name.
pub fn lines(beams: &[Beam], cables: &[Cable]) -> HashMap<String, Line> {
    let line = |curve: &Curve, axes: Option<&SectionAxes>| Line {
        curve: curve.clone(),
        axes: axes.cloned(),
        length: curve.length(),
        points: RefCell::default(),
    };
    let beams = beams.iter();
    let beams = beams.map(|b| (b.name.clone(), line(&b.curve, Some(&b.axes))));
    let cables = cables.iter();
    let cables = cables.map(|c| (c.name.clone(), line(&c.curve, None)));
    beams.chain(cables).collect()
}

/// The name of the beam or cable in the name of one of its points.
fn line_name(item: &str) -> &str {
    item.split(['@', '.', '#']).next().unwrap_or(item)
}

impl Context {
    /// Whether a name stands for a point of a beam or cable.
    pub fn is_line_point(&self, item: &str) -> bool {
        let table = self.names.table_of(line_name(item));
        table.is_some_and(|table| LINES.contains(&table))
    }

    /// Whether an item is no larger than a point, so that it says by itself where a joint is.
    pub fn is_place(&self, item: &str) -> bool {
        self.is_line_point(item)
            || self.is_shell_point(item)
            || self.names.table_of(item) == Some("point_mass")
    }

    /// What an item is called that has no axes; `None` for one that has.
    pub fn without_axes(&self, item: &str) -> Option<&'static str> {
        match self.names.table_of(line_name(item))? {
            "point_mass" => Some("point mass"),
            "cable" => Some("point of a cable"),
            "solid" => Some("point of a solid"),
            _ => None,
        }
    }

    /// Where an item is at the start; `None` when it has errors of its own.
    pub fn pose(&self, item: &str) -> Option<(V3, Quaternion)> {
        let body = self.poses.get(item).copied();
        body.or_else(|| self.shell_pose(item)).or_else(|| {
            let points = self.lines.get(line_name(item))?.points.borrow();
            let mut points = points.iter();
            points.find(|(p, _)| p.name == item).map(|(_, pose)| *pose)
        })
    }

    /// The points of a beam or cable that something is attached to, from the start to the end.
    pub fn points_of(&self, line: &str) -> Vec<LinePoint> {
        let line = self.lines.get(line);
        let points = line.map(|line| line.points.borrow());
        let points = points.iter().flat_map(|points| points.iter());
        let mut points: Vec<LinePoint> = points.map(|(p, _)| p.clone()).collect();
        points.sort_by(|a, b| a.s.total_cmp(&b.s));
        points
    }

    /// The name of a point of a line, which is noted as one that something is attached to.
    fn attach(&self, name: &str, s: f64) -> Option<String> {
        let line = self.lines.get(name)?;
        let mut points = line.points.borrow_mut();
        let same = |p: &LinePoint| (p.s - s).abs() <= COINCIDE * line.length;
        if let Some((known, _)) = points.iter().find(|(p, _)| same(p)) {
            return Some(known.name.clone());
        }
        let name = match s {
            0.0 => format!("{name}.start"),
            s if s == line.length => format!("{name}.end"),
            s => format!("{name}@{s}"),
        };
        let pose = match &line.axes {
            Some(axes) => {
                let frame = section_frame(&line.curve, axes, s, Side::Before)?;
                (frame.position, frame.orientation)
            }
            None => (line.curve.position(s), Quaternion::identity()),
        };
        let point = LinePoint {
            name: name.clone(),
            s,
        };
        points.push((point, pose));
        Some(name)
    }
}

/// The item under a key, by its name in the model.
pub fn item(t: &TableReader, c: &Context, key: &str, tables: &[&'static str]) -> Option<String> {
    named(&t.node(key)?, c, tables, false)
}

/// The item a text stands for, by its name in the model. Points of lines are noted as attached.
pub fn named(node: &ValueAt, c: &Context, tables: &[&'static str], ground: bool) -> Option<String> {
    match locate(node, c, tables, ground)? {
        Located::Item(name) => Some(name),
        Located::Point { line, s } => c.attach(&line, s),
        Located::OfShell(name) => Some(name),
    }
}

/// What a text stands for.
pub fn locate(
    node: &ValueAt,
    c: &Context,
    tables: &[&'static str],
    ground: bool,
) -> Option<Located> {
    let written = text(node)?;
    if let Some(place) = c.shell_place(node, tables)? {
        return c.one_of_shell(node, &place).map(Located::OfShell);
    }
    let Some(split) = written.find(['@', '.']) else {
        let name = c.names.check(node, written, tables, ground)?;
        if name != GROUND && c.is_line_point(&name) {
            let table = c.names.table_of(&name).unwrap_or_default();
            let message = format!("\"{name}\" is a {table}; a point of it is needed here");
            node.error(message, points_help(&name));
            return None;
        }
        return Some(Located::Item(name));
    };
    let (name, rest) = (&written[..split], &written[split + 1..]);
    let lines: Vec<&str> = tables
        .iter()
        .copied()
        .filter(|t| LINES.contains(t))
        .collect();
    let name = c.names.check(node, name, &lines, false)?;
    // A line with errors of its own has a message already.
    let line = c.lines.get(&name)?;
    let s = match (written.as_bytes()[split], rest) {
        (b'.', "start") => 0.0,
        (b'.', "end") => line.length,
        (b'.', _) => {
            let table = c.names.table_of(&name).unwrap_or_default();
            let message = format!("a {table} has no point \"{rest}\"");
            node.error(message, points_help(&name));
            return None;
        }
        _ => {
            let s = written_length(node, written, split + 1..written.len(), line.length)?;
            on_line(node, s, &name, line.length)?
        }
    };
    Some(Located::Point { line: name, s })
}

fn points_help(name: &str) -> String {
    format!("write \"{name}.start\", \"{name}.end\", \"{name}@0.36 m\" or \"{name}@50 %\"")
}

/// An arc length inside a text: a length with or without its unit, or a percentage of the whole.
fn written_length(node: &ValueAt, whole: &str, part: Span<usize>, length: f64) -> Option<f64> {
    let written = &whole[part.clone()];
    if node.parameters.broken_in(written) {
        return None;
    }
    let plain = written.trim().parse::<f64>().ok();
    let plain = plain.filter(|x| x.is_finite());
    let (quantity, unit) = match written.trim_end().ends_with('%') {
        true => (Quantity::One, length),
        false => (Quantity::Length, 1.0),
    };
    match plain.map_or_else(|| quantity.parse(written, node.parameters), Ok) {
        Ok(x) => Some(x * unit),
        Err(error) => {
            let span = part.start + error.span.start..part.start + error.span.end;
            let help = "give a length in m such as 0.36, \"0.36 m\" or \"50 %\"";
            node.error_inside(whole, &span, error.to_string(), help.into());
            None
        }
    }
}

/// The arc length under a key: a length, or a text that is a percentage of the whole.
pub fn arc_length(node: &ValueAt, name: &str, length: f64) -> Option<f64> {
    let s = match &node.value.data {
        Data::Text(text) => written_length(node, text, 0..text.len(), length)?,
        _ => number(node, Quantity::Length, Range::Any)?,
    };
    on_line(node, s, name, length)
}

/// Checks that an arc length lies on a line; the ends are met within rounding.
fn on_line(node: &ValueAt, s: f64, name: &str, length: f64) -> Option<f64> {
    let slack = COINCIDE * length;
    if !(s >= -slack && s <= length + slack) {
        let message = match s < 0.0 {
            true => format!("{s} m is before the start of \"{name}\""),
            false => format!("{s} m is beyond the end of \"{name}\", which is {length} m long"),
        };
        let help = format!("arc lengths of \"{name}\" run from 0 to {length} m");
        node.error(message, help);
        return None;
    }
    if s <= slack {
        return Some(0.0);
    }
    Some(if s >= length - slack { length } else { s })
}

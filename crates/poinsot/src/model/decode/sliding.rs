//! Joints that slide along a line.

use super::Context;
use super::anchors::drawn_at;
use super::lines::curve;
use super::reader::{TableReader, ValueAt};
use super::references::{self, ITEMS, LINES, WITH_AXES, arc_length};
use crate::math::{Quaternion, V3};
use crate::model::joints::JointDefinition;
use crate::model::types::{Anchor, Joint, Slide, SlideOn};

/// A joint of a kind that slides. Both of its frames are on what slides.
pub fn sliding(
    t: &TableReader,
    c: &Context,
    definition: &'static JointDefinition,
) -> Option<Joint> {
    let [(node_1, name_1), (node_2, _)] = t.two_texts("between")?;
    let line = match t.has("path") {
        true => rigid(t, c, &node_1),
        false => elastic(c, &node_1, name_1, definition),
    };
    let start = line.as_ref().map(|(_, length)| place(t, name_1, *length));
    let item = references::named(&node_2, c, ITEMS, true);
    let turns = match definition.keeps_direction() {
        true => t.flag("turns"),
        false => Some(true),
    };
    let leaves = t.word("at_ends").map(|word| word == "leave");
    let (item, line) = (item?, line?.0);
    let name = t.name()?;
    if let Some(what) = c
        .without_axes(&item)
        .filter(|_| definition.keeps_direction())
    {
        let message = format!("\"{item}\" is a {what} without axes; a sleeve needs axes");
        node_2.error(message, "use a joint of kind \"sliding\" for points");
        return None;
    }
    if let SlideOn::Curve(on, _) = &line
        && *on == item
    {
        let message = format!("\"{item}\" cannot slide along itself");
        node_2.error(message, "name two different items; \"ground\" is the world");
        return None;
    }
    let anchor = point(t, c, &node_2, &item)?;
    Some(Joint {
        name,
        kind: definition.kind(),
        between: [anchor.clone(), anchor],
        couples: None,
        slide: Some(Box::new(Slide {
            on: line,
            start: start??,
            turns: turns?,
            leaves: leaves?,
        })),
        share: false,
        unknowns: Vec::new(),
        place: t.place(),
    })
}

/// A curve that is fixed to an item, with its length.
fn rigid(t: &TableReader, c: &Context, node: &ValueAt) -> Option<(SlideOn, f64)> {
    let item = references::named(node, c, WITH_AXES, true);
    let curve = t.table("path").and_then(|path| curve(&path));
    let (item, curve) = (item?, curve?);
    let length = curve.length();
    Some((SlideOn::Curve(item, curve), length))
}

/// A beam or cable, with its length.
fn elastic(
    c: &Context,
    node: &ValueAt,
    name: &str,
    definition: &JointDefinition,
) -> Option<(SlideOn, f64)> {
    let tables = match definition.keeps_direction() {
        true => &LINES[..1],
        false => LINES,
    };
    let known = c.names.table_of(name);
    if name == super::scalars::GROUND || known.is_some_and(|table| !LINES.contains(&table)) {
        let message = format!("there is no line on \"{name}\" to slide along");
        let help = "give a curve that is fixed to it as `path`, for example path = { from = [0, 0, 0], to = [1, 0, 0] }, or name a beam or cable";
        node.error(message, help);
        return None;
    }
    let name = c.names.check(node, name, tables, false)?;
    // A line with errors of its own has a message already.
    let length = c.lines.get(&name)?.length;
    Some((SlideOn::Line(name), length))
}

/// The place at the start, if it is given; nothing if it is wrong.
#[allow(clippy::option_option)]
fn place(t: &TableReader, line: &str, length: f64) -> Option<Option<f64>> {
    match t.node("s") {
        Some(node) => arc_length(&node, line, length).map(Some),
        None => Some(None),
    }
}

/// The point that slides: where the file says, or where the item is.
fn point(t: &TableReader, c: &Context, on: &ValueAt, item: &str) -> Option<Anchor> {
    let at = match t.node("at") {
        Some(_) => t.vector("at")?,
        None if item == super::scalars::GROUND => {
            let help =
                "point of the ground that the line slides through, for example at = [0, 0, 1]";
            t.missing("`at` is missing", help);
            return None;
        }
        // An item with errors of its own has a message already.
        None => c.pose(item)?.0,
    };
    let node = t.node("at").unwrap_or_else(|| on.clone());
    drawn_at(c, item, &node, V3::from(at), Quaternion::identity())
}

//! Joints.

use super::anchors::{between, distance, drawn, drawn_pair, drawn_points, frames, refuse_points};
use super::orientation::{from_xy, from_z};
use super::reader::TableReader;
use super::scalars::text;
use super::{Context, names};
use crate::math::{Quaternion, V3};
use crate::model::problem::suggest;
use crate::model::types::{Anchor, Joint, JointKind};
use std::f64::consts::TAU;

/// A length may differ from the drawn distance by this part: files hold rounded numbers.
const ASSEMBLED: f64 = 1e-6;

/// `[[joint]]`.
pub fn joint(t: &TableReader, c: &Context) -> Option<Joint> {
    let items = between(t, c);
    let word = t.variant?.word;
    let kind = kind(t, word);
    let unknowns = unknowns(t, word);
    let items = items?;
    let works_with_points = matches!(word, "spherical" | "distance");
    if !works_with_points && !refuse_points(t, c, &items, &format!("{word} joint")) {
        return None;
    }
    let anchors = placement(t, c, word, &items);
    if let (Some(JointKind::Distance { length }), Some(anchors)) = (kind, &anchors) {
        check_distance(t, c, anchors, length)?;
    }
    let share = share(t, c, word, &items);
    Some(Joint {
        name: t.name()?,
        kind: kind?,
        between: anchors?,
        share: share?,
        unknowns: unknowns?,
        place: t.place(),
    })
}

fn kind(t: &TableReader, word: &str) -> Option<JointKind> {
    Some(match word {
        "revolute" => JointKind::Revolute,
        "prismatic" => JointKind::Prismatic,
        "screw" => JointKind::Screw {
            pitch: t.number("lead")? / TAU,
        },
        "cylindrical" => JointKind::Cylindrical,
        "planar" => JointKind::Planar,
        "spherical" => JointKind::Spherical,
        "universal" => JointKind::Universal,
        "fixed" => JointKind::Fixed,
        "orientation-lock" => JointKind::OrientationLock,
        _ => JointKind::Distance {
            length: match t.has("length") {
                true => Some(t.number("length")?),
                false => None,
            },
        },
    })
}

/// Both frames of the joint.
fn placement(t: &TableReader, c: &Context, word: &str, items: &[String; 2]) -> Option<[Anchor; 2]> {
    if t.has("frame_1") {
        if word == "universal" {
            refuse_axis(t);
        }
        return frames(t, c, items);
    }
    if t.has("points") {
        return drawn_points(t, c, items);
    }
    let axes = if t.has("axis") {
        t.direction("axis").map(|z| from_z(&z))
    } else if let Some(node) = t.node("axes") {
        t.directions("axes").and_then(|[x, y]| {
            let axes = from_xy(&x, &y);
            if axes.is_none() {
                let angle = x.dot(&y).clamp(-1.0, 1.0).acos().to_degrees();
                let message = format!("the two axes are not perpendicular: {angle:.2} deg");
                node.error(
                    message,
                    "the axes of a universal joint stand at 90 deg as drawn",
                );
            }
            axes
        })
    } else if t.has("orientation") {
        t.orientation("orientation")
    } else {
        Some(Quaternion::identity())
    };
    if word == "orientation-lock" && !t.has("at") {
        // It can do without a point.
        return drawn_pair(c, items, t.whole(), V3::zeros(), axes?);
    }
    drawn(t, c, items, axes)
}

/// Whether both items may become one node. Without being told, points of beams and cables do where nothing is lost:
/// a section that is fixed, or a point without axes that is held.
fn share(t: &TableReader, c: &Context, word: &str, items: &[String; 2]) -> Option<bool> {
    let on_line = items.iter().any(|item| c.is_line_point(item));
    let pointed = items.iter().any(|item| c.without_axes(item).is_some());
    let possible = word == "fixed" || (word == "spherical" && pointed);
    let Some(node) = t.node("share").filter(|_| t.field("share").is_some()) else {
        return Some(on_line && possible);
    };
    let share = t.flag("share")?;
    if share && !possible {
        let help = "a spherical joint can share a node only if one side has no axes: a point mass or a point of a cable";
        let message = "the two items turn independently, they cannot share a node";
        node.error(message, help);
        return None;
    }
    Some(share)
}

/// The z axis alone says nothing about the axes x and y that a universal joint turns about.
fn refuse_axis(t: &TableReader) {
    for frame in ["frame_1", "frame_2"].iter().filter_map(|key| t.node(key)) {
        if frame.value.get("axis").is_some() {
            let help = "x of the first and y of the second frame are the axes: write orientation = { x = [..], y = [..] }";
            frame.error("a universal joint needs full axes in its frames", help);
        }
    }
}

/// The points must be apart, and a length that differs from the drawing deserves a word.
fn check_distance(
    t: &TableReader,
    c: &Context,
    anchors: &[Anchor; 2],
    length: Option<f64>,
) -> Option<()> {
    let drawn = distance(c, anchors)?;
    let given = t.node("length").zip(length);
    if drawn == 0.0 {
        let node = t.node("points").unwrap_or_else(|| t.whole().clone());
        let help = "a distance of zero is a joint of kind \"spherical\"";
        node.error("the two points coincide", help);
        return None;
    }
    if let Some((node, length)) = given.filter(|(_, l)| (l - drawn).abs() > ASSEMBLED * drawn) {
        let message = format!("the points are drawn {drawn} m apart, but the length is {length} m");
        node.warning(message, "leave out `length` to take the distance as drawn");
    }
    Some(())
}

fn unknowns(t: &TableReader, word: &str) -> Option<Vec<String>> {
    let Some(node) = t.node("unknowns") else {
        return Some(Vec::new());
    };
    let Some(list) = node.list() else {
        node.expected("a list of coordinates", "for example [\"angle\"]");
        return None;
    };
    let known = || names::coordinates(word).into_iter().map(|(c, _)| c);
    let read = |entry: &super::Node| {
        let coordinate = text(entry)?;
        if !known().any(|k| k == coordinate) {
            let message = format!("a {word} joint has no coordinate \"{coordinate}\"");
            entry.error(message, suggest(coordinate, known()));
            return None;
        }
        Some(coordinate.to_string())
    };
    let unknowns: Vec<_> = list.iter().map(read).collect();
    unknowns.into_iter().collect()
}

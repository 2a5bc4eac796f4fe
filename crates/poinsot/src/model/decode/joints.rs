//! Joints.

use super::anchors::{between, distance, drawn, drawn_pair, drawn_points, frames, refuse_points};
use super::orientation::{from_xy, from_z};
use super::reader::TableReader;
use super::scalars::{GROUND, text};
use super::sliding::sliding;
use super::{Context, names};
use crate::math::{Quaternion, V3};
use crate::mechanics::joints::Row;
use crate::model::describe::CoordinateKind;
use crate::model::joints::{JointDefinition, Sharing, by_name};
use crate::model::problem::suggest;
use crate::model::types::{Anchor, AnchorAxes, AnchorPoint, CoordinateRef, Joint, JointKind};

/// A length may differ from the drawn distance by this part: files hold rounded numbers.
const ASSEMBLED: f64 = 1e-6;

/// `[[joint]]`.
pub fn joint(t: &TableReader, c: &Context) -> Option<Joint> {
    let definition = by_name(t.variant?.word)?;
    match (definition.couples(), definition.slides()) {
        (true, _) => gear(t, c, definition),
        (_, true) => sliding(t, c, definition),
        _ => tie(t, c, definition),
    }
}

/// A joint between two items.
fn tie(t: &TableReader, c: &Context, definition: &'static JointDefinition) -> Option<Joint> {
    let items = between(t, c);
    let kind = kind(t, definition);
    let unknowns = unknowns(t, definition.word());
    let items = items?;
    if !allowed_points(t, c, &items, definition) {
        return None;
    }
    let anchors = placement(t, c, definition, &items);
    if let (Some(kind), Some(anchors)) = (kind, &anchors)
        && definition.rows.contains(&Row::Length)
    {
        check_distance(t, c, anchors, kind.value)?;
    }
    let share = share(t, c, definition.sharing, &items);
    Some(Joint {
        name: t.name()?,
        kind: kind?,
        between: anchors?,
        couples: None,
        slide: None,
        share: share?,
        unknowns: unknowns?,
        place: t.place(),
    })
}

/// The kind with its number, if it has one and the file gives it.
fn kind(t: &TableReader, definition: &'static JointDefinition) -> Option<JointKind> {
    match definition.value.filter(|v| t.has(v.key)) {
        Some(v) => Some(definition.kind().with(t.number(v.key)? * v.factor)),
        None => Some(definition.kind()),
    }
}

/// Items without axes only where the joint can do without them.
fn allowed_points(
    t: &TableReader,
    c: &Context,
    items: &[String; 2],
    definition: &JointDefinition,
) -> bool {
    let what = format!("{} joint", definition.word());
    match definition.points {
        [true, true] => true,
        [false, false] => refuse_points(t, c, items, &what),
        [first, _] => {
            let side = usize::from(first);
            let Some(point) = c.without_axes(&items[side]) else {
                return true;
            };
            if let Some(node) = t.node("between") {
                let which = ["first", "second"][side];
                let name = &items[side];
                let message = format!(
                    "\"{name}\" is a {point} without axes; the {which} item of a {what} needs axes"
                );
                node.error(
                    message,
                    "swap the two items, or name a body or the ground there",
                );
            }
            false
        }
    }
}

/// Two joint coordinates and their ratio.
pub struct Coupled {
    /// The two.
    pub coordinates: [CoordinateRef; 2],
    /// Change of the second per change of the first.
    pub ratio: f64,
    /// What the second measures.
    pub measure: CoordinateKind,
}

/// Two coordinates in a fixed ratio, from `between` and `ratio` or `radius`; `what` they are of.
pub fn coupled(t: &TableReader, c: &Context, what: &str) -> Option<Coupled> {
    let [(node_1, _), (node_2, _)] = t.two_texts("between")?;
    let (first, measure_1) = c.names.coordinate_at(&node_1);
    let (second, measure_2) = c.names.coordinate_at(&node_2);
    let (ratio, radius) = (t.number("ratio"), t.number("radius"));
    let (first, second) = (first?, second?);
    if first == second {
        let message = format!("a {what} needs two different coordinates");
        node_2.error(message, "name a coordinate of another joint");
        return None;
    }
    let mixed = measure_1 != measure_2;
    let (wrong, what, key) = match mixed {
        true => ("ratio", "an angle and a displacement", "radius"),
        false => ("radius", "two coordinates of one kind", "ratio"),
    };
    if let Some(node) = t.node(wrong) {
        let message = format!("`{wrong}` does not fit {what}");
        node.error(message, format!("give `{key}` instead"));
        return None;
    }
    let value = match mixed {
        true => radius?,
        false => ratio?,
    };
    if value == 0.0 {
        t.node(key)?.error(
            format!("`{key}` cannot be zero"),
            "a [[motion]] holds a coordinate where it is",
        );
        return None;
    }
    // The angle per displacement is the inverse of the radius.
    let ratio = match (measure_1, mixed) {
        (CoordinateKind::Length, true) => 1.0 / value,
        _ => value,
    };
    Some(Coupled {
        coordinates: [first, second],
        ratio,
        measure: measure_2,
    })
}

/// Two coordinates in a fixed ratio. Its frames are known when all joints are, see [`place_gears`].
fn gear(t: &TableReader, c: &Context, definition: &'static JointDefinition) -> Option<Joint> {
    let coupled = coupled(t, c, "gear")?;
    let nowhere = |_| Anchor {
        item: GROUND.to_string(),
        at: AnchorPoint::World(V3::zeros()),
        axes: AnchorAxes::World(Quaternion::identity()),
    };
    Some(Joint {
        name: t.name()?,
        kind: definition.kind().with(coupled.ratio),
        between: [0, 1].map(nowhere),
        couples: Some(coupled.coordinates),
        slide: None,
        share: false,
        unknowns: Vec::new(),
        place: t.place(),
    })
}

/// Gives gears the second frames of the joints that they couple.
pub fn place_gears(joints: &mut [Joint]) {
    for k in 0..joints.len() {
        let Some(couples) = joints[k].couples.clone() else {
            continue;
        };
        for (end, coordinate) in couples.iter().enumerate() {
            let joint = joints.iter().find(|j| j.name == coordinate.joint);
            if let Some(frame) = joint.map(|j| j.between[1].clone()) {
                joints[k].between[end] = frame;
            }
        }
    }
}

/// Both frames of the joint.
fn placement(
    t: &TableReader,
    c: &Context,
    definition: &JointDefinition,
    items: &[String; 2],
) -> Option<[Anchor; 2]> {
    if t.has("frame_1") {
        if definition.full_axes {
            refuse_axis(t, definition.word());
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
                    "the axes of a universal joint must be at 90 deg as drawn",
                );
            }
            axes
        })
    } else if t.has("orientation") {
        t.orientation("orientation")
    } else {
        Some(Quaternion::identity())
    };
    if !definition.needs_point && !t.has("at") {
        return drawn_pair(c, items, t.whole(), V3::zeros(), axes?);
    }
    drawn(t, c, items, axes)
}

/// Whether both items may become one node. Without being told, points of beams and cables do where nothing is lost:
/// a section that is fixed, or a point without axes that is held.
fn share(t: &TableReader, c: &Context, sharing: Sharing, items: &[String; 2]) -> Option<bool> {
    let on_line = items.iter().any(|item| c.is_line_point(item));
    let pointed = items.iter().any(|item| c.without_axes(item).is_some());
    let possible = match sharing {
        Sharing::Never => false,
        Sharing::Point => pointed,
        Sharing::Frame => true,
    };
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

/// The z axis alone says nothing about the axes x and y that such a joint needs.
fn refuse_axis(t: &TableReader, word: &str) {
    for frame in ["frame_1", "frame_2"].iter().filter_map(|key| t.node(key)) {
        if frame.value.get("axis").is_some() {
            let help = "x and y of both frames matter: write orientation = { x = [..], y = [..] }";
            frame.error(
                format!("a {word} joint needs full axes in its frames"),
                help,
            );
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
    let read = |entry: &super::ValueAt| {
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

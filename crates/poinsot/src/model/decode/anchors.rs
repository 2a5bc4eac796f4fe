//! Pairs of anchors: as drawn in the world, or given in the frames of the items.

use super::Context;
use super::orientation::from_z;
use super::reader::{TableReader, ValueAt};
use super::references::{self, ITEMS};
use super::scalars::GROUND;
use crate::math::{Quaternion, V3};
use crate::model::types::{Anchor, AnchorAxes, AnchorPoint};

/// A point drawn for an item without axes may miss it by this part of their size: files hold rounded numbers.
pub const COINCIDE: f64 = 1e-6;

/// The two items under `between`, different from one another.
pub fn between(t: &TableReader, c: &Context) -> Option<[String; 2]> {
    let [(node_1, _), (node_2, _)] = t.two_texts("between")?;
    let one = references::named(&node_1, c, ITEMS, true);
    let two = references::named(&node_2, c, ITEMS, true);
    let (one, two) = (one?, two?);
    if one == two {
        let message = format!("\"{one}\" cannot be connected with itself");
        node_2.error(message, "name two different items; \"ground\" is the world");
        return None;
    }
    Some([one, two])
}

/// Refuses items without axes, for connections that need axes on both sides.
pub fn refuse_points(t: &TableReader, c: &Context, items: &[String; 2], what: &str) -> bool {
    let mut points = items
        .iter()
        .filter_map(|item| Some((item, c.without_axes(item)?)));
    let Some((name, point)) = points.next() else {
        return true;
    };
    if let Some(node) = t.node("between") {
        let message =
            format!("\"{name}\" is a {point} without axes; a {what} needs axes on both sides");
        let help = "joints of kind \"spherical\" and \"distance\" and springs work with points";
        node.error(message, help);
    }
    false
}

/// One world frame, fixed to both items as drawn: at the point under `at`, or where the items say.
pub fn drawn(
    t: &TableReader,
    c: &Context,
    items: &[String; 2],
    axes: Option<Quaternion>,
) -> Option<[Anchor; 2]> {
    let node = t.node("at").unwrap_or_else(|| t.whole().clone());
    let point = match t.has("at") {
        true => t.vector("at"),
        false => meeting_point(t, c, items),
    };
    drawn_pair(c, items, &node, point?, axes?)
}

/// One world frame at a given point, fixed to both items as drawn.
pub fn drawn_pair(
    c: &Context,
    items: &[String; 2],
    node: &ValueAt,
    point: V3,
    axes: Quaternion,
) -> Option<[Anchor; 2]> {
    let first = drawn_at(c, &items[0], node, point, axes);
    let second = drawn_at(c, &items[1], node, point, axes);
    Some([first?, second?])
}

/// Where two items meet, of which at least one is no larger than a point.
fn meeting_point(t: &TableReader, c: &Context, items: &[String; 2]) -> Option<V3> {
    let points = items.iter().filter(|item| c.is_place(item));
    let places: Vec<_> = points.map(|item| c.pose(item)).collect();
    match places[..] {
        [] => {
            let help = t.field("at").map_or("", |f| f.doc);
            t.missing("`at` is missing", help);
            None
        }
        // An item with errors of its own has a message already.
        [place] => Some(place?.0),
        _ => {
            let (first, second) = (places[0]?.0, places[1]?.0);
            let gap = (first - second).norm();
            if gap > COINCIDE * (1.0 + first.amax()) {
                let [one, two] = items;
                let message = format!("\"{one}\" and \"{two}\" are drawn {gap} m apart");
                let help =
                    "draw them at the same place, or give the place of the connection as `at`";
                t.whole().error(message, help);
                return None;
            }
            Some(first)
        }
    }
}

/// One world point for each item, as drawn.
pub fn drawn_points(t: &TableReader, c: &Context, items: &[String; 2]) -> Option<[Anchor; 2]> {
    let points = t.points("points")?;
    let nodes = t.node("points")?.list()?;
    let [node_1, node_2] = &nodes[..] else {
        return None;
    };
    let axes = Quaternion::identity();
    let first = drawn_at(c, &items[0], node_1, points[0], axes);
    let second = drawn_at(c, &items[1], node_2, points[1], axes);
    Some([first?, second?])
}

/// An anchor as drawn. On an item without axes it must be where that is.
pub fn drawn_at(
    c: &Context,
    item: &str,
    node: &ValueAt,
    point: V3,
    axes: Quaternion,
) -> Option<Anchor> {
    if let Some(what) = c.without_axes(item) {
        // An item with errors of its own has a message already.
        let (position, _) = c.pose(item)?;
        let miss = (position - point).amax();
        if miss > COINCIDE * (1.0 + point.amax()) {
            let [x, y, z] = [position.x, position.y, position.z];
            let message = format!("the point is not where the {what} \"{item}\" is");
            node.error(message, format!("it is at [{x}, {y}, {z}]"));
            return None;
        }
        return Some(Anchor {
            item: item.to_string(),
            at: AnchorPoint::Local(V3::zeros()),
            axes: AnchorAxes::World(axes),
        });
    }
    Some(Anchor {
        item: item.to_string(),
        at: AnchorPoint::World(point),
        axes: AnchorAxes::World(axes),
    })
}

/// `frame_1` and `frame_2`.
pub fn frames(t: &TableReader, c: &Context, items: &[String; 2]) -> Option<[Anchor; 2]> {
    let first = frame(t, c, "frame_1", &items[0]);
    let second = frame(t, c, "frame_2", &items[1]);
    Some([first?, second?])
}

fn frame(t: &TableReader, c: &Context, key: &str, item: &str) -> Option<Anchor> {
    let table = t.table(key)?;
    let at = table.vector("at");
    let axes = if table.has("axis") {
        table.direction("axis").map(|z| from_z(&z))
    } else if table.has("orientation") {
        table.orientation("orientation")
    } else {
        Some(Quaternion::identity())
    };
    let (at, axes) = (at?, axes?);
    if let Some(what) = c.without_axes(item).filter(|_| at != V3::zeros()) {
        let message = format!("\"{item}\" is a {what} and has no point other than itself");
        table.node("at")?.error(message, "leave out `at`");
        return None;
    }
    Some(local(item, at, axes))
}

/// An anchor in the frame of its item.
pub fn local(item: &str, at: V3, axes: Quaternion) -> Anchor {
    Anchor {
        item: item.to_string(),
        at: AnchorPoint::Local(at),
        axes: AnchorAxes::Local(axes),
    }
}

/// Where an anchor is in the world at the start; `None` when its item has errors of its own.
pub fn world_point(c: &Context, anchor: &Anchor) -> Option<V3> {
    let local = match anchor.at {
        AnchorPoint::World(point) => return Some(point),
        AnchorPoint::Local(local) => local,
    };
    if anchor.item == GROUND {
        return Some(local);
    }
    let (position, orientation) = c.pose(&anchor.item)?;
    Some(position + orientation * local)
}

/// Distance of two anchors at the start.
pub fn distance(c: &Context, anchors: &[Anchor; 2]) -> Option<f64> {
    let [first, second] = anchors;
    Some((world_point(c, second)? - world_point(c, first)?).norm())
}

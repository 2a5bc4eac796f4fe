//! Ties: points of flexible bodies and bodies that move together.

use super::Context;
use super::followers::{embedded, on_edge};
use super::reader::{TableReader, ValueAt};
use super::references::{HELD, named};
use super::surfaces::places;
use crate::geometry::PointSpread;
use crate::math::V3;
use crate::model::shells::{Tie, TieKind};
use std::collections::{HashMap, HashSet};

/// Points closer than this part of the extent of all of them are at one place: files hold rounded numbers.
const COINCIDE: f64 = 1e-6;

/// `[[tie]]`.
pub fn tie(t: &TableReader, c: &Context) -> Option<Tie> {
    let kind = t.variant.map(|v| match v.word {
        "rigid" => TieKind::Rigid,
        "hinge" => TieKind::Hinge,
        "distributed" => TieKind::Distributed,
        "embedded" => TieKind::Carried,
        _ => TieKind::Joined,
    });
    let node = t.node("on")?;
    if kind == Some(TieKind::Carried) {
        return embedded(t, c, &node);
    }
    let on = places(&node, c, HELD);
    let (kind, on) = (kind?, on?);
    if kind == TieKind::Distributed {
        return distributed(t, c, &node, on);
    }
    let pairs = match kind {
        TieKind::Rigid => {
            let to_node = t.node("to")?;
            if let Some(edge) = c.edge_cells(&to_node) {
                return on_edge(t, c, (&node, on), edge);
            }
            let to = named(&to_node, c, HELD, false)?;
            if let Some(what) = c.without_axes(&to) {
                let message = format!("\"{to}\" is a {what}: nothing can turn with it");
                to_node.error(message, "tie to a body, or to a point of a beam or shell");
                return None;
            }
            let others = on.into_iter().filter(|name| *name != to);
            others.map(|name| [to.clone(), name]).collect()
        }
        _ => {
            // A point with errors of its own has a message already.
            let placed: Option<Vec<(String, V3)>> = on
                .into_iter()
                .map(|name| c.pose(&name).map(|pose| (name, pose.0)))
                .collect();
            let placed = placed?;
            let near = COINCIDE * extent(&placed);
            let pairs = coincident(placed, near);
            if !conforming(&node, c, &pairs, near) {
                return None;
            }
            pairs
        }
    };
    if pairs.is_empty() {
        let help = "points of two items must be at the same places, so that they can be joined; `kind = \"rigid\"` ties points that are apart";
        node.error("no two of these points are at one place", help);
        return None;
    }
    Some(Tie {
        name: t.name()?,
        kind,
        pairs,
        weights: Vec::new(),
        followers: Vec::new(),
        place: t.place(),
    })
}

/// A tie of the mean motion of points.
fn distributed(t: &TableReader, c: &Context, node: &ValueAt, on: Vec<String>) -> Option<Tie> {
    let to_node = t.node("to")?;
    let to = named(&to_node, c, HELD, true)?;
    let shares = shares(node, c);
    let points: Vec<String> = on.into_iter().filter(|name| *name != to).collect();
    let weights: Vec<f64> = match &shares {
        Some(shares) => {
            let of = |name: &String| shares.get(name).copied().unwrap_or(0.0);
            points.iter().map(of).collect()
        }
        None => vec![1.0; points.len()],
    };
    // A point with errors of its own has a message already.
    let placed: Option<Vec<(V3, f64)>> = points
        .iter()
        .zip(&weights)
        .map(|(name, weight)| c.pose(name).map(|pose| (pose.0, *weight)))
        .collect();
    let spread = PointSpread::new(&placed?);
    if points.len() < 2 || !(spread.largest() > 0.0) {
        let help = "name an edge, a group or several points; `kind = \"rigid\"` ties a single one";
        node.error("the points of this tie are at one place", help);
        return None;
    }
    if let Some(what) = c.without_axes(&to) {
        let apart = (c.pose(&to)?.0 - spread.middle).norm();
        if apart > COINCIDE * spread.largest().sqrt() {
            let [x, y, z]: [f64; 3] = spread.middle.into();
            let message = format!(
                "\"{to}\" is a {what} without axes, {apart:.3e} m from the mean place of the points, [{x:.6}, {y:.6}, {z:.6}]"
            );
            to_node.error(message, "put it there, or tie to a body");
            return None;
        }
    } else {
        let free = (0..3).any(|k| spread.is_without_lever(k));
        if free && points.iter().all(|p| c.without_axes(p).is_some()) {
            let message = "the points lie on a line and have no axes: they can turn about it";
            node.warning(message, "add points beside the line if this must not be");
        }
    }
    Some(Tie {
        name: t.name()?,
        kind: TieKind::Distributed,
        pairs: points.into_iter().map(|name| [to.clone(), name]).collect(),
        weights,
        followers: Vec::new(),
        place: t.place(),
    })
}

/// Lengths or areas that the points stand for, by their names; `None` where some of the places have neither, so that all points
/// count alike.
pub(super) fn shares(node: &ValueAt, c: &Context) -> Option<HashMap<String, f64>> {
    let mut all: HashMap<String, f64> = HashMap::new();
    for entry in entries(node) {
        for (name, share) in c.shares_of(&entry)? {
            *all.entry(name).or_default() += share;
        }
    }
    Some(all)
}

/// Extent of points [m].
fn extent(points: &[(String, V3)]) -> f64 {
    let first = points.first().map(|p| p.1).unwrap_or_default();
    let (mut low, mut high) = (first, first);
    for (_, p) in points {
        low = low.inf(p);
        high = high.sup(p);
    }
    (high - low).norm()
}

/// Refuses edges that lie on one another with points that have no partner: surfaces would come apart between the points that have
/// one.
fn conforming(node: &ValueAt, c: &Context, pairs: &[[String; 2]], near: f64) -> bool {
    let matched: HashSet<&str> = pairs.iter().flatten().map(String::as_str).collect();
    let edges: Vec<_> = entries(node)
        .into_iter()
        .filter_map(|entry| c.edge_lines(&entry).map(|lines| (entry, lines)))
        .collect();
    for (k, (entry, _)) in edges.iter().enumerate() {
        let points = c.shares_of(entry).unwrap_or_default();
        let others = || edges.iter().enumerate().filter(move |(l, _)| *l != k);
        let astray = |name: &str| {
            let at = c.pose(name)?.0;
            let mut lines = others()
                .flat_map(|(_, (other, lines))| lines.iter().map(move |line| (other, line)));
            let on = lines.find(|(_, line)| distance(line, &at) <= near)?;
            on.0.value.text()
        };
        let alone = points
            .iter()
            .filter(|(name, _)| !matched.contains(name.as_str()));
        let astray: Vec<_> = alone
            .filter_map(|(name, _)| Some((name, astray(name)?)))
            .collect();
        if let Some((name, other)) = astray.first() {
            let count = astray.len();
            let message = format!(
                "{count} of the points, the first is \"{name}\", lie on \"{other}\" between its points: the surfaces would come apart there"
            );
            entry.error(message, "divide both edges alike, so that all points meet");
            return false;
        }
    }
    true
}

/// Distance of a point from a straight line between two others.
fn distance([a, b]: &[V3; 2], at: &V3) -> f64 {
    let along = b - a;
    let part = (at - a).dot(&along) / along.norm_squared();
    (a + part.clamp(0.0, 1.0) * along - at).norm()
}

/// The texts under a key: one, or those of a list.
pub(super) fn entries<'a>(node: &ValueAt<'a>) -> Vec<ValueAt<'a>> {
    match node.value.text() {
        Some(_) => vec![node.clone()],
        None => node.list().unwrap_or_default(),
    }
}

/// Pairs of points at one place: each with the first one there.
fn coincident(mut points: Vec<(String, V3)>, near: f64) -> Vec<[String; 2]> {
    // Sorted along x, only neighbours need a look.
    points.sort_by(|a, b| a.1.x.total_cmp(&b.1.x));
    let mut leader: Vec<Option<usize>> = vec![None; points.len()];
    let mut pairs = Vec::new();
    for k in 0..points.len() {
        if leader[k].is_some() {
            continue;
        }
        for l in k + 1..points.len() {
            if points[l].1.x - points[k].1.x > near {
                break;
            }
            if leader[l].is_none() && (points[l].1 - points[k].1).norm() <= near {
                leader[l] = Some(k);
                pairs.push([points[k].0.clone(), points[l].0.clone()]);
            }
        }
    }
    pairs
}

//! Ties: points of flexible bodies and bodies that move together.

use super::Context;
use super::reader::TableReader;
use super::references::{HELD, named};
use super::surfaces::places;
use crate::math::V3;
use crate::model::shells::{Tie, TieKind};

/// Points closer than this part of the extent of all of them are at one place: files hold rounded numbers.
const COINCIDE: f64 = 1e-6;

/// `[[tie]]`.
pub fn tie(t: &TableReader, c: &Context) -> Option<Tie> {
    let kind = t.variant.map(|v| match v.word {
        "rigid" => TieKind::Rigid,
        "hinge" => TieKind::Hinge,
        _ => TieKind::Joined,
    });
    let node = t.node("on")?;
    let on = places(&node, c, HELD);
    let (kind, on) = (kind?, on?);
    let pairs = match kind {
        TieKind::Rigid => {
            let to = t.node("to").and_then(|n| named(&n, c, HELD, false))?;
            if let Some(what) = c.without_axes(&to) {
                let message = format!("\"{to}\" is a {what}: nothing can turn with it");
                t.node("to")?
                    .error(message, "tie to a body, or to a point of a beam or shell");
                return None;
            }
            let others = on.into_iter().filter(|name| *name != to);
            others.map(|name| [to.clone(), name]).collect()
        }
        TieKind::Joined | TieKind::Hinge => {
            // A point with errors of its own has a message already.
            let placed: Option<Vec<(String, V3)>> = on
                .into_iter()
                .map(|name| c.pose(&name).map(|pose| (name, pose.0)))
                .collect();
            coincident(placed?)
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
        place: t.place(),
    })
}

/// Pairs of points at one place: each with the first one there.
fn coincident(mut points: Vec<(String, V3)>) -> Vec<[String; 2]> {
    let Some(first) = points.first().map(|p| p.1) else {
        return Vec::new();
    };
    let (mut low, mut high) = (first, first);
    for (_, p) in &points {
        low = low.inf(p);
        high = high.sup(p);
    }
    let near = COINCIDE * (high - low).norm();
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

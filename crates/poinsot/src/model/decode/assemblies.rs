//! Beams and shells that are reduced together: which they are, their interfaces, and how they leave the model.

use super::Context;
use super::reader::{TableReader, ValueAt};
use super::reduced::{flexible, interfaces};
use super::scalars::text;
use super::surfaces::{listed, places};
use super::ties::shares;
use crate::math::{Quaternion, V3};
use crate::model::flexible::RigidMotion;
use crate::model::reduced::{Assembly, AssemblyInterface, ReducedBody, ReducedPart};
use crate::model::shells::{Tie, TieKind};
use crate::model::types::Model;
use std::sync::Arc;

/// Tables whose items can be reduced together.
const REDUCED: [&str; 2] = ["beam", "shell"];

/// The item that a point belongs to.
fn item_of(point: &str) -> &str {
    point.split(['@', '.', '#']).next().unwrap_or(point)
}

/// A reduced body that is made of beams and shells. They are put into it when their points are known ([`take_items`]).
pub fn of_items(t: &TableReader, c: &Context, model: &Model) -> Option<ReducedBody> {
    let body = t.name()?;
    let node = t.node("items")?;
    let mut motions: Vec<RigidMotion> = Vec::new();
    let mut sound = true;
    for entry in listed(&node)? {
        let written = text(&entry)?;
        let name = c
            .names
            .opened(|| c.names.check(&entry, written, &REDUCED, false));
        let Some(name) = name else {
            sound = false;
            continue;
        };
        if c.names.reduced_by(&name) != Some(body.as_str()) {
            let message = format!("\"{name}\" belongs to another reduced body already");
            entry.error(message, "an item is part of one body");
            sound = false;
        }
        let beam = model.beams.iter().find(|b| b.name == name);
        let shell = model.shells.iter().find(|s| s.name == name);
        let motion = beam.map(|b| b.motion).or(shell.map(|s| s.motion));
        // An item with errors of its own has a message already.
        match motion {
            Some(motion) => motions.push(motion),
            None => sound = false,
        }
    }
    let find = |node: &ValueAt| interface(node, c, &body);
    let interfaces = interfaces(t, c, &find);
    let (modes, damping_time) = (t.count("modes"), t.number("damping_time"));
    let (interfaces, modes) = (interfaces?, modes?);
    flexible(t, interfaces.len(), modes)?;
    if motions.windows(2).any(|pair| pair[0] != pair[1]) {
        let help = "give all of them the same velocity, angular_velocity and about";
        node.error("its items move apart at the start", help);
        sound = false;
    }
    let motion = motions.first().copied().filter(|_| sound)?;
    let (tied, interfaces) = interfaces.into_iter().unzip();
    Some(ReducedBody {
        name: body,
        part: ReducedPart::Items(Arc::new(Assembly {
            model: Model::default(),
            interfaces,
            modes,
        })),
        position: V3::zeros(),
        orientation: Quaternion::identity(),
        interfaces: tied,
        damping_time: damping_time?,
        motion,
        mesh: None,
        place: t.place(),
    })
}

/// Points of the items of a body, by lengths or areas they stand for, or alike.
fn interface(node: &ValueAt, c: &Context, body: &str) -> Option<AssemblyInterface> {
    let names = c.names.opened(|| places(node, c, &REDUCED))?;
    let astray = names
        .iter()
        .find(|name| c.names.reduced_by(item_of(name)) != Some(body));
    if let Some(name) = astray {
        let message = format!("\"{name}\" is no point of the items of this body");
        node.error(message, "name points, edges or groups of its items");
        return None;
    }
    let shares = shares(node, c);
    let weight = |name: &String| {
        shares
            .as_ref()
            .map_or(1.0, |s| s.get(name).copied().unwrap_or(0.0))
    };
    let points: Vec<(String, f64)> = names
        .into_iter()
        .map(|name| (name.clone(), weight(&name)))
        .collect();
    let whole: f64 = points.iter().map(|(_, weight)| weight).sum();
    let mut center = V3::zeros();
    for (name, weight) in &points {
        center += *weight / whole * c.pose(name)?.0;
    }
    Some(AssemblyInterface { points, center })
}

/// A tie that has nothing to do with reduced items, or joins those of one body.
pub fn within_one_body(t: &TableReader, c: &Context, tie: Tie) -> Option<Tie> {
    let body = |name: &String| c.names.reduced_by(item_of(name));
    let mut points = tie.pairs.iter().flatten();
    let Some(reduced) = points.find_map(body) else {
        return Some(tie);
    };
    let node = t.node("on")?;
    if !matches!(tie.kind, TieKind::Joined | TieKind::Rigid) || !tie.followers.is_empty() {
        let message = format!("items of the reduced body \"{reduced}\" cannot be tied in this way");
        node.error(message, "join points of its items, or tie them rigidly");
        return None;
    }
    let outside = tie
        .pairs
        .iter()
        .flatten()
        .find(|name| body(name) != Some(reduced));
    if let Some(name) = outside {
        let message = format!(
            "\"{name}\" is no part of the reduced body \"{reduced}\", whose items this ties"
        );
        node.error(message, "tie what is outside to an interface");
        return None;
    }
    Some(tie)
}

/// Moves beams, shells and the ties between them into the reduced bodies that they belong to.
pub fn take_items(c: &Context, model: &mut Model) {
    let Model {
        beams,
        shells,
        ties,
        reduced_bodies,
        ..
    } = model;
    for body in reduced_bodies {
        let ReducedPart::Items(assembly) = &mut body.part else {
            continue;
        };
        let own = |item: &str| c.names.reduced_by(item_of(item)) == Some(body.name.as_str());
        let inner = &mut Arc::make_mut(assembly).model;
        inner.beams = beams.extract_if(.., |b| own(&b.name)).collect();
        inner.shells = shells.extract_if(.., |s| own(&s.name)).collect();
        let ours = |tie: &mut Tie| tie.pairs.first().is_some_and(|pair| own(&pair[0]));
        inner.ties = ties.extract_if(.., ours).collect();
    }
}

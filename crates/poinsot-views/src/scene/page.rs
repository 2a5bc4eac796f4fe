//! The scene as the page of reports reads it (`viewer/src/types.ts`). The one place where it becomes JSON.

use super::fields::{At, Field};
use super::items::{Flexible, Form, Items};
use super::meshes::deflated;
use super::page_cells::cells;
use super::page_things::{Meshes, things};
use super::pose::{Anchor, Carrier, wxyz, xyz};
use super::room::Room;
use super::surface::{Between, Bound, Surface};
use super::sweep::{self, Sweep};
use super::tessellate::{self, Detail};
use poinsot::math::V3;
use serde_json::{Value, json};

/// What the page has to know beside the items.
#[derive(Clone, Debug)]
pub struct Look {
    /// The room of everything that the page shows.
    pub room: Room,
    /// Lengths that springs, dampers and rods are drawn with before they are stretched [m].
    pub lengths: Vec<f64>,
    /// Whether things turn or travel far, see [`super::Magnifier`].
    pub rigid: bool,
}

/// Everything that can be seen, for the page.
pub fn json(items: &Items, fields: &[Field], look: &Look) -> Value {
    let (room, size) = match look.room.size() {
        size if size > 0.0 => (look.room, size),
        _ => {
            let mut room = Room::empty();
            room.add(&V3::zeros(), 0.5);
            (room, 1.0)
        }
    };
    let mut meshes = Meshes::default();
    let things = things(items, size, &mut meshes);
    let links = links(items, look, size, &mut meshes);
    json!({
        "up": xyz(&items.up.unwrap_or_else(V3::z)),
        "room": [xyz(&room.low), xyz(&room.high)],
        "size": size,
        "bodies": bodies(items),
        "lines": lines(items, size),
        "joints": joints(items),
        "links": links,
        "sensors": sensors(items),
        "discs": discs(items),
        "grounded": items.grounded,
        "things": things,
        "meshes": meshes.list(),
        "colours": fields.iter().map(colour).collect::<Vec<_>>(),
        "rigid": look.rigid,
    })
}

/// Something that flexible bodies can be coloured by: which kind of them has it, `null` for all, and how its components are called.
fn colour(field: &Field) -> Value {
    let kind = match field.at {
        At::Nodes => None,
        At::Stations(kind) => Some(kind.word()),
    };
    json!({
        "variable": field.quantity.variable,
        "label": field.quantity.label,
        "parts": field.quantity.parts,
        "kind": kind,
    })
}

fn bodies(items: &Items) -> Vec<Value> {
    let one = |(index, body): (usize, &super::items::Body)| {
        let kind = match body.point_mass {
            true => "point mass",
            false => "body",
        };
        json!({ "name": body.name, "index": index, "kind": kind })
    };
    items.bodies.iter().enumerate().map(one).collect()
}

fn lines(items: &Items, size: f64) -> Vec<Value> {
    let wire = tessellate::WIRE * size;
    let one = |(k, body): (usize, &Flexible)| {
        let levels = [Sweep::SLOW_PAGE, Detail::PAGE.sweep];
        let mut surfaces = levels.map(|level| sweep::surface(&items.flexible, k, wire, &level));
        let levels = match surfaces[0].mesh.points.len() == surfaces[1].mesh.points.len() {
            true => &mut surfaces[1..],
            false => &mut surfaces[..],
        };
        json!({
            "name": body.name,
            "kind": body.kind.word(),
            "firstNode": body.first_node,
            "nodes": body.nodes,
            "firstFrame": body.first_frame.map_or(-1, |f| f as i64),
            "firstStation": body.first_station,
            "curve": matches!(body.form, Form::Curve(_)),
            "smooth": matches!(&body.form, Form::Curve(curve) if curve.smooth),
            "surfaces": levels.iter().map(|s| surface(body, s)).collect::<Vec<_>>(),
            "elements": elements(body),
            "cells": cells(body),
        })
    };
    items.flexible.iter().enumerate().map(one).collect()
}

/// Faces of elements: number of the element, number of corners, corners.
fn elements(body: &Flexible) -> Option<Value> {
    let Form::Facets(facets) = &body.form else {
        return None;
    };
    let mut bytes: Vec<u8> = Vec::new();
    for (k, face) in facets.faces.iter().enumerate() {
        let front = [facets.element_of(k), face.len() as u32];
        let words = front.iter().chain(face);
        bytes.extend(words.flat_map(|word| word.to_le_bytes()));
    }
    Some(json!({ "sheet": !facets.thickness.is_empty(), "data": deflated(&bytes) }))
}

/// A surface that hangs on the nodes of a flexible body. Frames: the node before, the part of the way to the next, the same among the
/// places with values. Corners: their place, then the number of their frame, then triangles; these whole numbers as differences from
/// the ones before, which deflate well.
fn surface(body: &Flexible, surface: &Surface) -> Value {
    let mut bytes: Vec<u8> = Vec::new();
    for bound in &surface.bounds {
        let (node, station) = match bound {
            Bound::Section { node, station, .. } => (*node, *station),
            Bound::On(Anchor {
                on: Carrier::Node(k),
                ..
            }) => {
                // Shells have values at every node.
                let place = Between::at(k.saturating_sub(body.first_node));
                (place, place)
            }
            Bound::On(_) | Bound::Mean(_) | Bound::Sensor(_) => (Between::at(0), Between::at(0)),
        };
        for place in [node, station] {
            bytes.extend((place.index as u32).to_le_bytes());
            bytes.extend((place.part as f32).to_le_bytes());
        }
    }
    let points = &surface.mesh.points;
    bytes.extend(
        points
            .iter()
            .flatten()
            .flat_map(|x| (*x as f32).to_le_bytes()),
    );
    let mut before = 0_u32;
    for k in 0..points.len() {
        let number = surface.bound_of(k) as u32;
        bytes.extend(number.wrapping_sub(before).to_le_bytes());
        before = number;
    }
    let triangles = surface.mesh.triangles();
    let mut before = [0_u32; 3];
    for triangle in &triangles {
        for (corner, before) in triangle.iter().zip(&before) {
            bytes.extend(corner.wrapping_sub(*before).to_le_bytes());
        }
        before = *triangle;
    }
    json!({
        "frames": surface.bounds.len(),
        "corners": points.len(),
        "triangles": triangles.len(),
        "data": deflated(&bytes),
    })
}

pub(super) fn anchor(anchor: &Anchor, item: &str) -> Value {
    let (kind, index) = match anchor.on {
        Carrier::Ground => ("ground", 0),
        Carrier::Body(k) => ("body", k),
        Carrier::Node(k) => ("node", k),
    };
    json!({
        "kind": kind,
        "item": item,
        "index": index,
        "at": xyz(&anchor.place.at),
        "axes": wxyz(&anchor.place.turn),
    })
}

fn joints(items: &Items) -> Vec<Value> {
    let one = |joint: &super::items::Joint| {
        let between = [0, 1].map(|k| anchor(&joint.between[k], &joint.items[k]));
        json!({ "name": joint.name, "kind": joint.kind, "between": between })
    };
    items.joints.iter().map(one).collect()
}

fn links(items: &Items, look: &Look, size: f64, meshes: &mut Meshes) -> Vec<Value> {
    let mut one = |(k, link): (usize, &super::items::Link)| {
        let between = [0, 1].map(|k| anchor(&link.between[k], &link.items[k]));
        let length = look.lengths.get(k).copied().unwrap_or(0.0);
        // What has no length at first cannot be stretched.
        let length = match length.is_finite() {
            true => length.max(1e-3 * size),
            false => 1e-3 * size,
        };
        let mesh = tessellate::link(link, length, size, &Detail::PAGE);
        json!({
            "name": link.name,
            "kind": link.kind,
            "between": between,
            "mesh": meshes.number(&mesh.triangulated()),
            "length": length,
        })
    };
    items.links.iter().enumerate().map(&mut one).collect()
}

fn sensors(items: &Items) -> Vec<Value> {
    let all = items.sensors.iter().enumerate();
    all.map(|(index, s)| json!({ "name": s.name, "index": index, "on": s.on }))
        .collect()
}

fn discs(items: &Items) -> Vec<Value> {
    let one = |disc: &super::items::Disc| json!({ "name": disc.name, "body": disc.body });
    items.discs.iter().map(one).collect()
}

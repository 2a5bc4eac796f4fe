//! The scene as the page of reports reads it (`viewer/src/types.ts`). The one place where it becomes JSON.

use super::fields::{At, Field};
use super::items::{Core, Flexible, Form, Items};
use super::meshes::{deflated, packed};
use super::pose::{Anchor, Carrier, wxyz, xyz};
use super::revolve;
use super::solid::{Solid, StandIn};
use super::surface::{Between, Bound, Surface};
use super::sweep::{self, Along, Sweep};
use poinsot::math::V3;
use poinsot::meshes::TriangleMesh;
use serde_json::{Value, json};
use std::sync::Arc;

/// Corners of all flexible bodies together that browsers draw fluently: without and with a graphics card.
const LEVELS: [usize; 2] = [3000, 30_000];

/// Everything that can be seen, for the page. `rigid`: whether things turn or travel far, see [`super::Magnifier`].
pub fn json(items: &Items, fields: &[Field], rigid: bool) -> Value {
    let (shapes, meshes) = shapes(items);
    json!({
        "up": xyz(&items.up.unwrap_or_else(V3::z)),
        "bodies": bodies(items),
        "lines": lines(items),
        "joints": joints(items),
        "links": links(items),
        "sensors": sensors(items),
        "discs": discs(items),
        "shapes": shapes,
        "meshes": meshes,
        "colours": fields.iter().map(colour).collect::<Vec<_>>(),
        "rigid": rigid,
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
        let solid = match &body.solid {
            Some(StandIn::Box { size }) => json!({ "kind": "box", "size": xyz(size) }),
            Some(StandIn::Cylinder { radius, height }) => {
                json!({ "kind": "cylinder", "radius": radius, "height": height })
            }
            Some(StandIn::Sphere { radius }) => json!({ "kind": "sphere", "radius": radius }),
            None => json!({ "kind": "none" }),
        };
        let kind = match body.point_mass {
            true => "point mass",
            false => "body",
        };
        json!({
            "name": body.name,
            "index": index,
            "kind": kind,
            "solid": solid,
            "center": xyz(&body.center.at),
            "axes": wxyz(&body.center.turn),
        })
    };
    items.bodies.iter().enumerate().map(one).collect()
}

fn lines(items: &Items) -> Vec<Value> {
    let levels = LEVELS.map(|about| Sweep {
        along: Along::Corners { about, most: 6 },
        wire: 6,
        open: true,
        least: 0.0,
        simplify: true,
    });
    let one = |(k, body): (usize, &Flexible)| {
        // Wires have the radius 1: how thick they are drawn is up to the page.
        let mut surfaces = levels.map(|sweep| sweep::surface(&items.flexible, k, 1.0, &sweep));
        let levels = match surfaces[0].mesh.points.len() == surfaces[1].mesh.points.len() {
            true => &mut surfaces[1..],
            false => &mut surfaces[..],
        };
        let outlines = match &body.form {
            Form::Curve(curve) => &curve.outlines[..],
            Form::Facets(_) => &[],
        };
        let reach = outlines.iter().map(|o| o.reach());
        json!({
            "name": body.name,
            "kind": body.kind.word(),
            "firstNode": body.first_node,
            "nodes": body.nodes,
            "firstFrame": body.first_frame.map_or(-1, |f| f as i64),
            "firstStation": body.first_station,
            "curve": matches!(body.form, Form::Curve(_)),
            "smooth": matches!(&body.form, Form::Curve(curve) if curve.smooth),
            "wire": matches!(&body.form, Form::Curve(curve) if curve.outlines.is_empty()),
            "reach": reach.clone().fold(0.0, f64::max),
            "startReach": reach.clone().next().unwrap_or(0.0),
            "surfaces": levels.iter().map(|s| surface(body, s)).collect::<Vec<_>>(),
            "elements": elements(body),
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

fn anchor(anchor: &Anchor, item: &str) -> Value {
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
    let core = |core: Core| match core {
        Core::Pin => "pin",
        Core::Ball => "ball",
        Core::Block => "block",
        Core::Slider => "slider",
        Core::Plate => "plate",
    };
    let one = |joint: &super::items::Joint| {
        let between = [0, 1].map(|k| anchor(&joint.between[k], &joint.items[k]));
        json!({
            "name": joint.name,
            "kind": joint.kind,
            "core": core(joint.core),
            "rods": joint.rods,
            "between": between,
        })
    };
    items.joints.iter().map(one).collect()
}

fn links(items: &Items) -> Vec<Value> {
    let one = |link: &super::items::Link| {
        let between = [0, 1].map(|k| anchor(&link.between[k], &link.items[k]));
        json!({
            "name": link.name,
            "kind": link.kind,
            "between": between,
        })
    };
    items.links.iter().map(one).collect()
}

fn sensors(items: &Items) -> Vec<Value> {
    let all = items.sensors.iter().enumerate();
    all.map(|(index, s)| json!({ "name": s.name, "index": index, "on": s.on }))
        .collect()
}

fn discs(items: &Items) -> Vec<Value> {
    let one = |disc: &super::items::Disc| {
        json!({
            "name": disc.name,
            "body": disc.body,
            "center": xyz(&disc.center),
            "axis": xyz(&disc.axis),
            "radius": disc.radius,
        })
    };
    items.discs.iter().map(one).collect()
}

/// Shapes and their meshes; shapes of one mesh file share it.
fn shapes(items: &Items) -> (Vec<Value>, Vec<Value>) {
    let mut meshes: Vec<Arc<TriangleMesh>> = Vec::new();
    let mut list = Vec::new();
    for shape in &items.shapes {
        let (mesh, scale) = match &shape.solid {
            Solid::Mesh { mesh: None, .. } => continue,
            Solid::Mesh {
                mesh: Some(mesh),
                scale,
                ..
            } => (mesh.clone(), *scale),
            solid => match revolve::surface(solid) {
                Some(mesh) => (Arc::new(mesh.triangulated()), 1.0),
                None => continue,
            },
        };
        let known = meshes.iter().position(|m| Arc::ptr_eq(m, &mesh));
        let number = known.unwrap_or_else(|| {
            meshes.push(mesh);
            meshes.len() - 1
        });
        let fixed = shape.fixed.iter().map(|(fixed, weight)| {
            let mut value = anchor(fixed, &shape.of);
            value["weight"] = json!(weight);
            value
        });
        let colour = shape
            .colour
            .map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"));
        list.push(json!({
            "name": shape.name,
            "of": shape.of,
            "fixed": fixed.collect::<Vec<_>>(),
            "mesh": number,
            "scale": scale,
            "colour": colour,
            "opacity": shape.opacity,
        }));
    }
    let packed = meshes.iter().map(|m| packed(m));
    (list, packed.collect())
}

//! Reads the items of a scene.

use super::items::{Anchor, Body, Carrier, Disc, Line, Link, Outline, Place, Shape};
use super::mesh::Mesh;
use crate::scene;
use poinsot::math::{Quaternion, V3};
use serde_json::Value;

/// From the four numbers of a file, scalar first.
pub fn rotation([w, x, y, z]: [f64; 4]) -> Quaternion {
    Quaternion::from_quaternion([x, y, z, w].into())
}

/// The entries of a list.
pub fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

/// A text; empty if there is none.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}

/// The numbers of a list.
pub fn numbers(value: &Value) -> Vec<f64> {
    let all = value.as_array().into_iter().flatten();
    all.map(|v| v.as_f64().unwrap_or(0.0)).collect()
}

fn array<const N: usize>(value: &Value) -> [f64; N] {
    numbers(value).try_into().unwrap_or([0.0; N])
}

/// Three components.
pub fn vector(value: &Value) -> V3 {
    V3::from(array::<3>(value))
}

/// Corners, counted against the clock.
fn corners(value: &Value) -> Vec<[f64; 2]> {
    let all = value.as_array().into_iter().flatten();
    let mut list: Vec<[f64; 2]> = all.map(array).collect();
    let around = list.iter().zip(list.iter().cycle().skip(1));
    if around.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() < 0.0 {
        list.reverse();
    }
    list
}

/// A body of the scene.
pub fn body(value: &Value) -> Body {
    Body {
        name: text(&value["name"]),
        solid: value["solid"].clone(),
        center: Place {
            at: vector(&value["center"]),
            turn: rotation(array(&value["axes"])),
        },
    }
}

/// A beam or cable of the scene.
pub fn line(value: &Value) -> Line {
    let outline = |o: &Value| Outline {
        s: o["s"].as_f64().unwrap_or(0.0),
        outer: corners(&o["outer"]),
        inner: corners(&o["inner"]),
    };
    Line {
        name: text(&value["name"]),
        first_node: count(&value["firstNode"]),
        s: numbers(&value["s"]),
        first_frame: value["firstFrame"].as_u64().map(|f| f as usize),
        first_station: count(&value["firstStation"]),
        stations: numbers(&value["stations"]),
        outlines: list(value, "outlines").map(outline).collect(),
        smooth: value["smooth"].as_bool().unwrap_or(false),
    }
}

fn anchor(value: &Value) -> Anchor {
    let index = count(&value["index"]);
    Anchor {
        on: match value["kind"].as_str() {
            Some("body") => Carrier::Body(index),
            Some("node") => Carrier::Node(index),
            _ => Carrier::Ground,
        },
        place: Place {
            at: vector(&value["at"]),
            turn: rotation(array(&value["axes"])),
        },
    }
}

/// A joint or link of the scene; `joints` are those of the results.
pub fn link(value: &Value, joints: &[String]) -> Link {
    let name = text(&value["name"]);
    Link {
        row: joints.iter().position(|label| *label == name),
        name,
        kind: text(&value["kind"]),
        core: text(&value["core"]),
        rods: list(value, "rods").map(count).filter(|k| *k < 3).collect(),
        between: [0, 1].map(|k| anchor(&value["between"][k])),
    }
}

/// A shape of the model; what cannot be seen is left out.
pub fn shape(shape: &scene::shapes::Shape) -> Option<Shape> {
    let anchor = |fixed: &scene::shapes::Fixed| {
        let on = match fixed.kind {
            "body" => Carrier::Body(fixed.index),
            "node" => Carrier::Node(fixed.index),
            _ => Carrier::Ground,
        };
        let place = Place {
            at: fixed.at,
            turn: fixed.axes,
        };
        (Anchor { on, place }, fixed.weight)
    };
    let corner = |c: &[f32; 3]| V3::from(c.map(f64::from)) * shape.scale;
    let seen = shape.opacity > 0.0 && !shape.mesh.triangles.is_empty();
    seen.then(|| Shape {
        name: match shape.name.is_empty() {
            true => shape.of.clone(),
            false => shape.name.clone(),
        },
        on: shape.fixed.iter().map(anchor).collect(),
        mesh: Mesh {
            points: shape.mesh.vertices.iter().map(corner).collect(),
            triangles: shape.mesh.triangles.clone(),
        },
        colour: shape.colour.unwrap_or(match shape.of == "ground" {
            true => [0x9a, 0xa3, 0xad],
            false => [0x5b, 0x8d, 0xef],
        }),
        opacity: shape.opacity,
    })
}

/// A disc of the scene.
pub fn disc(value: &Value) -> Disc {
    Disc {
        body: count(&value["body"]),
        center: vector(&value["center"]),
        axis: vector(&value["axis"]),
        radius: value["radius"].as_f64().unwrap_or(0.0),
    }
}

//! Things that move as a whole, for the page of reports: the surfaces of the tessellator with what they are fixed to. Equal meshes are stored
//! once.

use super::items::Items;
use super::meshes::packed;
use super::page::anchor;
use super::surface::{Bound, Shows, Surface};
use super::tessellate::{self, Detail};
use poinsot::meshes::TriangleMesh;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Meshes by their numbers.
#[derive(Default)]
pub(super) struct Meshes {
    list: Vec<Value>,
    /// Numbers by corners and triangles, bit for bit.
    known: HashMap<(Vec<[u32; 3]>, Vec<[u32; 3]>), usize>,
}

impl Meshes {
    /// The number of a mesh.
    pub fn number(&mut self, mesh: &TriangleMesh) -> usize {
        let bits = mesh.vertices.iter().map(|p| p.map(f32::to_bits));
        let key = (bits.collect(), mesh.triangles.clone());
        let next = self.list.len();
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            self.list.push(packed(mesh));
        }
        number
    }

    /// All of them.
    pub fn list(self) -> Vec<Value> {
        self.list
    }
}

/// What stands for bodies, shapes, discs, joints and sensors, in sizes for a room of this diagonal.
pub(super) fn things(items: &Items, size: f64, meshes: &mut Meshes) -> Vec<Value> {
    let detail = &Detail::PAGE;
    let mut list = tessellate::bodies(items, size, detail);
    list.extend(tessellate::shapes(items, detail));
    list.extend(tessellate::discs(items, detail));
    list.extend(tessellate::joints(items, size, detail));
    list.extend(tessellate::sensors(items, size, detail));
    list.iter()
        .filter_map(|surface| thing(items, surface, meshes))
        .collect()
}

fn thing(items: &Items, surface: &Surface, meshes: &mut Meshes) -> Option<Value> {
    let (shows, item) = match surface.shows {
        Shows::Body(k) => ("body", &items.bodies[k].name),
        Shows::Arm(k) => ("arm", &items.bodies[k].name),
        Shows::Disc(k) => ("disc", &items.discs[k].name),
        Shows::Joint(k) => ("joint", &items.joints[k].name),
        Shows::Sensor(k) => ("sensor", &items.sensors[k].name),
        Shows::Shape(k) => {
            let shape = &items.shapes[k];
            match shape.on_ground() && !shape.name.is_empty() {
                true => ("shape", &shape.name),
                false => ("shape", &shape.of),
            }
        }
        Shows::Flexible(_) => return None,
    };
    let shape = match surface.shows {
        Shows::Shape(k) => Some(&items.shapes[k]),
        _ => None,
    };
    let fixed = match surface.bounds.first()? {
        Bound::On(one) => vec![(*one, 1.0)],
        Bound::Mean(several) => several.clone(),
        Bound::Sensor(_) | Bound::Section { .. } => Vec::new(),
    };
    let sensor = match surface.bounds.first()? {
        Bound::Sensor(k) => *k as i64,
        _ => -1,
    };
    let fixed = fixed.iter().map(|(fixed, weight)| {
        let mut value = anchor(fixed, item);
        value["weight"] = json!(weight);
        value
    });
    let colour = shape.and_then(|s| s.colour);
    Some(json!({
        "shows": shows,
        "item": item,
        "fixed": fixed.collect::<Vec<_>>(),
        "sensor": sensor,
        "mesh": meshes.number(&surface.mesh.triangulated()),
        "colour": colour.map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")),
        "opacity": shape.map_or(1.0, |s| s.opacity),
    }))
}

//! The binary form of glTF 2.0: one JSON text that describes nodes, meshes and animations, and the numbers they refer to.

use crate::scene::mesh::Mesh;
use crate::scene::pose::Pose;
use poinsot::math::{Quaternion, V3};
use serde_json::{Map, Value, json};

/// Types of numbers, as the standard counts them.
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;
/// What a view is for: corners, or triangles.
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Influences on one corner of a skinned surface: numbers of up to four joints and their weights, which add up to one.
pub type Influence = [(u16, f64); 4];

/// A file in the making. Numbers of nodes, meshes and so on are places in its lists.
#[derive(Debug, Default)]
pub struct Glb {
    nodes: Vec<Value>,
    roots: Vec<usize>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    skins: Vec<Value>,
    channels: Vec<Value>,
    samplers: Vec<Value>,
    accessors: Vec<Value>,
    views: Vec<Value>,
    data: Vec<u8>,
}

impl Glb {
    /// A node in another one, or in none.
    pub fn node(&mut self, parent: Option<usize>, name: &str, place: &Pose, scale: f64) -> usize {
        let mut node = json!({ "name": name });
        if place.at != V3::zeros() {
            node["translation"] = json!(translation(&place.at));
        }
        if place.turn != Quaternion::identity() {
            node["rotation"] = json!(turn(&place.turn));
        }
        if scale != 1.0 {
            node["scale"] = json!([scale as f32, 1.0, 1.0]);
        }
        let number = self.nodes.len();
        self.nodes.push(node);
        match parent {
            Some(parent) => match self.nodes[parent]["children"].as_array_mut() {
                Some(list) => list.push(json!(number)),
                None => self.nodes[parent]["children"] = json!([number]),
            },
            None => self.roots.push(number),
        }
        number
    }

    /// Gives a node something to show.
    pub fn show(&mut self, node: usize, mesh: usize) {
        self.nodes[node]["mesh"] = json!(mesh);
    }

    /// A plain colour, red, green and blue, that one can look through if its opacity is below 1.
    pub fn material(&mut self, name: &str, colour: [u8; 3], opacity: f64) -> usize {
        let [red, green, blue] = colour.map(|part| linear(f64::from(part) / 255.0));
        let mut material = json!({
            "name": name,
            "doubleSided": true,
            "pbrMetallicRoughness": {
                "baseColorFactor": [red, green, blue, opacity],
                "metallicFactor": 0.1,
                "roughnessFactor": 0.7,
            },
        });
        if opacity < 1.0 {
            material["alphaMode"] = json!("BLEND");
        }
        match self.materials.iter().position(|known| *known == material) {
            Some(known) => known,
            None => {
                self.materials.push(material);
                self.materials.len() - 1
            }
        }
    }

    /// A surface. It has no normals, so that viewers show it with flat faces.
    pub fn mesh(&mut self, name: &str, mesh: &Mesh, material: usize) -> usize {
        let attributes = Map::new();
        self.surface(name, mesh, material, attributes)
    }

    fn surface(
        &mut self,
        name: &str,
        mesh: &Mesh,
        material: usize,
        mut attributes: Map<String, Value>,
    ) -> usize {
        let corners: Vec<[f32; 3]> = mesh.points.iter().map(translation).collect();
        let bounds = |better: fn(f32, f32) -> f32, from: f32| -> [f32; 3] {
            std::array::from_fn(|k| corners.iter().map(|c| c[k]).fold(from, better))
        };
        let (low, high) = (
            bounds(f32::min, f32::INFINITY),
            bounds(f32::max, f32::NEG_INFINITY),
        );
        let bytes = floats(corners.as_flattened());
        let at = self.accessor("VEC3", F32, corners.len(), &bytes, Some(VERTICES));
        self.accessors[at]["min"] = json!(low);
        self.accessors[at]["max"] = json!(high);
        attributes.insert("POSITION".to_owned(), json!(at));
        let triangles = mesh.triangles();
        let indices = triangles.as_flattened();
        let bytes: Vec<u8> = indices.iter().flat_map(|k| k.to_le_bytes()).collect();
        let indices = self.accessor("SCALAR", U32, indices.len(), &bytes, Some(INDICES));
        self.meshes.push(json!({
            "name": name,
            "primitives": [{ "attributes": attributes, "indices": indices, "material": material }],
        }));
        self.meshes.len() - 1
    }

    /// A surface that follows joints, each given by its node and the matrix (columns) that takes corners into its frame.
    pub fn skinned(
        &mut self,
        name: &str,
        mesh: &Mesh,
        material: usize,
        influences: &[Influence],
        joints: &[(usize, [f32; 16])],
    ) {
        let which = influences.iter().flatten();
        // A joint without weight must be number 0.
        let which = which.map(|&(joint, weight)| if weight == 0.0 { 0 } else { joint });
        let bytes: Vec<u8> = which.flat_map(u16::to_le_bytes).collect();
        let count = influences.len();
        let mut attributes = Map::new();
        let at = self.accessor("VEC4", U16, count, &bytes, Some(VERTICES));
        attributes.insert("JOINTS_0".to_owned(), json!(at));
        let weights: Vec<f32> = influences.iter().flatten().map(|i| i.1 as f32).collect();
        let at = self.accessor("VEC4", F32, count, &floats(&weights), Some(VERTICES));
        attributes.insert("WEIGHTS_0".to_owned(), json!(at));
        let mesh = self.surface(name, mesh, material, attributes);
        let matrices: Vec<f32> = joints.iter().flat_map(|j| j.1).collect();
        let matrices = self.accessor("MAT4", F32, joints.len(), &floats(&matrices), None);
        let nodes: Vec<usize> = joints.iter().map(|j| j.0).collect();
        self.skins
            .push(json!({ "joints": nodes, "inverseBindMatrices": matrices }));
        // A skinned surface is where its joints are, whatever node it hangs on.
        let node = self.node(None, name, &Pose::world(), 1.0);
        self.show(node, mesh);
        self.nodes[node]["skin"] = json!(self.skins.len() - 1);
    }

    /// Times of key frames [s].
    pub fn times(&mut self, times: &[f32]) -> usize {
        let at = self.accessor("SCALAR", F32, times.len(), &floats(times), None);
        self.accessors[at]["min"] = json!([times.first()]);
        self.accessors[at]["max"] = json!([times.last()]);
        at
    }

    /// Moves a node: values of its `translation`, `rotation` or `scale` at the times.
    pub fn channel(&mut self, node: usize, path: &str, times: usize, values: &[f32]) {
        let (kind, width) = match path {
            "rotation" => ("VEC4", 4),
            _ => ("VEC3", 3),
        };
        let output = self.accessor(kind, F32, values.len() / width, &floats(values), None);
        self.samplers
            .push(json!({ "input": times, "output": output, "interpolation": "LINEAR" }));
        self.channels.push(json!({
            "sampler": self.samplers.len() - 1,
            "target": { "node": node, "path": path },
        }));
    }

    fn accessor(
        &mut self,
        kind: &str,
        numbers: u32,
        count: usize,
        bytes: &[u8],
        target: Option<u32>,
    ) -> usize {
        let mut view =
            json!({ "buffer": 0, "byteOffset": self.data.len(), "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.data.extend(bytes);
        self.data.resize(self.data.len().next_multiple_of(4), 0);
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1,
            "componentType": numbers,
            "count": count,
            "type": kind,
        }));
        self.accessors.len() - 1
    }

    /// The bytes of the file.
    pub fn bytes(self, title: &str) -> Vec<u8> {
        let mut root = json!({
            "asset": {
                "version": "2.0",
                "generator": concat!("poinsot ", env!("CARGO_PKG_VERSION")),
            },
            "scene": 0,
            "scenes": [{ "name": title, "nodes": self.roots }],
            "buffers": [{ "byteLength": self.data.len() }],
        });
        // Lists must not be empty.
        for (name, list) in [
            ("nodes", self.nodes),
            ("meshes", self.meshes),
            ("materials", self.materials),
            ("skins", self.skins),
            ("accessors", self.accessors),
            ("bufferViews", self.views),
        ] {
            if !list.is_empty() {
                root[name] = Value::Array(list);
            }
        }
        if !self.channels.is_empty() {
            root["animations"] =
                json!([{ "name": title, "channels": self.channels, "samplers": self.samplers }]);
        }
        let mut text = root.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        let total = 12 + 8 + text.len() + 8 + self.data.len();
        let mut bytes = Vec::with_capacity(total);
        bytes.extend(b"glTF");
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend((total as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", text), (b"BIN\0", self.data)] {
            bytes.extend((chunk.len() as u32).to_le_bytes());
            bytes.extend(kind);
            bytes.extend(chunk);
        }
        bytes
    }
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// From the colours of screens to amounts of light.
fn linear(part: f64) -> f64 {
    match part <= 0.04045 {
        true => part / 12.92,
        false => ((part + 0.055) / 1.055).powf(2.4),
    }
}

/// Three components.
pub fn translation(v: &V3) -> [f32; 3] {
    [v.x, v.y, v.z].map(|x| x as f32)
}

/// Scalar last.
pub fn turn(q: &Quaternion) -> [f32; 4] {
    [q.i, q.j, q.k, q.w].map(|x| x as f32)
}

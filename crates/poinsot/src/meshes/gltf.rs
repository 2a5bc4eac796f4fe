//! glTF 2.0 with everything in one file: `.glb`, or `.gltf` with its buffers as base64 texts. Nodes place their meshes; materials,
//! skins and animations are passed over. Format: "glTF 2.0 Specification" (Khronos Group).

use super::{Builder, MeshError, array, damaged, decode_base64, f32_at, u32_at};
use crate::math::{M3, V3};
use nalgebra::{Quaternion, UnitQuaternion};
use serde_json::Value;

const FLOAT: u64 = 5126;
/// Nodes inside nodes, at most.
const DEEPEST: usize = 64;
/// Kinds of primitives without a surface: points and lines.
const WITHOUT_SURFACE: std::ops::RangeInclusive<u64> = 0..=3;
const TRIANGLES: u64 = 4;
const ONE_FILE: &str = "export it as .glb, which holds everything in one file";

/// `.gltf`
pub fn read_text(bytes: &[u8], to: &mut Builder) -> Result<(), MeshError> {
    read(bytes, None, to)
}

/// `.glb`: twelve bytes in front, then chunks of length, kind and bytes; the first is JSON, the second binary.
pub fn read_binary(bytes: &[u8], to: &mut Builder) -> Result<(), MeshError> {
    if !bytes.starts_with(b"glTF") {
        return Err(damaged("it does not begin with `glTF`"));
    }
    let (Some(version), Some(length)) = (u32_at(bytes, 4), u32_at(bytes, 8)) else {
        return Err(damaged("it ends within its first twelve bytes"));
    };
    if version != 2 {
        return Err(MeshError::new(
            format!("it is glTF version {version}"),
            "export it as glTF 2.0",
        ));
    }
    if length as usize > bytes.len() {
        return Err(damaged(format!(
            "its header declares {length} bytes, but the file ends after {}",
            bytes.len()
        )));
    }
    let mut chunks = Vec::new();
    let mut at = 12;
    while at < bytes.len() && chunks.len() < 2 {
        let size = u32_at(bytes, at).map(|n| n as usize);
        let chunk =
            size.and_then(|n| bytes.get(at.checked_add(8)?..at.checked_add(8)?.checked_add(n)?));
        let (Some(kind), Some(chunk)) = (array::<4>(bytes, at + 4), chunk) else {
            return Err(damaged("it ends within a chunk"));
        };
        at += 8 + chunk.len();
        chunks.push((kind, chunk));
    }
    match chunks[..] {
        [(kind, json), ref rest @ ..] if kind == *b"JSON" => {
            let binary = rest.first().filter(|(kind, _)| kind == b"BIN\0");
            read(json, binary.map(|(_, bytes)| *bytes), to)
        }
        _ => Err(damaged("its first chunk is not JSON")),
    }
}

/// Where a mesh stands: rotation with scale, then displacement.
#[derive(Clone, Copy)]
struct Motion {
    turn: M3,
    shift: V3,
}

struct Document<'a> {
    root: &'a Value,
    buffers: Vec<Vec<u8>>,
}

fn read(json: &[u8], binary: Option<&[u8]>, to: &mut Builder) -> Result<(), MeshError> {
    let root: Value = serde_json::from_slice(json)
        .map_err(|e| damaged(format!("its JSON cannot be read: {e}")))?;
    if !root["asset"]["version"]
        .as_str()
        .is_some_and(|v| v.starts_with('2'))
    {
        return Err(MeshError::new(
            "it is not glTF 2.0",
            "export it as glTF 2.0",
        ));
    }
    let needed = root["extensionsRequired"].as_array().into_iter().flatten();
    let mut needed = needed.filter_map(Value::as_str);
    // Materials and lights do not change the surface.
    if let Some(name) = needed.find(|n| n.contains("compression") || n.contains("quantization")) {
        return Err(MeshError::new(
            format!("it needs the extension {name}, which is not supported"),
            "export it without compression",
        ));
    }
    let document = Document {
        root: &root,
        buffers: buffers(&root, binary)?,
    };
    let nodes = list(&root, "nodes").len();
    let mut seen = vec![false; nodes];
    let scene = root["scene"].as_u64().unwrap_or(0);
    let roots: Vec<u64> = match list(&root, "scenes").get(scene as usize) {
        Some(scene) => list(scene, "nodes")
            .iter()
            .filter_map(Value::as_u64)
            .collect(),
        // Without a scene: the nodes that are not inside others.
        None => {
            let all = list(&root, "nodes").iter();
            let inside: Vec<u64> = all
                .flat_map(|n| list(n, "children"))
                .filter_map(Value::as_u64)
                .collect();
            (0..nodes as u64).filter(|n| !inside.contains(n)).collect()
        }
    };
    let still = Motion {
        turn: M3::identity(),
        shift: V3::zeros(),
    };
    roots
        .into_iter()
        .try_for_each(|node| document.node(node, &still, &mut seen, 0, to))
}

/// The entries of a list; none if it is not there.
fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn buffers(root: &Value, binary: Option<&[u8]>) -> Result<Vec<Vec<u8>>, MeshError> {
    let mut all = Vec::new();
    for (k, buffer) in list(root, "buffers").iter().enumerate() {
        let bytes = match (buffer["uri"].as_str(), binary) {
            (None, Some(binary)) if k == 0 => binary.to_vec(),
            (None, _) => return Err(damaged(format!("buffer {k} has no bytes"))),
            (Some(uri), _) => match uri.strip_prefix("data:") {
                Some(data) => {
                    let text = data.split_once(";base64,").map(|(_, text)| text);
                    let bytes = text.and_then(decode_base64);
                    bytes.ok_or_else(|| damaged(format!("buffer {k} is not base64 text")))?
                }
                None => {
                    let shown: String = uri.chars().take(80).collect();
                    let message = format!("buffer {k} is in another file, {shown}");
                    return Err(MeshError::new(message, ONE_FILE));
                }
            },
        };
        let length = buffer["byteLength"].as_u64().unwrap_or(0);
        if length > bytes.len() as u64 {
            return Err(damaged(format!(
                "buffer {k} should have {length} bytes, it has {}",
                bytes.len()
            )));
        }
        all.push(bytes);
    }
    Ok(all)
}

/// As many numbers as are wanted, or the ones to take instead.
fn numbers<const N: usize>(value: &Value, otherwise: [f64; N]) -> Result<[f64; N], MeshError> {
    let Some(list) = value.as_array() else {
        return Ok(otherwise);
    };
    let read: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
    read.try_into()
        .map_err(|_| damaged(format!("a node has a list without {N} numbers")))
}

fn motion(node: &Value) -> Result<Motion, MeshError> {
    if !node["matrix"].is_null() {
        // Column by column.
        let m: [f64; 16] = numbers(&node["matrix"], [0.0; 16])?;
        let column = |k: usize| V3::new(m[4 * k], m[4 * k + 1], m[4 * k + 2]);
        return Ok(Motion {
            turn: M3::from_columns(&[column(0), column(1), column(2)]),
            shift: column(3),
        });
    }
    let [x, y, z, w] = numbers(&node["rotation"], [0.0, 0.0, 0.0, 1.0])?;
    let scale: [f64; 3] = numbers(&node["scale"], [1.0; 3])?;
    let shift: [f64; 3] = numbers(&node["translation"], [0.0; 3])?;
    let turn = UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 0.0).unwrap_or_default();
    Ok(Motion {
        turn: turn.to_rotation_matrix().matrix() * M3::from_diagonal(&V3::from(scale)),
        shift: V3::from(shift),
    })
}

impl Document<'_> {
    fn node(
        &self,
        index: u64,
        outer: &Motion,
        seen: &mut [bool],
        depth: usize,
        to: &mut Builder,
    ) -> Result<(), MeshError> {
        let Some(node) = list(self.root, "nodes").get(index as usize) else {
            return Err(damaged(format!("there is no node {index}")));
        };
        // A node stands in one place only, so that loops cannot be.
        if std::mem::replace(&mut seen[index as usize], true) || depth > DEEPEST {
            return Err(damaged(format!(
                "node {index} is referenced more than once or nested too deeply"
            )));
        }
        let own = motion(node)?;
        let here = Motion {
            turn: outer.turn * own.turn,
            shift: outer.turn * own.shift + outer.shift,
        };
        if let Some(mesh) = node["mesh"].as_u64() {
            let Some(mesh) = list(self.root, "meshes").get(mesh as usize) else {
                return Err(damaged(format!("there is no mesh {mesh}")));
            };
            for primitive in list(mesh, "primitives") {
                self.primitive(primitive, &here, to)?;
            }
        }
        for child in list(node, "children").iter().filter_map(Value::as_u64) {
            self.node(child, &here, seen, depth + 1, to)?;
        }
        Ok(())
    }

    fn primitive(
        &self,
        primitive: &Value,
        here: &Motion,
        to: &mut Builder,
    ) -> Result<(), MeshError> {
        match primitive["mode"].as_u64().unwrap_or(TRIANGLES) {
            TRIANGLES => {}
            mode if WITHOUT_SURFACE.contains(&mode) => return Ok(()),
            mode => {
                let message = format!("a primitive of mode {mode} is not made of single triangles");
                return Err(MeshError::new(message, "export it with mode 4, triangles"));
            }
        }
        let Some(position) = primitive["attributes"]["POSITION"].as_u64() else {
            return Err(damaged("a primitive has no POSITION"));
        };
        let places = self.accessor(position)?;
        if places.component != FLOAT || places.parts != 3 {
            return Err(damaged(format!(
                "accessor {position} does not hold positions"
            )));
        }
        let corner = |k: usize| -> Option<[f32; 3]> {
            let at = places.element(k)?;
            let read = |c: usize| f32_at(places.bytes, at + 4 * c).map(f64::from);
            let world = here.turn * V3::new(read(0)?, read(1)?, read(2)?) + here.shift;
            Some([world.x as f32, world.y as f32, world.z as f32])
        };
        let indices = match primitive["indices"].as_u64() {
            Some(indices) => Some(self.accessor(indices)?),
            None => None,
        };
        let count = indices.as_ref().map_or(places.count, |i| i.count);
        let index = |k: usize| match &indices {
            Some(indices) => indices.whole(k),
            None => Some(k),
        };
        // A mirror turns the sense of every triangle.
        let mirrored = here.turn.determinant() < 0.0;
        for triangle in 0..count / 3 {
            let k = 3 * triangle;
            let order = match mirrored {
                true => [k, k + 2, k + 1],
                false => [k, k + 1, k + 2],
            };
            let corners = order.map(|k| index(k).and_then(corner));
            let [Some(a), Some(b), Some(c)] = corners else {
                return Err(damaged(format!(
                    "triangle {} of a primitive lies outside its buffers",
                    triangle + 1
                )));
            };
            to.triangle([a, b, c])?;
        }
        Ok(())
    }

    fn accessor(&self, index: u64) -> Result<Accessor<'_>, MeshError> {
        let missing = || damaged(format!("accessor {index} is not complete"));
        let accessor = list(self.root, "accessors").get(index as usize);
        let accessor = accessor.ok_or_else(missing)?;
        if !accessor["sparse"].is_null() {
            return Err(MeshError::new(
                format!("accessor {index} is sparse, which is not supported"),
                "export the mesh without shape keys",
            ));
        }
        let whole = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        let view =
            whole(&accessor["bufferView"]).and_then(|v| list(self.root, "bufferViews").get(v));
        let view = view.ok_or_else(missing)?;
        let buffer = whole(&view["buffer"]).and_then(|b| self.buffers.get(b));
        let (start, length) = (
            whole(&view["byteOffset"]).unwrap_or(0),
            whole(&view["byteLength"]),
        );
        let bytes = buffer
            .zip(length)
            .and_then(|(buffer, length)| buffer.get(start..start.checked_add(length)?));
        let component = accessor["componentType"].as_u64().ok_or_else(missing)?;
        let parts = match accessor["type"].as_str() {
            Some("SCALAR") => 1,
            Some("VEC3") => 3,
            _ => return Err(missing()),
        };
        let width = match component {
            5121 => 1,
            5123 => 2,
            5125 | FLOAT => 4,
            _ => return Err(missing()),
        };
        let count = whole(&accessor["count"]).ok_or_else(missing)?;
        Ok(Accessor {
            bytes: bytes
                .ok_or_else(|| damaged(format!("accessor {index} lies outside its buffer")))?,
            start: whole(&accessor["byteOffset"]).unwrap_or(0),
            stride: whole(&view["byteStride"]).unwrap_or(parts * width),
            component,
            parts,
            // More than there are bytes cannot be, and would take for ever to find out.
            count: count.min(self.buffers.iter().map(Vec::len).sum()),
        })
    }
}

/// Numbers in a buffer.
struct Accessor<'a> {
    bytes: &'a [u8],
    start: usize,
    stride: usize,
    component: u64,
    parts: usize,
    count: usize,
}

impl Accessor<'_> {
    /// Place of an element in the bytes.
    fn element(&self, k: usize) -> Option<usize> {
        if k >= self.count {
            return None;
        }
        let at = k.checked_mul(self.stride)?.checked_add(self.start)?;
        (at < self.bytes.len()).then_some(at)
    }

    fn whole(&self, k: usize) -> Option<usize> {
        let at = self.element(k)?;
        match self.component {
            5121 => self.bytes.get(at).map(|b| usize::from(*b)),
            5123 => array(self.bytes, at).map(|b| usize::from(u16::from_le_bytes(b))),
            5125 => u32_at(self.bytes, at).map(|n| n as usize),
            _ => None,
        }
    }
}

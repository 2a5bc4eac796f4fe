//! Meshes as text: in the attribute `meshes` of results, and in reports.
//!
//! A mesh is its corners (three `f32` each), then its triangles (three `u32` each), little endian, deflated in the zlib format (RFC 1950) and
//! written as base64. The attribute is a JSON object of such meshes by the path that the model gives.

use super::items::Items;
use super::solid::Solid;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use poinsot::meshes::{TRIANGLE_LIMIT, TriangleMesh, decode_base64, encode_base64};
use poinsot::model::{self, Model};
use poinsot::results::Layout;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Name of the attribute.
pub const MESHES: &str = "meshes";

/// Adds the meshes of all shapes to results, so that they can be shown without the files.
pub fn store(layout: &mut Layout, items: &Items) {
    let mut all = Map::new();
    for shape in &items.shapes {
        if let Solid::Mesh {
            file,
            mesh: Some(mesh),
            ..
        } = &shape.solid
            && !all.contains_key(file)
        {
            all.insert(file.clone(), packed(mesh));
        }
    }
    if !all.is_empty() && layout.attribute(MESHES).is_none() {
        let text = Value::Object(all).to_string();
        layout.attributes.push((MESHES.to_owned(), text));
    }
}

/// Gives shapes the meshes that results hold.
pub fn restore(items: &mut Items, layout: &Layout) {
    let text = layout.attribute(MESHES).unwrap_or_default();
    let stored: Value = serde_json::from_str(text).unwrap_or_default();
    let mut known: Vec<(String, Option<Arc<TriangleMesh>>)> = Vec::new();
    for shape in &mut items.shapes {
        let Solid::Mesh { file, mesh, .. } = &mut shape.solid else {
            continue;
        };
        if mesh.is_some() {
            continue;
        }
        if let Some((_, found)) = known.iter().find(|(name, _)| name == file) {
            *mesh = found.clone();
            continue;
        }
        *mesh = unpacked(&stored[&*file]).map(Arc::new);
        known.push((file.clone(), mesh.clone()));
    }
}

/// Gives the shapes of a model the meshes of what is drawn.
pub fn lend(items: &Items, model: &mut Model) {
    for shape in &mut model.shapes {
        let model::Solid::Mesh(file) = &mut shape.solid else {
            continue;
        };
        let found = items.shapes.iter().find_map(|drawn| match &drawn.solid {
            Solid::Mesh {
                file: name, mesh, ..
            } if *name == file.file => Some(mesh.clone()),
            _ => None,
        });
        file.mesh = found.flatten();
    }
}

/// What is said about meshes that are not there; empty if all are.
pub fn missing(items: &Items) -> String {
    let names = items.missing_meshes();
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(
            "the results do not hold the mesh {}, which is not drawn; running the model again stores it",
            names.join(", ")
        ),
    }
}

/// A mesh as JSON.
pub fn packed(mesh: &TriangleMesh) -> Value {
    let corners = mesh.vertices.iter().flatten().map(|x| x.to_le_bytes());
    let triangles = mesh.triangles.iter().flatten().map(|k| k.to_le_bytes());
    let bytes: Vec<u8> = corners.chain(triangles).flatten().collect();
    json!({
        "vertices": mesh.vertices.len(),
        "triangles": mesh.triangles.len(),
        "data": deflated(&bytes),
    })
}

/// Bytes in the zlib format, as base64.
pub fn deflated(bytes: &[u8]) -> String {
    encode_base64(&compress_to_vec_zlib(bytes, 8))
}

/// The mesh in JSON; none if it is damaged.
fn unpacked(value: &Value) -> Option<TriangleMesh> {
    let count = |key: &str| {
        let n = value[key].as_u64().and_then(|n| usize::try_from(n).ok());
        n.filter(|n| *n <= 3 * TRIANGLE_LIMIT)
    };
    let (corners, triangles) = (count("vertices")?, count("triangles")?);
    let size = 12 * (corners + triangles);
    let bytes = decode_base64(value["data"].as_str()?)?;
    let bytes = decompress_to_vec_zlib_with_limit(&bytes, size).ok()?;
    if bytes.len() != size {
        return None;
    }
    let (places, numbers) = bytes.split_at(12 * corners);
    let word = |four: &[u8]| four.try_into().unwrap_or([0; 4]);
    let vertices: Vec<[f32; 3]> = places
        .chunks_exact(12)
        .map(|p| [0, 4, 8].map(|k| f32::from_le_bytes(word(&p[k..k + 4]))))
        .collect();
    let triangles: Vec<[u32; 3]> = numbers
        .chunks_exact(12)
        .map(|t| [0, 4, 8].map(|k| u32::from_le_bytes(word(&t[k..k + 4]))))
        .collect();
    let sound = vertices.iter().flatten().all(|x| x.is_finite())
        && triangles.iter().flatten().all(|k| (*k as usize) < corners);
    sound.then_some(TriangleMesh {
        vertices,
        triangles,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_comes_back_as_it_was_and_a_damaged_one_not_at_all() {
        let mesh = TriangleMesh {
            vertices: vec![[0.0, 1.5, -2.0], [1e-20, 3.0, 4.0], [5.0, 6.0, 7.0]],
            triangles: vec![[0, 1, 2], [2, 1, 0]],
        };
        let value = packed(&mesh);
        assert_eq!(unpacked(&value), Some(mesh));
        for (key, wrong) in [
            ("vertices", json!(2)),
            ("triangles", json!(1u64 << 60)),
            ("data", json!("AAAA")),
            ("data", json!("?")),
        ] {
            let mut damaged = value.clone();
            damaged[key] = wrong;
            assert_eq!(unpacked(&damaged), None);
        }
        assert_eq!(unpacked(&Value::Null), None);
    }
}

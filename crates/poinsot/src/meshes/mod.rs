//! Mesh files. Triangles of STL, OBJ and glTF files are for pictures; [`elements`] has meshes that mechanics are made from.
//!
//! Readers mistrust every number: whatever the bytes, reading ends with a mesh or with words that say what is wrong.

mod base64;
pub mod elements;
mod gltf;
mod obj;
mod stl;

pub use self::base64::{decode_base64, encode_base64};

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// Larger mesh files are refused before they are read [bytes].
pub const MESH_FILE_LIMIT: u64 = 64 << 20;
/// Meshes of more triangles are refused: a report with them would no longer open quickly.
pub const TRIANGLE_LIMIT: usize = 300_000;
/// Endings of names that say how a mesh is written.
pub const MESH_ENDINGS: [&str; 4] = ["stl", "obj", "gltf", "glb"];

/// Triangles over shared corners, in the units of the file they come from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Corners.
    pub vertices: Vec<[f32; 3]>,
    /// Numbers of the corners of each triangle, counted from 0, against the clock seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// Why a file gives no mesh.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{message}")]
pub struct MeshError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl MeshError {
    pub(crate) fn new(message: impl Into<String>, help: impl Into<String>) -> Self {
        MeshError {
            message: message.into(),
            help: help.into(),
        }
    }
}

/// What to do about a file that is damaged.
const AGAIN: &str = "export or copy the mesh again";

/// A damaged file.
fn damaged(message: impl Into<String>) -> MeshError {
    MeshError::new(message, AGAIN)
}

/// The ending of a name, in small letters, if it is one of a mesh.
pub fn mesh_ending(name: &str) -> Option<&'static str> {
    let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
    MESH_ENDINGS.into_iter().find(|e| *e == ending)
}

/// The bytes of a mesh file.
pub fn load_mesh_file(path: &Path) -> Result<Vec<u8>, MeshError> {
    let endings = "name a file that ends in .stl, .obj, .gltf or .glb";
    let coarser = "export it with fewer triangles";
    load(path, MESH_FILE_LIMIT, endings, coarser)
}

/// Reads a mesh file.
pub fn read_mesh_file(path: &Path) -> Result<TriangleMesh, MeshError> {
    let bytes = load_mesh_file(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    read_mesh(&name, &bytes)
}

/// The bytes of a mesh file, unless there are more than `limit`.
fn load(path: &Path, limit: u64, no_file: &str, too_large: &str) -> Result<Vec<u8>, MeshError> {
    let shown = path.display();
    let unreadable = |error: io::Error| {
        let help = match error.kind() {
            io::ErrorKind::NotFound => {
                "the path counts from the folder of the model file; check its spelling"
            }
            io::ErrorKind::PermissionDenied => "check the permissions of the file",
            _ => "check that the file can be opened by other programs",
        };
        MeshError::new(format!("cannot read the mesh `{shown}`: {error}"), help)
    };
    let facts = std::fs::metadata(path).map_err(unreadable)?;
    if !facts.is_file() {
        return Err(MeshError::new(format!("`{shown}` is not a file"), no_file));
    }
    if facts.len() > limit {
        return Err(MeshError::new(
            format!(
                "the mesh `{shown}` has {} MB, more than {} MB",
                facts.len() >> 20,
                limit >> 20
            ),
            too_large,
        ));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    // The file may grow while it is read.
    let mut file = file.take(limit);
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

/// Reads the bytes of a mesh; the ending of the name says how they are written.
pub fn read_mesh(name: &str, bytes: &[u8]) -> Result<TriangleMesh, MeshError> {
    let mut builder = Builder::default();
    let read = match mesh_ending(name) {
        Some("stl") => stl::read(bytes, &mut builder),
        Some("obj") => obj::read(bytes, &mut builder),
        Some("gltf") => gltf::read_text(bytes, &mut builder),
        Some("glb") => gltf::read_binary(bytes, &mut builder),
        _ => Err(MeshError::new(
            "meshes end in .stl, .obj, .gltf or .glb",
            "export the mesh in one of these formats",
        )),
    };
    let done = read.and_then(|()| builder.finish());
    done.map_err(|error| MeshError::new(format!("{name}: {}", error.message), error.help))
}

/// Collects triangles; corners at the same place become one.
#[derive(Default)]
struct Builder {
    known: HashMap<[u32; 3], u32>,
    mesh: TriangleMesh,
    seen: usize,
}

impl Builder {
    /// Adds a triangle. One without extension is left out.
    fn triangle(&mut self, corners: [[f32; 3]; 3]) -> Result<(), MeshError> {
        self.seen += 1;
        if self.seen > TRIANGLE_LIMIT {
            return Err(too_many(None));
        }
        let mut numbers = [0; 3];
        for (number, corner) in numbers.iter_mut().zip(corners) {
            if corner.iter().any(|x| !x.is_finite()) {
                return Err(damaged(format!(
                    "triangle {} has a corner that is not a number",
                    self.seen
                )));
            }
            // Minus zero is the same place as zero.
            let corner = corner.map(|x| x + 0.0);
            let next = self.mesh.vertices.len() as u32;
            *number = *self
                .known
                .entry(corner.map(f32::to_bits))
                .or_insert_with(|| {
                    self.mesh.vertices.push(corner);
                    next
                });
        }
        let [a, b, c] = numbers;
        if a != b && b != c && c != a {
            self.mesh.triangles.push(numbers);
        }
        Ok(())
    }

    fn finish(self) -> Result<TriangleMesh, MeshError> {
        match self.mesh.triangles.is_empty() {
            true => Err(MeshError::new(
                "there is no triangle in it",
                "export the surface as triangles",
            )),
            false => Ok(self.mesh),
        }
    }
}

/// A mesh that is too large; how large is not always known.
fn too_many(count: Option<usize>) -> MeshError {
    let message = match count {
        Some(count) => format!("{count} triangles are more than {TRIANGLE_LIMIT}"),
        None => format!("there are more than {TRIANGLE_LIMIT} triangles"),
    };
    MeshError::new(
        message,
        "export the mesh coarser, or reduce it (\"decimate\") in a mesh program",
    )
}

/// Bytes at a place, if they are there.
fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array(bytes, at).map(u32::from_le_bytes)
}

fn f32_at(bytes: &[u8], at: usize) -> Option<f32> {
    array(bytes, at).map(f32::from_le_bytes)
}

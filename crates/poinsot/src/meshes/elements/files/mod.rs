//! Mesh files with elements: Gmsh (`.msh`, versions 4.1 and 2.2, text and binary), Abaqus (`.inp`), triangles of OBJ and STL files.
//!
//! Nothing is allocated by a count in a file: lists grow with what is really there, so that memory is bounded by a multiple of the size
//! of the file, whatever it says.

mod abaqus;
mod abaqus_types;
mod cursor;
mod draft;
mod gmsh;
mod gmsh_22;
mod gmsh_41;
mod numbers;

use super::{CellKind, ElementMesh};
use crate::math::V3;
use crate::meshes::{MeshError, damaged, load, read_mesh};
use std::path::Path;

/// Larger mesh files are refused before they are read [bytes].
pub const ELEMENT_FILE_LIMIT: u64 = 512 << 20;
/// Endings of names that say how a mesh of elements is written.
pub const ELEMENT_ENDINGS: [&str; 4] = ["msh", "inp", "obj", "stl"];

/// The ending of a name, in small letters, if it is one of a mesh of elements.
pub fn element_ending(name: &str) -> Option<&'static str> {
    let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
    ELEMENT_ENDINGS.into_iter().find(|e| *e == ending)
}

/// The bytes of a mesh file.
pub fn load_element_mesh(path: &Path) -> Result<Vec<u8>, MeshError> {
    let endings = "name a file that ends in .msh, .inp, .obj or .stl";
    let coarser = "mesh more coarsely, or divide the mesh";
    load(path, ELEMENT_FILE_LIMIT, endings, coarser)
}

/// Reads a mesh file; its coordinates times the factor are metres.
pub fn read_element_mesh_file(path: &Path, factor: f64) -> Result<ElementMesh, MeshError> {
    let bytes = load_element_mesh(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    read_element_mesh(&name, &bytes, factor)
}

/// Reads the bytes of a mesh; the ending of the name says how they are written. Coordinates times the factor are metres.
pub fn read_element_mesh(name: &str, bytes: &[u8], factor: f64) -> Result<ElementMesh, MeshError> {
    let read = match element_ending(name) {
        Some("msh") => gmsh::read(bytes),
        Some("inp") => abaqus::read(bytes),
        // The name is in front of these messages already.
        Some(_) => return triangles(name, bytes).and_then(|mesh| scaled(mesh, name, factor)),
        None => Err(MeshError::new(
            "meshes of elements end in .msh, .inp, .obj or .stl",
            "export the mesh in one of these formats",
        )),
    };
    let named = |error: MeshError| MeshError::new(format!("{name}: {}", error.message), error.help);
    scaled(read.map_err(named)?, name, factor)
}

/// Checks that there is something, and that all points are somewhere.
fn scaled(mut mesh: ElementMesh, name: &str, factor: f64) -> Result<ElementMesh, MeshError> {
    if !(factor > 0.0 && factor < f64::INFINITY) {
        return Err(MeshError::new(
            format!("{name}: coordinates cannot be multiplied by {factor}"),
            "give a positive factor: 0.001 for millimetres",
        ));
    }
    if mesh.cells.is_empty() {
        return Err(MeshError::new(
            format!("{name}: there is no element in it"),
            "save the elements too; in Gmsh, those of physical groups only or, with Mesh.SaveAll, all of them",
        ));
    }
    for (point, number) in mesh.points.iter_mut().zip(&mesh.point_numbers) {
        *point *= factor;
        // Squares and products of coordinates stay numbers.
        if point.iter().any(|x| x.is_nan() || x.abs() >= 1e30) {
            return Err(damaged(format!(
                "{name}: node {number} is at [{}, {}, {}] m",
                point.x, point.y, point.z
            )));
        }
    }
    Ok(mesh)
}

/// Triangles as elements, all in the group `all`.
fn triangles(name: &str, bytes: &[u8]) -> Result<ElementMesh, MeshError> {
    let read = read_mesh(name, bytes)?;
    let mut mesh = ElementMesh::default();
    for corner in &read.vertices {
        let [x, y, z] = corner.map(f64::from);
        let number = mesh.points.len() as u64 + 1;
        mesh.add_point(V3::new(x, y, z), number);
    }
    for triangle in &read.triangles {
        let number = mesh.cells.len() as u64 + 1;
        mesh.add_cell(CellKind::Tri3, number, triangle);
    }
    mesh.add_group("all", (0..mesh.cells.len()).collect(), &[]);
    Ok(mesh)
}

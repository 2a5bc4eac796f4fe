//! Meshes of elements in files: where they stand, and the groups of them that a shell or solid consists of.

use super::reader::{TableReader, ValueAt};
use super::scalars::text;
use crate::math::Quaternion;
use crate::meshes::elements::ElementMesh;
use crate::meshes::elements::files::{load_element_mesh, read_element_mesh};
use crate::model::problem::suggest;

/// A mesh of a file.
pub struct FileMesh<'a> {
    /// The entry that names the file.
    pub node: ValueAt<'a>,
    /// As the entry has it.
    pub file: &'a str,
    /// Placed in the world.
    pub mesh: ElementMesh,
    /// The cells that were asked for, of one dimension.
    pub cells: Vec<usize>,
}

/// The mesh under `file`, with the surfaces (dimension 2) or volumes (3) of its `groups`, at its `position` and `orientation`.
pub fn mesh_of_file<'a>(t: &TableReader<'a>, dimension: usize) -> Option<FileMesh<'a>> {
    let node = t.node("file")?;
    let scale = match t.has("scale") {
        true => t.number("scale"),
        false => Some(1.0),
    };
    let orientation = match t.has("orientation") {
        true => t.orientation("orientation"),
        false => Some(Quaternion::identity()),
    };
    let position = t.vector("position");
    let (file, scale) = (text(&node)?, scale?);
    let (position, orientation) = (position?, orientation?);
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let bytes = node.kept_file(file, load_element_mesh);
    let mut mesh = match bytes.and_then(|bytes| read_element_mesh(name, &bytes, scale)) {
        Ok(mesh) => mesh,
        Err(error) => {
            node.error(error.message, error.help);
            return None;
        }
    };
    if t.has("position") || t.has("orientation") {
        for point in &mut mesh.points {
            *point = position + orientation * *point;
        }
    }
    let cells = match t.node("groups") {
        None => (0..mesh.cells.len()).collect(),
        Some(list) => grouped(&list, &mesh)?,
    };
    let wanted = |k: &usize| mesh.cells[*k].kind.dimension() == dimension;
    let cells: Vec<usize> = cells.into_iter().filter(wanted).collect();
    if cells.is_empty() {
        let what = if dimension == 2 { "surface" } else { "volume" };
        let message = format!("\"{file}\" has no {what} elements here");
        let help = format!("mesh {what}s, and name groups of {what}s under `groups`");
        node.error(message, help);
        return None;
    }
    Some(FileMesh {
        node,
        file,
        mesh,
        cells,
    })
}

/// Cells of the groups in a list.
fn grouped(list: &ValueAt, mesh: &ElementMesh) -> Option<Vec<usize>> {
    let Some(names) = list.list().filter(|l| !l.is_empty()) else {
        list.expected("a list of names", "names of groups of the mesh file");
        return None;
    };
    let mut cells = Vec::new();
    let mut sound = true;
    for entry in &names {
        let name = text(entry)?;
        match mesh.group(name) {
            Some(group) => cells.extend(&group.cells),
            None => {
                let known = mesh.groups.iter().map(|g| g.name.as_str());
                let message = format!("the mesh has no group \"{name}\"");
                entry.error(message, suggest(name, known));
                sound = false;
            }
        }
    }
    cells.sort_unstable();
    cells.dedup();
    sound.then_some(cells)
}

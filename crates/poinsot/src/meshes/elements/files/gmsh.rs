//! Gmsh files: their head, names of physical groups, kinds of elements.

use super::cursor::{Cursor, Form};
use super::draft::Draft;
use super::{gmsh_22, gmsh_41};
use crate::meshes::elements::{CellKind, ElementMesh};
use crate::meshes::{MeshError, damaged};
use std::collections::BTreeMap;

/// Reads a file of version 4.1 or 2.2.
pub fn read(bytes: &[u8]) -> Result<ElementMesh, MeshError> {
    let mut cursor = Cursor::new(bytes);
    if cursor.section()? != Some("MeshFormat") {
        return Err(MeshError::new(
            "line 1: the file does not begin with `$MeshFormat`",
            "save the mesh with Gmsh as .msh",
        ));
    }
    let version = cursor.text_word("the version of the format")?;
    let binary = cursor.text_word("0 for text or 1 for binary")?;
    let size = cursor.text_word("the size of numbers")?;
    cursor.line();
    let new = match version {
        "4.1" => true,
        "2" | "2.0" | "2.1" | "2.2" => false,
        _ => {
            return Err(MeshError::new(
                format!(
                    "line 2: version `{}` of Gmsh files is not read",
                    short(version)
                ),
                "save the mesh as version 4.1 or 2.2 (Mesh.MshFileVersion in Gmsh)",
            ));
        }
    };
    let wide = match (new, size) {
        (true, "4") => false,
        (_, "8") => true,
        _ => {
            return Err(damaged(format!(
                "line 2: numbers of {} bytes are not read",
                short(size)
            )));
        }
    };
    cursor.form = match binary {
        "0" => Form::Text,
        "1" => match cursor.one()? {
            [1, 0, 0, 0] => Form::Binary { big: false, wide },
            [0, 0, 0, 1] => Form::Binary { big: true, wide },
            _ => {
                return Err(
                    cursor.wrong("the number 1 is expected behind the head of a binary file")
                );
            }
        },
        _ => {
            return Err(damaged(format!(
                "line 2: 0 for text or 1 for binary is expected, found `{}`",
                short(binary)
            )));
        }
    };
    cursor.end("MeshFormat")?;
    let draft = Draft::new(bytes.len());
    match new {
        true => gmsh_41::read(&mut cursor, draft),
        false => gmsh_22::read(&mut cursor, draft),
    }
}

/// The beginning of a word that may be anything.
fn short(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Physical groups by dimension and number, those with a name first.
#[derive(Default)]
pub struct Physical(BTreeMap<(u8, i64), usize>);

impl Physical {
    /// Reads the names of groups, which are text in all files.
    pub fn names(&mut self, cursor: &mut Cursor, draft: &mut Draft) -> Result<(), MeshError> {
        let form = std::mem::replace(&mut cursor.form, Form::Text);
        let count = cursor.count("the number of physical names")?;
        cursor.line();
        for _ in 0..count {
            let dimension = cursor.count("the dimension of a physical group")?;
            let tag = cursor.int("the number of a physical group")?;
            let line = String::from_utf8_lossy(cursor.line());
            let name = line.trim().trim_matches('"');
            if name.is_empty() {
                return Err(cursor.wrong(format!("physical group {tag} has no name")));
            }
            let group = draft.group(name, name)?;
            self.0.entry((dimension.min(9) as u8, tag)).or_insert(group);
        }
        cursor.end("PhysicalNames")?;
        cursor.form = form;
        Ok(())
    }

    /// The group with a number.
    pub fn group(
        &mut self,
        dimension: usize,
        tag: i64,
        draft: &mut Draft,
    ) -> Result<usize, MeshError> {
        let key = (dimension as u8, tag.saturating_abs());
        if let Some(&known) = self.0.get(&key) {
            return Ok(known);
        }
        let name = format!("physical{dimension}_{}", key.1);
        let group = draft.group(&name, &name)?;
        self.0.insert(key, group);
        Ok(group)
    }
}

/// The kind of cell of an element type. Points are in the same order.
pub fn kind(cursor: &Cursor, element: u64, code: i64) -> Result<CellKind, MeshError> {
    let name = match code {
        1 => return Ok(CellKind::Line2),
        2 => return Ok(CellKind::Tri3),
        3 => return Ok(CellKind::Quad4),
        4 => return Ok(CellKind::Tet4),
        5 => return Ok(CellKind::Hex8),
        8 => return Ok(CellKind::Line3),
        9 => return Ok(CellKind::Tri6),
        10 => return Ok(CellKind::Quad9),
        11 => return Ok(CellKind::Tet10),
        12 => return Ok(CellKind::Hex27),
        15 => return Ok(CellKind::Point),
        16 => return Ok(CellKind::Quad8),
        17 => return Ok(CellKind::Hex20),
        18 => return Ok(CellKind::Wedge15),
        6 | 13 => "a prism with 6 or 18 nodes",
        7 | 14 | 19 => "a pyramid",
        _ => "no element of first or second order",
    };
    let place = cursor.wrong(format!("element {element} is {name} (type {code})"));
    Err(MeshError::new(
        place.message,
        "mesh with triangles and quadrilaterals, tetrahedra and hexahedra of order 1 or 2, prisms of incomplete second order (15 nodes, Mesh.SecondOrderIncomplete in Gmsh)",
    ))
}

/// Reads the nodes of an element.
pub fn nodes(
    cursor: &mut Cursor,
    draft: &Draft,
    kind: CellKind,
    element: u64,
    number: impl Fn(&mut Cursor) -> Result<u64, MeshError>,
) -> Result<[u32; 27], MeshError> {
    let mut points = [0; 27];
    for point in &mut points[..kind.points()] {
        let node = number(cursor)?;
        *point = draft.place(node).ok_or_else(|| {
            cursor.wrong(format!(
                "element {element} names node {node}, which is not in the file"
            ))
        })?;
    }
    Ok(points)
}

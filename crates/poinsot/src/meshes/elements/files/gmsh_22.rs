//! Version 2.2: every element names its physical group and its entity. An element of two groups is there twice.

use super::cursor::{Cursor, Form};
use super::draft::{Draft, reversed};
use super::gmsh::{Physical, kind, nodes};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;

/// The physical group and the entity of a cell; 0 is none.
type Tags = [i32; 2];

pub fn read(cursor: &mut Cursor, mut draft: Draft) -> Result<ElementMesh, MeshError> {
    let mut physical = Physical::default();
    let mut tags: Vec<Tags> = Vec::new();
    while let Some(name) = cursor.section()? {
        match name {
            "PhysicalNames" => physical.names(cursor, &mut draft)?,
            "Nodes" => read_nodes(cursor, &mut draft)?,
            "Elements" => read_elements(cursor, &mut draft, &mut tags)?,
            other => cursor.pass(other)?,
        }
    }
    let same = once(&mut draft, &tags);
    for (k, &[group, _]) in tags.iter().enumerate() {
        let cell = same.as_ref().map_or(k, |s| s[k] as usize);
        if group != 0 {
            let dimension = draft.mesh.cells[cell].kind.dimension();
            let group = physical.group(dimension, i64::from(group), &mut draft)?;
            draft.cell_into(group, cell)?;
        }
    }
    Ok(draft.finish())
}

fn read_nodes(cursor: &mut Cursor, draft: &mut Draft) -> Result<(), MeshError> {
    let count = count_line(cursor, "the number of nodes")?;
    for _ in 0..count {
        let number = cursor.count("the number of a node")?;
        let mut at = V3::zeros();
        for x in at.iter_mut() {
            *x = cursor.real("a coordinate")?;
        }
        draft.node(number, at).map_err(|e| cursor.wrong(e))?;
    }
    cursor.end("Nodes")
}

/// Counts of sections are text in binary files too.
fn count_line(cursor: &mut Cursor, what: &str) -> Result<u64, MeshError> {
    let form = std::mem::replace(&mut cursor.form, Form::Text);
    let count = cursor.count(what)?;
    cursor.line();
    cursor.form = form;
    Ok(count)
}

fn read_elements(
    cursor: &mut Cursor,
    draft: &mut Draft,
    tags: &mut Vec<Tags>,
) -> Result<(), MeshError> {
    let count = count_line(cursor, "the number of elements")?;
    let mut read = 0;
    while read < count {
        // In binary files a head with the type is in front of many elements, in text every element has its own.
        let text = cursor.form == Form::Text;
        let mut element = match text {
            true => cursor.count("the number of an element")?,
            false => 0,
        };
        let code = cursor.int("the type of an element")?;
        let follow = match text {
            true => 1,
            false => cursor.count("the number of elements of a block")?,
        };
        let tag_count = cursor.count("the number of tags")?;
        if follow == 0 {
            return Err(cursor.wrong("a block of elements is empty"));
        }
        for _ in 0..follow {
            if !text {
                element = cursor.count("the number of an element")?;
            }
            let kind = kind(cursor, element, code)?;
            let mut own = [0; 2];
            for k in 0..tag_count {
                let tag = cursor.int("a tag of an element")?;
                if let Some(kept) = own.get_mut(k as usize) {
                    *kept = tag as i32;
                }
            }
            let mut points = nodes(cursor, draft, kind, element, |c| {
                c.count("the number of a node")
            })?;
            if own[0] < 0 {
                reversed(kind, &mut points);
            }
            draft.mesh.add_cell(kind, element, &points[..kind.points()]);
            tags.push(own);
            read += 1;
        }
    }
    cursor.end("Elements")
}

/// Leaves out cells that are there again for another physical group of their entity; gives the new place of each. None if all stay.
fn once(draft: &mut Draft, tags: &[Tags]) -> Option<Vec<u32>> {
    let mesh = &draft.mesh;
    let entity = |k: u32| (mesh.cells[k as usize].kind.dimension(), tags[k as usize][1]);
    let group = |k: u32| tags[k as usize][0];
    let shape = |k: u32| (mesh.cells[k as usize].kind, mesh.cell_points(k as usize));
    let mut order: Vec<u32> = (0..tags.len() as u32).collect();
    order.sort_by_key(|k| entity(*k));
    // The cell that each is a copy of, or itself.
    let mut of: Vec<u32> = (0..tags.len() as u32).collect();
    for cells in order.chunk_by_mut(|a, b| entity(*a) == entity(*b)) {
        if cells.iter().all(|k| group(*k) == group(cells[0])) {
            continue;
        }
        cells.sort_by(|a, b| shape(*a).cmp(&shape(*b)).then(a.cmp(b)));
        for same in cells.chunk_by(|a, b| shape(*a) == shape(*b)) {
            for &k in &same[1..] {
                // The same element of the same group twice is a flaw of the mesh, not of the format.
                if group(k) != group(same[0]) {
                    of[k as usize] = same[0];
                }
            }
        }
    }
    drop(order);
    if of.iter().enumerate().all(|(k, of)| k == *of as usize) {
        return None;
    }
    let mut old = std::mem::take(&mut draft.mesh);
    draft.mesh.points = std::mem::take(&mut old.points);
    draft.mesh.point_numbers = std::mem::take(&mut old.point_numbers);
    for k in 0..of.len() {
        // Copies come behind what they are a copy of, whose new place is known then.
        of[k] = match of[k] as usize {
            first if first < k => of[first],
            _ => {
                let cell = old.cells[k];
                draft
                    .mesh
                    .add_cell(cell.kind, cell.number, old.cell_points(k)) as u32
            }
        };
    }
    Some(of)
}

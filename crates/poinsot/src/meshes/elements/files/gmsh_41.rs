//! Version 4.1: nodes and elements in blocks of geometric entities, which belong to physical groups.

use super::cursor::Cursor;
use super::draft::{Draft, reversed};
use super::gmsh::{Physical, kind, nodes};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;
use std::collections::HashMap;

/// Physical groups of entities, by dimension and number: where their list begins and ends.
#[derive(Default)]
struct Entities {
    lists: HashMap<(u8, i32), (u32, u32)>,
    groups: Vec<i32>,
}

pub fn read(cursor: &mut Cursor, mut draft: Draft) -> Result<ElementMesh, MeshError> {
    let mut physical = Physical::default();
    let mut entities = Entities::default();
    while let Some(name) = cursor.section()? {
        match name {
            "PhysicalNames" => physical.names(cursor, &mut draft)?,
            "Entities" => read_entities(cursor, &mut entities)?,
            "Nodes" => read_nodes(cursor, &mut draft)?,
            "Elements" => read_elements(cursor, &mut draft, &mut physical, &entities)?,
            "PartitionedEntities" => {
                let place = cursor.wrong("the mesh is divided into partitions");
                return Err(MeshError::new(
                    place.message,
                    "save it without partitions (`Mesh > Unpartition` in Gmsh)",
                ));
            }
            other => cursor.pass(other)?,
        }
    }
    Ok(draft.finish())
}

fn read_entities(cursor: &mut Cursor, entities: &mut Entities) -> Result<(), MeshError> {
    let mut counts = [0; 4];
    for count in &mut counts {
        *count = cursor.size("a number of entities")?;
    }
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let tag = cursor.int("the number of an entity")?;
            let bounds = if dimension == 0 { 3 } else { 6 };
            for _ in 0..bounds {
                cursor.real("a bound of an entity")?;
            }
            let first = entities.groups.len() as u32;
            for _ in 0..cursor.size("the number of physical groups")? {
                let group = cursor.int("the number of a physical group")?;
                entities.groups.push(group as i32);
            }
            let end = entities.groups.len() as u32;
            if end > first {
                let key = (dimension as u8, tag as i32);
                entities.lists.insert(key, (first, end));
            }
            if dimension > 0 {
                for _ in 0..cursor.size("the number of bounding entities")? {
                    cursor.int("the number of a bounding entity")?;
                }
            }
        }
    }
    cursor.end("Entities")
}

fn read_nodes(cursor: &mut Cursor, draft: &mut Draft) -> Result<(), MeshError> {
    let blocks = cursor.size("the number of blocks of nodes")?;
    for _ in 0..3 {
        cursor.size("a count of nodes")?;
    }
    let mut numbers = Vec::new();
    for _ in 0..blocks {
        let dimension = cursor.int("the dimension of a block of nodes")?;
        cursor.int("the number of an entity")?;
        let parametric = cursor.int("0 or 1")?;
        let count = cursor.size("the number of nodes of a block")?;
        let more = match (parametric, dimension) {
            (0, 0..=3) => 0,
            (1, 0..=3) => dimension,
            _ => return Err(cursor.wrong("this is no head of a block of nodes")),
        };
        numbers.clear();
        for _ in 0..count {
            numbers.push(cursor.size("the number of a node")?);
        }
        for &number in &numbers {
            let mut at = V3::zeros();
            for x in at.iter_mut() {
                *x = cursor.real("a coordinate")?;
            }
            for _ in 0..more {
                cursor.real("a parameter of a node")?;
            }
            draft.node(number, at).map_err(|e| cursor.wrong(e))?;
        }
    }
    cursor.end("Nodes")
}

fn read_elements(
    cursor: &mut Cursor,
    draft: &mut Draft,
    physical: &mut Physical,
    entities: &Entities,
) -> Result<(), MeshError> {
    let blocks = cursor.size("the number of blocks of elements")?;
    for _ in 0..3 {
        cursor.size("a count of elements")?;
    }
    for _ in 0..blocks {
        let dimension = cursor.int("the dimension of a block of elements")?;
        let entity = cursor.int("the number of an entity")?;
        let code = cursor.int("the type of elements")?;
        let count = cursor.size("the number of elements of a block")?;
        let key = (dimension.clamp(0, 9) as u8, entity as i32);
        let (first, end) = entities.lists.get(&key).copied().unwrap_or_default();
        let tags = &entities.groups[first as usize..end as usize];
        let mut groups = Vec::new();
        for tag in tags {
            groups.push(physical.group(usize::from(key.0), i64::from(*tag), draft)?);
        }
        // A negative number turns the cells round.
        let turned = tags.first().is_some_and(|t| *t < 0);
        for _ in 0..count {
            let element = cursor.size("the number of an element")?;
            let kind = kind(cursor, element, code)?;
            let mut points = nodes(cursor, draft, kind, element, |c| {
                c.size("the number of a node")
            })?;
            if turned {
                reversed(kind, &mut points);
            }
            let points = &points[..kind.points()];
            let cell = draft.mesh.add_cell(kind, element, points);
            for &group in &groups {
                draft.cell_into(group, cell)?;
            }
        }
    }
    cursor.end("Elements")
}

//! A mesh that is being read: nodes by their numbers, and groups that grow.

use super::numbers::Numbers;
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::{CellKind, ElementMesh};
use std::collections::HashMap;

/// Files with more groups are refused.
const GROUP_LIMIT: usize = 100_000;

/// Nodes, cells and groups so far.
pub struct Draft {
    pub mesh: ElementMesh,
    numbers: Numbers,
    groups: Vec<GroupDraft>,
    by_name: HashMap<String, usize>,
    /// What groups may still grow by: a cell or a point may be in many of them, but not without bound.
    left: usize,
}

/// Cells and single points of a group.
#[derive(Default)]
pub struct GroupDraft {
    pub name: String,
    pub cells: Vec<usize>,
    pub points: Vec<u32>,
}

impl Draft {
    /// A draft of a file with so many bytes.
    pub fn new(bytes: usize) -> Draft {
        Draft {
            mesh: ElementMesh::default(),
            numbers: Numbers::default(),
            groups: Vec::new(),
            by_name: HashMap::new(),
            left: bytes / 2 + 2_000_000,
        }
    }

    /// Adds a node, or says what is wrong with it.
    pub fn node(&mut self, number: u64, at: V3) -> Result<(), String> {
        if !self.numbers.add(&self.mesh.point_numbers, number) {
            return Err(format!("node {number} is there already"));
        }
        self.mesh.add_point(at, number);
        Ok(())
    }

    /// The place of a node.
    pub fn place(&self, number: u64) -> Option<u32> {
        self.numbers.place(&self.mesh.point_numbers, number)
    }

    /// The group with a name, which may be new. Names are told apart by `key`.
    pub fn group(&mut self, name: &str, key: &str) -> Result<usize, MeshError> {
        if let Some(&known) = self.by_name.get(key) {
            return Ok(known);
        }
        if self.groups.len() == GROUP_LIMIT {
            return Err(MeshError::new(
                format!("there are more than {GROUP_LIMIT} groups or sets in it"),
                "keep those that the model names",
            ));
        }
        self.groups.push(GroupDraft {
            name: name.to_owned(),
            ..GroupDraft::default()
        });
        self.by_name.insert(key.to_owned(), self.groups.len() - 1);
        Ok(self.groups.len() - 1)
    }

    /// The group with a key, if there is one.
    pub fn known(&self, key: &str) -> Option<&GroupDraft> {
        self.by_name.get(key).map(|k| &self.groups[*k])
    }

    /// Puts a cell into a group.
    pub fn cell_into(&mut self, group: usize, cell: usize) -> Result<(), MeshError> {
        let points = self.mesh.cells[cell].kind.points();
        self.spend(1 + points / 4)?;
        self.groups[group].cells.push(cell);
        Ok(())
    }

    /// Puts a point into a group.
    pub fn point_into(&mut self, group: usize, point: u32) -> Result<(), MeshError> {
        self.spend(1)?;
        self.groups[group].points.push(point);
        Ok(())
    }

    /// Counts entries of groups, and work for them.
    pub fn spend(&mut self, entries: usize) -> Result<(), MeshError> {
        self.left = self.left.checked_sub(entries).ok_or_else(|| {
            MeshError::new(
                "its groups or sets repeat so many cells and nodes that they are larger than the mesh by far",
                "keep the groups that the model names",
            )
        })?;
        Ok(())
    }

    /// The mesh with its groups.
    pub fn finish(mut self) -> ElementMesh {
        for mut group in self.groups {
            group.cells.sort_unstable();
            group.cells.dedup();
            group.cells.shrink_to_fit();
            self.mesh.add_group(&group.name, group.cells, &group.points);
        }
        self.mesh
    }
}

/// The points of a cell seen from its other side; volumes stay as they are.
pub fn reversed(kind: CellKind, points: &mut [u32]) {
    match kind {
        CellKind::Line2 | CellKind::Line3 => points.swap(0, 1),
        CellKind::Tri3 => points.swap(1, 2),
        CellKind::Tri6 => {
            points.swap(1, 2);
            points.swap(3, 5);
        }
        CellKind::Quad4 => points.swap(1, 3),
        CellKind::Quad8 | CellKind::Quad9 => {
            points.swap(1, 3);
            points.swap(4, 7);
            points.swap(5, 6);
        }
        _ => {}
    }
}

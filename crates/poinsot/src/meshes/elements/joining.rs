//! One mesh of several, or of one with cracks: points that coincide become one.

use super::grid::{Grid, tolerance};
use super::{ElementMesh, MeshGroup};
use std::collections::HashMap;

/// A joined mesh and where its parts are in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joined {
    /// The mesh. Numbers of points and cells are those of the one mesh that was given; those of several are counted anew from 1.
    /// Groups of the same name are one.
    pub mesh: ElementMesh,
    /// Places of the points of each given mesh in the joined one.
    pub places: Vec<Vec<u32>>,
    /// Points that were merged into another one: the mesh they come from, their place in it, the place they are merged into.
    pub merged: Vec<(usize, u32, u32)>,
    /// Distance up to which points coincide [m]: a ten-thousandth of the shortest edge.
    pub tolerance: f64,
}

/// Joins meshes, or the points of one. Of points that coincide the first is kept; cells keep their order.
pub fn join(meshes: &[&ElementMesh]) -> Joined {
    let tolerance = tolerance(meshes);
    let mut grid = Grid::new(tolerance);
    let mut joined = ElementMesh::default();
    let (mut places, mut merged) = (Vec::new(), Vec::new());
    let mut groups: HashMap<&str, usize> = HashMap::new();
    let alone = meshes.len() == 1;
    for (k, mesh) in meshes.iter().enumerate() {
        let mut here = Vec::with_capacity(mesh.points.len());
        for (p, at) in mesh.points.iter().enumerate() {
            let next = joined.points.len() as u32;
            let place = grid.find_or_add(*at, next);
            if let Some(other) = place {
                merged.push((k, p as u32, other));
            } else {
                let number = match alone {
                    true => mesh.point_numbers[p],
                    false => u64::from(next) + 1,
                };
                joined.add_point(*at, number);
            }
            here.push(place.unwrap_or(next));
        }
        let before = joined.cells.len();
        let mut moved = Vec::new();
        for (c, cell) in mesh.cells.iter().enumerate() {
            moved.clear();
            moved.extend(mesh.cell_points(c).iter().map(|p| here[*p as usize]));
            let number = match alone {
                true => cell.number,
                false => joined.cells.len() as u64 + 1,
            };
            joined.add_cell(cell.kind, number, &moved);
        }
        for group in &mesh.groups {
            let at = *groups.entry(&group.name).or_insert_with(|| {
                joined.groups.push(MeshGroup {
                    name: group.name.clone(),
                    ..MeshGroup::default()
                });
                joined.groups.len() - 1
            });
            let to = &mut joined.groups[at];
            to.cells.extend(group.cells.iter().map(|c| c + before));
            to.points
                .extend(group.points.iter().map(|p| here[*p as usize]));
        }
        places.push(here);
    }
    for group in &mut joined.groups {
        group.points.sort_unstable();
        group.points.dedup();
    }
    Joined {
        mesh: joined,
        places,
        merged,
        tolerance,
    }
}

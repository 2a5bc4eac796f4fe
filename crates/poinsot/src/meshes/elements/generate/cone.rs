//! Cylinders and cones.

use super::round::{Round, positive};
use super::{Division, SurfaceCells, refused};
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;

/// A cylinder, or a part of one, from the centre along the axis.
///
/// Groups: `all`, `bottom`, `top`, and `start` and `end` of a part. Normals point outwards.
pub fn cylinder(
    place: Round,
    radius: f64,
    height: f64,
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    cone(place, [radius, radius], height, around, along, cells)
}

/// A cone with the radii of its bottom and its top, from the centre along the axis. One of them may be 0: cells around a tip are those
/// of a disc, see [`disc`](super::disc()).
///
/// Groups: `all`, `bottom`, `top` (none at a tip), and `start` and `end` of a part. Normals point outwards.
pub fn cone(
    place: Round,
    [bottom, top]: [f64; 2],
    height: f64,
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the height", height)?;
    positive("the larger radius", bottom.max(top))?;
    for radius in [bottom, top] {
        if radius.is_nan() || radius < 0.0 {
            return Err(refused(
                format!("a radius cannot be {radius} m"),
                "give a positive radius, or 0 for a tip",
            ));
        }
    }
    let profile = |s: f64| [bottom + (top - bottom) * s, height * s];
    place.turned(&profile, around, along, cells, ["bottom", "top"])
}

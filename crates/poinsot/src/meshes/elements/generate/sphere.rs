//! Parts of spheres.

use super::round::{Round, positive};
use super::{Division, SurfaceCells, refused};
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;
use std::f64::consts::PI;

/// A part of a sphere between two angles from the axis [rad]: 0 is the pole on the axis, pi the other one. An angle that is not 0 leaves
/// a hole around the pole; cells around a pole are those of a disc, see [`disc`](super::disc()). `along` divides it from the second angle to the first.
///
/// Groups: `all`, `bottom` (second angle), `top` (first angle), none at a pole, and `start` and `end` of a part. Normals point outwards.
pub fn sphere(
    place: Round,
    radius: f64,
    [first, second]: [f64; 2],
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the radius", radius)?;
    if !(0.0 <= first && first < second && second <= PI * (1.0 + 1e-9)) {
        return Err(refused(
            format!("a sphere has no part from {first} rad to {second} rad from its axis"),
            "give two rising angles between 0 and 180 degrees",
        ));
    }
    let profile = |s: f64| {
        let polar = second + (first - second) * s;
        [radius * polar.sin(), radius * polar.cos()]
    };
    place.turned(&profile, around, along, cells, ["bottom", "top"])
}

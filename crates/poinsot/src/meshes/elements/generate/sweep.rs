//! Surfaces between a curve and another one, or itself moved.

use super::lattice::{Lattice, name_edges};
use super::{Curve, Division, SurfaceCells, closed, refused};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;

/// Straight lines between two curves at equal parameters. The first direction runs along the curves, the second from the first curve to
/// the other one.
///
/// Groups: `all`, `edge1` (the first curve), `edge2` (between the ends), `edge3` (the second curve), `edge4` (between the beginnings).
/// Curves that both end where they begin give a closed surface without `edge2` and `edge4`.
/// Normals: the tangent of the first curve times the way to the second (`c' x w`).
pub fn ruled(
    first: Curve,
    second: Curve,
    divisions: [Division; 2],
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    let around = closed(first) && closed(second);
    let block = Lattice {
        u: divisions[0].places()?,
        v: divisions[1].places()?,
        closed: [around, false],
        opposite: false,
        at: &|u, v| first(u) * (1.0 - v) + second(u) * v,
    }
    .block(cells)?;
    let names = ["edge1", "edge2", "edge3", "edge4"];
    let mut edges: Vec<_> = names.into_iter().zip(block.edges).collect();
    if around {
        edges.retain(|(name, _)| matches!(*name, "edge1" | "edge3"));
    }
    let mut mesh = block.mesh;
    name_edges(&mut mesh, &edges);
    Ok(mesh)
}

/// A curve moved along a vector. The first direction runs along the curve, the second along the vector.
///
/// Groups and normals as for [`ruled`]: `edge1` is the curve, `edge3` the moved one.
pub fn extrusion(
    curve: Curve,
    along: V3,
    divisions: [Division; 2],
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    if along.norm() == 0.0 {
        return Err(refused(
            "a curve cannot be extruded along a vector without length",
            "give the way of its end point",
        ));
    }
    ruled(curve, &|u| curve(u) + along, divisions, cells)
}

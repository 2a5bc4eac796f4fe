//! Discs and annuli.

use super::round::{Round, positive};
use super::{Division, SurfaceCells};
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;

/// A disc or a sector of one, of quadrilaterals around its centre. `around` counts the cells of the rim, a multiple of 8 for a whole disc
/// (2 per quarter of a turn); `rings` those between the core, which has as many cells as fit the rim, and the rim, from there inwards.
///
/// Groups: `all`, `rim`, and `start` and `end` of a sector. Normals point along the axis.
pub fn disc(
    place: Round,
    radius: f64,
    around: usize,
    rings: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the radius", radius)?;
    let profile = |s: f64| [radius * (1.0 - s), 0.0];
    place.turned(&profile, around, rings, cells, ["rim", ""])
}

/// An annulus, or a part of one. `across` divides it from the outer radius to the inner one.
///
/// Groups: `all`, `outer`, `inner`, and `start` and `end` of a part. Normals point along the axis.
pub fn annulus(
    place: Round,
    [inner, outer]: [f64; 2],
    around: usize,
    across: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    positive("the inner radius", inner)?;
    positive("the width of the annulus", outer - inner)?;
    let profile = |s: f64| [outer + (inner - outer) * s, 0.0];
    place.turned(&profile, around, across, cells, ["outer", "inner"])
}

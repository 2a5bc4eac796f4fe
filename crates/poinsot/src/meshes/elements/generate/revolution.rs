//! Surfaces of revolution.

use super::round::{Round, Turned};
use super::{Curve, Division, SurfaceCells, closed, extent};
use crate::math::V3;
use crate::meshes::MeshError;
use crate::meshes::elements::ElementMesh;

/// The surface that a curve makes when it is turned about an axis through `centre`, from where it is. `along` divides the curve. It may
/// begin or end on the axis: cells around such a pole are those of a disc, see [`disc`](super::disc()); between two poles each half has half the rings.
///
/// Groups: `all`, `bottom` (what the beginning of the curve makes), `top` (its end), and `start` and `end` of a part of a turn.
/// Normals: the direction of growing angle times the tangent of the curve, which is outwards for a curve that runs along the axis.
pub fn revolution(
    curve: Curve,
    centre: V3,
    axis: V3,
    angle: f64,
    around: usize,
    along: Division,
    cells: SurfaceCells,
) -> Result<ElementMesh, MeshError> {
    let size = extent(curve);
    let unit = axis.normalize();
    let off_axis = |s: f64| {
        let arm = curve(s) - centre;
        arm - unit * unit.dot(&arm)
    };
    // The farthest point of the curve gives a direction that is surely no axis.
    let far = (0..=16).map(|k| off_axis(f64::from(k) / 16.0));
    let far = far.fold(
        V3::zeros(),
        |far, arm| {
            if arm.norm() > far.norm() { arm } else { far }
        },
    );
    let place = Round {
        centre,
        axis,
        from: far,
        angle,
    };
    let [_, _, axis] = place.frame()?;
    let turn = |s: f64, angle: f64| {
        let arm = curve(s) - centre;
        let along = axis * axis.dot(&arm);
        let out = arm - along;
        centre + along + out * angle.cos() + axis.cross(&out) * angle.sin()
    };
    let near = 1e-9 * size.max(far.norm());
    Turned {
        turn: &turn,
        angle,
        poles: [0.0, 1.0].map(|s| off_axis(s).norm() <= near),
        ring: closed(curve),
    }
    .mesh(around, along, cells, ["bottom", "top"])
}

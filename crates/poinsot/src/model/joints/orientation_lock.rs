//! Any translation, no rotation: the `orientation-lock` joint.

use super::{AT, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, WITH_POINT};
use crate::mechanics::joints::{Row, X, Y, Z, displacement};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "orientation-lock",
        doc: "The relative orientation is fixed, translations are free. Coordinates: x, y, z.",
        fields: &[AT, FULL, FRAME_1, FRAME_2],
        forms: WITH_POINT,
    },
    allows: "Any translation, no rotation",
    summary: "The frames stay parallel, their origins are free (clamped triad).",
    rows: &[
        Row::Perpendicular(X, Y),
        Row::Perpendicular(Y, Z),
        Row::Perpendicular(Z, X),
    ],
    coordinates: &[
        displacement("x", X),
        displacement("y", Y),
        displacement("z", Z),
    ],
    needs_point: false,
    marker: Marker {
        core: Core::Block,
        axes: &[],
        link: false,
    },
    small_model: include_str!("orientation-lock.toml"),
    ..PLAIN
};

//! Translation in the x-y plane and rotation about z: the `planar` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, angle_about_z, displacement};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "planar",
        doc: "Translation in the x-y plane and rotation about z. Coordinates: x, y, angle.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
        forms: WITH_AXIS,
    },
    allows: "Translation in the x-y plane and rotation about z",
    summary: "The second frame stays in the x-y plane of the first.",
    rows: &[
        Row::Along(Z),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
    ],
    coordinates: &[displacement("x", X), displacement("y", Y), angle_about_z()],
    marker: Marker {
        core: Core::Plate,
        axes: &[Z],
        link: false,
    },
    small_model: include_str!("planar.toml"),
    ..PLAIN
};

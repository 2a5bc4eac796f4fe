//! Translation along z: the `prismatic` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, displacement_along_z};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "prismatic",
        doc: "Translation along z (a slider). Coordinate: displacement.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
        forms: WITH_AXIS,
    },
    allows: "Translation along z",
    summary: "The second frame slides along z of the first without turning.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Perpendicular(X, Y),
        Row::Perpendicular(Y, Z),
        Row::Perpendicular(Z, X),
    ],
    coordinates: &[displacement_along_z()],
    marker: Marker {
        core: Core::Slider,
        axes: &[Z],
        link: false,
    },
    small_model: include_str!("prismatic.toml"),
    ..PLAIN
};

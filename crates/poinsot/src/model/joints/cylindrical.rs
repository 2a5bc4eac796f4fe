//! Rotation about and translation along z: the `cylindrical` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, angle_about_z, displacement_along_z};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "cylindrical",
        doc: "Rotation about z and translation along z. Coordinates: angle, displacement.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
        forms: WITH_AXIS,
    },
    allows: "Rotation about and translation along z",
    summary: "The second frame turns about and slides along z of the first, independently.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
    ],
    coordinates: &[angle_about_z(), displacement_along_z()],
    marker: Marker {
        core: Core::Pin,
        axes: &[Z],
        link: false,
    },
    small_model: include_str!("cylindrical.toml"),
    ..PLAIN
};

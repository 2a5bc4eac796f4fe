//! Rotation about z: the `revolute` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, angle_about_z};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "revolute",
        doc: "Rotation about z (a hinge). Coordinate: angle.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
        forms: WITH_AXIS,
    },
    allows: "Rotation about z",
    summary: "Both frames share their origin and their z axis; the second turns about it.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Along(Z),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
    ],
    coordinates: &[angle_about_z()],
    marker: Marker {
        core: Core::Pin,
        axes: &[Z],
        link: false,
    },
    small_model: include_str!("revolute.toml"),
    ..PLAIN
};

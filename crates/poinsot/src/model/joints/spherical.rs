//! Any rotation about a common point: the `spherical` joint.

use super::{
    AT, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, SHARE, Sharing, WITH_POINT,
};
use crate::mechanics::joints::{Row, X, Y, Z, rotation_vector};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "spherical",
        doc: "Any rotation about a common point (a ball joint). Outputs: rotation_x, rotation_y, rotation_z, the rotation vector; nothing can act on them.",
        fields: &[AT, FULL, FRAME_1, FRAME_2, SHARE],
        forms: WITH_POINT,
    },
    allows: "Any rotation about a common point",
    summary: "Both frames share their origin.",
    rows: &[Row::Along(X), Row::Along(Y), Row::Along(Z)],
    coordinates: &[
        rotation_vector("rotation_x", X),
        rotation_vector("rotation_y", Y),
        rotation_vector("rotation_z", Z),
    ],
    points: [true, true],
    sharing: Sharing::Point,
    marker: Marker {
        core: Core::Ball,
        axes: &[],
        link: false,
    },
    small_model: include_str!("spherical.toml"),
    ..PLAIN
};

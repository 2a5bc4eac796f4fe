//! A point that stays on a straight line: the `point-on-line` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, displacement_along_z, rotation_vector};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "point-on-line",
        doc: "A point of the second item stays on the z axis of the first and rotates freely (a bead on a wire). Coordinate: displacement; outputs: rotation_x, rotation_y, rotation_z.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
        forms: WITH_AXIS,
    },
    allows: "Translation along z and any rotation",
    summary: "The origin of the second frame stays on the z axis of the first.",
    rows: &[Row::Along(X), Row::Along(Y)],
    coordinates: &[
        displacement_along_z(),
        rotation_vector("rotation_x", X),
        rotation_vector("rotation_y", Y),
        rotation_vector("rotation_z", Z),
    ],
    points: [false, true],
    marker: Marker {
        core: Core::Ball,
        axes: &[Z],
        link: false,
    },
    small_model: include_str!("point-on-line.toml"),
    ..PLAIN
};

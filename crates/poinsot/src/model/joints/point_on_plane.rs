//! A point that stays in a plane: the `point-on-plane` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, displacement, rotation_vector};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "point-on-plane",
        doc: "A point of the second item stays in the x-y plane of the first and rotates freely. Coordinates: x, y; outputs: rotation_x, rotation_y, rotation_z.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
        forms: WITH_AXIS,
    },
    allows: "Translation in the x-y plane and any rotation",
    summary: "The origin of the second frame stays in the x-y plane of the first.",
    rows: &[Row::Along(Z)],
    coordinates: &[
        displacement("x", X),
        displacement("y", Y),
        rotation_vector("rotation_x", X),
        rotation_vector("rotation_y", Y),
        rotation_vector("rotation_z", Z),
    ],
    points: [false, true],
    marker: Marker {
        core: Core::Plate,
        axes: &[],
        link: false,
    },
    small_model: include_str!("point-on-plane.toml"),
    ..PLAIN
};

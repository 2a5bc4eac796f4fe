//! Two shafts that meet at an angle and turn alike: the `constant-velocity` joint.

use super::{AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, WITH_AXIS};
use crate::mechanics::joints::{Row, X, Y, Z, rotation_vector};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "constant-velocity",
        doc: "Two shafts along z that meet in a point at any angle and turn about their axes with the same speed. Outputs: rotation_x, rotation_y, the bend; nothing can act on them.",
        fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2],
        forms: WITH_AXIS,
    },
    allows: "Relative tilt of the shafts, no twist",
    summary: "Both frames share their origin; the second may tilt in any direction, but not turn about z.",
    rows: &[Row::Along(X), Row::Along(Y), Row::Along(Z), Row::Twist],
    coordinates: &[
        rotation_vector("rotation_x", X),
        rotation_vector("rotation_y", Y),
    ],
    full_axes: true,
    marker: Marker {
        core: Core::Ball,
        axes: &[Z],
        link: false,
    },
    small_model: include_str!("constant-velocity.toml"),
    ..PLAIN
};

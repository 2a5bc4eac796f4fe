//! Rotation about z coupled with translation along z: the `screw` joint.

use super::{JointDefinition, Row, X, Y, Z, angle_about_z, displacement_along_z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "screw",
    allows: "Rotation about z coupled with translation along z",
    summary: "A nut on a thread: the advance along z is the pitch times the unwrapped angle about z.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
        Row::Advance,
    ],
    coordinates: &[angle_about_z(), displacement_along_z()],
};

//! Rotation about and translation along z: the `cylindrical` joint.

use super::{JointDefinition, Row, X, Y, Z, angle_about_z, displacement_along_z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "cylindrical",
    allows: "Rotation about and translation along z",
    summary: "The second frame turns about and slides along z of the first, independently.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
    ],
    coordinates: &[angle_about_z(), displacement_along_z()],
};

//! Rotation about z: the `revolute` joint.

use super::{JointDefinition, Row, X, Y, Z, angle_about_z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "revolute",
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
};

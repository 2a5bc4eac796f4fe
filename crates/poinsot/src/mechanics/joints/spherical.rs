//! Any rotation about a common point: the `spherical` joint.

use super::{JointDefinition, Row, X, Y, Z, rotation_vector};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "spherical",
    allows: "Any rotation about a common point",
    summary: "Both frames share their origin.",
    rows: &[Row::Along(X), Row::Along(Y), Row::Along(Z)],
    coordinates: &[
        rotation_vector("rotation_x", X),
        rotation_vector("rotation_y", Y),
        rotation_vector("rotation_z", Z),
    ],
};

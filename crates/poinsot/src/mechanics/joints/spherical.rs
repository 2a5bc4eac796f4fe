//! Any rotation about a common point: the `spherical` joint.

use super::{JointDefinition, Row, X, Y, Z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "spherical",
    allows: "Any rotation about a common point",
    summary: "Both frames share their origin.",
    rows: &[Row::Along(X), Row::Along(Y), Row::Along(Z)],
    coordinates: &[],
};

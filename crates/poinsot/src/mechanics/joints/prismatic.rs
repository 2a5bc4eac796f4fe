//! Translation along z: the `prismatic` joint.

use super::{JointDefinition, Row, X, Y, Z, displacement_along_z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "prismatic",
    allows: "Translation along z",
    summary: "The second frame slides along z of the first without turning.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Perpendicular(X, Y),
        Row::Perpendicular(Y, Z),
        Row::Perpendicular(Z, X),
    ],
    coordinates: &[displacement_along_z()],
};

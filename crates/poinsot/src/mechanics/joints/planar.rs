//! Translation in the x-y plane and rotation about z: the `planar` joint.

use super::{JointDefinition, Row, X, Y, Z, angle_about_z, displacement};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "planar",
    allows: "Translation in the x-y plane and rotation about z",
    summary: "The second frame stays in the x-y plane of the first.",
    rows: &[
        Row::Along(Z),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
    ],
    coordinates: &[displacement("x", X), displacement("y", Y), angle_about_z()],
};

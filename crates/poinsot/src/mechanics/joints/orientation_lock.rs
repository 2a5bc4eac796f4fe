//! Any translation, no rotation: the `orientation-lock` joint.

use super::{JointDefinition, Row, X, Y, Z, displacement};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "orientation-lock",
    allows: "Any translation, no rotation",
    summary: "The frames stay parallel, their origins are free (clamped triad).",
    rows: &[
        Row::Perpendicular(X, Y),
        Row::Perpendicular(Y, Z),
        Row::Perpendicular(Z, X),
    ],
    coordinates: &[
        displacement("x", X),
        displacement("y", Y),
        displacement("z", Z),
    ],
};

//! Nothing: the `fixed` joint.

use super::{JointDefinition, Row, X, Y, Z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "fixed",
    allows: "Nothing",
    summary: "Both frames coincide.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Along(Z),
        Row::Perpendicular(X, Y),
        Row::Perpendicular(Y, Z),
        Row::Perpendicular(Z, X),
    ],
    coordinates: &[],
};

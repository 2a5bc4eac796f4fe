//! All but the distance of the origins: the `distance` joint.

use super::{JointDefinition, Row};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "distance",
    allows: "All but the distance of the origins",
    summary: "A massless link of constant length with spherical ends.",
    rows: &[Row::Length],
    coordinates: &[],
};

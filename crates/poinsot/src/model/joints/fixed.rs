//! Nothing: the `fixed` joint.

use super::{
    AT, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, SHARE, Sharing, WITH_POINT,
};
use crate::mechanics::joints::{Row, X, Y, Z};
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "fixed",
        doc: "No relative motion: the two items are one. No coordinate.",
        fields: &[AT, FULL, FRAME_1, FRAME_2, SHARE],
        forms: WITH_POINT,
    },
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
    sharing: Sharing::Frame,
    marker: Marker {
        core: Core::Block,
        axes: &[],
        link: false,
    },
    small_model: include_str!("fixed.toml"),
    ..PLAIN
};

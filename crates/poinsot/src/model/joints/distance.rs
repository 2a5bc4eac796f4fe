//! Everything except the distance between the origins: the `distance` joint.

use super::{Core, FRAME_1, FRAME_2, FRAMES, JointDefinition, Marker, PLAIN, Value};
use crate::mechanics::joints::Row;
use crate::model::describe::{Quantity as Q, Range, ValueShape, Variant, form, optional};

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "distance",
        doc: "The distance between two points is constant (a massless rod with ball ends). No coordinate.",
        fields: &[
            optional(
                "points",
                ValueShape::TwoPoints,
                "frames are given",
                "One point on each item, in the world as drawn at the start.",
            ),
            FRAME_1,
            FRAME_2,
            optional(
                "length",
                ValueShape::Number(Q::Length, Range::Positive),
                "the distance as drawn",
                "Length of the rod.",
            ),
        ],
        forms: &[&[form(&["points"]), FRAMES]],
    },
    allows: "Everything except the distance between the origins",
    summary: "A massless link of constant length with spherical ends.",
    rows: &[Row::Length],
    coordinates: &[],
    points: [true, true],
    value: Some(Value {
        key: "length",
        factor: 1.0,
    }),
    marker: Marker {
        core: Core::Ball,
        axes: &[],
        link: true,
    },
    small_model: include_str!("distance.toml"),
    ..PLAIN
};

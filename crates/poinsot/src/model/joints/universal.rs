//! Rotation about x of the first and y of the second frame: the `universal` joint.

use super::{
    AT, Core, FRAME_1, FRAME_2, FRAMES, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, placed,
};
use crate::mechanics::joints::{Coordinate, CoordinateGeometry, Row, X, Y, Z};
use crate::model::describe::{ValueShape, Variant, optional};

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "universal",
        doc: "Rotation about x of the first and about y of the second frame (a Cardan joint). Coordinates: angle_1, angle_2.",
        fields: &[
            AT,
            optional(
                "axes",
                ValueShape::TwoDirections,
                "`orientation` or frames are given",
                "Axis fixed to the first item and axis fixed to the second, in the world; perpendicular.",
            ),
            FULL,
            FRAME_1,
            FRAME_2,
            UNKNOWNS,
        ],
        forms: &[&[placed(&["axes"]), placed(&["orientation"]), FRAMES]],
    },
    allows: "Rotation about x of the first and y of the second frame",
    summary: "Both frames share their origin; x of the first stays perpendicular to y of the second (the cross).",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Along(Z),
        Row::Perpendicular(X, Y),
    ],
    coordinates: &[
        Coordinate::new("angle_1", CoordinateGeometry::UniversalFirst),
        Coordinate::new("angle_2", CoordinateGeometry::UniversalSecond),
    ],
    full_axes: true,
    marker: Marker {
        core: Core::Pin,
        axes: &[X, Y],
        link: false,
    },
    small_model: include_str!("universal.toml"),
    ..PLAIN
};

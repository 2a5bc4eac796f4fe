//! Rotation about z coupled with translation along z: the `screw` joint.

use super::{
    AT, AXIS, Core, FRAME_1, FRAME_2, FULL, JointDefinition, Marker, PLAIN, UNKNOWNS, Value,
    WITH_AXIS,
};
use crate::mechanics::joints::{Row, X, Y, Z, angle_about_z, displacement_along_z};
use crate::model::describe::{Quantity as Q, Range, ValueShape, Variant, required};
use std::f64::consts::TAU;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "screw",
        doc: "Rotation about z coupled with translation along z. Coordinates: angle, displacement.",
        fields: &[
            required(
                "lead",
                ValueShape::Number(Q::Length, Range::Any),
                "Advance along z per full revolution; negative for a left-hand thread.",
            ),
            AT,
            AXIS,
            FULL,
            FRAME_1,
            FRAME_2,
            UNKNOWNS,
        ],
        forms: WITH_AXIS,
    },
    allows: "Rotation about z coupled with translation along z",
    summary: "A nut on a thread: the advance along z is the pitch times the unwrapped angle about z.",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Perpendicular(X, Z),
        Row::Perpendicular(Y, Z),
        Row::Advance,
    ],
    coordinates: &[angle_about_z(), displacement_along_z()],
    marker: Marker {
        core: Core::Pin,
        axes: &[Z],
        link: false,
    },
    // Advance per radian.
    value: Some(Value {
        key: "lead",
        factor: 1.0 / TAU,
    }),
    small_model: include_str!("screw.toml"),
    ..PLAIN
};

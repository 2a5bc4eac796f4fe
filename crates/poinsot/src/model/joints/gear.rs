//! Two joint coordinates with a fixed ratio: the `gear` joint, rack and pinion included.

use super::{Core, JointDefinition, Marker, PLAIN};
use crate::mechanics::joints::Row;
use crate::model::describe::{Quantity as Q, Range, ValueShape, Variant, form, optional};

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "gear",
        doc: "Two joint coordinates, named in `between` as in [\"motor.angle\", \"wheel.angle\"], change in a fixed ratio: gears, belts, rack and pinion. Output: effort, on the second coordinate.",
        fields: &[
            optional(
                "ratio",
                ValueShape::Number(Q::One, Range::Any),
                "`radius` is given",
                "Change of the second coordinate per change of the first, both angles or both displacements; negative if they turn against each other.",
            ),
            optional(
                "radius",
                ValueShape::Number(Q::Length, Range::Any),
                "`ratio` is given",
                "Change of the displacement per radian of the angle, for rack and pinion; negative if they run against each other.",
            ),
        ],
        forms: &[&[form(&["ratio"]), form(&["radius"])]],
    },
    allows: "Motion in which two coordinates keep their ratio",
    summary: "Two coordinates of other joints change in a fixed ratio.",
    rows: &[Row::Ratio],
    marker: Marker {
        core: Core::Pin,
        axes: &[],
        link: true,
    },
    small_model: include_str!("gear.toml"),
    ..PLAIN
};

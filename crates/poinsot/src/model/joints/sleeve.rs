//! A body that slides along a line and follows its direction: the `sleeve` joint.

use super::{ALONG, Core, ENDS, JointDefinition, Marker, PLAIN, SLIDES_AT, START};
use crate::mechanics::joints::{X, place_along};
use crate::model::describe::{Literal, ValueShape, Variant, defaulted};

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "sleeve",
        doc: "The second item slides along the first, a beam given by its name alone, or along a curve fixed to it, and keeps its orientation against the line. Coordinate: s, the arc length from the start as drawn; beyond the ends the line goes on straight, or it is left there.",
        fields: &[
            SLIDES_AT,
            ALONG,
            START,
            ENDS,
            defaulted(
                "turns",
                ValueShape::Flag,
                Literal::Flag(false),
                "Whether the second item may turn about the line.",
            ),
        ],
        forms: &[],
    },
    allows: "Motion along a line",
    summary: "The second item slides along a beam or a curve and follows its direction.",
    coordinates: &[place_along()],
    needs_point: false,
    marker: Marker {
        core: Core::Slider,
        axes: &[X],
        link: false,
    },
    small_model: include_str!("sleeve.toml"),
    ..PLAIN
};

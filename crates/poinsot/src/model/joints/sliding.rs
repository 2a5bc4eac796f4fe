//! A point that slides along a line: the `sliding` joint.

use super::{ALONG, Core, ENDS, JointDefinition, Marker, PLAIN, SLIDES_AT, START};
use crate::mechanics::joints::place_along;
use crate::model::describe::Variant;

/// See [`JointDefinition`].
pub const DEFINITION: JointDefinition = JointDefinition {
    variant: Variant {
        word: "sliding",
        doc: "A point of the second item slides along the first, a beam or a cable given by its name alone, or along a curve fixed to it, and turns freely. Coordinate: s, the arc length from the start as drawn; beyond the ends the line goes on straight, or it is left there.",
        fields: &[SLIDES_AT, ALONG, START, ENDS],
        forms: &[],
    },
    allows: "Motion along a line and any rotation",
    summary: "A point of the second item stays on a beam, a cable or a curve.",
    coordinates: &[place_along()],
    points: [true, true],
    needs_point: false,
    marker: Marker {
        core: Core::Ball,
        axes: &[],
        link: false,
    },
    small_model: include_str!("sliding.toml"),
    ..PLAIN
};

//! Description of joints, one kind each.

use super::items::NAME;
use super::{
    FRAME, Field, Form, ORIENTATION, Quantity as Q, Range, Shape, Table, Variant, Variants, form,
    maybe, optional, required,
};

const AT: Field = optional(
    "at",
    Shape::Vector(Q::Length),
    "where a point of a beam or cable or a point mass is, unless frames are given",
    "Origin of the joint in the world, as drawn at the start.",
);
const AXIS: Field = optional(
    "axis",
    Shape::Direction,
    "`orientation` or frames are given",
    "Direction of the joint axis (z) in the world, as drawn at the start; x is chosen perpendicular to it.",
);
const FULL: Field = optional(
    "orientation",
    Shape::Table(&ORIENTATION),
    "the world axes, `axis` or frames",
    "Axes of the joint in the world, as drawn at the start.",
);
const FRAME_1: Field = optional(
    "frame_1",
    Shape::Table(&FRAME),
    "drawn in the world",
    "Frame on the first item, in its own axes; for models that are not drawn assembled.",
);
const FRAME_2: Field = optional(
    "frame_2",
    Shape::Table(&FRAME),
    "drawn in the world",
    "Frame on the second item, in its own axes.",
);
const UNKNOWNS: Field = optional(
    "unknowns",
    Shape::Coordinates,
    "those that something acts on",
    "Coordinates to compute and record even if nothing acts on them.",
);
const SHARE: Field = optional(
    "share",
    Shape::Flag,
    "true at a point of a beam or cable that is tied completely, else false",
    "Whether both items may share one node; then the joint has no reaction among the results.",
);
const FRAMES: Form = form(&["frame_1", "frame_2"]);

/// Placement of the kinds that have an axis.
static WITH_AXIS: &[&[Form]] = &[&[placed(&["axis"]), placed(&["orientation"]), FRAMES]];
/// Placement of the kinds without an axis.
static WITH_POINT: &[&[Form]] = &[&[maybe(&["at", "orientation"]), FRAMES]];

/// Keys and, unless it is known from the items, the place.
const fn placed(required: &'static [&'static str]) -> Form {
    Form {
        required,
        optional: &["at"],
    }
}

/// `[[joint]]`.
pub static JOINT: Table = Table {
    name: "joint",
    doc: "A joint between two items. Coordinates measure the second relative to the first.",
    fields: &[
        NAME,
        required(
            "between",
            Shape::TwoItems,
            "First and second item: bodies, point masses, points of beams and cables such as \"boom.end\" or \"boom@0.36 m\"; \"ground\" is the world.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "kind",
        doc: "What the joint allows.",
        default: None,
        list: &[
            Variant {
                word: "revolute",
                doc: "Rotation about z (a hinge). Coordinate: angle.",
                fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
                forms: WITH_AXIS,
            },
            Variant {
                word: "prismatic",
                doc: "Translation along z (a slider). Coordinate: displacement.",
                fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
                forms: WITH_AXIS,
            },
            Variant {
                word: "screw",
                doc: "Rotation about z coupled with translation along z. Coordinates: angle, displacement.",
                fields: &[
                    required(
                        "lead",
                        Shape::Number(Q::Length, Range::Any),
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
            Variant {
                word: "cylindrical",
                doc: "Rotation about z and translation along z. Coordinates: angle, displacement.",
                fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
                forms: WITH_AXIS,
            },
            Variant {
                word: "planar",
                doc: "Translation in the x-y plane and rotation about z. Coordinates: x, y, angle.",
                fields: &[AT, AXIS, FULL, FRAME_1, FRAME_2, UNKNOWNS],
                forms: WITH_AXIS,
            },
            Variant {
                word: "spherical",
                doc: "Any rotation about a common point (a ball joint). Outputs: rotation_x, rotation_y, rotation_z, the rotation vector; nothing can act on them.",
                fields: &[AT, FULL, FRAME_1, FRAME_2, SHARE],
                forms: WITH_POINT,
            },
            Variant {
                word: "universal",
                doc: "Rotation about x of the first and about y of the second frame (a Cardan joint). Coordinates: angle_1, angle_2.",
                fields: &[
                    AT,
                    optional(
                        "axes",
                        Shape::TwoDirections,
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
            Variant {
                word: "fixed",
                doc: "Nothing moves: the two items are one. No coordinate.",
                fields: &[AT, FULL, FRAME_1, FRAME_2, SHARE],
                forms: WITH_POINT,
            },
            Variant {
                word: "orientation-lock",
                doc: "Orientations stay as they are, points are free. Coordinates: x, y, z.",
                fields: &[AT, FULL, FRAME_1, FRAME_2],
                forms: WITH_POINT,
            },
            Variant {
                word: "distance",
                doc: "The distance of two points stays the same (a massless rod with ball ends). No coordinate.",
                fields: &[
                    optional(
                        "points",
                        Shape::TwoPoints,
                        "frames are given",
                        "One point on each item, in the world as drawn at the start.",
                    ),
                    FRAME_1,
                    FRAME_2,
                    optional(
                        "length",
                        Shape::Number(Q::Length, Range::Positive),
                        "the distance as drawn",
                        "Length of the rod.",
                    ),
                ],
                forms: &[&[form(&["points"]), FRAMES]],
            },
        ],
    }),
};

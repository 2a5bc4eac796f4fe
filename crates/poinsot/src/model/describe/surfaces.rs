//! Descriptions of the surfaces that shells are made from.

use super::{
    ARC_FIELD, CURVES, FROM, Field, Form, Literal, ORIENTATION, POINTS, Quantity as Q, Range,
    SPLINE, TO, Table, ValueShape, Variant, Word, defaulted, form, optional, required,
};
use std::f64::consts::TAU;

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// Elements of shells.
static ELEMENTS: &[Word] = &[
    ("s4", "four nodes; for almost everything"),
    (
        "s9",
        "nine nodes; more accurate on smooth surfaces, in vibration and where elements are distorted",
    ),
    (
        "s3",
        "three nodes; stiff in bending within its plane, to fill gaps",
    ),
];

/// A curve as the side of a surface.
pub static CURVE: Table = Table {
    name: "curve",
    doc: "A curve that a surface is made from.",
    fields: &[FROM, TO, POINTS, ARC_FIELD, SPLINE],
    forms: &[CURVES],
    variants: None,
};

const ELEMENT: Field = defaulted(
    "element",
    ValueShape::Words(ELEMENTS),
    Literal::Word("s4"),
    "Kind of the elements.",
);
const GRADING: Field = optional(
    "grading",
    ValueShape::Pair(Q::One, Range::Above(0.0, 1000.0)),
    "all elements alike",
    "Size of the last element over that of the first, in both directions.",
);

const fn elements(doc: &'static str) -> Field {
    required("elements", ValueShape::TwoCounts(1, 10_000), doc)
}

const CENTER: Field = defaulted(
    "center",
    ValueShape::Vector(Q::Length),
    Literal::Vector([0.0; 3]),
    "A point of the axis, world: the centre of a disc or a sphere, or of the bottom of a cylinder or cone.",
);
const TURNS_ABOUT: Field = optional(
    "turns_about",
    ValueShape::Direction,
    "world z",
    "Direction of the axis, world.",
);
const TOWARDS: Field = optional(
    "towards",
    ValueShape::Direction,
    "world x, or y where the axis is nearly parallel to it",
    "Direction from the axis to where the angle is zero, world.",
);
const ANGLE: Field = defaulted(
    "angle",
    ValueShape::Number(Q::Angle, Range::Above(0.0, TAU * (1.0 + 1e-9))),
    Literal::Number(TAU),
    "Angle of the part about the axis; a full turn is closed.",
);
const RADIUS: Field = required(
    "radius",
    ValueShape::Number(Q::Length, Range::Positive),
    "Radius.",
);
const HEIGHT: Field = required(
    "height",
    ValueShape::Number(Q::Length, Range::Positive),
    "Length along the axis.",
);

const AROUND: &str = "Number of elements around and along.";

/// Surfaces of shells.
pub static SURFACES: &[Variant] = &[
    Variant {
        word: "patch",
        doc: "A quadrilateral between four corners or four curves. `edge1` leads from the first corner to the second, and so on; the corners are `corner1` to `corner4`. The normal points to where the corners are seen against the clock.",
        fields: &[
            optional(
                "corners",
                ValueShape::Points,
                "",
                "The four corners in the world, one after the other around the patch.",
            ),
            optional(
                "edges",
                ValueShape::Tables(&CURVE),
                "",
                "The four curves around the patch, each from where the one before ends.",
            ),
            elements("Number of elements along the first and the second edge."),
            GRADING,
            ELEMENT,
        ],
        forms: &[&[form(&["corners"]), form(&["edges"])]],
    },
    Variant {
        word: "disc",
        doc: "A disc, or a sector of one. Its edge is `rim`; a sector has `start` and `end`. The normal is the axis.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            RADIUS,
            elements(
                "Number of elements around, a multiple of 8 for a whole disc, and of rings around its core.",
            ),
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "annulus",
        doc: "A ring, or a part of one. Its edges are `outer` and `inner`; a part has `start` and `end`. The normal is the axis.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            RADIUS,
            required(
                "inner_radius",
                ValueShape::Number(Q::Length, Range::Positive),
                "Radius of the hole.",
            ),
            elements("Number of elements around and across."),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "cylinder",
        doc: "A cylinder, or a part of one, from `center` along the axis. Its edges are `bottom` and `top`; a part has `start` and `end`. The normal points outwards.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            RADIUS,
            HEIGHT,
            elements(AROUND),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "cone",
        doc: "A cone, or a part of one, from `center` along the axis. Its edges are `bottom` and `top`; a part has `start` and `end`. The normal points outwards.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            RADIUS,
            required(
                "top_radius",
                ValueShape::Number(Q::Length, Range::NotNegative),
                "Radius at the top; 0 for a tip.",
            ),
            HEIGHT,
            elements(AROUND),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "sphere",
        doc: "A part of a sphere between two angles from its axis. Its edges are `bottom` and `top`; a part has `start` and `end`. The normal points outwards.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            RADIUS,
            required(
                "from_axis",
                ValueShape::Pair(Q::Angle, Range::Between(0.0, 3.2)),
                "Angles from the axis to the top and to the bottom: 0 is the pole, above it there is a hole.",
            ),
            elements(AROUND),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "revolution",
        doc: "The surface that a curve makes when it turns about an axis. Its edges are `bottom`, what the start of the curve makes, and `top`; a part of a turn has `start` and `end`.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            ANGLE,
            required("curve", ValueShape::Table(&CURVE), "The curve."),
            elements(AROUND),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "extrusion",
        doc: "The surface that a curve makes when it moves along a vector. `edge1` is the curve, `edge3` where it ends up.",
        fields: &[
            required("curve", ValueShape::Table(&CURVE), "The curve."),
            required(
                "along",
                ValueShape::Vector(Q::Length),
                "How far the curve moves, world.",
            ),
            elements("Number of elements along the curve and along the way."),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "ruled",
        doc: "Straight lines between two curves. `edge1` is the first curve, `edge3` the second.",
        fields: &[
            required("curve", ValueShape::Table(&CURVE), "The first curve."),
            required(
                "second_curve",
                ValueShape::Table(&CURVE),
                "The second curve, in the same direction.",
            ),
            elements("Number of elements along the curves and between them."),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "mesh",
        doc: "Elements of a mesh file: Gmsh (.msh, versions 2.2 and 4.1), Abaqus (.inp), or the triangles of an OBJ or STL file. Triangles, quadrilaterals and quadrilaterals with nine nodes become elements; groups keep their names.",
        fields: &[
            optional(
                "file",
                ValueShape::Text,
                "",
                "Mesh file, relative to the folder of this file.",
            ),
            optional(
                "points",
                ValueShape::Points,
                "",
                "Points of a mesh that is written here, world.",
            ),
            optional(
                "cells",
                ValueShape::Cells,
                "",
                "Its elements: lists of 3, 4 or 9 numbers of points, counted from 1; corners one after the other around the element, then middles of sides, then the centre.",
            ),
            optional(
                "scale",
                ValueShape::Number(Q::Length, Range::Positive),
                "1 m",
                "Length that the file counts as 1, such as \"1 mm\"; factor on the coordinates of the file.",
            ),
            optional(
                "groups",
                ValueShape::Texts,
                "all surfaces of the file",
                "Groups of surfaces that the shell consists of.",
            ),
            defaulted(
                "position",
                ValueShape::Vector(Q::Length),
                ZERO,
                "Origin of the file, world.",
            ),
            optional(
                "orientation",
                ValueShape::Table(&ORIENTATION),
                "the world axes",
                "Axes of the file, relative to the world; coordinates are multiplied by `scale`, turned and moved.",
            ),
        ],
        forms: &[&[
            Form {
                required: &["file"],
                optional: &["scale", "groups", "position", "orientation"],
            },
            form(&["points", "cells"]),
        ]],
    },
];

/// The ways to give the stiffness of a section.
pub const SECTION_FORMS: &[Form] = &[
    Form {
        required: &["material", "thickness"],
        optional: &["mass_per_area", "inertia_per_area"],
    },
    Form {
        required: &["plies"],
        optional: &["mass_per_area", "inertia_per_area"],
    },
    Form {
        required: &["stiffness", "thickness"],
        optional: &["mass_per_area", "inertia_per_area"],
    },
];

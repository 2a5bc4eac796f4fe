//! Descriptions of solids and the volumes they are made from.

use super::items::NAME;
use super::surfaces::CURVE;
use super::{
    Field, Form, Literal, ORIENTATION, Quantity as Q, Range, Table, ValueShape, Variant, Variants,
    Word, defaulted, form, optional, required,
};
use std::f64::consts::TAU;

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// Elements of solids.
static ELEMENTS: &[Word] = &[
    (
        "hex20",
        "bricks with 20 nodes; for almost everything, at least two elements across each thickness",
    ),
    (
        "hex27",
        "bricks with 27 nodes; more accurate for rubber, and where elements are distorted",
    ),
    (
        "tet10",
        "tetrahedra with 10 nodes, six in the place of a brick",
    ),
    (
        "wedge15",
        "wedges with 15 nodes, two in the place of a brick, with their triangles across the third direction",
    ),
    ("hex8", "bricks with 8 nodes; cheap, for fine meshes"),
];

/// Strains of elements.
pub static STRAINS: &[Word] = &[
    ("plain", "those of the displacements"),
    (
        "assumed",
        "bricks with 8 nodes that bend well; for moderate strains",
    ),
    (
        "mean-volume",
        "the change of volume smoothed within each element, so that rubber does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that has a bulk modulus",
    ),
];

const ELEMENT: Field = defaulted(
    "element",
    ValueShape::Words(ELEMENTS),
    Literal::Word("hex20"),
    "Kind of the elements.",
);
const GRADING: Field = optional(
    "grading",
    ValueShape::Triple(Q::One, Range::Above(0.0, 1000.0)),
    "all elements alike",
    "Size of the last element over that of the first, in the three directions.",
);

const fn elements(doc: &'static str) -> Field {
    required("elements", ValueShape::ThreeCounts(1, 10_000), doc)
}

const CENTER: Field = defaulted(
    "center",
    ValueShape::Vector(Q::Length),
    ZERO,
    "Centre of the bottom, or a point of the axis, world.",
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

const fn length(key: &'static str, doc: &'static str) -> Field {
    required(key, ValueShape::Number(Q::Length, Range::Positive), doc)
}

const CORNERS: Field = optional(
    "corners",
    ValueShape::Points,
    "",
    "The four corners of the surface in the world, one after the other around it.",
);
const EDGES: Field = optional(
    "edges",
    ValueShape::Tables(&CURVE),
    "",
    "The four curves around the surface, each from where the one before ends.",
);
const SURFACE_FORMS: &[Form] = &[form(&["corners"]), form(&["edges"])];

/// Volumes of solids.
pub static VOLUMES: &[Variant] = &[
    Variant {
        word: "block",
        doc: "A block, by one of its corners and its size or by its eight corners. Its faces are `face1` and `face2` at the beginning and end of its first axis, `face3` and `face4` of the second, `face5` and `face6` of the third.",
        fields: &[
            optional(
                "corner",
                ValueShape::Vector(Q::Length),
                "the origin of the world",
                "The corner that the axes begin at, world.",
            ),
            optional(
                "size",
                ValueShape::Triple(Q::Length, Range::Positive),
                "",
                "Lengths along the three axes.",
            ),
            optional(
                "axes",
                ValueShape::Table(&ORIENTATION),
                "those of the world",
                "Directions of its three axes.",
            ),
            optional(
                "corners",
                ValueShape::Points,
                "",
                "Its eight corners in the world: four around one face, then those opposite to them. The first axis runs from the first to the second, the second from there to the third, the third from the first to the fifth.",
            ),
            elements("Number of elements along the three axes."),
            GRADING,
            ELEMENT,
        ],
        forms: &[&[
            Form {
                required: &["size"],
                optional: &["corner", "axes"],
            },
            form(&["corners"]),
        ]],
    },
    Variant {
        word: "cylinder",
        doc: "A cylinder, or a sector of one, from `center` along the axis. Its faces are `bottom`, `top` and `outer`; a sector has `start` and `end`.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            length("radius", "Radius."),
            length("height", "Length along the axis."),
            elements(
                "Number of elements around, a multiple of 8 for a whole cylinder, of rings around its core, and along the axis.",
            ),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "tube",
        doc: "A tube, or a part of one, from `center` along the axis. Its faces are `bottom`, `top`, `outer` and `inner`; a part has `start` and `end`.",
        fields: &[
            CENTER,
            TURNS_ABOUT,
            TOWARDS,
            ANGLE,
            length("radius", "Outer radius."),
            length("inner_radius", "Inner radius."),
            length("height", "Length along the axis."),
            elements(
                "Number of elements around, through the wall from outside, and along the axis.",
            ),
            GRADING,
            ELEMENT,
        ],
        forms: &[],
    },
    Variant {
        word: "swept",
        doc: "What a surface between four corners or curves passes when it moves along a vector or a curve without turning. Its faces are `side1` to `side4`, what the edges of the surface pass, `start` and `end`.",
        fields: &[
            CORNERS,
            EDGES,
            optional(
                "along",
                ValueShape::Vector(Q::Length),
                "",
                "How far the surface moves, world.",
            ),
            optional(
                "curve",
                ValueShape::Table(&CURVE),
                "",
                "The curve that it moves along.",
            ),
            elements("Number of elements along the first and the second edge, and along the way."),
            GRADING,
            ELEMENT,
        ],
        forms: &[SURFACE_FORMS, &[form(&["along"]), form(&["curve"])]],
    },
    Variant {
        word: "revolved",
        doc: "What a surface between four corners or curves passes when it turns about an axis, which it must not touch. Its faces are `side1` to `side4`, what the edges of the surface pass; a part of a turn has `start` and `end`.",
        fields: &[
            CORNERS,
            EDGES,
            CENTER,
            TURNS_ABOUT,
            ANGLE,
            elements("Number of elements along the first and the second edge, and around."),
            GRADING,
            ELEMENT,
        ],
        forms: &[SURFACE_FORMS],
    },
    Variant {
        word: "mesh",
        doc: "Elements of a mesh file (Gmsh .msh or Abaqus .inp): bricks with 8, 20 or 27 nodes, wedges with 15 and tetrahedra with 10; those with 4 get nodes on the middles of their edges. Groups of the file are faces and parts. Or points and elements written here.",
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
                "Its elements: lists of 8, 20, 27, 10 or 15 numbers of points, counted from 1, in the order of Gmsh.",
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
                "all volumes of the file",
                "Groups of volumes that the solid consists of.",
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

/// `[[solid]]`.
pub static SOLID: Table = Table {
    name: "solid",
    doc: "A solid that deforms, free of stress as drawn. Its points are named \"<name>#12\" by their numbers and \"<name>@[0.5, 0.2, 0]\" by the nearest place; its faces \"<name>.face1\", all of them together \"<name>.surface\".",
    fields: &[
        NAME,
        required("material", ValueShape::Material, "Name of a [[material]]."),
        optional(
            "material_axes",
            ValueShape::Table(&ORIENTATION),
            "those of the world",
            "Directions of the axes of a material with fibres or moduli that differ by direction, as drawn.",
        ),
        optional(
            "strains",
            ValueShape::Words(STRAINS),
            "\"mean-volume\" for rubber (Poisson's ratio above 0.45) where the elements and the law have it, else \"assumed\" for bricks with 8 nodes and \"plain\" for others",
            "Strains of the elements.",
        ),
        defaulted(
            "velocity",
            ValueShape::Vector(Q::Velocity),
            ZERO,
            "Velocity at the start of the point `about`, world.",
        ),
        defaulted(
            "angular_velocity",
            ValueShape::Vector(Q::AngularVelocity),
            ZERO,
            "Angular velocity at the start, world: it moves like a rigid body.",
        ),
        defaulted(
            "about",
            ValueShape::Vector(Q::Length),
            ZERO,
            "Point that `velocity` is the velocity of, world.",
        ),
        optional(
            "velocity_by_place",
            ValueShape::VectorOfPlace(Q::Velocity),
            "none",
            "Velocity at the start that differs from place to place, in addition: three numbers or expressions in the coordinates x, y, z as drawn, such as [\"2*y\", 0, \"sin(pi*x)\"]. Points at one place, where solids are joined, need one velocity.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "volume",
        doc: "What the volume is made from.",
        default: None,
        list: VOLUMES,
    }),
};

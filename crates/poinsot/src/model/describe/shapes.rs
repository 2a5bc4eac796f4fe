//! Description of `[[shape]]`: what things look like.

use super::{
    Field, Form, Literal, ORIENTATION, Quantity as Q, Range, Table, ValueShape, Variant, Variants,
    defaulted, maybe, optional, required,
};

const AT: Field = defaulted(
    "at",
    ValueShape::Vector(Q::Length),
    Literal::Vector([0.0; 3]),
    "Middle of the solid or origin of the mesh, in the frame of the item: body axes, section axes on a beam, world axes on the ground, on point masses and on cables.",
);
const TURNED: Field = optional(
    "orientation",
    ValueShape::Table(&ORIENTATION),
    "the axes of the item",
    "Axes of the solid relative to those of the item.",
);
const AXIS: Field = optional(
    "axis",
    ValueShape::Direction,
    "the z axis of the item",
    "Direction of the axis, in the axes of the item.",
);
const LENGTH: Field = optional(
    "length",
    ValueShape::Number(Q::Length, Range::Positive),
    "`from` and `to` are given",
    "Length along the axis; of a capsule, between the centres of its hemispheres.",
);
const FROM: Field = optional(
    "from",
    ValueShape::Vector(Q::Length),
    "`length` is given",
    "Beginning of the axis, in the frame of the item.",
);
const TO: Field = optional(
    "to",
    ValueShape::Vector(Q::Length),
    "`length` is given",
    "End of the axis, in the frame of the item.",
);
const RADIUS: Field = required(
    "radius",
    ValueShape::Number(Q::Length, Range::Positive),
    "Radius; of a cone at its beginning, of a tube outside.",
);

const MASS: Field = optional(
    "mass",
    ValueShape::Number(Q::Mass, Range::Positive),
    "it only shows",
    "Mass of the solid, evenly spread. A body without `mass` and `inertia` of its own has those of its shapes.",
);
const DENSITY: Field = optional(
    "density",
    ValueShape::Number(Q::Density, Range::Positive),
    "it only shows",
    "Density of the solid, instead of its mass.",
);
/// A solid has one of them or none.
static HEAVY: &[Form] = &[maybe(&["mass"]), maybe(&["density"])];

/// The ways to place what has an axis.
static ALONG: &[&[Form]] = &[
    &[
        Form {
            required: &["from", "to"],
            optional: &[],
        },
        Form {
            required: &["length"],
            optional: &["at", "axis"],
        },
        Form {
            required: &["length"],
            optional: &["at", "orientation"],
        },
    ],
    HEAVY,
];

/// `[[shape]]`.
pub static SHAPE: Table = Table {
    name: "shape",
    doc: "How an item looks in reports, instead of the solid with its inertia; with `mass` or `density` also what a body is made of. Shapes without them have no influence on the mechanics.",
    fields: &[
        optional(
            "name",
            ValueShape::Name,
            "none",
            "Unique name: letters, digits, `_` and `-`.",
        ),
        required(
            "on",
            ValueShape::Item,
            "What it is fixed to: body, point mass, point of a beam or cable such as \"boom.end\" or \"boom@0.36 m\", or \"ground\".",
        ),
        optional(
            "colour",
            ValueShape::Colour,
            "that of bodies",
            "Red, green and blue as \"#rrggbb\" or \"#rgb\".",
        ),
        defaulted(
            "opacity",
            ValueShape::Number(Q::One, Range::Between(0.0, 1.0)),
            Literal::Number(1.0),
            "1 is opaque, 0 invisible.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "kind",
        doc: "What it is.",
        default: None,
        list: &[
            Variant {
                word: "box",
                doc: "A block.",
                fields: &[
                    required(
                        "size",
                        ValueShape::Triple(Q::Length, Range::Positive),
                        "Sides along x, y and z.",
                    ),
                    AT,
                    TURNED,
                    MASS,
                    DENSITY,
                ],
                forms: &[HEAVY],
            },
            Variant {
                word: "sphere",
                doc: "A ball.",
                fields: &[RADIUS, AT, MASS, DENSITY],
                forms: &[HEAVY],
            },
            Variant {
                word: "cylinder",
                doc: "A round rod or disc about z.",
                fields: &[RADIUS, LENGTH, AT, AXIS, TURNED, FROM, TO, MASS, DENSITY],
                forms: ALONG,
            },
            Variant {
                word: "cone",
                doc: "A cone or truncated cone about z.",
                fields: &[
                    RADIUS,
                    defaulted(
                        "end_radius",
                        ValueShape::Number(Q::Length, Range::NotNegative),
                        Literal::Number(0.0),
                        "Radius where it ends, at positive z.",
                    ),
                    LENGTH,
                    AT,
                    AXIS,
                    TURNED,
                    FROM,
                    TO,
                    MASS,
                    DENSITY,
                ],
                forms: ALONG,
            },
            Variant {
                word: "capsule",
                doc: "A round rod about z with hemispherical ends.",
                fields: &[RADIUS, LENGTH, AT, AXIS, TURNED, FROM, TO, MASS, DENSITY],
                forms: ALONG,
            },
            Variant {
                word: "tube",
                doc: "A hollow rod or ring about z.",
                fields: &[
                    RADIUS,
                    required(
                        "thickness",
                        ValueShape::Number(Q::Length, Range::Positive),
                        "Thickness of the wall.",
                    ),
                    LENGTH,
                    AT,
                    AXIS,
                    TURNED,
                    FROM,
                    TO,
                    MASS,
                    DENSITY,
                ],
                forms: ALONG,
            },
            Variant {
                word: "mesh",
                doc: "Triangles from a file: STL, OBJ, or glTF in one file (.glb, or .gltf with its buffers inside). Runs store them in their results.",
                fields: &[
                    required(
                        "file",
                        ValueShape::Text,
                        "Path of the file, from the folder of the model.",
                    ),
                    defaulted(
                        "scale",
                        ValueShape::Number(Q::Length, Range::Positive),
                        Literal::Number(1.0),
                        "Length that 1 in the file stands for, such as \"1 mm\".",
                    ),
                    AT,
                    AXIS,
                    TURNED,
                ],
                forms: &[&[maybe(&["axis"]), maybe(&["orientation"])]],
            },
        ],
    }),
};

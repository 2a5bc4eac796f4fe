//! Description of reduced bodies.

use super::items::NAME;
use super::{
    Form, Literal, ORIENTATION, Quantity as Q, Range, Table, ValueShape, Word, defaulted, form,
    optional, required,
};

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// Units of finite element models.
pub static PART_UNITS: &[Word] = &[
    ("m-kg", "metres, kilograms, newtons per metre"),
    ("mm-t", "millimetres, tonnes, newtons per millimetre"),
];

/// One entry of `interfaces`.
pub static INTERFACES: Table = Table {
    name: "interfaces",
    doc: "An interface of a reduced body: nodes whose mean displacement and mean rotation are those of an item.",
    fields: &[
        required("name", ValueShape::Text, "Name within the reduced body."),
        required(
            "nodes",
            ValueShape::Text,
            "Name of a face or group of the solid, or of a set in the node table, with at least three nodes that are not on a line; of beams and shells a point, edge or group, \"boom.end\".",
        ),
        required(
            "to",
            ValueShape::ItemWithAxes,
            "What it moves with: a body, a point of a beam or shell, or \"ground\".",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[reduced_body]]`.
pub static REDUCED_BODY: Table = Table {
    name: "reduced_body",
    doc: "A linear elastic part, a [[solid]], beams and shells or a finite element model, reduced to interfaces and modes; it moves through large rotations with small strains.",
    fields: &[
        NAME,
        optional(
            "solid",
            ValueShape::Item,
            "",
            "Name of the [[solid]] that is reduced: it is taken out of the model, with its mesh, material, place and motion.",
        ),
        optional(
            "items",
            ValueShape::Texts,
            "",
            "Names of the beams and shells that are reduced together, tied to each other by [[tie]]: they are taken out of the model.",
        ),
        optional(
            "nodes",
            ValueShape::Text,
            "",
            "File with the nodes of the model in the order of the matrices: per line a number, three coordinates and any names of sets. A text of several lines is taken as the table itself.",
        ),
        optional(
            "mass",
            ValueShape::Text,
            "",
            "Matrix Market file with the mass matrix, x, y, z of the first node, then of the second; the same for all three directions. A text of several lines is taken as the matrix itself.",
        ),
        optional(
            "stiffness",
            ValueShape::Text,
            "",
            "Matrix Market file with the stiffness matrix of the free part, or the matrix itself.",
        ),
        defaulted(
            "units",
            ValueShape::Words(PART_UNITS),
            Literal::Word("m-kg"),
            "Units of the finite element model.",
        ),
        required(
            "interfaces",
            ValueShape::Tables(&INTERFACES),
            "Where it is held: [{ name = \"big_end\", nodes = \"left\", to = \"crank\" }, ...]. Strains are small on the axes of the first.",
        ),
        defaulted(
            "modes",
            ValueShape::Count(0, 200),
            Literal::Count(6),
            "Modes with fixed interfaces beside the static ones.",
        ),
        defaulted(
            "position",
            ValueShape::Vector(Q::Length),
            ZERO,
            "Origin of the finite element model at the start, world.",
        ),
        optional(
            "orientation",
            ValueShape::Table(&ORIENTATION),
            "the world axes",
            "Axes of the finite element model at the start, relative to the world.",
        ),
        defaulted(
            "damping_time",
            ValueShape::Number(Q::Time, Range::NotNegative),
            Literal::Number(0.0),
            "Viscosity (Kelvin-Voigt) as this time times the stiffness.",
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
    ],
    forms: &[&[
        form(&["solid"]),
        form(&["items"]),
        Form {
            required: &["nodes", "mass", "stiffness"],
            optional: &[
                "units",
                "position",
                "orientation",
                "velocity",
                "angular_velocity",
                "about",
            ],
        },
    ]],
    variants: None,
};

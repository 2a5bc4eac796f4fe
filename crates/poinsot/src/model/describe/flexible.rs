//! Descriptions of beams, cables and loads per length.

use super::items::NAME;
use super::{
    Field, Form, Literal, Quantity as Q, Range, Table, ValueShape, Word, defaulted, form, maybe,
    optional, required,
};

const ZERO: Literal = Literal::Vector([0.0; 3]);

pub const FROM: Field = optional(
    "from",
    ValueShape::Vector(Q::Length),
    "",
    "First end, world.",
);
pub const TO: Field = optional(
    "to",
    ValueShape::Vector(Q::Length),
    "",
    "Second end, world.",
);
pub const POINTS: Field = optional(
    "points",
    ValueShape::Points,
    "",
    "Points of a polyline, world; corners are rigid.",
);
pub const ARC_FIELD: Field = optional("arc", ValueShape::Table(&ARC), "", "A circular arc.");
pub const SPLINE: Field = optional(
    "spline",
    ValueShape::Points,
    "",
    "Points that a smooth curve runs through, world.",
);

/// The ways to write a curve.
pub const CURVES: &[Form] = &[
    form(&["from", "to"]),
    form(&["points"]),
    form(&["arc"]),
    form(&["spline"]),
];

const ELEMENTS: Field = required(
    "elements",
    ValueShape::Count(1, 100_000),
    "Number of elements; more are added where corners and attached points need an element boundary.",
);
const VELOCITY: Field = defaulted(
    "velocity",
    ValueShape::Vector(Q::Velocity),
    ZERO,
    "Velocity at the start of the point `about`, world.",
);
const ANGULAR_VELOCITY: Field = defaulted(
    "angular_velocity",
    ValueShape::Vector(Q::AngularVelocity),
    ZERO,
    "Angular velocity at the start, world: it moves like a rigid body.",
);
const ABOUT: Field = defaulted(
    "about",
    ValueShape::Vector(Q::Length),
    ZERO,
    "Point that `velocity` is the velocity of, world.",
);

/// A circular arc.
pub static ARC: Table = Table {
    name: "arc",
    doc: "A circular arc as the curve of a beam or cable.",
    fields: &[
        required(
            "start",
            ValueShape::Vector(Q::Length),
            "First point, world.",
        ),
        required("center", ValueShape::Vector(Q::Length), "Centre, world."),
        required(
            "axis",
            ValueShape::Direction,
            "Axis through the centre, perpendicular to the radius; the arc turns about it by the right-hand rule.",
        ),
        required(
            "angle",
            ValueShape::Number(Q::Angle, Range::Positive),
            "Angle it turns through, at most a full turn.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// One entry of `sections`.
pub static SECTIONS: Table = Table {
    name: "sections",
    doc: "The section at one place of a tapered beam; between two places sections are interpolated, beyond the first and last they are constant.",
    fields: &[
        required(
            "at",
            ValueShape::ArcLength,
            "Arc length from the start, also in percent of the whole.",
        ),
        required("section", ValueShape::Section, "Name of a [[section]]."),
    ],
    forms: &[],
    variants: None,
};

/// One entry of `y_axes`.
pub static Y_AXES: Table = Table {
    name: "y_axes",
    doc: "The y axis of the section at one place of a twisted beam; between two places it turns uniformly.",
    fields: &[
        required(
            "at",
            ValueShape::ArcLength,
            "Arc length from the start, also in percent of the whole.",
        ),
        required(
            "direction",
            ValueShape::Direction,
            "World direction that y is as close to as possible.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// One entry of `twist`.
pub static TWIST: Table = Table {
    name: "twist",
    doc: "The angle at one place of a twisted beam by which the section is turned about the line; between two places it varies linearly, beyond the first and last it is constant.",
    fields: &[
        required(
            "at",
            ValueShape::ArcLength,
            "Arc length from the start, also in percent of the whole.",
        ),
        required(
            "angle",
            ValueShape::Number(Q::Angle, Range::Between(-1000.0, 1000.0)),
            "Angle about x of the section, from the axes that `y_axis` or `z_axis` gives.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[beam]]`.
pub static BEAM: Table = Table {
    name: "beam",
    doc: "A geometrically exact beam along a curve, free of stress as drawn. Its points are named \"<name>.start\", \"<name>.end\" and \"<name>@0.36 m\".",
    fields: &[
        NAME,
        FROM,
        TO,
        POINTS,
        ARC_FIELD,
        SPLINE,
        optional(
            "section",
            ValueShape::Section,
            "`sections` are given",
            "Name of the [[section]].",
        ),
        optional(
            "sections",
            ValueShape::Tables(&SECTIONS),
            "`section` is given",
            "Sections at increasing arc lengths: [{ at = 0, section = \"root\" }, ...].",
        ),
        ELEMENTS,
        defaulted(
            "order",
            ValueShape::Count(1, 3),
            Literal::Count(3),
            "Order of the elements: 1 (helicoidal, two nodes), 2 or 3 (four nodes).",
        ),
        optional(
            "y_axis",
            ValueShape::Direction,
            "the first of world y, z and x that the curve is nowhere nearly parallel to",
            "World direction that the y axis of the section is as close to as possible.",
        ),
        optional(
            "z_axis",
            ValueShape::Direction,
            "by `y_axis`",
            "World direction that the z axis of the section is as close to as possible.",
        ),
        optional(
            "y_axes",
            ValueShape::Tables(&Y_AXES),
            "the same everywhere",
            "Directions of the y axis at increasing arc lengths: [{ at = 0, direction = [0, 1, 0] }, ...].",
        ),
        optional(
            "twist",
            ValueShape::Tables(&TWIST),
            "none",
            "Angles of pre-twist at increasing arc lengths: [{ at = 0, angle = \"13 deg\" }, ...].",
        ),
        VELOCITY,
        ANGULAR_VELOCITY,
        ABOUT,
    ],
    forms: &[
        CURVES,
        &[form(&["section"]), form(&["sections"])],
        &[
            maybe(&["y_axis", "twist"]),
            maybe(&["z_axis", "twist"]),
            maybe(&["y_axes"]),
        ],
    ],
    variants: None,
};

/// Strain measures of cables.
static STRAINS: &[Word] = &[
    (
        "engineering",
        "stretch minus one: the force is proportional to the elongation",
    ),
    (
        "green",
        "half of the squared stretch minus one: the force grows faster than the elongation",
    ),
];

/// `[[cable]]`.
pub static CABLE: Table = Table {
    name: "cable",
    doc: "A cable or a truss along a curve: it carries axial force only. Its points are named \"<name>.start\", \"<name>.end\" and \"<name>@0.36 m\"; they have no axes.",
    fields: &[
        NAME,
        FROM,
        TO,
        POINTS,
        ARC_FIELD,
        SPLINE,
        required(
            "stiffness",
            ValueShape::Number(Q::AxialStiffness, Range::Positive),
            "Axial stiffness EA.",
        ),
        optional(
            "mass_per_length",
            ValueShape::Number(Q::MassPerLength, Range::Positive),
            "one of the other two is given, or none for equilibria without weights",
            "Mass per length, of a cable drawn at its free length.",
        ),
        optional(
            "mass_per_drawn_length",
            ValueShape::Number(Q::MassPerLength, Range::Positive),
            "one of the other two is given, or none for equilibria without weights",
            "Mass per length as drawn, whatever the free length is.",
        ),
        optional(
            "mass_per_free_length",
            ValueShape::Number(Q::MassPerLength, Range::Positive),
            "one of the other two is given, or none for equilibria without weights",
            "Mass per free length, as on the reel.",
        ),
        defaulted(
            "strain",
            ValueShape::Words(STRAINS),
            Literal::Word("engineering"),
            "Strain that the force is proportional to.",
        ),
        defaulted(
            "tension_only",
            ValueShape::Flag,
            Literal::Flag(true),
            "Whether it goes slack instead of carrying compression; false for a truss.",
        ),
        optional(
            "damping",
            ValueShape::Number(Q::AxialDamping, Range::NotNegative),
            "none",
            "Axial viscosity: force per rate of strain.",
        ),
        optional(
            "damping_time",
            ValueShape::Number(Q::Time, Range::NotNegative),
            "no damping",
            "Axial viscosity as this time times the stiffness.",
        ),
        optional(
            "pre_stretch",
            ValueShape::Number(Q::One, Range::Above(0.0, 100.0)),
            "1",
            "Length as drawn divided by the free length: above 1 it is drawn tight, below 1 slack.",
        ),
        optional(
            "free_length",
            ValueShape::Number(Q::Length, Range::Positive),
            "the length as drawn",
            "Unstressed length; instead of `pre_stretch`.",
        ),
        ELEMENTS,
        defaulted(
            "order",
            ValueShape::Count(1, 3),
            Literal::Count(1),
            "Order of the elements, 1 to 3.",
        ),
        VELOCITY,
        ANGULAR_VELOCITY,
        ABOUT,
    ],
    forms: &[
        CURVES,
        &[maybe(&["damping"]), maybe(&["damping_time"])],
        &[maybe(&["pre_stretch"]), maybe(&["free_length"])],
        &[
            maybe(&["mass_per_length"]),
            maybe(&["mass_per_drawn_length"]),
            maybe(&["mass_per_free_length"]),
        ],
    ],
    variants: None,
};

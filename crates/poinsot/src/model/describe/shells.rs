//! Descriptions of shells, their sections, and supports.

use super::items::NAME;
use super::surfaces::{SECTION_FORMS, SURFACES};
use super::{
    Literal, ORIENTATION, Quantity as Q, Range, Table, ValueShape, Variant, Variants, Word,
    defaulted, form, maybe, optional, required,
};

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// One entry of `plies`.
pub static PLIES: Table = Table {
    name: "plies",
    doc: "A ply of a laminate.",
    fields: &[
        required("material", ValueShape::Material, "Name of a [[material]]."),
        required(
            "thickness",
            ValueShape::Number(Q::Length, Range::Positive),
            "Thickness.",
        ),
        defaulted(
            "angle",
            ValueShape::Number(Q::Angle, Range::Any),
            Literal::Number(0.0),
            "Angle from the axis of the shell to the first axis of the material, about the normal.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[shell_section]]`.
pub static SHELL_SECTION: Table = Table {
    name: "shell_section",
    doc: "A section of shells: thickness and material, a laminate of plies, or a given stiffness. Membrane forces, moments and shear forces are taken on the axes of the shell.",
    fields: &[
        NAME,
        optional(
            "material",
            ValueShape::Material,
            "",
            "Name of a [[material]].",
        ),
        optional(
            "thickness",
            ValueShape::Number(Q::Length, Range::Positive),
            "that of the plies",
            "Thickness.",
        ),
        optional(
            "plies",
            ValueShape::Tables(&PLIES),
            "",
            "Plies from the bottom, the side that the normal points away from, to the top: [{ material = \"carbon\", thickness = \"0.2 mm\", angle = \"45 deg\" }, ...].",
        ),
        optional(
            "stiffness",
            ValueShape::Matrix8,
            "",
            "Eight rows of eight, in SI units: membrane forces N11, N22, N12, moments M11, M22, M12 and shear forces Q1, Q2 from strains e11, e22, 2 e12, curvatures k11, k22, 2 k12 and shear g1, g2; symmetric, positive definite.",
        ),
        optional(
            "mass_per_area",
            ValueShape::Number(Q::MassPerArea, Range::Positive),
            "that of the materials; with `stiffness` none, for equilibria without weights",
            "Mass per area, instead of that of the materials.",
        ),
        optional(
            "inertia_per_area",
            ValueShape::Number(Q::Mass, Range::Positive),
            "that of a homogeneous layer",
            "Rotary inertia per area about the middle of the thickness, with `mass_per_area`.",
        ),
        defaulted(
            "offset",
            ValueShape::Number(Q::Length, Range::Any),
            Literal::Number(0.0),
            "Height of the middle of the thickness above the surface of the mesh, along the normal.",
        ),
        defaulted(
            "angle",
            ValueShape::Number(Q::Angle, Range::Any),
            Literal::Number(0.0),
            "Angle from the axis of the shell to the first axis of the section, about the normal.",
        ),
        optional(
            "damping_time",
            ValueShape::Number(Q::Time, Range::NotNegative),
            "no damping",
            "Viscosity (Kelvin-Voigt) as this time times the stiffness.",
        ),
    ],
    forms: &[SECTION_FORMS],
    variants: None,
};

/// `[[shell]]`.
pub static SHELL: Table = Table {
    name: "shell",
    doc: "A shell: a surface with a thickness, free of stress as drawn unless `prestress` is given. Its points are named \"<name>#12\" by their numbers, \"<name>@[0.5, 0.2, 0]\" by the nearest place, and \"<name>.corner1\"; its edges \"<name>.edge1\".",
    fields: &[
        NAME,
        required(
            "section",
            ValueShape::ShellSection,
            "Name of a [[shell_section]].",
        ),
        optional(
            "thickness",
            ValueShape::OfPlace(Q::Length),
            "that of the section",
            "Thickness by place, instead of that of the section, whose layers all become thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn such as \"0.004 - 0.001*x\", or rows of a point's number and its thickness; points without a row have that of the section. Not with a given `stiffness`.",
        ),
        defaulted(
            "prestress",
            ValueShape::Vector(Q::ForcePerLength),
            ZERO,
            "Membrane forces 11, 22, 12 that the shell has as drawn, on its axes.",
        ),
        defaulted(
            "prestress_moment",
            ValueShape::Vector(Q::MomentPerLength),
            ZERO,
            "Moments 11, 22, 12 that the shell has as drawn, on its axes.",
        ),
        optional(
            "axis",
            ValueShape::Direction,
            "the first of world x, y and z that the surface is nowhere nearly perpendicular to",
            "World direction that the first axis of the section is as close to as possible.",
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
    forms: &[],
    variants: Some(&Variants {
        key: "surface",
        doc: "What the surface is made from.",
        default: None,
        list: SURFACES,
    }),
};

/// What a support holds.
pub static DIRECTIONS: &[Word] = &[
    ("x", "no displacement along x"),
    ("y", "no displacement along y"),
    ("z", "no displacement along z"),
    ("rx", "no rotation about x"),
    ("ry", "no rotation about y"),
    ("rz", "no rotation about z"),
];

/// `[[support]]`.
pub static SUPPORT: Table = Table {
    name: "support",
    doc: "Points that cannot move in some directions, or follow a function of time there: points, edges and groups of shells, points of beams and cables, point masses, bodies. Reactions are among the results.",
    fields: &[
        NAME,
        required(
            "on",
            ValueShape::Places,
            "What is held: \"panel.edge1\", \"boom.start\", or a list of such names.",
        ),
        optional(
            "fixed",
            ValueShape::SomeWords(DIRECTIONS),
            "all that the points have",
            "Directions that are held.",
        ),
        optional(
            "symmetry",
            ValueShape::Direction,
            "no symmetry",
            "Normal of a plane of symmetry that the points lie in: they stay in it, and normals of shells too.",
        ),
        optional(
            "axes",
            ValueShape::Table(&ORIENTATION),
            "those of the world",
            "Axes x, y, z of the directions under `fixed`.",
        ),
        optional(
            "displacement",
            ValueShape::VectorOfTime(Q::Length),
            "none: the points stay where they are",
            "Displacement of the points over time along x, y, z, instead of none; only along directions under `fixed`.",
        ),
        optional(
            "rotation",
            ValueShape::VectorOfTime(Q::Angle),
            "none",
            "Rotation of the points over time about x, y, z, each point about itself; only about one axis, and that under `fixed`.",
        ),
    ],
    forms: &[&[
        maybe(&["fixed", "axes", "displacement", "rotation"]),
        form(&["symmetry"]),
    ]],
    variants: None,
};

/// `[[tie]]`.
pub static TIE: Table = Table {
    name: "tie",
    doc: "Points of shells, beams, cables and bodies that move together.",
    fields: &[
        NAME,
        required(
            "on",
            ValueShape::Places,
            "Points, edges, groups, whole shells: \"panel.edge1\", or a list of such names.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "kind",
        doc: "How they move together.",
        default: Some("joined"),
        list: &[
            Variant {
                word: "joined",
                doc: "Points at one place become one: neighbouring or branching surfaces, beams along edges.",
                fields: &[],
                forms: &[],
            },
            Variant {
                word: "rigid",
                doc: "All points move as if fixed to one item; no constraint is needed.",
                fields: &[required(
                    "to",
                    ValueShape::ItemWithAxes,
                    "Body, or point of a beam or shell, that they are fixed to. An edge of a shell, \"panel.edge1\", leads points of solids and cables: each follows the edge at the nearest place, as if fixed to it.",
                )],
                forms: &[],
            },
            Variant {
                word: "hinge",
                doc: "Points at one place stay together and turn independently: along an edge, a hinge.",
                fields: &[],
                forms: &[],
            },
            Variant {
                word: "distributed",
                doc: "The mean displacement and the mean rotation of the points follow an item, and the points stay free to deform. Points of edges and of groups of elements count by the length or area that they stand for, single points alike. Force and moment on them are among the results.",
                fields: &[required(
                    "to",
                    ValueShape::Item,
                    "Body, point of a beam or shell, or \"ground\", that they follow; an item without axes, at their mean place, leads their mean displacement alone.",
                )],
                forms: &[],
            },
            Variant {
                word: "embedded",
                doc: "Beams, cables, bodies and point masses lie inside of a solid and follow it: all nodes of a beam or cable named as a whole, and single points of them, by the shape functions of the elements they lie in. Beams do not twist against the solid, bodies and single points of beams do not turn against it.",
                fields: &[required("to", ValueShape::Item, "The solid.")],
                forms: &[],
            },
        ],
    }),
};

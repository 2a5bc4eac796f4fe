//! Descriptions of shells, their sections, and supports.

use super::items::NAME;
use super::{
    Literal, ORIENTATION, Quantity as Q, Range, Table, ValueShape, Variant, Variants, Word,
    defaulted, form, maybe, optional, required,
};

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// `[[shell_section]]`.
pub static SHELL_SECTION: Table = Table {
    name: "shell_section",
    doc: "A section of shells: thickness and material. Membrane forces, moments and shear forces are taken on the axes of the shell.",
    fields: &[
        NAME,
        required("material", ValueShape::Material, "Name of a [[material]]."),
        required(
            "thickness",
            ValueShape::Number(Q::Length, Range::Positive),
            "Thickness; the surface of the mesh is in its middle.",
        ),
        optional(
            "damping_time",
            ValueShape::Number(Q::Time, Range::NotNegative),
            "no damping",
            "Viscosity (Kelvin-Voigt) as this time times the stiffness.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// Elements of shells.
static ELEMENTS: &[Word] = &[
    ("s4", "four nodes; for almost everything"),
    (
        "s9",
        "nine nodes; more accurate on smooth surfaces, in vibration and where elements are distorted",
    ),
];

/// `[[shell]]`.
pub static SHELL: Table = Table {
    name: "shell",
    doc: "A shell: a surface with a thickness, free of stress as drawn. Its points are named \"<name>#12\" by their numbers, \"<name>@[0.5, 0.2, 0]\" by the nearest place, and \"<name>.corner1\"; its edges \"<name>.edge1\".",
    fields: &[
        NAME,
        required(
            "section",
            ValueShape::ShellSection,
            "Name of a [[shell_section]].",
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

/// Surfaces of shells.
static SURFACES: &[Variant] = &[Variant {
    word: "patch",
    doc: "A quadrilateral between four corners, divided evenly. Its points `corner1` to `corner4` are the corners, its edge `edge1` leads from the first corner to the second.",
    fields: &[
        required(
            "corners",
            ValueShape::Points,
            "The four corners in the world, one after the other around the patch.",
        ),
        required(
            "elements",
            ValueShape::TwoCounts(1, 10_000),
            "Number of elements along the first and the second edge.",
        ),
        defaulted(
            "element",
            ValueShape::Words(ELEMENTS),
            Literal::Word("s4"),
            "Kind of the elements.",
        ),
    ],
    forms: &[],
}];

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
    doc: "Points that cannot move in some directions: points, edges and groups of shells, points of beams and cables, point masses, bodies. Reactions are among the results.",
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
    ],
    forms: &[&[maybe(&["fixed", "axes"]), form(&["symmetry"])]],
    variants: None,
};

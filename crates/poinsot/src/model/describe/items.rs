//! Descriptions of what moves: bodies and point masses, and of the points recorded on them.

use super::{
    Field, Literal, ORIENTATION, Quantity as Q, Range, Table, ValueShape, defaulted, maybe,
    optional, required,
};

/// The name every item has.
pub const NAME: Field = required(
    "name",
    ValueShape::Name,
    "Unique name: letters, digits, `_` and `-`.",
);

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// `[[body]]`.
pub static BODY: Table = Table {
    name: "body",
    doc: "A rigid body. You place its frame freely; mass centre and inertia are given in it, or follow from its shapes that have a mass or density.",
    fields: &[
        NAME,
        optional(
            "mass",
            ValueShape::Number(Q::Mass, Range::Positive),
            "that of its shapes; none, for equilibria without weights",
            "Mass.",
        ),
        defaulted(
            "mass_center",
            ValueShape::Vector(Q::Length),
            ZERO,
            "Mass centre in the body frame.",
        ),
        optional(
            "inertia",
            ValueShape::Inertia,
            "that of its shapes; none, for equilibria",
            "Inertia: [Ixx, Iyy, Izz], three rows of three, or { xx, yy, zz, xy, xz, yz }. Matrix entries: xy is minus the integral of x*y over the mass.",
        ),
        optional(
            "inertia_about",
            ValueShape::InertiaAbout,
            "\"mass_center\"",
            "Point the inertia is about: \"mass_center\", \"origin\" of the body frame, or a point of it.",
        ),
        optional(
            "inertia_axes",
            ValueShape::Table(&ORIENTATION),
            "the body axes",
            "Axes the inertia is given in, relative to the body axes.",
        ),
        defaulted(
            "position",
            ValueShape::Vector(Q::Length),
            ZERO,
            "Origin of the body frame at the start, in world axes.",
        ),
        optional(
            "orientation",
            ValueShape::Table(&ORIENTATION),
            "the world axes",
            "Axes of the body at the start, relative to the world.",
        ),
        defaulted(
            "velocity",
            ValueShape::Vector(Q::Velocity),
            ZERO,
            "Velocity of the origin of the body frame at the start, in world axes.",
        ),
        defaulted(
            "angular_velocity",
            ValueShape::Vector(Q::AngularVelocity),
            ZERO,
            "Angular velocity at the start, in world axes.",
        ),
        optional(
            "angular_velocity_body",
            ValueShape::Vector(Q::AngularVelocity),
            "zero",
            "Angular velocity at the start, in body axes; instead of `angular_velocity`.",
        ),
    ],
    forms: &[&[
        maybe(&["angular_velocity"]),
        maybe(&["angular_velocity_body"]),
    ]],
    variants: None,
};

/// `[[point_mass]]`.
pub static POINT_MASS: Table = Table {
    name: "point_mass",
    doc: "A mass without extension and without orientation.",
    fields: &[
        NAME,
        optional(
            "mass",
            ValueShape::Number(Q::Mass, Range::Positive),
            "none, for equilibria without weights",
            "Mass.",
        ),
        defaulted(
            "position",
            ValueShape::Vector(Q::Length),
            ZERO,
            "Position at the start, in world axes.",
        ),
        defaulted(
            "velocity",
            ValueShape::Vector(Q::Velocity),
            ZERO,
            "Velocity at the start, in world axes.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[sensor]]`.
pub static SENSOR: Table = Table {
    name: "sensor",
    doc: "A point whose position and velocity are recorded.",
    fields: &[
        NAME,
        required(
            "on",
            ValueShape::Item,
            "Body, point mass, or point of a beam or cable such as \"boom.end\" or \"boom@0.36 m\".",
        ),
        defaulted(
            "at",
            ValueShape::Vector(Q::Length),
            ZERO,
            "Point in the body frame; on a beam relative to the reference line, in section axes.",
        ),
    ],
    forms: &[],
    variants: None,
};

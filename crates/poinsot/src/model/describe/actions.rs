//! Descriptions of what acts: springs, bushings, motors, motions, rolling discs, forces and moments.

use super::items::NAME;
use super::{
    FRAME, Field, Form, Literal, Matrix, ORIENTATION, Quantity as Q, Range, Shape, Table,
    defaulted, form, maybe, optional, required,
};

const ZERO: Literal = Literal::Vector([0.0; 3]);

/// `[[spring]]`.
pub static SPRING: Table = Table {
    name: "spring",
    doc: "A spring, a damper or both in parallel, on a joint coordinate or between two points.",
    fields: &[
        NAME,
        optional(
            "on",
            Shape::Coordinate,
            "between two points",
            "Joint coordinate it acts on, written \"joint.coordinate\".",
        ),
        optional(
            "between",
            Shape::TwoItems,
            "on a coordinate",
            "The two items it connects; \"ground\" is the world.",
        ),
        optional(
            "points",
            Shape::TwoPoints,
            "`local_points` are given",
            "Its two ends in the world, as drawn at the start.",
        ),
        optional(
            "local_points",
            Shape::TwoPoints,
            "`points` are given",
            "Its two ends, each in the frame of its item.",
        ),
        optional(
            "stiffness",
            Shape::Number(Q::EffortPerCoordinate, Range::NotNegative),
            "no linear spring",
            "Stiffness of a linear spring.",
        ),
        optional(
            "free",
            Shape::Number(Q::Coordinate, Range::Any),
            "the length as drawn between points, 0 on a coordinate",
            "Length or coordinate at which a linear spring carries only its preload.",
        ),
        defaulted(
            "preload",
            Shape::Number(Q::Effort, Range::Any),
            Literal::Number(0.0),
            "Effort of a linear spring at `free`; positive pulls back.",
        ),
        optional(
            "force",
            Shape::OfLength,
            "linear by `stiffness`",
            "Instead of `stiffness`, `free` and `preload`: restoring effort as an expression in x (length or coordinate), or { table = [[x, effort], ...] }; positive pulls back.",
        ),
        defaulted(
            "damping",
            Shape::Number(Q::EffortPerRate, Range::NotNegative),
            Literal::Number(0.0),
            "Viscous coefficient.",
        ),
    ],
    forms: &[&[
        form(&["on"]),
        form(&["between", "points"]),
        form(&["between", "local_points"]),
    ]],
    variants: None,
};

/// `[[bushing]]`.
pub static BUSHING: Table = Table {
    name: "bushing",
    doc: "A six-component elastic connection: translations along and rotations about the axes of the first frame.",
    fields: &[
        NAME,
        required(
            "between",
            Shape::TwoItems,
            "The two items it connects; \"ground\" is the world.",
        ),
        optional(
            "at",
            Shape::Vector(Q::Length),
            "where a point of a beam or cable or a point mass is, unless frames are given",
            "Its place in the world, as drawn at the start.",
        ),
        optional(
            "orientation",
            Shape::Table(&ORIENTATION),
            "the world axes",
            "Its axes in the world, as drawn at the start.",
        ),
        optional(
            "frame_1",
            Shape::Table(&FRAME),
            "drawn in the world",
            "Frame on the first item, in its own axes.",
        ),
        optional(
            "frame_2",
            Shape::Table(&FRAME),
            "drawn in the world",
            "Frame on the second item, in its own axes.",
        ),
        optional(
            "stiffness",
            Shape::Matrix6(Matrix::BushingStiffness),
            "none",
            "Three translational, then three rotational stiffnesses, or six rows of six (symmetric).",
        ),
        optional(
            "damping",
            Shape::Matrix6(Matrix::BushingDamping),
            "none",
            "Viscous coefficients in the same order.",
        ),
        optional(
            "laws",
            Shape::Table(&BUSHING_LAWS),
            "none",
            "Nonlinear laws of single components; they add to `stiffness`.",
        ),
        optional(
            "energy",
            Shape::OfStrains,
            "none",
            "Stored energy as an expression in x, y, z (displacement along the axes of the first frame, m) and rx, ry, rz (rotation: axis times sine of the angle); its derivatives are the restoring forces and moments, which add to `stiffness` and `laws`.",
        ),
    ],
    forms: &[&[maybe(&["at", "orientation"]), form(&["frame_1", "frame_2"])]],
    variants: None,
};

const fn component(key: &'static str, doc: &'static str) -> Field {
    optional(key, Shape::OfLength, "none", doc)
}

/// Laws of the components of a bushing.
pub static BUSHING_LAWS: Table = Table {
    name: "laws",
    doc: "Restoring efforts of a bushing, each an expression in x, the component itself, or { table = [[x, effort], ...] }; positive pulls back.",
    fields: &[
        component(
            "x",
            "Force over the displacement along x of the first frame.",
        ),
        component(
            "y",
            "Force over the displacement along y of the first frame.",
        ),
        component(
            "z",
            "Force over the displacement along z of the first frame.",
        ),
        component(
            "rx",
            "Moment over the rotation about x: component of the axis times the sine of the angle.",
        ),
        component(
            "ry",
            "Moment over the rotation about y: component of the axis times the sine of the angle.",
        ),
        component(
            "rz",
            "Moment over the rotation about z: component of the axis times the sine of the angle.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[motor]]`.
pub static MOTOR: Table = Table {
    name: "motor",
    doc: "An effort on a joint coordinate, positive in its direction.",
    fields: &[
        NAME,
        required(
            "on",
            Shape::Coordinate,
            "Joint coordinate it drives, written \"joint.coordinate\".",
        ),
        required(
            "effort",
            Shape::OfState,
            "Force or moment: a number, an expression in t, x (coordinate) and v (rate), a table over time, or a pulse.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[motion]]`.
pub static MOTION: Table = Table {
    name: "motion",
    doc: "A joint coordinate that follows a function of time, given by its value, its velocity or its acceleration.",
    fields: &[
        NAME,
        required(
            "on",
            Shape::Coordinate,
            "Joint coordinate that is driven, written \"joint.coordinate\".",
        ),
        optional(
            "value",
            Shape::OfTime(Q::Coordinate),
            "`velocity` or `acceleration` is given",
            "Value over time: a number, an expression in t, a table, or a pulse.",
        ),
        optional(
            "velocity",
            Shape::OfTime(Q::CoordinateRate),
            "`value` or `acceleration` is given",
            "Rate of the coordinate over time, instead of its value; it is integrated to round-off.",
        ),
        optional(
            "acceleration",
            Shape::OfTime(Q::CoordinateAcceleration),
            "`value` or `velocity` is given",
            "Second derivative of the coordinate over time, instead of its value; it is integrated twice, to round-off.",
        ),
        defaulted(
            "initial_value",
            Shape::Number(Q::Coordinate, Range::Any),
            Literal::Number(0.0),
            "Value at t = 0 of a motion given by `velocity` or `acceleration`.",
        ),
        defaulted(
            "initial_velocity",
            Shape::Number(Q::CoordinateRate, Range::Any),
            Literal::Number(0.0),
            "Rate at t = 0 of a motion given by `acceleration`.",
        ),
    ],
    forms: &[&[
        form(&["value"]),
        Form {
            required: &["velocity"],
            optional: &["initial_value"],
        },
        Form {
            required: &["acceleration"],
            optional: &["initial_value", "initial_velocity"],
        },
    ]],
    variants: None,
};

/// `[[rolling]]`.
pub static ROLLING: Table = Table {
    name: "rolling",
    doc: "A disc that rolls on a plane without slipping.",
    fields: &[
        NAME,
        required("body", Shape::Body, "Body that carries the disc."),
        defaulted(
            "center",
            Shape::Vector(Q::Length),
            ZERO,
            "Centre of the disc in the body frame.",
        ),
        required(
            "axis",
            Shape::Direction,
            "Axis of the disc in the body frame.",
        ),
        required(
            "radius",
            Shape::Number(Q::Length, Range::Positive),
            "Radius of the disc.",
        ),
        defaulted(
            "plane_point",
            Shape::Vector(Q::Length),
            ZERO,
            "A point of the plane, in the world.",
        ),
        defaulted(
            "plane_normal",
            Shape::Direction,
            Literal::Vector([0.0, 0.0, 1.0]),
            "Normal of the plane towards the disc, in the world.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// `[[force]]`.
pub static FORCE: Table = Table {
    name: "force",
    doc: "A force on a body, a point mass, or a point of a beam or cable.",
    fields: &[
        NAME,
        required(
            "on",
            Shape::Item,
            "Body, point mass, or point of a beam or cable such as \"boom.end\" or \"boom@0.36 m\".",
        ),
        defaulted(
            "at",
            Shape::Vector(Q::Length),
            ZERO,
            "Point of application in the body frame; on a beam relative to the reference line, in section axes.",
        ),
        required(
            "value",
            Shape::Vector(Q::Force),
            "Components, in world axes, or in body (section) axes for a follower.",
        ),
        defaulted(
            "follower",
            Shape::Flag,
            Literal::Flag(false),
            "Whether the force turns with the body.",
        ),
        optional("scale", Shape::OfTime(Q::One), "1", "Factor over time."),
    ],
    forms: &[],
    variants: None,
};

/// `[[moment]]`.
pub static MOMENT: Table = Table {
    name: "moment",
    doc: "A moment on a body or a point of a beam.",
    fields: &[
        NAME,
        required(
            "on",
            Shape::ItemWithAxes,
            "Body, or point of a beam such as \"boom.end\" or \"boom@0.36 m\".",
        ),
        required(
            "value",
            Shape::Vector(Q::Moment),
            "Components, in world axes, or in body (section) axes for a follower.",
        ),
        defaulted(
            "follower",
            Shape::Flag,
            Literal::Flag(false),
            "Whether the moment turns with the body.",
        ),
        optional("scale", Shape::OfTime(Q::One), "1", "Factor over time."),
    ],
    forms: &[],
    variants: None,
};

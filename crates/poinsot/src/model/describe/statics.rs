//! Descriptions of `[statics]` and `[turning]`.

use super::{
    LOOSEST_TOLERANCE, Literal, Quantity as Q, REDUNDANT, Range, Table, ValueShape, Variant,
    Variants, Word, defaulted, optional, required,
};

static BRANCHES: &[Word] = &[
    ("follow", "stay on the path"),
    (
        "switch",
        "leave it along the null mode at the first bifurcation; from there on the factor is an unknown",
    ),
];

/// `[statics]`.
pub static STATICS: Table = Table {
    name: "statics",
    doc: "How to compute a path of equilibria.",
    fields: &[
        defaulted(
            "until",
            ValueShape::Number(Q::One, Range::Positive),
            Literal::Number(1.0),
            "End of the path: a load factor, or a time in seconds. With `arc_length`, its negative ends the path too.",
        ),
        optional(
            "increment",
            ValueShape::Number(Q::One, Range::Positive),
            "`every`, or a tenth of `until`",
            "First and largest increment of the factor or time; it is cut and grown as the iteration allows. With `arc_length` \
             only the first.",
        ),
        optional(
            "every",
            ValueShape::Number(Q::One, Range::Positive),
            "every point found",
            "Spacing of the recorded points, in factor or time. Not with `arc_length`.",
        ),
        optional(
            "at",
            ValueShape::Rising(Q::One, Range::Positive),
            "`until` and `every` say what is recorded",
            "Load factors, or times in seconds, to record, in increasing order, such as [0.5, 1, 1.5]; the last one ends the path. Instead of \
             `until` and `every`; not with `arc_length`.",
        ),
        defaulted(
            "arc_length",
            ValueShape::Flag,
            Literal::Flag(false),
            "Treat the factor or time as an unknown, so that the path may turn back at limit points.",
        ),
        defaulted(
            "max_arc",
            ValueShape::Number(Q::One, Range::Above(0.0, 1.0)),
            Literal::Number(0.25),
            "Longest step along the arc: mean motion of the nodes, relative to the size of the model, and in radians.",
        ),
        defaulted(
            "branch",
            ValueShape::Words(BRANCHES),
            Literal::Word("follow"),
            "What to do at a bifurcation.",
        ),
        defaulted(
            "max_points",
            ValueShape::Count(1, 1_000_000),
            Literal::Count(1000),
            "Number of points after which the path ends.",
        ),
        defaulted(
            "relaxation",
            ValueShape::Flag,
            Literal::Flag(false),
            "Where the iteration does not converge, let the system move under `ed` and come to rest.",
        ),
        optional(
            "redundant",
            ValueShape::Words(REDUNDANT),
            "that of [run]",
            "What to do with constraints that repeat others.",
        ),
        defaulted(
            "tolerance",
            ValueShape::Number(Q::One, Range::Above(0.0, LOOSEST_TOLERANCE)),
            Literal::Number(1e-13),
            "Relative tolerance of the Newton iteration.",
        ),
        defaulted(
            "max_iterations",
            ValueShape::Count(1, 1000),
            Literal::Count(25),
            "Newton iterations before the increment is cut.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "vary",
        doc: "What changes along the path.",
        default: Some("load_factor"),
        list: &[
            Variant {
                word: "load_factor",
                doc: "Weights, loads and motors scaled by a factor from 0; prescribed coordinates approach their values in proportion.",
                fields: &[defaulted(
                    "time",
                    ValueShape::Number(Q::Time, Range::NotNegative),
                    Literal::Number(0.0),
                    "Time at which loads and prescribed motions are taken.",
                )],
                forms: &[],
            },
            Variant {
                word: "time",
                doc: "Loads and prescribed motions follow their functions of time from 0: displacement and rotation control.",
                fields: &[],
                forms: &[],
            },
        ],
    }),
};

/// `[turning]`.
pub static TURNING: Table = Table {
    name: "turning",
    doc: "Steady rotation of the whole system: equilibria are computed in a frame that rotates with it.",
    fields: &[
        required(
            "angular_velocity",
            ValueShape::Vector(Q::AngularVelocity),
            "Angular velocity in world axes.",
        ),
        defaulted(
            "through",
            ValueShape::Vector(Q::Length),
            Literal::Vector([0.0; 3]),
            "A point of the axis.",
        ),
    ],
    forms: &[],
    variants: None,
};

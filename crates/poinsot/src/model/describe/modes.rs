//! Description of `[modes]`.

use super::{Literal, Quantity as Q, Range, Shape, Table, Word, defaulted, optional};

static ABOUT: &[Word] = &[
    ("as-drawn", "as drawn, made consistent with the constraints"),
    (
        "equilibrium",
        "the equilibrium under the initial loads, in the rotating frame if there is a [turning]",
    ),
];

static KINDS: &[Word] = &[
    (
        "automatic",
        "real if the system is conservative, else complex",
    ),
    (
        "real",
        "of the undamped system, with the symmetric part of the stiffness",
    ),
    (
        "complex",
        "with damping, gyroscopic terms and follower loads",
    ),
];

/// `[modes]`.
pub static MODES: Table = Table {
    name: "modes",
    doc: "Which modes to compute, and about which state.",
    fields: &[
        defaulted(
            "count",
            Shape::Count(1, 10_000),
            Literal::Count(10),
            "How many modes.",
        ),
        optional(
            "near",
            Shape::Number(Q::Frequency, Range::NotNegative),
            "the lowest modes",
            "Compute the modes nearest to this frequency.",
        ),
        defaulted(
            "about",
            Shape::Words(ABOUT),
            Literal::Word("as-drawn"),
            "The state about which the system vibrates.",
        ),
        defaulted(
            "kind",
            Shape::Words(KINDS),
            Literal::Word("automatic"),
            "Real or complex modes.",
        ),
        optional(
            "top_speed",
            Shape::Number(Q::AngularVelocity, Range::Positive),
            "no sweep",
            "Sweep the speed about the axis of [turning] from zero up to this: a Campbell diagram.",
        ),
        defaulted(
            "speeds",
            Shape::Count(2, 10_000),
            Literal::Count(21),
            "Number of speeds in the sweep, including zero and the top speed.",
        ),
    ],
    forms: &[],
    variants: None,
};

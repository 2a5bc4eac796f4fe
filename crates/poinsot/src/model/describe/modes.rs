//! Description of `[modes]`.

use super::{Literal, Quantity as Q, Range, Table, ValueShape, Word, defaulted, optional};

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
            ValueShape::Count(1, 10_000),
            Literal::Count(10),
            "How many modes.",
        ),
        optional(
            "near",
            ValueShape::Number(Q::Frequency, Range::NotNegative),
            "the lowest modes",
            "Compute the modes nearest to this frequency.",
        ),
        defaulted(
            "about",
            ValueShape::Words(ABOUT),
            Literal::Word("as-drawn"),
            "The state about which the system vibrates.",
        ),
        defaulted(
            "kind",
            ValueShape::Words(KINDS),
            Literal::Word("automatic"),
            "Real or complex modes.",
        ),
        optional(
            "top_speed",
            ValueShape::Number(Q::AngularVelocity, Range::Positive),
            "no sweep",
            "Sweep the speed about the axis of [turning] from zero up to this: a Campbell diagram.",
        ),
        defaulted(
            "speeds",
            ValueShape::Count(2, 10_000),
            Literal::Count(21),
            "Number of speeds in the sweep, including zero and the top speed.",
        ),
    ],
    forms: &[],
    variants: None,
};

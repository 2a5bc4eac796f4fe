//! Descriptions of the whole file, of `[run]` with its schemes and of `[output]`.

use super::{
    BEAM, BODY, CABLE, Field, Form, JOINT, LOOSEST_TOLERANCE, Literal, MATERIAL, MODES, POINT_MASS,
    Quantity as Q, REDUCED_BODY, Range, SECTION, SENSOR, SHAPE, SHELL, SHELL_SECTION, SOLID,
    STATICS, SUPPORT, TIE, TURNING, Table, ValueShape, Variants, Word, defaulted, optional,
    required,
};
use crate::model::actions::FIELDS as ACTIONS;
use crate::model::schemes::VARIANTS as SCHEMES;

/// Named values.
pub static PARAMETERS: Table = Table {
    name: "parameters",
    doc: "Named values for use in all numbers and formulas, written `name = value`: a number, a quantity such as \"12 kg\", or a formula of other parameters such as \"0.5*span\".",
    fields: &[],
    forms: &[],
    variants: None,
};

/// Keys in front of those of what acts.
const FIRST: &[Field] = &[
    optional(
        "title",
        ValueShape::Text,
        "empty",
        "A one-line description.",
    ),
    optional(
        "parameters",
        ValueShape::Parameters,
        "none",
        "Named values that numbers and formulas may use.",
    ),
    optional(
        "gravity",
        ValueShape::Gravity,
        "none",
        "Uniform gravity: [x, y, z] in world axes, or a table with `acceleration` and `scale`.",
    ),
    optional(
        "run",
        ValueShape::Table(&RUN),
        "1 s in steps of 1 ms",
        "How to run the model.",
    ),
    optional(
        "statics",
        ValueShape::Table(&STATICS),
        "factor 0 to 1 in tenths",
        "How to compute equilibria.",
    ),
    optional(
        "turning",
        ValueShape::Table(&TURNING),
        "at rest in the world",
        "Steady rotation in which the system is in equilibrium.",
    ),
    optional(
        "modes",
        ValueShape::Table(&MODES),
        "the ten lowest, about the state as drawn",
        "Which modes to compute, and about which state.",
    ),
    optional(
        "output",
        ValueShape::Table(&OUTPUT),
        "every step",
        "What to record and when to keep a checkpoint.",
    ),
    optional("body", ValueShape::Tables(&BODY), "none", "Rigid bodies."),
    optional(
        "point_mass",
        ValueShape::Tables(&POINT_MASS),
        "none",
        "Masses without extension.",
    ),
    optional(
        "material",
        ValueShape::Tables(&MATERIAL),
        "none",
        "Materials of sections.",
    ),
    optional(
        "section",
        ValueShape::Tables(&SECTION),
        "none",
        "Sections of beams.",
    ),
    optional("beam", ValueShape::Tables(&BEAM), "none", "Beams."),
    optional(
        "cable",
        ValueShape::Tables(&CABLE),
        "none",
        "Cables and trusses.",
    ),
    optional(
        "shell_section",
        ValueShape::Tables(&SHELL_SECTION),
        "none",
        "Sections of shells.",
    ),
    optional("shell", ValueShape::Tables(&SHELL), "none", "Shells."),
    optional("solid", ValueShape::Tables(&SOLID), "none", "Solids."),
    optional(
        "reduced_body",
        ValueShape::Tables(&REDUCED_BODY),
        "none",
        "Parts of finite element models, reduced to interfaces and modes.",
    ),
    optional("joint", ValueShape::Tables(&JOINT), "none", "Joints."),
    optional(
        "tie",
        ValueShape::Tables(&TIE),
        "none",
        "Points that move together.",
    ),
    optional(
        "support",
        ValueShape::Tables(&SUPPORT),
        "none",
        "Points that cannot move in some directions.",
    ),
];

/// Keys behind them.
const LAST: &[Field] = &[
    optional(
        "sensor",
        ValueShape::Tables(&SENSOR),
        "none",
        "Points whose motion is recorded.",
    ),
    optional(
        "shape",
        ValueShape::Tables(&SHAPE),
        "solids with the inertia of the bodies",
        "How bodies and other items look in reports.",
    ),
];

const FIELDS: [Field; FIRST.len() + ACTIONS.len() + LAST.len()] = {
    let mut list = [FIRST[0]; FIRST.len() + ACTIONS.len() + LAST.len()];
    let mut k = 0;
    while k < list.len() {
        list[k] = if k < FIRST.len() {
            FIRST[k]
        } else if k < FIRST.len() + ACTIONS.len() {
            ACTIONS[k - FIRST.len()]
        } else {
            LAST[k - FIRST.len() - ACTIONS.len()]
        };
        k += 1;
    }
    list
};

/// The whole file.
pub static MODEL: Table = Table {
    name: "model",
    doc: "A Poinsot model. Numbers are in SI units and radians; texts carry units, such as \"30 deg\" or \"5 mm\".",
    fields: &FIELDS,
    forms: &[],
    variants: None,
};

pub(super) static REDUNDANT: &[Word] = &[
    ("error", "reject the model and name them"),
    ("remove", "remove and report them"),
];

static STARTS: &[Word] = &[
    (
        "as-drawn",
        "as drawn, with the velocities that the model gives",
    ),
    (
        "equilibrium",
        "in the equilibrium under the initial loads, at rest or, with [turning], in steady rotation",
    ),
];

/// `[run]`.
pub static RUN: Table = Table {
    name: "run",
    doc: "How to run the model. Each scheme has additional keys.",
    fields: &[
        required(
            "duration",
            ValueShape::Number(Q::Time, Range::Positive),
            "End time; the run starts at 0.",
        ),
        optional(
            "dt",
            ValueShape::Number(Q::Time, Range::Positive),
            "with `accuracy`: `dt_max`/100",
            "Time step; with `accuracy` only the first step tried.",
        ),
        optional(
            "accuracy",
            ValueShape::Number(Q::One, Range::Above(0.0, 0.1)),
            "steps of fixed length `dt`",
            "Adaptive steps: bound on the error of positions at the end of the run, relative to the extent of the model, on \
             that of rotations in radians, and on the part of the energy that the scheme may dissipate.",
        ),
        optional(
            "dt_max",
            ValueShape::Number(Q::Time, Range::Positive),
            "`duration`/50",
            "Largest step that `accuracy` may choose.",
        ),
        optional(
            "dt_min",
            ValueShape::Number(Q::Time, Range::Positive),
            "1e-9, or `dt` if that is smaller",
            "Smallest step; a run that needs a smaller one fails.",
        ),
        defaulted(
            "tolerance",
            ValueShape::Number(Q::One, Range::Above(0.0, LOOSEST_TOLERANCE)),
            Literal::Number(1e-13),
            "Relative tolerance of the Newton iteration. Residual forces do work: above 1e-6 this shows in the energies.",
        ),
        defaulted(
            "max_iterations",
            ValueShape::Count(1, 1000),
            Literal::Count(20),
            "Newton iterations before the step is cut.",
        ),
        defaulted(
            "redundant",
            ValueShape::Words(REDUNDANT),
            Literal::Word("error"),
            "What to do with constraints that repeat others.",
        ),
        defaulted(
            "start",
            ValueShape::Words(STARTS),
            Literal::Word("as-drawn"),
            "Where the run starts.",
        ),
        optional(
            "start_from",
            ValueShape::Text,
            "none",
            "Results or a checkpoint of a model with the same bodies, meshes and joints: the run starts where they end, at time 0. Relative to the folder of this file.",
        ),
    ],
    forms: &[&[
        Form {
            required: &["dt"],
            optional: &[],
        },
        Form {
            required: &["accuracy"],
            optional: &["dt", "dt_max"],
        },
    ]],
    variants: Some(&Variants {
        key: "scheme",
        doc: "Time integration scheme.",
        default: Some("ed"),
        list: SCHEMES,
    }),
};

/// What is recorded at every node, section or element of a flexible body.
static FIELD_KINDS: &[Word] = &[
    (
        "position",
        "positions and orientations of nodes: always recorded",
    ),
    ("velocity", "velocities and angular velocities of nodes"),
    (
        "force",
        "section forces and moments of beams and shells, tensions of cables",
    ),
    (
        "strain",
        "strains and curvatures, principal strains, energy densities and changes of volume of solids",
    ),
    ("stress", "stresses, von Mises and principal stresses"),
    ("failure", "failure indices of plies"),
    ("element", "values in the middle of elements"),
    (
        "piola_kirchhoff",
        "second Piola-Kirchhoff stresses of solids; only where they are asked for",
    ),
];

/// `[output]`.
pub static OUTPUT: Table = Table {
    name: "output",
    doc: "What to record and when to keep a checkpoint.",
    fields: &[
        optional(
            "every",
            ValueShape::Number(Q::Time, Range::Positive),
            "every step",
            "Time between two frames in the results. If it is not a multiple of a fixed `dt`, frames between steps are interpolated; with `accuracy`, steps end at frames.",
        ),
        defaulted(
            "fields_every",
            ValueShape::Count(1, 1_000_000),
            Literal::Count(1),
            "Frames from one with fields to the next. Fields are the values at all nodes, sections and elements of flexible bodies; joints, bodies, sensors, energies are in every frame. Above 1, fields go to a file of their own next to the results, NAME.fields.nc; the first and the last frame always have fields.",
        ),
        optional(
            "fields",
            ValueShape::SomeWords(FIELD_KINDS),
            "all but \"piola_kirchhoff\"",
            "Fields to record.",
        ),
        defaulted(
            "checkpoint",
            ValueShape::Number(Q::Time, Range::NotNegative),
            Literal::Number(60.0),
            "Wall-clock time between two checkpoints, from which a run can be resumed; 0 keeps one after every step.",
        ),
    ],
    forms: &[],
    variants: None,
};

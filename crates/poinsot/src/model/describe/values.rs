//! Descriptions of the tables that stand as values: orientations, frames, inertias, functions.

use super::{
    Field, Literal, Quantity as Q, Range, Table, ValueShape, Variant, Variants, Word, defaulted,
    form, maybe, optional, required,
};
use crate::functions::{Holds, PULSES, PulseKey};

/// An orientation.
pub static ORIENTATION: Table = Table {
    name: "orientation",
    doc: "An orientation, written in one of four ways; it maps components in the described axes to components in the outer axes.",
    fields: &[
        optional(
            "quaternion",
            ValueShape::Quaternion,
            "",
            "Unit quaternion [w, x, y, z], scalar first; it is normalised.",
        ),
        optional("axis", ValueShape::Direction, "", "Axis of one rotation."),
        optional(
            "angle",
            ValueShape::Number(Q::Angle, Range::Any),
            "",
            "Angle of the rotation about `axis`.",
        ),
        optional(
            "x",
            ValueShape::Direction,
            "",
            "Direction of the x axis. Of two given axes the first of x, y, z is kept, the other made perpendicular to it.",
        ),
        optional("y", ValueShape::Direction, "", "Direction of the y axis."),
        optional("z", ValueShape::Direction, "", "Direction of the z axis."),
        optional(
            "euler",
            ValueShape::Vector(Q::Angle),
            "",
            "Three angles, applied in the order of `sequence`.",
        ),
        optional(
            "sequence",
            ValueShape::AxisSequence,
            "",
            "Axes of the three rotations: lower case (\"zxz\") about the outer axes, upper case (\"ZXZ\") about the axes already turned.",
        ),
    ],
    forms: &[&[
        form(&["quaternion"]),
        form(&["axis", "angle"]),
        form(&["x", "y"]),
        form(&["x", "z"]),
        form(&["y", "z"]),
        form(&["euler", "sequence"]),
    ]],
    variants: None,
};

/// A frame in the axes of an item.
pub static FRAME: Table = Table {
    name: "frame",
    doc: "A frame fixed to an item, in the item's own frame.",
    fields: &[
        defaulted(
            "at",
            ValueShape::Vector(Q::Length),
            Literal::Vector([0.0; 3]),
            "Origin, in the frame of the item.",
        ),
        optional(
            "axis",
            ValueShape::Direction,
            "the z axis of the item",
            "Direction of the z axis, in the axes of the item; x is chosen perpendicular to it.",
        ),
        optional(
            "orientation",
            ValueShape::Table(&ORIENTATION),
            "the axes of the item",
            "Axes of the frame relative to those of the item.",
        ),
    ],
    forms: &[&[maybe(&["axis"]), maybe(&["orientation"])]],
    variants: None,
};

/// The entries of an inertia matrix.
pub static INERTIA: Table = Table {
    name: "inertia",
    doc: "Entries of the inertia matrix. They are matrix entries: xy is minus the integral of x*y over the mass.",
    fields: &[
        required(
            "xx",
            ValueShape::Number(Q::Inertia, Range::NotNegative),
            "Entry (1, 1).",
        ),
        required(
            "yy",
            ValueShape::Number(Q::Inertia, Range::NotNegative),
            "Entry (2, 2).",
        ),
        required(
            "zz",
            ValueShape::Number(Q::Inertia, Range::NotNegative),
            "Entry (3, 3).",
        ),
        defaulted(
            "xy",
            ValueShape::Number(Q::Inertia, Range::Any),
            Literal::Number(0.0),
            "Entries (1, 2) and (2, 1).",
        ),
        defaulted(
            "xz",
            ValueShape::Number(Q::Inertia, Range::Any),
            Literal::Number(0.0),
            "Entries (1, 3) and (3, 1).",
        ),
        defaulted(
            "yz",
            ValueShape::Number(Q::Inertia, Range::Any),
            Literal::Number(0.0),
            "Entries (2, 3) and (3, 2).",
        ),
    ],
    forms: &[],
    variants: None,
};

/// Gravity with a factor over time.
pub static GRAVITY: Table = Table {
    name: "gravity",
    doc: "Uniform gravity: three numbers [x, y, z] in world axes, or this table.",
    fields: &[
        required(
            "acceleration",
            ValueShape::Vector(Q::Acceleration),
            "Acceleration in world axes.",
        ),
        optional(
            "scale",
            ValueShape::OfTime(Q::One),
            "1",
            "Factor over time.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// Ways to fill a table between its rows.
pub static INTERPOLATIONS: &[Word] = &[
    ("linear", "straight lines between the rows"),
    ("smooth", "a smooth curve that preserves monotonic ranges"),
];

const INTERPOLATION: Field = defaulted(
    "interpolation",
    ValueShape::Words(INTERPOLATIONS),
    Literal::Word("linear"),
    "How values between two rows are interpolated.",
);

/// A table of values over time.
pub static TIME_TABLE: Table = Table {
    name: "table",
    doc: "A function of time through given values; constant before the first and after the last row.",
    fields: &[
        required(
            "table",
            ValueShape::Columns,
            "Rows [time, value], times rising.",
        ),
        INTERPOLATION,
        defaulted(
            "factor",
            ValueShape::Number(Q::One, Range::Any),
            Literal::Number(1.0),
            "Factor on all values.",
        ),
    ],
    forms: &[],
    variants: None,
};

/// A table of efforts over the measure of a spring.
pub static FORCE_TABLE: Table = Table {
    name: "force_table",
    doc: "The restoring effort of a spring or bushing through given values.",
    fields: &[
        required(
            "table",
            ValueShape::Columns,
            "Rows [length, coordinate or component, effort], first column rising.",
        ),
        INTERPOLATION,
    ],
    forms: &[],
    variants: None,
};

/// A shape over time under its name.
pub static PULSE: Table = Table {
    name: "pulse",
    doc: "A function of time given by a named shape.",
    fields: &[],
    forms: &[],
    variants: Some(&Variants {
        key: "pulse",
        doc: "Shape of the function.",
        default: None,
        list: &PULSE_KINDS,
    }),
};

/// Most keys that a pulse has.
const MOST: usize = {
    let (mut most, mut k) = (0, 0);
    while k < PULSES.len() {
        if PULSES[k].keys.len() > most {
            most = PULSES[k].keys.len();
        }
        k += 1;
    }
    most
};

/// Keys of all pulses; those with fewer end with repetitions of their first one.
static PULSE_KEYS: [[Field; MOST]; PULSES.len()] = {
    let mut all = [[pulse_key(&PULSES[0].keys[0]); MOST]; PULSES.len()];
    let mut k = 0;
    while k < PULSES.len() {
        let mut i = 0;
        while i < PULSES[k].keys.len() {
            all[k][i] = pulse_key(&PULSES[k].keys[i]);
            i += 1;
        }
        k += 1;
    }
    all
};

static PULSE_KINDS: [Variant; PULSES.len()] = {
    const NONE: Variant = Variant {
        word: "",
        doc: "",
        fields: &[],
        forms: &[],
    };
    let mut list = [NONE; PULSES.len()];
    let mut k = 0;
    while k < PULSES.len() {
        list[k] = Variant {
            word: PULSES[k].word,
            doc: PULSES[k].doc,
            fields: PULSE_KEYS[k].split_at(PULSES[k].keys.len()).0,
            forms: &[],
        };
        k += 1;
    }
    list
};

const fn pulse_key(key: &PulseKey) -> Field {
    let shape = match key.holds {
        Holds::Time => ValueShape::Number(Q::Time, Range::Any),
        Holds::Value => ValueShape::Number(Q::Context, Range::Any),
        Holds::Frequency => ValueShape::Number(Q::Frequency, Range::Positive),
        Holds::Angle => ValueShape::Number(Q::Angle, Range::Any),
    };
    match key.default {
        Some(x) => defaulted(key.key, shape, Literal::Number(x), key.doc),
        None => required(key.key, shape, key.doc),
    }
}

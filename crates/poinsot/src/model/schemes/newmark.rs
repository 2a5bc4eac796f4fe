//! The scheme `newmark`.

use super::{Family, ROTATION, SchemeDefinition};
use crate::model::describe::{Literal, Quantity as Q, Range, ValueShape, Variant, defaulted};

/// See [`SchemeDefinition`].
pub const DEFINITION: SchemeDefinition = SchemeDefinition {
    variant: Variant {
        word: "newmark",
        doc: "Newmark method.",
        fields: &[
            defaulted(
                "gamma",
                ValueShape::Number(Q::One, Range::Between(0.0, 1.0)),
                Literal::Number(0.5),
                "Weight of the end acceleration in the velocity.",
            ),
            defaulted(
                "beta",
                ValueShape::Number(Q::One, Range::Above(0.0, 0.5)),
                Literal::Number(0.25),
                "Weight of the end acceleration in the displacement.",
            ),
            ROTATION,
        ],
        forms: &[],
    },
    title: "newmark",
    summary: "Newmark",
    family: Family::Accelerations,
    small_model: include_str!("newmark.toml"),
};

//! The scheme `hht`.

use super::{Family, ROTATION, SchemeDefinition};
use crate::model::describe::{Literal, Quantity as Q, Range, ValueShape, Variant, defaulted};

/// See [`SchemeDefinition`].
pub const DEFINITION: SchemeDefinition = SchemeDefinition {
    variant: Variant {
        word: "hht",
        doc: "Hilber-Hughes-Taylor method.",
        fields: &[
            defaulted(
                "alpha",
                ValueShape::Number(Q::One, Range::Between(0.0, 1.0 / 3.0)),
                Literal::Number(0.05),
                "Damping parameter: 0 none, 1/3 most.",
            ),
            ROTATION,
        ],
        forms: &[],
    },
    title: "hht",
    summary: "Hilber-Hughes-Taylor",
    family: Family::Accelerations,
    small_model: include_str!("hht.toml"),
};

//! Description of joints; their kinds are in [`joints`](crate::model::joints).

use super::items::NAME;
use super::{Table, ValueShape, Variants, required};
use crate::model::joints::VARIANTS;

/// `[[joint]]`.
pub static JOINT: Table = Table {
    name: "joint",
    doc: "A joint between two items. Coordinates measure the second relative to the first.",
    fields: &[
        NAME,
        required(
            "between",
            ValueShape::TwoItems,
            "First and second item: bodies, point masses, points of beams and cables such as \"boom.end\" or \"boom@0.36 m\"; \"ground\" is the world. For a gear two joint coordinates.",
        ),
    ],
    forms: &[],
    variants: Some(&Variants {
        key: "kind",
        doc: "What the joint allows.",
        default: None,
        list: VARIANTS,
    }),
};

//! The scheme `generalized-alpha`.

use super::{Family, ROTATION, SchemeDefinition, rho_inf};
use crate::model::describe::Variant;

/// See [`SchemeDefinition`].
pub const DEFINITION: SchemeDefinition = SchemeDefinition {
    variant: Variant {
        word: "generalized-alpha",
        doc: "Generalized-alpha method on the Lie group.",
        fields: &[rho_inf(0.8), ROTATION],
        forms: &[],
    },
    title: "generalized-alpha",
    summary: "Generalized-alpha on the Lie group",
    family: Family::Accelerations,
    small_model: include_str!("generalized-alpha.toml"),
};

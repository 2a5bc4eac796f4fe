//! The scheme `ep`.

use super::{Family, ORDER, ROTATION, SchemeDefinition};
use crate::model::describe::Variant;

/// See [`SchemeDefinition`].
pub const DEFINITION: SchemeDefinition = SchemeDefinition {
    variant: Variant {
        word: "ep",
        doc: "Energy preserving: total energy and both momenta are conserved.",
        fields: &[ROTATION, ORDER],
        forms: &[],
    },
    title: "energy-preserving",
    summary: "Preserves energy and both momenta",
    family: Family::Preserving,
    small_model: include_str!("ep.toml"),
};

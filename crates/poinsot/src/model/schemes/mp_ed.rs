//! The scheme `mp-ed`.

use super::{COLLOCATION, Family, SchemeDefinition, rho_inf};
use crate::model::describe::Variant;

/// See [`SchemeDefinition`].
pub const DEFINITION: SchemeDefinition = SchemeDefinition {
    variant: Variant {
        word: "mp-ed",
        doc: "Energy decaying with both momenta preserved.",
        fields: &[rho_inf(0.0), COLLOCATION],
        forms: &[],
    },
    title: "momentum-preserving energy-decaying",
    summary: "Energy never rises, both momenta are preserved",
    family: Family::Decaying,
    small_model: include_str!("mp-ed.toml"),
};

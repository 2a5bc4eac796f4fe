//! The scheme `ed`.

use super::{COLLOCATION, Family, SchemeDefinition, rho_inf};
use crate::model::describe::Variant;

/// See [`SchemeDefinition`].
pub const DEFINITION: SchemeDefinition = SchemeDefinition {
    variant: Variant {
        word: "ed",
        doc: "Energy decaying: energy never rises, high frequencies are damped.",
        fields: &[rho_inf(0.0), COLLOCATION],
        forms: &[],
    },
    title: "energy-decaying",
    summary: "Energy never rises",
    family: Family::Decaying,
    small_model: include_str!("ed.toml"),
};

//! Everything that depends on the pattern and the groups alone.
//!
//! `groups` numbers the groups and remembers which were merged; `ordering` finds a fill-reducing
//! order of the groups, for large meshes also by `dissection`; `tree` finds what each elimination step touches and joins small steps into
//! supernodes; `plan` lays out fronts, panels and index lists for the numerical factorisation.

mod dissection;
pub(crate) mod groups;
mod ordering;
pub(crate) mod plan;
mod tree;

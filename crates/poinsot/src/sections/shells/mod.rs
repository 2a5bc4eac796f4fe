//! Shell sections: layers of isotropic or orthotropic materials, laminates, given matrices; stresses in them.
//!
//! - [`PlyMaterial`], [`Strengths`]: what a layer is made of.
//! - [`ShellSection`]: stiffness, mass, viscosity and thermal resultants per area, from one layer, from plies or from a given matrix;
//!   shifted along the normal, rotated about it.
//! - [`PlyStress`], [`FailureIndices`]: stresses at a height of the section from its strains, and how close they are to failure.
//!
//! The order of strains and resultants is `(11, 22, 12)` of the membrane, the same of bending, then transverse shear `1, 2`; shear
//! strains and twists count twice (`2 e12`). Heights `z` grow along the normal of the surface: the *bottom* of a section is the side that the
//! normal points away from, the *top* the one it points to, and the strains at a height are `e + z k` (sh.12).

mod axes;
mod failure;
mod laminate;
mod material;
mod problem;
mod scaled;
mod section;
mod stress;

pub use axes::{rotated_matrix, rotated_strains};
pub use failure::FailureIndices;
pub use material::{PlyMaterial, Strengths};
pub use problem::ShellProblem;
pub use section::{Ply, ShellMass, ShellSection, Temperature, ThermalResultants};
pub use stress::{PLY_HEIGHTS, PlyStress, Principal};

/// Strains or resultants of a shell section.
pub const RESULTANTS: usize = 8;

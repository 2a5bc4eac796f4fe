//! Sections of beams and shells: from shapes and materials, from given matrices, between stations, and their check.
//!
//! - [`section`]: stiffness and mass of a homogeneous section of a plain shape.
//! - [`from_beamdyn`], [`from_beamdyn_mass`]: matrices written for a beam along z.
//! - [`mass_matrix`], [`mass_from_matrix`]: mass, mass centre and inertia as one 6x6 matrix and back.
//! - [`interpolate`]: the section between stations; [`problem`]: what is wrong with one.
//! - [`Flexibility`], [`Stiffness`], [`NodalMass`]: the law and the masses of an element along which the section varies.
//! - [`shells`]: sections of shells, laminates, stresses in them.
//!
//! For beams, the order of strains and forces is that of
//! [`Section`]: `(gamma_x, gamma_y, gamma_z, kappa_x, kappa_y, kappa_z)` with x
//! along the beam.

mod check;
mod graded;
mod matrices;
mod nodal_mass;
mod section;
mod shapes;
pub mod shells;

pub use check::problem;
pub use graded::{ElementLaw, Flexibility, Stiffness, integrate, stations_between};
pub use matrices::{from_beamdyn, from_beamdyn_mass, interpolate, mass_from_matrix, mass_matrix};
pub use nodal_mass::NodalMass;
pub use section::Section;
pub use shapes::*;

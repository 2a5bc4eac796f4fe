//! Shell elements: surfaces with a director, on nodes with six degrees of freedom.
//!
//! The strains of a shell are products of interpolated fields: tangents of the surface, the director and its derivatives. An element
//! samples such products where its kind wants them, and all of its strains are fixed linear combinations of the samples. Stiffness
//! and enhanced strains are therefore condensed into one matrix for the samples, once, when the element is made (sh.2).

mod geometry;
mod quad4;
mod quad4_law;
mod quad9;

pub use geometry::ShellNode;
pub use quad4::{QUAD4_POINTS, Quad4};
pub use quad9::{QUAD9_POINTS, Quad9};

/// Resultants of a shell section: N11 N22 N12, M11 M22 M12, Q1 Q2.
pub const RESULTANTS: usize = 8;

/// Part of the membrane stiffness in shear that resists drilling (sh.7).
const DRILLING: f64 = 0.1;

/// A section of a shell: resultants from strains, on the local axes of a point of the surface.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellLaw {
    /// Stiffness, symmetric.
    pub stiffness: [[f64; RESULTANTS]; RESULTANTS],
    /// Viscosity, if there is any.
    pub damping: Option<Box<[[f64; RESULTANTS]; RESULTANTS]>>,
    /// Thickness [m].
    pub thickness: f64,
}

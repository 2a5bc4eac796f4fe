//! Curves that beams and cables are laid along, and their division into elements.

mod curve;
mod mesh;

pub use curve::Curve;
pub use mesh::{Mesh, MeshElement, mesh};

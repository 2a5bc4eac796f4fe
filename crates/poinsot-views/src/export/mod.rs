//! `poinsot export` into formats of other programs: a run as moving geometry with its values.
//!
//! Surfaces come from [`crate::scene`]; numbers are those of the results file, all digits where the format has room for them.

mod frames;
mod glb;
pub mod gltf;
pub mod numpy;
mod skin;
pub mod vtk;
mod vtk_file;

pub use frames::{Frames, Wanted};

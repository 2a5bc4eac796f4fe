//! `poinsot export` into formats of other programs: a run as moving geometry with its values.
//!
//! What items look like comes from [`crate::scene`]; numbers are those of the results file, all digits where the format has room for them.

mod extent;
mod frames;
mod glb;
pub mod gltf;
mod items;
mod markers;
mod mesh;
pub mod numpy;
mod reading;
mod skin;
mod sweep;
pub mod vtk;
mod vtk_file;

pub use extent::size;
pub use frames::{Frames, Wanted};
pub use items::Items;

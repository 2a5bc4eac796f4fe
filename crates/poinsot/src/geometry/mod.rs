//! Curves that beams and cables are laid along, section axes along them, and their division into elements.
//!
//! - [`Curve`]: a curve as data; [`Path`]: the same prepared for many questions by arc length.
//! - [`section_frame`]: how the section lies at an arc length; [`FramesAlong`]: the same prepared.
//! - [`mesh`]: division into elements with nodes at Gauss-Lobatto points.
//! - [`PointSpread`]: mean place and spread of points.
//! - [`reference`](mod@reference): quadrature and shape functions of the reference element.

mod curve;
mod frames;
mod mesh;
mod path;
pub mod reference;
mod spline;
mod spread;

pub use curve::Curve;
pub use frames::{FramesAlong, SectionAxes, SectionFrame, axes_problem, section_frame};
pub use mesh::{Mesh, MeshElement, mesh};
pub use path::{Path, Side};
pub use spread::PointSpread;

/// Two arc lengths closer than this part of the whole length are one place: far above the round-off of arc lengths,
/// far below any element one would want.
pub const SAME_PLACE: f64 = 1e-9;

//! Forms of the papers that the program does not use, written as printed, to compare its own maps with:
//!
//! - [`vectors`]: from one rotation vector to another.
//! - [`conformal`]: the rotation vector `4 tan(phi/4) n`; algebraic and regular up to a full turn.
//! - [`pose`]: rigid motions and their 4x4 Cayley and exponential maps.
//! - [`motion6`]: the 6-D representation with base-pole and convected velocities and momenta.

pub mod conformal;
pub mod motion6;
pub mod pose;
pub mod vectors;

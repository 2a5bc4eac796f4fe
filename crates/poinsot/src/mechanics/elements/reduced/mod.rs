//! Reduced bodies: linear elasticity of an imported part, in axes that move with one of its frames (section rb of the theory).
//!
//! A reduced body has any number of points, interactions have a fixed one. Its energy is a sum over pairs of points, so it is
//! divided into pieces, each with two groups of up to eight points. All that the kernel makes of energies and stresses is a
//! sum over interactions: the pieces together have every law of the whole.

mod assembly;
mod law;
mod piece;

pub use piece::{ReducedFrame, ReducedPiece, pieces};

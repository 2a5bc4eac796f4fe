//! Primitive constraints. Joints are lists of these.

mod angle;
mod frame_rows;
mod freed;
mod gap;
mod patch_share;
mod pieces;
mod rolling;
mod sliding;

pub use angle::AngleDefinition;
pub use frame_rows::{FrameRow, FrameRows, RowAt};
pub use freed::FreedRow;
pub use gap::Gap;
pub use patch_share::PatchShare;
pub use pieces::{Piece, Pieces, THINGS, Weights};
pub use rolling::{ContactHeight, NoSlip};
pub use sliding::SlidingRow;

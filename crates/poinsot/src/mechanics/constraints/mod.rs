//! Primitive constraints. Joints are lists of these.

mod angle;
mod gap;
mod rolling;

pub use angle::AngleDefinition;
pub use gap::Gap;
pub use rolling::{ContactHeight, NoSlip};

//! Reduced bodies as plain data.

use super::flexible::RigidMotion;
use super::reduced_solid::ReducedSolid;
use super::types::Place;
use crate::math::{Quaternion, V3};
pub use crate::reduction::Reduced;
use std::sync::Arc;

/// A linear elastic part, reduced to interfaces and modes.
#[derive(Clone, Debug)]
pub struct ReducedBody {
    /// Unique name.
    pub name: String,
    /// The part, in the axes of its finite element model.
    pub reduced: Arc<Reduced>,
    /// Origin of its finite element model, world axes [m].
    pub position: V3,
    /// Rotation from the axes of its model to the world.
    pub orientation: Quaternion,
    /// What its interfaces are fixed to, in their order.
    pub interfaces: Vec<TiedInterface>,
    /// Viscosity divided by stiffness [s].
    pub damping_time: f64,
    /// Motion at the start.
    pub motion: RigidMotion,
    /// The solid that it was made from, if it was.
    pub mesh: Option<ReducedSolid>,
    /// Where it was written.
    pub place: Place,
}

/// An interface of a reduced body.
#[derive(Clone, Debug, PartialEq)]
pub struct TiedInterface {
    /// Name within the body.
    pub name: String,
    /// The item whose frame it moves with.
    pub to: String,
}

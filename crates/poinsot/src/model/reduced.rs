//! Reduced bodies as plain data.

use super::flexible::RigidMotion;
use super::reduced_solid::ReducedSolid;
use super::types::{Model, Place};
use crate::math::{Quaternion, V3};
pub use crate::reduction::Reduced;
use std::sync::Arc;

/// A linear elastic part, reduced to interfaces and modes.
#[derive(Clone, Debug)]
pub struct ReducedBody {
    /// Unique name.
    pub name: String,
    /// The part, in the axes of its finite element model.
    pub part: ReducedPart,
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

/// What a reduced body is made from.
#[derive(Clone, Debug)]
pub enum ReducedPart {
    /// A solid or matrices, reduced.
    Points(Arc<Reduced>),
    /// Beams and shells, reduced when the system is built: their elements are made there.
    Items(Arc<Assembly>),
}

/// Beams and shells that are reduced together.
#[derive(Clone, Debug)]
pub struct Assembly {
    /// The beams and shells, with the ties between them.
    pub model: Model,
    /// Interfaces in their order.
    pub interfaces: Vec<AssemblyInterface>,
    /// Modes with fixed interfaces.
    pub modes: usize,
}

/// Points of beams and shells whose mean motion is that of an interface.
#[derive(Clone, Debug, PartialEq)]
pub struct AssemblyInterface {
    /// Names of the points, and how much each of them counts.
    pub points: Vec<(String, f64)>,
    /// Mean of their places [m].
    pub center: V3,
}

impl ReducedBody {
    /// Mean places of its interfaces, in the axes of its model [m].
    pub fn centers(&self) -> Vec<V3> {
        match &self.part {
            ReducedPart::Points(reduced) => reduced.interfaces.iter().map(|i| i.center).collect(),
            ReducedPart::Items(items) => items.interfaces.iter().map(|i| i.center).collect(),
        }
    }
}

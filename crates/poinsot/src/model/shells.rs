//! Shells and supports as plain data.

use super::flexible::RigidMotion;
use super::types::Place;
use crate::math::{Quaternion, V3};
use crate::mechanics::elements::ShellLaw;
use crate::meshes::elements::ElementMesh;
use std::sync::Arc;

/// A section of a shell.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellSection {
    /// Resultants from strains.
    pub law: ShellLaw,
    /// Mass per area [kg/m^2]; zero if it has none, which is for equilibria alone.
    pub mass: f64,
    /// Inertia per area about an axis in the surface [kg].
    pub rotary: f64,
}

/// A shell: a surface with a thickness, divided into elements.
#[derive(Clone, Debug)]
pub struct Shell {
    /// Unique name.
    pub name: String,
    /// Its mesh as drawn, free of stress. Surface cells are its elements, others only make up groups.
    pub mesh: Arc<ElementMesh>,
    /// Its section.
    pub section: ShellSection,
    /// Direction of the first axis of the section, projected on the surface.
    pub axis: V3,
    /// Points that something is attached to.
    pub points: Vec<ShellPoint>,
    /// Motion at the start.
    pub motion: RigidMotion,
    /// Where it was written.
    pub place: Place,
}

/// A point of a shell that something is attached to.
#[derive(Clone, Debug, PartialEq)]
pub struct ShellPoint {
    /// Name that anchors, loads and joints use, such as `panel#12`.
    pub name: String,
    /// Its place among the points of the mesh.
    pub point: u32,
}

/// Points that cannot move in some directions.
#[derive(Clone, Debug)]
pub struct Support {
    /// Unique name.
    pub name: String,
    /// The points: names of items, or of points of flexible bodies.
    pub on: Vec<String>,
    /// Displacements that are held, along the three axes.
    pub displacements: [bool; 3],
    /// Rotations that are held, about the three axes.
    pub rotations: [bool; 3],
    /// The axes, in the world.
    pub axes: Quaternion,
    /// Where it was written.
    pub place: Place,
}

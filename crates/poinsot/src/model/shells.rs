//! Shells and supports as plain data.

use super::flexible::RigidMotion;
use super::types::Place;
use crate::math::{Quaternion, V3};
use crate::meshes::elements::ElementMesh;
pub use crate::sections::shells::ShellSection;
use std::sync::Arc;

/// A shell: a surface with a thickness, divided into elements.
#[derive(Clone, Debug)]
pub struct Shell {
    /// Unique name.
    pub name: String,
    /// Its mesh as drawn, free of stress.
    pub mesh: Arc<ElementMesh>,
    /// The cells of the mesh that are its elements: triangles with three points, quadrilaterals with four or nine.
    pub cells: Vec<usize>,
    /// Its section.
    pub section: Arc<ShellSection>,
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

/// Points that move together.
#[derive(Clone, Debug)]
pub struct Tie {
    /// Unique name.
    pub name: String,
    /// How they move together.
    pub kind: TieKind,
    /// Names of items, or of points of flexible bodies, that are tied to each other.
    pub pairs: Vec<[String; 2]>,
    /// Where it was written.
    pub place: Place,
}

/// How points move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieKind {
    /// They are at one place and share a node.
    Joined,
    /// They are apart and share a node: the second moves as if fixed to the first.
    Rigid,
    /// They are at one place and turn independently.
    Hinge,
}

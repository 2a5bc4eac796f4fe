//! Shells and supports as plain data.

use super::flexible::RigidMotion;
use super::inside::Follower;
use super::types::Place;
use crate::functions::TimeFunction;
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
    /// The file that the mesh was read from, as the model names it.
    pub file: Option<String>,
    /// The cells of the mesh that are its elements: triangles with three points, quadrilaterals with four or nine.
    pub cells: Vec<usize>,
    /// Its section.
    pub section: Arc<ShellSection>,
    /// Thickness at the points of the mesh, in their order, where it is not that of the section [m]; else empty.
    pub thickness: Vec<f64>,
    /// Direction of the first axis of the section, projected on the surface.
    pub axis: V3,
    /// Membrane forces and moments as drawn, on the axes of the section: N11, N22, N12 [N/m], M11, M22, M12 [N].
    pub prestress: [f64; 6],
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

/// A sensor anywhere on a shell: it does not change the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceSensor {
    /// Unique name.
    pub name: String,
    /// Shell.
    pub on: String,
    /// Its element, by its place among the elements of the shell.
    pub element: usize,
    /// Parameters in the element: from -1 to 1 in quadrilaterals, from 0 to 1 in triangles.
    pub parameters: [f64; 2],
    /// Point relative to that place, on the axes of the world as drawn, turning with the shell [m].
    pub at: V3,
    /// Where it was written.
    pub place: Place,
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
    /// Displacements over time along held axes that move [m].
    pub displacement: [Option<TimeFunction>; 3],
    /// A held axis that the points turn about, and the angle over time [rad].
    pub rotation: Option<(usize, TimeFunction)>,
    /// The axes, in the world.
    pub axes: Quaternion,
    /// Where it was written.
    pub place: Place,
}

impl Support {
    /// Its motions over time.
    pub fn motions(&self) -> impl Iterator<Item = &TimeFunction> {
        let turn = self.rotation.iter().map(|(_, angle)| angle);
        self.displacement.iter().flatten().chain(turn)
    }
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
    /// How much each second one counts, where their mean is tied; else empty.
    pub weights: Vec<f64>,
    /// Points that follow weighted sums of others, where pairs do not say it; else empty.
    pub followers: Vec<Follower>,
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
    /// The mean displacement and rotation of the second ones follow the first, which is the same in all pairs.
    Distributed,
    /// Points follow weighted sums of others.
    Carried,
}

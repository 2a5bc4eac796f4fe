//! What things look like. None of this has any influence on how they move.

use super::types::Place;
use crate::math::{Quaternion, V3};
use crate::meshes::TriangleMesh;
use std::sync::Arc;

/// A solid that is fixed to something and stands for it in pictures.
#[derive(Clone, Debug)]
pub struct DrawnShape {
    /// Name; empty if it has none.
    pub name: String,
    /// What it is fixed to.
    pub on: ShapePlace,
    /// Its origin in the frame of what it is fixed to [m].
    pub at: V3,
    /// Its axes in the frame of what it is fixed to.
    pub orientation: Quaternion,
    /// What it is.
    pub solid: Solid,
    /// Red, green and blue; `None` for that of its kind of item.
    pub colour: Option<[u8; 3]>,
    /// From 0, which cannot be seen, to 1.
    pub opacity: f64,
    /// Where it was written.
    pub place: Place,
}

/// What a shape is fixed to.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapePlace {
    /// The world.
    Ground,
    /// A body or a point mass.
    Item(String),
    /// A point of a beam or cable. Unlike other things that are attached to one it leaves the mesh as it is.
    Line {
        /// Name of the beam or cable.
        name: String,
        /// Arc length from the start [m].
        s: f64,
    },
}

/// A solid with its middle at the origin. Round ones have z for their axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// A block with sides along x, y and z.
    Box {
        /// Its sides [m].
        size: V3,
    },
    /// A ball.
    Sphere {
        /// Radius [m].
        radius: f64,
    },
    /// A round rod.
    Cylinder {
        /// Radius [m].
        radius: f64,
        /// Length [m].
        length: f64,
    },
    /// A cone, or what is left of one whose tip is cut off.
    Cone {
        /// Radius at the beginning, at negative z [m].
        radius: f64,
        /// Radius at the end [m].
        end_radius: f64,
        /// Length [m].
        length: f64,
    },
    /// A rod with half balls at its ends.
    Capsule {
        /// Radius [m].
        radius: f64,
        /// Distance of the centres of both half balls [m].
        length: f64,
    },
    /// A hollow rod.
    Tube {
        /// Outer radius [m].
        radius: f64,
        /// Thickness of its wall [m].
        thickness: f64,
        /// Length [m].
        length: f64,
    },
    /// Triangles out of a file.
    Mesh(MeshFile),
}

/// A mesh and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFile {
    /// The path as it was written.
    pub file: String,
    /// Length that 1 in the file stands for [m].
    pub scale: f64,
    /// The triangles; `None` if the model is not from a file, so that there is no folder to look for them.
    pub mesh: Option<Arc<TriangleMesh>>,
}

//! What things look like. Only shapes with a mass have an influence on how they move.

use super::types::Place;
use crate::math::{Quaternion, V3};
use crate::meshes::TriangleMesh;
use std::f64::consts::PI;
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
    /// Its mass [kg], if it is more than a look.
    pub mass: Option<f64>,
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

/// How evenly spread mass lies in a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Mass centre, in the frame of the solid [m].
    pub center: V3,
    /// Principal moments of inertia about it per mass, along the axes of the solid [m^2].
    pub gyration: V3,
}

impl Solid {
    /// Volume [m^3]; a mesh has none, for it need not be closed.
    pub fn volume(&self) -> Option<f64> {
        Some(match *self {
            Solid::Box { size } => size.x * size.y * size.z,
            Solid::Sphere { radius } => 4.0 / 3.0 * PI * radius.powi(3),
            Solid::Cylinder { radius, length } => PI * radius * radius * length,
            Solid::Cone {
                radius: a,
                end_radius: b,
                length,
            } => PI / 3.0 * length * (a * a + a * b + b * b),
            Solid::Capsule { radius, length } => {
                PI * radius * radius * (length + 4.0 / 3.0 * radius)
            }
            Solid::Tube {
                radius,
                thickness,
                length,
            } => PI * thickness * (2.0 * radius - thickness) * length,
            Solid::Mesh(_) => return None,
        })
    }

    /// Mass centre and inertia of evenly spread mass.
    pub fn spread(&self) -> Option<Spread> {
        // About the axis of what is round, across it, and the place of the centre along it.
        let round = |about: f64, across: f64, center: f64| Spread {
            center: V3::new(0.0, 0.0, center),
            gyration: V3::new(across, across, about),
        };
        Some(match *self {
            Solid::Box { size } => {
                let [x, y, z] = [size.x * size.x, size.y * size.y, size.z * size.z];
                Spread {
                    center: V3::zeros(),
                    gyration: V3::new(y + z, x + z, x + y) / 12.0,
                }
            }
            Solid::Sphere { radius } => {
                let about = 0.4 * radius * radius;
                round(about, about, 0.0)
            }
            Solid::Cylinder { radius, length } => {
                let about = 0.5 * radius * radius;
                round(about, 0.5 * about + length * length / 12.0, 0.0)
            }
            Solid::Cone {
                radius: a,
                end_radius: b,
                length,
            } => {
                // Discs of radius r(z) from a to b: integrals of r^2, z r^2, z^2 r^2 and r^4.
                let area = a * a + a * b + b * b;
                let fourth = a.powi(4) + a * b * (a * a + a * b + b * b) + b.powi(4);
                let about = 0.3 * fourth / area;
                let first = 0.25 * length * (a * a + 2.0 * a * b + 3.0 * b * b) / area;
                let second = 0.1 * length * length * (a * a + 3.0 * a * b + 6.0 * b * b) / area;
                let across = 0.5 * about + second - first * first;
                round(about, across, first - 0.5 * length)
            }
            Solid::Capsule { radius, length } => {
                // A cylinder, and a ball in two halves whose centres lie 3/8 of the radius beyond its ends.
                let r2 = radius * radius;
                let ball = 4.0 / 3.0 * radius / (length + 4.0 / 3.0 * radius);
                let rod = 1.0 - ball;
                let apart = 0.25 * length * length + 0.375 * length * radius;
                let about = rod * 0.5 * r2 + ball * 0.4 * r2;
                let across = rod * (0.25 * r2 + length * length / 12.0) + ball * (0.4 * r2 + apart);
                round(about, across, 0.0)
            }
            Solid::Tube {
                radius,
                thickness,
                length,
            } => {
                let inner = radius - thickness;
                let about = 0.5 * (radius * radius + inner * inner);
                round(about, 0.5 * about + length * length / 12.0, 0.0)
            }
            Solid::Mesh(_) => return None,
        })
    }
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

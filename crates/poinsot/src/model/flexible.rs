//! Flexible bodies as plain data: beams, cables, their sections, curves and loads per length.

use super::types::Place;
use crate::geometry::Curve;
pub use crate::geometry::{SectionAxes, SectionFrame};
use crate::math::V3;
pub use crate::mechanics::elements::CableStrain;
pub use crate::sections::Section;

/// A named point of a beam or a cable that something is attached to. It becomes a boundary of elements.
#[derive(Clone, Debug, PartialEq)]
pub struct LinePoint {
    /// Name that anchors, loads and joints use, such as `boom.end` or `boom@0.36`.
    pub name: String,
    /// Arc length from the start [m].
    pub s: f64,
}

/// A motion as of a rigid body: `v(x) = velocity + angular_velocity x (x - about)`, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RigidMotion {
    /// Velocity of the point `about` [m/s].
    pub velocity: V3,
    /// Angular velocity [rad/s].
    pub angular_velocity: V3,
    /// A point [m].
    pub about: V3,
}

/// A geometrically exact beam along a curve.
#[derive(Clone, Debug)]
pub struct Beam {
    /// Unique name.
    pub name: String,
    /// Reference line at the start, free of stress.
    pub curve: Curve,
    /// Section axes along it.
    pub axes: SectionAxes,
    /// Sections at arc lengths [m], sorted, at least one; between them interpolated, constant beyond.
    pub sections: Vec<(f64, Section)>,
    /// Order of the elements: 1 (helicoidal), 2 or 3.
    pub order: usize,
    /// Number of elements; more are made where corners and attached points need boundaries.
    pub elements: usize,
    /// Points that something is attached to.
    pub points: Vec<LinePoint>,
    /// Motion at the start.
    pub motion: RigidMotion,
    /// Where it was written.
    pub place: Place,
}

/// A cable or truss along a curve: carries axial force only.
#[derive(Clone, Debug)]
pub struct Cable {
    /// Unique name.
    pub name: String,
    /// Where it lies at the start.
    pub curve: Curve,
    /// Axial stiffness EA [N].
    pub stiffness: f64,
    /// Strain it is taken against.
    pub strain: CableStrain,
    /// `true`: carries no compression.
    pub tension_only: bool,
    /// Axial viscosity [N s].
    pub damping: f64,
    /// Mass per length as drawn [kg/m]; zero if it has none, which is for equilibria alone.
    pub mass: f64,
    /// Length as drawn divided by the free length: above 1 the cable is drawn stretched, below 1 slack.
    pub pre_stretch: f64,
    /// Order of the elements, 1 to 3.
    pub order: usize,
    /// Number of elements; more are made where corners and attached points need boundaries.
    pub elements: usize,
    /// Points that something is attached to.
    pub points: Vec<LinePoint>,
    /// Motion at the start.
    pub motion: RigidMotion,
    /// Where it was written.
    pub place: Place,
}

/// A sensor on a beam or cable at any arc length: it does not change the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct LineSensor {
    /// Unique name.
    pub name: String,
    /// Beam or cable.
    pub on: String,
    /// Arc length from the start [m].
    pub s: f64,
    /// Point relative to the reference line, in section axes [m]; zero on cables.
    pub at: V3,
    /// Where it was written.
    pub place: Place,
}

//! The model: plain data. Lengths in m, masses in kg, times in s, angles in rad.

use super::actions::actions;
use super::actions::data::*;
use super::flexible::{Beam, Cable, LineSensor};
use super::inside::VolumeSensor;
pub use super::joints::JointKind;
use super::modes::ModesSettings;
use super::parameters::Parameter;
use super::reduced::ReducedBody;
pub use super::schemes::{Order, Scheme};
use super::shapes::DrawnShape;
use super::shells::{Shell, Support, SurfaceSensor, Tie};
use super::solids::SolidBody;
use super::statics::{Start, StartFile, Statics, SteadyTurning};
use crate::functions::TimeFunction;
use crate::geometry::Curve;
use crate::math::{M3, Quaternion, V3};

/// Where something was written: for messages about the model after it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place {
    /// Path inside the file, for example `joint[2].between`.
    pub path: String,
    /// Line, counted from 1; 0 when the model did not come from a file. Behind the last line of the text come the settings from
    /// outside, a line each ([`Source::settings`](super::Source::settings)).
    pub line: usize,
    /// Column, counted from 1; 0 when the model did not come from a file.
    pub column: usize,
}

macro_rules! model {
    ($($(#[$doc:meta])* $list:ident: $module:ident, $type:ident;)*) => {
        /// Everything a model file says.
        #[derive(Clone, Debug, Default)]
        pub struct Model {
            /// A one-line description.
            pub title: String,
            /// Named values that were put into its numbers and formulas when it was read.
            pub parameters: Vec<Parameter>,
            /// How to run it.
            pub run: Run,
            /// How to compute equilibria.
            pub statics: Statics,
            /// The frame in which the system is meant to rest, if it is not the world.
            pub turning: Option<SteadyTurning>,
            /// Which modes to look for.
            pub modes: ModesSettings,
            /// Uniform gravity.
            pub gravity: Gravity,
            /// Rigid bodies.
            pub bodies: Vec<Body>,
            /// Point masses without orientation.
            pub point_masses: Vec<PointMass>,
            /// Beams.
            pub beams: Vec<Beam>,
            /// Cables and trusses.
            pub cables: Vec<Cable>,
            /// Shells.
            pub shells: Vec<Shell>,
            /// Solids that deform.
            pub solids: Vec<SolidBody>,
            /// Reduced bodies.
            pub reduced_bodies: Vec<ReducedBody>,
            /// Joints between two frames.
            pub joints: Vec<Joint>,
            /// Points that move together.
            pub ties: Vec<Tie>,
            /// Points that cannot move in some directions.
            pub supports: Vec<Support>,
            $($(#[$doc])* pub $list: Vec<$type>,)*
            /// Points whose motion is recorded.
            pub sensors: Vec<Sensor>,
            /// Points of beams and cables whose motion is recorded.
            pub line_sensors: Vec<LineSensor>,
            /// Points of shells between nodes whose motion is recorded.
            pub surface_sensors: Vec<SurfaceSensor>,
            /// Points of solids between nodes whose motion is recorded.
            pub volume_sensors: Vec<VolumeSensor>,
            /// What things look like.
            pub shapes: Vec<DrawnShape>,
        }
    };
}
actions!(model);

/// How to run a model.
#[derive(Clone, Debug)]
pub struct Run {
    /// End time [s]; the run starts at 0.
    pub duration: f64,
    /// Time step [s]; with `accuracy` only the first one that is tried.
    pub dt: f64,
    /// What the errors of all steps together may come to, relative to the length of the model and in radians, and the
    /// numerical dissipation relative to the energies; `None` for steps of a fixed length.
    pub accuracy: Option<f64>,
    /// Smallest step [s].
    pub dt_min: f64,
    /// Largest step of an adaptive run [s].
    pub dt_max: f64,
    /// Time integration scheme.
    pub scheme: Scheme,
    /// Time between two frames in the results [s]; `None` records every step.
    pub output_every: Option<f64>,
    /// Frames from one with fields to the next; 1 records fields in every frame.
    pub fields_every: usize,
    /// Fields that are recorded; `None` for the usual ones.
    pub fields: Option<Vec<FieldKind>>,
    /// Wall-clock time between two checkpoints [s]; 0 keeps one after every step.
    pub checkpoint_every: f64,
    /// Relative tolerance of the Newton iteration.
    pub tolerance: f64,
    /// Newton iterations before the step is cut.
    pub max_iterations: usize,
    /// What to do with redundant constraints.
    pub redundant: RedundancyPolicy,
    /// Where it starts.
    pub start: Start,
    /// The file it starts from instead.
    pub start_from: Option<StartFile>,
}

/// Kinds of fields: what is recorded at every node, section or element of a flexible body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Positions and orientations, without which nothing can be drawn: always recorded.
    Position,
    /// Velocities.
    Velocity,
    /// Forces and moments of sections, tensions.
    Force,
    /// Strains and curvatures.
    Strain,
    /// Stresses.
    Stress,
    /// Failure indices.
    Failure,
    /// Values in the middle of elements.
    Element,
    /// Second Piola-Kirchhoff stresses of solids: recorded only where they are asked for.
    PiolaKirchhoff,
}

impl FieldKind {
    /// The word of a model file.
    pub fn word(self) -> &'static str {
        match self {
            FieldKind::Position => "position",
            FieldKind::Velocity => "velocity",
            FieldKind::Force => "force",
            FieldKind::Strain => "strain",
            FieldKind::Stress => "stress",
            FieldKind::Failure => "failure",
            FieldKind::Element => "element",
            FieldKind::PiolaKirchhoff => "piola_kirchhoff",
        }
    }

    /// All kinds.
    pub const ALL: [FieldKind; 8] = [
        FieldKind::Position,
        FieldKind::Velocity,
        FieldKind::Force,
        FieldKind::Strain,
        FieldKind::Stress,
        FieldKind::Failure,
        FieldKind::Element,
        FieldKind::PiolaKirchhoff,
    ];

    /// Whether it is recorded where a run asks for no kinds.
    pub fn is_usual(self) -> bool {
        self != FieldKind::PiolaKirchhoff
    }
}

/// What to do with constraints that repeat others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RedundancyPolicy {
    /// Refuse the model and name them.
    #[default]
    Error,
    /// Drop them and say so.
    Remove,
}

/// How rotation increments are related to angular velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RotationMap {
    /// The Cayley vector: energy is exact.
    #[default]
    Cayley,
    /// The exponential vector.
    Exponential,
}

/// Where the inner stage of the energy-decaying family sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collocation {
    /// At one third of the step.
    #[default]
    Radau,
    /// At the start, just after the jump, as the papers have it.
    Jump,
}

/// Uniform gravity, possibly changing with time.
#[derive(Clone, Debug)]
pub struct Gravity {
    /// Acceleration in world axes [m/s^2].
    pub acceleration: V3,
    /// Factor on it.
    pub scale: TimeFunction,
}

/// A rigid body. Its frame is where the user put it; mass centre and inertia are given in it.
#[derive(Clone, Debug)]
pub struct Body {
    /// Unique name.
    pub name: String,
    /// Mass [kg]; zero if it has none, which is for equilibria alone.
    pub mass: f64,
    /// Mass centre in the body frame [m].
    pub mass_center: V3,
    /// Inertia about the mass centre, in body axes [kg m^2]; zero if it has none, which is for equilibria alone.
    pub inertia: M3,
    /// Origin of the body frame at the start, in world axes [m].
    pub position: V3,
    /// Rotation that takes body components to world components at the start.
    pub orientation: Quaternion,
    /// Velocity of the origin of the body frame at the start, in world axes [m/s].
    pub velocity: V3,
    /// Angular velocity at the start, in world axes [rad/s].
    pub angular_velocity: V3,
    /// Where it was written.
    pub place: Place,
}

/// A mass without extension.
#[derive(Clone, Debug)]
pub struct PointMass {
    /// Unique name.
    pub name: String,
    /// Mass [kg]; zero if it has none, which is for equilibria alone.
    pub mass: f64,
    /// Position at the start, in world axes [m].
    pub position: V3,
    /// Velocity at the start, in world axes [m/s].
    pub velocity: V3,
    /// Where it was written.
    pub place: Place,
}

/// A frame fixed to a body, a point mass or the ground.
#[derive(Clone, Debug)]
pub struct Anchor {
    /// Name of the body or point mass or of a point of a beam or cable ([`LinePoint`](super::LinePoint)); `ground` for
    /// the world.
    pub item: String,
    /// Origin of the frame.
    pub at: AnchorPoint,
    /// Axes of the frame.
    pub axes: AnchorAxes,
}

/// The origin of an anchor.
#[derive(Clone, Copy, Debug)]
pub enum AnchorPoint {
    /// A world point, fixed to the item as it is drawn at the start [m].
    World(V3),
    /// A point in the frame of the item [m].
    Local(V3),
}

/// The axes of an anchor.
#[derive(Clone, Copy, Debug)]
pub enum AnchorAxes {
    /// Axes in world components as drawn at the start.
    World(Quaternion),
    /// Axes in the frame of the item.
    Local(Quaternion),
}

/// A joint between two anchors. The z axis is the joint axis (revolute, cylindrical, screw, prismatic),
/// the normal of the plane (planar); a universal joint keeps x of the first perpendicular to y of the second.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Unique name.
    pub name: String,
    /// What it allows.
    pub kind: JointKind,
    /// First and second frame; coordinates measure the second relative to the first. Of a gear: the second frames of the joints
    /// whose coordinates it couples.
    pub between: [Anchor; 2],
    /// Coordinates that a gear couples, `None` for all other kinds.
    pub couples: Option<[CoordinateRef; 2]>,
    /// The line that the second frame slides along, `None` for kinds that do not. Both frames are then those of what slides.
    pub slide: Option<Box<Slide>>,
    /// Whether a joint that ties two items rigidly may be replaced by one node for both; then it has no reaction
    /// among the results.
    pub share: bool,
    /// Coordinates that are wanted as unknowns of their own even if nothing acts on them.
    pub unknowns: Vec<String>,
    /// Where it was written.
    pub place: Place,
}

/// A line that something slides along.
#[derive(Clone, Debug, PartialEq)]
pub struct Slide {
    /// The line.
    pub on: SlideOn,
    /// Arc length at the start [m]; `None`: the nearest place.
    pub start: Option<f64>,
    /// Whether a sleeve may turn about the line.
    pub turns: bool,
    /// Whether it lets go of the line at its ends; else the line goes on straight beyond them.
    pub leaves: bool,
}

/// What something slides along.
#[derive(Clone, Debug, PartialEq)]
pub enum SlideOn {
    /// A beam or cable.
    Line(String),
    /// A curve drawn in the world and fixed to a body, to a point with axes or to the ground.
    Curve(String, Curve),
}

/// A joint coordinate by name, written `joint.coordinate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoordinateRef {
    /// Joint.
    pub joint: String,
    /// Coordinate of that joint.
    pub coordinate: String,
}

/// A point whose position and velocity are recorded.
#[derive(Clone, Debug)]
pub struct Sensor {
    /// Unique name.
    pub name: String,
    /// Body or point mass.
    pub on: String,
    /// Point in the body frame [m].
    pub at: V3,
    /// Where it was written.
    pub place: Place,
}

impl Default for Run {
    fn default() -> Self {
        Run {
            duration: 1.0,
            dt: 1e-3,
            accuracy: None,
            dt_min: Run::DT_MIN,
            dt_max: 1.0 / Run::LEAST_STEPS,
            scheme: Scheme::default(),
            output_every: None,
            fields_every: 1,
            fields: None,
            checkpoint_every: 60.0,
            tolerance: 1e-13,
            max_iterations: 20,
            redundant: RedundancyPolicy::default(),
            start: Start::default(),
            start_from: None,
        }
    }
}

impl Run {
    /// Smallest step if nothing else is said [s].
    pub const DT_MIN: f64 = 1e-9;
    /// An adaptive run takes at least so many steps if nothing else is said.
    pub const LEAST_STEPS: f64 = 50.0;
    /// First step of an adaptive run, as a part of the largest one, if nothing else is said.
    pub const FIRST_STEP: f64 = 0.01;
}

impl Default for Gravity {
    fn default() -> Self {
        Gravity {
            acceleration: V3::zeros(),
            scale: TimeFunction::constant(1.0),
        }
    }
}

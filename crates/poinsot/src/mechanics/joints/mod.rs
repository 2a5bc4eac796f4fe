//! User-facing joints: each is a list of primitive gaps ([BBT1] 4.2, [BBT3] 4, table 1).
//!
//! One kind per file, one line in [`JOINTS`].

mod cylindrical;
mod distance;
mod fixed;
mod orientation_lock;
mod planar;
mod prismatic;
mod revolute;
mod screw;
mod spherical;
mod universal;

/// What a joint allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointKind {
    /// Rotation about z. Coordinate `angle`.
    Revolute,
    /// Translation along z. Coordinate `displacement`.
    Prismatic,
    /// Rotation about z coupled with translation along z. Coordinates `angle`, `displacement`.
    Screw {
        /// Advance per radian [m/rad].
        pitch: f64,
    },
    /// Rotation about and translation along z. Coordinates `angle`, `displacement`.
    Cylindrical,
    /// Translation in the x-y plane and rotation about z. Coordinates `x`, `y`, `angle`.
    Planar,
    /// Any rotation.
    Spherical,
    /// Rotation about x of the first and about y of the second frame. Coordinates `angle_1`, `angle_2`.
    Universal,
    /// Nothing.
    Fixed,
    /// Orientations stay as they are, points are free (clamped triad).
    OrientationLock,
    /// The distance of the two origins stays the same. No coordinate.
    Distance {
        /// Length [m]; `None` takes the distance as drawn.
        length: Option<f64>,
    },
}

/// Axis index of a joint frame.
pub const X: usize = 0;
/// Axis index of a joint frame.
pub const Y: usize = 1;
/// Axis index of a joint frame.
pub const Z: usize = 2;

/// All joints.
pub const JOINTS: &[&JointDefinition] = &[
    &revolute::DEFINITION,
    &prismatic::DEFINITION,
    &screw::DEFINITION,
    &cylindrical::DEFINITION,
    &planar::DEFINITION,
    &spherical::DEFINITION,
    &universal::DEFINITION,
    &fixed::DEFINITION,
    &orientation_lock::DEFINITION,
    &distance::DEFINITION,
];

/// What a joint is made of.
#[derive(Debug)]
pub struct JointDefinition {
    /// Name in model files.
    pub kind: &'static str,
    /// What it allows, in a few words.
    pub allows: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Its gaps.
    pub rows: &'static [Row],
    /// Its free relative coordinates.
    pub coordinates: &'static [Coordinate],
}

/// A primitive gap between the first frame A and the second frame B; axes are numbered 0, 1, 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// `a_k . (P_B - P_A) = 0`.
    Along(usize),
    /// `a_k . b_l = 0`.
    Perpendicular(usize, usize),
    /// `(|P_B - P_A|^2 - l^2) / (2 l) = 0`.
    Length,
    /// `z_A . (P_B - P_A) - pitch * angle = 0`.
    Advance,
}

impl Row {
    /// What the row forbids, for messages.
    pub fn label(self) -> &'static str {
        match self {
            Row::Along(k) => ["translation x", "translation y", "translation z"][k],
            // Two axes kept perpendicular forbid the rotation about the third.
            Row::Perpendicular(k, l) => ["rotation x", "rotation y", "rotation z"][3 - k - l],
            Row::Length => "distance",
            Row::Advance => "advance",
        }
    }
}

/// A free relative coordinate of a joint.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate {
    /// Name, unique within the joint.
    pub name: &'static str,
    /// What it measures.
    pub geometry: CoordinateGeometry,
}

/// What a joint coordinate measures. R = rotation of frame B relative to frame A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinateGeometry {
    /// Component of `P_B - P_A` on an axis of A.
    Displacement(usize),
    /// Angle of x_B about z_A, from x_A.
    AngleAboutZ,
    /// First angle of `R = R_x(angle_1) R_y(angle_2)`.
    UniversalFirst,
    /// Second angle of `R = R_x(angle_1) R_y(angle_2)`.
    UniversalSecond,
    /// Component of the rotation vector of R; an output only, nothing can act on it.
    RotationVector(usize),
}

/// A vector of a joint frame: side (0: A, 1: B) and axis.
pub type FrameAxis = (usize, usize);

impl CoordinateGeometry {
    /// For angles: the three vectors with `cos ~ a.c` and `sin ~ b.c`; `a`, `b` sit on one side, `c` on the other.
    pub fn angle_vectors(self) -> Option<[FrameAxis; 3]> {
        match self {
            CoordinateGeometry::Displacement(_) | CoordinateGeometry::RotationVector(_) => None,
            CoordinateGeometry::AngleAboutZ => Some([(0, X), (0, Y), (1, X)]),
            CoordinateGeometry::UniversalFirst => Some([(0, Y), (0, Z), (1, Y)]),
            CoordinateGeometry::UniversalSecond => Some([(1, X), (1, Z), (0, X)]),
        }
    }
    /// `true` for angles.
    pub fn is_angle(self) -> bool {
        !matches!(self, CoordinateGeometry::Displacement(_))
    }
    /// Whether it can be an unknown, so that springs, motors and motions can act on it.
    pub fn can_be_unknown(self) -> bool {
        !matches!(self, CoordinateGeometry::RotationVector(_))
    }
}

impl Coordinate {
    const fn new(name: &'static str, geometry: CoordinateGeometry) -> Self {
        Coordinate { name, geometry }
    }
}

const fn angle_about_z() -> Coordinate {
    Coordinate::new("angle", CoordinateGeometry::AngleAboutZ)
}

const fn displacement(name: &'static str, axis: usize) -> Coordinate {
    Coordinate::new(name, CoordinateGeometry::Displacement(axis))
}

const fn displacement_along_z() -> Coordinate {
    displacement("displacement", Z)
}

const fn rotation_vector(name: &'static str, axis: usize) -> Coordinate {
    Coordinate::new(name, CoordinateGeometry::RotationVector(axis))
}

/// The definition of a joint kind by its name in model files.
pub fn by_name(kind: &str) -> Option<&'static JointDefinition> {
    JOINTS.iter().copied().find(|d| d.kind == kind)
}

/// The definition of a joint kind.
pub fn definition(kind: &JointKind) -> &'static JointDefinition {
    match kind {
        JointKind::Revolute => &revolute::DEFINITION,
        JointKind::Prismatic => &prismatic::DEFINITION,
        JointKind::Screw { .. } => &screw::DEFINITION,
        JointKind::Cylindrical => &cylindrical::DEFINITION,
        JointKind::Planar => &planar::DEFINITION,
        JointKind::Spherical => &spherical::DEFINITION,
        JointKind::Universal => &universal::DEFINITION,
        JointKind::Fixed => &fixed::DEFINITION,
        JointKind::OrientationLock => &orientation_lock::DEFINITION,
        JointKind::Distance { .. } => &distance::DEFINITION,
    }
}

//! What joints are made of: primitive gaps and relative coordinates ([BBT1] 4.2, [BBT3] 4, table 1).
//!
//! The kinds that users know are lists of these, see [`JOINTS`](crate::model::joints::JOINTS).

/// Axis index of a joint frame.
pub const X: usize = 0;
/// Axis index of a joint frame.
pub const Y: usize = 1;
/// Axis index of a joint frame.
pub const Z: usize = 2;

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
    /// `x_A . y_B - y_A . x_B = 0`: no twist about z, the rotation vector lies in the x-y plane (jt.2).
    Twist,
    /// `c_2 - ratio * c_1 = constant`, of two coordinates of other joints (jt.3).
    Ratio,
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
            Row::Twist => "twist",
            Row::Ratio => "ratio",
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
    /// Place along a line: always an unknown.
    Along,
}

/// A vector of a joint frame: side (0: A, 1: B) and axis.
pub type FrameAxis = (usize, usize);

impl CoordinateGeometry {
    /// For angles: the three vectors with `cos ~ a.c` and `sin ~ b.c`; `a`, `b` sit on one side, `c` on the other.
    pub fn angle_vectors(self) -> Option<[FrameAxis; 3]> {
        match self {
            CoordinateGeometry::Displacement(_)
            | CoordinateGeometry::RotationVector(_)
            | CoordinateGeometry::Along => None,
            CoordinateGeometry::AngleAboutZ => Some([(0, X), (0, Y), (1, X)]),
            CoordinateGeometry::UniversalFirst => Some([(0, Y), (0, Z), (1, Y)]),
            CoordinateGeometry::UniversalSecond => Some([(1, X), (1, Z), (0, X)]),
        }
    }
    /// `true` for angles.
    pub fn is_angle(self) -> bool {
        !matches!(
            self,
            CoordinateGeometry::Displacement(_) | CoordinateGeometry::Along
        )
    }
    /// Whether it can be an unknown, so that springs, motors and motions can act on it.
    pub fn can_be_unknown(self) -> bool {
        !matches!(self, CoordinateGeometry::RotationVector(_))
    }
}

impl Coordinate {
    /// A coordinate.
    pub const fn new(name: &'static str, geometry: CoordinateGeometry) -> Self {
        Coordinate { name, geometry }
    }
}

/// Angle about the joint axis.
pub const fn angle_about_z() -> Coordinate {
    Coordinate::new("angle", CoordinateGeometry::AngleAboutZ)
}

/// Displacement along an axis of the first frame.
pub const fn displacement(name: &'static str, axis: usize) -> Coordinate {
    Coordinate::new(name, CoordinateGeometry::Displacement(axis))
}

/// Place along a line, counted in its arc length as drawn.
pub const fn place_along() -> Coordinate {
    Coordinate::new("s", CoordinateGeometry::Along)
}

/// Displacement along the joint axis.
pub const fn displacement_along_z() -> Coordinate {
    displacement("displacement", Z)
}

/// Component of the rotation vector, an output only.
pub const fn rotation_vector(name: &'static str, axis: usize) -> Coordinate {
    Coordinate::new(name, CoordinateGeometry::RotationVector(axis))
}

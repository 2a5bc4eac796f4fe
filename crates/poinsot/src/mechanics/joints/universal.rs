//! Rotation about x of the first and y of the second frame: the `universal` joint.

use super::{Coordinate, CoordinateGeometry, JointDefinition, Row, X, Y, Z};

/// See [`JointDefinition::summary`].
pub const DEFINITION: JointDefinition = JointDefinition {
    kind: "universal",
    allows: "Rotation about x of the first and y of the second frame",
    summary: "Both frames share their origin; x of the first stays perpendicular to y of the second (the cross).",
    rows: &[
        Row::Along(X),
        Row::Along(Y),
        Row::Along(Z),
        Row::Perpendicular(X, Y),
    ],
    coordinates: &[
        Coordinate::new("angle_1", CoordinateGeometry::UniversalFirst),
        Coordinate::new("angle_2", CoordinateGeometry::UniversalSecond),
    ],
};

//! A curve in space with its arc length.

use crate::math::V3;

/// A curve, parametrised by its arc length.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    /// Straight pieces between points, at least two.
    Polyline(Vec<V3>),
    /// A circular arc.
    Arc {
        /// First point [m].
        start: V3,
        /// Centre [m].
        center: V3,
        /// Unit axis; the arc turns about it by the right-hand rule.
        axis: V3,
        /// Angle [rad], positive.
        angle: f64,
    },
    /// A smooth curve through points, at least two.
    Spline(Vec<V3>),
}

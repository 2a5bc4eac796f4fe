//! A curve in space with its arc length.

use super::{Path, Side};
use crate::math::V3;
use std::f64::consts::TAU;

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
    /// A smooth curve through points, at least two: the natural cubic spline over chord length.
    Spline(Vec<V3>),
}

impl Curve {
    /// The straight line between two points.
    pub fn line(from: V3, to: V3) -> Self {
        Curve::Polyline(vec![from, to])
    }

    /// Length [m].
    pub fn length(&self) -> f64 {
        Path::new(self).length()
    }

    /// Position at an arc length [m]. For many of them prepare a [`Path`].
    pub fn position(&self, s: f64) -> V3 {
        Path::new(self).position(s)
    }

    /// Unit tangent at an arc length; at a corner that of the piece on the given side.
    pub fn tangent(&self, s: f64, side: Side) -> V3 {
        Path::new(self).tangent(s, side)
    }

    /// Arc lengths of the corners of a polyline.
    pub fn corners(&self) -> Vec<f64> {
        Path::new(self).corners()
    }

    /// What is wrong with the curve, if something is.
    pub fn problem(&self) -> Option<String> {
        match self {
            Curve::Polyline(points) => points_problem(points),
            Curve::Spline(points) => points_problem(points).or_else(|| {
                let s = Path::new(self).cusp()?;
                Some(format!("the spline turns back sharply at arc length {s} m"))
            }),
            Curve::Arc {
                start,
                center,
                axis,
                angle,
            } => arc_problem(start, center, axis, *angle),
        }
    }
}

fn finite(v: &V3) -> bool {
    v.iter().all(|x| x.is_finite())
}

fn points_problem(points: &[V3]) -> Option<String> {
    if points.len() < 2 {
        return Some(format!(
            "a curve needs at least two points, not {}",
            points.len()
        ));
    }
    if let Some(k) = points.iter().position(|p| !finite(p)) {
        return Some(format!("point {} is not a finite number", k + 1));
    }
    let size = points
        .iter()
        .map(|p| (p - points[0]).norm())
        .fold(0.0, f64::max);
    points.windows(2).enumerate().find_map(|(k, p)| {
        // Closer than this the direction between them is made of round-off.
        let near = (1e-9 * size).max(1e-12 * p[0].norm());
        ((p[1] - p[0]).norm() <= near)
            .then(|| format!("points {} and {} are at the same place", k + 1, k + 2))
    })
}

fn arc_problem(start: &V3, center: &V3, axis: &V3, angle: f64) -> Option<String> {
    if !(finite(start) && finite(center) && finite(axis)) {
        return Some("start, centre and axis must be finite numbers".to_owned());
    }
    if axis.norm() < f64::MIN_POSITIVE {
        return Some("the axis has no direction".to_owned());
    }
    let out = start - center;
    let along = axis.normalize().dot(&out);
    let radius = (out - along * axis.normalize()).norm();
    if radius <= 1e-9 * out.norm().max(1e-3 * start.norm()) {
        return Some("the start lies on the axis".to_owned());
    }
    // Numbers rounded to seven digits pass.
    if along.abs() > 1e-6 * radius {
        return Some(format!(
            "the centre is not in the plane of the arc: it is off by {along} m along the axis"
        ));
    }
    // A full turn may have been rounded up.
    if !(angle > 0.0 && angle <= TAU * (1.0 + 1e-9)) {
        return Some(format!(
            "the angle must be above 0 and at most a full turn, not {angle} rad"
        ));
    }
    None
}

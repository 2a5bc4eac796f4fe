//! A curve prepared for questions by arc length.

use super::spline::Spline;
use super::{Curve, SAME_PLACE};
use crate::math::V3;
use crate::math::rotation::exp_quaternion;

/// Which side of a corner is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The piece that ends at the corner.
    Before,
    /// The piece that starts at the corner.
    After,
}

/// A curve with what is needed to answer questions by arc length quickly. Arc lengths outside `0..=length` count as the
/// nearer end.
#[derive(Clone, Debug, PartialEq)]
pub struct Path(Kind);

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Polyline {
        points: Vec<V3>,
        /// Arc lengths of the points.
        s: Vec<f64>,
    },
    Arc {
        /// Foot of the start on the axis.
        center: V3,
        /// From the foot to the start.
        spoke: V3,
        axis: V3,
        angle: f64,
    },
    Spline(Spline),
}

impl Path {
    /// Prepares a curve. For a curve with a [`Curve::problem`] the answers may not be numbers.
    pub fn new(curve: &Curve) -> Self {
        Path(match curve {
            Curve::Polyline(points) => {
                let mut s = vec![0.0];
                for pair in points.windows(2) {
                    s.push(s[s.len() - 1] + (pair[1] - pair[0]).norm());
                }
                Kind::Polyline {
                    points: points.clone(),
                    s,
                }
            }
            Curve::Arc {
                start,
                center,
                axis,
                angle,
            } => {
                let axis = axis.normalize();
                let out = start - center;
                let along = axis.dot(&out) * axis;
                Kind::Arc {
                    center: center + along,
                    spoke: out - along,
                    axis,
                    angle: *angle,
                }
            }
            Curve::Spline(points) => Kind::Spline(Spline::new(points)),
        })
    }

    /// Length [m].
    pub fn length(&self) -> f64 {
        match &self.0 {
            Kind::Polyline { s, .. } => s[s.len() - 1],
            Kind::Arc { spoke, angle, .. } => spoke.norm() * angle,
            Kind::Spline(spline) => spline.length(),
        }
    }

    /// Position at an arc length [m].
    pub fn position(&self, s: f64) -> V3 {
        self.at(s, Side::After).0
    }

    /// Unit tangent at an arc length. Within [`SAME_PLACE`] of a corner it is that of the piece on the given side.
    pub fn tangent(&self, s: f64, side: Side) -> V3 {
        self.at(s, side).1
    }

    /// Position and unit tangent.
    pub(super) fn at(&self, s: f64, side: Side) -> (V3, V3) {
        let length = self.length();
        let s = s.clamp(0.0, length.max(0.0));
        match &self.0 {
            Kind::Polyline { points, s: ends } => {
                if points.len() < 2 {
                    return (points.first().copied().unwrap_or_default(), V3::zeros());
                }
                let near = SAME_PLACE * length;
                let k = match side {
                    Side::Before => ends.partition_point(|end| end + near < s),
                    Side::After => ends.partition_point(|end| end - near <= s),
                };
                let k = k.clamp(1, points.len() - 1);
                let (from, to) = (points[k - 1], points[k]);
                let part = (s - ends[k - 1]) / (ends[k] - ends[k - 1]);
                // Both ends exactly; beyond them by no more than the tolerance of a corner.
                let position = if part > 0.5 {
                    to - (1.0 - part) * (to - from)
                } else {
                    from + part * (to - from)
                };
                (position, (to - from).normalize())
            }
            Kind::Arc {
                center,
                spoke,
                axis,
                ..
            } => {
                let turn = exp_quaternion(&(s / spoke.norm() * axis));
                let out = turn * spoke;
                (center + out, axis.cross(&out).normalize())
            }
            Kind::Spline(spline) => spline.at(s),
        }
    }

    /// Arc lengths at which the direction jumps: the inner points of a polyline, but for those on a straight line.
    pub fn corners(&self) -> Vec<f64> {
        let Kind::Polyline { points, s } = &self.0 else {
            return Vec::new();
        };
        points
            .windows(3)
            .zip(&s[1..])
            .filter(|(p, _)| {
                let (before, after) = ((p[1] - p[0]).normalize(), (p[2] - p[1]).normalize());
                // A turn this small is the round-off of points meant to be in line.
                (after - before).norm() > 1e-9
            })
            .map(|(_, s)| *s)
            .collect()
    }

    /// Arc lengths, from start to end, between which the direction changes smoothly and by little.
    pub(crate) fn samples(&self) -> Vec<f64> {
        let (knots, parts) = match &self.0 {
            Kind::Polyline { s, .. } => (s.clone(), 1),
            Kind::Arc { .. } => (vec![0.0, self.length()], 64),
            Kind::Spline(spline) => (spline.knots(), 32),
        };
        let mut samples: Vec<f64> = knots
            .windows(2)
            .flat_map(|ends| {
                let step = (ends[1] - ends[0]) / f64::from(parts);
                (0..parts).map(move |k| ends[0] + f64::from(k) * step)
            })
            .collect();
        samples.push(self.length());
        samples
    }

    /// An arc length at which a spline turns back sharply.
    pub(super) fn cusp(&self) -> Option<f64> {
        match &self.0 {
            Kind::Spline(spline) => spline.cusp(),
            _ => None,
        }
    }
}

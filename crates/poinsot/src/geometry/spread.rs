//! Mean place and spread of points.

use crate::math::{M3, V3};

/// Points whose moment about an axis is less than this part of the largest lie on it.
const NO_LEVER: f64 = 1e-6;

/// The mean place of points, and how they are spread about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointSpread {
    /// The mean place [m].
    pub middle: V3,
    /// Moments of second order about three perpendicular axes, with the sum of the weights one [m^2].
    pub moments: [f64; 3],
    /// The axes.
    pub axes: [V3; 3],
}

impl PointSpread {
    /// Of points with weights that do not sum to zero.
    pub fn new(points: &[(V3, f64)]) -> Self {
        let sum: f64 = points.iter().map(|p| p.1).sum();
        let middle = points.iter().map(|(p, w)| (w / sum) * p).sum::<V3>();
        let mut square = M3::zeros();
        for (p, w) in points {
            let x = p - middle;
            square += (w / sum) * (x.norm_squared() * M3::identity() - x * x.transpose());
        }
        let eigen = square.symmetric_eigen();
        PointSpread {
            middle,
            moments: eigen.eigenvalues.into(),
            axes: std::array::from_fn(|k| eigen.eigenvectors.column(k).into()),
        }
    }

    /// The largest moment.
    pub fn largest(&self) -> f64 {
        self.moments.into_iter().fold(0.0, f64::max)
    }

    /// Whether displacements of the points tell nothing of a rotation about one of the axes.
    pub fn is_without_lever(&self, axis: usize) -> bool {
        self.moments[axis] <= NO_LEVER * self.largest()
    }
}

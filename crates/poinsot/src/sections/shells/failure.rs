//! How close a layer is to failure.

use super::{PlyStress, Strengths};

/// Failure indices of a stress: at 1 the layer fails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FailureIndices {
    /// Criterion of Tsai and Hill, quadratic in the stresses (sh.20).
    pub tsai_hill: f64,
    /// The largest of the stresses over their strengths, linear in them (sh.20).
    pub maximum_stress: f64,
}

impl PlyStress {
    /// Indices for the stresses in the plane of the ply, on the axes of its material.
    pub fn failure(&self, strengths: &Strengths) -> FailureIndices {
        let [s1, s2, s12] = self.ply_plane;
        let strength = |k: usize, s: f64| match s < 0.0 {
            true => strengths.compression[k],
            false => strengths.tension[k],
        };
        let (x, y, s) = (strength(0, s1), strength(1, s2), strengths.shear);
        let [a, b, c] = [s1 / x, s2 / y, s12 / s];
        FailureIndices {
            tsai_hill: a * a - a * (s2 / x) + b * b + c * c,
            maximum_stress: a.abs().max(b.abs()).max(c.abs()),
        }
    }
}

//! The distance between two points as a strain.

use crate::math::{M3, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Coupling, Measure, Strain};

/// The length `l = |d|`, `d = P_B - P_A`: a smooth function of the quadratic invariant `d . d`.
///
/// From `l_y^2 - l_i^2 = (d_i + d_y) . (d_y - d_i)` its secant is `(d_i + d_y) / (l_i + l_y)`, never longer than one. The
/// square of the length would do as well for `ep`, but schemes that extrapolate strains within a step would meet negative
/// squares whenever the points pass each other at less than a step's path, and their dissipation would have no bound.
#[derive(Clone, Copy, Debug)]
pub struct Length {
    nodes: [NodeIndex; 2],
    attachments: [Attachment; 2],
    /// Below this length the tangent no longer follows the ever faster turning direction.
    shortest: f64,
}

impl Length {
    /// Points in the frames of the nodes; `size` is a typical length of the model [m].
    pub fn new(nodes: [NodeIndex; 2], p_a: V3, p_b: V3, size: f64) -> Self {
        Length {
            nodes,
            attachments: [Attachment::point(0, p_a), Attachment::point(1, p_b)],
            shortest: 1e-6 * size,
        }
    }
}

/// `d / l`, or nothing where there is no direction.
fn direction(d: V3, l: f64) -> V3 {
    if l > 0.0 { d / l } else { V3::zeros() }
}

/// Averages of the difference and of the length over the interval.
fn averages(p_i: &[V3; 2], p_y: &[V3; 2], w: f64) -> (V3, f64) {
    let (d_i, d_y) = (p_i[1] - p_i[0], p_y[1] - p_y[0]);
    (
        (1.0 - w) * d_i + w * d_y,
        (1.0 - w) * d_i.norm() + w * d_y.norm(),
    )
}

impl Strain<2, 2, 1> for Length {
    fn nodes(&self) -> &[NodeIndex; 2] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; 2] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; 2], p_y: &[V3; 2], w: f64) -> Measure<2, 1> {
        let d_y = p_y[1] - p_y[0];
        let l_y = d_y.norm();
        let (d_m, l_m) = averages(p_i, p_y, w);
        let (secant, gradient) = (direction(d_m, l_m), direction(d_y, l_y));
        Measure {
            e: [l_y],
            secant: [[-secant, secant]],
            gradient: [[-gradient, gradient]],
        }
    }
    fn coupling(
        &self,
        p_i: &[V3; 2],
        p_y: &[V3; 2],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let d_y = p_y[1] - p_y[0];
        let (d_m, l_m) = averages(p_i, p_y, w);
        // d(d_m / l_m) = w / l_m (I - (d_m / l_m) n_y^T) dd_y
        let turn = M3::identity() - direction(d_m, l_m) * direction(d_y, d_y.norm()).transpose();
        let block = (sigma[0] * w / l_m.max(self.shortest)) * turn;
        for (k, l, sign) in [(0, 0, 1.0), (1, 1, 1.0), (0, 1, -1.0), (1, 0, -1.0)] {
            visit(k, l, Coupling::Matrix(sign * block));
        }
    }
}

//! Spring and damper on any scalar strain: the distance of two points, a joint coordinate.

use super::length::Length;
use crate::functions::Law;
use crate::math::V3;
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{
    Account, Coupling, ForceLaw, Measure, Now, SecantStress, Strain,
};
use crate::mechanics::quadratic::QuadraticForm;
use crate::mechanics::wrench;

/// An elastic law, a viscous coefficient or both on a strain.
#[derive(Clone, Debug)]
pub struct Spring<S> {
    strain: S,
    law: Option<Law>,
    damping: f64,
}

/// Spring and damper along the line between two points.
pub type PointSpring = Spring<Length>;
/// Spring and damper on a joint coordinate.
pub type CoordinateSpring = Spring<QuadraticForm<1, 1>>;

impl PointSpring {
    /// Points in the frames of the nodes; `size` is a typical length of the model [m].
    pub fn new(
        nodes: [NodeIndex; 2],
        p_a: V3,
        p_b: V3,
        law: Option<Law>,
        damping: f64,
        size: f64,
    ) -> Self {
        Spring {
            strain: Length::new(nodes, p_a, p_b, size),
            law,
            damping,
        }
    }
}

impl CoordinateSpring {
    /// Acts on the coordinate node `node`.
    pub fn new(node: NodeIndex, law: Option<Law>, damping: f64) -> Self {
        Spring {
            strain: QuadraticForm::coordinate(node),
            law,
            damping,
        }
    }
}

impl<const N: usize, const P: usize, S: Strain<N, P, 1>> Strain<N, P, 1> for Spring<S> {
    fn nodes(&self) -> &[NodeIndex; N] {
        self.strain.nodes()
    }
    fn attachments(&self) -> &[Attachment; P] {
        self.strain.attachments()
    }
    fn measure(&self, p_i: &[V3; P], p_y: &[V3; P], w: f64) -> Measure<P, 1> {
        self.strain.measure(p_i, p_y, w)
    }
    fn coupling(
        &self,
        p_i: &[V3; P],
        p_y: &[V3; P],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        self.strain.coupling(p_i, p_y, w, sigma, visit);
    }
}

impl<const N: usize, const P: usize, S: Strain<N, P, 1>> ForceLaw<N, P, 1> for Spring<S> {
    fn account(&self) -> Account {
        Account::Elastic
    }
    fn energy(&self, e: &[f64; 1]) -> f64 {
        self.law.as_ref().map_or(0.0, |law| law.energy(e[0]))
    }
    fn elastic(&self, x: &[f64; 1], y: &[f64; 1]) -> SecantStress<1> {
        self.law.as_ref().map_or(SecantStress::zero(), |law| {
            let mean = law.mean_effort(x[0], y[0]);
            SecantStress {
                sigma: [mean.effort],
                d_start: [[mean.d_start]],
                d_end: [[mean.d_end]],
            }
        })
    }
    fn modulus(&self, e: &[f64; 1]) -> [[f64; 1]; 1] {
        let k = self.law.as_ref().map_or(0.0, |law| law.stiffness(e[0]));
        [[k.max(0.0)]]
    }
    fn viscous(&self, x: &[f64; 1], y: &[f64; 1], dt: f64) -> SecantStress<1> {
        SecantStress {
            sigma: [self.damping * (y[0] - x[0]) / dt],
            d_start: [[0.0]],
            d_end: [[self.damping / dt]],
        }
    }
    fn viscous_at(&self, _e: &[f64; 1], rate: &[f64; 1]) -> SecantStress<1> {
        SecantStress {
            sigma: [self.damping * rate[0]],
            d_start: [[self.damping]],
            d_end: [[0.0]],
        }
    }

    /// Its pull, with its damper.
    const OBSERVED: usize = 1;
    fn observe(&self, at: &Now, out: &mut [f64]) {
        out.copy_from_slice(&wrench::stress_now(self, at));
    }
}

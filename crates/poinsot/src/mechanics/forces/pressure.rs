//! Pressure on a cell of a surface: it turns and grows with the cell.

use crate::functions::TimeFunction;
use crate::math::{M3, V3};
use crate::mechanics::attachment::Attachment;
use crate::mechanics::index::NodeIndex;
use crate::mechanics::interaction::{Account, Coupling, ForceLaw, Measure, SecantStress, Strain};
use std::sync::Arc;

/// Shape functions of a surface cell at a place of integration, and their derivatives along both parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PressurePoint<const N: usize> {
    /// Weight in the parameters.
    pub weight: f64,
    /// Values.
    pub shapes: [f64; N],
    /// Derivatives.
    pub slopes: [[f64; 2]; N],
}

/// A pressure along the normal of a cell with N nodes (sh.21).
///
/// A quasi-strain: the displacements of the nodes along `int N_k (r,1)_m x (r,2)_m`, the normals with averaged tangents. On closed
/// surfaces these sum to zero, and so do their moments, exactly.
#[derive(Clone, Debug)]
pub struct Pressure<const N: usize> {
    nodes: [NodeIndex; N],
    attachments: [Attachment; N],
    /// One for all cells of a kind.
    rule: Arc<Vec<PressurePoint<N>>>,
    /// At the factor 1 [N/m^2].
    pressure: f64,
    scale: Arc<TimeFunction>,
}

impl<const N: usize> Pressure<N> {
    /// On a cell whose nodes sit on nodes of the system at some places.
    pub fn new(
        nodes: [NodeIndex; N],
        at: [V3; N],
        rule: Arc<Vec<PressurePoint<N>>>,
        pressure: f64,
        scale: Arc<TimeFunction>,
    ) -> Self {
        Pressure {
            nodes,
            attachments: std::array::from_fn(|k| Attachment::point(k, at[k])),
            rule,
            pressure,
            scale,
        }
    }

    /// Averaged tangents at a place of integration.
    fn tangents(point: &PressurePoint<N>, p: &[V3; N]) -> [V3; 2] {
        [0, 1].map(|a| (0..N).map(|k| point.slopes[k][a] * p[k]).sum())
    }
}

/// Matrix of `a x`.
fn cross(a: &V3) -> M3 {
    a.cross_matrix()
}

impl<const N: usize> Strain<N, N, 1> for Pressure<N> {
    fn nodes(&self) -> &[NodeIndex; N] {
        &self.nodes
    }
    fn attachments(&self) -> &[Attachment; N] {
        &self.attachments
    }
    fn measure(&self, p_i: &[V3; N], p_y: &[V3; N], w: f64) -> Measure<N, 1> {
        let mean: [V3; N] = std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k]);
        let mut secant = [V3::zeros(); N];
        let mut gradient = [V3::zeros(); N];
        for point in self.rule.iter() {
            let [a, b] = Self::tangents(point, &mean);
            let normal = point.weight * a.cross(&b);
            let way: V3 = (0..N).map(|k| point.shapes[k] * (p_y[k] - p_i[k])).sum();
            for k in 0..N {
                secant[k] += point.shapes[k] * normal;
                // way . d(a x b) with a, b turning with the end.
                let [da, db] = point.slopes[k];
                gradient[k] += w * point.weight * (da * b.cross(&way) + db * way.cross(&a));
            }
        }
        let e = (0..N).map(|k| secant[k].dot(&(p_y[k] - p_i[k]))).sum();
        for k in 0..N {
            gradient[k] += secant[k];
        }
        Measure {
            e: [e],
            secant: [secant],
            gradient: [gradient],
        }
    }
    fn coupling(
        &self,
        p_i: &[V3; N],
        p_y: &[V3; N],
        w: f64,
        sigma: &[f64; 1],
        visit: &mut impl FnMut(usize, usize, Coupling),
    ) {
        let mean: [V3; N] = std::array::from_fn(|k| (1.0 - w) * p_i[k] + w * p_y[k]);
        for l in 0..N {
            let mut turned = [M3::zeros(); N];
            for point in self.rule.iter() {
                let [a, b] = Self::tangents(point, &mean);
                let [da, db] = point.slopes[l];
                // d(a x b) = da x b + a x db.
                let d = db * cross(&a) - da * cross(&b);
                for k in 0..N {
                    turned[k] += (sigma[0] * w * point.weight * point.shapes[k]) * d;
                }
            }
            for (k, block) in turned.into_iter().enumerate() {
                visit(k, l, Coupling::Matrix(block));
            }
        }
    }
}

impl<const N: usize> ForceLaw<N, N, 1> for Pressure<N> {
    fn account(&self) -> Account {
        Account::Loads
    }
    fn applied(&self, t: f64, _e: &[f64; 1], _rate: &[f64; 1]) -> SecantStress<1> {
        SecantStress {
            sigma: [-self.pressure * self.scale.value(t)],
            ..SecantStress::zero()
        }
    }
}

//! Interfaces: sets of nodes whose mean displacement and rotation are those of a frame.

use super::ReductionError;
use crate::math::{M3, V3};
use nalgebra::SymmetricEigen;

/// Moments below this part of the largest one are none: the nodes lie in a plane, or on a line.
const FLAT: f64 = 1e-9;

/// An interface of a part, in the axes of its model.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// Its nodes.
    pub nodes: Vec<usize>,
    /// How much each of them counts; their sum is one.
    pub shares: Vec<f64>,
    /// Mean of their places [m].
    pub center: V3,
    /// Axes of the second moments of its nodes, as columns; the largest first.
    pub axes: M3,
    /// Mean second moments along the axes, divided by the largest; zero across a plane.
    pub moments: V3,
    /// Root of the largest second moment: distance of its points from the first [m].
    pub radius: f64,
    /// Points of the reduced body: one at the centre, then one along each axis that has a moment.
    pub points: Vec<usize>,
}

impl Interface {
    /// The interface of some nodes that count by their weights, the `number`-th.
    pub(super) fn new(
        places: &[V3],
        nodes: &[(usize, f64)],
        number: usize,
    ) -> Result<Self, ReductionError> {
        let line = ReductionError::Line { interface: number };
        let whole: f64 = nodes.iter().map(|(_, weight)| weight).sum();
        if !(whole > 0.0) {
            return Err(line);
        }
        let shares: Vec<f64> = nodes.iter().map(|(_, weight)| weight / whole).collect();
        let nodes: Vec<usize> = nodes.iter().map(|(n, _)| *n).collect();
        let parts = || nodes.iter().zip(&shares);
        let center: V3 = parts().map(|(&n, share)| *share * places[n]).sum();
        let moment = |(n, share): (&usize, &f64)| {
            let arm = places[*n] - center;
            *share * arm * arm.transpose()
        };
        let eigen = SymmetricEigen::new(parts().map(moment).sum::<M3>());
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| eigen.eigenvalues[b].total_cmp(&eigen.eigenvalues[a]));
        let largest = eigen.eigenvalues[order[0]];
        if !(largest > 0.0) {
            return Err(line);
        }
        let moments = V3::from_fn(|i, _| {
            let part = eigen.eigenvalues[order[i]] / largest;
            if part > FLAT { part } else { 0.0 }
        });
        if moments.y == 0.0 {
            return Err(line);
        }
        let column = |i: usize| -> V3 { eigen.eigenvectors.column(order[i]).into() };
        let (first, second) = (steady(column(0)), steady(column(1)));
        Ok(Interface {
            nodes,
            shares,
            center,
            axes: M3::from_columns(&[first, second, first.cross(&second)]),
            moments,
            radius: largest.sqrt(),
            points: Vec::new(),
        })
    }

    /// Number of its points.
    pub(super) fn count(&self) -> usize {
        1 + self.moments.iter().filter(|m| **m > 0.0).count()
    }

    /// Weights of the nodes in the place of point `k` (rb.5): their mean, and the mean plus its first moment along an axis.
    pub(super) fn weights(&self, places: &[V3], k: usize) -> Vec<(usize, f64)> {
        let weight = |(n, share): (&usize, &f64)| {
            let along = match k {
                0 => 0.0,
                _ => {
                    let axis = self.axes.column(k - 1);
                    let moment = self.moments[k - 1] * self.radius;
                    axis.dot(&(places[*n] - self.center)) / moment
                }
            };
            (*n, share * (1.0 + along))
        };
        self.nodes.iter().zip(&self.shares).map(weight).collect()
    }

    /// Rows of mean displacements and mean rotations: coefficients of the displacements of its nodes.
    pub(super) fn rows(&self, places: &[V3]) -> [Vec<(usize, V3)>; 6] {
        std::array::from_fn(|r| {
            let axis = V3::ith(r % 3, 1.0);
            let row = |(n, share): (&usize, &f64)| match r < 3 {
                true => (*n, *share * axis),
                // axis . (arm x u) = u . (axis x arm)
                false => {
                    let arm = (places[*n] - self.center) / self.radius;
                    (*n, *share * axis.cross(&arm))
                }
            };
            self.nodes.iter().zip(&self.shares).map(row).collect()
        })
    }
}

/// The same axis whatever sign the eigenvalue solver chose: its largest component is positive.
fn steady(axis: V3) -> V3 {
    if axis[axis.iamax()] < 0.0 {
        -axis
    } else {
        axis
    }
}

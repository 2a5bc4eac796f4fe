//! The mass of an element whose section varies, on its nodes.

use crate::geometry::reference::lobatto;
use nalgebra::{Matrix6, SymmetricEigen};

/// What every node keeps at least, of the mass that lies nearest to it.
const LEAST: f64 = 0.2;
/// Added to the diagonal of matrices scaled to size one: sections may have no inertia about some axis.
const ROUND_OFF: f64 = 1e-12;

/// Collects the mass of an element of order `p` for its `p + 1` nodes.
///
/// The mass of a section at `xi` goes to the nodes by the shape functions there, `M_k = int N_k M ds` (tap.6): then the mass
/// and its moments up to order `p` along the element are those of the sections. Shape functions have negative parts, so where
/// the mass changes strongly, as at the tip of a blade, a node may be left with less than nothing. There the moment of order
/// `p` is given up: a multiple of the `p`-th difference of the nodes, which has no other moment, is added, as little as leaves
/// every node at least `LEAST` of the mass that straight lines from node to node would give it. If that cannot be, these lines
/// are taken.
#[derive(Clone, Debug)]
pub struct NodalMass {
    xi: Vec<f64>,
    by_shape: Vec<Matrix6<f64>>,
    by_lines: Vec<Matrix6<f64>>,
}

impl NodalMass {
    /// Nothing yet.
    pub fn new(order: usize) -> Self {
        let xi: Vec<f64> = lobatto(order).iter().map(|&(xi, _)| xi).collect();
        let zero = vec![Matrix6::zeros(); xi.len()];
        NodalMass {
            xi,
            by_shape: zero.clone(),
            by_lines: zero,
        }
    }

    /// Adds a mass matrix at a place of the reference element.
    pub fn add(&mut self, xi: f64, mass: &Matrix6<f64>) {
        let nodes = &self.xi;
        for k in 0..nodes.len() {
            let others = (0..nodes.len()).filter(|&j| j != k);
            let shape: f64 = others
                .map(|j| (xi - nodes[j]) / (nodes[k] - nodes[j]))
                .product();
            self.by_shape[k] += shape * mass;
        }
        let next = nodes.partition_point(|&node| node < xi);
        let next = next.clamp(1, nodes.len() - 1);
        let part = (xi - nodes[next - 1]) / (nodes[next] - nodes[next - 1]);
        self.by_lines[next - 1] += (1.0 - part) * mass;
        self.by_lines[next] += part * mass;
    }

    /// The mass matrices of the nodes.
    pub fn finish(self) -> Vec<Matrix6<f64>> {
        let all: Matrix6<f64> = self.by_lines.iter().sum();
        let difference = highest_difference(&self.xi);
        // The multiples of the difference that leave each node enough.
        let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
        for (k, &z) in difference.iter().enumerate() {
            let spare = lowest(&(self.by_shape[k] - LEAST * self.by_lines[k]), &all);
            if spare.is_nan() {
                return self.by_lines;
            }
            if z > 0.0 {
                low = low.max(-spare / z);
            } else {
                high = high.min(-spare / z);
            }
        }
        if low > high {
            return self.by_lines;
        }
        let multiple = 0.0f64.max(low).min(high);
        let nodes = self.by_shape.into_iter().zip(difference);
        nodes.map(|(mass, z)| mass + multiple * z * all).collect()
    }
}

/// Coefficients of the divided difference of highest order, scaled to size one: no polynomial of lower order has a sum with them.
fn highest_difference(xi: &[f64]) -> Vec<f64> {
    let product = |k: usize| -> f64 {
        let others = (0..xi.len()).filter(|&j| j != k);
        others.map(|j| xi[k] - xi[j]).product()
    };
    let all: Vec<f64> = (0..xi.len()).map(|k| 1.0 / product(k)).collect();
    let size = all.iter().fold(0.0f64, |a, z| a.max(z.abs()));
    all.iter().map(|z| z / size).collect()
}

/// The largest `g` with `m - g all` not negative in any direction.
fn lowest(m: &Matrix6<f64>, all: &Matrix6<f64>) -> f64 {
    let scale = all
        .diagonal()
        .map(|x| if x > 0.0 { 1.0 / x.sqrt() } else { 0.0 });
    let scale = Matrix6::from_diagonal(&scale);
    let mut size = scale * all * scale;
    for k in 0..6 {
        size[(k, k)] += if size[(k, k)] > 0.0 { ROUND_OFF } else { 1.0 };
    }
    let Some(factor) = size.cholesky() else {
        return f64::NAN;
    };
    let Some(inverse) = factor.l().try_inverse() else {
        return f64::NAN;
    };
    let m = inverse * (scale * m * scale) * inverse.transpose();
    // Bounded, for with entries that are not finite it would not end.
    let eigen = SymmetricEigen::try_new(0.5 * (m + m.transpose()), f64::EPSILON, 1000);
    eigen.map_or(f64::NAN, |e| e.eigenvalues.min())
}

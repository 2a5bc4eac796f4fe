//! From the Gauss points of an element to its nodes, for results.

use super::geometry::Surface;
use super::quad4_law::Bilinear;
use super::quad9::Biquadratic;
use super::tri3::Linear;
use nalgebra::{DMatrix, DVector};

/// Nodes in the parameters: corners, middles of sides, centre.
const NODES: [[f64; 2]; 9] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, 1.0],
    [0.0, -1.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [0.0, 0.0],
];

/// Shape functions of an element at its Gauss points, point by point.
pub fn shapes_at_points(nodes: usize) -> Vec<Vec<f64>> {
    fn all<const N: usize, const G: usize, S: Surface<N, G>>() -> Vec<Vec<f64>> {
        let points = S::POINTS.into_iter();
        points.map(|(r, s, _)| S::shapes(r, s).to_vec()).collect()
    }
    match nodes {
        3 => all::<3, _, Linear>(),
        4 => all::<4, _, Bilinear>(),
        _ => all::<9, _, Biquadratic>(),
    }
}

/// How values at the nodes of an element follow from those at its Gauss points: weights, node by node. They continue the bilinear
/// function that fits the Gauss points best, which is what resultants are accurate to.
pub fn weights_at_nodes(nodes: usize) -> Vec<Vec<f64>> {
    if nodes == 3 {
        // The linear function through the Gauss points, which lie half way between the middle and the corners.
        let weight = |node: usize, point: usize| if node == point { 5.0 / 3.0 } else { -1.0 / 3.0 };
        return (0..3)
            .map(|node| (0..3).map(|point| weight(node, point)).collect())
            .collect();
    }
    let points: Vec<[f64; 2]> = match nodes {
        4 => Bilinear::POINTS.iter().map(|p| [p.0, p.1]).collect(),
        _ => Biquadratic::POINTS.iter().map(|p| [p.0, p.1]).collect(),
    };
    let basis = |[r, s]: [f64; 2]| [1.0, r, s, r * s];
    let a = DMatrix::from_fn(points.len(), 4, |g, k| basis(points[g])[k]);
    // The points are those of a product rule: the normal equations are regular.
    let normal = (a.transpose() * &a).try_inverse();
    let fit = normal.map_or_else(|| DMatrix::zeros(4, points.len()), |n| n * a.transpose());
    let at = |node: &[f64; 2]| {
        let row = DVector::from_row_slice(&basis(*node)).transpose() * &fit;
        row.iter().copied().collect()
    };
    NODES[..nodes].iter().map(at).collect()
}

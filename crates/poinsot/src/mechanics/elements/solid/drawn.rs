//! An element as drawn: volumes and derivatives at its points, assumed strains, projected volume, mass.

use super::shapes::{Point, Shape};
use crate::math::{M3, V3};
use crate::mechanics::index::NodeIndex;
use crate::mechanics::shared_mass::ElementMass;
use nalgebra::{DMatrix, SMatrix};

/// A point of an element as drawn.
pub struct DrawnPoint {
    /// Derivatives of the shape functions by place [1/m].
    pub slopes: Vec<V3>,
    /// Place [m].
    pub at: V3,
    /// Derivatives of the place by the parameters, as columns [m].
    pub jacobian: M3,
    /// Volume that it stands for [m^3].
    pub volume: f64,
}

/// Why an element cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SolidError {
    /// The element is turned inside out or has no volume at one of its points.
    #[error("its volume is not positive at its point {point} ({volume:.3e} m^3)")]
    NoVolume {
        /// Number of the point, from 1.
        point: usize,
        /// Its volume [m^3].
        volume: f64,
    },
    /// The law has no part that resists a change of volume alone.
    #[error("its law has no bulk modulus of its own, which a projected volume needs")]
    NoBulk,
}

/// Shape, volume and derivatives at one place.
pub fn at_point(shape: Shape, nodes: &[V3], (place, weight): &Point) -> DrawnPoint {
    let values: Vec<_> = (0..nodes.len()).map(|k| shape.value(k, place)).collect();
    let mut jacobian = M3::zeros();
    let mut at = V3::zeros();
    for (x, (value, slope)) in nodes.iter().zip(&values) {
        at += *value * x;
        for i in 0..3 {
            for r in 0..3 {
                jacobian[(r, i)] += slope[i] * x[r];
            }
        }
    }
    let inverse = jacobian.try_inverse().unwrap_or_else(M3::zeros);
    DrawnPoint {
        slopes: values
            .iter()
            .map(|(_, s)| inverse.tr_mul(&V3::new(s[0], s[1], s[2])))
            .collect(),
        at,
        jacobian,
        volume: weight * jacobian.determinant(),
    }
}

/// The Gauss points of an element.
pub fn gauss_points(shape: Shape, nodes: &[V3]) -> Result<Vec<DrawnPoint>, SolidError> {
    let mut all = Vec::new();
    for (g, point) in shape.points().iter().enumerate() {
        let drawn = at_point(shape, nodes, point);
        if drawn.volume.is_nan() || drawn.volume <= 0.0 {
            return Err(SolidError::NoVolume {
                point: g + 1,
                volume: drawn.volume,
            });
        }
        all.push(drawn);
    }
    Ok(all)
}

/// Volumes that the nodes of an element stand for, integrals of their shape functions; negative at corners of quadratic elements [m^3].
pub fn node_volumes(shape: Shape, nodes: &[V3]) -> Vec<f64> {
    let mut shares = vec![0.0; nodes.len()];
    for point in shape.mass_points() {
        let volume = at_point(shape, nodes, &point).volume;
        for (k, share) in shares.iter_mut().enumerate() {
            *share += volume * shape.value(k, &point.0).0;
        }
    }
    shares
}

/// Consistent mass of an element with given density (in.1).
pub fn consistent_mass(
    shape: Shape,
    numbers: &[NodeIndex],
    nodes: &[V3],
    density: f64,
) -> ElementMass {
    let size = nodes.len();
    let mut matrix = vec![0.0; size * size];
    for point in shape.mass_points() {
        let mass = density * at_point(shape, nodes, &point).volume;
        let values: Vec<f64> = (0..size).map(|k| shape.value(k, &point.0).0).collect();
        for i in 0..size {
            for j in 0..size {
                matrix[i * size + j] += mass * values[i] * values[j];
            }
        }
    }
    ElementMass {
        nodes: numbers.to_vec(),
        matrix,
    }
}

/// Assumed strains of a brick with eight nodes (so.1): the matrix that takes the strains of all points to the assumed ones, row by row.
/// `moduli` are those of the law as drawn.
pub fn assumed_strains(nodes: &[V3], points: &[DrawnPoint], moduli: &[[f64; 6]; 6]) -> Vec<f64> {
    const MODES: usize = 9;
    let shape = Shape::Hex8;
    let center = at_point(shape, nodes, &(shape.center(), 8.0));
    let turn = strain_transform(&center.jacobian.try_inverse().unwrap_or_else(M3::zeros));
    let size = 6 * points.len();
    let mut modes = DMatrix::<f64>::zeros(size, MODES);
    let mut weighted = DMatrix::<f64>::zeros(size, MODES);
    let law = SMatrix::<f64, 6, 6>::from_fn(|r, c| moduli[r][c]);
    for (g, (place, weight)) in shape.points().into_iter().enumerate() {
        let [r, s, t] = place;
        let mut own = SMatrix::<f64, 6, MODES>::zeros();
        let along = [
            (0, r),
            (1, s),
            (2, t),
            (3, r),
            (3, s),
            (4, s),
            (4, t),
            (5, r),
            (5, t),
        ];
        for (mode, (row, x)) in along.into_iter().enumerate() {
            own[(row, mode)] = x;
        }
        // Volumes by parameter.
        let ratio = (center.volume / 8.0) / (points[g].volume / weight);
        let rows = ratio * turn * own;
        modes.fixed_view_mut::<6, MODES>(6 * g, 0).copy_from(&rows);
        let product = points[g].volume * law * rows;
        weighted
            .fixed_view_mut::<6, MODES>(6 * g, 0)
            .copy_from(&product);
    }
    let inner = modes.transpose() * &weighted;
    let mut out = DMatrix::<f64>::identity(size, size);
    if let Some(inverse) = inner.try_inverse() {
        out -= &modes * inverse * weighted.transpose();
    }
    (0..size * size)
        .map(|k| out[(k / size, k % size)])
        .collect()
}

/// Strains on world axes from those in the parameters, `E_ij = F_ai F_bj E_ab` with `F` the inverse of the derivatives of the place:
/// rows and columns 11, 22, 33, 2 12, 2 23, 2 13.
pub(super) fn strain_transform(inverse: &M3) -> SMatrix<f64, 6, 6> {
    const PAIRS: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2)];
    SMatrix::from_fn(|row, column| {
        let ((i, j), (a, b)) = (PAIRS[row], PAIRS[column]);
        let f = |a: usize, i: usize| inverse[(a, i)];
        let twice = if row < 3 { 1.0 } else { 2.0 };
        match column < 3 {
            true => twice * f(a, i) * f(a, j),
            // The column is twice the strain.
            false => 0.5 * twice * (f(a, i) * f(b, j) + f(b, i) * f(a, j)),
        }
    })
}

/// Stiffness of a projected volume for the changes of volume at the points (so.3): `P^T w K P` with the projection `P` on constants
/// (`linear = false`) or on linear functions of the place.
pub fn projected_bulk(points: &[DrawnPoint], bulk: f64, linear: bool) -> Vec<f64> {
    let (size, terms) = (points.len(), if linear { 4 } else { 1 });
    let volume: f64 = points.iter().map(|p| p.volume).sum();
    let center: V3 = points.iter().map(|p| p.volume / volume * p.at).sum();
    let basis = DMatrix::from_fn(size, terms, |g, k| match k {
        0 => 1.0,
        _ => points[g].at[k - 1] - center[k - 1],
    });
    let weighted = DMatrix::from_fn(size, terms, |g, k| points[g].volume * basis[(g, k)]);
    let inner = basis.transpose() * &weighted;
    // P^T w P = w A (A' w A)^-1 A' w.
    let whole = match inner.try_inverse() {
        Some(inverse) => bulk * (&weighted * inverse * weighted.transpose()),
        None => DMatrix::zeros(size, size),
    };
    (0..size * size)
        .map(|k| 0.5 * (whole[(k / size, k % size)] + whole[(k % size, k / size)]))
        .collect()
}

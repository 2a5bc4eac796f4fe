//! A solid element at small displacements: its stiffness, and the stresses at its points.

use super::drawn::{SolidError, assumed_strains, gauss_points, projected_bulk};
use super::element::Strains;
use super::material::Material;
use super::shapes::Shape;
use crate::math::V3;
use nalgebra::DMatrix;

/// An element at small displacements.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearElement {
    /// Stiffness between the displacements x, y, z of the first node, then of the second [N/m].
    pub stiffness: DMatrix<f64>,
    /// Stresses xx, yy, zz, xy, xz, yz at the Gauss points, one after the other, by displacement [Pa/m].
    pub stress: DMatrix<f64>,
}

/// Rows of results, xx, yy, zz, xy, xz, yz, among those of strains.
const RESULTS: [usize; 6] = [0, 1, 2, 3, 5, 4];

/// An element with the moduli of its law as drawn; `smooth` where the volume is projected (so.3).
pub fn linear_element(
    shape: Shape,
    drawn: &[V3],
    law: &Material,
    strains: Strains,
    smooth: bool,
) -> Result<LinearElement, SolidError> {
    let points = gauss_points(shape, drawn)?;
    let (count, size) = (points.len(), 3 * drawn.len());
    let mut strain = DMatrix::<f64>::zeros(6 * count, size);
    let mut swell = DMatrix::<f64>::zeros(count, size);
    for (g, point) in points.iter().enumerate() {
        for (k, s) in point.slopes.iter().enumerate() {
            let rows = [
                [s.x, 0.0, 0.0],
                [0.0, s.y, 0.0],
                [0.0, 0.0, s.z],
                [s.y, s.x, 0.0],
                [0.0, s.z, s.y],
                [s.z, 0.0, s.x],
            ];
            for i in 0..3 {
                swell[(g, 3 * k + i)] = s[i];
                for (row, entries) in rows.iter().enumerate() {
                    strain[(6 * g + row, 3 * k + i)] = entries[i];
                }
            }
        }
    }
    let (law, bulk) = match smooth {
        false => (law.clone(), None),
        true => {
            let (law, bulk) = law.without_bulk().ok_or(SolidError::NoBulk)?;
            (
                law,
                Some(projected_bulk(&points, bulk, shape == Shape::Hex27)),
            )
        }
    };
    let moduli = law.stiffness(&[0.0; 6]);
    if strains == Strains::Assumed && shape == Shape::Hex8 {
        let assumed = assumed_strains(drawn, &points, &moduli);
        strain = DMatrix::from_row_slice(6 * count, 6 * count, &assumed) * strain;
    }
    // Stresses times the volumes of the points.
    let mut forces = DMatrix::<f64>::zeros(6 * count, size);
    for (g, point) in points.iter().enumerate() {
        for row in 0..6 {
            for column in 0..6 {
                let modulus = point.volume * moduli[row][column];
                for k in 0..size {
                    forces[(6 * g + row, k)] += modulus * strain[(6 * g + column, k)];
                }
            }
        }
    }
    let mut stiffness = strain.transpose() * &forces;
    if let Some(bulk) = bulk {
        let push = DMatrix::from_row_slice(count, count, &bulk) * &swell;
        stiffness += swell.transpose() * &push;
        for g in 0..count {
            for row in 0..3 {
                for k in 0..size {
                    forces[(6 * g + row, k)] += push[(g, k)];
                }
            }
        }
    }
    let stress = DMatrix::from_fn(6 * count, size, |row, k| {
        let (g, row) = (row / 6, RESULTS[row % 6]);
        forces[(6 * g + row, k)] / points[g].volume
    });
    Ok(LinearElement {
        stiffness: 0.5 * (&stiffness + stiffness.transpose()),
        stress,
    })
}

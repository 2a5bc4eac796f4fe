//! Minimal coordinates: motions that the constraints leave free, with and without mass (md.5).
//!
//! `x = A a + B b` with orthonormal columns that satisfy `G x = 0`; `a` have mass, `b` have none.

use super::ModesError;
use super::linearise::{Linearisation, Matrix};
use crate::system::{System, Unknown};
use nalgebra::DMatrix;
use poinsot_lu::dense;

/// A pivot of the constraints below this fraction of the largest repeats others.
const REDUNDANT: f64 = 1e-10;
/// Eigenvalues of the mass below this fraction of the largest are round-off of zeros.
const MASSLESS: f64 = 1e-13;

/// The equations in minimal coordinates: `a` first, then `b`.
#[derive(Clone, Debug)]
pub(super) struct Reduced {
    /// Motions of the unknowns per minimal coordinate.
    pub basis: DMatrix<f64>,
    /// Coordinates with mass.
    pub massive: usize,
    pub mass: DMatrix<f64>,
    pub damping: DMatrix<f64>,
    pub stiffness: DMatrix<f64>,
}

impl Reduced {
    pub(super) fn new(system: &System, linear: &Linearisation) -> Result<Self, ModesError> {
        let free = free_motions(system, linear);
        let mass = symmetric(&project(linear, Matrix::Mass, &free));
        let n = free.ncols();
        let eigen = dense::symmetric_eigen(n, mass.as_slice())?;
        let largest = eigen.values.iter().copied().fold(0.0, f64::max);
        // Those with mass first, heaviest first.
        let massive = eigen
            .values
            .iter()
            .filter(|v| **v > MASSLESS * largest)
            .count();
        let turn = DMatrix::from_fn(n, n, |i, j| eigen.vector(n - 1 - j)[i]);
        let basis = &free * &turn;
        let mut mass = symmetric(&project(linear, Matrix::Mass, &basis));
        for i in 0..n {
            for j in 0..n {
                if i >= massive || j >= massive {
                    mass[(i, j)] = 0.0;
                }
            }
        }
        Ok(Reduced {
            massive,
            mass,
            damping: project(linear, Matrix::Damping, &basis),
            stiffness: project(linear, Matrix::Stiffness, &basis),
            basis,
        })
    }

    /// Number of minimal coordinates.
    pub(super) fn len(&self) -> usize {
        self.basis.ncols()
    }
}

/// An orthonormal basis of `G x = 0`, rotations counted as displacements at the size of the model.
fn free_motions(system: &System, linear: &Linearisation) -> DMatrix<f64> {
    let n = linear.unknowns;
    let scale: Vec<f64> = (0..n)
        .map(|k| match linear.places[k] {
            Unknown::Node { slot, .. } if slot >= 3 => 1.0 / system.length,
            _ => 1.0,
        })
        .collect();
    let mut gradients = DMatrix::<f64>::zeros(n, linear.rows);
    for (row, column, value) in linear.constraint_entries() {
        gradients[(column, row)] = value * scale[column];
    }
    for row in 0..linear.rows {
        let norm = gradients.column(row).norm();
        if norm > 0.0 {
            gradients.column_mut(row).unscale_mut(norm);
        }
    }
    let basis = dense::complement(n, gradients.as_slice(), REDUNDANT);
    let mut basis = DMatrix::from_vec(n, basis.len() / n.max(1), basis);
    for k in 0..n {
        basis.row_mut(k).scale_mut(scale[k]);
    }
    basis
}

/// `B^T A B`.
fn project(linear: &Linearisation, which: Matrix, basis: &DMatrix<f64>) -> DMatrix<f64> {
    let mut product = DMatrix::<f64>::zeros(basis.nrows(), basis.ncols());
    for (row, column, value) in linear.entries(which) {
        for j in 0..basis.ncols() {
            product[(row, j)] += value * basis[(column, j)];
        }
    }
    basis.transpose() * product
}

fn symmetric(a: &DMatrix<f64>) -> DMatrix<f64> {
    0.5 * (a + a.transpose())
}

//! What can be wrong with a shell section.

use thiserror::Error;

/// What is wrong with a material, a ply or a matrix. Rows, columns and plies count from 1.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ShellProblem {
    /// A value that must be above zero.
    #[error("the {what} must be a positive number, not {value}")]
    NotPositive {
        /// Its name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A value that must not be below zero.
    #[error("the {what} must be zero or a positive number, not {value}")]
    Negative {
        /// Its name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A value that is no number.
    #[error("the {what} must be a finite number, not {value}")]
    NotFinite {
        /// Its name.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// Poisson's ratio of an isotropic material with which some strain would give energy away.
    #[error("Poisson's ratio must be above -1 and not above 0.5, not {0}")]
    IsotropicPoisson(f64),
    /// The same of an orthotropic material.
    #[error("Poisson's ratio nu12 must be below sqrt(E1/E2) = {limit} in size, not {value}")]
    OrthotropicPoisson {
        /// What was given.
        value: f64,
        /// What it must stay below.
        limit: f64,
    },
    /// A laminate of nothing.
    #[error("a laminate needs at least one ply")]
    NoPlies,
    /// Something is wrong with one ply.
    #[error("ply {number}: {problem}")]
    Ply {
        /// From 1 at the bottom.
        number: usize,
        /// What.
        problem: Box<ShellProblem>,
    },
    /// The entry of a given matrix is no number.
    #[error("{matrix}: entry ({row}, {column}) must be a finite number, not {value}")]
    NotFiniteEntry {
        /// Which matrix.
        matrix: &'static str,
        /// From 1.
        row: usize,
        /// From 1.
        column: usize,
        /// What was given.
        value: f64,
    },
    /// Two entries of a given matrix that should be equal.
    #[error(
        "{matrix}: the matrix must be symmetric, but entries ({row}, {column}) and ({column}, {row}) are {upper} and {lower}"
    )]
    NotSymmetric {
        /// Which matrix.
        matrix: &'static str,
        /// From 1.
        row: usize,
        /// From 1.
        column: usize,
        /// Entry `(row, column)`.
        upper: f64,
        /// Entry `(column, row)`.
        lower: f64,
    },
    /// An entry on the diagonal of the stiffness that is not positive.
    #[error("stiffness: entry ({row}, {row}) must be positive, not {value}")]
    NotPositiveEntry {
        /// From 1.
        row: usize,
        /// What was given.
        value: f64,
    },
    /// Some strain would cost no energy, or give some away.
    #[error(
        "stiffness: the matrix is not positive definite, some strain would cost no energy or give some away"
    )]
    NotPositiveDefinite,
    /// Some strain rate would give energy.
    #[error("damping: the matrix is negative for some strain rate and would give energy")]
    NegativeDamping,
    /// First moment and rotary inertia that no distribution of the mass has.
    #[error(
        "the rotary inertia per area must be at least moment^2/mass = {limit} kg for this mass and first moment, not {value} kg"
    )]
    RotaryInertia {
        /// What was given [kg].
        value: f64,
        /// The least possible [kg].
        limit: f64,
    },
}

/// `value` must be above zero.
pub(super) fn positive(what: &'static str, value: f64) -> Result<(), ShellProblem> {
    match value.is_finite() && value > 0.0 {
        true => Ok(()),
        false => Err(ShellProblem::NotPositive { what, value }),
    }
}

/// `value` must not be below zero.
pub(super) fn not_negative(what: &'static str, value: f64) -> Result<(), ShellProblem> {
    match value.is_finite() && value >= 0.0 {
        true => Ok(()),
        false => Err(ShellProblem::Negative { what, value }),
    }
}

/// `value` must be a number.
pub(super) fn finite(what: &'static str, value: f64) -> Result<(), ShellProblem> {
    match value.is_finite() {
        true => Ok(()),
        false => Err(ShellProblem::NotFinite { what, value }),
    }
}

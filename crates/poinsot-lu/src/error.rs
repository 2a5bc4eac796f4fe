//! What can go wrong, each error with the index the caller needs to name the culprit.

use thiserror::Error;

/// A list of positions that is not a valid sparsity pattern.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// The column pointers do not start at zero, decrease, or do not end at the number of rows stored.
    #[error(
        "column pointers must have n + 1 = {expected} ascending entries from 0 to the number of stored rows"
    )]
    ColumnPointers {
        /// The required number of column pointers.
        expected: usize,
    },
    /// A row index is outside the matrix.
    #[error("row {row} in column {column} is outside the {n} x {n} matrix")]
    OutOfRange {
        /// The offending row.
        row: usize,
        /// The column that holds it.
        column: usize,
        /// The size of the matrix.
        n: usize,
    },
    /// The rows of a column are not strictly ascending.
    #[error("the rows of column {column} are not strictly ascending")]
    Unsorted {
        /// The offending column.
        column: usize,
    },
    /// The matrix has more unknowns or entries than 32-bit indices can number.
    #[error("the matrix is too large for 32-bit indices")]
    TooLarge,
}

/// Why a pattern could not be analysed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AnalyseError {
    /// `groups` must name one group per unknown.
    #[error("{groups} group numbers were given for {unknowns} unknowns")]
    GroupCount {
        /// How many group numbers were given.
        groups: usize,
        /// How many unknowns the pattern has.
        unknowns: usize,
    },
    /// The factors need more entries than the indices can number.
    #[error("the factors are too large: a front of {rows} rows and {pivots} pivots")]
    TooLarge {
        /// Rows of the front that is too large.
        rows: usize,
        /// Pivots of that front.
        pivots: usize,
    },
    /// The fill-reducing ordering failed (it ran out of index range).
    #[error("the fill-reducing ordering failed")]
    Ordering,
    /// What another solver has learned does not belong to this pattern and these groups.
    #[error("the memory of another solver does not fit this one")]
    Memory,
}

/// Why a matrix could not be factorised.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum FactorError {
    /// The values do not belong to the analysed pattern.
    #[error("{given} values were given for a pattern of {expected} entries")]
    ValueCount {
        /// How many values were given.
        given: usize,
        /// How many the pattern has.
        expected: usize,
    },
    /// An entry is infinite or not a number.
    #[error("the matrix entry in row {row}, column {column} is not finite")]
    NotFinite {
        /// Row of the entry.
        row: usize,
        /// Column of the entry.
        column: usize,
    },
    /// The matrix is singular to working precision.
    #[error(
        "the matrix is singular: unknown {unknown} is not determined by the equations \
         (pivot {pivot:.1e} after scaling)"
    )]
    Singular {
        /// Index of the unknown whose column depends on the columns eliminated before it.
        unknown: usize,
        /// What was left of its column, relative to the scaled matrix.
        pivot: f64,
    },
    /// Merging two groups led to a system that cannot be analysed.
    #[error("the matrix could not be analysed again after merging groups: {0}")]
    Analyse(#[from] AnalyseError),
}

/// Why a system could not be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolveError {
    /// No factorisation is available: `factor` was not called, or it failed.
    #[error("the matrix has not been factorised")]
    NotFactorised,
    /// A vector or the values have the wrong length.
    #[error("a {what} of length {expected} is needed, not {given}")]
    Length {
        /// What has the wrong length.
        what: &'static str,
        /// Length given.
        given: usize,
        /// Length needed.
        expected: usize,
    },
}

//! Why a step failed.

use poinsot_lu::{AnalyseError, PatternError};
use thiserror::Error;

/// The equations could not be analysed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum AnalysisError {
    /// The pattern is not accepted by the solver.
    #[error("the matrix pattern is not usable: {0}")]
    Pattern(#[from] PatternError),
    /// The analysis failed.
    #[error("the matrix could not be analysed: {0}")]
    Analyse(#[from] AnalyseError),
}

/// One Newton iteration, for the report of a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonIteration {
    /// Largest residual in units of its tolerance.
    pub residual: f64,
    /// Largest correction of a translation, relative to the length scale, or of a rotation [rad].
    pub correction: f64,
    /// Equation with the largest residual.
    pub worst: usize,
}

/// Why a single attempt at a step failed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum StepError {
    /// The iteration did not reach its tolerance.
    #[error("the iteration did not converge within {iterations} iterations")]
    NotConverged {
        /// Iterations made.
        iterations: usize,
    },
    /// The iteration ran away.
    #[error("the iteration diverged")]
    Diverged,
    /// A body would turn too far in one step.
    #[error("`{node}` would turn by more than 2.2 rad in one step")]
    TurnTooLarge {
        /// Which node.
        node: String,
    },
    /// An element would be turned inside out.
    #[error(
        "`{item}` would be turned inside out: the volume of this element would not be positive everywhere"
    )]
    InsideOut {
        /// Which item; of a solid the element, `name:number`.
        item: String,
    },
    /// Two shapes would pass through each other.
    #[error("the shapes `{pair}` would pass through each other in one step")]
    PassedThrough {
        /// Names of both.
        pair: String,
    },
    /// The linear system cannot be solved.
    #[error("the linear system is singular at {what}")]
    Singular {
        /// Unknown in words.
        what: String,
    },
}

//! Multifrontal sparse LU for the Newton systems of multibody dynamics.
//!
//! The matrices have unsymmetric values, a (nearly) symmetric pattern, and multipliers whose
//! diagonal is zero. The unknowns of a node, with the multipliers glued to it, form a *group*;
//! a group is eliminated as one dense block with row pivoting inside the block. Everything that
//! depends on the pattern alone is planned once by [`Solver::analyse`]; [`Solver::factor`] and
//! [`Solver::solve`] then run without allocating.
//!
//! When the block of a group has no good pivot for an unknown, the unknown is moved to the group
//! that has one, and the matrix is analysed and factorised again; if that does not help, the two
//! groups are merged. Changes of groups are kept, so this happens once per model, not once per
//! step. In the worst case all groups end up in one block, which is dense LU with partial
//! pivoting: a regular matrix always succeeds, and a singular one is reported with the unknown
//! that could not be determined.
//!
//! ```
//! use poinsot_lu::{Pattern, Solver};
//! // A mass held by one constraint: [2 1; 1 0].
//! let pattern = Pattern::from_entries(2, [(0, 0), (1, 0), (0, 1)])?;
//! let values = [2.0, 1.0, 1.0]; // in the order of the pattern: column by column
//! let mut solver = Solver::analyse(&pattern, &[0, 0])?;
//! solver.factor(&values)?;
//! let mut x = [5.0, 1.0];
//! let report = solver.solve(&values, &mut x)?;
//! assert_eq!(x, [1.0, 3.0]);
//! assert!(report.backward_error < 1e-14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod dense;
mod equilibrate;
mod error;
mod inertia;
mod kernel;
mod numeric;
mod pattern;
mod residual;
mod solver;
mod substitute;
mod symbolic;

pub use error::{AnalyseError, FactorError, PatternError, SolveError};
pub use pattern::Pattern;
pub use solver::{Memory, SolveReport, Solver, Statistics};

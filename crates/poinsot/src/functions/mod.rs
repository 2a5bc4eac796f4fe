//! Functions that users write: of time, of a spring's length, of a bushing's strains, of a motor's state.
//!
//! All evaluation is pure and free of allocation; everything that can be wrong is found at construction.

mod constant;
mod curvature;
mod expression;
mod integral;
mod law;
pub(crate) mod lexer;
mod motor;
pub(crate) mod nearest;
mod number_kind;
mod operation;
mod parser;
mod point;
mod pulses;
mod quadrature;
mod rounding;
mod scalar;
mod stored_energy;
mod table;
mod time;

pub(crate) use constant::{constant, end_of_constant, names_in, taken_name};
pub use expression::{Expression, ExpressionError, ExpressionProblem};
pub use integral::{Given, Integral, IntegralError};
pub use law::{Law, LawShape, MeanEffort};
pub use motor::{MotorEffort, MotorLaw, MotorProgram, MotorShape, ProgramLaw};
pub(crate) use number_kind::{Exponents, Named, Nameless, NumberKind, PLAIN};
pub use point::{PointForce, PointLaw, PointProgram};
pub use pulses::*;
pub use stored_energy::{EnergyState, MeanStress, StoredEnergy};
pub use table::{Extrapolation, Interpolation, Table, TableError};
pub use time::{TimeFunction, TimeShape};

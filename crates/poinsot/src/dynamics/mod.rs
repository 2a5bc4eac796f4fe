//! Time stepping: schemes, Newton iteration, step cutting, consistent start.

mod assemble;
mod error;
mod initial;
mod newton;
pub mod schemes;
mod stepper;

pub use assemble::Workspace;
pub use error::{AnalysisError, NewtonIteration, StepError};
pub use newton::Tolerances;
pub use stepper::{StepReport, Stepper};

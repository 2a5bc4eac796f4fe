//! Time stepping: schemes, Newton iteration, step cutting, consistent start.

mod accelerations;
mod assemble;
mod error;
mod initial;
mod newton;
mod projector;
mod reuse;
pub mod schemes;
mod stepper;

pub use accelerations::start_accelerations;
pub use assemble::Workspace;
pub use error::{AnalysisError, NewtonIteration, StepError};
pub use initial::{OpenGap, Redundancy, StartError, StartReport, prepare};
pub use newton::Tolerances;
pub use stepper::{StepReport, Stepper};

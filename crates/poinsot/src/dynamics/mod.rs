//! Time stepping: schemes, Newton iteration, step control, consistent start.

mod accelerations;
mod assemble;
mod balance;
mod begin;
mod broyden;
mod cause;
mod choice;
mod composition;
mod control;
pub(crate) mod criterion;
mod domain;
mod error;
mod evidence;
mod extrapolation;
mod finish;
mod frame_joints;
mod guess;
mod initial;
mod kernels;
pub mod ledger;
mod line_search;
mod local_error;
mod memory;
mod moving_frame;
pub(crate) mod newton;
mod prediction;
mod projector;
mod redundant;
mod reuse;
mod round_off;
pub mod schemes;
mod second_look;
mod shared_inertia;
mod state_energy;
mod step;
mod step_control;
mod stepper;

pub use accelerations::start_accelerations;
pub use assemble::{Place, Workspace};
pub(crate) use begin::{
    build_system, build_to_move, connection_lines, parts_text, place_of, start_problems,
};
pub use cause::{Cause, Diagnosis};
pub use control::Control;
pub(crate) use domain::turned_over;
pub use error::{AnalysisError, NewtonIteration, StepError};
pub use evidence::Evidence;
pub use initial::{OpenGap, StartError, StartReport, prepare};
pub(crate) use initial::{consistent_velocities, make_consistent, weights, world_velocities};
pub use kernels::{BookKernel, Kernels};
pub use local_error::LocalError;
pub use newton::Tolerances;
pub(crate) use newton::analyse;
pub use redundant::{Redundancy, RedundantAt};
pub use step_control::{Cost, Reason, StepControl, Verdict};
pub use stepper::{StepReport, Stepper};

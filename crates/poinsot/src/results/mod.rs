//! Results of a run: the energy and momentum ledger, and one self-describing file with every recorded quantity.

pub mod attributes;
mod end_values;
mod field_writer;
mod fields;
mod file;
mod file_header;
mod file_reader;
mod file_writer;
mod interpolate;
mod layout;
mod memory;
mod outputs;
mod recorder;
mod sensors;
mod start;

pub use crate::dynamics::ledger;
pub use end_values::EndValues;
pub use fields::companion;
pub use file::{Damage, FORMAT_VERSION, FileError, Status};
pub use file_reader::Reader;
pub use file_writer::Writer;
pub use interpolate::Interpolation;
pub use layout::{
    Axis, Layout, LayoutProblem, OutputId, UnknownOutput, Variable, output_names, resolve,
};
pub use memory::{Memory, SeriesError};
pub use recorder::{FrameStatistics, Instant, Recorder, Snapshot};
pub use sensors::{EndAccelerations, SensorTurns};
pub use start::{FrameAt, StartFromResultsError, start_from_results};

//! The native half of the Python package `poinsot`: models are decoded, run and stepped here; what people see is in `python/poinsot`.
//!
//! Numbers cross the border as bytes, which NumPy reads in place; errors cross it as exceptions of `poinsot._errors`.

// Units in brackets, `[s]`, are not links.
#![allow(rustdoc::broken_intra_doc_links)]

mod analyses;
mod bytes;
mod errors;
mod frames;
mod loaded;
mod model;
mod program;
mod run;
mod stepping;

use pyo3::prelude::*;

/// What the package needs from here.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::frames::{Frames, open};
    #[pymodule_export]
    use super::loaded::Loaded;
    #[pymodule_export]
    use super::model::{load, load_file};
    #[pymodule_export]
    use super::stepping::Stepping;
    #[pymodule_export]
    use super::{command, command_quietly, small_models, suggest, version};
}

/// The command line, the name of the program first. Gives the exit code.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| poinsot_cli::command(arguments))
}

/// The same without output; a failure is a `PoinsotError` with its text.
#[pyfunction]
fn command_quietly(py: Python<'_>, arguments: Vec<String>) -> PyResult<()> {
    let done = py.detach(|| poinsot_cli::quietly(arguments));
    done.map_err(|text| errors::raised(py, "PoinsotError", (text.trim_end().to_owned(),)))
}

/// Help for a word that is not among the known ones.
#[pyfunction]
fn suggest(word: &str, known: Vec<String>) -> String {
    poinsot::model::suggest(word, known.iter().map(String::as_str))
}

/// The small model of every kind: pairs of kind and text.
#[pyfunction]
fn small_models() -> Vec<(&'static str, &'static str)> {
    poinsot::model::mini_examples().to_vec()
}

/// The version of the solver.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

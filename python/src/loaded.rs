//! A model that was read, which runs, analyses and steps start from.

use crate::errors::Plain;
use poinsot::model::{Model, Source};
use poinsot::simulation::{LedgerPolicy, Options};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A model that was read and found sound.
#[pyclass(frozen, module = "poinsot._native")]
pub struct Loaded {
    pub model: Model,
    pub source: Source,
    pub warnings: Vec<Plain>,
}

/// What to do when the ledger does not close, and how many threads.
pub fn options(ledger: &str, threads: usize) -> PyResult<Options> {
    let ledger = match ledger {
        "error" => LedgerPolicy::Error,
        "warn" => LedgerPolicy::Warn,
        other => {
            let text = format!("ledger must be \"error\" or \"warn\", not {other:?}");
            return Err(PyValueError::new_err(text));
        }
    };
    Ok(Options { ledger, threads })
}

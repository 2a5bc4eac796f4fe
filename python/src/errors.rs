//! Errors of the library as exceptions of `poinsot._errors`.

use poinsot::model::{Problem, Severity, Source, render_all};
use pyo3::BoundObject;
use pyo3::exceptions::{PyKeyError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

const MODULE: &str = "poinsot._errors";

/// A problem as `(severity, path, message, help, line, column)`.
pub type Plain = (&'static str, String, String, String, usize, usize);

pub fn plain(problem: &Problem) -> Plain {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let place = &problem.place;
    (
        severity,
        place.path.clone(),
        problem.message.clone(),
        problem.help.clone(),
        place.line,
        place.column,
    )
}

/// A `ModelError` with all problems.
pub fn of_model(py: Python<'_>, problems: &[Problem], source: Option<&Source>) -> PyErr {
    let list: Vec<Plain> = problems.iter().map(plain).collect();
    let text = render_all(problems, source, false);
    raised(py, "ModelError", (list, text.trim_end().to_owned()))
}

/// Another exception of the package, by its name.
pub fn raised<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl IntoPyObject<'py, Target = PyTuple>,
) -> PyErr {
    let made = (|| {
        let arguments = arguments.into_pyobject(py).map_err(Into::into)?;
        let class = py.import(MODULE)?.getattr(name)?;
        class.call1(arguments.into_bound())
    })();
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// A name that nothing has.
pub fn unknown(error: impl std::fmt::Display) -> PyErr {
    PyKeyError::new_err(error.to_string())
}

/// A file that cannot be read or written.
pub fn of_file(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

//! Results: frames in memory or in a file, with the layout that names their numbers.

use crate::{bytes, errors};
use poinsot::results::{Layout, Reader, Status, Writer, output_names, resolve};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where the numbers are.
enum Numbers {
    /// Row by row, as bytes that Python and this side share.
    Memory(Py<PyBytes>),
    /// Read when they are asked for.
    File(Box<Mutex<Reader>>),
}

/// What a run, a path of equilibria or a file came to.
#[pyclass(frozen, module = "poinsot._native")]
pub struct Frames {
    layout: Layout,
    numbers: Numbers,
    count: usize,
    status: Status,
    /// Attributes that are known at the end only.
    late: Vec<(String, String)>,
    /// Why it failed, in full.
    failure: Option<String>,
    /// What it says at its end, for people.
    lines: Vec<String>,
}

/// A variable as `(name, unit, description, axes, first column, columns)`.
type PlainVariable = (String, String, String, Vec<String>, usize, usize);

impl Frames {
    /// Frames that were kept in memory.
    pub fn new(
        py: Python<'_>,
        layout: Layout,
        numbers: Vec<f64>,
        status: Status,
        late: Vec<(String, String)>,
        failure: Option<String>,
        lines: Vec<String>,
    ) -> PyResult<Self> {
        let bytes = bytes::of_numbers(py, &numbers)?;
        Ok(Frames {
            count: numbers.len() / layout.row_len().max(1),
            layout,
            numbers: Numbers::Memory(bytes.unbind()),
            status,
            late,
            failure,
            lines,
        })
    }
}

/// Opens results.
#[pyfunction]
pub fn open(py: Python<'_>, path: PathBuf) -> PyResult<Frames> {
    let reader = py.detach(|| Reader::open(&path)).map_err(errors::of_file)?;
    Ok(Frames {
        layout: reader.layout().clone(),
        count: reader.frames(),
        status: reader.status().clone(),
        numbers: Numbers::File(Box::new(Mutex::new(reader))),
        late: Vec::new(),
        failure: None,
        lines: Vec::new(),
    })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl Frames {
    fn __len__(&self) -> usize {
        self.count
    }

    /// Numbers per frame.
    #[getter]
    fn width(&self) -> usize {
        self.layout.row_len()
    }

    /// Whether all numbers are in memory.
    #[getter]
    fn in_memory(&self) -> bool {
        matches!(self.numbers, Numbers::Memory(_))
    }

    /// `complete`, `interrupted`, `running` or `failed: ...`.
    #[getter]
    fn status(&self) -> String {
        self.status.to_string()
    }

    #[getter]
    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    #[getter]
    fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }

    /// Full names of all outputs, in the order of the columns.
    fn names(&self) -> Vec<String> {
        let names = output_names(&self.layout).into_iter();
        names.map(|o| o.name).collect()
    }

    /// Variables with their axes and columns.
    fn variables(&self) -> Vec<PlainVariable> {
        let all = self.layout.variables.iter().enumerate();
        all.map(|(k, v)| {
            let axes = v.axes.iter().filter_map(|&a| self.layout.axes.get(a));
            let axes = axes.map(|axis| axis.name.clone()).collect();
            let (at, len) = (self.layout.offset(k), self.layout.variable_len(k));
            let (name, unit) = (v.name.clone(), v.unit.clone());
            (name, unit, v.description.clone(), axes, at, len)
        })
        .collect()
    }

    /// Axes with their labels.
    fn axes(&self) -> Vec<(String, Vec<String>)> {
        let axes = self.layout.axes.iter();
        axes.map(|a| (a.name.clone(), a.labels.clone())).collect()
    }

    /// Attributes of the run, those of its end last.
    fn attributes(&self) -> Vec<(String, String)> {
        let known = self.layout.attributes.iter();
        known.chain(&self.late).cloned().collect()
    }

    /// The outputs that a name stands for, as `(column, name, unit)`.
    fn resolve(&self, name: &str) -> PyResult<Vec<(usize, String, String)>> {
        let found = resolve(&self.layout, name).map_err(errors::unknown)?;
        let plain = found.into_iter().map(|o| (o.column, o.name, o.unit));
        Ok(plain.collect())
    }

    /// All rows; nothing for a file, whose columns are read one by one.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        match &self.numbers {
            Numbers::Memory(rows) => Ok(Some(rows.bind(py).clone())),
            Numbers::File(_) => Ok(None),
        }
    }

    /// Columns from `first` on, one after the other.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        first: usize,
        count: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let width = self.layout.row_len();
        let columns: Vec<usize> = (first..first + count).filter(|c| *c < width).collect();
        match &self.numbers {
            Numbers::Memory(rows) => {
                let rows = rows.as_bytes(py);
                let at = |c: usize| {
                    let rows = rows.chunks_exact(8 * width.max(1));
                    rows.map(move |row| bytes::number(&row[8 * c..]))
                };
                let all = columns.iter().flat_map(|c| at(*c));
                bytes::of_iter(py, columns.len() * self.count, all)
            }
            Numbers::File(reader) => {
                let read = py.detach(|| locked(reader).columns(&columns));
                let read = read.map_err(errors::of_file)?;
                let all = read.iter().flatten().copied();
                bytes::of_iter(py, columns.len() * self.count, all)
            }
        }
    }

    /// Writes the frames in memory as the command writes them.
    fn save(&self, py: Python<'_>, path: PathBuf, replace: bool) -> PyResult<()> {
        let Numbers::Memory(rows) = &self.numbers else {
            return Err(errors::of_file("these results are in a file already"));
        };
        let (rows, width) = (rows.as_bytes(py), self.layout.row_len().max(1));
        let written = py.detach(|| {
            let mut writer = match replace {
                true => Writer::replace(&path, &self.layout)?,
                false => Writer::create(&path, &self.layout)?,
            };
            let mut row = vec![0.0; width];
            for bytes in rows.chunks_exact(8 * width) {
                for (x, bytes) in row.iter_mut().zip(bytes.chunks_exact(8)) {
                    *x = bytes::number(bytes);
                }
                writer.append(&row)?;
            }
            writer.finish(&self.status, &self.late)
        });
        written.map_err(errors::of_file)
    }
}

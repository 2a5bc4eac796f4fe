//! Modes and linearised equations.

use crate::{bytes, errors};
use poinsot::model::{Model, Problem, Source};
use poinsot::modes::{Linearisation, Matrix, Modes, ModesError, Signal, StateSpace, Study};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Unknowns up to which the equations are reduced to minimal coordinates.
const DENSE_UP_TO: usize = 2000;

/// Modes, with the names of the unknowns that their shapes move.
#[pyclass(frozen, module = "poinsot._native")]
pub struct ModesFound {
    found: Modes,
    names: Vec<String>,
}

/// The linearised equations of a model.
#[pyclass(frozen, module = "poinsot._native")]
pub struct Linear {
    linear: Linearisation,
    names: Vec<String>,
    space: Option<StateSpace>,
}

enum Failed {
    Model(Vec<Problem>),
    Modes(ModesError),
}

impl From<Vec<Problem>> for Failed {
    fn from(problems: Vec<Problem>) -> Self {
        Failed::Model(problems)
    }
}

impl From<ModesError> for Failed {
    fn from(error: ModesError) -> Self {
        Failed::Modes(error)
    }
}

fn raised(py: Python<'_>, failed: Failed, source: &Source) -> PyErr {
    match failed {
        Failed::Model(problems) => errors::of_model(py, &problems, Some(source)),
        Failed::Modes(error) => errors::raised(py, "AnalysisError", (error.to_string(),)),
    }
}

/// Finds modes.
pub fn modes(py: Python<'_>, model: Model, source: &Source) -> PyResult<ModesFound> {
    let done = py.detach(|| {
        let study = Study::new(model)?;
        let (found, _) = study.modes()?;
        let system = study.system();
        let names = (0..found.linear.unknowns)
            .map(|k| found.linear.name(system, k))
            .collect();
        Ok(ModesFound { found, names })
    });
    done.map_err(|e| raised(py, e, source))
}

/// Linearises.
pub fn linearize(py: Python<'_>, model: Model, source: &Source) -> PyResult<Linear> {
    let done = py.detach(|| {
        let study = Study::new(model)?;
        let (state, about) = study.state()?;
        let system = study.system();
        let linear = Linearisation::new(system, &state, &about)?;
        let space = match linear.unknowns <= DENSE_UP_TO {
            true => Some(StateSpace::new(system, &state, &about, &linear)?),
            false => None,
        };
        let names = (0..linear.unknowns + linear.rows)
            .map(|k| linear.name(system, k))
            .collect();
        Ok(Linear {
            linear,
            names,
            space,
        })
    });
    done.map_err(|e| raised(py, e, source))
}

/// Why forces are out of balance in a state that is no equilibrium; nothing if they are not.
fn unbalance(linear: &Linearisation) -> Option<String> {
    let unbalance = &linear.unbalance;
    (!unbalance.at_rest()).then(|| {
        format!(
            "the state is not an equilibrium: forces are out of balance by {:.1e} of the largest, most at {}",
            unbalance.relative, unbalance.worst
        )
    })
}

#[pymethods]
impl ModesFound {
    /// Real and imaginary parts of the eigenvalues.
    fn eigenvalues<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let parts = self.found.list.iter();
        let parts = parts.flat_map(|m| [m.eigenvalue.re, m.eigenvalue.im]);
        bytes::of_iter(py, 2 * self.found.list.len(), parts)
    }

    fn frequencies(&self) -> Vec<f64> {
        self.found.list.iter().map(|m| m.frequency()).collect()
    }

    fn damping_ratios(&self) -> Vec<f64> {
        self.found.list.iter().map(|m| m.damping_ratio()).collect()
    }

    fn kinds(&self) -> Vec<&'static str> {
        self.found.list.iter().map(|m| m.kind.word()).collect()
    }

    fn moves(&self) -> Vec<String> {
        self.found.list.iter().map(|m| m.moves.clone()).collect()
    }

    /// Effective masses in six directions; nothing for complex modes.
    fn effective_masses(&self) -> Vec<Option<[f64; 6]>> {
        self.found.list.iter().map(|m| m.effective_mass()).collect()
    }

    /// Shapes, mode by mode, real and imaginary parts in turn.
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let count = self.found.list.iter().map(|m| 2 * m.shape.len()).sum();
        let all = self.found.list.iter().flat_map(|m| &m.shape);
        bytes::of_iter(py, count, all.flat_map(|x| [x.re, x.im]))
    }

    #[getter]
    fn real(&self) -> bool {
        self.found.real
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    #[getter]
    fn unbalance(&self) -> Option<String> {
        unbalance(&self.found.linear)
    }
}

/// A matrix by rows, columns, values, and its shape.
type Sparse<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    (usize, usize),
);

fn signals(list: &[Signal]) -> Vec<(String, String)> {
    list.iter()
        .map(|s| (s.name.clone(), s.unit.clone()))
        .collect()
}

#[pymethods]
impl Linear {
    /// `M`, `C`, `K` or `G` of `M x'' + C x' + K x + G^T l = 0`, `G x = 0`.
    fn matrix<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Sparse<'py>> {
        let n = self.linear.unknowns;
        let (rows, entries) = match name {
            "M" => (n, self.linear.entries(Matrix::Mass)),
            "C" => (n, self.linear.entries(Matrix::Damping)),
            "K" => (n, self.linear.entries(Matrix::Stiffness)),
            "G" => (self.linear.rows, self.linear.constraint_entries()),
            other => return Err(errors::unknown(format!("no matrix {other:?}"))),
        };
        let count = entries.len();
        Ok((
            bytes::of_indices(py, count, entries.iter().map(|e| e.0))?,
            bytes::of_indices(py, count, entries.iter().map(|e| e.1))?,
            bytes::of_iter(py, count, entries.iter().map(|e| e.2))?,
            (rows, n),
        ))
    }

    #[getter]
    fn unknowns(&self) -> Vec<String> {
        self.names[..self.linear.unknowns].to_vec()
    }

    #[getter]
    fn constraints(&self) -> Vec<String> {
        self.names[self.linear.unknowns..].to_vec()
    }

    #[getter]
    fn unbalance(&self) -> Option<String> {
        unbalance(&self.linear)
    }

    /// `A`, `B`, `C`, `D` and the basis, each as bytes and shape, with names of states, inputs and outputs; nothing for large models.
    fn state_space<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(space) = &self.space else {
            return Ok(None);
        };
        let all = PyDict::new(py);
        let matrices = [
            ("A", &space.a),
            ("B", &space.b),
            ("C", &space.c),
            ("D", &space.d),
            ("basis", &space.basis),
        ];
        for (name, m) in matrices {
            let by_rows = (0..m.nrows()).flat_map(|i| (0..m.ncols()).map(move |j| m[(i, j)]));
            let bytes = bytes::of_iter(py, m.nrows() * m.ncols(), by_rows)?;
            all.set_item(name, (bytes, (m.nrows(), m.ncols())))?;
        }
        all.set_item("states", space.states.clone())?;
        all.set_item("inputs", signals(&space.inputs))?;
        all.set_item("outputs", signals(&space.outputs))?;
        Ok(Some(all))
    }
}

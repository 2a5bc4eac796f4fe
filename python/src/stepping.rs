//! Steps made by hand.

use crate::loaded::{Loaded, options};
use crate::program::{self, Law, Named, Raised};
use crate::{bytes, errors};
use poinsot::checkpoint::{Checkpoint, Refused};
use poinsot::functions::{ExpressionError, MotorLaw, TimeFunction};
use poinsot::model::Source;
use poinsot::results::{output_names, resolve};
use poinsot::simulation::{ChangeError, NoStep, Options, ResumeError, Simulation, StepInfo};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// A simulation that a program steps.
#[pyclass(frozen, module = "poinsot._native")]
pub struct Stepping {
    inner: Mutex<Inner>,
    source: Source,
    raised: Raised,
    /// Motors and forces that have functions as laws from the start.
    laws: Vec<String>,
}

struct Inner {
    run: Simulation,
    /// Columns that were asked for by name.
    columns: HashMap<String, usize>,
    /// The numbers of a frame, as long as nothing has moved since.
    row: Vec<f64>,
    fresh: bool,
    /// Numbers that were asked for one by one since then.
    single: usize,
}

/// Up to so many numbers after a step are found one by one, which is cheaper than the whole frame.
const FEW: usize = 6;

impl Inner {
    fn row(&mut self) -> &[f64] {
        if !self.fresh {
            self.row.clear();
            self.row.extend_from_slice(self.run.row());
            self.fresh = true;
        }
        &self.row
    }

    fn value(&mut self, column: usize) -> f64 {
        self.single += 1;
        match self.fresh || self.single > FEW {
            true => self.row()[column],
            false => self.run.value(column),
        }
    }
}

impl Stepping {
    /// A model at its start.
    pub fn begin(
        py: Python<'_>,
        loaded: &Loaded,
        options: Options,
        laws: &[Named],
    ) -> PyResult<Self> {
        let (mut model, raised) = (loaded.model.clone(), Raised::default());
        program::put(py, &mut model, laws, &raised)?;
        let built = py.detach(|| Simulation::new(model, options));
        if let Some(error) = program::taken(&raised) {
            return Err(error);
        }
        let run = built.map_err(|p| errors::of_model(py, &p, Some(&loaded.source)))?;
        let laws = laws.iter().map(|law| format!("law of `{}`", law.0));
        Ok(Self::at(run, loaded.source.clone(), raised, laws.collect()))
    }

    fn at(run: Simulation, source: Source, raised: Raised, laws: Vec<String>) -> Self {
        let inner = Inner {
            run,
            columns: HashMap::new(),
            row: Vec::new(),
            fresh: false,
            single: 0,
        };
        Stepping {
            inner: Mutex::new(inner),
            source,
            raised,
            laws,
        }
    }

    /// A simulation does one thing at a time. Waiting would never end if a law of a motor asked the simulation whose step asks it.
    fn locked(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(guard) => Ok(guard),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "the simulation is busy: a law of a motor must depend on its arguments alone, and other threads need a copy",
            )),
        }
    }

    /// Moves on without the lock of the interpreter.
    fn moved(
        &self,
        py: Python<'_>,
        go: impl FnOnce(&mut Simulation) -> Result<StepInfo, NoStep> + Send,
    ) -> PyResult<(f64, usize)> {
        let mut inner = self.locked()?;
        inner.fresh = false;
        inner.single = 0;
        let run = &mut inner.run;
        match py.detach(|| go(run)) {
            // A shorter step may have come through where a law had raised something; that is said all the same.
            Ok(step) => match program::taken(&self.raised) {
                None => Ok((step.time, step.iterations)),
                Some(raised) => Err(raised),
            },
            Err(error) => Err(self.no_step(py, &error)),
        }
    }

    /// What a function of Python has raised comes first: it is the reason.
    fn no_step(&self, py: Python<'_>, error: &NoStep) -> PyErr {
        match (program::taken(&self.raised), error) {
            (Some(raised), _) => raised,
            (None, NoStep::Failed(failure)) => {
                errors::raised(py, "StepError", (failure.to_string(),))
            }
            (None, other) => PyValueError::new_err(other.to_string()),
        }
    }

    /// What a function of time may be given as.
    fn of_time(value: &Bound<'_, PyAny>) -> PyResult<TimeFunction> {
        if let Ok(number) = value.extract::<f64>() {
            return Ok(number.into());
        }
        let text: String = value.extract().map_err(|_| {
            PyTypeError::new_err(
                "a function of time is a number or a formula in t, such as \"2*sin(3*t)\"",
            )
        })?;
        TimeFunction::expression(&text).map_err(|e| formula(&e))
    }
}

fn formula(error: &ExpressionError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn unreadable(refused: Refused) -> String {
    match refused {
        Refused::Damaged(what) => format!("these are not the bytes of a saved simulation: {what}"),
        Refused::Version(found) => format!(
            "it was saved by poinsot {found}, this is {}: it could not continue with the same bits",
            env!("CARGO_PKG_VERSION")
        ),
    }
}

fn refused(error: &ChangeError) -> PyErr {
    match error {
        ChangeError::Unknown { .. } => errors::unknown(error),
        _ => PyValueError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Stepping {
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.locked()?.run.time())
    }

    #[getter]
    fn duration(&self) -> PyResult<f64> {
        Ok(self.locked()?.run.duration())
    }

    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.locked()?.run.is_over())
    }

    #[getter]
    fn steps(&self) -> PyResult<usize> {
        Ok(self.locked()?.run.steps_made())
    }

    fn start_lines(&self) -> PyResult<Vec<String>> {
        Ok(self.locked()?.run.start_lines(false))
    }

    /// The next step of the run: time reached and iterations.
    fn step(&self, py: Python<'_>) -> PyResult<(f64, usize)> {
        self.moved(py, Simulation::step)
    }

    /// Exactly this time further.
    fn step_by(&self, py: Python<'_>, dt: f64) -> PyResult<(f64, usize)> {
        self.moved(py, |run| run.step_by(dt))
    }

    fn names(&self) -> PyResult<Vec<String>> {
        let names = output_names(self.locked()?.run.layout());
        Ok(names.into_iter().map(|o| o.name).collect())
    }

    /// One output now.
    fn get(&self, name: &str) -> PyResult<f64> {
        let mut inner = self.locked()?;
        if let Some(&column) = inner.columns.get(name) {
            return Ok(inner.value(column));
        }
        let found = resolve(inner.run.layout(), name).map_err(errors::unknown)?;
        let [one] = found.as_slice() else {
            let (count, first) = (found.len(), found.first().map_or("", |o| &o.name));
            let last = found.last().map_or("", |o| &o.name);
            let text =
                format!("`{name}` is {count} outputs, `{first}` to `{last}`; name one of them");
            return Err(errors::unknown(text));
        };
        let column = one.column;
        inner.columns.insert(name.to_owned(), column);
        Ok(inner.value(column))
    }

    /// Columns and names that a name stands for.
    fn resolve(&self, name: &str) -> PyResult<Vec<(usize, String, String)>> {
        let inner = self.locked()?;
        let found = resolve(inner.run.layout(), name).map_err(errors::unknown)?;
        let plain = found.into_iter().map(|o| (o.column, o.name, o.unit));
        Ok(plain.collect())
    }

    /// The numbers of a frame.
    fn row<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut inner = self.locked()?;
        bytes::of_numbers(py, inner.row())
    }

    /// A number, a formula in `t`, `x`, `v`, or a function of these.
    fn set_motor(&self, name: &str, effort: &Bound<'_, PyAny>) -> PyResult<()> {
        let law = if let Ok(number) = effort.extract::<f64>() {
            MotorLaw::from(number)
        } else if effort.is_callable() {
            MotorLaw::program(Arc::new(Law {
                function: effort.clone().unbind(),
                raised: self.raised.clone(),
            }))
        } else {
            let text: String = effort.extract().map_err(|_| {
                PyTypeError::new_err(
                    "an effort is a number, a formula in t, x and v, or a function of them",
                )
            })?;
            MotorLaw::expression(&text).map_err(|e| formula(&e))?
        };
        let set = {
            let mut inner = self.locked()?;
            inner.run.set_motor(name, law)
        };
        match program::taken(&self.raised) {
            Some(raised) => Err(raised),
            None => set.map_err(|e| refused(&e)),
        }
    }

    fn set_load(&self, name: &str, factor: &Bound<'_, PyAny>) -> PyResult<()> {
        let factor = Self::of_time(factor)?;
        let set = self.locked()?.run.set_load(name, factor);
        set.map_err(|e| refused(&e))
    }

    fn set_motion(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let value = Self::of_time(value)?;
        let set = self.locked()?.run.set_motion(name, value);
        set.map_err(|e| refused(&e))
    }

    /// Functions that are laws, and what was set since the start.
    fn changes(&self) -> PyResult<Vec<String>> {
        let inner = self.locked()?;
        let set = inner.run.changes().iter().map(ToString::to_string);
        Ok(self.laws.iter().cloned().chain(set).collect())
    }

    /// Another simulation at the same place.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let mut inner = self.locked()?;
        let run = &mut inner.run;
        let copied = py.detach(move || run.copy());
        let run = copied.map_err(|p| errors::of_model(py, &p, None))?;
        Ok(Self::at(
            run,
            self.source.clone(),
            self.raised.clone(),
            self.laws.clone(),
        ))
    }

    /// The bytes of a checkpoint.
    fn checkpoint<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.locked()?.run.checkpoint(&self.source, 0);
        Ok(PyBytes::new(py, &bytes))
    }

    /// A simulation that stands where a checkpoint was made.
    #[staticmethod]
    fn resume(py: Python<'_>, checkpoint: &[u8], threads: usize) -> PyResult<Self> {
        let Options { threads, .. } = options("error", threads)?;
        let resumed = py.detach(|| {
            let checkpoint = Checkpoint::from_bytes(checkpoint).map_err(unreadable)?;
            let run =
                Simulation::resume(&checkpoint, threads).map_err(|e: ResumeError| e.to_string())?;
            Ok((run, checkpoint.source()))
        });
        let (run, source) = resumed.map_err(|text: String| PyValueError::new_err(text))?;
        Ok(Self::at(run, source, Raised::default(), Vec::new()))
    }
}

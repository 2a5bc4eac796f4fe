//! Models: texts become checked models, which the rest starts from.

use crate::analyses::{self, Linear, ModesFound};
use crate::errors::{self, Plain};
use crate::frames::Frames;
use crate::loaded::{Loaded, options};
use crate::program::Named;
use crate::run;
use crate::stepping::Stepping;
use poinsot::model::{ModesAbout, ModesKind, Source, read_file, read_model};
use poinsot::simulation::{Options, Simulation};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Reads a text. Files that it names are looked for in `folder`.
#[pyfunction]
#[pyo3(signature = (name, text, folder, settings))]
pub fn load(
    py: Python<'_>,
    name: String,
    text: String,
    folder: Option<PathBuf>,
    settings: Vec<String>,
) -> PyResult<Loaded> {
    let source = Source::new(name, text);
    let source = match folder {
        Some(folder) => source.in_folder(folder),
        None => source,
    };
    decoded(py, source.with_settings(settings))
}

/// Reads a file.
#[pyfunction]
pub fn load_file(py: Python<'_>, path: PathBuf, settings: Vec<String>) -> PyResult<Loaded> {
    let read = py.detach(|| read_file(&path).map_err(|problem| vec![problem]));
    let source = read.map_err(|problems| errors::of_model(py, &problems, None))?;
    decoded(py, source.with_settings(settings))
}

fn decoded(py: Python<'_>, source: Source) -> PyResult<Loaded> {
    match py.detach(|| read_model(&source)) {
        Ok((model, warnings)) => Ok(Loaded {
            model,
            warnings: warnings.iter().map(errors::plain).collect(),
            source,
        }),
        Err(problems) => Err(errors::of_model(py, &problems, Some(&source))),
    }
}

#[pymethods]
impl Loaded {
    /// Problems that do not stand in the way.
    #[getter]
    fn warnings(&self) -> Vec<Plain> {
        self.warnings.clone()
    }

    /// The text that was read.
    #[getter]
    fn text(&self) -> &str {
        self.source.text()
    }

    /// End of the run [s].
    #[getter]
    fn duration(&self) -> f64 {
        self.model.run.duration
    }

    /// The model as the library holds it, for comparisons in tests.
    fn debug(&self) -> String {
        format!("{:?}", self.model)
    }

    /// Named values as `(name, value, unit)`.
    #[getter]
    fn parameters(&self) -> Vec<String> {
        let list = self.model.parameters.iter();
        list.map(ToString::to_string).collect()
    }

    /// Builds the system and says what it is made of.
    fn check(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let built = py.detach(|| {
            let built = Simulation::new(self.model.clone(), Options::default());
            built.map(|s| s.start_lines(true))
        });
        built.map_err(|p| errors::of_model(py, &p, Some(&self.source)))
    }

    fn run(
        &self,
        py: Python<'_>,
        ledger: &str,
        threads: usize,
        watch: Option<Py<PyAny>>,
        laws: Vec<Named>,
    ) -> PyResult<Frames> {
        run::run(py, self, options(ledger, threads)?, watch, &laws)
    }

    fn statics(
        &self,
        py: Python<'_>,
        until: Option<f64>,
        at: Vec<f64>,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Frames> {
        run::statics(py, self, until, &at, watch)
    }

    #[pyo3(signature = (count, near, about, kind))]
    fn modes(
        &self,
        py: Python<'_>,
        count: Option<usize>,
        near: Option<f64>,
        about: Option<&Bound<'_, PyAny>>,
        kind: Option<&str>,
    ) -> PyResult<ModesFound> {
        let mut model = self.model.clone();
        let settings = &mut model.modes;
        settings.count = count.unwrap_or(settings.count);
        settings.near = near.or(settings.near);
        if let Some(state) = about {
            settings.about = about_of(state)?;
        }
        settings.kind = match kind {
            None => settings.kind,
            Some("automatic") => ModesKind::Automatic,
            Some("real") => ModesKind::Real,
            Some("complex") => ModesKind::Complex,
            Some(other) => {
                let text =
                    format!("kind must be \"automatic\", \"real\" or \"complex\", not {other:?}");
                return Err(PyValueError::new_err(text));
            }
        };
        analyses::modes(py, model, &self.source)
    }

    fn linearize(&self, py: Python<'_>, about: Option<&Bound<'_, PyAny>>) -> PyResult<Linear> {
        let mut model = self.model.clone();
        if let Some(state) = about {
            model.modes.about = about_of(state)?;
        }
        analyses::linearize(py, model, &self.source)
    }

    fn simulation(
        &self,
        py: Python<'_>,
        ledger: &str,
        threads: usize,
        laws: Vec<Named>,
    ) -> PyResult<Stepping> {
        Stepping::begin(py, self, options(ledger, threads)?, &laws)
    }
}

/// A state to linearise about: a word, a time, or a file with or without a time.
fn about_of(state: &Bound<'_, PyAny>) -> PyResult<ModesAbout> {
    if let Ok(time) = state.extract::<f64>() {
        return Ok(ModesAbout::Time(time));
    }
    if let Ok((path, time)) = state.extract::<(PathBuf, f64)>() {
        let time = Some(time);
        return Ok(ModesAbout::Stored { path, time });
    }
    match state.extract::<String>().as_deref() {
        Ok("as-drawn") => return Ok(ModesAbout::AsDrawn),
        Ok("equilibrium") => return Ok(ModesAbout::Equilibrium),
        _ => {}
    }
    let path = state.extract::<PathBuf>().map_err(|_| {
        PyValueError::new_err(
            "about must be \"as-drawn\", \"equilibrium\", a time in s, a results file, or a file and a time",
        )
    })?;
    Ok(ModesAbout::Stored { path, time: None })
}

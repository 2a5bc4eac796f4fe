//! Functions of Python as laws of motors.

use poinsot::functions::{MotorEffort, MotorProgram};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Derivatives are central differences over this part of the argument, or of one: at the cube root of the round-off of doubles
/// the error of the formula and that of the subtraction are equal, about 4e-11 of the effort.
const DIFFERENCE: f64 = 6.055e-6;

/// What a function has raised, for whoever made the step.
pub type Raised = Arc<Mutex<Option<PyErr>>>;

/// `law(t, x, v)` gives the effort, or the effort and its derivatives by `x` and `v`.
pub struct Law {
    pub function: Py<PyAny>,
    pub raised: Raised,
}

/// What the function has given.
enum Answer {
    Effort(f64),
    Whole(MotorEffort),
}

impl Law {
    fn ask(&self, py: Python<'_>, t: f64, x: f64, v: f64) -> PyResult<Answer> {
        let answer = self.function.bind(py).call1((t, x, v))?;
        if let Ok(effort) = answer.extract::<f64>() {
            return Ok(Answer::Effort(effort));
        }
        let (effort, d_coordinate, d_rate) = answer.extract::<(f64, f64, f64)>()?;
        Ok(Answer::Whole(MotorEffort {
            effort,
            d_coordinate,
            d_rate,
        }))
    }

    fn effort(&self, py: Python<'_>, t: f64, x: f64, v: f64) -> PyResult<f64> {
        Ok(match self.ask(py, t, x, v)? {
            Answer::Effort(effort) => effort,
            Answer::Whole(whole) => whole.effort,
        })
    }

    fn whole(&self, py: Python<'_>, t: f64, x: f64, v: f64) -> PyResult<MotorEffort> {
        let effort = match self.ask(py, t, x, v)? {
            Answer::Whole(whole) => return Ok(whole),
            Answer::Effort(effort) => effort,
        };
        let (dx, dv) = (DIFFERENCE * (1.0 + x.abs()), DIFFERENCE * (1.0 + v.abs()));
        let by_x = self.effort(py, t, x + dx, v)? - self.effort(py, t, x - dx, v)?;
        let by_v = self.effort(py, t, x, v + dv)? - self.effort(py, t, x, v - dv)?;
        Ok(MotorEffort {
            effort,
            d_coordinate: by_x / (2.0 * dx),
            d_rate: by_v / (2.0 * dv),
        })
    }
}

impl MotorProgram for Law {
    fn evaluate(&self, t: f64, x: f64, v: f64) -> MotorEffort {
        let answer = Python::attach(|py| self.whole(py, t, x, v));
        answer.unwrap_or_else(|error| {
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
            MotorEffort {
                effort: f64::NAN,
                d_coordinate: 0.0,
                d_rate: 0.0,
            }
        })
    }
}

//! Functions of Python as laws of motors and of forces.

use crate::errors;
use poinsot::functions::{MotorEffort, MotorLaw, MotorProgram, PointForce, PointLaw, PointProgram};
use poinsot::model::{Model, suggest};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Derivatives are central differences over this part of the argument, or of one: at the cube root of the round-off of doubles
/// the error of the formula and that of the subtraction are equal, about 4e-11 of the effort.
const DIFFERENCE: f64 = 6.055e-6;

/// What a function has raised, for whoever made the step.
pub type Raised = Arc<Mutex<Option<PyErr>>>;

/// The exception that a function has raised, which is no longer kept then.
pub fn taken(raised: &Raised) -> Option<PyErr> {
    raised.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn keep(raised: &Raised, error: PyErr) {
    let mut kept = raised.lock().unwrap_or_else(PoisonError::into_inner);
    kept.get_or_insert(error);
}

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
            keep(&self.raised, error);
            MotorEffort {
                effort: f64::NAN,
                d_coordinate: 0.0,
                d_rate: 0.0,
            }
        })
    }
}

type Three = [f64; 3];

/// `law(t, r, v)` gives the force on a point, or the force and its derivatives by place and velocity as rows of three.
struct Field {
    function: Py<PyAny>,
    raised: Raised,
}

impl Field {
    fn ask(
        &self,
        py: Python<'_>,
        t: f64,
        r: Three,
        v: Three,
    ) -> PyResult<(Three, Option<[[Three; 3]; 2]>)> {
        let answer = self
            .function
            .bind(py)
            .call1((t, (r[0], r[1], r[2]), (v[0], v[1], v[2])))?;
        if let Ok(force) = answer.extract::<Three>() {
            return Ok((force, None));
        }
        let (force, by_place, by_velocity) = answer.extract::<(Three, [Three; 3], [Three; 3])>()?;
        Ok((force, Some([by_place, by_velocity])))
    }

    fn whole(&self, py: Python<'_>, t: f64, r: Three, v: Three) -> PyResult<PointForce> {
        let (force, derivatives) = self.ask(py, t, r, v)?;
        let [d_place, d_velocity] = match derivatives {
            Some(both) => both,
            None => {
                let size = |x: Three| 1.0 + x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                let (dr, dv) = (DIFFERENCE * size(r), DIFFERENCE * size(v));
                let shifted = |mut x: Three, k: usize, by: f64| {
                    x[k] += by;
                    x
                };
                let mut both = [[[0.0; 3]; 3]; 2];
                for k in 0..3 {
                    let sides = [dr, -dr].map(|by| self.ask(py, t, shifted(r, k, by), v));
                    difference(sides, dr, k, &mut both[0])?;
                    let sides = [dv, -dv].map(|by| self.ask(py, t, r, shifted(v, k, by)));
                    difference(sides, dv, k, &mut both[1])?;
                }
                both
            }
        };
        Ok(PointForce {
            force,
            d_place,
            d_velocity,
        })
    }
}

/// Column `k` of a matrix of derivatives, from the values on both sides.
fn difference<T>(
    sides: [PyResult<(Three, T)>; 2],
    by: f64,
    k: usize,
    matrix: &mut [Three; 3],
) -> PyResult<()> {
    let [after, before] = sides;
    let (after, before) = (after?.0, before?.0);
    for row in 0..3 {
        matrix[row][k] = (after[row] - before[row]) / (2.0 * by);
    }
    Ok(())
}

impl PointProgram for Field {
    fn evaluate(&self, t: f64, r: Three, v: Three) -> PointForce {
        let answer = Python::attach(|py| self.whole(py, t, r, v));
        answer.unwrap_or_else(|error| {
            keep(&self.raised, error);
            PointForce {
                force: [f64::NAN; 3],
                d_place: [[0.0; 3]; 3],
                d_velocity: [[0.0; 3]; 3],
            }
        })
    }
}

/// A function and the name of the motor or force whose law it is.
pub type Named = (String, Py<PyAny>);

/// Gives motors and forces of a model functions as their laws.
pub fn put(py: Python<'_>, model: &mut Model, laws: &[Named], raised: &Raised) -> PyResult<()> {
    for (name, function) in laws {
        let function = function.clone_ref(py);
        let raised = raised.clone();
        if let Some(motor) = model.motors.iter_mut().find(|m| m.name == *name) {
            motor.effort = MotorLaw::program(Arc::new(Law { function, raised }));
        } else if let Some(force) = model.forces.iter_mut().find(|f| f.name == *name) {
            force.law = Some(PointLaw::program(Arc::new(Field { function, raised })));
        } else {
            let motors = model.motors.iter().map(|m| m.name.as_str());
            let known: Vec<&str> = motors
                .chain(model.forces.iter().map(|f| f.name.as_str()))
                .collect();
            let help = match known.is_empty() {
                true => "the model has neither".to_owned(),
                false => suggest(name, known),
            };
            let text = format!("law `{name}`: no motor or force of that name; {help}");
            return Err(errors::unknown(text));
        }
    }
    Ok(())
}

//! Laws of forces that a program computes: force from time, place and velocity of a point.

use std::fmt;
use std::sync::Arc;

/// A force that a program computes: wind, a field, contact with something that is not in the model. It is asked in every iteration
/// of a step, also at states that the run never reaches, so it must depend on its arguments alone: the same arguments, the same
/// force.
pub trait PointProgram: Send + Sync {
    /// Force and derivatives at time `t` [s], place `r` [m] and velocity `v` [m/s] of the point, all in world axes. NaN says that
    /// there is none: the step fails.
    fn evaluate(&self, t: f64, r: [f64; 3], v: [f64; 3]) -> PointForce;
}

/// A force on a point and its partial derivatives, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointForce {
    /// Force [N].
    pub force: [f64; 3],
    /// Derivative with respect to the place, `[row][column]` [N/m].
    pub d_place: [[f64; 3]; 3],
    /// Derivative with respect to the velocity, `[row][column]` [N s/m].
    pub d_velocity: [[f64; 3]; 3],
}

/// A program as the law of a force. Two are equal if they are the same one.
#[derive(Clone)]
pub struct PointLaw(Arc<dyn PointProgram>);

impl PointLaw {
    /// What a program computes.
    pub fn program(program: Arc<dyn PointProgram>) -> Self {
        PointLaw(program)
    }

    /// Force at time `t` [s], place `r` [m] and velocity `v` [m/s].
    pub fn evaluate(&self, t: f64, r: [f64; 3], v: [f64; 3]) -> PointForce {
        self.0.evaluate(t, r, v)
    }
}

impl fmt::Debug for PointLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PointLaw")
    }
}

impl PartialEq for PointLaw {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

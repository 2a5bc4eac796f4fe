//! Efforts on joint coordinates: `[[motor]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::MotorLaw;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::functions::motor_effort;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{NAME, Table, ValueShape, required};
use crate::model::types::{CoordinateRef, Place};

/// An effort on a joint coordinate, positive in its direction.
#[derive(Clone, Debug)]
pub struct Motor {
    /// Unique name.
    pub name: String,
    /// What it drives.
    pub on: CoordinateRef,
    /// Effort as a function of time, coordinate and rate [N or N m].
    pub effort: MotorLaw,
    /// Where it was written.
    pub place: Place,
}

impl Motor {
    /// A motor on a joint coordinate such as `hinge.angle`: a number [N or N m], a function of time, or a law.
    pub fn new(name: impl Into<String>, on: &str, effort: impl Into<MotorLaw>) -> Self {
        Motor {
            name: name.into(),
            on: on.into(),
            effort: effort.into(),
            place: Place::default(),
        }
    }
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "motor",
        doc: "An effort on a joint coordinate, positive in its direction.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Coordinate,
                "Joint coordinate it drives, written \"joint.coordinate\".",
            ),
            required(
                "effort",
                ValueShape::OfState,
                "Force or moment: a number, an expression in t, x (coordinate) and v (rate), a table over time, or a pulse.",
            ),
        ],
        forms: &[],
        variants: None,
    },
    summary: "Efforts on joint coordinates.",
    what: "motor",
    small_models: &[("motor", include_str!("motor.toml"))],
};

/// `[[motor]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Motor> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let effort = motor_effort(t);
    Some(Motor {
        name: t.name()?,
        on: on?,
        effort: effort?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(_motor: &Motor, _check: &mut Check) {}

/// See [`Acts`].
pub(in crate::model) fn acts(motor: &Motor) -> Acts<'_> {
    Acts {
        on: On::Coordinate(&motor.on),
        course: TimeCourse::Effort(&motor.effort),
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

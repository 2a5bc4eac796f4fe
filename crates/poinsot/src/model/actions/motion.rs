//! Joint coordinates that follow a function of time: `[[motion]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::{Given, TimeFunction};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    Form, Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, form, optional,
    required,
};
use crate::model::types::{CoordinateRef, Place};

/// A joint coordinate that follows a function of time.
#[derive(Clone, Debug)]
pub struct Motion {
    /// Unique name.
    pub name: String,
    /// What is driven.
    pub on: CoordinateRef,
    /// Value over time [m or rad].
    pub value: TimeFunction,
    /// Where it was written.
    pub place: Place,
}

impl Motion {
    /// A joint coordinate such as `hinge.angle` that follows a function of time [m or rad].
    pub fn new(name: impl Into<String>, on: &str, value: impl Into<TimeFunction>) -> Self {
        Motion {
            name: name.into(),
            on: on.into(),
            value: value.into(),
            place: Place::default(),
        }
    }
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "motion",
        doc: "A joint coordinate that follows a function of time, given by its value, its velocity or its acceleration.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Coordinate,
                "Joint coordinate that is driven, written \"joint.coordinate\".",
            ),
            optional(
                "value",
                ValueShape::OfTime(Q::Coordinate),
                "`velocity` or `acceleration` is given",
                "Value over time: a number, an expression in t, a table, or a pulse.",
            ),
            optional(
                "velocity",
                ValueShape::OfTime(Q::CoordinateRate),
                "`value` or `acceleration` is given",
                "Rate of the coordinate over time, instead of its value; it is integrated to round-off.",
            ),
            optional(
                "acceleration",
                ValueShape::OfTime(Q::CoordinateAcceleration),
                "`value` or `velocity` is given",
                "Second derivative of the coordinate over time, instead of its value; it is integrated twice, to round-off.",
            ),
            defaulted(
                "initial_value",
                ValueShape::Number(Q::Coordinate, Range::Any),
                Literal::Number(0.0),
                "Value at t = 0 of a motion given by `velocity` or `acceleration`.",
            ),
            defaulted(
                "initial_velocity",
                ValueShape::Number(Q::CoordinateRate, Range::Any),
                Literal::Number(0.0),
                "Rate at t = 0 of a motion given by `acceleration`.",
            ),
        ],
        forms: &[&[
            form(&["value"]),
            Form {
                required: &["velocity"],
                optional: &["initial_value"],
            },
            Form {
                required: &["acceleration"],
                optional: &["initial_value", "initial_velocity"],
            },
        ]],
        variants: None,
    },
    summary: "Prescribed joint coordinates.",
    what: "motion",
    small_models: &[("motion", include_str!("motion.toml"))],
};

/// `[[motion]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Motion> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let value = motion_value(t, c);
    let name = t.name()?;
    if let Some(node) = t.node("on") {
        let mut driven = c.driven.borrow_mut();
        let key = node.value.text().unwrap_or_default().to_string();
        if let Some(other) = driven.insert(key, name.clone()) {
            let message = format!("the coordinate is already driven by \"{other}\"");
            node.error(message, "one motion per coordinate");
        }
    }
    Some(Motion {
        name,
        on: on?,
        value: value?,
        place: t.place(),
    })
}

/// The value of a motion over time, from whatever is given of it.
fn motion_value(t: &TableReader, c: &Context) -> Option<TimeFunction> {
    let [value, velocity] = ["initial_value", "initial_velocity"].map(|key| t.number(key));
    match [t.has("value"), t.has("velocity")] {
        [true, _] => t.time_function("value"),
        [_, true] => integrated(t, "velocity", c, Given::Rate, [value?, 0.0]),
        _ => integrated(
            t,
            "acceleration",
            c,
            Given::Acceleration,
            [value?, velocity?],
        ),
    }
}

fn integrated(
    t: &TableReader,
    key: &str,
    c: &Context,
    given: Given,
    initial: [f64; 2],
) -> Option<TimeFunction> {
    let of = t.time_function(key)?;
    match TimeFunction::integral(of, given, initial, c.until, c.step) {
        Ok(function) => Some(function),
        Err(error) => {
            let help = format!(
                "`{key}` is integrated from t = 0 on; where it is known, give `value` instead"
            );
            t.node(key)?.error(error.to_string(), help);
            None
        }
    }
}

/// See [`Check`].
pub(in crate::model) fn check(motion: &Motion, check: &mut Check) {
    check.numbers("value", [&motion.value.value(0.0)]);
}

/// See [`Acts`].
pub(in crate::model) fn acts(motion: &Motion) -> Acts<'_> {
    Acts {
        on: On::Coordinate(&motion.on),
        course: TimeCourse::Motion(&motion.value),
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

//! Changes of temperature: `[[temperature]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{NAME, Quantity as Q, Table, ValueShape, optional, required};
use crate::model::types::Place;

/// A change of temperature in a shell or a part of it.
#[derive(Clone, Debug)]
pub struct Temperature {
    /// Unique name.
    pub name: String,
    /// The shell.
    pub on: String,
    /// The cells of its mesh whose temperature changes.
    pub cells: Vec<usize>,
    /// Change against the temperature as drawn, in the middle of the thickness [K].
    pub change: TimeFunction,
    /// Gradient along the normal [K/m].
    pub gradient: TimeFunction,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "temperature",
        doc: "A change of temperature in a shell, or in a group of its elements, whose material has a thermal expansion. As drawn, the change is zero.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Text,
                "Shell such as \"panel\", or a group of its elements such as \"panel.skin\".",
            ),
            optional(
                "change",
                ValueShape::OfTime(Q::Temperature),
                "0",
                "Change in the middle of the thickness over time.",
            ),
            optional(
                "gradient",
                ValueShape::OfTime(Q::TemperatureGradient),
                "0",
                "Gradient through the thickness over time: positive where the side that the normal points to is warmer.",
            ),
        ],
        forms: &[],
        variants: None,
    },
    summary: "Changes of temperature.",
    what: "temperature",
    small_models: &[("temperature", include_str!("temperature.toml"))],
};

/// `[[temperature]]`.
pub(in crate::model) fn decode(t: &TableReader, c: &Context) -> Option<Temperature> {
    let found = t.node("on").and_then(|node| c.elements_of(&node));
    let course = |key: &str| match t.has(key) {
        true => t.time_function(key),
        false => Some(TimeFunction::constant(0.0)),
    };
    let (change, gradient) = (course("change"), course("gradient"));
    if !t.has("change") && !t.has("gradient") {
        t.missing("keys are missing", "give `change`, `gradient` or both");
        return None;
    }
    let (name, (on, cells)) = (t.name()?, found?);
    if !c.expands(&on) {
        let message = format!("nothing in the section of \"{on}\" expands with temperature");
        let help = "give its [[material]] `expansion`, or `ply_expansion` with fibres";
        t.node("on")?.error(message, help);
        return None;
    }
    if let Some(other) = c.warm(&on, &cells, &name) {
        let message = format!("some of these elements have their temperature from \"{other}\"");
        let help = "one [[temperature]] for each element: add up the changes";
        t.node("on")?.error(message, help);
        return None;
    }
    Some(Temperature {
        name,
        on,
        cells,
        change: change?,
        gradient: gradient?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(_temperature: &Temperature, _check: &mut Check) {}

/// See [`Acts`].
pub(in crate::model) fn acts(temperature: &Temperature) -> Acts<'_> {
    Acts {
        on: On::Item(&temperature.on, None),
        course: TimeCourse::Temperature {
            change: &temperature.change,
            gradient: &temperature.gradient,
        },
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

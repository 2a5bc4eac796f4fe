//! Loads per area on shells: `[[surface_load]]`.

use super::{ActionDefinition, Acts, On, TimeCourse, ZERO};
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, optional, required,
};
use crate::model::types::Place;

/// A load per area on a shell or a part of it.
#[derive(Clone, Debug)]
pub struct SurfaceLoad {
    /// Unique name.
    pub name: String,
    /// The shell.
    pub on: String,
    /// The cells of its mesh that it acts on.
    pub cells: Vec<usize>,
    /// Pressure along the normal, which turns with the surface [N/m^2].
    pub pressure: f64,
    /// Force per area as drawn, fixed in the world [N/m^2].
    pub traction: V3,
    /// Factor over time.
    pub scale: TimeFunction,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "surface_load",
        doc: "A load per area on a shell, or on a group of its elements.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Text,
                "Shell such as \"panel\", or a group of its elements such as \"panel.skin\".",
            ),
            defaulted(
                "pressure",
                ValueShape::Number(Q::Pressure, Range::Any),
                Literal::Number(0.0),
                "Pressure that pushes along the normal and turns with the surface; negative against it.",
            ),
            defaulted(
                "traction",
                ValueShape::Vector(Q::Pressure),
                ZERO,
                "Force per area as drawn, fixed in the world.",
            ),
            optional(
                "scale",
                ValueShape::OfTime(Q::One),
                "1",
                "Factor over time.",
            ),
        ],
        forms: &[],
        variants: None,
    },
    summary: "Loads per area on shells.",
    what: "load per area",
    small_models: &[("surface_load", include_str!("surface_load.toml"))],
};

/// `[[surface_load]]`.
pub(in crate::model) fn decode(t: &TableReader, c: &Context) -> Option<SurfaceLoad> {
    let found = t.node("on").and_then(|node| c.elements_of(&node));
    let (pressure, traction) = (t.number("pressure"), t.vector("traction"));
    let scale = t.scale();
    if !t.has("pressure") && !t.has("traction") {
        t.missing("keys are missing", "give `pressure`, `traction` or both");
        return None;
    }
    let (on, cells) = found?;
    Some(SurfaceLoad {
        name: t.name()?,
        on,
        cells,
        pressure: pressure?,
        traction: traction?,
        scale: scale?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(load: &SurfaceLoad, check: &mut Check) {
    check.numbers("pressure", [&load.pressure]);
    check.vector("traction", &load.traction);
}

/// See [`Acts`].
pub(in crate::model) fn acts(load: &SurfaceLoad) -> Acts<'_> {
    Acts {
        on: On::Item(&load.on, None),
        course: TimeCourse::Factor {
            size: 1.0,
            over: &load.scale,
        },
        fixed: [load.traction, V3::zeros()],
        link: None,
        damping: None,
    }
}

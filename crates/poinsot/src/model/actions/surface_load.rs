//! Loads per area on shells and solids: `[[surface_load]]`.

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

/// A load per area on a shell or a part of it, or on faces of a solid.
#[derive(Clone, Debug)]
pub struct SurfaceLoad {
    /// Unique name.
    pub name: String,
    /// The shell or solid.
    pub on: String,
    /// The cells of its mesh that it acts on.
    pub cells: Vec<usize>,
    /// Pressure along the normal of a shell, into a solid; it turns with the surface [N/m^2].
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
        doc: "A load per area on a shell or a group of its elements, or on faces of a solid.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Text,
                "Shell such as \"panel\", or a group of its elements such as \"panel.skin\"; solid such as \"block\", with all of its faces, or a face such as \"block.face1\".",
            ),
            defaulted(
                "pressure",
                ValueShape::Number(Q::Pressure, Range::Any),
                Literal::Number(0.0),
                "Pressure that turns with the surface: it pushes along the normal of a shell, and into a solid; negative the other way.",
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
    summary: "Loads per area on shells and solids.",
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

//! Moments: `[[moment]]`.

use super::load;
pub use super::load::Load;
use super::{ActionDefinition, Acts};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::decode::references::{self, WITH_AXES};
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Table, ValueShape, defaulted, optional, required,
};

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "moment",
        doc: "A moment on a body or a point of a beam.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::ItemWithAxes,
                "Body, or point of a beam such as \"boom.end\" or \"boom@0.36 m\".",
            ),
            required(
                "value",
                ValueShape::Vector(Q::Moment),
                "Components, in world axes, or in body (section) axes for a follower.",
            ),
            defaulted(
                "follower",
                ValueShape::Flag,
                Literal::Flag(false),
                "Whether the moment turns with the body.",
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
    summary: "Moments.",
    what: "moment",
    small_models: &[("moment", include_str!("moment.toml"))],
};

/// `[[moment]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Load> {
    let on = references::item(t, c, "on", WITH_AXES);
    load::decode(t, on, Some(V3::zeros()))
}

/// See [`Check`].
pub(in crate::model) fn check(moment: &Load, check: &mut Check) {
    load::check(moment, check);
    if moment.law.is_some() {
        check.error(
            "a program computes no moments",
            "use a motor on a joint coordinate",
        );
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(moment: &Load) -> Acts<'_> {
    load::acts(moment, None)
}

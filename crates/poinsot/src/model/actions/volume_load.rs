//! Loads per volume on solids: `[[volume_load]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{NAME, Quantity as Q, Table, ValueShape, optional, required};
use crate::model::types::Place;

/// A load per volume on a solid or a part of it.
#[derive(Clone, Debug)]
pub struct VolumeLoad {
    /// Unique name.
    pub name: String,
    /// The solid.
    pub on: String,
    /// The cells of its mesh that it acts on.
    pub cells: Vec<usize>,
    /// Force per volume as drawn, fixed in the world [N/m^3].
    pub force: V3,
    /// Factor over time.
    pub scale: TimeFunction,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "volume_load",
        doc: "A load per volume on a solid, such as that of a magnetic field; gravity acts by itself.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Text,
                "Solid such as \"block\", or a group of its elements such as \"block.core\".",
            ),
            required(
                "force",
                ValueShape::Vector(Q::ForcePerVolume),
                "Force per volume as drawn, fixed in the world.",
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
    summary: "Loads per volume on solids.",
    what: "load per volume",
    small_models: &[("volume_load", include_str!("volume_load.toml"))],
};

/// `[[volume_load]]`.
pub(in crate::model) fn decode(t: &TableReader, c: &Context) -> Option<VolumeLoad> {
    let found = t.node("on").and_then(|node| c.volumes_of(&node));
    let (force, scale) = (t.vector("force"), t.scale());
    let (on, cells) = found?;
    Some(VolumeLoad {
        name: t.name()?,
        on,
        cells,
        force: force?,
        scale: scale?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(load: &VolumeLoad, check: &mut Check) {
    check.vector("force", &load.force);
}

/// See [`Acts`].
pub(in crate::model) fn acts(load: &VolumeLoad) -> Acts<'_> {
    Acts {
        on: On::Item(&load.on, None),
        course: TimeCourse::Factor {
            size: load.force.norm(),
            over: &load.scale,
        },
        fixed: [load.force, V3::zeros()],
        link: None,
        damping: None,
    }
}

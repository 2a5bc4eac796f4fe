//! Ratchets and free-wheels on joint coordinates: `[[ratchet]]`.

use super::stop::{
    FORCE, LAWS, ON, RESTITUTION, STIFFNESS, check_contact, contact_law, on_coordinate,
};
use super::{ActionDefinition, Acts};
use crate::functions::Law;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Range, Table, ValueShape, Word, defaulted,
};
use crate::model::types::{CoordinateRef, Place};

/// A coordinate that moves one way only (lf.4).
#[derive(Clone, Debug)]
pub struct Ratchet {
    /// Unique name.
    pub name: String,
    /// What it holds.
    pub on: CoordinateRef,
    /// Whether the coordinate may rise; else it may fall.
    pub up: bool,
    /// Distance of the teeth [m or rad]; 0: it holds everywhere.
    pub pitch: f64,
    /// Coordinate at one of the teeth [m or rad].
    pub tooth: f64,
    /// Effort over the way back, with which it holds.
    pub law: Law,
    /// Speed after by speed before an impact on a tooth, above 0 up to 1.
    pub restitution: f64,
    /// Where it was written.
    pub place: Place,
}

const UP: &str = "up";
const WAYS: &[Word] = &[
    (UP, "the coordinate may rise"),
    ("down", "it may fall"),
];

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "ratchet",
        doc: "A joint coordinate that moves one way only: a ratchet with teeth, or a free-wheel that holds everywhere. Outputs: effort, way to the tooth that holds (negative: penetration), impacts.",
        fields: &[
            NAME,
            ON,
            defaulted(
                "free",
                ValueShape::Words(WAYS),
                Literal::Word(UP),
                "Which way it moves.",
            ),
            defaulted(
                "pitch",
                ValueShape::Number(Q::Coordinate, Range::NotNegative),
                Literal::Number(0.0),
                "Distance of the teeth: it falls back to the last one that was passed. 0: it holds everywhere, as a free-wheel.",
            ),
            defaulted(
                "tooth",
                ValueShape::Number(Q::Coordinate, Range::Any),
                Literal::Number(0.0),
                "Coordinate at one of the teeth.",
            ),
            STIFFNESS,
            FORCE,
            RESTITUTION,
        ],
        forms: &[LAWS],
        variants: None,
    },
    summary: "Ratchets and free-wheels.",
    what: "ratchet",
    small_models: &[("ratchet", include_str!("ratchet.toml"))],
};

/// `[[ratchet]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Ratchet> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let law = contact_law(t);
    let [restitution, pitch, tooth] = ["restitution", "pitch", "tooth"].map(|key| t.number(key));
    let free = t.word("free");
    Some(Ratchet {
        name: t.name()?,
        on: on?,
        up: free? == UP,
        pitch: pitch?,
        tooth: tooth?,
        law: law?,
        restitution: restitution?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(ratchet: &Ratchet, check: &mut Check) {
    check_contact(&ratchet.law, ratchet.restitution, check);
    check.not_negative("pitch", ratchet.pitch);
    check.numbers("tooth", [&ratchet.tooth]);
}

/// See [`Acts`].
pub(in crate::model) fn acts(ratchet: &Ratchet) -> Acts<'_> {
    on_coordinate(&ratchet.on)
}

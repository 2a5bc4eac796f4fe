//! Two joint coordinates with play between them: `[[backlash]]`.

use super::stop::{FORCE, LAWS, RESTITUTION, STIFFNESS, check_contact, contact_law};
use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::Law;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::joints::coupled;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    NAME, Quantity as Q, Range, Table, ValueShape, form, optional, required,
};
use crate::model::types::{CoordinateRef, Place};

/// Gears with play: a stop on the difference of two coordinates.
#[derive(Clone, Debug)]
pub struct Backlash {
    /// Unique name.
    pub name: String,
    /// The two coordinates.
    pub couples: [CoordinateRef; 2],
    /// Change of the second per change of the first.
    pub ratio: f64,
    /// Way of the second coordinate from one side to the other while the first is held [m or rad].
    pub play: f64,
    /// Effort on the second coordinate over the way beyond the play.
    pub law: Law,
    /// Speed after by speed before an impact, above 0 up to 1.
    pub restitution: f64,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "backlash",
        doc: "Two joint coordinates that change in a fixed ratio but for a play: gears with backlash, couplings with play. As drawn they stand in the middle of it. Outputs: effort on the second coordinate, way to the nearest side (negative: penetration), impacts.",
        fields: &[
            NAME,
            required(
                "between",
                ValueShape::TwoItems,
                "The two joint coordinates, such as [\"motor.angle\", \"wheel.angle\"].",
            ),
            optional(
                "ratio",
                ValueShape::Number(Q::One, Range::Any),
                "`radius` is given",
                "Change of the second coordinate per change of the first, both angles or both displacements; negative if they turn against each other.",
            ),
            optional(
                "radius",
                ValueShape::Number(Q::Length, Range::Any),
                "`ratio` is given",
                "Change of the displacement per radian of the angle, for rack and pinion; negative if they run against each other.",
            ),
            required(
                "play",
                ValueShape::Number(Q::Coordinate, Range::NotNegative),
                "Way of the second coordinate from one side to the other while the first is held.",
            ),
            STIFFNESS,
            FORCE,
            RESTITUTION,
        ],
        forms: &[&[form(&["ratio"]), form(&["radius"])], LAWS],
        variants: None,
    },
    summary: "Play between two joint coordinates.",
    what: "backlash",
    small_models: &[("backlash", include_str!("backlash.toml"))],
};

/// `[[backlash]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Backlash> {
    let coupled = coupled(t, c, "backlash");
    if let Some(coupled) = &coupled {
        t.set_measure(coupled.measure);
    }
    let law = contact_law(t);
    let [restitution, play] = ["restitution", "play"].map(|key| t.number(key));
    let coupled = coupled?;
    Some(Backlash {
        name: t.name()?,
        couples: coupled.coordinates,
        ratio: coupled.ratio,
        play: play?,
        law: law?,
        restitution: restitution?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(backlash: &Backlash, check: &mut Check) {
    check_contact(&backlash.law, backlash.restitution, check);
    check.not_negative("play", backlash.play);
    check.number(
        "ratio",
        backlash.ratio,
        backlash.ratio != 0.0,
        "other than 0",
    );
}

/// See [`Acts`].
pub(in crate::model) fn acts(backlash: &Backlash) -> Acts<'_> {
    Acts {
        on: On::TwoCoordinates(&backlash.couples),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

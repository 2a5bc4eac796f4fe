//! Gas springs on a joint coordinate or between two points: `[[gas_spring]]`.

use super::spring::{BETWEEN, ENDS, LOCAL_POINTS, ON, POINTS, SpringPlace, placed};
use super::{ActionDefinition, Acts, TimeCourse};
use crate::functions::Law;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, optional, required,
};
use crate::model::types::Place;

/// A closed volume of gas behind a piston, which pushes (gas.1).
#[derive(Clone, Debug)]
pub struct GasSpring {
    /// Unique name.
    pub name: String,
    /// What it acts on.
    pub on: SpringPlace,
    /// Length or coordinate at which it is extended [m or rad].
    pub extended: f64,
    /// Effort with which it pushes there [N or N m].
    pub effort: f64,
    /// How far the gas reaches there: its volume over the area of the piston [m or rad].
    pub column: f64,
    /// Exponent of the change of state.
    pub exponent: f64,
    /// Viscous coefficient [N s/m or N m s/rad].
    pub damping: f64,
    /// Where it was written.
    pub place: Place,
}

impl GasSpring {
    /// Its law (gas.1); `None` if its numbers make none, which the check of the model names.
    pub fn law(&self) -> Option<Law> {
        let (effort, h, n) = (self.effort, self.column, self.exponent);
        let left = format!("({h} - ({}) + x)", self.extended);
        Law::expression(&format!("-{effort}*({h}/{left})^{n}"), self.extended).ok()
    }
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "gas_spring",
        doc: "A gas spring, with or without a damper, on a joint coordinate or between two points.",
        fields: &[
            NAME,
            ON,
            BETWEEN,
            POINTS,
            LOCAL_POINTS,
            optional(
                "extended",
                ValueShape::Number(Q::Coordinate, Range::Any),
                "the length as drawn between points, 0 on a coordinate",
                "Length or coordinate at which it is extended.",
            ),
            required(
                "force",
                ValueShape::Number(Q::Effort, Range::Positive),
                "Effort with which it pushes when it is extended; pushed in by s it is `force` (column/(column - s))^exponent.",
            ),
            required(
                "column",
                ValueShape::Number(Q::Coordinate, Range::Positive),
                "Height of the gas when it is extended, its volume over the area of the piston: pushed in by half of it, with `exponent` 1, it pushes twice as much.",
            ),
            defaulted(
                "exponent",
                ValueShape::Number(Q::One, Range::Between(1.0, 2.0)),
                Literal::Number(1.0),
                "Exponent of the change of state: 1 for slow motion, 1.4 for motion too fast for heat to leave air or nitrogen.",
            ),
            defaulted(
                "damping",
                ValueShape::Number(Q::EffortPerRate, Range::NotNegative),
                Literal::Number(0.0),
                "Viscous coefficient.",
            ),
        ],
        forms: &[ENDS],
        variants: None,
    },
    summary: "Gas springs.",
    what: "gas spring",
    small_models: &[("gas_spring", include_str!("gas_spring.toml"))],
};

/// `[[gas_spring]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<GasSpring> {
    let (on, drawn) = placed(t, c);
    let keys = ["force", "column", "exponent", "damping"];
    let [effort, column, exponent, damping] = keys.map(|key| t.number(key));
    let extended = match t.has("extended") {
        true => t.number("extended"),
        false => drawn,
    };
    if let (Some(extended), Some(column), Some(drawn)) = (extended, column, drawn) {
        let stroke = extended - drawn;
        if stroke >= column {
            let message = format!("it is drawn pushed in by {stroke}, the gas reaches {column}");
            let help = "`column` must be longer than the stroke";
            t.node("column")?.error(message, help);
            return None;
        }
    }
    Some(GasSpring {
        name: t.name()?,
        on: on?,
        extended: extended?,
        effort: effort?,
        column: column?,
        exponent: exponent?,
        damping: damping?,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(gas: &GasSpring, check: &mut Check) {
    check.numbers("extended", [&gas.extended]);
    check.positive("force", gas.effort);
    check.positive("column", gas.column);
    check.positive("exponent", gas.exponent);
    check.not_negative("damping", gas.damping);
    if let SpringPlace::Points(anchors) = &gas.on {
        check.anchors(anchors);
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(gas: &GasSpring) -> Acts<'_> {
    Acts {
        on: gas.on.seen(),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: Some("gas-spring"),
        damping: Some(gas.damping),
    }
}

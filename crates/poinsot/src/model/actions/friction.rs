//! Dry and viscous friction on joint coordinates, brakes included: `[[friction]]`.

use super::stop::ON;
use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    CoordinateKind, Form, Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, form,
    optional, required,
};
use crate::model::types::{CoordinateRef, Place};

/// Friction on a joint coordinate (lf.5).
#[derive(Clone, Debug)]
pub struct Friction {
    /// Unique name.
    pub name: String,
    /// What it acts on.
    pub on: CoordinateRef,
    /// Effort while it slides, without that of `coefficient` [N or N m].
    pub effort: TimeFunction,
    /// Coefficient of friction, which multiplies the force of the joint.
    pub coefficient: f64,
    /// Radius at which that acts on an angle; 1 on a displacement [m].
    pub radius: f64,
    /// Effort at which it breaks loose by that of sliding, at least 1.
    pub breakaway: f64,
    /// Speed at which the difference has fallen to a part of 1/e [m/s or rad/s].
    pub stribeck: f64,
    /// Viscous coefficient [N s/m or N m s/rad].
    pub viscous: f64,
    /// Stiffness while it sticks [N/m or N m/rad].
    pub stiffness: f64,
    /// Viscous coefficient of what is elastic while it sticks [N s/m or N m s/rad].
    pub stick_damping: f64,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "friction",
        doc: "Dry friction on a joint coordinate, which sticks and slides, with viscous friction beside it; with an `effort` over time a brake or a lock. Outputs: effort, way that it has slid, whether it slides.",
        fields: &[
            NAME,
            ON,
            optional(
                "effort",
                ValueShape::OfTime(Q::Effort),
                "`coefficient` is given",
                "Effort while it slides: a number, or a function of time for brakes and locks. Never less than zero.",
            ),
            optional(
                "coefficient",
                ValueShape::Number(Q::One, Range::NotNegative),
                "`effort` is given",
                "Coefficient of friction: it slides with this part of the force of the joint, that of the step before.",
            ),
            optional(
                "radius",
                ValueShape::Number(Q::Length, Range::Positive),
                "on a displacement",
                "With `coefficient` on an angle: radius at which friction acts, such as that of the pin.",
            ),
            defaulted(
                "breakaway",
                ValueShape::Number(Q::One, Range::Between(1.0, 100.0)),
                Literal::Number(1.0),
                "Effort at which it breaks loose by that with which it slides.",
            ),
            optional(
                "stribeck",
                ValueShape::Number(Q::CoordinateRate, Range::Positive),
                "no `breakaway`",
                "Speed v_s of the Stribeck curve: what `breakaway` adds falls with the speed v as exp(-(v/v_s)^2).",
            ),
            defaulted(
                "viscous",
                ValueShape::Number(Q::EffortPerRate, Range::NotNegative),
                Literal::Number(0.0),
                "Viscous coefficient.",
            ),
            required(
                "stiffness",
                ValueShape::Number(Q::EffortPerCoordinate, Range::Positive),
                "Stiffness while it sticks: it slides once it is stretched by effort/stiffness.",
            ),
            defaulted(
                "stick_damping",
                ValueShape::Number(Q::EffortPerRate, Range::NotNegative),
                Literal::Number(0.0),
                "Viscous coefficient that acts only while it sticks: it ends oscillations of what has come to rest, soonest with 2 sqrt(stiffness mass).",
            ),
        ],
        forms: &[&[
            form(&["effort"]),
            Form {
                required: &["coefficient"],
                optional: &["radius"],
            },
        ]],
        variants: None,
    },
    summary: "Friction, brakes and locks.",
    what: "friction",
    small_models: &[("friction", include_str!("friction.toml"))],
};

/// `[[friction]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Friction> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let effort = match t.has("effort") {
        true => t.time_function("effort"),
        false => Some(TimeFunction::constant(0.0)),
    };
    let coefficient = match t.has("coefficient") {
        true => t.number("coefficient"),
        false => Some(0.0),
    };
    let radius = radius(t, measure);
    let keys = ["breakaway", "viscous", "stiffness", "stick_damping"];
    let [breakaway, viscous, stiffness, stick_damping] = keys.map(|key| t.number(key));
    let stribeck = match t.has("stribeck") {
        true => t.number("stribeck"),
        false => Some(f64::INFINITY),
    };
    let (effort, breakaway) = (effort?, breakaway?);
    if effort.value(0.0) < 0.0 {
        let message = format!("the effort is {} at t = 0", effort.value(0.0));
        t.node("effort")?
            .error(message, "friction acts against the motion, its effort is positive");
    }
    if breakaway > 1.0 && !t.has("stribeck") {
        let help = "give `stribeck`, the speed at which it has fallen to that of sliding";
        t.node("breakaway")?.error("`breakaway` needs `stribeck` too", help);
    }
    if breakaway <= 1.0
        && let Some(node) = t.node("stribeck")
    {
        node.error(
            "`stribeck` needs `breakaway` too",
            "give a `breakaway` above 1",
        );
    }
    Some(Friction {
        name: t.name()?,
        on: on?,
        effort,
        coefficient: coefficient?,
        radius: radius?,
        breakaway,
        stribeck: stribeck?,
        viscous: viscous?,
        stiffness: stiffness?,
        stick_damping: stick_damping?,
        place: t.place(),
    })
}

/// The radius, which only friction by reactions on an angle has.
fn radius(t: &TableReader, measure: CoordinateKind) -> Option<f64> {
    let on_angle = measure == CoordinateKind::Angle;
    match (t.has("coefficient"), on_angle, t.node("radius")) {
        (true, true, Some(_)) => t.number("radius"),
        (true, true, None) => {
            let help = "give the radius at which it acts, such as that of the pin";
            t.node("coefficient")?
                .error("`coefficient` on an angle needs `radius` too", help);
            None
        }
        (true, false, Some(node)) => {
            node.error(
                "`radius` does not fit a displacement",
                "leave it out: there friction is a force",
            );
            None
        }
        _ => Some(1.0),
    }
}

/// See [`Check`].
pub(in crate::model) fn check(friction: &Friction, check: &mut Check) {
    check.positive("stiffness", friction.stiffness);
    check.positive("radius", friction.radius);
    check.not_negative("effort", friction.effort.value(0.0));
    check.not_negative("coefficient", friction.coefficient);
    check.not_negative("viscous", friction.viscous);
    check.not_negative("stick_damping", friction.stick_damping);
    let fits = friction.breakaway >= 1.0;
    check.number("breakaway", friction.breakaway, fits, "1 or above");
    if friction.breakaway > 1.0 {
        check.positive("stribeck", friction.stribeck);
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(friction: &Friction) -> Acts<'_> {
    Acts {
        on: On::Coordinate(&friction.on),
        course: TimeCourse::Factor {
            size: 1.0,
            over: &friction.effort,
        },
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

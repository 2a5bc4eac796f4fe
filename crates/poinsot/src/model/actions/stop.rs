//! Stops of joint coordinates: `[[stop]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::{Law, LawShape};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::functions::elastic_law;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    Field, Form, Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, form, optional,
    required,
};
use crate::model::types::{CoordinateRef, Place};

/// Ends of the range of a joint coordinate, which push back (lf.1).
#[derive(Clone, Debug)]
pub struct Stop {
    /// Unique name.
    pub name: String,
    /// What it ends.
    pub on: CoordinateRef,
    /// Least value [m or rad].
    pub lower: Option<f64>,
    /// Largest value [m or rad].
    pub upper: Option<f64>,
    /// Effort over penetration, with which it pushes back.
    pub law: Law,
    /// Speed after by speed before an impact, above 0 up to 1.
    pub restitution: f64,
    /// Where it was written.
    pub place: Place,
}

/// Coordinate that it ends.
pub(super) const ON: Field = required(
    "on",
    ValueShape::Coordinate,
    "Joint coordinate it acts on, written \"joint.coordinate\".",
);
/// Stiffness of what is touched.
pub(super) const STIFFNESS: Field = optional(
    "stiffness",
    ValueShape::Number(Q::EffortPerCoordinate, Range::Positive),
    "`force` is given",
    "Effort per penetration.",
);
/// Any law instead.
pub(super) const FORCE: Field = optional(
    "force",
    ValueShape::OfLength,
    "linear by `stiffness`",
    "Instead of `stiffness`: effort as an expression in x, the penetration, or { table = [[x, effort], ...] }; positive pushes back, zero at x = 0.",
);
/// Loss.
pub(super) const RESTITUTION: Field = defaulted(
    "restitution",
    ValueShape::Number(Q::One, Range::Above(0.0, 1.0)),
    Literal::Number(1.0),
    "Speed after an impact by the speed before it; 1 loses nothing. Impacts slower than 1e-4 m/s or rad/s lose less.",
);
/// The two ways to say how it pushes.
pub(super) const LAWS: &[Form] = &[form(&["stiffness"]), form(&["force"])];

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "stop",
        doc: "Ends of the range of a joint coordinate: beyond them an effort pushes back, and never pulls. Outputs: effort, way to the nearest end (negative: penetration), impacts.",
        fields: &[
            NAME,
            ON,
            optional(
                "lower",
                ValueShape::Number(Q::Coordinate, Range::Any),
                "no lower end",
                "Least value of the coordinate.",
            ),
            optional(
                "upper",
                ValueShape::Number(Q::Coordinate, Range::Any),
                "no upper end",
                "Largest value of the coordinate.",
            ),
            STIFFNESS,
            FORCE,
            RESTITUTION,
        ],
        forms: &[LAWS],
        variants: None,
    },
    summary: "Stops of joint coordinates.",
    what: "stop",
    small_models: &[("stop", include_str!("stop.toml"))],
};

/// `[[stop]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Stop> {
    let (on, measure) = c.names.coordinate(t);
    t.set_measure(measure);
    let law = contact_law(t);
    let restitution = t.number("restitution");
    let [lower, upper] = ["lower", "upper"].map(|key| t.has(key).then(|| t.number(key)));
    if lower.is_none() && upper.is_none() {
        let help = "give `lower`, `upper` or both";
        t.whole().error("the stop has no end", help);
        return None;
    }
    let known = |end: Option<Option<f64>>| match end {
        None => Some(None),
        Some(value) => value.map(Some),
    };
    let (lower, upper) = (known(lower)?, known(upper)?);
    if let (Some(low), Some(high)) = (lower, upper)
        && low >= high
    {
        let message = format!("the lower end {low} is not below the upper end {high}");
        t.node("upper")?
            .error(message, "`lower` must be smaller than `upper`");
        return None;
    }
    Some(Stop {
        name: t.name()?,
        on: on?,
        lower,
        upper,
        law: law?,
        restitution: restitution?,
        place: t.place(),
    })
}

/// Effort over penetration, from `stiffness` or `force`.
pub(super) fn contact_law(t: &TableReader) -> Option<Law> {
    if !t.has("force") {
        return Some(Law::linear(t.number("stiffness")?, 0.0, 0.0));
    }
    let law = elastic_law(t, "force", 0.0)?;
    if let Some(problem) = law_problem(&law) {
        let help = "an effort that grows from zero, such as \"2e6*x^1.5\"";
        t.node("force")?.error(problem, help);
        return None;
    }
    Some(law)
}

/// Penetrations at which a law is looked at [m or rad].
const DEPTHS: [f64; 7] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];

/// Why a law is none of a contact.
pub(super) fn law_problem(law: &Law) -> Option<String> {
    let at_zero = law.effort(0.0);
    if at_zero != 0.0 {
        return Some(format!(
            "the effort without penetration is {at_zero}, not zero"
        ));
    }
    let pulls = DEPTHS
        .into_iter()
        .find(|&x| law.effort(x) < 0.0 || law.effort(x).is_nan());
    pulls.map(|x| {
        let effort = law.effort(x);
        format!("the effort is {effort} at a penetration of {x}: it must not pull")
    })
}

/// Checks law and restitution of whatever pushes.
pub(super) fn check_contact(law: &Law, restitution: f64, check: &mut Check) {
    if let LawShape::Linear { stiffness, .. } = law.shape() {
        check.positive("stiffness", *stiffness);
    }
    if let Some(problem) = law_problem(law) {
        check.error(problem, "give an effort that grows from zero");
    }
    let fits = restitution > 0.0 && restitution <= 1.0;
    check.number("restitution", restitution, fits, "above 0 up to 1");
}

/// See [`Check`].
pub(in crate::model) fn check(stop: &Stop, check: &mut Check) {
    check_contact(&stop.law, stop.restitution, check);
    check.numbers("lower", &stop.lower);
    check.numbers("upper", &stop.upper);
    match [stop.lower, stop.upper] {
        [None, None] => check.error("it has no end", "give `lower`, `upper` or both"),
        [Some(low), Some(high)] if low >= high => {
            check.error("`lower` is not below `upper`", "exchange the two");
        }
        _ => {}
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(stop: &Stop) -> Acts<'_> {
    on_coordinate(&stop.on)
}

/// What acts on a coordinate and depends on no function of time.
pub(super) fn on_coordinate(on: &CoordinateRef) -> Acts<'_> {
    Acts {
        on: On::Coordinate(on),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

//! Springs and dampers on a joint coordinate or between two points: `[[spring]]`.

use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::Law;
use crate::math::{Quaternion, V3};
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::anchors::{between, distance, drawn_points, local};
use crate::model::decode::functions::elastic_law;
use crate::model::decode::reader::TableReader;
use crate::model::describe::{
    CoordinateKind, Field, Form, Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted,
    form, optional,
};
use crate::model::types::{Anchor, CoordinateRef, Place};

/// What a spring, damper or motor acts on.
#[derive(Clone, Debug)]
pub enum SpringPlace {
    /// A joint coordinate.
    Coordinate(CoordinateRef),
    /// The distance between two points.
    Points([Anchor; 2]),
}

/// A spring, a damper or both in parallel.
#[derive(Clone, Debug)]
pub struct Spring {
    /// Unique name.
    pub name: String,
    /// What it acts on.
    pub on: SpringPlace,
    /// Restoring effort as a function of length or coordinate (positive pulls back).
    pub law: Option<Law>,
    /// Viscous coefficient [N s/m or N m s/rad].
    pub damping: f64,
    /// Where it was written.
    pub place: Place,
}

impl SpringPlace {
    /// See [`Acts`].
    pub(super) fn seen(&self) -> On<'_> {
        match self {
            SpringPlace::Coordinate(on) => On::Coordinate(on),
            SpringPlace::Points(between) => On::Points(between),
        }
    }
}

impl Spring {
    /// A spring with a damper on a joint coordinate such as `hinge.angle`.
    pub fn on_coordinate(
        name: impl Into<String>,
        on: &str,
        law: Option<Law>,
        damping: f64,
    ) -> Self {
        Spring {
            name: name.into(),
            on: SpringPlace::Coordinate(on.into()),
            law,
            damping,
            place: Place::default(),
        }
    }
}

/// Joint coordinate that a spring acts on.
pub(super) const ON: Field = optional(
    "on",
    ValueShape::Coordinate,
    "between two points",
    "Joint coordinate it acts on, written \"joint.coordinate\".",
);
/// Items that a spring connects.
pub(super) const BETWEEN: Field = optional(
    "between",
    ValueShape::TwoItems,
    "on a coordinate",
    "The two items it connects; \"ground\" is the world.",
);
/// Its ends in the world.
pub(super) const POINTS: Field = optional(
    "points",
    ValueShape::TwoPoints,
    "`local_points` are given",
    "Its two ends in the world, as drawn at the start.",
);
/// Its ends in the frames of the items.
pub(super) const LOCAL_POINTS: Field = optional(
    "local_points",
    ValueShape::TwoPoints,
    "`points` are given",
    "Its two ends, each in the frame of its item.",
);
/// The three ways to say what a spring acts on.
pub(super) const ENDS: &[Form] = &[
    form(&["on"]),
    form(&["between", "points"]),
    form(&["between", "local_points"]),
];

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "spring",
        doc: "A spring, a damper or both in parallel, on a joint coordinate or between two points.",
        fields: &[
            NAME,
            ON,
            BETWEEN,
            POINTS,
            LOCAL_POINTS,
            optional(
                "stiffness",
                ValueShape::Number(Q::EffortPerCoordinate, Range::NotNegative),
                "no linear spring",
                "Stiffness of a linear spring.",
            ),
            optional(
                "free",
                ValueShape::Number(Q::Coordinate, Range::Any),
                "the length as drawn between points, 0 on a coordinate",
                "Length or coordinate at which a linear spring carries only its preload.",
            ),
            defaulted(
                "preload",
                ValueShape::Number(Q::Effort, Range::Any),
                Literal::Number(0.0),
                "Effort of a linear spring at `free`; positive pulls back.",
            ),
            optional(
                "force",
                ValueShape::OfLength,
                "linear by `stiffness`",
                "Instead of `stiffness`, `free` and `preload`: restoring effort as an expression in x (length or coordinate), or { table = [[x, effort], ...] }; positive pulls back.",
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
    summary: "Springs and dampers.",
    what: "spring",
    small_models: &[("spring", include_str!("spring.toml"))],
};

/// `[[spring]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Spring> {
    let (on, drawn) = placed(t, c);
    let law = spring_law(t, drawn);
    let damping = t.number("damping");
    let (law, damping) = (law?, damping?);
    if law.is_none() && damping == 0.0 && !t.has("damping") {
        let help = "give `stiffness`, `force`, `preload` or `damping`";
        t.whole()
            .error("the spring has neither stiffness nor damping", help);
    }
    Some(Spring {
        name: t.name()?,
        on: on?,
        law,
        damping,
        place: t.place(),
    })
}

/// What it acts on, and the measure of that as drawn; on a coordinate zero.
pub(super) fn placed(t: &mut TableReader, c: &Context) -> (Option<SpringPlace>, Option<f64>) {
    if t.has("on") {
        let (coordinate, measure) = c.names.coordinate(t);
        t.set_measure(measure);
        (coordinate.map(SpringPlace::Coordinate), Some(0.0))
    } else {
        t.set_measure(CoordinateKind::Length);
        let anchors = between(t, c).and_then(|items| spring_ends(t, c, &items));
        let drawn = anchors.as_ref().and_then(|a| distance(c, a));
        if drawn == Some(0.0) {
            let help = "a spring between two points pulls along their line; a [[bushing]] has stiffness in all directions";
            t.whole().error("the two ends of the spring coincide", help);
        }
        (anchors.map(SpringPlace::Points), drawn)
    }
}

fn spring_ends(t: &TableReader, c: &Context, items: &[String; 2]) -> Option<[Anchor; 2]> {
    if t.has("points") {
        return drawn_points(t, c, items);
    }
    let points = t.points("local_points")?;
    for (item, point) in items.iter().zip(&points) {
        if let Some(what) = c.without_axes(item).filter(|_| *point != V3::zeros()) {
            let message = format!("\"{item}\" is a {what} and has no point other than itself");
            t.node("local_points")?
                .error(message, "its local point is [0, 0, 0]");
            return None;
        }
    }
    let anchor = |i: usize| local(&items[i], points[i], Quaternion::identity());
    Some([anchor(0), anchor(1)])
}

/// The elastic law, `Some(None)` for a pure damper. `drawn` is the free value where none is given.
fn spring_law(t: &TableReader, drawn: Option<f64>) -> Option<Option<Law>> {
    let [stiffness, free, preload] = ["stiffness", "free", "preload"].map(|key| t.number(key));
    let reference = drawn.unwrap_or(0.0);
    if t.has("force") {
        for key in ["stiffness", "free", "preload"] {
            if let Some(node) = t.node(key) {
                let message = format!("`{key}` cannot be combined with `force`");
                node.error(
                    message,
                    "`force` is the whole law; write everything into it",
                );
            }
        }
        return elastic_law(t, "force", reference).map(Some);
    }
    if !t.has("stiffness") && !t.has("preload") {
        if let Some(node) = t.node("free") {
            node.error(
                "`free` needs `stiffness` too",
                "give the stiffness of the spring",
            );
        }
        return Some(None);
    }
    let stiffness = match t.has("stiffness") {
        true => stiffness?,
        false => 0.0,
    };
    let free = match t.has("free") {
        true => free?,
        false => reference,
    };
    if free < 0.0 && t.has("between") {
        let message = "a free length cannot be negative";
        t.node("free")?.error(message, "give a length in m");
    }
    Some(Some(Law::linear(stiffness, free, preload?)))
}

/// See [`Check`].
pub(in crate::model) fn check(spring: &Spring, check: &mut Check) {
    check.not_negative("damping", spring.damping);
    if let SpringPlace::Points(anchors) = &spring.on {
        check.anchors(anchors);
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(spring: &Spring) -> Acts<'_> {
    Acts {
        on: spring.on.seen(),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: Some(match spring.law.is_some() {
            true => "spring",
            false => "damper",
        }),
        damping: Some(spring.damping),
    }
}

//! Loads per length on beams and cables: `[[line_load]]`.

use super::{ActionDefinition, Acts, On, TimeCourse, ZERO};
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::{TableReader, ValueAt};
use crate::model::decode::references::{LINES, arc_length};
use crate::model::decode::scalars::text;
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Table, ValueShape, defaulted, optional, required,
};
use crate::model::types::Place;

/// A load per length on a beam or cable.
#[derive(Clone, Debug)]
pub struct LineLoad {
    /// Unique name.
    pub name: String,
    /// Beam or cable.
    pub on: String,
    /// Force per length [N/m].
    pub force: V3,
    /// Moment per length [N]; beams only.
    pub moment: V3,
    /// `true`: components in section axes, turning with the beam; `false`: world axes.
    pub follower: bool,
    /// Part of the line it acts on, arc lengths [m]; `None` is all of it.
    pub range: Option<[f64; 2]>,
    /// Factor over time.
    pub scale: TimeFunction,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "line_load",
        doc: "A load per length on a beam or cable, or along an edge of a shell.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Line,
                "Beam or cable, or an edge of a shell such as \"panel.edge1\".",
            ),
            defaulted(
                "force",
                ValueShape::Vector(Q::ForcePerLength),
                ZERO,
                "Force per length, in world axes, or in section axes for a follower.",
            ),
            defaulted(
                "moment",
                ValueShape::Vector(Q::MomentPerLength),
                ZERO,
                "Moment per length, in the same axes; beams only.",
            ),
            defaulted(
                "follower",
                ValueShape::Flag,
                Literal::Flag(false),
                "Whether the load turns with the sections; beams only.",
            ),
            optional(
                "range",
                ValueShape::LengthRange,
                "all of it",
                "Range it acts on: two arc lengths from the start, also in percent of the whole.",
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
    summary: "Loads per length on beams, cables and edges of shells.",
    what: "load per length",
    small_models: &[("line_load", include_str!("line_load.toml"))],
};

/// `[[line_load]]`.
pub(in crate::model) fn decode(t: &TableReader, c: &Context) -> Option<LineLoad> {
    let edge = t.node("on").map(|node| c.edge_of(&node));
    let on = match &edge {
        // A message was made.
        Some(None) => None,
        Some(Some(Some(edge))) => Some(edge.clone()),
        _ => line(t, c),
    };
    let on_cable = on.as_ref().and_then(|name| c.names.table_of(name)) == Some("cable");
    let on_edge = matches!(edge, Some(Some(Some(_))));
    for key in ["moment", "follower", "range"] {
        if let Some(node) = t.node(key).filter(|_| on_edge) {
            let message = format!("`{key}` needs a beam: along an edge of a shell only forces act");
            node.error(message, format!("leave out `{key}`"));
            return None;
        }
    }
    let [force, moment] = ["force", "moment"].map(|key| t.vector(key));
    let follower = t.flag("follower");
    let range = range(t, c, on.as_deref());
    let scale = t.scale();
    if !t.has("force") && !t.has("moment") {
        t.missing("keys are missing", "give `force`, `moment` or both");
        return None;
    }
    let refused = [
        ("moment", t.has("moment")),
        ("follower", follower == Some(true)),
    ];
    for (key, _) in refused.iter().filter(|(_, given)| *given && on_cable) {
        let message = format!("`{key}` needs a beam: a cable has no section axes");
        t.node(key)?.error(message, format!("leave out `{key}`"));
    }
    Some(LineLoad {
        name: t.name()?,
        on: on?,
        force: force?,
        moment: moment?,
        follower: follower?,
        range: range?,
        scale: scale?,
        place: t.place(),
    })
}

/// The beam or cable under `on`.
fn line(t: &TableReader, c: &Context) -> Option<String> {
    let node = t.node("on")?;
    let written = text(&node)?;
    if let Some((name, _)) = written.split_once(['@', '.']) {
        c.names.check(&node, name, LINES, false)?;
        let message = "a load per length acts on a whole beam or cable, not on a point";
        let help =
            format!("write \"{name}\", with `range` for a part of it; [[force]] acts on a point");
        node.error(message, help);
        return None;
    }
    c.names.check(&node, written, LINES, false)
}

/// The part of a line under `range`.
fn range(t: &TableReader, c: &Context, on: Option<&str>) -> Option<Option<[f64; 2]>> {
    let Some(node) = t.node("range") else {
        return Some(None);
    };
    let Some([from, to]) = node
        .list()
        .and_then(|list| <[ValueAt; 2]>::try_from(list).ok())
    else {
        node.expected(
            "a list of two arc lengths",
            "for example [0.5, 1] or [\"50 %\", \"100 %\"]",
        );
        return None;
    };
    // A line with errors of its own has a message already.
    let (name, length) = (on?, c.lines.get(on?)?.length);
    let ends = [&from, &to].map(|end| arc_length(end, name, length));
    let [from, to] = [ends[0]?, ends[1]?];
    if from >= to {
        let message = format!("the part from {from} m to {to} m has no length");
        node.error(message, "the first arc length must be less than the second");
        return None;
    }
    Some(Some([from, to]))
}

/// See [`Check`].
pub(in crate::model) fn check(load: &LineLoad, check: &mut Check) {
    check.vector("force", &load.force);
    check.vector("moment", &load.moment);
}

/// See [`Acts`].
pub(in crate::model) fn acts(load: &LineLoad) -> Acts<'_> {
    Acts {
        on: On::Item(load.on.split('.').next().unwrap_or(&load.on), None),
        course: TimeCourse::Factor {
            size: 1.0,
            over: &load.scale,
        },
        fixed: match load.follower {
            true => [V3::zeros(); 2],
            false => [load.force, load.moment],
        },
        link: None,
        damping: None,
    }
}

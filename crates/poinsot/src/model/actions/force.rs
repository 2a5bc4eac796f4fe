//! Forces on a point: `[[force]]`.

use super::load;
pub use super::load::Load;
use super::{ActionDefinition, Acts, ZERO};
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::bodies::local_point;
use crate::model::decode::reader::TableReader;
use crate::model::decode::references::{self, ITEMS};
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Table, ValueShape, defaulted, optional, required,
};

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "force",
        doc: "A force on a body, a point mass, or a point of a beam or cable.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Item,
                "Body, point mass, or point of a beam or cable such as \"boom.end\" or \"boom@0.36 m\"; a point of a shell, or any place in a solid, \"block@[0.1, 0, 0]\", which the nodes around it share.",
            ),
            defaulted(
                "at",
                ValueShape::Vector(Q::Length),
                ZERO,
                "Point of application in the body frame; on a beam relative to the reference line, in section axes.",
            ),
            required(
                "value",
                ValueShape::Vector(Q::Force),
                "Components, in world axes, or in body (section) axes for a follower.",
            ),
            defaulted(
                "follower",
                ValueShape::Flag,
                Literal::Flag(false),
                "Whether the force turns with the body.",
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
    summary: "Forces.",
    what: "force",
    small_models: &[("force", include_str!("force.toml"))],
};

/// `[[force]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Load> {
    let within = t.node("on").and_then(|node| c.within_solid(&node, "force"));
    let shares = within.and_then(|within| c.shares_within(&within));
    let shares = shares.unwrap_or_default();
    let on = match shares.iter().max_by(|a, b| a.1.total_cmp(&b.1)) {
        Some((largest, _)) => Some(largest.clone()),
        None => references::item(t, c, "on", ITEMS),
    };
    let at = local_point(t, c, on.as_deref());
    let load = load::decode(t, on, at).map(|load| Load { shares, ..load });
    let follower = load.as_ref().filter(|l| l.follower);
    let what = follower.and_then(|l| c.without_axes(&l.on));
    if let Some((node, what)) = t.node("follower").zip(what) {
        let message = format!("a force cannot turn with a {what}, which has no orientation");
        node.error(message, "leave out `follower`");
    }
    load
}

/// See [`Check`].
pub(in crate::model) fn check(force: &Load, check: &mut Check) {
    load::check(force, check);
    if force.law.is_some() && (force.follower || !force.shares.is_empty()) {
        check.error(
            "a program computes forces on one point, in world axes",
            "leave out `follower`, and name a body, a point mass, a node or a point of a beam",
        );
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(force: &Load) -> Acts<'_> {
    load::acts(force, Some(force.at))
}

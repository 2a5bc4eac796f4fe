//! Discs that roll without slipping: `[[rolling]]`.

use super::{ActionDefinition, Acts, On, TimeCourse, ZERO};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::decode::scalars::text;
use crate::model::describe::{
    Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, required,
};
use crate::model::types::Place;

/// A disc that rolls on a plane without slipping.
#[derive(Clone, Debug)]
pub struct Rolling {
    /// Unique name.
    pub name: String,
    /// Body that carries the disc.
    pub body: String,
    /// Centre of the disc in the body frame [m].
    pub center: V3,
    /// Axis of the disc in the body frame, unit length.
    pub axis: V3,
    /// Radius [m].
    pub radius: f64,
    /// A point of the plane, world [m].
    pub plane_point: V3,
    /// Normal of the plane towards the disc, world, unit length.
    pub plane_normal: V3,
    /// Where it was written.
    pub place: Place,
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "rolling",
        doc: "A disc that rolls on a plane without slipping.",
        fields: &[
            NAME,
            required("body", ValueShape::Body, "Body that carries the disc."),
            defaulted(
                "center",
                ValueShape::Vector(Q::Length),
                ZERO,
                "Centre of the disc in the body frame.",
            ),
            required(
                "axis",
                ValueShape::Direction,
                "Axis of the disc in the body frame.",
            ),
            required(
                "radius",
                ValueShape::Number(Q::Length, Range::Positive),
                "Radius of the disc.",
            ),
            defaulted(
                "plane_point",
                ValueShape::Vector(Q::Length),
                ZERO,
                "A point of the plane, in the world.",
            ),
            defaulted(
                "plane_normal",
                ValueShape::Direction,
                Literal::Vector([0.0, 0.0, 1.0]),
                "Normal of the plane towards the disc, in the world.",
            ),
        ],
        forms: &[],
        variants: None,
    },
    summary: "Discs that roll without slipping.",
    what: "rolling disc",
    small_models: &[("rolling", include_str!("rolling.toml"))],
};

/// `[[rolling]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<Rolling> {
    let body = body(t, c, "body");
    let center = t.vector("center");
    let axis = t.direction("axis");
    let radius = t.number("radius");
    let plane_point = t.vector("plane_point");
    let plane_normal = t.direction("plane_normal");
    Some(Rolling {
        name: t.name()?,
        body: body?,
        center: center?,
        axis: axis?,
        radius: radius?,
        plane_point: plane_point?,
        plane_normal: plane_normal?,
        place: t.place(),
    })
}

fn body(t: &TableReader, c: &Context, key: &str) -> Option<String> {
    let node = t.node(key)?;
    let name = text(&node)?;
    c.names.check(&node, name, &["body"], false)
}

/// See [`Check`].
pub(in crate::model) fn check(disc: &Rolling, check: &mut Check) {
    check.positive("radius", disc.radius);
    check.vector("center", &disc.center);
    check.vector("plane_point", &disc.plane_point);
    check.direction("axis", &disc.axis);
    check.direction("plane_normal", &disc.plane_normal);
}

/// See [`Acts`].
pub(in crate::model) fn acts(disc: &Rolling) -> Acts<'_> {
    Acts {
        on: On::Item(&disc.body, None),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

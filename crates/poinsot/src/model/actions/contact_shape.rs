//! Shapes that touch others: `[[contact_shape]]`.

use super::{ActionDefinition, Acts, On, TimeCourse, ZERO};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::decode::references::{self, ITEMS};
use crate::model::describe::{
    Field, Literal, NAME, Quantity as Q, Range, Table, ValueShape, Variant, Variants, defaulted,
    required,
};
use crate::model::types::Place;

/// A shape fixed to something, which others cannot enter without force.
#[derive(Clone, Debug)]
pub struct ContactShape {
    /// Unique name.
    pub name: String,
    /// What it is fixed to.
    pub on: String,
    /// Its middle, or a point of it, in the frame of the item [m].
    pub at: V3,
    /// What it is.
    pub kind: ContactShapeKind,
    /// Its group.
    pub group: String,
    /// Where it was written.
    pub place: Place,
}

/// What touches, in the frame of its item.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactShapeKind {
    /// A ball.
    Sphere {
        /// Radius [m].
        radius: f64,
    },
    /// A plane, with everything below it.
    Plane {
        /// Unit normal, outwards.
        normal: V3,
    },
    /// A box with rounded corners, along the axes of its item. Its corners meet planes, nothing else.
    Box {
        /// Lengths of its edges [m].
        size: V3,
        /// Radius of the corners [m].
        rounding: f64,
    },
    /// A rod with round ends. Its ends meet planes, nothing else.
    Capsule {
        /// From the middle of one end to that of the other [m].
        along: V3,
        /// Radius [m].
        radius: f64,
    },
}

const RADIUS: Field = required(
    "radius",
    ValueShape::Number(Q::Length, Range::Positive),
    "Radius.",
);

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "contact_shape",
        doc: "A shape that touches others: pairs of shapes push each other apart where a [[contact]] says how, unless they are fixed to the same item or to items that a joint connects. Outputs of every shape: force on it, smallest gap, slip, state, point of contact.",
        fields: &[
            NAME,
            required(
                "on",
                ValueShape::Item,
                "What it is fixed to: body, point mass, point of a beam such as \"boom.end\", or \"ground\".",
            ),
            defaulted(
                "at",
                ValueShape::Vector(Q::Length),
                ZERO,
                "Middle of the shape, or a point of the plane, in the frame of the item.",
            ),
            defaulted(
                "group",
                ValueShape::Text,
                Literal::Word("all"),
                "Group that `groups` of a [[contact]] may name.",
            ),
        ],
        forms: &[],
        variants: Some(&Variants {
            key: "kind",
            doc: "What it is.",
            default: None,
            list: &[
                Variant {
                    word: "sphere",
                    doc: "A ball. It meets balls and planes.",
                    fields: &[RADIUS],
                    forms: &[],
                },
                Variant {
                    word: "plane",
                    doc: "An endless plane, with everything below it.",
                    fields: &[defaulted(
                        "normal",
                        ValueShape::Direction,
                        Literal::Vector([0.0, 0.0, 1.0]),
                        "Normal, outwards, in the axes of the item.",
                    )],
                    forms: &[],
                },
                Variant {
                    word: "box",
                    doc: "A box along the axes of its item. Its eight corners meet planes, and nothing else.",
                    fields: &[
                        required(
                            "size",
                            ValueShape::Vector(Q::Length),
                            "Lengths of its edges.",
                        ),
                        required(
                            "rounding",
                            ValueShape::Number(Q::Length, Range::Positive),
                            "Radius of its corners.",
                        ),
                    ],
                    forms: &[],
                },
                Variant {
                    word: "capsule",
                    doc: "A rod with round ends, which meet planes, and nothing else.",
                    fields: &[
                        required(
                            "along",
                            ValueShape::Vector(Q::Length),
                            "From the middle of one end to that of the other, in the axes of the item.",
                        ),
                        RADIUS,
                    ],
                    forms: &[],
                },
            ],
        }),
    },
    summary: "Shapes that touch others.",
    what: "contact shape",
    small_models: &[
        ("contact_shape", include_str!("contact_shape.toml")),
        ("contact_shape sphere", include_str!("contact_shape.toml")),
        ("contact_shape plane", include_str!("contact_shape.toml")),
        ("contact_shape box", include_str!("contact_corners.toml")),
        ("contact_shape capsule", include_str!("contact_corners.toml")),
    ],
};

/// `[[contact_shape]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<ContactShape> {
    let node = t.node("on");
    let on = node.and_then(|node| references::named(&node, c, ITEMS, true));
    let at = t.vector("at");
    let group = match t.has("group") {
        true => t.text("group"),
        false => Some("all".to_string()),
    };
    let kind = match t.variant?.word {
        "sphere" => Some(ContactShapeKind::Sphere {
            radius: t.number("radius")?,
        }),
        "plane" => Some(ContactShapeKind::Plane {
            normal: t.direction("normal")?,
        }),
        "box" => t
            .vector("size")
            .zip(t.number("rounding"))
            .map(|(size, rounding)| ContactShapeKind::Box { size, rounding }),
        _ => t
            .vector("along")
            .zip(t.number("radius"))
            .map(|(along, radius)| ContactShapeKind::Capsule { along, radius }),
    };
    let shape = ContactShape {
        name: t.name()?,
        on: on?,
        at: at?,
        kind: kind?,
        group: group?,
        place: t.place(),
    };
    if let Some((message, help)) = problem(&shape.kind) {
        t.whole().error(message, help);
        return None;
    }
    let without_axes = c.without_axes(&shape.on);
    if let (Some(what), ContactShapeKind::Plane { .. }) = (without_axes, &shape.kind) {
        let message = format!("a plane cannot be fixed to a {what}, which has no orientation");
        t.node("on")?.error(message, "name a body or \"ground\"");
        return None;
    }
    Some(shape)
}

/// What is wrong with the sizes of a shape.
fn problem(kind: &ContactShapeKind) -> Option<(String, &'static str)> {
    match kind {
        ContactShapeKind::Box { size, rounding } if size.min() < 2.0 * rounding => Some((
            format!(
                "the box has an edge of {} m, shorter than two corners",
                size.min()
            ),
            "give edges of at least twice `rounding`",
        )),
        ContactShapeKind::Capsule { along, .. } if along.norm() == 0.0 => Some((
            "the capsule has no length".into(),
            "give `along`, or take the kind \"sphere\"",
        )),
        _ => None,
    }
}

/// See [`Check`].
pub(in crate::model) fn check(shape: &ContactShape, check: &mut Check) {
    check.vector("at", &shape.at);
    match &shape.kind {
        ContactShapeKind::Sphere { radius } => check.positive("radius", *radius),
        ContactShapeKind::Plane { normal } => check.direction("normal", normal),
        ContactShapeKind::Box { size, rounding } => {
            check.vector("size", size);
            check.positive("rounding", *rounding);
        }
        ContactShapeKind::Capsule { along, radius } => {
            check.vector("along", along);
            check.positive("radius", *radius);
        }
    }
    if let Some((message, help)) = problem(&shape.kind) {
        check.error(message, help);
    }
}

/// See [`Acts`].
pub(in crate::model) fn acts(shape: &ContactShape) -> Acts<'_> {
    Acts {
        on: On::Item(&shape.on, Some(shape.at)),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

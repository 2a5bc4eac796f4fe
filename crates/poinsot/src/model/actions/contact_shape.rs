//! Shapes that touch others: `[[contact_shape]]`.

use super::contact_mesh::{MESH, surface};
use super::{ActionDefinition, Acts, On, TimeCourse, ZERO};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::reader::TableReader;
use crate::model::decode::references::{self, ITEMS, LINES};
use crate::model::decode::scalars::text;
use crate::model::describe::{
    Field, Literal, NAME, Quantity as Q, Range, Table, ValueShape, Variant, Variants, defaulted,
    required,
};
use crate::mechanics::forces::Surface;
use crate::model::types::Place;
use std::sync::Arc;

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
    /// A box with rounded edges, along the axes of its item.
    Box {
        /// Lengths of its edges [m].
        size: V3,
        /// Radius of the edges [m].
        rounding: f64,
    },
    /// A cylinder with rounded rims.
    Cylinder {
        /// From the middle of one face to that of the other [m].
        along: V3,
        /// Radius [m].
        radius: f64,
        /// Radius of the rims [m].
        rounding: f64,
    },
    /// A rod with round ends.
    Capsule {
        /// From the middle of one end to that of the other [m].
        along: V3,
        /// Radius [m].
        radius: f64,
    },
    /// A surface of triangles, about `at`.
    Mesh(Arc<Surface>),
    /// A whole beam or cable: round rods from node to node.
    Line {
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
                "What it is fixed to: body, point mass, point of a beam such as \"boom.end\", or \"ground\"; of a line the beam or cable.",
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
                    doc: "A ball. It meets everything.",
                    fields: &[RADIUS],
                    forms: &[],
                },
                Variant {
                    word: "plane",
                    doc: "An endless plane, with everything below it. It meets balls, corners of boxes, rims of cylinders, ends of capsules, nodes of lines.",
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
                    doc: "A box along the axes of its item. Its faces, edges and corners meet balls, ends of capsules, nodes of lines and corners of other boxes; its corners meet planes, capsules, lines and cylinders too; its edges meet edges of other boxes and of meshes and flanks of capsules, lines and cylinders where they cross.",
                    fields: &[
                        required(
                            "size",
                            ValueShape::Vector(Q::Length),
                            "Lengths of its edges.",
                        ),
                        required(
                            "rounding",
                            ValueShape::Number(Q::Length, Range::Positive),
                            "Radius of its edges and corners.",
                        ),
                    ],
                    forms: &[],
                },
                Variant {
                    word: "cylinder",
                    doc: "A cylinder with flat faces. It meets balls, ends of capsules, nodes of lines and corners of boxes; its rims meet planes, on which it stands or rolls; its flank meets flanks of capsules, lines and cylinders and edges of boxes and meshes where they cross.",
                    fields: &[
                        required(
                            "along",
                            ValueShape::Vector(Q::Length),
                            "From the middle of one face to that of the other, in the axes of the item.",
                        ),
                        RADIUS,
                        defaulted(
                            "rounding",
                            ValueShape::Number(Q::Length, Range::NotNegative),
                            Literal::Number(0.0),
                            "Radius of its rims.",
                        ),
                    ],
                    forms: &[],
                },
                Variant {
                    word: "capsule",
                    doc: "A rod with round ends. It meets balls, capsules, lines and corners of boxes, and edges of boxes and meshes and flanks of cylinders where they cross; its ends meet planes, boxes, cylinders and meshes.",
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
                MESH,
                Variant {
                    word: "line",
                    doc: "A whole beam or cable, `on` with its name: round rods from node to node, whose forces go to both nodes by the distance from them. It meets what a capsule meets; its nodes meet planes, boxes, cylinders and meshes. It does not meet itself.",
                    fields: &[RADIUS],
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
        ("contact_shape cylinder", include_str!("contact_drum.toml")),
        ("contact_shape mesh", include_str!("contact_mesh.toml")),
        ("contact_shape line", include_str!("contact_line.toml")),
    ],
};

/// `[[contact_shape]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<ContactShape> {
    let word = t.variant.map(|variant| variant.word);
    let on = match word {
        Some("line") => whole_line(t, c),
        _ => t.node("on").and_then(|on| references::named(&on, c, ITEMS, true)),
    };
    let at = t.vector("at");
    let group = match t.has("group") {
        true => t.text("group"),
        false => Some("all".to_string()),
    };
    let kind = match word? {
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
        "cylinder" => Some(ContactShapeKind::Cylinder {
            along: t.vector("along")?,
            radius: t.number("radius")?,
            rounding: t.number("rounding")?,
        }),
        "mesh" => surface(t).map(ContactShapeKind::Mesh),
        "line" => Some(ContactShapeKind::Line {
            radius: t.number("radius")?,
        }),
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
    if let ContactShapeKind::Line { .. } = shape.kind {
        return Some(shape);
    }
    if let Some(what) = c.without_axes(&shape.on) {
        let word = word?;
        if !matches!(shape.kind, ContactShapeKind::Sphere { .. }) {
            let message = format!("a {word} cannot be fixed to a {what}, which has no orientation");
            t.node("on")?.error(message, "name a body or \"ground\"");
            return None;
        }
        if shape.at != V3::zeros() {
            let message = format!("a shape cannot be beside a {what}, which has no orientation");
            t.node("at")?.error(message, "leave out `at`, or name a body");
            return None;
        }
    }
    Some(shape)
}

/// The beam or cable that is a line as a whole.
fn whole_line(t: &TableReader, c: &Context) -> Option<String> {
    if t.has("at") {
        let help = "leave out `at`: a line is where its beam or cable is";
        t.node("at")?.error("a line has no place of its own", help);
        return None;
    }
    let node = t.node("on")?;
    let written = text(&node)?;
    if let Some((name, _)) = written.split_once(['@', '.']) {
        c.names.check(&node, name, LINES, false)?;
        let help = format!("write \"{name}\"; the kind \"sphere\" is for a point of it");
        node.error("a line is a whole beam or cable, not a point", help);
        return None;
    }
    c.names.check(&node, written, LINES, false)
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
        ContactShapeKind::Cylinder { along, .. } if along.norm() == 0.0 => Some((
            "the cylinder has no length".into(),
            "give `along`, from the middle of one face to that of the other",
        )),
        ContactShapeKind::Cylinder {
            along,
            radius,
            rounding,
        } if radius.min(0.5 * along.norm()) < *rounding => Some((
            format!("the rims of the cylinder are rounded by {rounding} m, more than it is large"),
            "give a `rounding` of at most `radius` and half the length of `along`",
        )),
        _ => None,
    }
}

/// See [`Check`].
pub(in crate::model) fn check(shape: &ContactShape, check: &mut Check) {
    check.vector("at", &shape.at);
    match &shape.kind {
        ContactShapeKind::Sphere { radius } | ContactShapeKind::Line { radius } => {
            check.positive("radius", *radius);
        }
        ContactShapeKind::Cylinder {
            along,
            radius,
            rounding,
        } => {
            check.vector("along", along);
            check.positive("radius", *radius);
            check.not_negative("rounding", *rounding);
        }
        ContactShapeKind::Plane { normal } => check.direction("normal", normal),
        // A surface is sound once it is made.
        ContactShapeKind::Mesh(_) => {}
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
    let at = match shape.kind {
        ContactShapeKind::Line { .. } => None,
        _ => Some(shape.at),
    };
    Acts {
        on: On::Item(&shape.on, at),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

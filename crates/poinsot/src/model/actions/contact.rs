//! What happens between shapes that touch: `[[contact]]`.

use super::stop::{RESTITUTION, check_contact, law_problem};
use super::{ActionDefinition, Acts, On, TimeCourse};
use crate::functions::Law;
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::Context;
use crate::model::decode::functions::elastic_law;
use crate::model::decode::reader::TableReader;
use crate::model::decode::scalars::text;
use crate::model::describe::{
    CoordinateKind, Literal, NAME, Quantity as Q, Range, Table, ValueShape, defaulted, form,
    optional,
};
use crate::model::types::Place;

/// What happens between shapes of some groups.
#[derive(Clone, Debug)]
pub struct ContactPair {
    /// Unique name.
    pub name: String,
    /// None: between all shapes; one: between those of this group; two: between those of the one and those of the other.
    pub groups: Vec<String>,
    /// Force over penetration.
    pub law: ContactForce,
    /// Speed after by speed before an impact, above 0 up to 1.
    pub restitution: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Stiffness while it sticks [N/m]; `None`: that of the surface.
    pub stick: Option<f64>,
    /// Where it was written.
    pub place: Place,
}

/// Force over penetration.
#[derive(Clone, Debug)]
pub enum ContactForce {
    /// Any law.
    Given(Law),
    /// After Hertz, with the modulus of both surfaces together [Pa].
    Hertz(f64),
}

/// See [`ActionDefinition`].
pub(in crate::model) const DEFINITION: ActionDefinition = ActionDefinition {
    table: &Table {
        name: "contact",
        doc: "What happens where shapes touch: a force that pushes and never pulls, loss in impacts, friction that sticks and slides. Of several, one with `groups` goes before one without, and a later before an earlier one.",
        fields: &[
            NAME,
            optional(
                "groups",
                ValueShape::Texts,
                "all shapes with all others",
                "One group of [[contact_shape]]: between its shapes; two: between the shapes of the one and those of the other.",
            ),
            optional(
                "stiffness",
                ValueShape::Number(Q::Stiffness, Range::Positive),
                "`modulus` or `force` is given",
                "Force per penetration.",
            ),
            optional(
                "modulus",
                ValueShape::Number(Q::Modulus, Range::Positive),
                "`stiffness` or `force` is given",
                "Instead of `stiffness`, after Hertz: E* of both surfaces, 1/E* = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2. The force is 4/3 E* sqrt(R) x^1.5, 1/R = 1/r_1 + 1/r_2.",
            ),
            optional(
                "force",
                ValueShape::OfLength,
                "linear by `stiffness`",
                "Instead of `stiffness`: force as an expression in x, the penetration, or { table = [[x, force], ...] }; positive pushes, zero at x = 0.",
            ),
            RESTITUTION,
            defaulted(
                "friction",
                ValueShape::Number(Q::One, Range::NotNegative),
                Literal::Number(0.0),
                "Coefficient of friction.",
            ),
            optional(
                "stick_stiffness",
                ValueShape::Number(Q::Stiffness, Range::Positive),
                "that of the surface at a thousandth of the smaller radius",
                "Stiffness across the normal while surfaces stick.",
            ),
        ],
        forms: &[&[form(&["stiffness"]), form(&["modulus"]), form(&["force"])]],
        variants: None,
    },
    summary: "What happens where shapes touch.",
    what: "contact",
    small_models: &[("contact", include_str!("contact.toml"))],
};

/// `[[contact]]`.
pub(in crate::model) fn decode(t: &mut TableReader, c: &Context) -> Option<ContactPair> {
    t.set_measure(CoordinateKind::Length);
    let groups = groups(t, c);
    let law = law(t);
    let (restitution, friction) = (t.number("restitution"), t.number("friction"));
    let stick = match t.has("stick_stiffness") {
        true => t.number("stick_stiffness").map(Some),
        false => Some(None),
    };
    Some(ContactPair {
        name: t.name()?,
        groups: groups?,
        law: law?,
        restitution: restitution?,
        friction: friction?,
        stick: stick?,
        place: t.place(),
    })
}

fn law(t: &TableReader) -> Option<ContactForce> {
    if t.has("modulus") {
        return t.number("modulus").map(ContactForce::Hertz);
    }
    if !t.has("force") {
        let law = Law::linear(t.number("stiffness")?, 0.0, 0.0);
        return Some(ContactForce::Given(law));
    }
    let law = elastic_law(t, "force", 0.0)?;
    if let Some(problem) = law_problem(&law) {
        let help = "a force that grows from zero, such as \"2e6*x^1.5\"";
        t.node("force")?.error(problem, help);
        return None;
    }
    Some(ContactForce::Given(law))
}

fn groups(t: &TableReader, c: &Context) -> Option<Vec<String>> {
    let Some(node) = t.node("groups") else {
        return Some(Vec::new());
    };
    let entries = node.list().filter(|list| (1..=2).contains(&list.len()));
    let Some(entries) = entries else {
        node.expected("a list of one or two groups", "such as [\"balls\", \"walls\"]");
        return None;
    };
    let known = &c.contact_groups;
    let mut groups = Vec::new();
    for entry in &entries {
        let group = text(entry)?;
        if !known.iter().any(|g| g == group) {
            let help = match known.is_empty() {
                true => "add a [[contact_shape]] with this `group`".to_string(),
                false => format!("the groups of this model are {}", known.join(", ")),
            };
            entry.error(format!("no contact shape has the group \"{group}\""), help);
            return None;
        }
        groups.push(group.to_string());
    }
    Some(groups)
}

/// See [`Check`].
pub(in crate::model) fn check(contact: &ContactPair, check: &mut Check) {
    match &contact.law {
        ContactForce::Given(law) => check_contact(law, contact.restitution, check),
        ContactForce::Hertz(modulus) => {
            check.positive("modulus", *modulus);
            let e = contact.restitution;
            check.number("restitution", e, e > 0.0 && e <= 1.0, "above 0 up to 1");
        }
    }
    check.not_negative("friction", contact.friction);
    if let Some(stick) = contact.stick {
        check.positive("stick_stiffness", stick);
    }
    if contact.groups.len() > 2 {
        check.error("it has more than two groups", "give one or two, or none");
    }
}

/// See [`Acts`]: by itself on nothing, the shapes name their items.
pub(in crate::model) fn acts(_contact: &ContactPair) -> Acts<'_> {
    Acts {
        on: On::Item("ground", None),
        course: TimeCourse::Constant,
        fixed: [V3::zeros(); 2],
        link: None,
        damping: None,
    }
}

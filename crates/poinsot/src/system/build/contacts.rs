//! Contact shapes and what happens between them: from the model to the parts that may touch.

use super::Builder;
use crate::math::V3;
use crate::model::{ContactForce, ContactShapeKind, Model};
use crate::system::{ContactPart, ContactRule, NormalLaw, PartKind};

impl Builder {
    pub(super) fn contact_shapes(&mut self, model: &Model) {
        let groups = group_names(model);
        for shape in &model.contact_shapes {
            let Some(item) = self.item(&shape.name, &shape.on, &shape.place) else {
                continue;
            };
            let contacts = &mut self.system.contacts;
            let number = contacts.shapes.len();
            contacts.shapes.push(shape.name.clone());
            let group = groups.iter().position(|g| *g == shape.group);
            let local = |at: V3| item.origin + item.axes * at;
            let ball = |at: V3, radius: f64, only_planes: bool| PartKind::Ball {
                center: local(at),
                radius,
                only_planes,
            };
            let parts = match &shape.kind {
                ContactShapeKind::Sphere { radius } => vec![ball(shape.at, *radius, false)],
                ContactShapeKind::Plane { normal } => vec![PartKind::Plane {
                    point: local(shape.at),
                    normal: item.axes * normal,
                }],
                ContactShapeKind::Box { size, rounding } => (0..8)
                    .map(|corner| {
                        let half = 0.5 * size - V3::repeat(*rounding);
                        let side = |bit: usize| if corner & bit > 0 { 1.0 } else { -1.0 };
                        let arm = V3::new(side(1) * half.x, side(2) * half.y, side(4) * half.z);
                        ball(shape.at + arm, *rounding, true)
                    })
                    .collect(),
                ContactShapeKind::Capsule { along, radius } => [-0.5, 0.5]
                    .map(|part| ball(shape.at + part * along, *radius, true))
                    .to_vec(),
            };
            contacts
                .parts
                .extend(parts.into_iter().map(|kind| ContactPart {
                    shape: number,
                    node: item.node,
                    group: group.unwrap_or(0),
                    kind,
                }));
        }
    }

    pub(super) fn contacts(&mut self, model: &Model) {
        let groups = group_names(model);
        let count = groups.len();
        let joined = self.system.joints.iter();
        let mut joined: Vec<_> = joined
            .map(|joint| {
                let [a, b] = [joint.frames[0].node, joint.frames[1].node];
                if a < b { [a, b] } else { [b, a] }
            })
            .collect();
        joined.sort_unstable();
        self.order += 1;
        let contacts = &mut self.system.contacts;
        contacts.joined = joined;
        contacts.first_order = self.order;
        contacts.groups = count;
        contacts.rule_of = vec![None; count * count];
        // Those for all shapes first, so that those with groups replace them.
        let (named, all): (Vec<_>, Vec<_>) =
            model.contacts.iter().partition(|c| !c.groups.is_empty());
        for contact in all.into_iter().chain(named) {
            let number = contacts.rules.len();
            contacts.rules.push(ContactRule {
                normal: match &contact.law {
                    ContactForce::Given(law) => NormalLaw::Given(law.clone()),
                    ContactForce::Hertz(modulus) => NormalLaw::Hertz(*modulus),
                },
                restitution: contact.restitution,
                friction: contact.friction,
                stick: contact.stick,
            });
            let names = |k: usize, group: &str| contact.groups.get(k).is_none_or(|g| g == group);
            let second = if contact.groups.len() > 1 { 1 } else { 0 };
            for (a, first) in groups.iter().enumerate() {
                for (b, other) in groups.iter().enumerate() {
                    if names(0, first) && names(second, other) {
                        contacts.rule_of[a * count + b] = Some(number);
                        contacts.rule_of[b * count + a] = Some(number);
                    }
                }
            }
        }
    }
}

/// Groups of all shapes, in the order of the model.
fn group_names(model: &Model) -> Vec<&str> {
    let mut groups: Vec<&str> = Vec::new();
    for shape in &model.contact_shapes {
        if !groups.contains(&shape.group.as_str()) {
            groups.push(&shape.group);
        }
    }
    groups
}

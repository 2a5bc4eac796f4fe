//! Single nodes of shells that must take a moment about the normal: there a shell is weak, and weaker on finer meshes.

use super::oversights::written;
use super::reader::TableReader;
use crate::math::{M3, V3};
use crate::mechanics::joints::{CoordinateGeometry, Row, X, Y, Z};
use crate::meshes::elements::{FOLD, corner_normals};
use crate::model::actions::On;
use crate::model::shells::{Shell, TieKind};
use crate::model::types::{Anchor, AnchorAxes, CoordinateRef, Model};
use std::collections::{BTreeSet, HashMap};

/// An axis with less than this part along the normal does not turn a node about it.
const ALONG_NORMAL: f64 = 0.1;

/// Points of shells where something is attached: their normals, and what else is at them.
struct Points<'m> {
    model: &'m Model,
    /// Normal at a point; none where surfaces meet at an angle, which stiffen each other.
    normals: HashMap<&'m str, Option<V3>>,
}

/// Something that can turn a point about its normal: its table, its name, the point, and what the moment comes from.
struct Turned<'m> {
    table: &'static str,
    name: &'m str,
    point: &'m str,
    from: String,
}

/// Warns of them.
pub fn warn(file: &TableReader, model: &Model) {
    if model.shells.is_empty() {
        return;
    }
    let points = Points::new(model);
    let mut found = points.joints();
    found.extend(points.efforts());
    found.extend(points.ties());
    found.extend(points.moments());
    // Two points of a shell that are fixed to the same thing hold each other.
    let mut held: HashMap<(&str, &str), BTreeSet<&str>> = HashMap::new();
    for turned in &found {
        let key = (of_item(turned.point), turned.from.as_str());
        held.entry(key).or_default().insert(turned.point);
    }
    let mut told = BTreeSet::new();
    for turned in &found {
        let key = (of_item(turned.point), turned.from.as_str());
        let alone = held.get(&key).is_none_or(|points| points.len() < 2);
        if !alone || points.is_in_a_patch(turned.point) || !told.insert(turned.point) {
            continue;
        }
        let Some(node) = written(file, turned.table, turned.name) else {
            continue;
        };
        let point = turned.point;
        let message = format!(
            "it can turn the single node \"{point}\" about the normal of the shell, which is weak there and weaker on finer meshes"
        );
        let help = "tie a patch of nodes around it to a body or point: [[tie]] with kind = \"rigid\" or \"distributed\"";
        node.warning(message, help);
    }
}

/// The beam, shell or body in the name of a point of it.
fn of_item(name: &str) -> &str {
    name.split(['@', '.', '#']).next().unwrap_or(name)
}

impl<'m> Points<'m> {
    fn new(model: &'m Model) -> Self {
        let mut normals = HashMap::new();
        for shell in model.shells.iter().filter(|s| !s.points.is_empty()) {
            normals.extend(normals_of(shell));
        }
        // Points that are joined are one: another surface at an angle stiffens it.
        for [a, b] in model
            .ties
            .iter()
            .filter(|t| t.kind == TieKind::Joined)
            .flat_map(|t| &t.pairs)
        {
            let [one, two] = [a, b].map(|name| normals.get(name.as_str()).copied());
            if let (Some(one), Some(two)) = (one, two) {
                let smooth = one
                    .zip(two)
                    .is_some_and(|(n, m)| n.dot(&m).abs() > FOLD.cos());
                if !smooth {
                    normals.insert(a.as_str(), None);
                    normals.insert(b.as_str(), None);
                }
            }
        }
        Points { model, normals }
    }

    /// Whether an axis at a point turns it about its normal.
    fn turns(&self, point: &str, axis: &V3) -> bool {
        let normal = self.normals.get(point).copied().flatten();
        normal.is_some_and(|n| n.dot(axis).abs() > ALONG_NORMAL * axis.norm())
    }

    /// Whether a point moves rigidly with others of its shell.
    fn is_in_a_patch(&self, point: &str) -> bool {
        let ties = self.model.ties.iter();
        ties.filter(|t| t.kind == TieKind::Rigid).any(|tie| {
            let names = || tie.pairs.iter().flatten();
            let own: BTreeSet<&String> = names().filter(|n| of_item(n) == of_item(point)).collect();
            own.len() > 1 && own.iter().any(|n| *n == point)
        })
    }

    /// Joints that hold a rotation about the normal.
    fn joints(&self) -> Vec<Turned<'m>> {
        let mut list = Vec::new();
        for joint in self.model.joints.iter().filter(|j| j.couples.is_none()) {
            for (k, anchor) in joint.between.iter().enumerate() {
                let axes = self.axes(anchor);
                let mut held = joint.kind.definition.rows.iter().filter_map(moment_axis);
                if held.any(|a| self.turns(&anchor.item, &axes.column(a).into())) {
                    list.push(Turned {
                        table: "joint",
                        name: &joint.name,
                        point: &anchor.item,
                        from: of_item(&joint.between[1 - k].item).to_owned(),
                    });
                }
            }
        }
        list
    }

    /// Springs, motors and motions of joints that turn about the normal.
    fn efforts(&self) -> Vec<Turned<'m>> {
        let mut list = Vec::new();
        for action in self.model.actions() {
            let table = action.definition.word();
            if let On::Points(between) = action.acts.on
                && table == "bushing"
            {
                for (k, anchor) in between.iter().enumerate() {
                    if self
                        .normals
                        .get(anchor.item.as_str())
                        .copied()
                        .flatten()
                        .is_some()
                    {
                        list.push(Turned {
                            table,
                            name: action.name,
                            point: &anchor.item,
                            from: of_item(&between[1 - k].item).to_owned(),
                        });
                    }
                }
            }
            for on in action.acts.on.coordinates() {
                list.extend(
                    self.turned_about(on)
                        .into_iter()
                        .map(|(point, from)| Turned {
                            table,
                            name: action.name,
                            point,
                            from,
                        }),
                );
            }
        }
        list
    }

    /// Points whose normal is the axis of a joint angle, each with the item on the other side.
    fn turned_about(&self, on: &CoordinateRef) -> Vec<(&'m str, String)> {
        let joint = self.model.joints.iter().find(|j| j.name == on.joint);
        let mut coordinates = joint
            .into_iter()
            .flat_map(|j| j.kind.definition.coordinates.iter());
        let geometry = coordinates.find(|c| c.name == on.coordinate);
        let axis = match geometry.map(|c| c.geometry) {
            Some(CoordinateGeometry::AngleAboutZ) => Some(Z),
            Some(CoordinateGeometry::UniversalFirst) => Some(X),
            Some(CoordinateGeometry::UniversalSecond) => Some(Y),
            _ => None,
        };
        let mut list = Vec::new();
        if let (Some(joint), Some(axis)) = (joint, axis) {
            for (k, anchor) in joint.between.iter().enumerate() {
                let axes = self.axes(anchor);
                if self.turns(&anchor.item, &axes.column(axis).into()) {
                    let other = of_item(&joint.between[1 - k].item).to_owned();
                    list.push((anchor.item.as_str(), other));
                }
            }
        }
        list
    }

    /// Bodies and beams that share a node with a shell.
    fn ties(&self) -> Vec<Turned<'m>> {
        let mut list = Vec::new();
        let one_node = |kind: TieKind| matches!(kind, TieKind::Rigid | TieKind::Joined);
        for tie in self.model.ties.iter().filter(|t| one_node(t.kind)) {
            for [a, b] in &tie.pairs {
                for (point, other) in [(a, b), (b, a)] {
                    let stiff = self.has_axes(other);
                    if self
                        .normals
                        .get(point.as_str())
                        .copied()
                        .flatten()
                        .is_some()
                        && stiff
                    {
                        list.push(Turned {
                            table: "tie",
                            name: &tie.name,
                            point,
                            from: of_item(other).to_owned(),
                        });
                    }
                }
            }
        }
        list
    }

    /// Moments on single nodes.
    fn moments(&self) -> Vec<Turned<'m>> {
        let moments = self.model.moments.iter();
        let turning = moments.filter(|m| self.turns(&m.on, &m.value));
        let turned = turning.map(|m| Turned {
            table: "moment",
            name: &m.name,
            point: &m.on,
            from: format!("moment {}", m.name),
        });
        turned.collect()
    }

    /// Whether an item is a body or a point of a beam.
    fn has_axes(&self, item: &str) -> bool {
        let name = of_item(item);
        self.model.bodies.iter().any(|b| b.name == name)
            || self.model.beams.iter().any(|b| b.name == name)
    }

    /// Axes of an anchor in the world as drawn; points of shells have those of the world.
    fn axes(&self, anchor: &Anchor) -> M3 {
        let (AnchorAxes::World(q) | AnchorAxes::Local(q)) = anchor.axes;
        *q.to_rotation_matrix().matrix()
    }
}

/// The axis of the moment that a row of a joint transmits.
fn moment_axis(row: &Row) -> Option<usize> {
    match *row {
        Row::Perpendicular(k, l) => Some(3 - k - l),
        Row::Twist => Some(Z),
        _ => None,
    }
}

/// Normals at the points of a shell that something is attached to.
fn normals_of(shell: &Shell) -> Vec<(&str, Option<V3>)> {
    let mut around: HashMap<u32, Vec<V3>> = HashMap::new();
    let wanted: BTreeSet<u32> = shell.points.iter().map(|p| p.point).collect();
    let normals = corner_normals(&shell.mesh, &shell.cells, FOLD);
    for (listed, &cell) in shell.cells.iter().enumerate() {
        for (point, normal) in shell.mesh.cell_points(cell).iter().zip(normals.of(listed)) {
            if wanted.contains(point) {
                around.entry(*point).or_default().push(*normal);
            }
        }
    }
    let one = |normals: &Vec<V3>| {
        let first = *normals.first()?;
        let smooth = normals.iter().all(|n| n.dot(&first).abs() > FOLD.cos());
        smooth.then_some(first)
    };
    let points = shell.points.iter();
    let named = points.map(|p| (p.name.as_str(), around.get(&p.point).and_then(one)));
    named.collect()
}

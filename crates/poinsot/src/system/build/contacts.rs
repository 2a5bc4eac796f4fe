//! Contact shapes and what happens between them: from the model to the parts that may touch.

use super::{BuildError, Builder};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::forces::{Edge, Faces, Solid, convex_edges};
use crate::mechanics::index::NodeIndex;
use crate::model::{ContactForce, ContactShape, ContactShapeKind, Model};
use crate::system::{BallRole, ContactPart, ContactRule, NormalLaw, PartKind};
use std::f64::consts::{FRAC_1_SQRT_2, PI};
use std::sync::Arc;

impl Builder {
    pub(super) fn contact_shapes(&mut self, model: &Model) {
        let groups = group_names(model);
        // Edges of meshes are for what crosses them.
        let crossed = model.contact_shapes.iter().any(|shape| {
            use ContactShapeKind::{Box, Capsule, Cylinder, Line};
            matches!(
                shape.kind,
                Box { .. } | Capsule { .. } | Cylinder { .. } | Line { .. }
            )
        });
        for shape in &model.contact_shapes {
            let parts = match &shape.kind {
                ContactShapeKind::Line { radius } => self.line_parts(shape, *radius),
                _ => self.rigid_parts(shape, crossed),
            };
            let group = groups.iter().position(|g| *g == shape.group);
            let contacts = &mut self.system.contacts;
            let number = contacts.shapes.len();
            contacts.shapes.push(shape.name.clone());
            let parts = parts.into_iter();
            contacts
                .parts
                .extend(parts.map(|(nodes, kind)| ContactPart {
                    shape: number,
                    nodes,
                    group: group.unwrap_or(0),
                    kind,
                }));
        }
    }

    /// Parts of a shape that is fixed to one item.
    fn rigid_parts(
        &mut self,
        shape: &ContactShape,
        crossed: bool,
    ) -> Vec<([NodeIndex; 2], PartKind)> {
        let Some(item) = self.item(&shape.name, &shape.on, &shape.place) else {
            return Vec::new();
        };
        let local = |at: V3| item.origin + item.axes * at;
        let ball = |at: V3, radius: f64, role: BallRole| PartKind::Ball {
            center: local(at),
            radius,
            role,
        };
        let axes = *item.axes.to_rotation_matrix().matrix();
        let placed = |edge: Edge| {
            PartKind::Edge(Edge {
                start: local(shape.at + edge.start),
                axes: axes * edge.axes,
                ..edge
            })
        };
        let parts = match &shape.kind {
            ContactShapeKind::Sphere { radius } => vec![ball(shape.at, *radius, BallRole::Whole)],
            ContactShapeKind::Plane { normal } => vec![PartKind::Plane {
                point: local(shape.at),
                normal: item.axes * normal,
            }],
            ContactShapeKind::Box { size, rounding } => {
                let half = (0.5 * size - V3::repeat(*rounding)).sup(&V3::zeros());
                let corner = |corner: usize| {
                    let side = |bit: usize| if corner & bit > 0 { 1.0 } else { -1.0 };
                    let arm = V3::new(side(1) * half.x, side(2) * half.y, side(4) * half.z);
                    ball(shape.at + arm, *rounding, BallRole::Corner)
                };
                let block = PartKind::Solid {
                    solid: Arc::new(Solid::Block {
                        half,
                        rounding: *rounding,
                    }),
                    origin: local(shape.at),
                    axes,
                };
                let edges = edges_of_block(&half, *rounding).into_iter().map(placed);
                let corners = (0..8).map(corner);
                std::iter::once(block).chain(corners).chain(edges).collect()
            }
            ContactShapeKind::Cylinder {
                along,
                radius,
                rounding,
            } => {
                let turn = Quaternion::rotation_between(&V3::z(), along)
                    .unwrap_or_else(|| Quaternion::from_axis_angle(&V3::x_axis(), PI));
                let axes = axes * turn.to_rotation_matrix().matrix();
                let direction: V3 = axes.column(2).into();
                let (origin, length) = (local(shape.at), along.norm());
                let (core, half) = (radius - rounding, (0.5 * length - rounding).max(0.0));
                let drum = PartKind::Solid {
                    solid: Arc::new(Solid::Cylinder {
                        radius: core,
                        half,
                        rounding: *rounding,
                    }),
                    origin,
                    axes,
                };
                let rims = [-half, half].map(|at| PartKind::Rim {
                    center: origin + at * direction,
                    axis: direction,
                    radii: [core, *rounding],
                });
                let flank = PartKind::Edge(Edge {
                    start: origin - 0.5 * length * direction,
                    axes,
                    length,
                    rounding: *radius,
                    faces: None,
                });
                [drum, flank].into_iter().chain(rims).collect()
            }
            ContactShapeKind::Capsule { along, radius } => {
                let ends = [-0.5, 0.5].map(|part| shape.at + part * along);
                let rod = PartKind::Segment {
                    ends: ends.map(local),
                    radius: *radius,
                };
                let caps = ends.map(|at| ball(at, *radius, BallRole::End));
                std::iter::once(rod).chain(caps).collect()
            }
            ContactShapeKind::Mesh(surface) => {
                let whole = PartKind::Solid {
                    solid: Arc::new(Solid::Mesh(Arc::clone(surface))),
                    origin: local(shape.at),
                    axes,
                };
                let (edges, ends) = match crossed {
                    true => convex_edges(surface),
                    false => Default::default(),
                };
                let vertex = |at: V3| ball(shape.at + at, 0.0, BallRole::Vertex);
                let ends = ends.into_iter().map(vertex);
                let edges = edges.into_iter().map(placed);
                std::iter::once(whole).chain(ends).chain(edges).collect()
            }
            ContactShapeKind::Line { .. } => Vec::new(),
        };
        let on = |kind| ([item.node; 2], kind);
        parts.into_iter().map(on).collect()
    }

    /// Parts of a beam or cable: its nodes, and what is between them.
    fn line_parts(&mut self, shape: &ContactShape, radius: f64) -> Vec<([NodeIndex; 2], PartKind)> {
        let mut flexible = self.system.flexible.iter();
        let Some(line) = flexible.find(|body| body.name == shape.on) else {
            self.errors.push(BuildError::UnknownItem {
                user: shape.name.clone(),
                name: shape.on.clone(),
                place: shape.place.clone(),
            });
            return Vec::new();
        };
        let ends = line.nodes.iter().map(|node| {
            let kind = PartKind::Ball {
                center: node.on.at,
                radius,
                role: BallRole::End,
            };
            ([node.on.node; 2], kind)
        });
        let between = line.nodes.windows(2).map(|pair| {
            let kind = PartKind::Segment {
                ends: [pair[0].on.at, pair[1].on.at],
                radius,
            };
            ([pair[0].on.node, pair[1].on.node], kind)
        });
        between.chain(ends).collect()
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

/// Edges of a box about the origin, of the core that is rounded.
fn edges_of_block(half: &V3, rounding: f64) -> Vec<Edge> {
    let mut edges = Vec::new();
    for along in (0..3).filter(|k| half[*k] > 0.0) {
        let [x, y] = [1, 2].map(|k| (along + k) % 3);
        let unit = |k: usize| V3::from_fn(|j, _| if j == k { 1.0 } else { 0.0 });
        for [a, b] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
            let out = FRAC_1_SQRT_2 * (a * unit(x) + b * unit(y));
            let across = unit(along).cross(&out);
            // The first face is the one that is turned from the outward direction to the side of the second axis.
            let first = if a == b { y } else { x };
            edges.push(Edge {
                start: a * half[x] * unit(x) + b * half[y] * unit(y) - half[along] * unit(along),
                axes: M3::from_columns(&[out, across, unit(along)]),
                length: 2.0 * half[along],
                rounding,
                faces: Some(Faces {
                    normal: [FRAC_1_SQRT_2; 2],
                    inner: [half[first], half[x + y - first]],
                }),
            });
        }
    }
    edges
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

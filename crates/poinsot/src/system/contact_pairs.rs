//! Pairs of shapes as interactions of the system.

use super::broad_phase::Grid;
use super::contact_parts::{ContactPart, PartKind};
use super::contacts::{ContactRule, NormalLaw};
use super::{Add, GROUND, NodeIndex, Owner, Sort, State, System};
use crate::mechanics::forces::{
    Contact, ContactLaw, RimOnPlane, RodOnEdge, SegmentOnSegment, SphereOnPlane, SphereOnSegment,
    SphereOnSolid, SphereOnSphere, SurfaceLaw,
};
use crate::mechanics::node::NodeKind;
use std::sync::Arc;

/// Where a model has no more pairs than this, all of them are kept for the whole run: it costs less than to look for them.
const KEPT_PAIRS: usize = 64;
/// The stick spring is as stiff as the surface at a penetration of this part of the smaller radius.
const STICK_DEPTH: f64 = 1e-3;

impl System {
    /// Makes the first pairs of a system whose shapes are known.
    pub fn begin_contacts(&mut self, state: &State) {
        if self.contacts.is_empty() {
            return;
        }
        let pairs = match self.contacts.all_pairs(KEPT_PAIRS) {
            Some(all) => {
                self.contacts.constant = true;
                all
            }
            None => {
                let (mut places, mut found) = (Vec::new(), Vec::new());
                self.contact_places(state, &mut places);
                let parts = self.contacts.parts.iter();
                let reach: Vec<f64> = parts.map(ContactPart::slack).collect();
                let contacts = &self.contacts;
                contacts.find(&places, &reach, &mut Grid::default(), &mut found);
                found
            }
        };
        self.set_pairs(pairs);
    }

    /// Makes other pairs the interactions of the system. What states remember has to follow ([`super::carry_over`]).
    pub fn set_pairs(&mut self, pairs: Vec<[u32; 2]>) {
        self.forces.retain(|owner| owner.sort != Sort::Contact);
        for (k, &pair) in pairs.iter().enumerate() {
            self.add_pair(k, pair);
        }
        self.contacts.keep_pairs(pairs);
        self.number();
    }

    fn add_pair(&mut self, k: usize, pair: [u32; 2]) {
        let [a, b] = pair.map(|k| k as usize);
        let Some(rule) = self.contacts.rule(a, b) else {
            return;
        };
        let (first, second) = (&self.contacts.parts[a], &self.contacts.parts[b]);
        let rule = &self.contacts.rules[rule];
        let owner = Owner {
            order: self.contacts.first_order + k,
            sort: Sort::Contact,
            name: self.contacts.name_of(pair),
            part: "",
        };
        let turns = [first, second].map(|part| part.nodes.iter().all(|n| self.has_axes(*n)));
        let nodes = [first.nodes[0], second.nodes[0]];
        // Two shapes without orientation have no common point at which friction could act on both.
        let rubs = turns[0] || turns[1];
        let mass = self.mass_of(first).min(self.mass_of(second));
        let made = |curved: f64, smaller: f64, rubs: bool| {
            Arc::new(surface_law(rule, curved, smaller, rubs).with_mass(mass))
        };
        let round = |r_a: f64, r_b: f64| match r_a.min(r_b) == 0.0 {
            true => made(r_a.max(r_b), r_a.max(r_b), rubs),
            false => made(r_a * r_b / (r_a + r_b), r_a.min(r_b), rubs),
        };
        let flat = |r: f64| made(r, r, true);
        use PartKind::{Ball, Edge, Plane, Rim, Segment, Solid};
        let forces = &mut self.forces;
        match (&first.kind, &second.kind) {
            (&Plane { point, normal }, &Ball { center, radius, .. }) => {
                let shapes = SphereOnPlane::new(nodes, point, normal, center, radius, turns[1]);
                forces.add(owner, Contact::new(shapes, flat(radius)));
            }
            (
                Solid {
                    solid,
                    origin,
                    axes,
                },
                &Ball { center, radius, .. },
            ) => {
                let solid = Arc::clone(solid);
                let shapes =
                    SphereOnSolid::new(nodes, solid, *origin, *axes, center, radius, turns[1]);
                forces.add(owner, Contact::new(shapes, flat(radius)));
            }
            (
                &Ball {
                    center: c_a,
                    radius: r_a,
                    ..
                },
                &Ball {
                    center: c_b,
                    radius: r_b,
                    ..
                },
            ) => {
                let shapes = SphereOnSphere::new(nodes, [c_a, c_b], [r_a, r_b], turns);
                forces.add(owner, Contact::new(shapes, round(r_a, r_b)));
            }
            (
                &Segment { ends, radius: r_a },
                &Ball {
                    center,
                    radius: r_b,
                    ..
                },
            ) => {
                let nodes = [first.nodes[0], first.nodes[1], second.nodes[0]];
                let points = [ends[0], ends[1], center];
                let shapes = SphereOnSegment::new(nodes, points, [r_a, r_b], turns);
                forces.add(owner, Contact::new(shapes, round(r_a, r_b)));
            }
            (
                &Segment {
                    ends: a,
                    radius: r_a,
                },
                &Segment {
                    ends: b,
                    radius: r_b,
                },
            ) => {
                let [n, m] = [first.nodes, second.nodes];
                let nodes = [n[0], n[1], m[0], m[1]];
                let points = [a[0], a[1], b[0], b[1]];
                let shapes = SegmentOnSegment::new(nodes, points, [r_a, r_b], turns);
                forces.add(owner, Contact::new(shapes, round(r_a, r_b)));
            }
            (&Edge(edge), Segment { .. } | Edge(_)) => {
                let radius = second.radius().unwrap_or(0.0);
                let nodes = [first.nodes[0], second.nodes[0], second.nodes[1]];
                let shapes = RodOnEdge::new(nodes, edge, second.locals(), radius, turns[1]);
                let round = if radius > 0.0 { radius } else { edge.rounding };
                forces.add(owner, Contact::new(shapes, flat(round)));
            }
            (
                &Plane { point, normal },
                &Rim {
                    center,
                    axis,
                    radii,
                },
            ) => {
                let shapes = RimOnPlane::new(nodes, [point, normal], [center, axis], radii);
                forces.add(owner, Contact::new(shapes, flat(radii[0] + radii[1])));
            }
            _ => {}
        }
    }

    /// Mass of the nodes that carry a part; without bound where none is known.
    fn mass_of(&self, part: &ContactPart) -> f64 {
        let [a, b] = part.nodes;
        if a == GROUND && b == GROUND {
            return f64::INFINITY;
        }
        let one = self.diagonal_mass(a);
        let mass = if a == b {
            one
        } else {
            one + self.diagonal_mass(b)
        };
        if mass > 0.0 { mass } else { f64::INFINITY }
    }

    fn has_axes(&self, node: NodeIndex) -> bool {
        node == GROUND || self.kinds[node] == NodeKind::Frame
    }
}

/// The law between two surfaces with the radius of their curvature and that of the smaller one.
fn surface_law(rule: &ContactRule, round: f64, smaller: f64, rubs: bool) -> SurfaceLaw {
    let normal = match &rule.normal {
        NormalLaw::Given(law) => ContactLaw::from(law),
        NormalLaw::Hertz(modulus) => ContactLaw::power(4.0 / 3.0 * modulus * round.sqrt(), 1.5),
    };
    let stick = rule
        .stick
        .unwrap_or_else(|| normal.stiffness(STICK_DEPTH * smaller));
    let friction = if rubs { rule.friction } else { 0.0 };
    SurfaceLaw::new(normal, rule.restitution, friction, stick)
}

//! Contacts between bodies: the shapes, the laws between them, and the pairs that may touch soon.
//!
//! Which pairs may touch changes during a run, while all else of a system is constant. Pairs are interactions like all others, and
//! the last ones in their order, so that only what stands behind everything else changes with them (co.7).

use super::broad_phase::{Ball, Grid};
use super::{Add, GROUND, NodeIndex, Owner, Sort, State, System};
use crate::functions::Law;
use crate::math::V3;
use crate::mechanics::forces::{
    CONTACT_MEMORY, Contact, ContactLaw, SphereOnPlane, SphereOnSphere, SurfaceLaw,
};
use crate::mechanics::node::NodeKind;
use std::sync::Arc;

/// Where a model has no more pairs than this, all of them are kept for the whole run: it costs less than to look for them.
const KEPT_PAIRS: usize = 64;
/// The stick spring is as stiff as the surface at a penetration of this part of the smaller radius.
const STICK_DEPTH: f64 = 1e-3;

/// What a part of a shape is, in the frame of its node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PartKind {
    /// A ball.
    Ball {
        /// Centre [m].
        center: V3,
        /// Radius [m].
        radius: f64,
        /// A corner or an end that meets planes alone.
        only_planes: bool,
    },
    /// A plane, with everything below it.
    Plane {
        /// One of its points [m].
        point: V3,
        /// Unit normal, outwards.
        normal: V3,
    },
}

/// A part of a shape.
#[derive(Clone, Debug)]
pub struct ContactPart {
    /// Number of its shape.
    pub shape: usize,
    /// Node that carries it.
    pub node: NodeIndex,
    /// Number of its group.
    pub group: usize,
    /// What it is.
    pub kind: PartKind,
}

impl ContactPart {
    /// Radius of a ball [m].
    pub fn radius(&self) -> Option<f64> {
        match self.kind {
            PartKind::Ball { radius, .. } => Some(radius),
            PartKind::Plane { .. } => None,
        }
    }
}

/// Force over penetration, as it is given.
#[derive(Clone, Debug)]
pub enum NormalLaw {
    /// Any law.
    Given(Law),
    /// After Hertz, with the modulus `E*` [Pa]: `4/3 E* sqrt(R) d^(3/2)`, R the radius of one ball on a plane or `1/R = 1/r_1 + 1/r_2`.
    Hertz(f64),
}

/// What happens between the shapes of two groups.
#[derive(Clone, Debug)]
pub struct ContactRule {
    /// Force over penetration.
    pub normal: NormalLaw,
    /// Speed after an impact by that before it.
    pub restitution: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Stiffness while it sticks [N/m].
    pub stick: Option<f64>,
}

/// All shapes and the pairs at hand.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    /// Names of the shapes, in the order of the model.
    pub shapes: Vec<String>,
    /// Parts of all shapes.
    pub parts: Vec<ContactPart>,
    /// Rules, and which of them holds between two groups, row by row.
    pub rules: Vec<ContactRule>,
    /// See `rules`.
    pub rule_of: Vec<Option<usize>>,
    /// Number of groups.
    pub groups: usize,
    /// Pairs of nodes that a joint ties to each other, sorted.
    pub joined: Vec<[NodeIndex; 2]>,
    /// Whether all pairs are kept for the whole run.
    pub constant: bool,
    /// Order of the first owner of a pair.
    pub first_order: usize,
    /// How often pairs were hit that are not at hand any more.
    pub past_impacts: f64,
    pairs: Vec<[u32; 2]>,
}

impl Contacts {
    /// Whether there is anything that could touch.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
    /// Whether something of it is fixed to the ground.
    pub fn on_ground(&self) -> bool {
        self.parts.iter().any(|p| p.node == GROUND)
    }
    /// The pairs at hand, by the numbers of their parts: planes with balls first.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }
    /// The shapes of a pair.
    pub fn shapes_of(&self, pair: [u32; 2]) -> [usize; 2] {
        pair.map(|k| self.parts[k as usize].shape)
    }

    /// Names of the shapes of a pair.
    pub fn name_of(&self, pair: [u32; 2]) -> String {
        let [a, b] = self.shapes_of(pair);
        format!("{} - {}", self.shapes[a], self.shapes[b])
    }

    fn rule(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = (self.parts[a].group, self.parts[b].group);
        self.rule_of[a * self.groups + b]
    }

    /// Whether two parts may touch at all.
    fn may_touch(&self, a: usize, b: usize) -> bool {
        let [x, y] = [&self.parts[a], &self.parts[b]];
        let meets = match (x.kind, y.kind) {
            (PartKind::Plane { .. }, PartKind::Plane { .. }) => false,
            (PartKind::Ball { only_planes: p, .. }, PartKind::Ball { only_planes: q, .. }) => {
                !(p || q)
            }
            _ => true,
        };
        let nodes = match x.node < y.node {
            true => [x.node, y.node],
            false => [y.node, x.node],
        };
        meets
            && x.node != y.node
            && self.rule(a, b).is_some()
            && self.joined.binary_search(&nodes).is_err()
    }

    /// Puts the numbers of a pair into their order: a plane first, else the smaller one.
    fn ordered(&self, a: usize, b: usize) -> [u32; 2] {
        let plane = |k: usize| matches!(self.parts[k].kind, PartKind::Plane { .. });
        match plane(b) || (!plane(a) && b < a) {
            true => [b as u32, a as u32],
            false => [a as u32, b as u32],
        }
    }

    /// What pairs are sorted by: the order of their pools, then the numbers of the parts.
    fn key(&self, [a, b]: [u32; 2]) -> (bool, u32, u32) {
        let is_plane = matches!(self.parts[a as usize].kind, PartKind::Plane { .. });
        (!is_plane, a, b)
    }

    fn sort(&self, pairs: &mut [[u32; 2]]) {
        pairs.sort_unstable_by_key(|pair| self.key(*pair));
    }

    /// Whether these are pairs that could be at hand: of parts that may touch, in their order, none twice.
    pub fn could_hold(&self, pairs: &[[usize; 2]]) -> bool {
        let parts = self.parts.len();
        let sound = pairs.iter().all(|&[a, b]| {
            a < parts
                && b < parts
                && self.may_touch(a, b)
                && self.ordered(a, b) == [a as u32, b as u32]
        });
        let key = |pair: &[usize; 2]| self.key(pair.map(|k| k as u32));
        sound && pairs.windows(2).all(|w| key(&w[0]) < key(&w[1]))
    }

    /// All pairs that may touch at all, up to a number of them.
    pub fn all_pairs(&self, most: usize) -> Option<Vec<[u32; 2]>> {
        let mut pairs = Vec::new();
        for b in 0..self.parts.len() {
            for a in 0..b {
                if self.may_touch(a, b) {
                    pairs.push(self.ordered(a, b));
                }
            }
            if pairs.len() > most {
                return None;
            }
        }
        self.sort(&mut pairs);
        Some(pairs)
    }

    /// Looks for pairs whose parts are closer than both together reach. `places` are centres of balls and points of planes.
    pub fn find(&self, places: &[V3], reach: &[f64], grid: &mut Grid, found: &mut Vec<[u32; 2]>) {
        found.clear();
        grid.clear();
        for (k, part) in self.parts.iter().enumerate() {
            match part.kind {
                PartKind::Ball {
                    radius,
                    only_planes: false,
                    ..
                } => grid.add(Ball {
                    center: places[k],
                    reach: radius + reach[k],
                    number: k as u32,
                }),
                PartKind::Ball { .. } => {}
                PartKind::Plane { normal, .. } => {
                    let balls = self.parts.iter().enumerate();
                    for (b, ball) in balls {
                        let PartKind::Ball { radius, .. } = ball.kind else {
                            continue;
                        };
                        // A plane that moves sweeps everything.
                        let fixed = part.node == GROUND;
                        let far = fixed && normal.dot(&(places[b] - places[k])) - radius > reach[b];
                        if !far && self.may_touch(k, b) {
                            found.push([k as u32, b as u32]);
                        }
                    }
                }
            }
        }
        grid.pairs(|a, b| {
            if self.may_touch(a as usize, b as usize) {
                found.push(self.ordered(a as usize, b as usize));
            }
        });
        self.sort(found);
    }
}

impl System {
    /// Centres of balls and points of planes at a state.
    pub fn contact_places(&self, state: &State, places: &mut Vec<V3>) {
        let parts = self.contacts.parts.iter();
        places.clear();
        places.extend(parts.map(|part| {
            let pose = &state.poses[part.node];
            let at = match part.kind {
                PartKind::Ball { center, .. } => center,
                PartKind::Plane { point, .. } => point,
            };
            match self.kinds[part.node] {
                NodeKind::Frame => pose.r + pose.q * at,
                _ => pose.r + at,
            }
        }));
    }

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
                let reach: Vec<f64> = self.contacts.parts.iter().map(slack).collect();
                let contacts = &self.contacts;
                contacts.find(&places, &reach, &mut Grid::default(), &mut found);
                found
            }
        };
        self.set_pairs(pairs);
    }

    /// Makes other pairs the interactions of the system. What states remember has to follow ([`carry_over`]).
    pub fn set_pairs(&mut self, pairs: Vec<[u32; 2]>) {
        self.forces.retain(|owner| owner.sort != Sort::Contact);
        for (k, &pair) in pairs.iter().enumerate() {
            self.add_pair(k, pair);
        }
        self.contacts.pairs = pairs;
        self.number();
    }

    fn add_pair(&mut self, k: usize, pair: [u32; 2]) {
        let [a, b] = pair.map(|k| k as usize);
        let (first, second) = (&self.contacts.parts[a], &self.contacts.parts[b]);
        let Some(rule) = self.contacts.rule(a, b) else {
            return;
        };
        let rule = &self.contacts.rules[rule];
        let owner = Owner {
            order: self.contacts.first_order + k,
            sort: Sort::Contact,
            name: self.contacts.name_of(pair),
            part: "",
        };
        let nodes = [first.node, second.node];
        let turns = nodes.map(|n| matches!(self.kinds[n], NodeKind::Frame | NodeKind::Ground));
        match (first.kind, second.kind) {
            (PartKind::Plane { point, normal }, PartKind::Ball { center, radius, .. }) => {
                let law = Arc::new(surface_law(rule, radius, radius, true));
                let shapes = SphereOnPlane::new(nodes, point, normal, center, radius, turns[1]);
                self.forces.add(owner, Contact::new(shapes, law));
            }
            (
                PartKind::Ball {
                    center: c_a,
                    radius: r_a,
                    ..
                },
                PartKind::Ball {
                    center: c_b,
                    radius: r_b,
                    ..
                },
            ) => {
                let round = r_a * r_b / (r_a + r_b);
                // Two nodes without orientation have no common point at which friction could act on both.
                let rubs = turns[0] || turns[1];
                let law = Arc::new(surface_law(rule, round, r_a.min(r_b), rubs));
                let shapes = SphereOnSphere::new(nodes, [c_a, c_b], [r_a, r_b], turns);
                self.forces.add(owner, Contact::new(shapes, law));
            }
            _ => {}
        }
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

/// Part of its radius that a ball may move, whatever its speed, before pairs are looked for again.
const SLACK: f64 = 0.1;

/// How far a part may move before pairs are looked for again, beside its speed [m].
pub fn slack(part: &ContactPart) -> f64 {
    match part.kind {
        PartKind::Ball { radius, .. } => SLACK * radius,
        PartKind::Plane { .. } => 0.0,
    }
}

/// What a state remembers of contacts, from the pairs `before` to the pairs `after`; both are in their order. Returns how often
/// those were hit that are no longer there.
pub fn carry_over(contacts: &Contacts, before: &[[u32; 2]], state: &mut State) -> f64 {
    // At rest nothing is remembered yet.
    if state.memory.is_empty() {
        return 0.0;
    }
    let others = state.memory.len() - CONTACT_MEMORY * before.len();
    let old = state.memory.split_off(others);
    let mut carried = vec![false; before.len()];
    for pair in contacts.pairs() {
        match before.binary_search_by_key(&contacts.key(*pair), |pair| contacts.key(*pair)) {
            Ok(k) => {
                carried[k] = true;
                let place = CONTACT_MEMORY * k..CONTACT_MEMORY * (k + 1);
                state.memory.extend_from_slice(&old[place]);
            }
            Err(_) => state.memory.extend([0.0; CONTACT_MEMORY]),
        }
    }
    let kept = old.chunks_exact(CONTACT_MEMORY);
    let gone = kept.zip(carried).filter(|(_, carried)| !carried);
    gone.map(|(kept, _)| Contact::<SphereOnPlane>::impacts_in(kept))
        .sum()
}

/// Adds those of the old pairs to new ones that something would be lost with, because they touch or still hold energy.
pub fn keep_busy(contacts: &Contacts, state: &State, found: &mut Vec<[u32; 2]>) {
    if state.memory.is_empty() {
        return;
    }
    let others = state.memory.len() - CONTACT_MEMORY * contacts.pairs().len();
    let kept = state.memory[others..].chunks_exact(CONTACT_MEMORY);
    let count = found.len();
    for (pair, kept) in contacts.pairs().iter().zip(kept) {
        let known = |found: &[[u32; 2]]| {
            let key = |pair: &[u32; 2]| contacts.key(*pair);
            found
                .binary_search_by_key(&contacts.key(*pair), key)
                .is_ok()
        };
        if !Contact::<SphereOnPlane>::is_idle(kept) && !known(&found[..count]) {
            found.push(*pair);
        }
    }
    if found.len() > count {
        contacts.sort(found);
    }
}

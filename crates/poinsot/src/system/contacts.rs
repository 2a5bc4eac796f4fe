//! Contacts between bodies: the shapes, the laws between them, and the pairs that may touch soon.
//!
//! Which pairs may touch changes during a run, while all else of a system is constant. Pairs are interactions like all others, and
//! the last ones in their order, so that only what stands behind everything else changes with them (co.7).

use super::broad_phase::{Ball, Grid};
use super::contact_parts::{ContactPart, PartKind, Places};
use super::{GROUND, NodeIndex, State};
use crate::functions::Law;
use crate::math::V3;
use crate::mechanics::forces::{CONTACT_MEMORY, Contact, SphereOnPlane, distance_of_lines};

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
        self.parts.iter().any(|p| p.nodes.contains(&GROUND))
    }
    /// The pairs at hand, by the numbers of their parts, in the order of their pools.
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

    /// Makes these the pairs at hand.
    pub(super) fn keep_pairs(&mut self, pairs: Vec<[u32; 2]>) {
        self.pairs = pairs;
    }

    /// The rule that holds between two parts.
    pub(super) fn rule(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = (self.parts[a].group, self.parts[b].group);
        self.rule_of[a * self.groups + b]
    }

    /// Whether two parts may touch at all.
    fn may_touch(&self, a: usize, b: usize) -> bool {
        let [x, y] = [&self.parts[a], &self.parts[b]];
        let apart = |n: NodeIndex, m: NodeIndex| {
            let nodes = if n < m { [n, m] } else { [m, n] };
            n != m && self.joined.binary_search(&nodes).is_err()
        };
        x.meets(y)
            && x.shape != y.shape
            && self.rule(a, b).is_some()
            && (x.nodes.iter()).all(|n| y.nodes.iter().all(|m| apart(*n, *m)))
    }

    /// Puts the numbers of a pair into their order: planes first, then solids, edges, segments, balls; of two of a kind the smaller
    /// number.
    fn ordered(&self, a: usize, b: usize) -> [u32; 2] {
        let rank = |k: usize| (self.parts[k].rank(), k);
        match rank(b) < rank(a) {
            true => [b as u32, a as u32],
            false => [a as u32, b as u32],
        }
    }

    /// What pairs are sorted by: the order of their pools, then the numbers of the parts.
    fn key(&self, [a, b]: [u32; 2]) -> (u8, u32, u32) {
        use PartKind::{Ball, Edge, Plane, Rim, Segment, Solid};
        let kinds = [a, b].map(|k| &self.parts[k as usize].kind);
        let pool = match kinds {
            [_, Rim { .. }] => 6,
            [Plane { .. } | Rim { .. }, _] => 0,
            [Ball { .. }, _] => 1,
            [Solid { .. }, _] => 2,
            [Segment { .. }, Ball { .. }] => 3,
            [Segment { .. }, _] => 4,
            [Edge(_), _] => 5,
        };
        (pool, a, b)
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
        // Meshes have many parts that do not touch each other: to compare them all would take long.
        if self.parts.len() > MOST_COMPARED {
            return None;
        }
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

    /// Looks for pairs whose parts are closer than both together reach.
    pub fn find(&self, places: &Places, reach: &[f64], grid: &mut Grid, found: &mut Vec<[u32; 2]>) {
        found.clear();
        grid.clear();
        for (k, part) in self.parts.iter().enumerate() {
            let [from, to] = places[k];
            let mut add = |center: V3, reach: f64| {
                let number = k as u32;
                grid.add(Ball {
                    center,
                    reach,
                    number,
                });
            };
            match &part.kind {
                PartKind::Ball { radius, .. } => add(from, radius + reach[k]),
                // Balls that hold it however it stands.
                PartKind::Solid { solid, .. } => add(from, solid.size() + reach[k]),
                PartKind::Segment { radius, .. } => {
                    // Balls in a row, not much larger than it is thick.
                    let (length, thick) = ((to - from).norm(), radius + reach[k]);
                    let pieces = (length / (PIECE * thick)).ceil().clamp(1.0, MOST_PIECES);
                    let half = 0.5 * length / pieces;
                    for piece in 0..pieces as usize {
                        let at = (piece as f64 + 0.5) / pieces;
                        add(from + at * (to - from), half + thick);
                    }
                }
                // As large a ball as its solid has: a few tests more, and no crowd of small balls.
                PartKind::Edge(edge) => add(
                    0.5 * (from + to),
                    0.5 * edge.length + edge.rounding + reach[k],
                ),
                // Planes look for rims.
                PartKind::Rim { .. } => {}
                PartKind::Plane { normal, .. } => self.on_plane(k, normal, places, reach, found),
            }
        }
        grid.pairs(|a, b| {
            let pair = self.ordered(a as usize, b as usize);
            let [a, b] = pair.map(|k| k as usize);
            if self.may_touch(a, b) && self.within_reach(a, b, places, reach) {
                found.push(pair);
            }
        });
        self.sort(found);
        // Segments have several balls.
        found.dedup();
    }

    /// Pairs of a plane with balls and rims above it.
    fn on_plane(
        &self,
        k: usize,
        normal: &V3,
        places: &Places,
        reach: &[f64],
        found: &mut Vec<[u32; 2]>,
    ) {
        // A plane that moves sweeps everything.
        let fixed = self.parts[k].nodes[0] == GROUND;
        for (b, ball) in self.parts.iter().enumerate() {
            let radius = match ball.kind {
                PartKind::Ball { radius, .. } => radius,
                // However it is turned.
                PartKind::Rim { radii, .. } => radii[0] + radii[1],
                _ => continue,
            };
            let height = normal.dot(&(places[b][0] - places[k][0]));
            if !(fixed && height - radius > reach[b]) && self.may_touch(k, b) {
                found.push([k as u32, b as u32]);
            }
        }
    }

    /// Whether two parts, a pair in its order, are no further apart than they reach.
    fn within_reach(&self, a: usize, b: usize, places: &Places, reach: &[f64]) -> bool {
        let [first, second] = [&self.parts[a], &self.parts[b]];
        match (&first.kind, first.radius(), second.radius()) {
            (PartKind::Solid { solid, axes, .. }, _, Some(r)) => {
                // One that moves may also turn.
                let q = axes.transpose() * (places[b][0] - places[a][0]);
                first.nodes[0] != GROUND || solid.distance(&q) <= r + reach[b]
            }
            (_, Some(r_a), Some(r_b)) => {
                let most = r_a + r_b + reach[a] + reach[b];
                distance_of_lines(&places[a], &places[b]) <= most
            }
            _ => true,
        }
    }
}

/// Models with more parts than this do not keep all pairs.
const MOST_COMPARED: usize = 4000;
/// Length of the pieces of a segment that are looked for as balls, by its radius; and how many there are at most.
const PIECE: f64 = 4.0;
const MOST_PIECES: f64 = 32.0;

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

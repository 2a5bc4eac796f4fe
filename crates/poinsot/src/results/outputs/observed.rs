//! What interactions say about themselves at an instant, all of them in one list.

use crate::math::V3;
use crate::mechanics::elements::OBSERVED_PER_SECTION;
use crate::mechanics::forces::CONTACT_SEEN;
use crate::mechanics::interaction::{ForceLaw, Now, part_of};
use crate::system::{FlexibleKind, ForceVisitor, Owner, System};
use std::cell::Cell;
use std::collections::HashMap;

/// The numbers of all interactions that give any.
#[derive(Clone, Debug)]
pub struct Observed {
    values: Vec<f64>,
    /// First number of each interaction in the order of visits, and one behind the last.
    first: Vec<usize>,
    /// Sections whose forces are to be divided by the length they stand for: first number and length.
    per_length: Vec<(usize, f64)>,
    /// Whether any number was asked for.
    pub asked: Cell<bool>,
    /// What shapes feel of all their contacts.
    shapes: Vec<ShapeSeen>,
}

/// What a shape feels of others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeSeen {
    /// Sum of all forces on it [N].
    pub force: V3,
    /// Smallest gap of the pairs at hand [m]; zero where there are none.
    pub gap: f64,
    /// Of the contact with the largest force: speed of slip [m/s], state (0 open, 1 sticks, 2 slides), point [m].
    pub slip: f64,
    /// See `slip`.
    pub state: f64,
    /// See `slip`.
    pub point: V3,
    /// How many it touches.
    pub touched: f64,
    largest: f64,
}

impl ShapeSeen {
    const NOTHING: ShapeSeen = ShapeSeen {
        force: V3::new(0.0, 0.0, 0.0),
        gap: f64::INFINITY,
        slip: 0.0,
        state: 0.0,
        point: V3::new(0.0, 0.0, 0.0),
        touched: 0.0,
        largest: 0.0,
    };

    /// One of its contacts; `sign` says whether the force acts on it or from it.
    fn add(&mut self, seen: &[f64], sign: f64) {
        let force = sign * V3::new(seen[0], seen[1], seen[2]);
        self.force += force;
        self.gap = self.gap.min(seen[3]);
        if seen[3] < 0.0 {
            self.touched += 1.0;
            if force.norm() >= self.largest {
                self.largest = force.norm();
                self.slip = seen[4];
                self.state = seen[5];
                self.point = V3::new(seen[6], seen[7], seen[8]);
            }
        }
    }
}

impl Observed {
    /// Room for all numbers of a system.
    pub fn new(system: &System) -> Self {
        let mut first = vec![0];
        for info in &system.force_info {
            first.push(first[first.len() - 1] + info.observed);
        }
        let places = Offsets::new(system);
        let mut per_length = Vec::new();
        let beams = system.flexible.iter();
        for body in beams.filter(|b| b.kind == FlexibleKind::Beam) {
            for element in &body.elements {
                let at = places.first(&element.owners);
                let sections = element.measures.iter().enumerate();
                per_length
                    .extend(sections.map(|(k, length)| (at + k * OBSERVED_PER_SECTION, *length)));
            }
        }
        Observed {
            values: vec![0.0; first[first.len() - 1]],
            first,
            per_length,
            asked: Cell::new(false),
            shapes: vec![ShapeSeen::NOTHING; system.contacts.shapes.len()],
        }
    }

    /// Makes room for as many pairs of shapes as there are now; they are the last of all interactions.
    fn follow_pairs(&mut self, system: &System) {
        let count = system.force_info.len() + 1;
        if self.first.len() == count {
            return;
        }
        self.first.truncate(count);
        while self.first.len() < count {
            let last = self.first.len() - 1;
            let next = self.first[last] + system.force_info[last].observed;
            self.first.push(next);
        }
        self.values.resize(self.first[count - 1], 0.0);
    }

    /// What shapes feel, from what their pairs say.
    fn gather_shapes(&mut self, system: &System) {
        let contacts = &system.contacts;
        self.shapes.fill(ShapeSeen::NOTHING);
        let behind = self.values.len() - CONTACT_SEEN * contacts.pairs().len();
        let pairs = contacts.pairs().iter();
        for (&pair, seen) in pairs.zip(self.values[behind..].chunks_exact(CONTACT_SEEN)) {
            let [a, b] = contacts.shapes_of(pair);
            self.shapes[a].add(seen, -1.0);
            self.shapes[b].add(seen, 1.0);
        }
        for shape in &mut self.shapes {
            if shape.gap.is_infinite() {
                shape.gap = 0.0;
            }
        }
    }

    /// Asks all interactions.
    pub fn gather(&mut self, system: &System, now: &Now) {
        self.follow_pairs(system);
        system.forces.visit(&mut Gather {
            now,
            first: &self.first,
            values: &mut self.values,
            next_kept: 0,
        });
        for &(at, length) in &self.per_length {
            let forces = at + OBSERVED_PER_SECTION / 3..at + OBSERVED_PER_SECTION;
            for value in &mut self.values[forces] {
                *value /= length;
            }
        }
        self.gather_shapes(system);
    }

    /// Numbers from one on.
    pub fn from(&self, first: usize) -> &[f64] {
        self.asked.set(true);
        &self.values[first..]
    }

    /// What a shape feels of all its contacts.
    pub fn shape(&self, number: usize) -> ShapeSeen {
        self.asked.set(true);
        self.shapes[number]
    }
}

struct Gather<'a> {
    now: &'a Now<'a>,
    first: &'a [usize],
    values: &'a mut [f64],
    next_kept: usize,
}

impl ForceVisitor for Gather<'_> {
    fn visit<const N: usize, const P: usize, const E: usize, F: ForceLaw<N, P, E>>(
        &mut self,
        index: usize,
        _owner: &Owner,
        f: &F,
    ) {
        let kept = part_of(self.now.kept, &mut self.next_kept, f.memory());
        if F::OBSERVED > 0 {
            let range = self.first[index]..self.first[index + 1];
            let now = Now { kept, ..*self.now };
            f.observe(&now, &mut self.values[range]);
        }
    }
}

/// Where the numbers of an interaction lie, by the order of its owner.
pub struct Offsets {
    /// First number, and how many.
    of_order: HashMap<usize, [usize; 2]>,
}

impl Offsets {
    /// For a system.
    pub fn new(system: &System) -> Self {
        let (mut of_order, mut first) = (HashMap::new(), 0);
        for info in &system.force_info {
            of_order.insert(info.owner.order, [first, info.observed]);
            first += info.observed;
        }
        Offsets { of_order }
    }

    /// First number of the first of some owners.
    pub fn first(&self, owners: &[usize]) -> usize {
        self.of(owners)[0]
    }

    /// How many numbers the first of some owners has.
    pub fn count(&self, owners: &[usize]) -> usize {
        self.of(owners)[1]
    }

    fn of(&self, owners: &[usize]) -> [usize; 2] {
        let place = owners.first().and_then(|order| self.of_order.get(order));
        place.copied().unwrap_or_default()
    }
}

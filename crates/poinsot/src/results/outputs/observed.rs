//! What interactions say about themselves at an instant, all of them in one list.

use crate::mechanics::elements::OBSERVED_PER_SECTION;
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
        }
    }

    /// Asks all interactions.
    pub fn gather(&mut self, system: &System, now: &Now) {
        if self.values.is_empty() {
            return;
        }
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
    }

    /// Numbers from one on.
    pub fn from(&self, first: usize) -> &[f64] {
        self.asked.set(true);
        &self.values[first..]
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

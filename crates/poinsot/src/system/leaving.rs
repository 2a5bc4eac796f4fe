//! Joints that let go of their line at its ends (sl.6).

use super::{Add, Constraints, Owner, Sort, State, System};
use crate::mechanics::constraints::{FreedRow, SlidingRow};
use crate::mechanics::index::NodeIndex;
use crate::storage::stored;

/// A place beyond an end by less than this part of the length of the line is at the end.
const AT_END: f64 = 1e-9;

/// A joint that lets go of its line at its ends.
#[derive(Clone, Debug)]
pub struct Leaving {
    /// Its number among the joints.
    pub joint: usize,
    /// The node of its place.
    pub node: NodeIndex,
    /// Where its line begins and ends [m].
    pub ends: [f64; 2],
    /// When and where it has left it.
    pub left: Option<Left>,
}

/// When and where a joint has left its line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Left {
    /// When [s].
    pub time: f64,
    /// Where it was then [m].
    pub s: f64,
    /// Whether it was the end, not the beginning.
    pub at_end: bool,
}

stored!(Left { time, s, at_end });

impl Leaving {
    fn place(&self, state: &State) -> f64 {
        state.poses[self.node].r.x
    }

    fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    /// Which end it is at or beyond: 0 or 1.
    fn end(&self, state: &State) -> Option<usize> {
        let (s, near) = (self.place(state), AT_END * self.length());
        match (s <= self.ends[0] + near, s >= self.ends[1] - near) {
            _ if self.left.is_some() => None,
            (true, _) => Some(0),
            (_, true) => Some(1),
            _ => None,
        }
    }

    /// The part of a step after which it is at an end that it has passed by more than round-off.
    fn part(&self, from: &State, to: &State) -> Option<f64> {
        let end = self.ends[self.end(to)?];
        let (a, b) = (self.place(from), self.place(to));
        ((b - end).abs() > AT_END * self.length()).then(|| (end - a) / (b - a))
    }
}

impl System {
    /// A joint that is at or beyond an end of the line that it lets go of there: its number among those, and the end.
    pub fn at_end(&self, state: &State) -> Option<(usize, usize)> {
        let mut list = self.leaving.iter().enumerate();
        list.find_map(|(k, one)| Some((k, one.end(state)?)))
    }

    /// The least part of a step after which a joint is at the end of its line, of those that have passed one.
    pub fn part_to_end(&self, from: &State, to: &State) -> Option<f64> {
        let parts = self.leaving.iter().filter_map(|one| one.part(from, to));
        parts.reduce(f64::min)
    }

    /// Lets go of a line: the rows that kept something on it keep coordinates without mass instead, which nothing moves (sl.6).
    /// Nothing else changes.
    pub fn leave(&mut self, k: usize, left: Left) {
        let one = &mut self.leaving[k];
        one.left = Some(left);
        let (node, joint) = (one.node, &mut self.joints[one.joint]);
        for coordinate in &mut joint.coordinates {
            // Without a line the place has no rate.
            coordinate.line = None;
        }
        let of = |owner: &Owner| owner.sort == Sort::Joint && owner.name == joint.name;
        let all = &mut self.constraints;
        open::<3, 7>(all, &of);
        open::<4, 5>(all, &of);
        open::<4, 7>(all, &of);
        open::<5, 6>(all, &of);
        open::<6, 7>(all, &of);
        open::<7, 8>(all, &of);
        open::<9, 10>(all, &of);
        let freed = Add::<FreedRow>::owned(all);
        for (_, row) in freed.filter(|(owner, _)| of(owner)) {
            let at = if row.coordinate() == node {
                left.s
            } else {
                0.0
            };
            row.hold(at);
        }
    }
}

fn open<const N: usize, const P: usize>(all: &mut Constraints, of: &impl Fn(&Owner) -> bool)
where
    Constraints: Add<SlidingRow<N, P>>,
{
    let rows = Add::<SlidingRow<N, P>>::owned(all);
    rows.filter(|(owner, _)| of(owner))
        .for_each(|(_, row)| row.open());
}

//! Surfaces that move: corners bound to frames.

use super::mesh::Mesh;
use super::pose::{Anchor, Carrier, Pose};
use super::poses::Frame;
use poinsot::math::V3;

/// A place among neighbours in a list: between number `index` and the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The one before.
    pub index: usize,
    /// The way to the next, from 0 to 1.
    pub part: f64,
}

impl Between {
    /// Just at a number.
    pub fn at(index: usize) -> Self {
        Between { index, part: 0.0 }
    }

    /// Finds `at` in a sorted list; what is outside of it counts as its end.
    pub fn find(list: &[f64], at: f64) -> Self {
        let last = list.len().saturating_sub(2);
        let index = list
            .partition_point(|s| *s <= at)
            .saturating_sub(1)
            .min(last);
        let part = match list.get(index..index + 2) {
            Some(&[a, b]) if b > a => ((at - a) / (b - a)).clamp(0.0, 1.0),
            _ => 0.0,
        };
        Between { index, part }
    }

    /// The value of a list in between; exactly that of the list at its places.
    pub fn mix(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.mix_all(|k| [value(k)])[0]
    }

    /// Values of a list in between.
    pub fn mix_all<const N: usize>(&self, value: impl Fn(usize) -> [f64; N]) -> [f64; N] {
        if self.part == 0.0 {
            return value(self.index);
        }
        let next = value(self.index + 1);
        if self.part == 1.0 {
            return next;
        }
        let here = value(self.index);
        std::array::from_fn(|k| here[k] + self.part * (next[k] - here[k]))
    }
}

/// What moves corners of a surface: a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// One that is fixed to the ground, to a body or to a node.
    On(Anchor),
    /// The mean of several ones, by shares.
    Mean(Vec<(Anchor, f64)>),
    /// The place of a sensor.
    Sensor(usize),
    /// A section of a curve.
    Section {
        /// Number of the flexible body.
        body: usize,
        /// Arc length [m].
        s: f64,
        /// Among its nodes.
        node: Between,
        /// Among its places with values.
        station: Between,
    },
}

/// What a surface shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// What stands for a body.
    Body(usize),
    /// What leads from the mass centre of a body to something that is attached to it.
    Arm(usize),
    /// A rolling disc.
    Disc(usize),
    /// A flexible body.
    Flexible(usize),
    /// A shape of the model.
    Shape(usize),
    /// A joint.
    Joint(usize),
    /// A sensor.
    Sensor(usize),
}

/// A surface that moves: every corner keeps its place in the frame that it is bound to.
#[derive(Clone, Debug)]
pub struct Surface {
    /// What it shows.
    pub shows: Shows,
    /// Frames.
    pub bounds: Vec<Bound>,
    /// For each corner the number of its frame; empty if there is one frame only.
    pub bound_of: Vec<u32>,
    /// Corners in their frames [m], and faces between them.
    pub mesh: Mesh,
    /// Holes of hollow sections, as far as they are marked on closed ends instead of left open: corners of each.
    pub holes: Vec<Vec<u32>>,
    /// For each face the number of its element, [`NO_ELEMENT`] for rims; empty where faces are not those of elements.
    pub elements: Vec<u32>,
}

/// Stands for the element of a face that belongs to none.
pub const NO_ELEMENT: u32 = u32::MAX;

impl Surface {
    /// One that moves as a whole.
    pub fn rigid(shows: Shows, bound: Bound, mesh: Mesh) -> Self {
        Surface {
            shows,
            bounds: vec![bound],
            bound_of: Vec::new(),
            mesh,
            holes: Vec::new(),
            elements: Vec::new(),
        }
    }

    /// Number of the frame of a corner.
    pub fn bound_of(&self, corner: usize) -> usize {
        self.bound_of.get(corner).map_or(0, |k| *k as usize)
    }

    /// How far it reaches from the origin of its frame [m].
    pub fn reach(&self) -> f64 {
        let points = self.mesh.points.iter();
        points.map(V3::norm).fold(0.0, f64::max)
    }

    /// Whether it stands still.
    pub fn is_on_ground(&self) -> bool {
        let still = |anchor: &Anchor| anchor.on == Carrier::Ground;
        self.bounds.iter().all(|bound| match bound {
            Bound::On(anchor) => still(anchor),
            Bound::Mean(fixed) => fixed.iter().all(|(anchor, _)| still(anchor)),
            Bound::Sensor(_) | Bound::Section { .. } => false,
        })
    }

    /// The surface as it is in a frame.
    pub fn at(&self, frame: &Frame<'_>) -> Mesh {
        let places: Vec<Pose> = self.bounds.iter().map(|b| frame.place(b)).collect();
        let points = self.mesh.points.iter().enumerate();
        let moved = points.map(|(k, p)| places[self.bound_of(k)].point(p));
        Mesh {
            points: moved.collect(),
            faces: self.mesh.faces.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_between_are_found() {
        let list = [0.0, 1.0, 3.0];
        let find = |list: &[f64], at: f64| {
            let found = Between::find(list, at);
            (found.index, found.part)
        };
        assert_eq!(find(&list, 2.0), (1, 0.5));
        assert_eq!(find(&list, -1.0), (0, 0.0));
        assert_eq!(find(&list, 9.0), (1, 1.0));
        assert_eq!(find(&[], 1.0), (0, 0.0));
    }
}

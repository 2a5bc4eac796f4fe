//! The room that things take.

use poinsot::math::V3;

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Its least corner [m].
    pub low: V3,
    /// Its largest corner [m].
    pub high: V3,
}

impl Room {
    /// One without any point.
    pub fn empty() -> Room {
        Room {
            low: V3::repeat(f64::INFINITY),
            high: V3::repeat(f64::NEG_INFINITY),
        }
    }

    /// Makes room for a point and so much around it.
    pub fn add(&mut self, point: &V3, reach: f64) {
        if point.iter().all(|x| x.is_finite()) && reach.is_finite() {
            self.low = self.low.inf(&(point - V3::repeat(reach)));
            self.high = self.high.sup(&(point + V3::repeat(reach)));
        }
    }

    /// Makes room for another one and so much around it.
    pub fn add_room(&mut self, other: &Room, reach: f64) {
        if other.low.x <= other.high.x {
            self.add(&other.low, reach);
            self.add(&other.high, reach);
        }
    }

    /// Length of its diagonal; 0 if it is empty.
    pub fn size(&self) -> f64 {
        let size = (self.high - self.low).norm();
        match self.low.x <= self.high.x && size.is_finite() {
            true => size,
            false => 0.0,
        }
    }
}

//! The room that things take.

use poinsot::math::V3;

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub low: V3,
    pub high: V3,
}

impl Room {
    pub fn empty() -> Room {
        Room {
            low: V3::repeat(f64::INFINITY),
            high: V3::repeat(f64::NEG_INFINITY),
        }
    }

    pub fn add(&mut self, point: &V3, reach: f64) {
        if point.iter().all(|x| x.is_finite()) && reach.is_finite() {
            self.low = self.low.inf(&(point - V3::repeat(reach)));
            self.high = self.high.sup(&(point + V3::repeat(reach)));
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

//! A small seeded generator: the same samples in every run, on every machine.

use super::V3;
use nalgebra::{Matrix3, Matrix6, Quaternion, UnitQuaternion};

/// SplitMix64 of Steele, Lea and Flood (2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Components uniform in [-size, size).
    pub fn vector(&mut self, size: f64) -> V3 {
        V3::from_fn(|_, _| self.between(-size, size))
    }

    /// A direction.
    pub fn unit(&mut self) -> V3 {
        loop {
            let v = self.vector(1.0);
            if (0.1..1.0).contains(&v.norm()) {
                return v.normalize();
            }
        }
    }

    /// An orientation.
    pub fn orientation(&mut self) -> UnitQuaternion<f64> {
        let (v, w) = (self.unit(), self.unit());
        UnitQuaternion::new_normalize(Quaternion::new(v.x, v.y, w.x, w.y + 0.01))
    }

    /// A positive definite inertia of a real body: made of positive second moments.
    pub fn inertia(&mut self) -> Matrix3<f64> {
        let r = *self.orientation().to_rotation_matrix().matrix();
        let m = V3::from_fn(|_, _| self.between(0.05, 0.3));
        let moments = V3::new(m.y + m.z, m.z + m.x, m.x + m.y);
        r * Matrix3::from_diagonal(&moments) * r.transpose()
    }

    /// A positive definite matrix with entries of order one.
    pub fn stiffness(&mut self) -> Matrix6<f64> {
        let m = Matrix6::from_fn(|_, _| self.between(-1.0, 1.0));
        m * m.transpose() + Matrix6::identity()
    }
}

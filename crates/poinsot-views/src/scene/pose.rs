//! Frames, and what carries them.

use poinsot::math::{Quaternion, V3, orientation};
use serde::{Deserialize, Serialize};

/// A position and a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Origin [m].
    #[serde(with = "vector")]
    pub at: V3,
    /// From the own axes to those that the origin is given in.
    #[serde(with = "rotation")]
    pub turn: Quaternion,
}

impl Pose {
    /// The world itself.
    pub fn world() -> Self {
        Pose::at(V3::zeros())
    }

    /// Somewhere, not turned.
    pub fn at(at: V3) -> Self {
        Pose {
            at,
            turn: Quaternion::identity(),
        }
    }

    /// A point given in this frame, in the frame that this one is given in.
    pub fn point(&self, p: &V3) -> V3 {
        self.at + self.turn * p
    }

    /// A frame given in this one, in the frame that this one is given in.
    pub fn of(&self, inner: &Pose) -> Pose {
        Pose {
            at: self.point(&inner.at),
            turn: self.turn * inner.turn,
        }
    }
}

/// What moves a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Carrier {
    /// Nothing: it stands still.
    Ground,
    /// A body, by its number among the results.
    Body(usize),
    /// A node of a flexible body, by its number among all of them. What is fixed to a node without axes does not turn.
    Node(usize),
}

/// A frame fixed to a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anchor {
    /// The carrier.
    pub on: Carrier,
    /// The frame in that of the carrier.
    pub place: Pose,
}

/// Four numbers as a rotation, scalar first; what is none does not turn.
pub fn quaternion([w, x, y, z]: [f64; 4]) -> Quaternion {
    let size = (w * w + x * x + y * y + z * z).sqrt();
    match size > 0.0 && size.is_finite() {
        true => Quaternion::from_quaternion([x, y, z, w].into()),
        false => Quaternion::identity(),
    }
}

/// Scalar first.
pub fn wxyz(q: &Quaternion) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

/// Three components.
pub fn xyz(v: &V3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

/// The shortest rotation that takes x to a direction.
pub fn along(direction: &V3) -> Quaternion {
    orientation::between(&V3::x(), direction).unwrap_or_else(Quaternion::identity)
}

/// The axes that are nearest to given ones and have x in a direction.
pub fn towards(before: &Quaternion, direction: &V3) -> Quaternion {
    let more = orientation::between(&(before * V3::x()), direction);
    more.map_or(*before, |more| more * before)
}

/// Vectors as lists of numbers.
pub mod vector {
    use super::{V3, xyz};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes one.
    pub fn serialize<S: Serializer>(v: &V3, to: S) -> Result<S::Ok, S::Error> {
        xyz(v).serialize(to)
    }

    /// Reads one.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<V3, D::Error> {
        <[f64; 3]>::deserialize(from).map(V3::from)
    }
}

/// Vectors that may be left out.
pub mod some_vector {
    use super::{V3, xyz};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes one.
    pub fn serialize<S: Serializer>(v: &Option<V3>, to: S) -> Result<S::Ok, S::Error> {
        v.as_ref().map(xyz).serialize(to)
    }

    /// Reads one.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<V3>, D::Error> {
        Ok(Option::<[f64; 3]>::deserialize(from)?.map(V3::from))
    }
}

/// Rotations as four numbers, scalar first.
mod rotation {
    use super::{Quaternion, wxyz};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(q: &Quaternion, to: S) -> Result<S::Ok, S::Error> {
        wxyz(q).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Quaternion, D::Error> {
        let [w, x, y, z] = <[f64; 4]>::deserialize(from)?;
        let unit = (w * w + x * x + y * y + z * z - 1.0).abs() < 1e-6;
        match unit {
            true => Ok(Quaternion::new_unchecked([x, y, z, w].into())),
            false => Err(D::Error::custom("a rotation is no unit quaternion")),
        }
    }
}

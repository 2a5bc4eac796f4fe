//! Where items are in one frame of the results.

use poinsot::math::{Quaternion, V3};
use poinsot::results::Layout;
use serde_json::Value;

/// Places of the variables that say where things are.
#[derive(Clone, Debug)]
pub struct Columns {
    position: Option<usize>,
    orientation: Option<usize>,
    node: Option<usize>,
    section: Option<usize>,
    point: Option<usize>,
    /// Number among the nodes of beams, for every node of a line.
    sections: Vec<Option<usize>>,
}

impl Columns {
    pub fn new(layout: &Layout, scene: &Value) -> Columns {
        let of = |name: &str| {
            let found = layout.variables.iter().position(|v| v.name == name);
            found.map(|index| layout.offset(index))
        };
        let mut sections = Vec::new();
        for line in list(&scene["lines"]) {
            let (first, count) = (whole(&line["firstNode"]), list(&line["s"]).len());
            let section = line["firstFrame"].as_i64().filter(|f| *f >= 0);
            sections.resize(sections.len().max(first + count), None);
            for k in 0..count {
                sections[first + k] = section.map(|f| f as usize + k);
            }
        }
        Columns {
            position: of("position"),
            orientation: of("orientation"),
            node: of("node_position"),
            section: of("node_orientation"),
            point: of("point"),
            sections,
        }
    }

    fn vector(row: &[f64], first: Option<usize>, index: usize) -> V3 {
        let numbers = first.and_then(|f| row.get(f + 3 * index..f + 3 * index + 3));
        numbers.map_or(V3::zeros(), V3::from_column_slice)
    }

    fn turn(row: &[f64], first: Option<usize>, index: usize) -> Quaternion {
        match first.and_then(|f| row.get(f + 4 * index..f + 4 * index + 4)) {
            Some(&[w, x, y, z]) => quaternion([w, x, y, z]),
            _ => Quaternion::identity(),
        }
    }

    pub fn body(&self, row: &[f64], index: usize) -> (V3, Quaternion) {
        (
            Self::vector(row, self.position, index),
            Self::turn(row, self.orientation, index),
        )
    }

    pub fn node(&self, row: &[f64], index: usize) -> V3 {
        Self::vector(row, self.node, index)
    }

    /// Section axes at a node; a cable has none.
    pub fn section(&self, row: &[f64], node: usize) -> Option<Quaternion> {
        let section = self.sections.get(node).copied().flatten()?;
        Some(Self::turn(row, self.section, section))
    }

    /// Place of a sensor.
    pub fn point(&self, row: &[f64], index: usize) -> V3 {
        Self::vector(row, self.point, index)
    }

    /// Pose of a frame fixed to an item.
    pub fn anchor(&self, row: &[f64], anchor: &Value) -> (V3, Quaternion) {
        let (at, axes) = (vector(&anchor["at"]), turn(&anchor["axes"]));
        let index = whole(&anchor["index"]);
        let (origin, turn) = match anchor["kind"].as_str() {
            Some("body") => self.body(row, index),
            Some("node") => (
                self.node(row, index),
                self.section(row, index).unwrap_or_default(),
            ),
            _ => return (at, axes),
        };
        (origin + turn * at, turn * axes)
    }

    /// Whether a frame turns with what it is fixed to: not on cables.
    pub fn turns(&self, anchor: &Value) -> bool {
        let node = whole(&anchor["index"]);
        anchor["kind"] != "node" || self.sections.get(node).copied().flatten().is_some()
    }
}

/// The members of a list.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

pub fn whole(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}

pub fn vector(value: &Value) -> V3 {
    V3::new(number(&value[0]), number(&value[1]), number(&value[2]))
}

pub fn turn(value: &Value) -> Quaternion {
    quaternion([0, 1, 2, 3].map(|k| number(&value[k])))
}

/// Scalar first; zeros are no rotation.
fn quaternion([w, x, y, z]: [f64; 4]) -> Quaternion {
    let size = (w * w + x * x + y * y + z * z).sqrt();
    match size > 0.0 && size.is_finite() {
        true => {
            let half = V3::new(x, y, z);
            let angle = 2.0 * half.norm().atan2(w);
            match half.try_normalize(0.0) {
                Some(axis) => Quaternion::new(axis * angle),
                None => Quaternion::identity(),
            }
        }
        false => Quaternion::identity(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn anchors_follow_their_items() {
        let columns = Columns {
            position: Some(1),
            orientation: Some(4),
            node: None,
            section: None,
            point: None,
            sections: Vec::new(),
        };
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let row = [0.0, 1.0, 2.0, 3.0, half, 0.0, 0.0, half];
        let anchor = json!({ "kind": "body", "index": 0, "at": [1, 0, 0], "axes": [1, 0, 0, 0] });
        let (position, turn) = columns.anchor(&row, &anchor);
        assert!((position - V3::new(1.0, 3.0, 3.0)).norm() < 1e-15);
        assert!((turn * V3::x() - V3::y()).norm() < 1e-15);
        let ground = json!({ "kind": "ground", "index": 0, "at": [1, 0, 0], "axes": [1, 0, 0, 0] });
        assert_eq!(columns.anchor(&row, &ground).0, V3::x());
    }
}

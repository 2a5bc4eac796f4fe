//! Shapes that the model gives: where they are fixed, and their triangles.

use super::{LinePlace, Places, section_frame, tessellate, wxyz, xyz};
use poinsot::math::{Quaternion, V3};
use poinsot::meshes::TriangleMesh;
use poinsot::model::{DrawnShape, Model, ShapePlace};
use serde_json::{Value, json};
use std::sync::Arc;

/// A frame fixed to the ground, to a body or to a node of a line.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// `ground`, `body` or `node`.
    pub kind: &'static str,
    /// Number among the bodies, or among all nodes of lines.
    pub index: usize,
    /// Origin in the frame of the item [m].
    pub at: V3,
    /// Axes in the frame of the item.
    pub axes: Quaternion,
    /// Share that it has in the pose of the shape.
    pub weight: f64,
}

/// A shape with its triangles.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its name; may be empty.
    pub name: String,
    /// Name of the item that it belongs to, `ground` among them.
    pub of: String,
    /// Frames it is fixed to; between two nodes of a line it is at the mean of what both say, by weight.
    pub fixed: Vec<Fixed>,
    /// Triangles.
    pub mesh: Arc<TriangleMesh>,
    /// Length that 1 in the mesh stands for [m].
    pub scale: f64,
    /// Red, green and blue, if the model says so.
    pub colour: Option<[u8; 3]>,
    /// From 0 to 1.
    pub opacity: f64,
}

impl Places<'_> {
    /// All shapes of a model that can be drawn.
    pub(super) fn shapes(&self, model: &Model) -> Vec<Shape> {
        model.shapes.iter().filter_map(|s| self.shape(s)).collect()
    }

    fn shape(&self, shape: &DrawnShape) -> Option<Shape> {
        let (mesh, scale) = tessellate::triangles(&shape.solid)?;
        let one = |kind, index| {
            vec![Fixed {
                kind,
                index,
                at: shape.at,
                axes: shape.orientation,
                weight: 1.0,
            }]
        };
        let (of, fixed) = match &shape.on {
            ShapePlace::Ground => ("ground", one("ground", 0)),
            ShapePlace::Item(name) => (name.as_str(), one("body", self.body_index(name)?)),
            ShapePlace::Line { name, s } => (name.as_str(), self.on_line(shape, name, *s)?),
        };
        Some(Shape {
            name: shape.name.clone(),
            of: of.to_owned(),
            fixed,
            mesh,
            scale,
            colour: shape.colour,
            opacity: shape.opacity,
        })
    }

    /// Frames at the nodes on both sides of a place of a line, as drawn.
    fn on_line(&self, shape: &DrawnShape, name: &str, s: f64) -> Option<Vec<Fixed>> {
        let line = self.lines.iter().find(|l| l.name == name)?;
        let (position, turn) = self.on_curve(name, s)?;
        let (place, axes) = (position + turn * shape.at, turn * shape.orientation);
        let fixed = |(k, weight): (usize, f64)| {
            let (position, turn) = self.on_curve(name, line.s[k])?;
            Some(Fixed {
                kind: "node",
                index: line.first + k,
                at: turn.inverse() * (place - position),
                axes: turn.inverse() * axes,
                weight,
            })
        };
        around(line, s).into_iter().map(fixed).collect()
    }

    fn on_curve(&self, name: &str, s: f64) -> Option<(V3, Quaternion)> {
        let model = self.model?;
        if let Some(beam) = model.beams.iter().find(|b| b.name == name) {
            return Some(section_frame(beam, s));
        }
        let cable = model.cables.iter().find(|c| c.name == name)?;
        Some((cable.curve.position(s), Quaternion::identity()))
    }
}

/// The nodes of a line around a place, with their shares.
fn around(line: &LinePlace, s: f64) -> Vec<(usize, f64)> {
    let after = line.s.partition_point(|node| *node < s);
    let last = line.s.len().saturating_sub(1);
    let before = after.saturating_sub(1);
    let after = after.min(last);
    let gap = line.s[after] - line.s[before];
    let part = if gap > 0.0 {
        (s - line.s[before]) / gap
    } else {
        1.0
    };
    // A node that is met needs no other.
    [(before, 1.0 - part), (after, part)]
        .into_iter()
        .filter(|(_, weight)| *weight > 1e-6)
        .collect()
}

/// Shapes and their meshes for the page; shapes that share a mesh share it there too.
pub fn as_json(shapes: &[Shape]) -> (Vec<Value>, Vec<Value>) {
    let mut meshes: Vec<&Arc<TriangleMesh>> = Vec::new();
    let mut list = Vec::new();
    for shape in shapes {
        let known = meshes.iter().position(|m| Arc::ptr_eq(m, &shape.mesh));
        let mesh = known.unwrap_or_else(|| {
            meshes.push(&shape.mesh);
            meshes.len() - 1
        });
        let fixed = shape.fixed.iter().map(|f| {
            json!({
                "kind": f.kind,
                "item": shape.of,
                "index": f.index,
                "at": xyz(&f.at),
                "axes": wxyz(&f.axes),
                "weight": f.weight,
            })
        });
        let colour = shape
            .colour
            .map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"));
        list.push(json!({
            "name": shape.name,
            "of": shape.of,
            "fixed": fixed.collect::<Vec<_>>(),
            "mesh": mesh,
            "scale": shape.scale,
            "colour": colour,
            "opacity": shape.opacity,
        }));
    }
    let packed = meshes.into_iter().map(|m| super::meshes::packed(m));
    (list, packed.collect())
}

//! Scene of a run: items of the model with their columns in the results. Reports, exports and snapshots all show this.

pub mod meshes;
mod outline;
pub mod shapes;
mod solids;
mod tessellate;

use poinsot::geometry::{FramesAlong, Path, Side};
use poinsot::math::{Quaternion, V3};
use poinsot::model::actions::On;
use poinsot::model::{
    Anchor, AnchorAxes, AnchorPoint, Beam, Joint, LinePoint, Model, Source, read_model,
};
use poinsot::results::Layout;
use poinsot::results::attributes::SET;
use serde_json::{Value, json};

/// The view of a model; without one, of what the results name.
pub fn scene(layout: &Layout, model: Option<&Model>) -> Value {
    let places = Places::new(layout, model);
    let nothing = Model::default();
    let known = model.unwrap_or(&nothing);
    let gravity = known.gravity.acceleration;
    let up = match gravity.norm() > 0.0 {
        true => -gravity / gravity.norm(),
        false => V3::z(),
    };
    let drawn = shapes_of(layout, known);
    let (shapes, meshes) = shapes::as_json(&drawn);
    json!({
        "up": xyz(&up),
        "bodies": places.bodies(known, &drawn),
        "lines": places.lines(known),
        "joints": known.joints.iter().map(|j| places.joint(j)).collect::<Vec<_>>(),
        "links": places.links(known),
        "sensors": places.sensors(known),
        "discs": places.discs(known),
        "shapes": shapes,
        "meshes": meshes,
    })
}

/// The shapes that a model gives to its items, with their triangles.
pub fn shapes_of(layout: &Layout, model: &Model) -> Vec<shapes::Shape> {
    Places::new(layout, Some(model)).shapes(model)
}

/// The model in the results, or why there is none.
pub fn model_of(layout: &Layout) -> Result<Model, String> {
    let text = layout.attribute("model").unwrap_or_default();
    if text.trim().is_empty() {
        return Err(
            "the results hold no model; items are drawn in default sizes and joints are not shown"
                .to_owned(),
        );
    }
    let set = layout.attribute(SET).unwrap_or_default();
    let source = Source::new("model in the results", text).with_settings(set.lines());
    match read_model(&source) {
        Ok((mut model, _)) => {
            meshes::restore(&mut model, layout);
            Ok(model)
        }
        Err(problems) => {
            let first = problems.first().map(|p| p.message.clone());
            Err(format!(
                "the model in the results cannot be read by this version ({}); items are drawn in default sizes and joints are not shown",
                first.unwrap_or_default()
            ))
        }
    }
}

/// Three components.
pub fn xyz(v: &V3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

/// Scalar first.
fn wxyz(q: &Quaternion) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

/// A line in the results: its nodes among all, and among those of beams.
struct LinePlace {
    name: String,
    first: usize,
    s: Vec<f64>,
    first_frame: Option<usize>,
    first_station: usize,
    stations: Vec<f64>,
}

/// Where the items of a model are among the results, and how they were drawn.
struct Places<'a> {
    layout: &'a Layout,
    model: Option<&'a Model>,
    lines: Vec<LinePlace>,
}

fn labels<'a>(layout: &'a Layout, axis: &str) -> &'a [String] {
    let found = layout.axes.iter().find(|a| a.name == axis);
    found.map_or(&[], |a| &a.labels)
}

/// `boom@0.36` as name and arc length; names may contain the sign too.
fn split(label: &str) -> (&str, f64) {
    match label.rsplit_once('@') {
        Some((name, s)) => (name, s.parse().unwrap_or(0.0)),
        None => (label, 0.0),
    }
}

/// Number of the first label of a line and the arc lengths of all of its labels, which stand together.
fn run_of(labels: &[String], name: &str) -> Option<(usize, Vec<f64>)> {
    let first = labels.iter().position(|l| split(l).0 == name)?;
    let same = labels[first..].iter().map(|l| split(l));
    let s = same.take_while(|(n, _)| *n == name).map(|(_, s)| s);
    Some((first, s.collect()))
}

impl<'a> Places<'a> {
    fn new(layout: &'a Layout, model: Option<&'a Model>) -> Self {
        let nodes = labels(layout, "line_node");
        let mut lines: Vec<LinePlace> = Vec::new();
        for label in nodes {
            let name = split(label).0;
            if lines.iter().any(|l| l.name == name) {
                continue;
            }
            let (first, s) = run_of(nodes, name).unwrap_or_default();
            let frames = run_of(labels(layout, "beam_node"), name);
            let axis = match frames.is_some() {
                true => "beam_station",
                false => "cable_point",
            };
            let (first_station, stations) = run_of(labels(layout, axis), name).unwrap_or_default();
            lines.push(LinePlace {
                name: name.to_owned(),
                first,
                s,
                first_frame: frames.map(|f| f.0),
                first_station,
                stations,
            });
        }
        Places {
            layout,
            model,
            lines,
        }
    }

    fn body_index(&self, name: &str) -> Option<usize> {
        labels(self.layout, "body").iter().position(|l| l == name)
    }

    /// A body with a shape of its own needs no solid that stands for it.
    fn bodies(&self, model: &Model, drawn: &[shapes::Shape]) -> Vec<Value> {
        let mut list = Vec::new();
        for (index, name) in labels(self.layout, "body").iter().enumerate() {
            let (kind, (solid, axes), center) = match model.bodies.iter().find(|b| b.name == *name)
            {
                Some(body) => ("body", solids::solid(body), body.mass_center),
                None => (
                    "point mass",
                    (solids::sphere(0.0), Quaternion::identity()),
                    V3::zeros(),
                ),
            };
            let solid = match drawn.iter().any(|s| s.of == *name) {
                true => json!({ "kind": "none" }),
                false => solid,
            };
            list.push(json!({
                "name": name,
                "index": index,
                "kind": kind,
                "solid": solid,
                "center": xyz(&center),
                "axes": wxyz(&axes),
            }));
        }
        list
    }

    fn lines(&self, model: &Model) -> Vec<Value> {
        let one = |line: &LinePlace| {
            let beam = model.beams.iter().find(|b| b.name == line.name);
            let cable = model.cables.iter().find(|c| c.name == line.name);
            // Cables of first order are straight between nodes; a beam has section axes that say how it leaves a node.
            let smooth = line.first_frame.is_some() || cable.is_some_and(|c| c.order > 1);
            let kind = match line.first_frame.is_some() {
                true => "beam",
                false => "cable",
            };
            let outlines = match (beam, line.first_frame) {
                (Some(beam), _) => outline::outlines(beam),
                (None, _) => Vec::new(),
            };
            json!({
                "name": line.name,
                "kind": kind,
                "firstNode": line.first,
                "s": line.s,
                "firstFrame": line.first_frame.map_or(-1, |f| f as i64),
                "firstStation": line.first_station,
                "stations": line.stations,
                "outlines": outlines,
                "smooth": smooth,
            })
        };
        self.lines.iter().map(one).collect()
    }

    fn joint(&self, joint: &Joint) -> Value {
        let marker = joint.kind.definition.marker;
        json!({
            "name": joint.name,
            "kind": joint.kind.word(),
            "core": marker.core.word(),
            "rods": marker.axes,
            "between": [self.anchor(&joint.between[0]), self.anchor(&joint.between[1])],
        })
    }

    fn links(&self, model: &Model) -> Vec<Value> {
        let mut list = Vec::new();
        let mut add = |name: &str, kind: &str, between: &[Anchor; 2]| {
            list.push(json!({
                "name": name,
                "kind": kind,
                "between": [self.anchor(&between[0]), self.anchor(&between[1])],
            }));
        };
        for action in model.actions() {
            if let (Some(kind), On::Points(ends)) = (action.acts.link, action.acts.on) {
                add(action.name, kind, ends);
            }
        }
        for joint in &model.joints {
            if joint.kind.definition.marker.link {
                add(&joint.name, joint.kind.word(), &joint.between);
            }
        }
        list
    }

    fn sensors(&self, model: &Model) -> Vec<Value> {
        let on = |name: &str| {
            let item = model.sensors.iter().find(|s| s.name == name);
            let line = model.line_sensors.iter().find(|s| s.name == name);
            item.map(|s| s.on.clone())
                .or_else(|| line.map(|s| format!("{}@{} m", s.on, s.s)))
                .unwrap_or_default()
        };
        let named = labels(self.layout, "sensor").iter().enumerate();
        named
            .map(|(index, name)| json!({ "name": name, "index": index, "on": on(name) }))
            .collect()
    }

    fn discs(&self, model: &Model) -> Vec<Value> {
        let mut list = Vec::new();
        for disc in &model.rolling {
            if let Some(body) = self.body_index(&disc.body) {
                list.push(json!({
                    "name": disc.name,
                    "body": body,
                    "center": xyz(&disc.center),
                    "axis": xyz(&disc.axis),
                    "radius": disc.radius,
                }));
            }
        }
        list
    }

    /// A frame of a joint or spring, in the frame of its item.
    fn anchor(&self, anchor: &Anchor) -> Value {
        let (kind, index, position, turn) = self.drawn(&anchor.item);
        let at = match anchor.at {
            AnchorPoint::World(p) => turn.inverse() * (p - position),
            AnchorPoint::Local(p) => p,
        };
        let axes = match anchor.axes {
            AnchorAxes::World(q) => turn.inverse() * q,
            AnchorAxes::Local(q) => q,
        };
        json!({
            "kind": kind,
            "item": anchor.item,
            "index": index,
            "at": xyz(&at),
            "axes": wxyz(&axes),
        })
    }

    /// Kind, number among the results, and pose as drawn of an item.
    fn drawn(&self, item: &str) -> (&'static str, usize, V3, Quaternion) {
        let ground = ("ground", 0, V3::zeros(), Quaternion::identity());
        let Some(model) = self.model else {
            return ground;
        };
        if let Some(index) = self.body_index(item) {
            let body = model.bodies.iter().find(|b| b.name == item);
            let mass = model.point_masses.iter().find(|m| m.name == item);
            if let Some(body) = body {
                return ("body", index, body.position, body.orientation);
            }
            if let Some(mass) = mass {
                return ("body", index, mass.position, Quaternion::identity());
            }
        }
        let named = |points: &[LinePoint]| points.iter().find(|p| p.name == item).map(|p| p.s);
        for beam in &model.beams {
            if let (Some(s), Some(node)) = (
                named(&beam.points),
                self.node(&beam.name, &beam.points, item),
            ) {
                let (position, turn) = section_frame(beam, s);
                return ("node", node, position, turn);
            }
        }
        for cable in &model.cables {
            if let (Some(s), Some(node)) = (
                named(&cable.points),
                self.node(&cable.name, &cable.points, item),
            ) {
                return (
                    "node",
                    node,
                    cable.curve.position(s),
                    Quaternion::identity(),
                );
            }
        }
        ground
    }

    /// The node at a named point of a line: points that something is attached to are boundaries of elements.
    fn node(&self, line: &str, points: &[LinePoint], item: &str) -> Option<usize> {
        let s = points.iter().find(|p| p.name == item)?.s;
        let line = self.lines.iter().find(|l| l.name == line)?;
        let far = |k: &usize| (line.s[*k] - s).abs();
        let nearest = (0..line.s.len()).min_by(|a, b| far(a).total_cmp(&far(b)))?;
        Some(line.first + nearest)
    }
}

/// Where a section was drawn.
fn section_frame(beam: &Beam, s: f64) -> (V3, Quaternion) {
    let path = Path::new(&beam.curve);
    let side = match s > 0.0 {
        true => Side::Before,
        false => Side::After,
    };
    let frame = FramesAlong::new(&path, &beam.axes).at_or_some(s, side);
    (frame.position, frame.orientation)
}

#[cfg(test)]
mod tests;

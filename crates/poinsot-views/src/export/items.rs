//! The scene of a results file as plain data, and where its items are in a frame.

use super::mesh::Mesh;
use super::reading::{body, disc, line, link, list, rotation, shape, text, vector};
use crate::scene;
use poinsot::math::{Quaternion, V3};
use poinsot::results::Layout;
use serde_json::Value;
use std::collections::HashMap;

/// A position and a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Origin, world axes [m].
    pub at: V3,
    /// From the own to world axes.
    pub turn: Quaternion,
}

impl Place {
    /// The world itself.
    pub fn world() -> Self {
        Place {
            at: V3::zeros(),
            turn: Quaternion::identity(),
        }
    }

    /// A point given in this frame, in the frame that this one is given in.
    pub fn point(&self, p: &V3) -> V3 {
        self.at + self.turn * p
    }

    /// A frame given in this one, in the frame that this one is given in.
    pub fn of(&self, inner: &Place) -> Place {
        Place {
            at: self.point(&inner.at),
            turn: self.turn * inner.turn,
        }
    }
}

/// What carries a frame of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// Nothing that moves.
    Ground,
    /// A body, by its number among the results.
    Body(usize),
    /// A node of a line, by its number among all of them.
    Node(usize),
}

/// A frame fixed to an item.
#[derive(Clone, Copy, Debug)]
pub struct Anchor {
    /// The item.
    pub on: Carrier,
    /// The frame in that of the item.
    pub place: Place,
}

/// A rigid body or a point mass.
#[derive(Clone, Debug)]
pub struct Body {
    pub name: String,
    /// What it looks like, as described by the scene.
    pub solid: Value,
    /// Mass centre, and principal axes of the solid, in the body frame.
    pub center: Place,
}

impl Body {
    /// How far its solid reaches from the mass centre [m].
    pub fn reach(&self) -> f64 {
        let number = |key: &str| self.solid[key].as_f64().unwrap_or(0.0);
        match self.solid["kind"].as_str() {
            Some("box") => 0.5 * vector(&self.solid["size"]).norm(),
            Some("cylinder") => number("radius").hypot(0.5 * number("height")),
            _ => number("radius"),
        }
    }
}

/// The shape of a section: corners in its y-z plane [m].
#[derive(Clone, Debug)]
pub struct Outline {
    /// Arc length [m].
    pub s: f64,
    pub outer: Vec<[f64; 2]>,
    pub inner: Vec<[f64; 2]>,
}

/// A beam or a cable.
#[derive(Clone, Debug)]
pub struct Line {
    pub name: String,
    /// Number of its first node among all.
    pub first_node: usize,
    /// Arc lengths of its nodes [m].
    pub s: Vec<f64>,
    /// Number of its first node among those of beams; none for cables.
    pub first_frame: Option<usize>,
    /// Number of its first station (beams) or point (cables).
    pub first_station: usize,
    /// Arc lengths of these [m].
    pub stations: Vec<f64>,
    /// Sections along it; empty for cables.
    pub outlines: Vec<Outline>,
    /// Whether it is curved between nodes.
    pub smooth: bool,
}

/// A joint, or a spring, damper, bushing or rod between two points.
#[derive(Clone, Debug)]
pub struct Link {
    pub name: String,
    pub kind: String,
    /// What stands at the origin of a joint, see [`Core`](poinsot::model::joints::Core).
    pub core: String,
    /// Axes of a joint with a rod.
    pub rods: Vec<usize>,
    pub between: [Anchor; 2],
    /// Number among the joints of the results.
    pub row: Option<usize>,
}

/// A rolling disc.
#[derive(Clone, Debug)]
pub struct Disc {
    pub body: usize,
    pub center: V3,
    pub axis: V3,
    pub radius: f64,
}

/// A shape that the model gives.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its own name, or that of what it belongs to.
    pub name: String,
    /// What carries it, with shares: the nodes on both sides for one between two nodes of a line.
    pub on: Vec<(Anchor, f64)>,
    /// In its own frame [m].
    pub mesh: Mesh,
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// From 0 to 1.
    pub opacity: f64,
}

/// Everything that can be shown, and where its numbers are.
#[derive(Clone, Debug)]
pub struct Items {
    /// Against gravity.
    pub up: V3,
    /// Rigid bodies and point masses.
    pub bodies: Vec<Body>,
    /// Beams and cables.
    pub lines: Vec<Line>,
    /// Joints.
    pub joints: Vec<Link>,
    /// Springs and dampers between points.
    pub links: Vec<Link>,
    /// Sensors, by name.
    pub sensors: Vec<String>,
    /// Rolling discs.
    pub discs: Vec<Disc>,
    /// Shapes that bodies carry.
    pub shapes: Vec<Shape>,
    /// First column of every variable.
    columns: HashMap<String, usize>,
    /// For each node of a line its number among those of beams.
    frame_of: Vec<Option<usize>>,
}

impl Items {
    /// The items of a results file; the text says why the model could not be used, if so.
    pub fn new(layout: &Layout) -> (Self, Option<String>) {
        let (model, note) = match scene::model_of(layout) {
            Ok(model) => (Some(model), None),
            Err(note) => (None, Some(note)),
        };
        let scene = scene::scene(layout, model.as_ref());
        let lines: Vec<Line> = list(&scene, "lines").map(line).collect();
        let mut frame_of = Vec::new();
        for line in &lines {
            frame_of.resize(frame_of.len().max(line.first_node + line.s.len()), None);
            for k in 0..line.s.len() {
                frame_of[line.first_node + k] = line.first_frame.map(|first| first + k);
            }
        }
        let columns = layout.variables.iter().enumerate();
        let known = layout.axes.iter().find(|a| a.name == "joint");
        let known: &[String] = known.map_or(&[], |a| &a.labels);
        let link = |value: &Value| link(value, known);
        let items = Items {
            up: vector(&scene["up"]),
            bodies: list(&scene, "bodies").map(body).collect(),
            lines,
            joints: list(&scene, "joints").map(link).collect(),
            links: list(&scene, "links").map(link).collect(),
            sensors: list(&scene, "sensors").map(|s| text(&s["name"])).collect(),
            discs: list(&scene, "discs").map(disc).collect(),
            shapes: model.as_ref().map_or_else(Vec::new, |model| {
                let given = scene::shapes_of(layout, model);
                given.iter().filter_map(shape).collect()
            }),
            columns: columns
                .map(|(k, v)| (v.name.clone(), layout.offset(k)))
                .collect(),
            frame_of,
        };
        (items, note)
    }

    /// Numbers of a thing in a frame: `width` of them, all NaN if the results do not have that variable.
    pub fn values<const N: usize>(&self, row: &[f64], variable: &str, index: usize) -> [f64; N] {
        let found = self.columns.get(variable).and_then(|first| {
            let first = first + N * index;
            row.get(first..first + N)
        });
        found
            .and_then(|v| v.try_into().ok())
            .unwrap_or([f64::NAN; N])
    }

    /// Whether the results have a variable.
    pub fn has(&self, variable: &str) -> bool {
        self.columns.contains_key(variable)
    }

    /// A vector of a thing in a frame.
    pub fn vector(&self, row: &[f64], variable: &str, index: usize) -> V3 {
        V3::from(self.values::<3>(row, variable, index))
    }

    fn turn(&self, row: &[f64], variable: &str, index: usize) -> Quaternion {
        match self.has(variable) {
            true => rotation(self.values(row, variable, index)),
            false => Quaternion::identity(),
        }
    }

    /// Where a body is.
    pub fn body(&self, row: &[f64], index: usize) -> Place {
        Place {
            at: self.vector(row, "position", index),
            turn: self.turn(row, "orientation", index),
        }
    }

    /// Where a node of a line is; cables have no axes of their own.
    pub fn node(&self, row: &[f64], index: usize) -> Place {
        let frame = self.frame_of.get(index).copied().flatten();
        Place {
            at: self.vector(row, "node_position", index),
            turn: frame.map_or(Quaternion::identity(), |f| {
                self.turn(row, "node_orientation", f)
            }),
        }
    }

    /// Whether a frame fixed there turns with its item.
    pub fn turns(&self, on: Carrier) -> bool {
        match on {
            Carrier::Node(k) => self.frame_of.get(k).copied().flatten().is_some(),
            _ => true,
        }
    }

    /// Where a frame fixed to an item is.
    pub fn anchor(&self, row: &[f64], anchor: &Anchor) -> Place {
        let item = match anchor.on {
            Carrier::Ground => Place::world(),
            Carrier::Body(k) => self.body(row, k),
            Carrier::Node(k) => self.node(row, k),
        };
        item.of(&anchor.place)
    }

    /// Where a shape is: at the mean of what its carriers say.
    pub fn shape(&self, row: &[f64], shape: &Shape) -> Place {
        let mut place = Place::world();
        let mut done = 0.0;
        for (anchor, weight) in &shape.on {
            let next = self.anchor(row, anchor);
            done += weight;
            place = match done == *weight {
                true => next,
                false => Place {
                    at: place.at.lerp(&next.at, weight / done),
                    turn: place.turn.nlerp(&next.turn, weight / done),
                },
            };
        }
        place
    }

    /// All frames of joints and links.
    pub fn anchors(&self) -> impl Iterator<Item = &Anchor> {
        let both = self.joints.iter().chain(&self.links);
        both.flat_map(|link| &link.between)
    }
}

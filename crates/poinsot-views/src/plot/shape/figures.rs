//! The things of a model at one instant as surfaces. What they look like is said by `crate::scene`; sizes of markers are those of reports.

use super::given::Given;
use super::lines::{self, Coloring};
use super::mesh::{Mesh, turn_to};
use super::painter::Painter;
use super::places::{Columns, list, number, turn, vector, whole};
use super::room::Room;
use crate::plot::scene::Color;
use crate::scene::shapes::Shape;
use poinsot::math::{Quaternion, V3};
use serde_json::Value;

/// Reach of a solid from its centre, at most, as a part of the size of the model.
const LARGEST: f64 = 0.22;
const BODY: Color = (91, 141, 239);
const ARM: Color = (143, 167, 201);
const JOINT: Color = (224, 160, 48);
const SENSOR: Color = (194, 24, 91);
const LINK: Color = (43, 138, 62);
const DISC: Color = (154, 123, 79);

/// What is drawn, and how large markers are.
pub struct Figures<'a> {
    scene: &'a Value,
    columns: &'a Columns,
    given: Vec<Given<'a>>,
    size: f64,
}

/// All ends of joints and links.
fn ends(scene: &Value) -> impl Iterator<Item = &Value> {
    let both = list(&scene["joints"]).iter().chain(list(&scene["links"]));
    both.flat_map(|item| list(&item["between"]))
}

/// Ends that are fixed to a body.
fn ends_on(scene: &Value, body: usize) -> impl Iterator<Item = &Value> {
    ends(scene).filter(move |end| end["kind"] == "body" && whole(&end["index"]) == body)
}

impl<'a> Figures<'a> {
    /// Sizes markers after the places in these frames.
    pub fn new(
        scene: &'a Value,
        shapes: &'a [Shape],
        columns: &'a Columns,
        rows: &[Vec<f64>],
    ) -> Figures<'a> {
        let given: Vec<Given> = shapes.iter().map(Given::new).collect();
        let mut room = Room::empty();
        for row in rows {
            for body in list(&scene["bodies"]) {
                let index = whole(&body["index"]);
                let arms = ends_on(scene, index).map(|end| vector(&end["at"]).norm());
                let reach = arms.fold(vector(&body["center"]).norm(), f64::max);
                room.add(&columns.body(row, index).0, reach);
            }
            for line in list(&scene["lines"]) {
                let first = whole(&line["firstNode"]);
                for k in 0..list(&line["s"]).len() {
                    room.add(&columns.node(row, first + k), 0.0);
                }
            }
        }
        for end in ends(scene).filter(|end| end["kind"] == "ground") {
            room.add(&vector(&end["at"]), 0.0);
        }
        let places = room.size();
        for row in rows {
            for disc in list(&scene["discs"]) {
                let place = columns.body(row, whole(&disc["body"])).0;
                // A ring of a rod, see `draw`.
                let reach = vector(&disc["center"]).norm() + 1.03 * number(&disc["radius"]);
                room.add(&place, reach);
            }
            given
                .iter()
                .for_each(|g| g.measure(columns, row, &mut room));
            for body in list(&scene["bodies"]) {
                let reach = reach_of(&body["solid"]);
                let most = match places > 0.0 {
                    true => reach.min(LARGEST * places),
                    false => reach,
                };
                let index = whole(&body["index"]);
                room.add(
                    &columns.body(row, index).0,
                    vector(&body["center"]).norm() + most,
                );
            }
        }
        let size = room.size();
        Figures {
            scene,
            columns,
            given,
            size: if size > 0.0 { size } else { 1.0 },
        }
    }

    /// Diagonal of the room of the model [m].
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Everything at one instant.
    pub fn draw(&self, painter: &mut Painter, row: &[f64], coloring: Coloring<'_>) {
        for body in list(&self.scene["bodies"]) {
            self.body(painter, row, body);
        }
        for given in &self.given {
            given.draw(painter, self.columns, row, self.size, BODY);
        }
        for disc in list(&self.scene["discs"]) {
            let (position, orientation) = self.columns.body(row, whole(&disc["body"]));
            let radius = number(&disc["radius"]);
            let axis = Quaternion::rotation_between(&V3::z(), &vector(&disc["axis"]));
            let ring = Mesh::torus(radius, 0.03 * radius, 48, 6)
                .placed(&axis.unwrap_or_default(), &vector(&disc["center"]))
                .placed(&orientation, &position);
            painter.solid(&ring, DISC);
        }
        for line in list(&self.scene["lines"]) {
            lines::draw(
                painter,
                self.columns,
                row,
                line,
                0.0035 * self.size,
                coloring,
            );
        }
        for joint in list(&self.scene["joints"]) {
            self.joint(painter, row, joint);
        }
        for link in list(&self.scene["links"]) {
            self.link(painter, row, link);
        }
        for sensor in list(&self.scene["sensors"]) {
            let place = self.columns.point(row, whole(&sensor["index"]));
            let dot = Mesh::sphere(0.008 * self.size, 10, 6);
            painter.solid(&dot.placed(&Quaternion::identity(), &place), SENSOR);
        }
    }

    /// The solid of a body, and rods that lead to what is attached to it.
    fn body(&self, painter: &mut Painter, row: &[f64], body: &Value) {
        let index = whole(&body["index"]);
        let (position, orientation) = self.columns.body(row, index);
        let (solid, center) = (&body["solid"], vector(&body["center"]));
        // A shape of the model stands for it.
        if solid["kind"] == "none" {
            return;
        }
        let least = 0.012 * self.size;
        let mesh = match solid["kind"].as_str() {
            Some("box") => Mesh::cuboid(vector(&solid["size"]).sup(&V3::repeat(least))),
            Some("cylinder") => Mesh::cylinder(
                number(&solid["radius"]).max(0.5 * least),
                number(&solid["height"]).max(least),
                28,
            ),
            _ => Mesh::sphere(number(&solid["radius"]).max(0.018 * self.size), 20, 12),
        };
        let shrink = (self.room(index, solid, &center) / reach_of(solid).max(1e-300)).min(1.0);
        let mesh = mesh
            .scaled(shrink)
            .placed(&turn(&body["axes"]), &center)
            .placed(&orientation, &position);
        painter.solid(&mesh, BODY);
        let radius = 0.0045 * self.size;
        for end in ends_on(self.scene, index) {
            let at = vector(&end["at"]);
            if (at - center).norm() >= 3.0 * radius {
                let rod = Mesh::rod(&center, &at, radius, 8).placed(&orientation, &position);
                painter.solid(&rod, ARM);
            }
        }
    }

    /// Some bodies have more inertia than their surroundings have room: they are drawn not much larger than the reach of their joints.
    fn room(&self, index: usize, solid: &Value, center: &V3) -> f64 {
        let reaches = ends_on(self.scene, index).map(|end| (vector(&end["at"]) - center).norm());
        let reach = reaches.fold(0.0, f64::max);
        // Equal moments about all axes are mostly a guess of the user, not the shape of a body.
        let (wide, part) = match solid["kind"] == "sphere" {
            true => (0.5, 0.08),
            false => (1.2, LARGEST),
        };
        let most = part * self.size;
        match reach > 0.1 * most {
            true => most.min(wide * reach),
            false => most,
        }
    }

    fn joint(&self, painter: &mut Painter, row: &[f64], joint: &Value) {
        let between = list(&joint["between"]);
        let [first, second] = between else {
            return;
        };
        let thickness = between.iter().map(|end| 1.1 * self.thickness(end));
        let r = thickness.fold(0.011 * self.size, f64::max);
        // A cable has no axes of its own: those of the other side are shown.
        let use_second = !self.columns.turns(first) && self.columns.turns(second);
        let end = if use_second { second } else { first };
        let (position, axes) = self.columns.anchor(row, end);
        let [x, y, z] = [V3::x(), V3::y(), V3::z()].map(|v| axes * v);
        let mut rod = |direction: &V3, long: f64| {
            let half = 0.5 * long * direction;
            let rod = Mesh::rod(&(position - half), &(position + half), 0.25 * r, 8);
            painter.solid(&rod, JOINT);
        };
        for k in list(&joint["rods"]).iter().map(whole) {
            match k {
                0 => rod(&x, 6.0 * r),
                1 => rod(&y, 6.0 * r),
                _ => rod(&z, 7.0 * r),
            }
        }
        let core = match joint["core"].as_str().unwrap_or_default() {
            "ball" => Mesh::sphere(r, 14, 8),
            "block" => Mesh::cuboid(V3::repeat(1.5 * r)),
            "slider" => Mesh::cuboid(V3::new(1.6 * r, 1.6 * r, 3.2 * r)),
            "plate" => Mesh::cuboid(V3::new(4.0 * r, 4.0 * r, 0.4 * r)),
            _ => {
                let along = turn_to(&V3::z());
                Mesh::cylinder(0.9 * r, 2.2 * r, 18).placed(&along, &V3::zeros())
            }
        };
        painter.solid(&core.placed(&axes, &position), JOINT);
    }

    /// Half the thickness of the line that something is attached to: a joint must not hide in it.
    fn thickness(&self, end: &Value) -> f64 {
        if end["kind"] != "node" {
            return 0.0;
        }
        let index = whole(&end["index"]);
        let here = |line: &&Value| {
            let first = whole(&line["firstNode"]);
            (first..first + list(&line["s"]).len()).contains(&index)
        };
        let line = list(&self.scene["lines"]).iter().find(here);
        let points = line.map_or(&[][..], |l| list(&l["outlines"][0]["outer"]));
        let reach = |p: &Value| number(&p[0]).abs().max(number(&p[1]).abs());
        let half = points.iter().map(reach).fold(0.0, f64::max);
        half.min(0.018 * self.size)
    }

    /// Springs as zigzags, dampers, bushings and rods of constant length as lines.
    fn link(&self, painter: &mut Painter, row: &[f64], link: &Value) {
        let [first, second] = list(&link["between"]) else {
            return;
        };
        let (a, b) = (
            self.columns.anchor(row, first).0,
            self.columns.anchor(row, second).0,
        );
        let along = b - a;
        let other = match along.z.abs() > 0.9 * along.norm() {
            true => V3::x(),
            false => V3::z(),
        };
        let side = along.cross(&other).try_normalize(0.0).unwrap_or_default();
        let turns = if link["kind"] == "spring" { 16 } else { 0 };
        let at = |k: usize| {
            let sign = if k % 2 == 1 { 1.0 } else { -1.0 };
            let out = if k < 2 || k >= turns {
                0.0
            } else {
                0.02 * self.size * sign
            };
            a + along * (k as f64 / (turns + 1) as f64) + side * out
        };
        for k in 0..=turns {
            painter.line(&at(k), &at(k + 1), LINK, 1.6);
        }
    }
}

/// How far a solid reaches from its centre.
fn reach_of(solid: &Value) -> f64 {
    match solid["kind"].as_str() {
        Some("box") => 0.5 * vector(&solid["size"]).norm(),
        Some("cylinder") => number(&solid["radius"]).hypot(0.5 * number(&solid["height"])),
        _ => number(&solid["radius"]),
    }
}

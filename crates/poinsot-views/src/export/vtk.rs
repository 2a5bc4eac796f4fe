//! A run as a series of VTK files.

use super::items::{Carrier, Items, Line, Place, Shape};
use super::mesh::{self, Mesh};
use super::sweep::{Between, Sweep, between, path};
pub use super::vtk_file::{Block, group, series};
use poinsot::math::V3;

/// Corners of all lines together, about.
const CORNERS: usize = 8_000;

const XYZ: &[&str] = &["x", "y", "z"];
const WXYZ: &[&str] = &["w", "x", "y", "z"];
const FORCE: &[&str] = &["axial", "shear y", "shear z"];
const MOMENT: &[&str] = &["torque", "bending y", "bending z"];
const STRAIN: &[&str] = &["extension", "shear y", "shear z"];
const CURVATURE: &[&str] = &["twist", "about y", "about z"];
/// Values along beams, with their names here.
const OF_BEAMS: [(&str, &str, &[&str]); 4] = [
    ("section_force", "section_force", FORCE),
    ("section_moment", "section_moment", MOMENT),
    ("section_strain", "strain", STRAIN),
    ("section_curvature", "curvature", CURVATURE),
];

/// Makes the geometry of frames.
pub struct Maker {
    items: Items,
    /// The first frame of the results: displacements are counted from there.
    start: Vec<f64>,
    /// Surfaces of bodies in their frames.
    bodies: Vec<Mesh>,
    /// Surfaces of lines.
    sweeps: Vec<Sweep>,
}

/// A line at one instant and at the start.
struct LineAt<'a> {
    line: &'a Line,
    row: &'a [f64],
    path: Vec<Place>,
    path_start: Vec<Place>,
}

impl Maker {
    /// For items of a size [m] that start somewhere.
    pub fn new(items: Items, start: Vec<f64>, size: f64) -> Self {
        let nodes: usize = items.lines.iter().map(|l| l.s.len()).sum();
        let share = |line: &Line| CORNERS * line.s.len() / nodes.max(1);
        let sweep = |line: &Line| Sweep::new(line, 0.0035 * size, share(line));
        Maker {
            bodies: (0..items.bodies.len())
                .map(|k| {
                    let mut mesh = mesh::body(&items, k, size);
                    if let Some(discs) = mesh::discs(&items, k) {
                        mesh.add(&discs, &Place::world(), 1.0);
                    }
                    for shape in &items.shapes {
                        if let [(anchor, _)] = shape.on[..]
                            && anchor.on == Carrier::Body(k)
                        {
                            mesh.add(&shape.mesh, &anchor.place, 1.0);
                        }
                    }
                    mesh
                })
                .collect(),
            sweeps: items.lines.iter().map(sweep).collect(),
            items,
            start,
        }
    }

    /// Everything in a frame; what the model does not have is left out.
    pub fn blocks(&self, row: &[f64]) -> Vec<Block> {
        let mut list = Vec::new();
        for (beams, names) in [
            (true, ["beam_lines", "beam_surfaces", "beam_stations"]),
            (false, ["cable_lines", "cable_surfaces", "cable_stations"]),
        ] {
            list.extend(self.lines(row, beams, names));
        }
        list.push(self.body_surfaces(row));
        list.push(self.bodies(row));
        list.push(self.shape_surfaces(row));
        list.push(self.joints(row));
        list.push(self.sensors(row));
        list.retain(|block| block.len() > 0);
        list
    }

    fn lines(&self, row: &[f64], beams: bool, names: [&'static str; 3]) -> [Block; 3] {
        let mut blocks = [(names[0], false), (names[1], false), (names[2], true)]
            .map(|(name, dots)| Block::new(name, dots));
        let (number, title) = match beams {
            true => ("beam", "beam_names"),
            false => ("cable", "cable_names"),
        };
        let mut known = Vec::new();
        let all = self.items.lines.iter().zip(&self.sweeps);
        for (line, sweep) in all.filter(|(l, _)| l.first_frame.is_some() == beams) {
            let at = LineAt {
                line,
                row,
                path: path(&self.items, line, row, None),
                path_start: path(&self.items, line, &self.start, None),
            };
            let [lines, surfaces, stations] = &mut blocks;
            let points = line.s.iter().enumerate().map(|(k, &s)| {
                let node = Between {
                    index: k,
                    part: 0.0,
                };
                self.section(
                    lines,
                    &at,
                    node,
                    Between::find(&line.stations, s),
                    s,
                    &[[0.0; 2]],
                )
            });
            let points = points.collect();
            lines.lines.push(points);
            lines.cells(number, known.len(), 1);
            let first = surfaces.len() as u32;
            for ring in &sweep.rings {
                self.section(
                    surfaces,
                    &at,
                    ring.node,
                    ring.station,
                    ring.s,
                    &ring.corners,
                );
            }
            let shifted = sweep.triangles.iter().map(|t| t.map(|k| k + first));
            surfaces.triangles.extend(shifted);
            surfaces.cells(number, known.len(), sweep.triangles.len());
            for (k, &s) in line.stations.iter().enumerate() {
                let station = Between {
                    index: k,
                    part: 0.0,
                };
                let node = Between::find(&line.s, s);
                self.section(stations, &at, node, station, s, &[[0.0; 2]]);
                stations.cells(number, known.len(), 1);
            }
            known.push(line.name.clone());
        }
        for block in &mut blocks {
            block.texts.push((title, known.clone()));
        }
        blocks
    }

    /// Points of a section with all values there; gives the number of the first.
    fn section(
        &self,
        block: &mut Block,
        line: &LineAt,
        node: Between,
        station: Between,
        s: f64,
        corners: &[[f64; 2]],
    ) -> u32 {
        let (items, row) = (&self.items, line.row);
        let smooth = line.line.smooth;
        let here = between(&line.path, node, smooth);
        let start = between(&line.path_start, node, smooth);
        let first = line.line.first_node;
        let velocity = items
            .has("node_velocity")
            .then(|| V3::from(node.mix(|k| items.values::<3>(row, "node_velocity", first + k))));
        let beam = line.line.first_frame;
        let spin = beam.map_or(V3::zeros(), |first| {
            let variable = "node_angular_velocity";
            V3::from(node.mix(|k| items.values::<3>(row, variable, first + k)))
        });
        let turn = &here.turn;
        let raw = |k: usize| beam.map(|b| items.values::<4>(row, "node_orientation", b + k));
        let orientation = match node.part {
            0.0 => raw(node.index),
            1.0 => raw(node.index + 1),
            _ => beam.map(|_| [turn.w, turn.i, turn.j, turn.k]),
        };
        let number = block.len() as u32;
        for &[y, z] in corners {
            let corner = V3::new(0.0, y, z);
            let p = here.point(&corner);
            block.point(p);
            let moves = velocity.map(|v| v + spin.cross(&(p - here.at)));
            motion(block, &(p - start.point(&corner)), moves);
            block.value("arc_length", &[], &[s]);
            if let Some(orientation) = orientation {
                block.value("orientation", WXYZ, &orientation);
                for (name, axis) in [
                    ("axis_x", V3::x()),
                    ("axis_y", V3::y()),
                    ("axis_z", V3::z()),
                ] {
                    block.value(name, XYZ, (turn * axis).as_slice());
                }
                block.value("angular_velocity", XYZ, spin.as_slice());
                for (variable, name, parts) in OF_BEAMS {
                    self.along(block, line, station, variable, name, parts);
                }
            } else {
                // Results of version 0.1 have it under another name.
                let strain = match items.has("cable_strain") {
                    true => "cable_strain",
                    false => "stretch",
                };
                for (name, variable) in [("tension", "tension"), ("cable_strain", strain)] {
                    let first = line.line.first_station;
                    let value = station.mix(|k| items.values::<1>(row, variable, first + k));
                    block.value(name, &[], &value);
                }
            }
        }
        number
    }

    fn along(
        &self,
        block: &mut Block,
        line: &LineAt,
        station: Between,
        variable: &str,
        name: &'static str,
        parts: &'static [&'static str],
    ) {
        let first = line.line.first_station;
        let value = station.mix(|k| self.items.values::<3>(line.row, variable, first + k));
        block.value(name, parts, &value);
    }

    fn body_surfaces(&self, row: &[f64]) -> Block {
        let mut block = Block::new("body_surfaces", false);
        for (k, mesh) in self.bodies.iter().enumerate() {
            let (here, start) = (self.items.body(row, k), self.items.body(&self.start, k));
            let velocity = self.velocity(row, "velocity", k);
            let spin = self.spin(row, k);
            let first = block.len() as u32;
            for point in &mesh.points {
                let p = here.point(point);
                block.point(p);
                let moves = velocity.map(|v| v + spin.cross(&(p - here.at)));
                motion(&mut block, &(p - start.point(point)), moves);
            }
            let shifted = mesh.triangles.iter().map(|t| t.map(|c| c + first));
            block.triangles.extend(shifted);
            block.cells("body", k, mesh.triangles.len());
        }
        block.texts.push(("body_names", self.body_names()));
        block
    }

    fn bodies(&self, row: &[f64]) -> Block {
        let mut block = Block::new("bodies", true);
        for k in 0..self.items.bodies.len() {
            let here = self.items.body(row, k);
            block.point(here.at);
            let moved = here.at - self.items.body(&self.start, k).at;
            motion(&mut block, &moved, self.velocity(row, "velocity", k));
            if self.items.has("orientation") {
                let raw = self.items.values::<4>(row, "orientation", k);
                block.value("orientation", WXYZ, &raw);
            }
            if self.items.has("angular_velocity") {
                block.value("angular_velocity", XYZ, self.spin(row, k).as_slice());
            }
            block.number("body", k);
        }
        block.texts.push(("body_names", self.body_names()));
        block
    }

    /// Shapes of the model on the ground and on lines; those of bodies are among the surfaces of bodies.
    fn shape_surfaces(&self, row: &[f64]) -> Block {
        let mut block = Block::new("shape_surfaces", false);
        let on_body = |s: &&Shape| s.on.iter().any(|a| matches!(a.0.on, Carrier::Body(_)));
        let shapes = || self.items.shapes.iter().filter(|s| !on_body(s));
        for (k, shape) in shapes().enumerate() {
            let (here, start) = (
                self.items.shape(row, shape),
                self.items.shape(&self.start, shape),
            );
            let first = block.len() as u32;
            for point in &shape.mesh.points {
                let p = here.point(point);
                block.point(p);
                motion(&mut block, &(p - start.point(point)), None);
            }
            let shifted = shape.mesh.triangles.iter().map(|t| t.map(|c| c + first));
            block.triangles.extend(shifted);
            block.cells("shape", k, shape.mesh.triangles.len());
        }
        let names = shapes().map(|s| s.name.clone());
        block.texts.push(("shape_names", names.collect()));
        block
    }

    /// Joints, where their reactions act: at their point on the second item.
    fn joints(&self, row: &[f64]) -> Block {
        let mut block = Block::new("joints", true);
        let joints = &self.items.joints;
        for (k, joint) in joints.iter().enumerate() {
            let [first, second] = &joint.between;
            block.point(self.items.anchor(row, second).at);
            // A cable has no axes of its own: those of the other side are taken.
            let end = match self.items.turns(first.on) {
                true => first,
                false => second,
            };
            let axis = match joint.rods.contains(&2) {
                true => self.items.anchor(row, end).turn * V3::z(),
                false => V3::zeros(),
            };
            block.value("axis", XYZ, axis.as_slice());
            for name in ["reaction_force", "reaction_moment"] {
                // What ties two items so that they share a node has no reaction among the results.
                let row = joint.row.map(|r| self.items.vector(row, name, r));
                let reaction = row.unwrap_or(V3::repeat(f64::NAN));
                block.value(name, XYZ, reaction.as_slice());
            }
            block.number("joint", k);
        }
        let names = joints.iter().map(|j| j.name.clone());
        block.texts.push(("joint_names", names.collect()));
        let kinds = joints.iter().map(|j| j.kind.clone());
        block.texts.push(("joint_kinds", kinds.collect()));
        block
    }

    fn sensors(&self, row: &[f64]) -> Block {
        let mut block = Block::new("sensors", true);
        for k in 0..self.items.sensors.len() {
            let at = self.items.vector(row, "point", k);
            block.point(at);
            let moved = at - self.items.vector(&self.start, "point", k);
            motion(&mut block, &moved, self.velocity(row, "point_velocity", k));
            block.number("sensor", k);
        }
        let names = self.items.sensors.clone();
        block.texts.push(("sensor_names", names));
        block
    }

    fn velocity(&self, row: &[f64], variable: &str, index: usize) -> Option<V3> {
        let there = self.items.has(variable);
        there.then(|| self.items.vector(row, variable, index))
    }

    fn spin(&self, row: &[f64], body: usize) -> V3 {
        match self.items.has("angular_velocity") {
            true => self.items.vector(row, "angular_velocity", body),
            false => V3::zeros(),
        }
    }

    fn body_names(&self) -> Vec<String> {
        self.items.bodies.iter().map(|b| b.name.clone()).collect()
    }
}

/// Velocities are left out where the results have none.
fn motion(block: &mut Block, displacement: &V3, velocity: Option<V3>) {
    block.value("displacement", XYZ, displacement.as_slice());
    if let Some(velocity) = velocity {
        block.value("velocity", XYZ, velocity.as_slice());
        block.value("speed", &[], &[velocity.norm()]);
    }
}

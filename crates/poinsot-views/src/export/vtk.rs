//! A run as a series of VTK files.

pub use super::vtk_file::{Block, group, series};
use crate::scene::fields::At;
use crate::scene::items::{FlexibleKind, Form};
use crate::scene::mesh::Mesh;
use crate::scene::pose::{Carrier, Pose};
use crate::scene::poses::{numbers, vector};
use crate::scene::surface::{Between, Bound, Shows, Surface};
use crate::scene::tessellate::{self, Detail};
use crate::scene::{Field, Frame, Scene};
use poinsot::math::V3;

/// Corners of all curves together, about.
const CORNERS: usize = 8_000;

const XYZ: &[&str] = &["x", "y", "z"];
const WXYZ: &[&str] = &["w", "x", "y", "z"];

/// Makes the geometry of frames.
pub struct Maker {
    scene: Scene,
    /// The first frame of the results: displacements are counted from there.
    start: Vec<f64>,
    /// Surfaces of bodies in their frames, with all that they carry.
    bodies: Vec<Mesh>,
    /// Shapes on the ground and on flexible bodies.
    shapes: Vec<Surface>,
    /// Surfaces of flexible bodies.
    flexible: Vec<Surface>,
}

/// A row of the results and the start, with where everything is.
struct Instants<'a> {
    now: Frame<'a>,
    start: Frame<'a>,
}

impl Maker {
    /// For items of a size [m] that start somewhere.
    pub fn new(scene: Scene, start: Vec<f64>, size: f64) -> Self {
        let detail = Detail::exact(CORNERS);
        let items = &scene.items;
        let mut bodies = vec![Mesh::default(); items.bodies.len()];
        let mut shapes = Vec::new();
        let mut rigid = tessellate::bodies(items, size, &detail);
        rigid.extend(tessellate::discs(items, &detail));
        rigid.extend(tessellate::shapes(items, &detail));
        for surface in rigid {
            match surface.bounds[..] {
                [Bound::On(anchor)] if matches!(anchor.on, Carrier::Body(_)) => {
                    if let Carrier::Body(k) = anchor.on {
                        bodies[k].add(&surface.mesh.placed(&anchor.place));
                    }
                }
                _ => shapes.push(surface),
            }
        }
        Maker {
            flexible: tessellate::flexible(items, size, &detail),
            bodies,
            shapes,
            scene,
            start,
        }
    }

    /// Everything in a frame; what the model does not have is left out.
    pub fn blocks(&self, row: &[f64]) -> Vec<Block> {
        let at = Instants {
            now: self.scene.frame(row),
            start: self.scene.frame(&self.start),
        };
        let mut list = Vec::new();
        for (kind, names, number, title) in [
            (
                FlexibleKind::Beam,
                ["beam_lines", "beam_surfaces", "beam_stations"],
                "beam",
                "beam_names",
            ),
            (
                FlexibleKind::Cable,
                ["cable_lines", "cable_surfaces", "cable_stations"],
                "cable",
                "cable_names",
            ),
            (
                FlexibleKind::Shell,
                ["shell_lines", "shell_surfaces", "shell_stations"],
                "shell",
                "shell_names",
            ),
            (
                FlexibleKind::Solid,
                ["solid_lines", "solid_cells", "solid_stations"],
                "solid",
                "solid_names",
            ),
        ] {
            list.extend(self.flexible(&at, kind, names, number, title));
        }
        list.push(self.body_surfaces(row));
        list.push(self.bodies(row));
        list.push(self.shape_surfaces(&at));
        list.push(self.joints(row));
        list.push(self.sensors(row));
        list.retain(|block| block.len() > 0);
        list
    }

    fn flexible(
        &self,
        at: &Instants<'_>,
        kind: FlexibleKind,
        names: [&'static str; 3],
        number: &'static str,
        title: &'static str,
    ) -> [Block; 3] {
        let mut blocks = [(names[0], false), (names[1], false), (names[2], true)]
            .map(|(name, dots)| Block::new(name, dots));
        let mut known = Vec::new();
        let all = self.scene.items.flexible.iter().zip(&self.flexible);
        for (index, (body, surface)) in all.enumerate().filter(|(_, (b, _))| b.kind == kind) {
            let [lines, surfaces, stations] = &mut blocks;
            if let Form::Curve(curve) = &body.form {
                let section = |node: Between, station: Between, s: f64| Bound::Section {
                    body: index,
                    s,
                    node,
                    station,
                };
                let first = lines.len() as u32;
                for (k, &s) in curve.s.iter().enumerate() {
                    let bound = section(Between::at(k), Between::find(&curve.stations, s), s);
                    self.corners(lines, at, index, &bound, &[V3::zeros()]);
                }
                lines.lines.push((first..lines.len() as u32).collect());
                lines.cells(number, known.len(), 1);
                for (k, &s) in curve.stations.iter().enumerate() {
                    let bound = section(Between::find(&curve.s, s), Between::at(k), s);
                    self.corners(stations, at, index, &bound, &[V3::zeros()]);
                    stations.cells(number, known.len(), 1);
                }
            }
            let first = surfaces.len() as u32;
            // Corners that are bound to one frame stand together.
            let mut done = 0;
            while done < surface.mesh.points.len() {
                let bound = surface.bound_of(done);
                let same = (done..surface.mesh.points.len())
                    .take_while(|&k| surface.bound_of(k) == bound)
                    .count();
                let points = &surface.mesh.points[done..done + same];
                self.corners(surfaces, at, index, &surface.bounds[bound], points);
                done += same;
            }
            if let Form::Facets(facets) = &body.form
                && !facets.volumes.is_empty()
            {
                surfaces.cells(number, known.len(), facets.volumes.len());
                for cell in &facets.volumes {
                    let nodes = cell.nodes.iter().map(|k| k + first);
                    surfaces.volumes.push((cell.vtk, nodes.collect()));
                }
                known.push(body.name.clone());
                continue;
            }
            let triangles = surface.mesh.triangles();
            surfaces.cells(number, known.len(), triangles.len());
            let shifted = triangles.into_iter().map(|t| t.map(|k| k + first));
            surfaces.triangles.extend(shifted);
            known.push(body.name.clone());
        }
        for block in &mut blocks {
            block.texts.push((title, known.clone()));
        }
        blocks
    }

    /// Corners that are bound to one frame, with all values there.
    fn corners(
        &self,
        block: &mut Block,
        at: &Instants<'_>,
        body: usize,
        bound: &Bound,
        corners: &[V3],
    ) {
        let (columns, row) = (&self.scene.columns, at.now.row);
        let body = &self.scene.items.flexible[body];
        let (here, start) = (at.now.place(bound), at.start.place(bound));
        // Where the frame is among the nodes of the body, and its arc length.
        let (node, s) = match bound {
            Bound::Section { node, s, .. } => (*node, Some(*s)),
            Bound::On(anchor) => match anchor.on {
                Carrier::Node(k) => (Between::at(k - body.first_node), None),
                Carrier::Ground | Carrier::Body(_) => return,
            },
            Bound::Mean(_) | Bound::Sensor(_) => return,
        };
        let mean = |first: Option<usize>, from: usize| {
            V3::from(node.mix_all(|k| numbers::<3>(row, first, from + k)))
        };
        let velocity = columns.node_velocity;
        let velocity = velocity.map(|_| mean(velocity, body.first_node));
        let frames = body.first_frame;
        let spin = frames.map_or(V3::zeros(), |first| {
            mean(columns.node_angular_velocity, first)
        });
        let turn = &here.turn;
        let raw = |k: usize| frames.map(|f| numbers::<4>(row, columns.node_orientation, f + k));
        let orientation = match node.part {
            0.0 => raw(node.index),
            1.0 => raw(node.index + 1),
            _ => frames.map(|_| [turn.w, turn.i, turn.j, turn.k]),
        };
        let fields = self.scene.fields.iter();
        let fields: Vec<&Field> = fields
            .filter(|f| f.at != At::Nodes && f.applies(body))
            .collect();
        for corner in corners {
            let p = here.point(corner);
            block.point(p);
            let moves = velocity.map(|v| v + spin.cross(&(p - here.at)));
            motion(block, &(p - start.point(corner)), moves);
            if let Some(s) = s {
                block.value("arc_length", &[], &[s]);
            }
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
            }
            for field in &fields {
                let one = |c: usize| self.scene.value(field, Some(c), bound, row);
                let values: Vec<f64> = (0..field.width).map(one).collect();
                block.value(field.quantity.name, field.quantity.parts, &values);
            }
        }
    }

    fn body_surfaces(&self, row: &[f64]) -> Block {
        let mut block = Block::new("body_surfaces", false);
        let columns = &self.scene.columns;
        for (k, mesh) in self.bodies.iter().enumerate() {
            let (here, start) = (columns.body(row, k), columns.body(&self.start, k));
            let velocity = velocity(row, columns.velocity, k);
            let spin = self.spin(row, k);
            let moves = |p: &V3| velocity.map(|v| v + spin.cross(&(p - here.at)));
            let triangles = rigid(&mut block, mesh, &here, &start, moves);
            block.cells("body", k, triangles);
        }
        block.texts.push(("body_names", self.body_names()));
        block
    }

    fn bodies(&self, row: &[f64]) -> Block {
        let mut block = Block::new("bodies", true);
        let columns = &self.scene.columns;
        for k in 0..self.scene.items.bodies.len() {
            let here = columns.body(row, k);
            block.point(here.at);
            let moved = here.at - columns.body(&self.start, k).at;
            motion(&mut block, &moved, velocity(row, columns.velocity, k));
            if columns.orientation.is_some() {
                let raw = numbers::<4>(row, columns.orientation, k);
                block.value("orientation", WXYZ, &raw);
            }
            if columns.angular_velocity.is_some() {
                block.value("angular_velocity", XYZ, self.spin(row, k).as_slice());
            }
            block.number("body", k);
        }
        block.texts.push(("body_names", self.body_names()));
        block
    }

    /// Shapes of the model on the ground and on flexible bodies; those of bodies are among the surfaces of bodies.
    fn shape_surfaces(&self, at: &Instants<'_>) -> Block {
        let mut block = Block::new("shape_surfaces", false);
        let mut names = Vec::new();
        for surface in &self.shapes {
            let (Shows::Shape(shape), [bound]) = (surface.shows, &surface.bounds[..]) else {
                continue;
            };
            let (here, start) = (at.now.place(bound), at.start.place(bound));
            let triangles = rigid(&mut block, &surface.mesh, &here, &start, |_| None);
            block.cells("shape", names.len(), triangles);
            names.push(self.scene.items.shapes[shape].title().to_owned());
        }
        block.texts.push(("shape_names", names));
        block
    }

    /// Joints, where their reactions act: at their point on the second item.
    fn joints(&self, row: &[f64]) -> Block {
        let mut block = Block::new("joints", true);
        let (joints, columns) = (&self.scene.items.joints, &self.scene.columns);
        for (k, joint) in joints.iter().enumerate() {
            let [first, second] = &joint.between;
            block.point(columns.anchor(row, second).at);
            // A cable has no axes of its own: those of the other side are taken.
            let end = match columns.turns(first.on) {
                true => first,
                false => second,
            };
            let axis = match joint.rods.contains(&2) {
                true => columns.anchor(row, end).turn * V3::z(),
                false => V3::zeros(),
            };
            block.value("axis", XYZ, axis.as_slice());
            for (name, column) in [
                ("reaction_force", columns.reaction_force),
                ("reaction_moment", columns.reaction_moment),
            ] {
                // What ties two items so that they share a node has no reaction among the results.
                let reaction = joint.row.map(|r| vector(row, column, r));
                let reaction = reaction.unwrap_or(V3::repeat(f64::NAN));
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
        let columns = &self.scene.columns;
        for k in 0..self.scene.items.sensors.len() {
            let at = vector(row, columns.point, k);
            block.point(at);
            let moved = at - vector(&self.start, columns.point, k);
            motion(&mut block, &moved, velocity(row, columns.point_velocity, k));
            block.number("sensor", k);
        }
        let names = self.scene.items.sensors.iter().map(|s| s.name.clone());
        block.texts.push(("sensor_names", names.collect()));
        block
    }

    fn spin(&self, row: &[f64], body: usize) -> V3 {
        let column = self.scene.columns.angular_velocity;
        velocity(row, column, body).unwrap_or_else(V3::zeros)
    }

    fn body_names(&self) -> Vec<String> {
        let bodies = self.scene.items.bodies.iter();
        bodies.map(|b| b.name.clone()).collect()
    }
}

/// None where the results have none.
fn velocity(row: &[f64], column: Option<usize>, index: usize) -> Option<V3> {
    column.map(|_| vector(row, column, index))
}

/// A surface that moves as a whole, with velocities of its points; gives the number of triangles.
fn rigid(
    block: &mut Block,
    mesh: &Mesh,
    here: &Pose,
    start: &Pose,
    velocity: impl Fn(&V3) -> Option<V3>,
) -> usize {
    let first = block.len() as u32;
    for point in &mesh.points {
        let p = here.point(point);
        block.point(p);
        motion(block, &(p - start.point(point)), velocity(&p));
    }
    let triangles = mesh.triangles();
    let count = triangles.len();
    let shifted = triangles.into_iter().map(|t| t.map(|c| c + first));
    block.triangles.extend(shifted);
    count
}

/// Velocities are left out where the results have none.
fn motion(block: &mut Block, displacement: &V3, velocity: Option<V3>) {
    block.value("displacement", XYZ, displacement.as_slice());
    if let Some(velocity) = velocity {
        block.value("velocity", XYZ, velocity.as_slice());
        block.value("speed", &[], &[velocity.norm()]);
    }
}

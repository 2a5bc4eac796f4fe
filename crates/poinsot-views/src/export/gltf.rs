//! A run as an animated glTF scene.
//!
//! Bodies are nodes that move, flexible bodies are skinned (`skin`).

use super::glb::{Glb, translation, turn};
use super::skin::Skin;
use crate::scene::items::{Flexible, FlexibleKind, Form, GivenShape, Items};
use crate::scene::mesh::Mesh;
use crate::scene::pose::{Carrier, Pose, towards};
use crate::scene::poses::vector;
use crate::scene::surface::{Bound, Shows, Surface};
use crate::scene::tessellate::{self, Detail};
use crate::scene::{Frame, Scene};
use poinsot::math::{Quaternion, V3, orientation};

/// All curves together with about so many corners.
const DETAIL: Detail = Detail::exact(30_000);
/// Bytes of one moving node in one frame.
const PER_NODE: usize = 28;
/// Key frames at most, and the bytes at which there are fewer of them.
const MOST: usize = 1001;
const ROOM: usize = 12_000_000;
/// Nodes that a curve may have: its joints, two per node, are counted with 16 bits.
pub const MOST_NODES: usize = 32_000;
/// Colours as in reports.
const COLOURS: [(&str, [u8; 3]); 9] = [
    ("body", [0x5b, 0x8d, 0xef]),
    ("beam", [0x7d, 0x93, 0xad]),
    ("cable", [0xb0, 0x89, 0x68]),
    ("shell", [0x86, 0xa0, 0x96]),
    ("solid", [0x9c, 0x92, 0xaa]),
    ("joint", [0xe0, 0xa0, 0x30]),
    ("link", [0x2b, 0x8a, 0x3e]),
    ("sensor", [0xc2, 0x18, 0x5b]),
    ("disc", [0x9a, 0x7b, 0x4f]),
];
/// Colours of shapes on the ground, and of other ones, unless the model says so.
const SHAPE: [[u8; 3]; 2] = [[0x9a, 0xa3, 0xad], [0x5b, 0x8d, 0xef]];
/// The cosine of half a right angle: turns between key frames beyond a right angle go wrong.
const FAST: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Where a moving node is: its place, and how much it is stretched along x.
type SizedPose = (Pose, f64);

/// The path of a node over the key frames.
#[derive(Default)]
struct Track {
    node: usize,
    /// Whether its axes are among the results.
    axes: bool,
    places: Vec<[f32; 3]>,
    turns: Vec<[f32; 4]>,
    stretches: Vec<[f32; 3]>,
    last: Option<SizedPose>,
}

/// A scene that takes frame by frame.
pub struct Film {
    scene: Scene,
    size: f64,
    glb: Glb,
    tracks: Vec<Track>,
    /// Lengths that links are drawn with before they are stretched [m].
    lengths: Vec<f64>,
    /// Whether a body or a section turns by more than a right angle between two frames.
    pub fast: bool,
}

/// How many frames a model gets unless the user says otherwise.
pub fn usual_frames(scene: &Scene) -> usize {
    let items = &scene.items;
    let nodes: usize = items.flexible.iter().map(|b| b.nodes).sum();
    let moving = nodes + items.bodies.len() + items.sensors.len() + items.links.len();
    (ROOM / (PER_NODE * moving.max(1))).clamp(100, MOST)
}

impl Film {
    /// Everything as it is in a first frame.
    pub fn new(scene: Scene, first: &[f64], size: f64) -> Self {
        let lengths = scene.items.links.iter().map(|link| {
            let [a, b] = [0, 1].map(|k| scene.columns.anchor(first, &link.between[k]).at);
            (b - a).norm().max(1e-3 * size)
        });
        let mut film = Film {
            lengths: lengths.collect(),
            scene,
            size,
            glb: Glb::default(),
            tracks: Vec::new(),
            fast: false,
        };
        film.build(first);
        film
    }

    /// All moving nodes, in one order: bodies, nodes of flexible bodies, sensors, links, shapes.
    fn poses(&self, row: &[f64]) -> Vec<SizedPose> {
        let (items, columns) = (&self.scene.items, &self.scene.columns);
        // What is round may turn about its axis as it likes: the axes follow those of the frame before.
        let before = |number: usize| self.tracks.get(number).and_then(|t| Some(t.last?.0.turn));
        let node = |body: usize| {
            let nodes = items.flexible[..body].iter().map(|b| b.nodes);
            items.bodies.len() + nodes.sum::<usize>()
        };
        let frame = Frame::new(items, columns, row, |body| before(node(body)));
        let bodies = (0..items.bodies.len()).map(|k| (columns.body(row, k), 1.0));
        let mut list: Vec<SizedPose> = bodies.collect();
        list.extend(frame.paths.iter().flatten().map(|p| (*p, 1.0)));
        for k in 0..items.sensors.len() {
            list.push((Pose::at(vector(row, columns.point, k)), 1.0));
        }
        for (link, length) in items.links.iter().zip(&self.lengths) {
            let [a, b] = [0, 1].map(|k| columns.anchor(row, &link.between[k]).at);
            let turn = before(list.len()).unwrap_or_else(Quaternion::identity);
            let turn = towards(&turn, &(b - a));
            list.push((Pose { at: a, turn }, (b - a).norm() / length));
        }
        for k in free_shapes(&self.scene) {
            list.push((columns.mean(row, &items.shapes[k].fixed), 1.0));
        }
        list
    }

    fn build(&mut self, first: &[f64]) {
        let materials = COLOURS.map(|(name, colour)| self.glb.material(name, colour, 1.0));
        let [body, beam, cable, shell, solid, joint, link, sensor, disc] = materials;
        // y is up in glTF.
        let up = self.scene.items.up.unwrap_or_else(V3::z);
        let up = orientation::between(&up, &V3::y());
        let upright = Pose {
            at: V3::zeros(),
            turn: up.unwrap_or_else(Quaternion::identity),
        };
        let root = self.glb.node(None, "world", &upright, 1.0);
        let poses = self.poses(first);
        let names = self.names();
        for ((place, stretch), (name, axes)) in poses.iter().zip(&names) {
            let node = self.glb.node(Some(root), name, place, *stretch);
            self.tracks.push(Track {
                node,
                axes: *axes,
                ..Track::default()
            });
        }
        let (items, size) = (&self.scene.items, self.size);
        let moving: Vec<usize> = self.tracks.iter().map(|t| t.node).collect();
        let mut moving = &moving[..];
        let mut take = |count: usize| {
            let (now, rest) = moving.split_at(count.min(moving.len()));
            moving = rest;
            now
        };
        let bodies = take(items.bodies.len());
        for (k, mesh) in solids(items, size).iter().enumerate() {
            if !mesh.points.is_empty() {
                let mesh = self.glb.mesh(&items.bodies[k].name, mesh, body);
                self.glb.show(bodies[k], mesh);
            }
        }
        let frame = self.scene.frame(first);
        let mut nodes = Vec::new();
        let surfaces = tessellate::flexible(items, size, &DETAIL);
        for (k, surface) in surfaces.iter().enumerate() {
            let flexible = &items.flexible[k];
            let own = take(flexible.nodes);
            nodes.resize(nodes.len().max(flexible.first_node + flexible.nodes), root);
            nodes[flexible.first_node..flexible.first_node + own.len()].copy_from_slice(own);
            let material = match flexible.kind {
                FlexibleKind::Beam => beam,
                FlexibleKind::Cable => cable,
                FlexibleKind::Shell => shell,
                FlexibleKind::Solid => solid,
            };
            let skin = Skin::new(flexible, surface, &frame.paths[k], &upright);
            skin.add(&mut self.glb, &flexible.name, own, material);
        }
        let dots = take(items.sensors.len());
        if let Some(surface) = tessellate::sensors(items, size, &DETAIL).first() {
            let dot = self.glb.mesh("sensor", &surface.mesh, sensor);
            dots.iter().for_each(|&node| self.glb.show(node, dot));
        }
        let linked = items.links.iter().zip(&self.lengths);
        for ((one, length), &node) in linked.zip(take(items.links.len())) {
            let shape = tessellate::link(one, *length, size, &DETAIL);
            let mesh = self.glb.mesh(&one.name, &shape, link);
            self.glb.show(node, mesh);
        }
        let carrier = |on: Carrier| {
            let node = match on {
                Carrier::Ground => Some(&root),
                Carrier::Body(k) => bodies.get(k),
                Carrier::Node(k) => nodes.get(k),
            };
            node.copied().unwrap_or(root)
        };
        let free = free_shapes(&self.scene);
        let mut rigid = tessellate::discs(items, &DETAIL);
        rigid.extend(tessellate::shapes(items, &DETAIL));
        rigid.extend(tessellate::joints(items, size, &DETAIL));
        // Markers of joints that look the same are stored once.
        let mut known: Vec<(&str, Mesh, usize)> = Vec::new();
        for Surface {
            shows,
            bounds,
            mesh,
            ..
        } in rigid
        {
            let (name, material) = match shows {
                Shows::Disc(_) => ("disc", disc),
                Shows::Joint(k) => (items.joints[k].name.as_str(), joint),
                Shows::Shape(k) => {
                    let shape = &items.shapes[k];
                    let plain = SHAPE[usize::from(!shape.on_ground())];
                    let colour = shape.colour.unwrap_or(plain);
                    let look = self.glb.material("shape", colour, shape.opacity);
                    (shape.title(), look)
                }
                Shows::Body(_) | Shows::Arm(_) | Shows::Flexible(_) | Shows::Sensor(_) => continue,
            };
            let alone = match shows {
                Shows::Shape(k) => {
                    let own = free.iter().position(|free| *free == k);
                    own.and_then(|own| moving.get(own).copied())
                }
                _ => None,
            };
            let node = match (alone, &bounds[..]) {
                (Some(node), _) => node,
                (None, [Bound::On(anchor)]) => {
                    let parent = Some(carrier(anchor.on));
                    self.glb.node(parent, name, &anchor.place, 1.0)
                }
                (None, _) => continue,
            };
            let number = match shows {
                Shows::Joint(k) => {
                    let kind = items.joints[k].kind.as_str();
                    let same = known.iter().find(|(one, m, _)| *one == kind && *m == mesh);
                    match same.map(|(_, _, number)| *number) {
                        Some(number) => number,
                        None => {
                            let number = self.glb.mesh(kind, &mesh, material);
                            known.push((kind, mesh, number));
                            number
                        }
                    }
                }
                _ => self.glb.mesh(name, &mesh, material),
            };
            self.glb.show(node, number);
        }
    }

    /// Names of all moving nodes, and whether their axes are among the results.
    fn names(&self) -> Vec<(String, bool)> {
        let items = &self.scene.items;
        let bodies = items.bodies.iter().map(|b| (b.name.clone(), true));
        let mut names: Vec<_> = bodies.collect();
        for body in &items.flexible {
            let axes = body.first_frame.is_some();
            names.extend((0..body.nodes).map(|k| (node_name(body, k), axes)));
        }
        names.extend(items.sensors.iter().map(|s| (s.name.clone(), false)));
        names.extend(items.links.iter().map(|l| (l.name.clone(), false)));
        let free = free_shapes(&self.scene).into_iter();
        names.extend(free.map(|k| (items.shapes[k].title().to_owned(), false)));
        names
    }

    /// Takes a key frame.
    pub fn frame(&mut self, row: &[f64]) {
        let poses = self.poses(row);
        for (track, pose) in self.tracks.iter_mut().zip(poses) {
            let fast = track.add(pose);
            self.fast |= fast && track.axes;
        }
    }

    /// The bytes of the file; times are in seconds of the animation.
    pub fn bytes(mut self, title: &str, times: &[f32]) -> Vec<u8> {
        if times.len() > 1 && !self.tracks.is_empty() {
            let at = self.glb.times(times);
            for track in &self.tracks {
                track.write(&mut self.glb, at);
            }
        }
        self.glb.bytes(title)
    }
}

impl Track {
    /// Takes a pose; gives whether it is turned by more than a right angle from the one before.
    fn add(&mut self, (mut place, mut stretch): SizedPose) -> bool {
        let finite = place
            .at
            .iter()
            .chain(&place.turn.coords)
            .all(|x| x.is_finite());
        let mut fast = false;
        match self.last {
            // Where the results hold no numbers, things stay where they were.
            Some((before, length)) if !finite || !stretch.is_finite() => {
                (place, stretch) = (before, length);
            }
            Some((before, _)) => {
                let same = before.turn.coords.dot(&place.turn.coords);
                fast = same.abs() < FAST;
                if same < 0.0 {
                    place.turn = Quaternion::new_unchecked(-place.turn.into_inner());
                }
            }
            None if !finite => (place, stretch) = (Pose::world(), 1.0),
            None => {}
        }
        self.places.push(translation(&place.at));
        self.turns.push(turn(&place.turn));
        self.stretches.push([stretch as f32, 1.0, 1.0]);
        self.last = Some((place, stretch));
        fast
    }

    /// What does not move gets no channel.
    fn write(&self, glb: &mut Glb, times: usize) {
        if moves(&self.places) {
            glb.channel(self.node, "translation", times, self.places.as_flattened());
        }
        if moves(&self.turns) {
            glb.channel(self.node, "rotation", times, self.turns.as_flattened());
        }
        if moves(&self.stretches) {
            glb.channel(self.node, "scale", times, self.stretches.as_flattened());
        }
    }
}

/// Numbers of shapes that do not simply hang on one node: those between two nodes, and on cables, whose nodes have axes of ours.
fn free_shapes(scene: &Scene) -> Vec<usize> {
    let turns = |on: Carrier| scene.columns.turns(on);
    let free = |shape: &GivenShape| match shape.fixed[..] {
        [(anchor, _)] => !turns(anchor.on),
        _ => true,
    };
    let shapes = scene.items.shapes.iter().enumerate();
    shapes.filter(|(_, s)| free(s)).map(|(k, _)| k).collect()
}

/// What stands for bodies, with its rods, in their frames.
fn solids(items: &Items, size: f64) -> Vec<Mesh> {
    let mut list = vec![Mesh::default(); items.bodies.len()];
    for surface in tessellate::bodies(items, size, &DETAIL) {
        if let Shows::Body(k) | Shows::Arm(k) = surface.shows {
            list[k].add(&surface.mesh);
        }
    }
    list
}

/// Nodes of curves are named by their arc length, others by their number.
fn node_name(body: &Flexible, node: usize) -> String {
    match &body.form {
        Form::Curve(curve) => format!("{}@{}", body.name, curve.s[node]),
        Form::Facets(_) => format!("{}@{node}", body.name),
    }
}

fn moves<T: PartialEq>(list: &[T]) -> bool {
    list.windows(2).any(|pair| pair[0] != pair[1])
}

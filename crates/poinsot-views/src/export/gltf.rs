//! A run as an animated glTF scene.
//!
//! Bodies are nodes that move, lines are skinned (`skin`).

use super::glb::{Glb, translation, turn};
use super::items::{Carrier, Items, Place, Shape};
use super::markers;
use super::mesh::{self, Mesh};
use super::skin::Skin;
use super::sweep::{path, towards};
use poinsot::math::{Quaternion, V3, orientation};

/// Corners of all lines together, about.
const CORNERS: usize = 30_000;
/// Bytes of one moving node in one frame.
const PER_NODE: usize = 28;
/// Key frames at most, and the bytes at which there are fewer of them.
const MOST: usize = 1001;
const ROOM: usize = 12_000_000;
/// Nodes that a line may have: its joints, two per node, are counted with 16 bits.
pub const MOST_NODES: usize = 32_000;
/// Colours as in reports.
const COLOURS: [(&str, [u8; 3]); 7] = [
    ("body", [0x5b, 0x8d, 0xef]),
    ("beam", [0x7d, 0x93, 0xad]),
    ("cable", [0xb0, 0x89, 0x68]),
    ("joint", [0xe0, 0xa0, 0x30]),
    ("link", [0x2b, 0x8a, 0x3e]),
    ("sensor", [0xc2, 0x18, 0x5b]),
    ("disc", [0x9a, 0x7b, 0x4f]),
];
/// The cosine of half a right angle: turns between key frames beyond a right angle go wrong.
const FAST: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Where a moving node is: its place, and how much it is stretched along x.
type Pose = (Place, f64);

/// The path of a node over the key frames.
#[derive(Default)]
struct Track {
    node: usize,
    /// Whether its axes are among the results.
    axes: bool,
    places: Vec<[f32; 3]>,
    turns: Vec<[f32; 4]>,
    stretches: Vec<[f32; 3]>,
    last: Option<Pose>,
}

/// A scene that takes frame by frame.
pub struct Film {
    items: Items,
    size: f64,
    glb: Glb,
    tracks: Vec<Track>,
    /// Lengths that links are drawn with before they are stretched [m].
    lengths: Vec<f64>,
    /// Whether a body or a section turns by more than a right angle between two frames.
    pub fast: bool,
}

/// How many frames a model gets unless the user says otherwise.
pub fn usual_frames(items: &Items) -> usize {
    let nodes: usize = items.lines.iter().map(|l| l.s.len()).sum();
    let moving = nodes + items.bodies.len() + items.sensors.len() + items.links.len();
    (ROOM / (PER_NODE * moving.max(1))).clamp(100, MOST)
}

impl Film {
    /// Everything as it is in a first frame.
    pub fn new(items: Items, first: &[f64], size: f64) -> Self {
        let lengths = items.links.iter().map(|link| {
            let [a, b] = [0, 1].map(|k| items.anchor(first, &link.between[k]).at);
            (b - a).norm().max(1e-3 * size)
        });
        let mut film = Film {
            lengths: lengths.collect(),
            items,
            size,
            glb: Glb::default(),
            tracks: Vec::new(),
            fast: false,
        };
        film.build(first);
        film
    }

    /// All moving nodes, in one order: bodies, nodes of lines, sensors, links, shapes.
    fn poses(&self, row: &[f64]) -> Vec<Pose> {
        let items = &self.items;
        let bodies = (0..items.bodies.len()).map(|k| (items.body(row, k), 1.0));
        let mut list: Vec<Pose> = bodies.collect();
        // What is round may turn about its axis as it likes: the axes follow those of the frame before.
        let before = |number: usize| self.tracks.get(number).and_then(|t| Some(t.last?.0.turn));
        for line in &items.lines {
            let path = path(items, line, row, before(list.len()));
            list.extend(path.into_iter().map(|p| (p, 1.0)));
        }
        for k in 0..items.sensors.len() {
            let at = items.vector(row, "point", k);
            list.push((
                Place {
                    at,
                    ..Place::world()
                },
                1.0,
            ));
        }
        for (link, length) in items.links.iter().zip(&self.lengths) {
            let [a, b] = [0, 1].map(|k| items.anchor(row, &link.between[k]).at);
            let turn = before(list.len()).unwrap_or_else(Quaternion::identity);
            let turn = towards(&turn, &(b - a));
            list.push((Place { at: a, turn }, (b - a).norm() / length));
        }
        list.extend(self.free_shapes().map(|s| (items.shape(row, s), 1.0)));
        list
    }

    /// Shapes that do not simply hang on one node: those between two nodes, and on cables, whose nodes have axes of ours.
    fn free_shapes(&self) -> impl Iterator<Item = &Shape> {
        let items = &self.items;
        let free = |s: &&Shape| s.on.len() != 1 || !s.on.iter().all(|a| items.turns(a.0.on));
        items.shapes.iter().filter(free)
    }

    fn build(&mut self, first: &[f64]) {
        let materials = COLOURS.map(|(name, colour)| self.glb.material(name, colour, 1.0));
        let [body, beam, cable, joint, link, sensor, disc] = materials;
        // y is up in glTF.
        let up = orientation::between(&self.items.up, &V3::y());
        let upright = Place {
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
        let (items, size) = (&self.items, self.size);
        let mut moving = self.tracks.iter().map(|t| t.node);
        let bodies: Vec<usize> = moving.by_ref().take(items.bodies.len()).collect();
        for (k, &node) in bodies.iter().enumerate() {
            let mesh = mesh::body(items, k, size);
            if !mesh.points.is_empty() {
                let mesh = self.glb.mesh(&items.bodies[k].name, &mesh, body);
                self.glb.show(node, mesh);
            }
            if let Some(ring) = mesh::discs(items, k) {
                let mesh = self.glb.mesh("disc", &ring, disc);
                let node = self.glb.node(Some(node), "disc", &Place::world(), 1.0);
                self.glb.show(node, mesh);
            }
        }
        let total: usize = items.lines.iter().map(|l| l.s.len()).sum();
        let mut nodes = vec![root; total];
        for line in &items.lines {
            let own: Vec<usize> = moving.by_ref().take(line.s.len()).collect();
            for (k, &node) in own.iter().enumerate() {
                if let Some(place) = nodes.get_mut(line.first_node + k) {
                    *place = node;
                }
            }
            let share = CORNERS * line.s.len() / total.max(1);
            let material = if line.first_frame.is_some() {
                beam
            } else {
                cable
            };
            let shape = Skin::new(line, &path(items, line, first, None), &upright, size, share);
            shape.add(&mut self.glb, line, &own, material);
        }
        let dot = match items.sensors.is_empty() {
            true => None,
            false => Some(self.glb.mesh("sensor", &Mesh::sphere(0.008 * size), sensor)),
        };
        for node in moving.by_ref().take(items.sensors.len()) {
            if let Some(dot) = dot {
                self.glb.show(node, dot);
            }
        }
        let linked = items.links.iter().zip(&self.lengths);
        for ((one, length), node) in linked.zip(moving.by_ref()) {
            let shape = markers::link(&one.kind, *length, size);
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
        for shape in &items.shapes {
            let node = match shape.on[..] {
                [(anchor, _)] if items.turns(anchor.on) => {
                    let parent = Some(carrier(anchor.on));
                    self.glb.node(parent, &shape.name, &anchor.place, 1.0)
                }
                _ => moving.next().unwrap_or(root),
            };
            let look = self.glb.material("shape", shape.colour, shape.opacity);
            let mesh = self.glb.mesh(&shape.name, &shape.mesh, look);
            self.glb.show(node, mesh);
        }
        let mut known: Vec<(&str, f64, usize)> = Vec::new();
        for one in &items.joints {
            let r = markers::joint_size(items, one, size);
            let same = known.iter().find(|k| k.0 == one.kind && k.1 == r);
            let mesh = match same.map(|k| k.2) {
                Some(mesh) => mesh,
                None => self.glb.mesh(&one.kind, &markers::joint(one, r), joint),
            };
            known.push((&one.kind, r, mesh));
            // A cable has no axes of its own: the marker goes to the other side.
            let [a, b] = &one.between;
            let end = match !items.turns(a.on) && items.turns(b.on) {
                true => b,
                false => a,
            };
            let parent = Some(carrier(end.on));
            let node = self.glb.node(parent, &one.name, &end.place, 1.0);
            self.glb.show(node, mesh);
        }
    }

    /// Names of all moving nodes, and whether their axes are among the results.
    fn names(&self) -> Vec<(String, bool)> {
        let items = &self.items;
        let bodies = items.bodies.iter().map(|b| (b.name.clone(), true));
        let mut names: Vec<_> = bodies.collect();
        for line in &items.lines {
            let name = |s: &f64| format!("{}@{s}", line.name);
            let axes = line.first_frame.is_some();
            names.extend(line.s.iter().map(|s| (name(s), axes)));
        }
        names.extend(items.sensors.iter().map(|s| (s.clone(), false)));
        names.extend(items.links.iter().map(|l| (l.name.clone(), false)));
        names.extend(self.free_shapes().map(|s| (s.name.clone(), false)));
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
    fn add(&mut self, (mut place, mut stretch): Pose) -> bool {
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
            None if !finite => (place, stretch) = (Place::world(), 1.0),
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

fn moves<T: PartialEq>(list: &[T]) -> bool {
    list.windows(2).any(|pair| pair[0] != pair[1])
}

//! How large everything is together, from some frames: by this, things are made large enough to be seen and small enough for their
//! surroundings.

use super::items::Items;
use super::poses::{numbers, vector};
use super::room::Room;
use super::surface::Surface;
use super::tessellate::{self, Detail, LARGEST};
use super::{Scene, pose::Carrier};
use poinsot::math::V3;
use poinsot::results::{FileError, Reader};

/// Frames that say how far things move.
const SAMPLES: usize = 24;

/// Some frames over a run, the last one among them.
pub fn samples(reader: &Reader) -> Vec<usize> {
    let full = reader.full_frames();
    let step = full.len().div_ceil(SAMPLES).max(1);
    let some = full.iter().step_by(step).chain(full.last());
    some.copied().collect()
}

/// Where the items of a scene have been.
pub struct Extent<'a> {
    scene: &'a Scene,
    /// Shapes of the model that move.
    shapes: Vec<Surface>,
    /// Of the origins of bodies.
    bodies: Vec<Room>,
    /// Of all nodes.
    nodes: Room,
    /// Of the frames of shapes.
    placed: Vec<Room>,
    /// Sums of the lengths of links, and of how many frames.
    lengths: Vec<f64>,
    frames: usize,
}

impl<'a> Extent<'a> {
    /// Before any frame.
    pub fn new(scene: &'a Scene) -> Self {
        let items = &scene.items;
        let mut shapes = tessellate::shapes(items, &Detail::PICTURE);
        shapes.retain(|surface| !surface.is_on_ground());
        Extent {
            bodies: vec![Room::empty(); items.bodies.len()],
            nodes: Room::empty(),
            placed: vec![Room::empty(); shapes.len()],
            lengths: vec![0.0; items.links.len()],
            frames: 0,
            shapes,
            scene,
        }
    }

    /// From some frames.
    pub fn of(scene: &'a Scene, rows: &[Vec<f64>]) -> Self {
        let mut extent = Extent::new(scene);
        rows.iter().for_each(|row| extent.look(row));
        extent
    }

    /// From some frames over a run.
    pub fn of_run(scene: &'a Scene, reader: &mut Reader) -> Result<Self, FileError> {
        let mut extent = Extent::new(scene);
        for frame in samples(reader) {
            extent.look(&reader.frame(frame)?);
        }
        Ok(extent)
    }

    /// Takes a frame into account.
    pub fn look(&mut self, row: &[f64]) {
        let (items, columns) = (&self.scene.items, &self.scene.columns);
        self.frames += 1;
        for (k, room) in self.bodies.iter_mut().enumerate() {
            room.add(&vector(row, columns.position, k), 0.0);
        }
        for body in &items.flexible {
            for k in body.first_node..body.first_node + body.nodes {
                let at = V3::from(numbers::<3>(row, columns.node_position, k));
                self.nodes.add(&at, 0.0);
            }
        }
        if !self.shapes.is_empty() {
            let frame = self.scene.frame(row);
            for (surface, room) in self.shapes.iter().zip(&mut self.placed) {
                for bound in &surface.bounds {
                    room.add(&frame.place(bound).at, 0.0);
                }
            }
        }
        for (link, sum) in items.links.iter().zip(&mut self.lengths) {
            let [a, b] = [0, 1].map(|k| columns.anchor(row, &link.between[k]).at);
            *sum += (b - a).norm();
        }
    }

    /// The room that everything takes.
    pub fn room(&self) -> Room {
        let items = &self.scene.items;
        let mut room = self.places(items);
        let places = room.size();
        for disc in &items.discs {
            // A ring of a rod.
            let reach = disc.center.norm() + 1.03 * disc.radius;
            if let Some(own) = self.bodies.get(disc.body) {
                room.add_room(own, reach);
            }
        }
        for (surface, own) in self.shapes.iter().zip(&self.placed) {
            room.add_room(own, surface.reach());
        }
        for (body, own) in items.bodies.iter().zip(&self.bodies) {
            let reach = body.solid.as_ref().map_or(0.0, |s| s.reach());
            let most = match places > 0.0 {
                true => reach.min(LARGEST * places),
                false => reach,
            };
            room.add_room(own, body.center.at.norm() + most);
        }
        room
    }

    /// Length of its diagonal [m]; 1 m if there is nothing.
    pub fn size(&self) -> f64 {
        let size = self.room().size();
        if size > 0.0 { size } else { 1.0 }
    }

    /// Of bodies as far as their joints, of nodes, of joints on the ground.
    fn places(&self, items: &Items) -> Room {
        let mut room = Room::empty();
        for (k, own) in self.bodies.iter().enumerate() {
            let arms = tessellate::arms(items, k).map(|at| at.norm());
            let reach = arms.fold(items.bodies[k].center.at.norm(), f64::max);
            room.add_room(own, reach);
        }
        room.add_room(&self.nodes, 0.0);
        for anchor in items.anchors().filter(|a| a.on == Carrier::Ground) {
            room.add(&anchor.place.at, 0.0);
        }
        room
    }

    /// Lengths of links [m], on the mean of the frames.
    pub fn lengths(&self) -> Vec<f64> {
        let frames = self.frames.max(1) as f64;
        self.lengths.iter().map(|sum| sum / frames).collect()
    }
}

//! Snapshots: the whole model as it stands at chosen instants.

mod camera;
mod colours;
mod figures;
mod given;
mod lines;
mod mesh;
mod page;
mod painter;
mod places;
mod room;

pub use camera::{Camera, View};
pub use colours::Quantity;
pub use page::scene_of;

use crate::scene::shapes::Shape;
use poinsot::math::V3;
use serde_json::Value;

/// What a snapshot shows.
pub struct Snapshot<'a> {
    /// Line at the top; may be empty.
    pub title: String,
    /// Which instants: the line below the title.
    pub caption: String,
    /// How items look: made by `crate::scene`.
    pub scene: &'a Value,
    /// Shapes that the model gives, made by `crate::scene`.
    pub shapes: &'a [Shape],
    /// Whether the model has no gravity, which would say what is up.
    pub weightless: bool,
    /// What a frame holds.
    pub layout: &'a poinsot::results::Layout,
    /// Whole frames, from the palest to the one in full colours.
    pub rows: Vec<Vec<f64>>,
    /// From where.
    pub view: View,
    /// What beams and cables are coloured by.
    pub color: Option<Quantity>,
    /// Paths to draw in addition: names and points.
    pub paths: Vec<(String, Vec<V3>)>,
}

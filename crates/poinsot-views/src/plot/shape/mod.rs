//! Snapshots: the whole model as it stands at chosen instants.

mod arrows;
mod camera;
mod colours;
mod figures;
mod page;
mod painter;
mod refined;
mod section;

pub use arrows::Forces;
pub use camera::{Camera, View};
pub use colours::Quantity;
pub use page::scene_of;
pub use section::Section;

use crate::scene::Scene;
use poinsot::math::V3;

/// What a snapshot shows.
pub struct Snapshot<'a> {
    /// Line at the top; may be empty.
    pub title: String,
    /// Which instants: the line below the title.
    pub caption: String,
    /// What there is, and where its numbers are.
    pub scene: &'a Scene,
    /// Whole frames, from the palest to the one in full colours.
    pub rows: Vec<Vec<f64>>,
    /// From where.
    pub view: View,
    /// What beams and cables are coloured by.
    pub color: Option<Quantity>,
    /// The values of the ends of the colour bar; those found if there are none.
    pub range: Option<[f64; 2]>,
    /// How meshes are drawn.
    pub mesh: MeshLook,
    /// The plane that solids and shells are cut by, if they are.
    pub cut: Option<Section>,
    /// Contact forces to draw as arrows.
    pub forces: Option<Forces>,
    /// Paths to draw in addition: names and points.
    pub paths: Vec<(String, Vec<V3>)>,
}

/// How meshes of elements are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeshLook {
    /// Whether lines are drawn between elements; `None` if there are not too many of them.
    pub lines: Option<bool>,
    /// Whether the normals of elements are drawn.
    pub normals: bool,
}

//! What stands where in a picture of a run, made once: reports, VTK, glTF and snapshots only render it.
//!
//! - [`Items`] are the facts: bodies, flexible bodies, joints and so on, with their places among the results. They are stored with
//!   the results, or made from the model in older ones (`build`).
//! - A [`Surface`] is what an item looks like: corners that keep their places in frames, and faces between them. A frame is fixed to
//!   the ground, to a body or to a node, or is a section between two nodes. All surfaces are made by [`tessellate`].
//! - A [`Frame`] says where all of these frames are in one row of the results, a [`Field`] which values stand there.

mod build;
mod cap;
pub mod clip;
mod coarser;
pub mod cut;
pub mod extent;
pub mod fields;
pub mod forces;
pub mod items;
pub mod magnify;
pub mod mesh;
mod meshed;
pub mod meshes;
mod outline;
pub mod page;
mod page_cells;
mod page_things;
pub mod pose;
pub mod poses;
mod revolve;
pub mod room;
pub mod solid;
mod stored;
pub mod surface;
mod sweep;
pub mod tessellate;

pub use extent::{Extent, samples};
pub use fields::Field;
pub use items::Items;
pub use magnify::Magnifier;
pub use pose::xyz;
pub use poses::Frame;
pub use stored::store;
pub use surface::Surface;

use fields::At;
use items::Flexible;
use poinsot::model::{KeptFiles, Model, Source, read_model};
use poinsot::results::Layout;
use poinsot::results::attributes::{FILES, SET};
use pose::Carrier;
use poses::Columns;
use surface::Bound;

/// Everything that can be seen of a run, and where its numbers are.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What there is.
    pub items: Items,
    /// Where motion stands in a frame.
    pub columns: Columns,
    /// Values that surfaces can be coloured by.
    pub fields: Vec<Field>,
    /// What cannot be shown and why, in words.
    pub notes: Vec<String>,
}

impl Scene {
    /// That of a results file: as stored in it, or as its model says, or as far as the results alone tell.
    pub fn of(layout: &Layout) -> Scene {
        let damaged = match stored::restore(layout) {
            Some(Ok(items)) => {
                let notes = Some(meshes::missing(&items)).filter(|note| !note.is_empty());
                return Scene::new(layout, items, notes.into_iter().collect());
            }
            Some(Err(why)) => Some(format!("the drawing in the results cannot be used ({why})")),
            None => None,
        };
        let model = model_of(layout);
        let mut scene = Scene::of_model(layout, model.as_ref().ok());
        let instead = match model {
            Ok(_) => damaged.map(|why| format!("{why}; items are drawn as the model says")),
            Err(why) => {
                let why = damaged.into_iter().chain([why]).collect::<Vec<_>>();
                Some(format!(
                    "{}; items are drawn in default sizes and joints are not shown",
                    why.join("; ")
                ))
            }
        };
        scene.notes.extend(instead);
        scene
    }

    /// That of a model; without one, what the results name.
    pub fn of_model(layout: &Layout, model: Option<&Model>) -> Scene {
        let (mut items, mut notes) = build::items(layout, model);
        meshes::restore(&mut items, layout);
        notes.extend(Some(meshes::missing(&items)).filter(|note| !note.is_empty()));
        Scene::new(layout, items, notes)
    }

    /// With items that are known.
    pub fn new(layout: &Layout, items: Items, notes: Vec<String>) -> Scene {
        Scene {
            columns: Columns::new(layout, &items),
            fields: Field::all(layout),
            items,
            notes,
        }
    }

    /// Where everything is in a row of the results.
    pub fn frame<'a>(&'a self, row: &'a [f64]) -> Frame<'a> {
        Frame::new(&self.items, &self.columns, row, |_| None)
    }

    /// One component of a field, or the length of its vector, where corners are bound; NaN where it is not known.
    pub fn value(
        &self,
        field: &Field,
        component: Option<usize>,
        bound: &Bound,
        row: &[f64],
    ) -> f64 {
        match (bound, field.at) {
            (Bound::Section { body, node, .. }, At::Nodes) => {
                let first = self.items.flexible[*body].first_node;
                node.mix(|k| field.value(row, first + k, component))
            }
            (Bound::Section { body, station, .. }, At::Stations(_)) => {
                let first = self.items.flexible[*body].first_station;
                station.mix(|k| field.value(row, first + k, component))
            }
            (Bound::On(anchor), at) => match (anchor.on, at) {
                (Carrier::Node(k), At::Nodes) => field.value(row, k, component),
                // Shells have values at every node.
                (Carrier::Node(k), At::Stations(kind)) => {
                    let holds = |b: &&Flexible| (b.first_node..b.first_node + b.nodes).contains(&k);
                    let body = self.items.flexible.iter().find(holds);
                    let body = body.filter(|b| b.kind == kind);
                    body.map_or(f64::NAN, |b| {
                        field.value(row, b.first_station + k - b.first_node, component)
                    })
                }
                (Carrier::Ground | Carrier::Body(_), _) => f64::NAN,
            },
            _ => f64::NAN,
        }
    }
}

/// The model in the results, or why there is none.
pub fn model_of(layout: &Layout) -> Result<Model, String> {
    let text = layout.attribute("model").unwrap_or_default();
    if text.trim().is_empty() {
        return Err("the results hold no model".to_owned());
    }
    let set = layout.attribute(SET).unwrap_or_default();
    let source = Source::new("model in the results", text).with_settings(set.lines());
    let files = layout.attribute(FILES).unwrap_or_default();
    let source = source.with_files(KeptFiles::from_text(files).unwrap_or_default());
    read_model(&source)
        .map(|(model, _)| model)
        .map_err(|problems| {
            let first = problems.first().map(|p| p.message.clone());
            format!(
                "the model in the results cannot be read by this version ({})",
                first.unwrap_or_default()
            )
        })
}

#[cfg(test)]
mod tests;

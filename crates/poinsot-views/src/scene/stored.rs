//! What can be seen, as a text in the results: they can be drawn without the model, and by versions that cannot read it.

use super::items::{Facets, Flexible, Form, Items};
use super::meshes;
use super::pose::{Anchor, Carrier};
use poinsot::model::Model;
use poinsot::results::Layout;
use poinsot::results::attributes::DRAWING;
use serde::{Deserialize, Serialize};

/// Of the text below. Readers leave other versions alone.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Stored<T> {
    version: u32,
    items: T,
}

/// Adds what can be seen of a model to its results.
pub fn store(layout: &mut Layout, model: &Model) {
    let (items, _) = super::build::items(layout, Some(model));
    meshes::store(layout, &items);
    let stored = Stored {
        version: VERSION,
        items: &items,
    };
    if let Ok(text) = serde_json::to_string(&stored)
        && layout.attribute(DRAWING).is_none()
    {
        layout.attributes.push((DRAWING.to_owned(), text));
    }
}

/// What the results hold: nothing, what can be seen, or why that cannot be used.
pub fn restore(layout: &Layout) -> Option<Result<Items, String>> {
    let text = layout.attribute(DRAWING)?;
    Some(read(text, layout).map(|mut items| {
        meshes::restore(&mut items, layout);
        items
    }))
}

fn read(text: &str, layout: &Layout) -> Result<Items, String> {
    let version: Stored<serde::de::IgnoredAny> =
        serde_json::from_str(text).map_err(|e| e.to_string())?;
    if version.version != VERSION {
        return Err(format!("it is of version {}", version.version));
    }
    let stored: Stored<Items> = serde_json::from_str(text).map_err(|e| e.to_string())?;
    check(&stored.items, layout)?;
    Ok(stored.items)
}

/// Whether everything that is named is among the results, and lists that belong together are equally long.
fn check(items: &Items, layout: &Layout) -> Result<(), String> {
    let labels = |axis: &str| {
        let found = layout.axes.iter().find(|a| a.name == axis);
        found.map_or(&[][..], |a| &a.labels)
    };
    let [bodies, nodes] = ["body", "line_node"].map(|axis| labels(axis).len());
    let is = |good: bool, what: &str| match good {
        true => Ok(()),
        false => Err(format!("{what} do not fit the results")),
    };
    let body_names = items.bodies.iter().map(|b| &b.name);
    is(body_names.eq(labels("body")), "bodies")?;
    let sensor_names = items.sensors.iter().map(|s| &s.name);
    is(sensor_names.eq(labels("sensor")), "sensors")?;
    let there = |anchor: &Anchor| match anchor.on {
        Carrier::Ground => true,
        Carrier::Body(k) => k < bodies,
        Carrier::Node(k) => k < nodes,
    };
    is(items.anchors().all(there), "joints and links")?;
    let mut rods = items.joints.iter().flat_map(|j| &j.rods);
    is(rods.all(|axis| *axis < 3), "axes of joints")?;
    let reactions = labels("joint").len();
    let mut rows = items.joints.iter().filter_map(|j| j.row);
    is(rows.all(|row| row < reactions), "reactions")?;
    is(items.discs.iter().all(|d| d.body < bodies), "discs")?;
    let fixed = |s: &super::items::GivenShape| {
        !s.fixed.is_empty() && s.fixed.iter().all(|(a, weight)| there(a) && *weight > 0.0)
    };
    is(items.shapes.iter().all(fixed), "shapes")?;
    let ends = |first: usize, count: usize, axis: &str| {
        let end = first.checked_add(count);
        end.is_some_and(|end| end <= labels(axis).len())
    };
    for body in &items.flexible {
        let sound = ends(body.first_node, body.nodes, "line_node")
            && body
                .first_frame
                .is_none_or(|first| ends(first, body.nodes, "beam_node"))
            && body.nodes > 0
            && form_is_sound(body)
            && match &body.form {
                Form::Curve(curve) => ends(
                    body.first_station,
                    curve.stations.len(),
                    body.kind.station_axis(),
                ),
                Form::Facets(_) => {
                    let stations = labels(body.kind.station_axis()).len();
                    stations == 0 || ends(body.first_station, body.nodes, body.kind.station_axis())
                }
            };
        is(sound, "beams and cables")?;
    }
    Ok(())
}

fn form_is_sound(body: &Flexible) -> bool {
    match &body.form {
        Form::Curve(curve) => {
            let corners = |k: usize| {
                let outline = &curve.outlines[k];
                (outline.outer.len(), outline.inner.len())
            };
            let alike = (0..curve.outlines.len()).all(|k| {
                let (outer, inner) = corners(k);
                corners(0) == (outer, inner) && outer >= 3 && (inner == 0 || inner == outer)
            });
            curve.s.len() == body.nodes && alike
        }
        Form::Facets(Facets {
            faces,
            thickness,
            elements,
            volumes,
        }) => {
            let inner = volumes.iter().flat_map(|v| &v.nodes);
            let mut corners = faces.iter().flatten().chain(inner);
            corners.all(|k| (*k as usize) < body.nodes)
                && faces.iter().all(|f| f.len() >= 3)
                && (thickness.is_empty() || thickness.len() == body.nodes)
                && (elements.is_empty() || elements.len() == faces.len())
        }
    }
}

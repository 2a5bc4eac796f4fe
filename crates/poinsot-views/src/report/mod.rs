//! `poinsot report`: a run as one page that needs nothing else.
//!
//! The page itself is made once from `viewer` (`cargo xtask viewer`) and embedded here; a report is that page with the packed numbers of a run.

pub mod encode;
mod pack;
mod tables;

use crate::scene::page::Look;
use crate::scene::room::Room;
use crate::scene::{self, Extent, Magnifier};
use poinsot::results::attributes::{DRAWING, PARAMETERS, SET};
use poinsot::results::{FileError, Reader};
use serde_json::{Value, json};

/// The page without numbers.
const VIEWER: &str = include_str!("viewer.html");
/// Where they go.
const PLACE: &str = "<!--poinsot:data-->";
/// Pages larger than this get fewer frames [bytes].
const LARGEST: usize = 14_500_000;
/// What budgets are multiplied by if a page came out too large.
const LESS: f64 = 0.7;
/// Attributes that are shown in other places than the list of attributes.
const LONG: [&str; 7] = [
    "model",
    "settings",
    "title",
    SET,
    PARAMETERS,
    DRAWING,
    scene::meshes::MESHES,
];

/// A run to show.
pub struct Shown {
    /// Name of the file, for people.
    pub file: String,
    /// The open file, with at least one frame.
    pub reader: Reader,
}

/// A finished page, and what was left out of it.
pub struct Page {
    /// The text of the file.
    pub html: String,
    /// For each run why its model could not be read again, if so.
    pub notes: Vec<String>,
}

/// Makes the page of one run, or of two to compare.
pub fn page(runs: &mut [Shown]) -> Result<Page, FileError> {
    let share = 1.0 / runs.len().max(1) as f64;
    let mut scale = share;
    loop {
        let made = page_of(runs, scale)?;
        // What is left below a hundredth is names and texts, which no choice of frames makes smaller.
        if made.html.len() <= LARGEST || scale < 0.01 * share {
            return Ok(made);
        }
        scale *= LESS;
    }
}

fn page_of(runs: &mut [Shown], scale: f64) -> Result<Page, FileError> {
    let (insert, notes) = elements(runs, scale)?;
    Ok(Page {
        html: VIEWER.replacen(PLACE, &insert, 1),
        notes,
    })
}

/// The elements of a page that hold its numbers, and its notes. Budgets of frames are multiplied by `scale`.
pub fn elements(runs: &mut [Shown], scale: f64) -> Result<(String, Vec<String>), FileError> {
    let mut described = Vec::new();
    let mut data = String::new();
    let mut notes = Vec::new();
    let mut seen = Vec::new();
    let mut room = Room::empty();
    for run in runs.iter_mut() {
        let scene = scene::Scene::of(run.reader.layout());
        let look = look(&scene, &mut run.reader)?;
        room.add_room(&look.room, 0.0);
        seen.push((scene, look));
    }
    for (k, (run, (scene, look))) in runs.iter_mut().zip(seen).enumerate() {
        let packed = pack::pack(&mut run.reader, scale)?;
        // Things of several runs have the same sizes.
        let (facts, note) = describe(run, &packed, scene, &Look { room, ..look });
        described.push(facts);
        if !note.is_empty() {
            notes.push(format!("{}: {note}", run.file));
        }
        data.push_str(&format!(
            "<script type=\"text/plain\" id=\"poinsot-data-{k}\">{}</script>\n",
            encode::packed(&packed.bytes)
        ));
    }
    let report = json!({
        "program": concat!("poinsot ", env!("CARGO_PKG_VERSION")),
        "runs": described,
    });
    // A model text may contain anything, the end of a script too.
    let text = report.to_string().replace('<', "\\u003c");
    let insert =
        format!("<script type=\"application/json\" id=\"poinsot-report\">{text}</script>\n{data}");
    Ok((insert, notes))
}

/// A page that asks its server for newer numbers.
pub fn following(elements: &str) -> String {
    let live = "<script type=\"application/json\" id=\"poinsot-live\">{}</script>\n";
    VIEWER.replacen(PLACE, &format!("{live}{elements}"), 1)
}

/// How large everything is, and whether things turn or travel so far that only deformations can be made larger, from some frames over the
/// run.
fn look(seen: &scene::Scene, reader: &mut Reader) -> Result<Look, FileError> {
    let mut extent = Extent::new(seen);
    let mut magnifier = None;
    for frame in scene::samples(reader) {
        let row = reader.frame(frame)?;
        extent.look(&row);
        magnifier
            .get_or_insert_with(|| Magnifier::new(seen, row.clone(), 1.0))
            .look(&row);
    }
    Ok(Look {
        room: extent.room(),
        lengths: extent.lengths(),
        rigid: magnifier.is_some_and(|m| m.is_rigid()),
    })
}

fn describe(
    run: &Shown,
    packed: &pack::Packed,
    seen: scene::Scene,
    look: &Look,
) -> (Value, String) {
    let layout = run.reader.layout();
    let mut text = layout.attribute("model").unwrap_or_default().to_owned();
    if let Some(set) = layout.attribute(SET) {
        let lines: Vec<String> = set.lines().map(|line| format!("# {line}\n")).collect();
        text.push_str(&format!("\n# Set from outside:\n{}", lines.concat()));
    }
    let model = scene::model_of(layout).map(|mut model| {
        scene::meshes::lend(&seen.items, &mut model);
        model
    });
    let mut notes = seen.notes;
    if let Err(why) = &model
        && notes.is_empty()
    {
        notes.push(format!("{why}; its tables are left out"));
    }
    let note = notes.join("; ");
    let title = layout.attribute("title").filter(|t| !t.is_empty());
    let variables: Vec<Value> = layout
        .variables
        .iter()
        .enumerate()
        .map(|(k, v)| {
            json!({
                "name": v.name,
                "unit": v.unit,
                "description": v.description,
                "axes": v.axes,
                "offset": layout.offset(k),
            })
        })
        .collect();
    let axes = layout.axes.iter();
    let attributes = layout.attributes.iter();
    let facts = json!({
        "file": run.file,
        "title": title.unwrap_or(&run.file),
        "status": run.reader.status().to_string(),
        "attributes": attributes.filter(|(k, _)| !LONG.contains(&k.as_str())).collect::<Vec<_>>(),
        "modelText": text,
        "settings": layout.attribute("settings").unwrap_or_default(),
        "modelNote": note,
        "frames": run.reader.frames(),
        "axes": axes.map(|a| json!({ "name": a.name, "labels": a.labels })).collect::<Vec<_>>(),
        "variables": variables,
        "rowLength": layout.row_len(),
        "blocks": packed.blocks,
        "exactAt": packed.exact_at,
        "exactRanges": packed.exact_ranges,
        "scene": scene::page::json(&seen.items, &seen.fields, look),
        "tables": model.as_ref().map_or_else(|_| Vec::new(), tables::tables),
    });
    (facts, note)
}

#[cfg(test)]
mod tests;

//! Solids.

use super::lines::motion;
use super::names::Names;
use super::reader::TableReader;
use super::scalars::text;
use super::sections::AnyMaterial;
use super::volumes::{Volume, volume};
use crate::meshes::elements::{CellKind, add_outer_faces};
use crate::model::solids::{SolidBody, SolidLaw, SolidStrains};
use std::collections::HashMap;
use std::sync::Arc;

/// Materials with a larger Poisson's ratio at small strains count as rubber.
const RUBBER: f64 = 0.45;

/// `[[solid]]`.
pub fn solid(
    t: &TableReader,
    names: &Names,
    materials: &HashMap<String, AnyMaterial>,
) -> Option<SolidBody> {
    let material = t.node("material").and_then(|node| {
        let name = names.check(&node, text(&node)?, &["material"], false)?;
        // A material with errors of its own has a message already.
        let found = materials.get(&name)?;
        let Some(law) = &found.law else {
            let (message, help) = match found.solid {
                None => (
                    format!("\"{name}\" is a ply with fibres, which solids cannot have"),
                    "give a material with `youngs` and `poisson`",
                ),
                Some(_) => (
                    format!("\"{name}\" keeps its volume: its Poisson's ratio is 0.5, and elements of solids need a bulk modulus"),
                    "give `poisson` of at most 0.499999, or law = \"neo-hookean\" with `shear` and `bulk`",
                ),
            };
            node.error(message, help);
            return None;
        };
        Some((law.clone(), found.density))
    });
    let volume = volume(t);
    let motion = motion(t);
    let (law, density) = material?;
    let Volume { mut mesh, cells } = volume?;
    let velocities = match t.has("velocity_by_place") {
        true => t.vectors_of_place("velocity_by_place", &mesh.points)?,
        false => Vec::new(),
    };
    let kinds = cells.iter().map(|c| mesh.cells[*c].kind).collect();
    let strains = strains(t, kinds, &law)?;
    let faces = add_outer_faces(&mut mesh, &cells);
    let solid = SolidBody {
        name: t.name()?,
        mesh: Arc::new(mesh),
        cells,
        faces,
        law,
        strains,
        density,
        points: Vec::new(),
        motion: motion?,
        velocities,
        place: t.place(),
    };
    if let Some(problem) = solid.cells.iter().find_map(|c| solid.volume_of(*c).err()) {
        let node = t.node("file").or_else(|| t.node("cells"));
        let node = node.or_else(|| t.node("volume"))?;
        node.error(problem, "move its points, or mesh again");
        return None;
    }
    warn_of_soft_modes(t, &solid);
    Some(solid)
}

/// Poisson's ratio at small strains.
fn poisson(law: &SolidLaw) -> f64 {
    let stiffness = law.stiffness(&[0.0; 6]);
    let (lambda, mu) = (stiffness[0][1], stiffness[3][3]);
    0.5 * lambda / (lambda + mu)
}

/// Strains that were asked for, or those that suit the law.
fn strains(t: &TableReader, kinds: Vec<CellKind>, law: &SolidLaw) -> Option<SolidStrains> {
    let nu = poisson(law);
    let fit = |strains: SolidStrains| kinds.iter().all(|k| strains.fit(*k));
    let has_bulk = law.without_bulk().is_some();
    if !t.has("strains") {
        let chosen = match nu > RUBBER && has_bulk && fit(SolidStrains::MeanVolume) {
            true => SolidStrains::MeanVolume,
            false if fit(SolidStrains::Assumed) => SolidStrains::Assumed,
            false => SolidStrains::Plain,
        };
        let locks = kinds.iter().any(|k| *k != CellKind::Hex20);
        if nu > 0.495 && chosen != SolidStrains::MeanVolume && locks {
            let message = format!(
                "Poisson's ratio {nu:.5} and elements without smoothed changes of volume: they are far too stiff"
            );
            let help = "use element = \"hex27\" with law = \"neo-hookean\", \"mooney-rivlin\" or \"ogden\", which have a bulk modulus of their own";
            t.node("material")?.warning(message, help);
        }
        return Some(chosen);
    }
    let node = t.node("strains")?;
    let chosen = match t.word("strains")? {
        "assumed" => SolidStrains::Assumed,
        "mean-volume" => SolidStrains::MeanVolume,
        _ => SolidStrains::Plain,
    };
    if let Some(kind) = kinds.iter().find(|k| !chosen.fit(**k)) {
        let message = format!(
            "elements with {} nodes do not have these strains",
            kind.points()
        );
        let help = match chosen {
            SolidStrains::Assumed => "assumed strains are for element = \"hex8\"",
            _ => "smoothed changes of volume are for \"hex8\", \"hex27\" and \"tet10\"",
        };
        node.error(message, help);
        return None;
    }
    if chosen == SolidStrains::MeanVolume && !has_bulk {
        let message =
            "the law has no bulk modulus of its own, which smoothed changes of volume need";
        let help = "use law = \"neo-hookean\", \"mooney-rivlin\" or \"ogden\"";
        node.error(message, help);
        return None;
    }
    Some(chosen)
}

/// Bricks with 20 nodes have 8 points, too few for an element of its own: a row of single ones can bend in and out at every face
/// between them without any strain. Neighbours in a second direction hold it.
fn warn_of_soft_modes(t: &TableReader, solid: &SolidBody) {
    let mesh = &solid.mesh;
    let mut touching: HashMap<u32, u32> = HashMap::new();
    let bricks = || {
        let cells = solid.cells.iter();
        cells.filter(|c| mesh.cells[**c].kind == CellKind::Hex20)
    };
    // A middle of an edge that belongs to one cell alone lies on the outside of a row.
    for &cell in bricks() {
        for p in &mesh.cell_points(cell)[8..] {
            *touching.entry(*p).or_default() += 1;
        }
    }
    // The four edges along a row of single elements all belong to one cell only.
    let along: [[usize; 4]; 3] = [[8, 13, 16, 19], [9, 11, 17, 18], [10, 12, 14, 15]];
    let single = |cell: &usize| {
        let points = mesh.cell_points(*cell);
        along
            .iter()
            .any(|edges| edges.iter().all(|e| touching[&points[*e]] == 1))
    };
    let count = bricks().filter(|c| single(c)).count();
    if count > 0 {
        let message = format!(
            "{count} bricks with 20 nodes stand alone across two directions: such a row has motions without strain"
        );
        let help = "divide at least one of the two directions into two elements, or use element = \"hex27\"";
        if let Some(node) = t.node("element").or_else(|| t.node("volume")) {
            node.warning(message, help);
        }
    }
}

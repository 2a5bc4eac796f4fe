//! Solids.

use super::lines::motion;
use super::materials::AnyMaterial;
use super::names::Names;
use super::reader::TableReader;
use super::scalars::text;
use super::volumes::{Volume, volume};
use crate::math::Quaternion;
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
    let axes = match t.has("material_axes") {
        true => t.orientation("material_axes"),
        false => Some(Quaternion::identity()),
    };
    let material = t.node("material").and_then(|node| {
        let name = names.check(&node, text(&node)?, &["material"], false)?;
        // A material with errors of its own has a message already.
        let found = materials.get(&name)?;
        if t.has("material_axes") && !found.has_axes() {
            let message = format!("\"{name}\" is the same in all directions: its axes mean nothing");
            t.node("material_axes")?.warning(message, "leave them out");
        }
        let axes = axes?.to_rotation_matrix().into_inner();
        let Some(law) = found.law_along(&axes) else {
            let (message, help) = match found.solid {
                None => (
                    format!("\"{name}\" is a ply for shells: what it does along its third axis is not known"),
                    "give `poisson_23` too, or a material with `youngs` and `poisson`",
                ),
                Some(_) => (
                    format!("\"{name}\" keeps its volume: its Poisson's ratio is 0.5, and elements of solids need a bulk modulus"),
                    "give `poisson` of at most 0.499999, or law = \"neo-hookean\" with `shear` and `bulk`",
                ),
            };
            node.error(message, help);
            return None;
        };
        Some((law, found.viscosity.clone(), found.density))
    });
    let volume = volume(t);
    let motion = motion(t);
    let (law, viscosity, density) = material?;
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
        viscosity,
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
    warn_of_few(t, &solid);
    Some(solid)
}

/// Poisson's ratio at small strains, of fibrous materials that of what is around the fibres; where it differs by direction, of the
/// means of the moduli over all directions (Voigt).
fn poisson(law: &SolidLaw) -> f64 {
    if let SolidLaw::Reinforced(both) = law {
        return poisson(&both.matrix);
    }
    let d = law.stiffness(&[0.0; 6]);
    let normal = d[0][0] + d[1][1] + d[2][2];
    let mixed = d[0][1] + d[1][2] + d[0][2];
    let bulk = (normal + 2.0 * mixed) / 9.0;
    let shear = (normal - mixed + 3.0 * (d[3][3] + d[4][4] + d[5][5])) / 15.0;
    (3.0 * bulk - 2.0 * shear) / (2.0 * (3.0 * bulk + shear))
}

/// Strains that were asked for, or those that suit the law.
fn strains(t: &TableReader, kinds: Vec<CellKind>, law: &SolidLaw) -> Option<SolidStrains> {
    let nu = poisson(law);
    let fit = |strains: SolidStrains| kinds.iter().all(|k| strains.fit(*k));
    // Bricks with 20 nodes beside others do without.
    let smooths = |k: &CellKind| SolidStrains::MeanVolume.fit(*k);
    let can_smooth =
        kinds.iter().any(smooths) && kinds.iter().all(|k| smooths(k) || *k == CellKind::Hex20);
    let has_bulk = law.without_bulk().is_some();
    if !t.has("strains") {
        let chosen = match nu > RUBBER && has_bulk && can_smooth {
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
            _ => {
                "smoothed changes of volume are for \"hex8\", \"hex27\", \"tet10\" and \"wedge15\""
            }
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

/// Tetrahedra of a single block, and single wedges, with smoothed changes of volume have motions without strain: they keep all angles, and
/// the mean volume of each.
fn warn_of_few(t: &TableReader, solid: &SolidBody) {
    let mut kinds = solid.cells.iter().map(|c| solid.mesh.cells[*c].kind);
    let few = match kinds.next() {
        Some(CellKind::Tet10) => kinds.all(|k| k == CellKind::Tet10) && solid.cells.len() <= 6,
        Some(CellKind::Wedge15) => solid.cells.len() == 1,
        _ => false,
    };
    if few && solid.strains == SolidStrains::MeanVolume {
        let message = format!(
            "{} elements with smoothed changes of volume are so few that they have motions without strain",
            solid.cells.len()
        );
        let help = "divide at least one direction into two, or use element = \"hex27\"";
        if let Some(node) = t.node("element").or_else(|| t.node("volume")) {
            node.warning(message, help);
        }
    }
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
    for &cell in &solid.cells {
        for p in &mesh.cell_points(cell)[mesh.cells[cell].kind.corners()..] {
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

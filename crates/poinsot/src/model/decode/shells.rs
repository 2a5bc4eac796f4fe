//! Shells, their sections, and supports.

use super::Context;
use super::lines::motion;
use super::masses::Masses;
use super::materials::AnyMaterial;
use super::matrices::matrix8;
use super::names::Names;
use super::reader::TableReader;
use super::references::HELD;
use super::scalars::text;
use super::surface_kinds::{Surface, surface};
use super::surfaces::places;
use crate::functions::TimeFunction;
use crate::math::{Quaternion, V3};
use crate::meshes::elements::{FOLD, corner_normals};
use crate::model::shells::{Shell, Support};
use crate::sections::shells::{Ply, PlyMaterial, ShellMass, ShellProblem, ShellSection};
use std::collections::HashMap;
use std::sync::Arc;

/// `[[shell_section]]` with its name.
pub fn section(
    t: &TableReader,
    names: &Names,
    materials: &HashMap<String, AnyMaterial>,
    masses: &Masses,
) -> Option<(String, Arc<ShellSection>)> {
    let material = |t: &TableReader| -> Option<PlyMaterial> {
        let node = t.node("material")?;
        let name = names.check(&node, text(&node)?, &["material"], false)?;
        // A material with errors of its own has a message already.
        let found = materials.get(&name)?;
        if found.layer.is_none() {
            let message =
                format!("\"{name}\" has fibres or moduli that layers of shells cannot have");
            node.error(
                message,
                "give a material with `youngs`, or with `youngs_1` and so on",
            );
        }
        found.warn_of_viscosity(&node, &name, "shells");
        found.layer
    };
    let made: Option<Result<ShellSection, ShellProblem>> = if t.has("plies") {
        let tables = t.tables("plies");
        if let Some(node) = t.node("plies").filter(|_| tables.is_empty()) {
            node.error("a laminate needs at least one ply", "give its plies");
        }
        let ply = |t: &TableReader| {
            let (material, thickness, angle) =
                (material(t), t.number("thickness"), t.number("angle"));
            Some(Ply {
                material: material?,
                thickness: thickness?,
                angle: angle?,
            })
        };
        let plies: Vec<Option<Ply>> = tables.iter().map(ply).collect();
        let plies: Option<Vec<Ply>> = plies.into_iter().collect();
        let plies = plies.filter(|p| !p.is_empty());
        plies.map(|plies| ShellSection::laminate(&plies))
    } else if t.has("stiffness") {
        given(t, masses)
    } else {
        let (material, thickness) = (material(t), t.number("thickness"));
        material
            .zip(thickness)
            .map(|(m, h)| ShellSection::homogeneous(m, h))
    };
    let (offset, angle) = (t.number("offset"), t.number("angle"));
    let damping = match t.has("damping_time") {
        true => t.number("damping_time"),
        false => Some(0.0),
    };
    let mass = match t.has("stiffness") {
        true => Some(None),
        false => mass(t),
    };
    let (made, offset, angle, damping, mass) = (made?, offset?, angle?, damping?, mass?);
    let made = made.and_then(|s| match mass {
        Some((per_area, inertia)) => {
            let layer = per_area * s.thickness * s.thickness / 12.0;
            s.with_mass(per_area, inertia.unwrap_or(layer))
        }
        None => Ok(s),
    });
    let mut made = made.and_then(|s| match damping > 0.0 {
        true => s.with_damping_time(damping),
        false => Ok(s),
    });
    if let (Ok(section), true) = (&made, angle != 0.0) {
        made = Ok(section.rotated(angle));
    }
    if let (Ok(section), true) = (&made, offset != 0.0) {
        made = Ok(section.shifted(offset));
    }
    match made {
        Ok(section) => Some((t.name()?, Arc::new(section))),
        Err(problem) => {
            t.whole()
                .error(problem.to_string(), "check the values of the section");
            None
        }
    }
}

/// Mass per area and rotary inertia that are given instead of those of the materials: the outer `None` after a message.
fn mass(t: &TableReader) -> Option<Option<(f64, Option<f64>)>> {
    let inertia = match t.has("inertia_per_area") {
        true => Some(t.number("inertia_per_area")?),
        false => None,
    };
    if !t.has("mass_per_area") {
        if inertia.is_some() {
            t.missing("`mass_per_area` is missing", "`inertia_per_area` needs it");
            return None;
        }
        return Some(None);
    }
    Some(Some((t.number("mass_per_area")?, inertia)))
}

/// A section with a given stiffness.
fn given(t: &TableReader, masses: &Masses) -> Option<Result<ShellSection, ShellProblem>> {
    let (stiffness, thickness) = (matrix8(t, "stiffness"), t.number("thickness"));
    masses.missing(t, masses.mass(), "mass_per_area", "");
    let per_area = match t.has("mass_per_area") {
        true => t.number("mass_per_area"),
        false => masses.mass().is_none().then_some(0.0),
    };
    let (h, per_area) = (thickness?, per_area?);
    let inertia = match t.has("inertia_per_area") {
        true => t.number("inertia_per_area"),
        false => Some(per_area * h * h / 12.0),
    };
    let mass = ShellMass {
        per_area,
        moment: 0.0,
        inertia: inertia?,
    };
    Some(ShellSection::given(&stiffness?, h, mass))
}

/// `[[shell]]`.
pub fn shell(
    t: &TableReader,
    names: &Names,
    known: &HashMap<String, Arc<ShellSection>>,
) -> Option<Shell> {
    let section = t.node("section").and_then(|node| {
        let name = names.check(&node, text(&node)?, &["shell_section"], false)?;
        // A section with errors of its own has a message already.
        known.get(&name).cloned()
    });
    let surface = surface(t);
    let axis = match t.has("axis") {
        true => t.direction("axis"),
        false => surface.as_ref().map(axis),
    };
    let motion = motion(t);
    let (forces, moments) = (t.vector("prestress"), t.vector("prestress_moment"));
    let Surface { mesh, cells } = surface?;
    let section = section?;
    let thickness = match t.has("thickness") {
        true if section.plies() == 0 => {
            let message =
                "`thickness` by place needs layers, and the section has a given `stiffness`";
            let help = "give the section a material or plies, or leave out `thickness`";
            t.node("thickness")?.error(message, help);
            None
        }
        true => t.of_place(
            "thickness",
            &mesh.points,
            &mesh.point_numbers,
            section.thickness,
        ),
        false => Some(Vec::new()),
    };
    let (n, m) = (forces?, moments?);
    Some(Shell {
        thickness: thickness?,
        prestress: [n.x, n.y, n.z, m.x, m.y, m.z],
        name: t.name()?,
        mesh: Arc::new(mesh),
        file: t
            .node("file")
            .and_then(|n| n.value.text().map(str::to_owned)),
        cells,
        section,
        axis: axis?,
        points: Vec::new(),
        motion: motion?,
        place: t.place(),
    })
}

/// The first of the world's axes that the surface is nowhere nearly perpendicular to, or the one that it is least so.
fn axis(surface: &Surface) -> V3 {
    let normals = corner_normals(&surface.mesh, &surface.cells, FOLD);
    let steepest = |axis: &V3| {
        let all = (0..normals.cells()).flat_map(|k| normals.of(k));
        all.map(|n| n.dot(axis).abs()).fold(0.0, f64::max)
    };
    let axes = [V3::x(), V3::y(), V3::z()];
    let usable = axes.into_iter().find(|a| steepest(a) < 0.95);
    usable.unwrap_or_else(V3::x)
}

/// `[[support]]`.
pub fn support(t: &TableReader, c: &Context) -> Option<Support> {
    let on = t.node("on").and_then(|node| places(&node, c, HELD));
    let (held, axes) = match t.has("symmetry") {
        true => {
            // Points stay in the plane, its normal stays a normal: no rotation about axes in the plane.
            let normal = t.direction("symmetry");
            let axes = normal.map(|n| super::from_z(&n));
            (Some([[false, false, true], [true, true, false]]), axes)
        }
        false => {
            let axes = match t.has("axes") {
                true => t.orientation("axes"),
                false => Some(Quaternion::identity()),
            };
            let held = match t.has("fixed") {
                true => t.words("fixed").map(|words| {
                    let has = |word: &str| words.contains(&word);
                    [["x", "y", "z"].map(has), ["rx", "ry", "rz"].map(has)]
                }),
                false => Some([[true; 3]; 2]),
            };
            (held, axes)
        }
    };
    let moved = motions(t, "displacement", held.map(|h| h[0]), ["x", "y", "z"]);
    let turned = motions(t, "rotation", held.map(|h| h[1]), ["rx", "ry", "rz"]);
    let (on, [displacements, mut rotations]) = (on?, held?);
    let no_axes = on
        .iter()
        .find_map(|item| Some((item, c.without_axes(item)?)));
    if let Some((item, what)) = no_axes {
        let asked = rotations.contains(&true) && t.has("fixed");
        if asked {
            let message = format!("\"{item}\" is a {what}: it has no rotations to hold");
            t.node("fixed")?.error(message, "hold x, y and z alone");
            return None;
        }
        if on.iter().all(|item| c.without_axes(item).is_some()) {
            rotations = [false; 3];
        }
    }
    let (displacement, turned) = (moved?, turned?);
    if let Some(node) = t.node("rotation") {
        if no_axes.is_some() {
            node.error(
                "some of the points have no rotations",
                "leave out `rotation`",
            );
            return None;
        }
        if turned.iter().flatten().count() > 1 {
            let help = "turn about one axis, with `axes` if it is none of the world; else tie the points to a body with kind = \"rigid\" and drive its joint";
            node.error("only one of the three rotations can move", help);
            return None;
        }
    }
    let mut turned = turned.into_iter().enumerate();
    let rotation = turned.find_map(|(k, angle)| Some((k, angle?)));
    Some(Support {
        displacement,
        rotation,
        name: t.name()?,
        on,
        displacements,
        rotations,
        axes: axes?,
        place: t.place(),
    })
}

/// Functions of time under a key, for the directions that have one other than zero; those must be held.
fn motions(
    t: &TableReader,
    key: &str,
    held: Option<[bool; 3]>,
    words: [&str; 3],
) -> Option<[Option<TimeFunction>; 3]> {
    if !t.has(key) {
        return Some([None, None, None]);
    }
    let all = t.time_functions(key)?;
    let still = |f: &TimeFunction| f.is_constant() && f.value(0.0) == 0.0;
    let held = held?;
    for k in 0..3 {
        if !held[k] && !still(&all[k]) {
            let message = format!(
                "{} moves but is not among the directions under `fixed`",
                words[k]
            );
            let help = format!("add \"{}\" to `fixed`, or give 0 for it", words[k]);
            t.node(key)?.error(message, help);
            return None;
        }
    }
    Some(all.map(|f| (!still(&f)).then_some(f)))
}

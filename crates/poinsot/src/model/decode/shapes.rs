//! `[[shape]]`: what things look like.

use super::Context;
use super::orientation::from_z;
use super::reader::{TableReader, ValueAt};
use super::references::{self, ITEMS, Located};
use super::scalars::{GROUND, text, unit_vector};
use crate::math::{Quaternion, V3};
use crate::meshes::{
    MESH_ENDINGS, MeshError, TRIANGLE_LIMIT, TriangleMesh, mesh_ending, read_mesh_file,
};
use crate::model::shapes::{DrawnShape, MeshFile, ShapePlace, Solid};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Mesh files that were read already: several shapes may use one.
#[derive(Default)]
pub struct Meshes {
    read: RefCell<HashMap<PathBuf, Result<Arc<TriangleMesh>, MeshError>>>,
    triangles: Cell<usize>,
}

/// `[[shape]]`.
pub fn shape(t: &TableReader, c: &Context, meshes: &Meshes) -> Option<DrawnShape> {
    let on = place(t, c);
    let colour = match t.node("colour") {
        Some(node) => colour(&node).map(Some),
        None => Some(None),
    };
    let opacity = t.number("opacity");
    let word = t.variant?.word;
    let posed = pose(t);
    let solid = solid(t, word, posed.as_ref().and_then(|p| p.length), meshes);
    let mass = mass(t, c, on.as_ref(), solid.as_ref());
    let posed = posed?;
    Some(DrawnShape {
        name: t.name().unwrap_or_default(),
        on: on?,
        at: posed.at,
        orientation: posed.orientation,
        solid: solid?,
        mass: mass?,
        colour: colour?,
        opacity: opacity?,
        place: t.place(),
    })
}

/// The mass of a solid, `Some(None)` if it has none.
fn mass(
    t: &TableReader,
    c: &Context,
    on: Option<&ShapePlace>,
    solid: Option<&Solid>,
) -> Option<Option<f64>> {
    let [mass, density] = ["mass", "density"].map(|key| t.number(key));
    let node = t.node("mass").or_else(|| t.node("density"));
    let made =
        |on: &ShapePlace| matches!(on, ShapePlace::Item(name) if c.made_of_shapes.contains(name));
    if let Some(node) = node.filter(|_| on.is_some_and(|on| !made(on))) {
        let message = "the item this is fixed to gets its mass elsewhere";
        let help = "only a [[body]] without `mass` and `inertia` is made of its shapes; leave these out there, or the mass or density here";
        node.error(message, help);
        return None;
    }
    if let Some(node) = t.node("density") {
        let mass = density? * solid?.volume()?;
        if !mass.is_finite() || mass <= 0.0 {
            let message = format!("the mass of the solid is not usable: {mass} kg");
            node.error(message, "check its size and its density");
            return None;
        }
        return Some(Some(mass));
    }
    match t.has("mass") {
        true => mass.map(Some),
        false => Some(None),
    }
}

fn place(t: &TableReader, c: &Context) -> Option<ShapePlace> {
    let node = t.node("on")?;
    // Not noted as attached: a shape must not divide elements.
    Some(match references::locate(&node, c, ITEMS, true)? {
        Located::Item(name) if name == GROUND => ShapePlace::Ground,
        Located::Item(name) | Located::OfShell(name) => ShapePlace::Item(name),
        Located::Point { line: name, s } => ShapePlace::Line { name, s },
    })
}

/// Where a solid is in the frame of its item, and how long it is if that is known.
struct Posed {
    at: V3,
    orientation: Quaternion,
    length: Option<f64>,
}

fn pose(t: &TableReader) -> Option<Posed> {
    if t.has("from") || t.has("to") {
        let (from, to) = (t.vector("from"), t.vector("to"));
        let (from, to) = (from?, to?);
        let Some(z) = unit_vector(&(to - from)) else {
            t.node("to")?.error(
                "`from` and `to` are the same point",
                "give the two ends of the axis",
            );
            return None;
        };
        return Some(Posed {
            at: 0.5 * (from + to),
            orientation: from_z(&z),
            length: Some((to - from).norm()),
        });
    }
    let length = match t.has("length") {
        true => Some(t.number("length")?),
        false => None,
    };
    let orientation = if t.has("axis") {
        t.direction("axis").map(|z| from_z(&z))
    } else if t.has("orientation") {
        t.orientation("orientation")
    } else {
        Some(Quaternion::identity())
    };
    Some(Posed {
        at: t.vector("at")?,
        orientation: orientation?,
        length,
    })
}

fn solid(t: &TableReader, word: &str, length: Option<f64>, meshes: &Meshes) -> Option<Solid> {
    Some(match word {
        "box" => Solid::Box {
            size: t.triple("size")?,
        },
        "sphere" => Solid::Sphere {
            radius: t.number("radius")?,
        },
        "cylinder" => Solid::Cylinder {
            radius: t.number("radius")?,
            length: length?,
        },
        "cone" => Solid::Cone {
            radius: t.number("radius")?,
            end_radius: t.number("end_radius")?,
            length: length?,
        },
        "capsule" => Solid::Capsule {
            radius: t.number("radius")?,
            length: length?,
        },
        "tube" => {
            let (radius, thickness) = (t.number("radius"), t.number("thickness"));
            let (radius, thickness) = (radius?, thickness?);
            if thickness > radius {
                let message =
                    format!("the wall of {thickness} m is thicker than the radius of {radius} m");
                let help = "a solid tube is kind = \"cylinder\"";
                t.node("thickness")?.error(message, help);
                return None;
            }
            Solid::Tube {
                radius,
                thickness,
                length: length?,
            }
        }
        _ => {
            let mesh = mesh(t, meshes);
            let scale = t.number("scale");
            let (file, mesh) = mesh?;
            Solid::Mesh(MeshFile {
                file,
                scale: scale?,
                mesh,
            })
        }
    })
}

/// The path of a mesh, and its triangles if there is a folder to look for it.
fn mesh(t: &TableReader, meshes: &Meshes) -> Option<(String, Option<Arc<TriangleMesh>>)> {
    let node = t.node("file")?;
    let file = text(&node)?;
    if mesh_ending(file).is_none() {
        let message = format!("\"{file}\" does not have the extension of a mesh file");
        let known = MESH_ENDINGS.map(|e| format!(".{e}")).join(", ");
        node.error(message, format!("known are {known}"));
        return None;
    }
    let Some(folder) = node.report.source.folder() else {
        return Some((file.to_owned(), None));
    };
    let path = folder.join(file);
    let mut all = meshes.read.borrow_mut();
    let read = all.entry(path).or_insert_with_key(|path| {
        let mesh = read_mesh_file(path)?;
        // All of them go into one report.
        let sum = meshes.triangles.get() + mesh.triangles.len();
        if sum > TRIANGLE_LIMIT {
            return Err(MeshError::new(
                format!("{file}: with its triangles all meshes together have {sum}, more than {TRIANGLE_LIMIT}"),
                "export the largest ones coarser",
            ));
        }
        meshes.triangles.set(sum);
        Ok(Arc::new(mesh))
    });
    match read {
        Ok(mesh) => Some((file.to_owned(), Some(mesh.clone()))),
        Err(error) => {
            node.error(error.message.clone(), error.help.clone());
            None
        }
    }
}

/// `#rrggbb`, or `#rgb` with every digit twice.
fn colour(node: &ValueAt) -> Option<[u8; 3]> {
    let written = text(node)?;
    let digits: Option<Vec<u32>> = written
        .strip_prefix('#')
        .and_then(|rest| rest.chars().map(|c| c.to_digit(16)).collect());
    let byte = |high: u32, low: u32| (16 * high + low) as u8;
    match digits.as_deref() {
        Some(&[r, g, b]) => Some([byte(r, r), byte(g, g), byte(b, b)]),
        Some(&[r, s, g, h, b, c]) => Some([byte(r, s), byte(g, h), byte(b, c)]),
        _ => {
            let message = format!("\"{written}\" is not a colour");
            node.error(message, "write \"#rrggbb\", for example \"#d1542b\"");
            None
        }
    }
}

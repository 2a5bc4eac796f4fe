//! Reduced bodies: files, interfaces, and the reduction itself.

use super::Context;
use super::assemblies::of_items;
use super::lines::motion;
use super::reader::{TableReader, ValueAt};
use super::references::{WITH_AXES, named};
use super::scalars::text;
use crate::files::{io_reason, open_regular};
use crate::math::{Quaternion, V3};
use crate::meshes::MeshError;
use crate::meshes::elements::point_shares;
use crate::model::problem::suggest;
use crate::model::reduced::{ReducedBody, ReducedPart, TiedInterface};
use crate::model::reduced_solid::ReducedSolid;
use crate::model::solids::SolidBody;
use crate::model::tree::Value;
use crate::model::types::Model;
use crate::reduction::{NodeTable, Part, matrix_market, node_table, reduce_weighted};
use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Larger files are refused before they are read [bytes].
const LIMIT: u64 = 2 << 30;

/// Names of the solids that are reduced.
pub fn reduced_solids(file: &TableReader) -> HashSet<String> {
    let list = file.node("reduced_body").and_then(|n| n.list());
    let list = list.unwrap_or_default();
    let names = list.iter().filter_map(|n| n.value.get("solid"));
    names.filter_map(Value::text).map(str::to_owned).collect()
}

/// `[[reduced_body]]`; `solids` are those that are reduced, `model` has the beams and shells.
pub fn reduced_body(
    t: &TableReader,
    c: &Context,
    solids: &[SolidBody],
    model: &Model,
) -> Option<ReducedBody> {
    if t.has("items") {
        return of_items(t, c, model);
    }
    match t.has("solid") {
        true => of_solid(t, c, solids),
        false => of_files(t, c),
    }
}

/// A reduced body that is a solid.
fn of_solid(t: &TableReader, c: &Context, solids: &[SolidBody]) -> Option<ReducedBody> {
    let node = t.node("solid")?;
    let name = c.names.check(&node, text(&node)?, &["solid"], false);
    // A solid with errors of its own has a message already.
    let solid = name.and_then(|name| solids.iter().find(|s| s.name == name));
    let used = solid.map(SolidBody::used_points);
    let find = |node: &ValueAt| face(node, solid?, used.as_ref()?);
    let interfaces = interfaces(t, c, &find);
    let (modes, damping_time) = (t.count("modes"), t.number("damping_time"));
    let (solid, interfaces, modes) = (solid?, interfaces?, modes?);
    flexible(t, interfaces.len(), modes)?;
    if solid.density <= 0.0 {
        let help = "give its material a density";
        node.error("a solid without mass cannot be reduced", help);
        return None;
    }
    let refused = |message: String| node.error(message, "check its mesh and its interfaces");
    let part = solid.part().map_err(refused).ok()?;
    let sets: Vec<Vec<(usize, f64)>> = interfaces.iter().map(|(_, set)| set.clone()).collect();
    let reduced = reduce_weighted(&part.part, &sets, modes);
    let reduced = reduced.map_err(|e| refused(e.to_string())).ok()?;
    let recovery = part.recovery(solid, &reduced);
    Some(ReducedBody {
        name: t.name()?,
        part: ReducedPart::Points(Arc::new(reduced)),
        position: V3::zeros(),
        orientation: Quaternion::identity(),
        interfaces: interfaces.into_iter().map(|(tied, _)| tied).collect(),
        damping_time: damping_time?,
        motion: solid.motion,
        mesh: Some(ReducedSolid {
            solid: Arc::new(solid.clone()),
            recovery: Arc::new(recovery),
        }),
        place: t.place(),
    })
}

/// Nodes of a part that are on a face or in a group of its solid, with the areas that they stand for; alike where the group has no
/// surfaces.
fn face(node: &ValueAt, solid: &SolidBody, used: &[u32]) -> Option<Vec<(usize, f64)>> {
    let name = text(node)?;
    let found = solid.mesh.group(name);
    let shares = found.and_then(|group| point_shares(&solid.mesh, &group.cells));
    let places = found.map_or(&[][..], |group| &group.points).iter();
    let nodes: Vec<(usize, f64)> = places
        .filter_map(|p| {
            let share = shares.as_ref().map_or(Some(1.0), |s| s.get(p).copied());
            Some((used.binary_search(p).ok()?, share?))
        })
        .collect();
    if nodes.is_empty() {
        let message = format!("\"{}\" has no face or group \"{name}\"", solid.name);
        let groups = solid.mesh.groups.iter().map(|g| g.name.as_str());
        node.error(message, suggest(name, groups));
        return None;
    }
    Some(nodes)
}

/// Refuses what is rigid.
pub(super) fn flexible(t: &TableReader, interfaces: usize, modes: usize) -> Option<()> {
    if interfaces == 1 && modes == 0 {
        let help = "give `modes`, or a [[body]] in its place";
        t.whole()
            .error("with one interface and no mode, the body is rigid", help);
        return None;
    }
    Some(())
}

/// A reduced body of a finite element program.
fn of_files(t: &TableReader, c: &Context) -> Option<ReducedBody> {
    let table = read(t, "nodes", node_table);
    let mass = read(t, "mass", matrix_market);
    let stiffness = read(t, "stiffness", matrix_market);
    let units = t.word("units");
    let find = |node: &ValueAt| {
        let nodes = set(node, table.as_ref()?)?;
        Some(nodes.into_iter().map(|n| (n, 1.0)).collect::<Vec<_>>())
    };
    let interfaces = interfaces(t, c, &find);
    let orientation = match t.has("orientation") {
        true => t.orientation("orientation"),
        false => Some(Quaternion::identity()),
    };
    let (position, motion) = (t.vector("position"), motion(t));
    let (modes, damping_time) = (t.count("modes"), t.number("damping_time"));
    // Lengths in metres, masses in kilograms, stiffness in newtons per metre.
    let (length, heavy, stiff) = match units? {
        "mm-t" => (1e-3, 1e3, 1e3),
        _ => (1.0, 1.0, 1.0),
    };
    let (table, interfaces, modes) = (table?, interfaces?, modes?);
    flexible(t, interfaces.len(), modes)?;
    let whole = t.whole();
    let refused = |error: crate::reduction::ReductionError| {
        let help = "check the files, and that nodes and matrices are of the same model";
        whole.error(error.to_string(), help);
    };
    let (mass, stiffness) = (mass?, stiffness?);
    for (key, size) in [("mass", mass.size()), ("stiffness", stiffness.size())] {
        let count = table.points.len();
        if size != 3 * count {
            let message = format!(
                "the matrix has {size} rows, but {count} nodes have {} displacements",
                3 * count
            );
            let help = "three displacements per node are expected, no rotations, in the order of the node table";
            t.node(key)?.error(message, help);
            return None;
        }
    }
    let mut part = Part {
        points: table.points.iter().map(|p| length * p).collect(),
        mass: mass.per_node().map_err(refused).ok()?,
        stiffness: stiffness.matrix(),
    };
    part.mass.values.iter_mut().for_each(|m| *m *= heavy);
    part.stiffness.values.iter_mut().for_each(|k| *k *= stiff);
    let sets: Vec<Vec<(usize, f64)>> = interfaces.iter().map(|(_, set)| set.clone()).collect();
    let reduced = reduce_weighted(&part, &sets, modes).map_err(refused).ok()?;
    Some(ReducedBody {
        name: t.name()?,
        part: ReducedPart::Points(Arc::new(reduced)),
        position: position?,
        orientation: orientation?,
        interfaces: interfaces.into_iter().map(|(tied, _)| tied).collect(),
        damping_time: damping_time?,
        motion: motion?,
        mesh: None,
        place: t.place(),
    })
}

/// The contents of a file, or a text of several lines.
fn read<T>(t: &TableReader, key: &str, parse: impl Fn(&[u8]) -> Result<T, MeshError>) -> Option<T> {
    let node = t.node(key)?;
    let written = text(&node)?;
    let parsed = match written.contains('\n') {
        true => parse(written.as_bytes()),
        false => node
            .kept_file(written, bytes)
            .and_then(|bytes| parse(&bytes))
            .map_err(|e| MeshError::new(format!("{written}: {}", e.message), e.help)),
    };
    match parsed {
        Ok(parsed) => Some(parsed),
        Err(error) => {
            node.error(error.message, error.help);
            None
        }
    }
}

/// All bytes of a file.
fn bytes(path: &Path) -> Result<Vec<u8>, MeshError> {
    let failed = |error: std::io::Error| {
        let help = "the path counts from the folder of the model file; check its spelling";
        MeshError::new(format!("cannot be read: {}", io_reason(&error)), help)
    };
    let (mut file, length) = open_regular(path).map_err(failed)?;
    if length > LIMIT {
        let message = format!("{} MB are more than {} MB", length >> 20, LIMIT >> 20);
        return Err(MeshError::new(message, "use a coarser model"));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Interfaces and their nodes.
pub(super) fn interfaces<S>(
    t: &TableReader,
    c: &Context,
    find: &dyn Fn(&ValueAt) -> Option<S>,
) -> Option<Vec<(TiedInterface, S)>> {
    let tables = t.tables("interfaces");
    if let Some(node) = t.node("interfaces").filter(|_| tables.is_empty()) {
        let help = "give at least one: strains are small on the axes of what it is tied to";
        node.error("a reduced body needs an interface", help);
        return None;
    }
    let mut names: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for t in &tables {
        let name = t.node("name").and_then(|node| {
            let name = text(&node)?.to_string();
            if names.contains(&name) {
                let message = format!("the interface \"{name}\" is there twice");
                node.error(message, "give every interface a name of its own");
                return None;
            }
            names.push(name.clone());
            Some(name)
        });
        let to = t.node("to").and_then(|n| named(&n, c, WITH_AXES, true));
        let set = t.node("nodes").and_then(|node| find(&node));
        all.push(name.zip(to).zip(set));
    }
    let tied = |((name, to), set): ((String, String), S)| (TiedInterface { name, to }, set);
    all.into_iter().map(|found| found.map(tied)).collect()
}

/// A set of the node table.
fn set(node: &ValueAt, table: &NodeTable) -> Option<Vec<usize>> {
    let name = text(node)?;
    let found = table.sets.get(name);
    if found.is_none() {
        let message = format!("the node table has no set \"{name}\"");
        node.error(
            message,
            suggest(name, table.sets.keys().map(String::as_str)),
        );
    }
    found.cloned()
}

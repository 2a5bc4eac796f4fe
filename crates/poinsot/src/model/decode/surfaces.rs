//! References to shells and solids: their points, edges, faces and groups.

use super::Context;
use super::reader::ValueAt;
use super::references::named;
use super::scalars::text;
use crate::math::{Quaternion, V3};
use crate::meshes::elements::{
    ElementMesh, MeshGroup, nearest_on_surface, nearest_point, point_shares,
};
use crate::model::describe::Quantity;
use crate::model::problem::suggest;
use crate::model::shells::{Shell, ShellPoint};
use crate::model::solids::SolidBody;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Points of a mesh that are nearer to a given place than this part of the extent are at it.
pub(super) const COINCIDE: f64 = 1e-6;

/// A shell as others see it.
pub struct Surface {
    pub(super) mesh: Arc<ElementMesh>,
    /// Cells that are elements.
    pub(super) cells: Vec<usize>,
    /// Whether its section depends on temperature.
    expands: bool,
    /// Whether it is a solid that a reduced body takes the place of: nothing can be attached to it.
    pub(super) reduced: bool,
    /// Elements whose temperature changes, with the name of what changes it.
    warm: RefCell<HashMap<usize, String>>,
    /// Cells that loads per area act on: the elements of a shell, the outer faces of a solid.
    pub(super) loaded: Vec<usize>,
    /// Points that something is attached to, and their names.
    points: RefCell<BTreeMap<u32, String>>,
}

/// What a reference to a shell stands for.
pub struct PlaceOnShell {
    /// The shell.
    shell: String,
    /// Its points.
    points: Vec<u32>,
    /// Whether points were meant to be one.
    one: bool,
}

/// A place inside of an element of a shell.
pub struct WithinShell {
    /// The shell.
    pub shell: String,
    /// The element, by its place among those of the shell.
    pub element: usize,
    /// Parameters in it.
    pub parameters: [f64; 2],
}

/// Tables of what is divided into elements of a mesh.
const MESHED: [&str; 2] = ["shell", "solid"];

/// Shells and solids by name, and solids that are reduced.
pub fn surfaces(
    shells: &[Shell],
    solids: &[SolidBody],
    reduced: &[SolidBody],
) -> HashMap<String, Surface> {
    let surface =
        |mesh: &Arc<ElementMesh>, cells: &[usize], loaded: &[usize], expands: bool| Surface {
            mesh: Arc::clone(mesh),
            cells: cells.to_vec(),
            loaded: loaded.to_vec(),
            expands,
            reduced: false,
            points: RefCell::default(),
            warm: RefCell::default(),
        };
    let shells = shells.iter();
    let shells = shells.map(|s| {
        (
            s.name.clone(),
            surface(&s.mesh, &s.cells, &s.cells, s.section.expands()),
        )
    });
    let solid = |s: &SolidBody| (s.name.clone(), surface(&s.mesh, &s.cells, &s.faces, false));
    let reduced = reduced.iter().map(solid).map(|(name, of)| {
        let reduced = true;
        (name, Surface { reduced, ..of })
    });
    shells
        .chain(solids.iter().map(solid))
        .chain(reduced)
        .collect()
}

/// The name of the shell in a reference.
fn shell_name(item: &str) -> &str {
    item.split(['@', '.', '#']).next().unwrap_or(item)
}

impl Context {
    /// Whether a name stands for a point of a shell.
    pub fn is_shell_point(&self, item: &str) -> bool {
        self.mesh_table(shell_name(item)).is_some()
    }

    /// The table of a shell or solid; `None` for others.
    fn mesh_table(&self, name: &str) -> Option<&'static str> {
        let table = self.names.table_of(name)?;
        MESHED.into_iter().find(|t| *t == table)
    }

    /// Where a point of a shell that something is attached to was drawn. Its axes are those of the world.
    pub fn shell_pose(&self, item: &str) -> Option<(V3, Quaternion)> {
        let (name, number) = item.split_once('#')?;
        let mesh = &self.surfaces.get(name)?.mesh;
        let point = point_with_number(mesh, number.parse().ok()?)?;
        Some((mesh.points[point as usize], Quaternion::identity()))
    }

    /// A shell or solid that is part of the model; nothing after a message, which one with errors of its own has already.
    pub(super) fn live(&self, node: &ValueAt, name: &str) -> Option<&Surface> {
        let surface = self.surfaces.get(name)?;
        if !self.names.is_free(node, name) {
            return None;
        }
        if surface.reduced {
            let message =
                format!("\"{name}\" is reduced by a [[reduced_body]]: nothing can act on its mesh");
            let help = "act on what its interfaces are tied to";
            node.error(message, help);
            return None;
        }
        Some(surface)
    }

    /// The points of a shell that something is attached to.
    pub fn points_of_shell(&self, shell: &str) -> Vec<ShellPoint> {
        let Some(surface) = self.surfaces.get(shell) else {
            return Vec::new();
        };
        let points = surface.points.borrow();
        let point = |(&point, name): (&u32, &String)| ShellPoint {
            name: name.clone(),
            point,
        };
        points.iter().map(point).collect()
    }

    /// What a text stands for if it names a shell: the inner `None` if it does not, the outer one after a message.
    pub fn shell_place(
        &self,
        node: &ValueAt,
        tables: &[&'static str],
    ) -> Option<Option<PlaceOnShell>> {
        let written = text(node)?;
        let name = shell_name(written);
        let Some(what) = self.mesh_table(name).filter(|t| tables.contains(t)) else {
            return Some(None);
        };
        let surface = self.live(node, name)?;
        let mesh = &surface.mesh;
        let place = |points: Vec<u32>, one: bool| {
            let shell = name.to_owned();
            Some(Some(PlaceOnShell { shell, points, one }))
        };
        let rest = &written[name.len()..];
        if let Some(number) = rest.strip_prefix('#') {
            let point = number.parse().ok().and_then(|n| point_with_number(mesh, n));
            let Some(point) = point else {
                let count = mesh.points.len();
                let message = format!("\"{name}\" has no point with the number \"{number}\"");
                node.error(message, format!("it has {count} points"));
                return None;
            };
            return place(vec![point], true);
        }
        if let Some(at) = rest.strip_prefix('@') {
            let at = point_in(node, at).map_err(|message| {
                let help =
                    "write \"panel@[0.5, 0.2, 0]\", a place in the world in m, or with units";
                node.error(message, help);
            });
            let at = at.ok()?;
            let (point, distance) = nearest_point(mesh, used_points(surface), at)?;
            if distance > COINCIDE * extent(mesh) {
                let number = mesh.point_numbers[point as usize];
                let message =
                    format!("the nearest point is \"{name}#{number}\", {distance:.3e} m away");
                let help =
                    format!("points of a {what} are its nodes; a finer mesh has nearer ones");
                node.warning(message, help);
            }
            return place(vec![point], true);
        }
        let Some(group) = rest.strip_prefix('.') else {
            return place(used_points(surface), false);
        };
        let Some(found) = mesh.group(group) else {
            let part = if what == "solid" { "face" } else { "edge" };
            let message = format!("\"{name}\" has no point, {part} or group \"{group}\"");
            let known = mesh.groups.iter().map(|g| g.name.as_str());
            node.error(message, suggest(group, known));
            return None;
        };
        // A mesh may have points that belong to other shells.
        let own: HashSet<u32> = used_points(surface).into_iter().collect();
        let points: Vec<u32> = found
            .points
            .iter()
            .copied()
            .filter(|p| own.contains(p))
            .collect();
        if points.is_empty() {
            let message = format!("no point of \"{written}\" belongs to an element of \"{name}\"");
            node.error(message, format!("name a group on the {what}"));
            return None;
        }
        let one = points.len() == 1;
        place(points, one)
    }

    /// The place on a shell that is nearest to one under `panel@[x, y, z]`, if it is at no node: those are left to
    /// [`Context::shell_place`], as is all that is wrong with the text.
    pub fn within_shell(&self, node: &ValueAt) -> Option<WithinShell> {
        let (name, at) = node.value.text()?.split_once('@')?;
        let surface = self.surfaces.get(name)?;
        let mesh = &surface.mesh;
        let at = point_in(node, at).ok()?;
        let found = nearest_on_surface(mesh, &surface.cells, at)?;
        let near = COINCIDE * extent(mesh);
        let (_, from_node) = nearest_point(mesh, used_points(surface), found.place)?;
        if from_node <= near {
            return None;
        }
        if found.distance > near {
            let [x, y, z]: [f64; 3] = found.place.into();
            let distance = found.distance;
            let message = format!(
                "the nearest place of \"{name}\" is [{x:.6}, {y:.6}, {z:.6}], {distance:.3e} m away"
            );
            node.warning(message, "the sensor is put there");
        }
        Some(WithinShell {
            shell: name.to_owned(),
            element: surface.cells.iter().position(|c| *c == found.cell)?,
            parameters: found.parameters,
        })
    }

    /// Whether the section of a shell depends on temperature.
    pub fn expands(&self, shell: &str) -> bool {
        self.surfaces.get(shell).is_some_and(|s| s.expands)
    }

    /// Notes that the temperature of elements of a shell changes by something; the name of another that changes it already, if there is one.
    pub fn warm(&self, shell: &str, cells: &[usize], by: &str) -> Option<String> {
        let mut warm = self.surfaces.get(shell)?.warm.borrow_mut();
        if let Some(other) = cells.iter().find_map(|cell| warm.get(cell)) {
            return Some(other.clone());
        }
        warm.extend(cells.iter().map(|cell| (*cell, by.to_owned())));
        None
    }

    /// A shell and those of its elements that a text stands for: all of them, or those of a group. Of a solid, its outer faces: those of
    /// a group, or those all of whose points are in it.
    pub fn elements_of(&self, node: &ValueAt) -> Option<(String, Vec<usize>)> {
        let written = text(node)?;
        let (name, group) = match written.split_once('.') {
            Some((name, group)) => (name, Some(group)),
            None => (written, None),
        };
        let name = self.names.check(node, name, &MESHED, false)?;
        let surface = self.live(node, &name)?;
        let Some(group) = group else {
            return Some((name, surface.loaded.clone()));
        };
        let is_solid = self.mesh_table(&name) == Some("solid");
        let found = surface.mesh.group(group);
        let cells = found.map_or(&[][..], |g| &g.cells);
        let own: HashSet<usize> = surface.loaded.iter().copied().collect();
        let mut cells: Vec<usize> = cells.iter().copied().filter(|c| own.contains(c)).collect();
        if let (true, true, Some(found)) = (is_solid, cells.is_empty(), found) {
            let points: HashSet<u32> = found.points.iter().copied().collect();
            let inside = |cell: &usize| {
                let mut all = surface.mesh.cell_points(*cell).iter();
                all.all(|p| points.contains(p))
            };
            cells = surface.loaded.iter().copied().filter(inside).collect();
        }
        if cells.is_empty() {
            let message = match found {
                Some(_) if is_solid => format!("\"{written}\" has no outer faces"),
                Some(_) => format!("\"{written}\" has no elements, only points or edges"),
                None => format!("\"{name}\" has no group \"{group}\""),
            };
            let groups = surface.mesh.groups.iter();
            let with = groups.filter(|g| g.cells.iter().any(|c| own.contains(c)));
            node.error(message, suggest(group, with.map(|g| g.name.as_str())));
            return None;
        }
        Some((name, cells))
    }

    /// Areas or lengths that the points of a shell, of a group or of an edge of it stand for, by their names in the model; `None` for
    /// single points and for what is no shell.
    pub fn shares_of(&self, node: &ValueAt) -> Option<Vec<(String, f64)>> {
        let written = text(node)?;
        let name = shell_name(written);
        let surface = self.surfaces.get(name)?;
        let mesh = &surface.mesh;
        let shares = match written[name.len()..].strip_prefix('.') {
            Some(group) => point_shares(mesh, &mesh.group(group)?.cells)?,
            None if written == name => point_shares(mesh, &surface.cells)?,
            None => return None,
        };
        let named = |(point, share): (u32, f64)| {
            let number = mesh.point_numbers[point as usize];
            (format!("{name}#{number}"), share)
        };
        Some(shares.into_iter().map(named).collect())
    }

    /// The straight pieces between the points of an edge of a shell; `None` for all else.
    pub fn edge_lines(&self, node: &ValueAt) -> Option<Vec<[V3; 2]>> {
        let (name, group) = node.value.text()?.split_once('.')?;
        let mesh = &self.surfaces.get(name)?.mesh;
        let group = mesh.group(group)?;
        let is_line = |c: &&usize| mesh.cells[**c].kind.dimension() == 1;
        let lines = group.cells.iter().filter(is_line).flat_map(|&cell| {
            let points = mesh.cell_points(cell);
            let at = |k: usize| mesh.points[points[k] as usize];
            match points.len() {
                3 => vec![[at(0), at(2)], [at(2), at(1)]],
                _ => vec![[at(0), at(1)]],
            }
        });
        let lines: Vec<[V3; 2]> = lines.collect();
        (!lines.is_empty()).then_some(lines)
    }

    /// The name of an edge of a shell, if a text names a shell: the inner `None` if it does not, the outer one after a message.
    pub fn edge_of(&self, node: &ValueAt) -> Option<Option<String>> {
        let written = text(node)?;
        let name = shell_name(written);
        let Some(what) = self.mesh_table(name) else {
            return Some(None);
        };
        let mesh = &self.surfaces.get(name)?.mesh;
        let is_edge = |g: &&MeshGroup| {
            let mut cells = g.cells.iter();
            cells.any(|c| mesh.cells[*c].kind.dimension() == 1)
        };
        let group = written.split_once('.').and_then(|(_, g)| mesh.group(g));
        if group.filter(is_edge).is_none() {
            let message = format!("\"{written}\" is not an edge of the {what} \"{name}\"");
            let edges = mesh.groups.iter().filter(is_edge);
            let known: Vec<String> = edges.map(|g| format!("{name}.{}", g.name)).collect();
            node.error(message, suggest(written, known.iter().map(String::as_str)));
            return None;
        }
        Some(Some(written.to_owned()))
    }

    /// The name of the one point of a place, which is noted as attached.
    pub fn one_of_shell(&self, node: &ValueAt, place: &PlaceOnShell) -> Option<String> {
        if let (true, [point]) = (place.one, &place.points[..]) {
            return Some(self.attach_to_shell(&place.shell, *point));
        }
        let name = &place.shell;
        let what = self.mesh_table(name).unwrap_or("shell");
        let message = format!("a single point of the {what} \"{name}\" is needed here");
        let help = format!(
            "write \"{name}#12\" for the point with that number, \"{name}@[x, y, z]\" for the nearest one, or the name of a corner"
        );
        node.error(message, help);
        None
    }

    /// The name of a point of a shell, which is noted as one that something is attached to.
    pub(super) fn attach_to_shell(&self, shell: &str, point: u32) -> String {
        let surface = &self.surfaces[shell];
        let number = surface.mesh.point_numbers[point as usize];
        let name = format!("{shell}#{number}");
        surface.points.borrow_mut().insert(point, name.clone());
        name
    }
}

/// The values under a key that holds a name or a list of names; anything else is said to be wrong.
pub fn listed<'a>(node: &ValueAt<'a>) -> Option<Vec<ValueAt<'a>>> {
    if node.value.text().is_some() {
        return Some(vec![node.clone()]);
    }
    let list = node.list().filter(|list| !list.is_empty());
    if list.is_none() {
        node.expected("a name or a list of names", "for example \"panel.edge1\"");
    }
    list
}

/// All points that a text, or a list of texts, stands for, by their names in the model.
pub fn places(node: &ValueAt, c: &Context, tables: &[&'static str]) -> Option<Vec<String>> {
    let entries = listed(node)?;
    let mut all: Vec<String> = Vec::new();
    let mut sound = true;
    for entry in &entries {
        let found = match c.shell_place(entry, tables) {
            None => None,
            Some(Some(place)) => {
                let points = place.points.iter();
                Some(
                    points
                        .map(|p| c.attach_to_shell(&place.shell, *p))
                        .collect(),
                )
            }
            Some(None) => named(entry, c, tables, false).map(|name| vec![name]),
        };
        match found {
            Some(names) => all.extend(names),
            None => sound = false,
        }
    }
    let mut seen = HashSet::new();
    all.retain(|name| seen.insert(name.clone()));
    sound.then_some(all)
}

/// The three numbers of `[x, y, z]` inside a text.
pub(super) fn point_in(node: &ValueAt, written: &str) -> Result<V3, String> {
    let inner = written.trim().strip_prefix('[');
    let inner = inner.and_then(|s| s.strip_suffix(']'));
    let parts: Vec<&str> = inner.map_or(Vec::new(), |s| s.split(',').collect());
    if parts.len() != 3 {
        return Err(format!("\"{written}\" is not a place"));
    }
    let mut at = V3::zeros();
    for (k, part) in parts.iter().enumerate() {
        let plain = part.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        let read = || Quantity::Length.parse(part.trim(), node.parameters);
        at[k] = plain.map_or_else(read, Ok).map_err(|e| e.to_string())?;
    }
    Ok(at)
}

/// Points that elements use.
pub(super) fn used_points(surface: &Surface) -> Vec<u32> {
    let cells = surface.cells.iter();
    let mut used: Vec<u32> = cells
        .flat_map(|&cell| surface.mesh.cell_points(cell).iter().copied())
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}

fn point_with_number(mesh: &ElementMesh, number: u64) -> Option<u32> {
    // Numbers mostly count from one.
    let guess = usize::try_from(number).ok().and_then(|n| n.checked_sub(1));
    if let Some(k) = guess.filter(|&k| mesh.point_numbers.get(k) == Some(&number)) {
        return Some(k as u32);
    }
    let found = mesh.point_numbers.iter().position(|n| *n == number);
    found.map(|k| k as u32)
}

pub(super) fn extent(mesh: &ElementMesh) -> f64 {
    let first = mesh.points.first().copied().unwrap_or_default();
    let (mut low, mut high) = (first, first);
    for p in &mesh.points {
        low = low.inf(p);
        high = high.sup(p);
    }
    (high - low).norm()
}

//! References to shells: their points, edges and groups.

use super::Context;
use super::reader::ValueAt;
use super::references::named;
use super::scalars::text;
use crate::math::{Quaternion, V3};
use crate::meshes::elements::{ElementMesh, MeshGroup, nearest_point};
use crate::model::describe::Quantity;
use crate::model::problem::suggest;
use crate::model::shells::{Shell, ShellPoint};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Points of a mesh that are nearer to a given place than this part of the extent are at it.
const COINCIDE: f64 = 1e-6;

/// A shell as others see it.
pub struct Surface {
    mesh: Arc<ElementMesh>,
    /// Cells that are elements.
    cells: Vec<usize>,
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

/// Shells by name.
pub fn surfaces(shells: &[Shell]) -> HashMap<String, Surface> {
    let surface = |s: &Shell| Surface {
        mesh: Arc::clone(&s.mesh),
        cells: s.cells.clone(),
        points: RefCell::default(),
    };
    let all = shells.iter().map(|s| (s.name.clone(), surface(s)));
    all.collect()
}

/// The name of the shell in a reference.
fn shell_name(item: &str) -> &str {
    item.split(['@', '.', '#']).next().unwrap_or(item)
}

impl Context {
    /// Whether a name stands for a point of a shell.
    pub fn is_shell_point(&self, item: &str) -> bool {
        self.names.table_of(shell_name(item)) == Some("shell")
    }

    /// Where a point of a shell that something is attached to was drawn. Its axes are those of the world.
    pub fn shell_pose(&self, item: &str) -> Option<(V3, Quaternion)> {
        let (name, number) = item.split_once('#')?;
        let mesh = &self.surfaces.get(name)?.mesh;
        let point = point_with_number(mesh, number.parse().ok()?)?;
        Some((mesh.points[point as usize], Quaternion::identity()))
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
        if !tables.contains(&"shell") || self.names.table_of(name) != Some("shell") {
            return Some(None);
        }
        // A shell with errors of its own has a message already.
        let surface = self.surfaces.get(name)?;
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
            let at = self.point_in(node, at)?;
            let (point, distance) = nearest_point(mesh, used_points(surface), at)?;
            if distance > COINCIDE * extent(mesh) {
                let number = mesh.point_numbers[point as usize];
                let message =
                    format!("the nearest point is \"{name}#{number}\", {distance:.3e} m away");
                node.warning(
                    message,
                    "points of a shell are its nodes; a finer mesh has nearer ones",
                );
            }
            return place(vec![point], true);
        }
        let Some(group) = rest.strip_prefix('.') else {
            return place(used_points(surface), false);
        };
        let Some(found) = mesh.group(group) else {
            let message = format!("\"{name}\" has no point, edge or group \"{group}\"");
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
            node.error(message, "name a group on the shell");
            return None;
        }
        let one = points.len() == 1;
        place(points, one)
    }

    /// A shell and those of its elements that a text stands for: all of them, or those of a group.
    pub fn elements_of(&self, node: &ValueAt) -> Option<(String, Vec<usize>)> {
        let written = text(node)?;
        let (name, group) = match written.split_once('.') {
            Some((name, group)) => (name, Some(group)),
            None => (written, None),
        };
        let name = self.names.check(node, name, &["shell"], false)?;
        // A shell with errors of its own has a message already.
        let surface = self.surfaces.get(&name)?;
        let Some(group) = group else {
            return Some((name, surface.cells.clone()));
        };
        let found = surface.mesh.group(group);
        let cells = found.map_or(&[][..], |g| &g.cells);
        let own: HashSet<usize> = surface.cells.iter().copied().collect();
        let cells: Vec<usize> = cells.iter().copied().filter(|c| own.contains(c)).collect();
        if cells.is_empty() {
            let message = match found {
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

    /// The name of an edge of a shell, if a text names a shell: the inner `None` if it does not, the outer one after a message.
    pub fn edge_of(&self, node: &ValueAt) -> Option<Option<String>> {
        let written = text(node)?;
        let name = shell_name(written);
        if self.names.table_of(name) != Some("shell") {
            return Some(None);
        }
        let mesh = &self.surfaces.get(name)?.mesh;
        let is_edge = |g: &&MeshGroup| {
            let mut cells = g.cells.iter();
            cells.any(|c| mesh.cells[*c].kind.dimension() == 1)
        };
        let group = written.split_once('.').and_then(|(_, g)| mesh.group(g));
        if group.filter(is_edge).is_none() {
            let message = format!("\"{written}\" is not an edge of the shell \"{name}\"");
            let edges = mesh.groups.iter().filter(is_edge);
            let known: Vec<String> = edges.map(|g| format!("{name}.{}", g.name)).collect();
            node.error(message, suggest(written, known.iter().map(String::as_str)));
            return None;
        }
        Some(Some(written.to_owned()))
    }

    /// The three numbers of `[x, y, z]` inside a text.
    fn point_in(&self, node: &ValueAt, written: &str) -> Option<V3> {
        let help = "write \"panel@[0.5, 0.2, 0]\", a place in the world in m, or with units";
        let inner = written.trim().strip_prefix('[');
        let inner = inner.and_then(|s| s.strip_suffix(']'));
        let parts: Vec<&str> = inner.map_or(Vec::new(), |s| s.split(',').collect());
        if parts.len() != 3 {
            node.error(format!("\"{written}\" is not a place"), help);
            return None;
        }
        let mut at = V3::zeros();
        for (k, part) in parts.iter().enumerate() {
            let plain = part.trim().parse::<f64>().ok().filter(|x| x.is_finite());
            match plain.map_or_else(|| Quantity::Length.parse(part.trim(), node.parameters), Ok) {
                Ok(x) => at[k] = x,
                Err(error) => {
                    node.error(error.to_string(), help);
                    return None;
                }
            }
        }
        Some(at)
    }

    /// The name of the one point of a place, which is noted as attached.
    pub fn one_of_shell(&self, node: &ValueAt, place: &PlaceOnShell) -> Option<String> {
        if let (true, [point]) = (place.one, &place.points[..]) {
            return Some(self.attach_to_shell(&place.shell, *point));
        }
        let name = &place.shell;
        let message = format!("a single point of the shell \"{name}\" is needed here");
        let help = format!(
            "write \"{name}#12\" for the point with that number, \"{name}@[x, y, z]\" for the nearest one, or the name of a corner"
        );
        node.error(message, help);
        None
    }

    /// The name of a point of a shell, which is noted as one that something is attached to.
    fn attach_to_shell(&self, shell: &str, point: u32) -> String {
        let surface = &self.surfaces[shell];
        let number = surface.mesh.point_numbers[point as usize];
        let name = format!("{shell}#{number}");
        surface.points.borrow_mut().insert(point, name.clone());
        name
    }
}

/// All points that a text, or a list of texts, stands for, by their names in the model.
pub fn places(node: &ValueAt, c: &Context, tables: &[&'static str]) -> Option<Vec<String>> {
    let list = match node.value.text() {
        Some(_) => Vec::new(),
        None => match node.list().filter(|list| !list.is_empty()) {
            Some(list) => list,
            None => {
                node.expected("a name or a list of names", "for example \"panel.edge1\"");
                return None;
            }
        },
    };
    let entries = if list.is_empty() {
        std::slice::from_ref(node)
    } else {
        &list
    };
    let mut all: Vec<String> = Vec::new();
    let mut sound = true;
    for entry in entries {
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

/// Points that elements use.
fn used_points(surface: &Surface) -> Vec<u32> {
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

fn extent(mesh: &ElementMesh) -> f64 {
    let first = mesh.points.first().copied().unwrap_or_default();
    let (mut low, mut high) = (first, first);
    for p in &mesh.points {
        low = low.inf(p);
        high = high.sup(p);
    }
    (high - low).norm()
}

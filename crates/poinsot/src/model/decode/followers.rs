//! Points that follow the shape functions around them: sensors and forces inside of solids, embedded items, and points on edges of
//! shells.

use super::Context;
use super::reader::{TableReader, ValueAt};
use super::references::{LINES, named};
use super::scalars::text;
use super::surfaces::{COINCIDE, extent, listed, point_in, used_points};
use super::ties::entries;
use crate::geometry::mesh;
use crate::math::V3;
use crate::meshes::elements::{CellKind, ElementMesh, MeshGroup, nearest_point};
use crate::model::flexible::SectionAxes;
use crate::model::inside::{
    Follower, FollowerPoint, FollowerTurns, Leaders, NearestInside, WithinSolid, nearest_inside,
};
use crate::model::problem::suggest;
use crate::model::shells::{Tie, TieKind};
use crate::model::solids::SolidBody;
use crate::model::types::Model;
use std::collections::BTreeMap;

/// Items that can be embedded.
const EMBEDDED: &[&str] = &["body", "point_mass", "beam", "cable"];
/// A point of an edge that no follower gives more than this weight lies between them.
const HELD: f64 = 0.25;

impl Context {
    /// The place of a solid that is nearest to a position.
    fn nearest_in_solid(&self, name: &str, at: V3) -> Option<(WithinSolid, NearestInside)> {
        let surface = self.surfaces.get(name)?;
        let found = nearest_inside(&surface.mesh, &surface.cells, &surface.loaded, at)?;
        let within = WithinSolid {
            solid: name.to_owned(),
            element: surface.cells.iter().position(|c| *c == found.cell)?,
            parameters: found.parameters,
        };
        Some((within, found))
    }

    /// The place inside of a solid that is nearest to one under `block@[x, y, z]`, if it is at no node: those are left to
    /// [`Context::shell_place`], as is all that is wrong with the text. `what` is put there.
    pub fn within_solid(&self, node: &ValueAt, what: &str) -> Option<WithinSolid> {
        let (name, at) = node.value.text()?.split_once('@')?;
        if self.names.table_of(name) != Some("solid") {
            return None;
        }
        let surface = self.surfaces.get(name).filter(|s| !s.reduced)?;
        let at = point_in(node, at).ok()?;
        let (within, found) = self.nearest_in_solid(name, at)?;
        let near = COINCIDE * extent(&surface.mesh);
        let (_, from_node) = nearest_point(&surface.mesh, used_points(surface), found.place)?;
        if found.distance > near {
            let [x, y, z]: [f64; 3] = found.place.into();
            let distance = found.distance;
            let message = format!(
                "the place is outside of \"{name}\": its nearest one is [{x:.6}, {y:.6}, {z:.6}], {distance:.3e} m away"
            );
            node.warning(message, format!("the {what} is put there"));
        } else if from_node <= near {
            return None;
        }
        Some(within)
    }

    /// The points of the element around a place and their weights, by their names in the model.
    pub fn shares_within(&self, within: &WithinSolid) -> Option<Vec<(String, f64)>> {
        let surface = self.surfaces.get(&within.solid)?;
        let cell = *surface.cells.get(within.element)?;
        let shape = SolidBody::shape_of(surface.mesh.cells[cell].kind)?;
        let points = surface.mesh.cell_points(cell).iter().enumerate();
        let share = |(k, point): (usize, &u32)| {
            let weight = shape.value(k, &within.parameters).0;
            let name = self.attach_to_shell(&within.solid, *point);
            (name, weight)
        };
        let shares = points.map(share).filter(|(_, weight)| *weight != 0.0);
        Some(shares.collect())
    }

    /// A solid and those of its elements that a text stands for: all of them, or those of a group.
    pub fn volumes_of(&self, node: &ValueAt) -> Option<(String, Vec<usize>)> {
        let written = text(node)?;
        let (name, group) = match written.split_once('.') {
            Some((name, group)) => (name, Some(group)),
            None => (written, None),
        };
        let name = self.names.check(node, name, &["solid"], false)?;
        let surface = self.live(node, &name)?;
        let Some(group) = group else {
            return Some((name, surface.cells.clone()));
        };
        let found = surface.mesh.group(group);
        let cells = found.map_or(&[][..], |g| &g.cells).iter().copied();
        let cells: Vec<usize> = cells.filter(|c| surface.cells.contains(c)).collect();
        if cells.is_empty() {
            let message = format!("\"{name}\" has no group of elements \"{group}\"");
            let own = |g: &&MeshGroup| g.cells.iter().any(|c| surface.cells.contains(c));
            let groups = surface.mesh.groups.iter().filter(own);
            node.error(message, suggest(group, groups.map(|g| g.name.as_str())));
            return None;
        }
        Some((name, cells))
    }

    /// The mesh and the line cells of an edge of a shell; `None` for all else.
    pub fn edge_cells(&self, node: &ValueAt) -> Option<(&str, &ElementMesh, Vec<usize>)> {
        let (name, group) = node.value.text()?.split_once('.')?;
        let (name, surface) = self.surfaces.get_key_value(name)?;
        if self.names.table_of(name) != Some("shell") {
            return None;
        }
        let mesh = &surface.mesh;
        let cells = mesh.group(group)?.cells.iter().copied();
        let cells: Vec<usize> = cells
            .filter(|c| mesh.cells[*c].kind.dimension() == 1)
            .collect();
        (!cells.is_empty()).then_some((name.as_str(), mesh.as_ref(), cells))
    }
}

/// `[[tie]]` with `kind = "embedded"`; points of whole beams and cables are added by [`embedded_lines`].
pub fn embedded(t: &TableReader, c: &Context, on: &ValueAt) -> Option<Tie> {
    let to = solid_of(t, c)?;
    let mut followers = Vec::new();
    let mut sound = true;
    for entry in listed(on)? {
        let written = text(&entry)?;
        if c.names
            .table_of(written)
            .is_some_and(|table| LINES.contains(&table))
        {
            continue;
        }
        let Some(name) = named(&entry, c, EMBEDDED, false) else {
            sound = false;
            continue;
        };
        // An item with errors of its own has a message already.
        let at = c.pose(&name)?.0;
        let (within, found) = c.nearest_in_solid(&to, at)?;
        if found.distance > COINCIDE * extent(&c.surfaces[&to].mesh) {
            let distance = found.distance;
            let message = format!("\"{name}\" is {distance:.3e} m outside of \"{to}\"");
            entry.error(message, "move it, or tie it to a face");
            sound = false;
            continue;
        }
        let turns = match c.without_axes(&name) {
            Some(_) => FollowerTurns::Not,
            None => FollowerTurns::All,
        };
        followers.push(Follower {
            point: FollowerPoint::Item(name),
            leaders: Leaders::Within(within),
            turns,
        });
    }
    if !sound {
        return None;
    }
    tie(t, followers)
}

fn tie(t: &TableReader, followers: Vec<Follower>) -> Option<Tie> {
    Some(Tie {
        name: t.name()?,
        kind: TieKind::Carried,
        pairs: Vec::new(),
        weights: Vec::new(),
        followers,
        place: t.place(),
    })
}

fn solid_of(t: &TableReader, c: &Context) -> Option<String> {
    let node = t.node("to")?;
    let name = c.names.check(&node, text(&node)?, &["solid"], false)?;
    // A solid with errors of its own has a message already.
    let surface = c.surfaces.get(&name)?;
    if surface.reduced {
        let message = format!("\"{name}\" is reduced by a [[reduced_body]]: nothing can lie in it");
        node.error(message, "embed in a solid that is not reduced");
        return None;
    }
    Some(name)
}

/// The nodes of the beams and cables that a tie embeds, when all that is attached to them is known: that decides where their nodes are.
pub fn embedded_lines(
    t: &TableReader,
    c: &Context,
    model: &Model,
) -> Option<(String, Vec<Follower>)> {
    if t.variant?.word != "embedded" {
        return None;
    }
    let to = solid_of(t, c)?;
    let near = COINCIDE * extent(&c.surfaces[&to].mesh);
    let mut followers = Vec::new();
    for entry in entries(&t.node("on")?) {
        let name = text(&entry)?;
        let beam = model.beams.iter().find(|b| b.name == name);
        let cable = model.cables.iter().find(|l| l.name == name);
        let upright = SectionAxes::YNear(V3::y());
        let (curve, axes, order, elements, points) = match (beam, cable) {
            (Some(b), _) => (&b.curve, &b.axes, b.order, b.elements, &b.points),
            (_, Some(l)) => (&l.curve, &upright, l.order, l.elements, &l.points),
            _ => continue,
        };
        let turns = match beam {
            Some(_) => FollowerTurns::AboutTangent,
            None => FollowerTurns::Not,
        };
        let attached: Vec<f64> = points.iter().map(|p| p.s).collect();
        let mut outside: Vec<(f64, f64)> = Vec::new();
        for element in &mesh(curve, axes, order, elements, &attached).elements {
            let first = usize::from(element.first_node > 0);
            for (s, frame) in element.s.iter().zip(&element.frames).skip(first) {
                let (within, found) = c.nearest_in_solid(&to, frame.position)?;
                if found.distance > near {
                    outside.push((*s, found.distance));
                }
                followers.push(Follower {
                    point: FollowerPoint::OfLine {
                        line: name.to_owned(),
                        s: *s,
                    },
                    leaders: Leaders::Within(within),
                    turns,
                });
            }
        }
        if let Some((s, _)) = outside.first() {
            let farthest = outside.iter().fold(0.0, |d: f64, o| d.max(o.1));
            let count = outside.len();
            let message = format!(
                "{count} of the points of \"{name}\", the first at {s:.6} m, are outside of \"{to}\", by up to {farthest:.3e} m"
            );
            let help = "keep the whole line inside, or tie the points that are: \"<name>@0.2 m\"";
            entry.error(message, help);
        }
    }
    Some((t.name()?, followers))
}

/// Points without axes that follow the edge of a shell as if fixed to it across the edge.
pub fn on_edge(
    t: &TableReader,
    c: &Context,
    (node, on): (&ValueAt, Vec<String>),
    (shell, mesh, cells): (&str, &ElementMesh, Vec<usize>),
) -> Option<Tie> {
    if let Some(name) = on.iter().find(|name| c.without_axes(name).is_none()) {
        let message = format!(
            "\"{name}\" has axes: an edge of a shell leads points of solids, cables and point masses alone"
        );
        node.error(
            message,
            "join the edges, or tie to a single point of the shell",
        );
        return None;
    }
    let mut followers = Vec::new();
    let mut largest: BTreeMap<u32, f64> = BTreeMap::new();
    for cell in &cells {
        for point in mesh.cell_points(*cell) {
            largest.insert(*point, 0.0);
        }
    }
    for name in on {
        // A point with errors of its own has a message already.
        let at = c.pose(&name)?.0;
        let places = cells.iter().map(|cell| nearest_on_line(mesh, *cell, &at));
        let nearest = places.min_by(|a, b| a.distance.total_cmp(&b.distance))?;
        let mut leaders = Vec::new();
        for (point, weight) in nearest.weights {
            let most = largest.entry(point).or_default();
            *most = most.max(weight);
            leaders.push((c.attach_to_shell(shell, point), weight));
        }
        followers.push(Follower {
            point: FollowerPoint::Item(name),
            leaders: Leaders::Points(leaders),
            turns: FollowerTurns::Not,
        });
    }
    let between = largest.values().filter(|most| **most < HELD).count();
    if between > 0 {
        let count = largest.len();
        let message = format!(
            "{between} of {count} points of the edge lie between the points that follow it"
        );
        let help =
            "divide what follows the edge at least as finely as the edge, so that no gaps open";
        t.node("to")?.warning(message, help);
    }
    tie(t, followers)
}

/// A place of a line cell.
struct OnLine {
    weights: Vec<(u32, f64)>,
    distance: f64,
}

/// The place of a line cell that is nearest to a position.
fn nearest_on_line(mesh: &ElementMesh, cell: usize, at: &V3) -> OnLine {
    let points = mesh.cell_points(cell);
    let bent = mesh.cells[cell].kind == CellKind::Line3;
    let shapes = |x: f64| match bent {
        true => [0.5 * x * (x - 1.0), 0.5 * x * (x + 1.0), 1.0 - x * x],
        false => [0.5 * (1.0 - x), 0.5 * (1.0 + x), 0.0],
    };
    let slopes = |x: f64| match bent {
        true => [x - 0.5, x + 0.5, -2.0 * x],
        false => [-0.5, 0.5, 0.0],
    };
    let sum = |weights: [f64; 3]| -> V3 {
        let places = points.iter().map(|p| mesh.points[*p as usize]);
        places.zip(weights).map(|(p, w)| w * p).sum()
    };
    let distance = |x: f64| (sum(shapes(x)) - at).norm();
    let starts = (0..=8).map(|k| 0.25 * f64::from(k) - 1.0);
    let mut x = starts
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        .unwrap_or_default();
    for _ in 0..30 {
        let tangent = sum(slopes(x));
        let step = tangent.dot(&(at - sum(shapes(x)))) / tangent.norm_squared();
        let next = (x + step).clamp(-1.0, 1.0);
        let done = (next - x).abs() < 1e-15;
        if !next.is_finite() || done || distance(next) > distance(x) * (1.0 + 1e-12) {
            break;
        }
        x = next;
    }
    // At a point of the mesh the others have no weight, not round-off.
    let whole = [-1.0, 0.0, 1.0].into_iter().find(|w| (w - x).abs() < 1e-12);
    let x = whole.unwrap_or(x);
    let weights = points.iter().copied().zip(shapes(x));
    OnLine {
        weights: weights.filter(|(_, w)| *w != 0.0).collect(),
        distance: distance(x),
    }
}

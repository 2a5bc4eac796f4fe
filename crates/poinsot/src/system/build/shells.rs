//! Shells: lumps of their meshes, then their elements.

use super::Builder;
use super::lumps::{Lump, Placed};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::elements::{ElementNode, Quad4, Quad9, ShellNode};
use crate::meshes::elements::{CellKind, ElementMesh};
use crate::model::{Model, Shell};
use crate::system::{
    Address, Extent, FlexibleBody, FlexibleElement, FlexibleKind, FlexibleNode, Sort,
};
use std::collections::HashMap;

/// Elements that meet at less than this angle are one smooth surface: cosine of 30 degrees.
const SMOOTH: f64 = 0.866_025_403_784_438_6;

/// A shell, its surface as drawn, and where its lumps begin.
pub(super) struct MeshedShell {
    /// Lump of each point of the mesh that elements use.
    lump_of: HashMap<u32, usize>,
    cells: Vec<DrawnCell>,
}

/// An element as drawn.
struct DrawnCell {
    cell: usize,
    nodes: Vec<ShellNode>,
    areas: Vec<f64>,
    first: V3,
}

impl Builder {
    /// Lumps of all shells, in the order of the model.
    pub(super) fn shell_lumps(&mut self, model: &Model, lumps: &mut Vec<Lump>) -> Vec<MeshedShell> {
        let mut all = Vec::new();
        for shell in &model.shells {
            let mesh = &shell.mesh;
            let cells = drawn_cells(shell);
            let mut lump_of = HashMap::new();
            for drawn in &cells {
                let points = mesh.cell_points(drawn.cell);
                for ((&point, area), node) in points.iter().zip(&drawn.areas).zip(&drawn.nodes) {
                    let k = *lump_of.entry(point).or_insert_with(|| {
                        let number = mesh.point_numbers[point as usize];
                        let name = format!("{}#{number}", shell.name);
                        lumps.push(Lump::empty(name, true, node.point, Quaternion::identity()));
                        lumps.len() - 1
                    });
                    let motion = &shell.motion;
                    let omega = motion.angular_velocity;
                    let v = motion.velocity + omega.cross(&(node.point - motion.about));
                    let inertia = shell.section.rotary * area * M3::identity();
                    let lump = &mut lumps[k];
                    lump.add(
                        shell.section.mass * area,
                        &V3::zeros(),
                        &inertia,
                        &v,
                        &omega,
                    );
                    let h = shell.section.law.thickness;
                    let square = h * h / 12.0 * M3::identity();
                    lump.stands_for(area / self.system.length.powi(2), &square);
                    lump.lacks_inertia |= shell.section.rotary == 0.0;
                }
            }
            for p in &shell.points {
                if let Some(&k) = lump_of.get(&p.point) {
                    self.lump_of.insert(p.name.clone(), k);
                }
            }
            all.push(MeshedShell { lump_of, cells });
        }
        all
    }

    /// Elements of all shells.
    pub(super) fn shell_elements(
        &mut self,
        model: &Model,
        meshed: &[MeshedShell],
        placed: &[Placed],
    ) {
        for (shell, meshed) in model.shells.iter().zip(meshed) {
            let mut body = FlexibleBody::new(&shell.name, FlexibleKind::Shell);
            let mut number_of: HashMap<u32, usize> = HashMap::new();
            for drawn in &meshed.cells {
                let points = shell.mesh.cell_points(drawn.cell);
                let node = |(point, node): (&u32, &ShellNode)| {
                    let p = placed[meshed.lump_of[point]];
                    let turn = self.poses[p.node].q.inverse().to_rotation_matrix();
                    ElementNode {
                        node: p.node,
                        at: p.origin,
                        axes: turn.matrix() * node.axes,
                    }
                };
                let on: Vec<ElementNode> = points.iter().zip(&drawn.nodes).map(node).collect();
                let mut numbers = Vec::new();
                for (point, on) in points.iter().zip(&on) {
                    numbers.push(*number_of.entry(*point).or_insert_with(|| {
                        let number = shell.mesh.point_numbers[*point as usize];
                        body.nodes.push(FlexibleNode {
                            at: Address::Number(number),
                            on: *on,
                        });
                        body.nodes.len() - 1
                    }));
                }
                let owner = self.shell_element(shell, drawn, &on);
                body.elements.push(FlexibleElement {
                    nodes: numbers,
                    on,
                    owners: vec![owner],
                    measures: Vec::new(),
                    extent: Extent::Cell(shell.mesh.cells[drawn.cell].number),
                });
            }
            self.system.flexible.push(body);
        }
    }

    fn shell_element(&mut self, shell: &Shell, drawn: &DrawnCell, on: &[ElementNode]) -> usize {
        let law = &shell.section.law;
        match on.len() {
            4 => {
                let (on, nodes) = (std::array::from_fn(|k| on[k]), four(&drawn.nodes));
                let laws = std::array::from_fn(|_| law.clone());
                let item = self.shared(Quad4::new(&on, &nodes, &laws, &drawn.first));
                self.add_point(Sort::Shell, &shell.name, item)
            }
            _ => {
                let (on, nodes) = (std::array::from_fn(|k| on[k]), four(&drawn.nodes));
                let laws = std::array::from_fn(|_| law.clone());
                let item = self.shared(Quad9::new(&on, &nodes, &laws, &drawn.first));
                self.add_point(Sort::Shell, &shell.name, item)
            }
        }
    }
}

fn four<const N: usize>(list: &[ShellNode]) -> [ShellNode; N] {
    std::array::from_fn(|k| list[k])
}

/// All elements of a shell as drawn.
fn drawn_cells(shell: &Shell) -> Vec<DrawnCell> {
    let mesh = &shell.mesh;
    let surface = |cell: &usize| mesh.cells[*cell].kind.dimension() == 2;
    let cells: Vec<usize> = (0..mesh.cells.len()).filter(surface).collect();
    let normals: Vec<Vec<V3>> = cells.iter().map(|&c| normals(mesh, c)).collect();
    let mut at_point: HashMap<u32, Vec<V3>> = HashMap::new();
    for (&cell, normals) in cells.iter().zip(&normals) {
        for (&point, normal) in mesh.cell_points(cell).iter().zip(normals) {
            at_point.entry(point).or_default().push(*normal);
        }
    }
    let one = |(&cell, normals): (&usize, &Vec<V3>)| {
        let points = mesh.cell_points(cell);
        let first = first_axis(mesh, cell, &shell.axis);
        let node = |(&point, own): (&u32, &V3)| {
            // Neighbours that are drawn the other way round count with the opposite normal.
            let near = at_point[&point].iter().filter_map(|n| {
                let cosine = n.dot(own);
                (cosine.abs() > SMOOTH).then(|| n * cosine.signum())
            });
            let d3 = near.fold(V3::zeros(), |a, b| a + b).normalize();
            let d1 = (first - d3 * d3.dot(&first)).normalize();
            ShellNode {
                point: mesh.points[point as usize],
                axes: M3::from_columns(&[d1, d3.cross(&d1), d3]),
            }
        };
        DrawnCell {
            cell,
            nodes: points.iter().zip(normals).map(node).collect(),
            areas: nodal_areas(mesh, cell),
            first,
        }
    };
    cells.iter().zip(&normals).map(one).collect()
}

/// The first axis of an element: the projection of a direction on the surface in its middle, or of another one where that is
/// perpendicular to the surface.
fn first_axis(mesh: &ElementMesh, cell: usize, wanted: &V3) -> V3 {
    let [a, b] = tangents(mesh, cell, 0.0, 0.0);
    let normal = a.cross(&b).normalize();
    let candidates = [*wanted, V3::x(), V3::y(), V3::z()];
    let projections = candidates.map(|c| c - normal * normal.dot(&c));
    let usable = projections.into_iter().find(|p| p.norm() > 0.05);
    usable.map_or(a.normalize(), |p| p.normalize())
}

/// Nodes of an element in its parameters: corners, middles of sides, centre.
const PLACES: [[f64; 2]; 9] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, 1.0],
    [0.0, -1.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [-1.0, 0.0],
    [0.0, 0.0],
];

/// Shape function of a node in one direction, and its derivative.
fn along(kind: CellKind, node: f64, x: f64) -> [f64; 2] {
    match (kind, node) {
        (CellKind::Quad4, _) => [0.5 * (1.0 + node * x), 0.5 * node],
        (_, 0.0) => [1.0 - x * x, -2.0 * x],
        _ => [0.5 * x * (x + node), x + 0.5 * node],
    }
}

fn tangents(mesh: &ElementMesh, cell: usize, r: f64, s: f64) -> [V3; 2] {
    let kind = mesh.cells[cell].kind;
    let mut out = [V3::zeros(); 2];
    for (&point, [a, b]) in mesh.cell_points(cell).iter().zip(PLACES) {
        let ([f, df], [g, dg]) = (along(kind, a, r), along(kind, b, s));
        let x = mesh.points[point as usize];
        out[0] += df * g * x;
        out[1] += f * dg * x;
    }
    out
}

fn normals(mesh: &ElementMesh, cell: usize) -> Vec<V3> {
    let count = mesh.cells[cell].kind.points();
    let normal = |[r, s]: &[f64; 2]| {
        let [a, b] = tangents(mesh, cell, *r, *s);
        a.cross(&b).normalize()
    };
    PLACES[..count].iter().map(normal).collect()
}

/// Areas that the nodes of an element stand for: integrals of their shape functions.
fn nodal_areas(mesh: &ElementMesh, cell: usize) -> Vec<f64> {
    let kind = mesh.cells[cell].kind;
    let mut areas = vec![0.0; kind.points()];
    let rule = crate::geometry::reference::gauss(if kind == CellKind::Quad4 { 2 } else { 3 });
    for &(r, wr) in rule {
        for &(s, ws) in rule {
            let [a, b] = tangents(mesh, cell, r, s);
            let part = wr * ws * a.cross(&b).norm();
            for (area, [x, y]) in areas.iter_mut().zip(PLACES) {
                *area += part * along(kind, x, r)[0] * along(kind, y, s)[0];
            }
        }
    }
    areas
}

//! Shells: lumps of their meshes, then their elements.

use super::Builder;
use super::lumps::{Lump, Placed};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::elements::{ElementNode, Quad4, Quad9, ShellLaw, ShellNode, Tri3};
use crate::meshes::elements::{FOLD, corner_normals, point_areas};
use crate::model::{Model, Shell};
use crate::system::{
    Address, Extent, FlexibleBody, FlexibleElement, FlexibleKind, FlexibleNode, Sort,
};
use std::collections::HashMap;
use std::sync::Arc;

/// A direction is perpendicular to a surface if less than this part of it lies in it.
const PERPENDICULAR: f64 = 0.05;

/// A shell, its surface as drawn, and where its lumps are.
pub(super) struct MeshedShell {
    /// Lump of each point of the mesh that elements use.
    pub(super) lump_of: HashMap<u32, usize>,
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
            let (mesh, section) = (&shell.mesh, &shell.section);
            let cells = drawn_cells(shell);
            let mut lump_of = HashMap::new();
            // The mass centre lies above the surface where the section has an offset.
            let mass = section.mass;
            let height = if mass.per_area > 0.0 {
                mass.moment / mass.per_area
            } else {
                0.0
            };
            let rotary = mass.inertia - mass.moment * height;
            let motion = &shell.motion;
            let omega = motion.angular_velocity;
            for drawn in &cells {
                let points = mesh.cell_points(drawn.cell);
                for ((&point, area), node) in points.iter().zip(&drawn.areas).zip(&drawn.nodes) {
                    let k = *lump_of.entry(point).or_insert_with(|| {
                        let number = mesh.point_numbers[point as usize];
                        let name = format!("{}#{number}", shell.name);
                        lumps.push(Lump::empty(name, true, node.point, Quaternion::identity()));
                        lumps.len() - 1
                    });
                    let arm: V3 = height * node.axes.column(2);
                    let v = motion.velocity + omega.cross(&(node.point + arm - motion.about));
                    let inertia = rotary * area * M3::identity();
                    let lump = &mut lumps[k];
                    lump.add(mass.per_area * area, &arm, &inertia, &v, &omega);
                    let square = section.thickness.powi(2) / 12.0 * M3::identity();
                    lump.stands_for(area / self.system.length.powi(2), &square);
                    lump.lacks_inertia |= mass.inertia == 0.0;
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
            body.section = Some(Arc::clone(&shell.section));
            let law = ShellLaw {
                stiffness: shell.section.stiffness,
                damping: shell.section.damping.clone(),
                thickness: shell.section.thickness,
            };
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
                let owner = self.shell_element(&shell.name, &law, drawn, &on);
                body.elements.push(FlexibleElement {
                    nodes: numbers,
                    on,
                    owners: vec![owner],
                    measures: drawn.areas.clone(),
                    extent: Extent::Cell(shell.mesh.cells[drawn.cell].number),
                });
            }
            self.system.flexible.push(body);
        }
    }

    fn shell_element(
        &mut self,
        name: &str,
        law: &ShellLaw,
        drawn: &DrawnCell,
        on: &[ElementNode],
    ) -> usize {
        macro_rules! element {
            ($kind:ident) => {{
                let on = std::array::from_fn(|k| on[k]);
                let nodes = std::array::from_fn(|k| drawn.nodes[k]);
                let laws = std::array::from_fn(|_| law.clone());
                let item = self.shared($kind::new(&on, &nodes, &laws, &drawn.first));
                self.add_point(Sort::Shell, name, item)
            }};
        }
        match on.len() {
            3 => element!(Tri3),
            4 => element!(Quad4),
            _ => element!(Quad9),
        }
    }
}

/// All elements of a shell as drawn.
fn drawn_cells(shell: &Shell) -> Vec<DrawnCell> {
    let (mesh, cells) = (&shell.mesh, &shell.cells);
    let normals = corner_normals(mesh, cells, FOLD);
    let areas = point_areas(mesh, cells);
    let one = |(listed, &cell): (usize, &usize)| {
        let normals = normals.of(listed);
        let first = first_axis(normals, &shell.axis);
        let node = |(&point, d3): (&u32, &V3)| {
            let d1 = (first - d3 * d3.dot(&first)).normalize();
            ShellNode {
                point: mesh.points[point as usize],
                axes: M3::from_columns(&[d1, d3.cross(&d1), *d3]),
            }
        };
        let points = mesh.cell_points(cell).iter();
        DrawnCell {
            cell,
            nodes: points.zip(normals).map(node).collect(),
            areas: areas.of(listed).to_vec(),
            first,
        }
    };
    cells.iter().enumerate().map(one).collect()
}

/// The first axis of an element: the projection of a direction on the surface, or of another one where that is perpendicular to it.
fn first_axis(normals: &[V3], wanted: &V3) -> V3 {
    let normal = normals.iter().sum::<V3>().normalize();
    let candidates = [*wanted, V3::x(), V3::y(), V3::z()];
    let projections = candidates.map(|c| c - normal * normal.dot(&c));
    let usable = projections.into_iter().find(|p| p.norm() > PERPENDICULAR);
    usable.map_or_else(V3::x, |p| p.normalize())
}

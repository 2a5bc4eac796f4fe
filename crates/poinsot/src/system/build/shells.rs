//! Shells: lumps of their meshes, then their elements.

use super::Builder;
use super::lumps::{Lump, Placed};
use crate::math::{M3, Quaternion, V3};
use crate::mechanics::elements::{
    ElementNode, Expansion, GivenCourse, GivenStress, Quad4, Quad9, RESULTANTS, ShellLaw,
    ShellNode, Tri3, shapes_at_points,
};
use crate::meshes::elements::{FOLD, corner_normals, point_areas};
use crate::model::{Model, Shell};
use crate::sections::shells::{ShellMass, ShellSection, Temperature};
use crate::system::{
    Address, BodyNodeIndex, Extent, FlexibleBody, FlexibleElement, FlexibleKind, FlexibleNode, Sort,
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
            let uniform = NodalMass::new(section);
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
                    let at = shell.thickness.get(point as usize);
                    let here = at.map(|h| NodalMass::new(&section.of_thickness(*h)));
                    let NodalMass {
                        mass,
                        height,
                        rotary,
                        thickness,
                    } = here.unwrap_or(uniform);
                    let arm: V3 = height * node.axes.column(2);
                    let v = motion.velocity + omega.cross(&(node.point + arm - motion.about));
                    let inertia = rotary * area * M3::identity();
                    let lump = &mut lumps[k];
                    lump.add(mass.per_area * area, &arm, &inertia, &v, &omega);
                    let square = thickness.powi(2) / 12.0 * M3::identity();
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
            let uniform = Arc::new(PointSection::new(&shell.section));
            let warm = Warm::of(model, shell);
            let mut number_of: HashMap<u32, BodyNodeIndex> = HashMap::new();
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
                        body.thickness.extend(shell.thickness.get(*point as usize));
                        BodyNodeIndex::new(body.nodes.len() - 1)
                    }));
                }
                let sections = point_sections(shell, points, &uniform);
                let course = warm.get(drawn.cell);
                let (owner, given) = self.shell_element(shell, &sections, drawn, &on, course);
                let element = body.elements.len();
                body.given.extend(given.into_iter().map(|g| (element, g)));
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

    /// An element; the orders of its owner and of those of the stresses given in it.
    fn shell_element(
        &mut self,
        shell: &Shell,
        sections: &[Arc<PointSection>],
        drawn: &DrawnCell,
        on: &[ElementNode],
        warm: Option<(&str, &Arc<GivenCourse>)>,
    ) -> (usize, Vec<usize>) {
        let mut given = Vec::new();
        macro_rules! element {
            ($kind:ident) => {{
                let on = std::array::from_fn(|k| on[k]);
                let nodes = std::array::from_fn(|k| drawn.nodes[k]);
                let laws = std::array::from_fn(|g| sections[g].law.clone());
                let first = &drawn.first;
                let item = self.shared($kind::new(&on, &nodes, &laws, first));
                let owner = self.add_point(Sort::Shell, &shell.name, item.clone());
                if shell.prestress != [0.0; 6] {
                    let mut resultants = [0.0; RESULTANTS];
                    resultants[..6].copy_from_slice(&shell.prestress);
                    // Sections are positive definite.
                    if let Some(strain) = item.stressed(&nodes, &laws, first, &resultants) {
                        let course = Arc::new(GivenCourse::Drawn);
                        let item = GivenStress::new(item.clone(), Arc::new(strain), course);
                        given.push(self.add_point(Sort::Shell, &shell.name, item));
                    }
                }
                if let Some((name, course)) = warm {
                    let expansion = std::array::from_fn(|g| sections[g].expansion);
                    let strain = item.heated(&nodes, &laws, first, &expansion);
                    let item = GivenStress::new(item, Arc::new(strain), Arc::clone(course));
                    given.push(self.add_point(Sort::Temperature, name, item));
                }
                (owner, given)
            }};
        }
        match on.len() {
            3 => element!(Tri3),
            4 => element!(Quad4),
            _ => element!(Quad9),
        }
    }
}

/// What the mass of a section is at a node.
#[derive(Clone, Copy)]
struct NodalMass {
    mass: ShellMass,
    /// The mass centre lies above the surface where the section has an offset.
    height: f64,
    /// About the mass centre.
    rotary: f64,
    thickness: f64,
}

impl NodalMass {
    fn new(section: &ShellSection) -> Self {
        let mass = section.mass;
        let height = if mass.per_area > 0.0 {
            mass.moment / mass.per_area
        } else {
            0.0
        };
        NodalMass {
            mass,
            height,
            rotary: mass.inertia - mass.moment * height,
            thickness: section.thickness,
        }
    }
}

/// What an element takes from the section at a Gauss point.
struct PointSection {
    law: ShellLaw,
    expansion: Expansion,
}

impl PointSection {
    fn new(section: &ShellSection) -> Self {
        let free = |mean, gradient| section.free_strains(Temperature { mean, gradient });
        PointSection {
            law: ShellLaw {
                stiffness: section.stiffness,
                damping: section.damping.clone(),
                thickness: section.thickness,
            },
            expansion: Expansion {
                mean: free(1.0, 0.0),
                gradient: free(0.0, 1.0),
            },
        }
    }
}

/// Sections at the Gauss points of an element: the thickness is interpolated between its nodes (sh.25).
fn point_sections(
    shell: &Shell,
    points: &[u32],
    uniform: &Arc<PointSection>,
) -> Vec<Arc<PointSection>> {
    let at = |point: &u32| shell.thickness.get(*point as usize).copied();
    let nodal: Option<Vec<f64>> = points.iter().map(at).collect();
    let shapes = shapes_at_points(points.len());
    let Some(nodal) = nodal else {
        return shapes.iter().map(|_| Arc::clone(uniform)).collect();
    };
    let thickness =
        |shapes: &Vec<f64>| -> f64 { shapes.iter().zip(&nodal).map(|(n, h)| n * h).sum() };
    let section = |h: f64| Arc::new(PointSection::new(&shell.section.of_thickness(h)));
    shapes.iter().map(|s| section(thickness(s))).collect()
}

/// What changes the temperature of the elements of a shell.
struct Warm<'m> {
    of_cell: HashMap<usize, (&'m str, Arc<GivenCourse>)>,
}

impl<'m> Warm<'m> {
    fn of(model: &'m Model, shell: &Shell) -> Self {
        let mut of_cell = HashMap::new();
        let mine = model.temperatures.iter().filter(|t| t.on == shell.name);
        for warm in mine {
            let course = Arc::new(GivenCourse::Temperature {
                change: warm.change.clone(),
                gradient: warm.gradient.clone(),
            });
            let cells = warm.cells.iter();
            of_cell.extend(cells.map(|c| (*c, (warm.name.as_str(), Arc::clone(&course)))));
        }
        Warm { of_cell }
    }

    fn get(&self, cell: usize) -> Option<(&'m str, &Arc<GivenCourse>)> {
        self.of_cell
            .get(&cell)
            .map(|(name, course)| (*name, course))
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

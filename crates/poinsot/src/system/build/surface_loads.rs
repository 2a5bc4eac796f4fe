//! Loads on shells: pressure and tractions on their elements, loads along their edges.

use super::{BuildError, Builder};
use crate::functions::TimeFunction;
use crate::geometry::reference::gauss;
use crate::math::V3;
use crate::mechanics::elements::ElementNode;
use crate::mechanics::forces::{DeadLoad, Pressure, PressurePoint};
use crate::meshes::elements::{
    CellKind, ElementMesh, point_areas, surface_quadrature, surface_shape,
};
use crate::model::{LineLoad, Model, Shell, SurfaceLoad};
use crate::system::{Add, Sort};
use std::collections::HashMap;
use std::sync::Arc;

/// Integration of pressure over cells of the kinds that shells have.
#[derive(Default)]
struct Rules {
    triangle: Option<Arc<Vec<PressurePoint<3>>>>,
    four: Option<Arc<Vec<PressurePoint<4>>>>,
    nine: Option<Arc<Vec<PressurePoint<9>>>>,
}

fn rule<const N: usize>(kind: CellKind) -> Arc<Vec<PressurePoint<N>>> {
    let points = surface_quadrature(kind).into_iter();
    let points = points.map(|(at, weight)| {
        let shape = surface_shape(kind, at);
        PressurePoint {
            weight,
            shapes: std::array::from_fn(|k| shape.values[k]),
            slopes: std::array::from_fn(|k| shape.slopes[k]),
        }
    });
    Arc::new(points.collect())
}

impl Builder {
    pub(super) fn surface_loads(&mut self, model: &Model) {
        let mut rules = Rules::default();
        for load in &model.surface_loads {
            let Some(shell) = model.shells.iter().find(|s| s.name == load.on) else {
                self.errors.push(BuildError::UnknownItem {
                    user: load.name.clone(),
                    name: load.on.clone(),
                    place: load.place.clone(),
                });
                continue;
            };
            let on = self.points_of(shell);
            let scale = Arc::new(load.scale.clone());
            if load.pressure != 0.0 {
                for &cell in &load.cells {
                    let points = shell.mesh.cell_points(cell);
                    let nodes: Option<Vec<ElementNode>> =
                        points.iter().map(|p| on.get(p).copied()).collect();
                    if let Some(nodes) = nodes {
                        self.pressure(load, &nodes, &mut rules, &scale);
                    }
                }
            }
            if load.traction != V3::zeros() {
                self.traction(load, shell, &on, &scale);
            }
        }
    }

    /// How the points of a shell sit on nodes.
    fn points_of(&self, shell: &Shell) -> HashMap<u32, ElementNode> {
        let bodies = self.system.flexible.iter();
        let mut bodies = bodies.filter(|b| b.name == shell.name);
        let Some(body) = bodies.next() else {
            return HashMap::new();
        };
        let mut on = HashMap::new();
        for (&cell, element) in shell.cells.iter().zip(&body.elements) {
            let points = shell.mesh.cell_points(cell).iter().copied();
            on.extend(points.zip(element.on.iter().copied()));
        }
        on
    }

    fn pressure(
        &mut self,
        load: &SurfaceLoad,
        on: &[ElementNode],
        rules: &mut Rules,
        scale: &Arc<TimeFunction>,
    ) {
        macro_rules! add {
            ($rule:ident, $kind:ident) => {{
                let rule = rules.$rule.get_or_insert_with(|| rule(CellKind::$kind));
                let item = Pressure::new(
                    std::array::from_fn(|k| on[k].node),
                    std::array::from_fn(|k| on[k].at),
                    Arc::clone(rule),
                    load.pressure,
                    Arc::clone(scale),
                );
                let owner = self.owner(Sort::Force, &load.name, "");
                self.system.forces.add(owner, item);
            }};
        }
        match on.len() {
            3 => add!(triangle, Tri3),
            4 => add!(four, Quad4),
            _ => add!(nine, Quad9),
        }
    }

    /// A force per area, as forces on the nodes.
    fn traction(
        &mut self,
        load: &SurfaceLoad,
        shell: &Shell,
        on: &HashMap<u32, ElementNode>,
        scale: &Arc<TimeFunction>,
    ) {
        let mut shares: HashMap<u32, f64> = HashMap::new();
        let areas = point_areas(&shell.mesh, &load.cells);
        for (listed, &cell) in load.cells.iter().enumerate() {
            for (point, area) in shell.mesh.cell_points(cell).iter().zip(areas.of(listed)) {
                *shares.entry(*point).or_default() += area;
            }
        }
        let shares = shares.into_iter().collect();
        self.dead_forces(&load.name, shares, load.traction, on, scale);
    }

    /// Forces `share * value` on points.
    fn dead_forces(
        &mut self,
        name: &str,
        mut shares: Vec<(u32, f64)>,
        value: V3,
        on: &HashMap<u32, ElementNode>,
        scale: &Arc<TimeFunction>,
    ) {
        // In a fixed order, so that sums have the same bits in every run.
        shares.sort_by_key(|(point, _)| *point);
        for (point, share) in shares {
            if let Some(on) = on.get(&point) {
                let owner = self.owner(Sort::Force, name, "");
                let item = DeadLoad::force(on.node, on.at, share * value, Arc::clone(scale));
                self.system.forces.add(owner, item);
            }
        }
    }

    /// A load per length along a group of edges of a shell; false if there is no such group.
    pub(super) fn edge_load(&mut self, model: &Model, load: &LineLoad) -> bool {
        let Some((shell, group)) = load.on.split_once('.') else {
            return false;
        };
        let Some(shell) = model.shells.iter().find(|s| s.name == shell) else {
            return false;
        };
        let Some(group) = shell.mesh.group(group) else {
            return false;
        };
        let mut shares: HashMap<u32, f64> = HashMap::new();
        for &cell in &group.cells {
            for (point, length) in edge_shares(&shell.mesh, cell) {
                *shares.entry(point).or_default() += length;
            }
        }
        let on = self.points_of(shell);
        let scale = Arc::new(load.scale.clone());
        let shares = shares.into_iter().collect();
        self.dead_forces(&load.name, shares, load.force, &on, &scale);
        true
    }
}

/// Lengths that the points of a line cell stand for: integrals of their shape functions.
fn edge_shares(mesh: &ElementMesh, cell: usize) -> Vec<(u32, f64)> {
    let points = mesh.cell_points(cell);
    let at = |k: usize| mesh.points[points[k] as usize];
    match mesh.cells[cell].kind {
        CellKind::Line2 => {
            let half = 0.5 * (at(1) - at(0)).norm();
            points.iter().map(|p| (*p, half)).collect()
        }
        CellKind::Line3 => {
            let mut shares = [0.0; 3];
            for &(x, weight) in gauss(3) {
                let shapes = [0.5 * x * (x - 1.0), 0.5 * x * (x + 1.0), 1.0 - x * x];
                let slopes = [x - 0.5, x + 0.5, -2.0 * x];
                let tangent: V3 = (0..3).map(|k| slopes[k] * at(k)).sum();
                for k in 0..3 {
                    shares[k] += weight * shapes[k] * tangent.norm();
                }
            }
            points.iter().copied().zip(shares).collect()
        }
        _ => Vec::new(),
    }
}

//! Loads on shells and solids: pressure and tractions on elements and faces, loads along edges.

use super::{BuildError, Builder};
use crate::functions::TimeFunction;
use crate::math::V3;
use crate::mechanics::elements::ElementNode;
use crate::mechanics::forces::{DeadLoad, Pressure, PressurePoint};
use crate::meshes::elements::{
    CellKind, ElementMesh, edge_shares, point_areas, surface_quadrature, surface_shape,
};
use crate::model::{LineLoad, Model, Shell, SurfaceLoad};
use crate::system::{Add, Sort};
use std::collections::HashMap;
use std::sync::Arc;

/// Integration of pressure over cells of the kinds that shells and faces of solids have.
#[derive(Default)]
struct Rules {
    triangle: Option<Arc<Vec<PressurePoint<3>>>>,
    four: Option<Arc<Vec<PressurePoint<4>>>>,
    six: Option<Arc<Vec<PressurePoint<6>>>>,
    eight: Option<Arc<Vec<PressurePoint<8>>>>,
    nine: Option<Arc<Vec<PressurePoint<9>>>>,
}

/// What a load acts on.
struct Loaded<'a> {
    name: &'a str,
    mesh: &'a ElementMesh,
    cells: &'a [usize],
    /// The side that a positive pressure pushes to: along the normal of a shell, against the outward normal of a solid.
    sign: f64,
}

impl<'a> Loaded<'a> {
    fn shell(shell: &'a Shell) -> Self {
        Loaded {
            name: &shell.name,
            mesh: &shell.mesh,
            cells: &shell.cells,
            sign: 1.0,
        }
    }

    fn find(model: &'a Model, name: &str) -> Option<Self> {
        let shell = model.shells.iter().find(|s| s.name == name);
        let solid = model.solids.iter().find(|s| s.name == name);
        let solid = solid.map(|s| Loaded {
            name: &s.name,
            mesh: &s.mesh,
            cells: &s.cells,
            sign: -1.0,
        });
        shell.map(Loaded::shell).or(solid)
    }
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
            let Some(part) = Loaded::find(model, &load.on) else {
                self.errors.push(BuildError::UnknownItem {
                    user: load.name.clone(),
                    name: load.on.clone(),
                    place: load.place.clone(),
                });
                continue;
            };
            let on = self.points_of(&part);
            let scale = Arc::new(load.scale.clone());
            if load.pressure != 0.0 {
                for &cell in &load.cells {
                    let points = part.mesh.cell_points(cell);
                    let nodes: Option<Vec<ElementNode>> =
                        points.iter().map(|p| on.get(p).copied()).collect();
                    if let Some(nodes) = nodes {
                        let kind = part.mesh.cells[cell].kind;
                        self.pressure((load, part.sign), kind, &nodes, &mut rules, &scale);
                    }
                }
            }
            if load.traction != V3::zeros() {
                self.traction(load, part.mesh, &on, &scale);
            }
        }
    }

    pub(super) fn volume_loads(&mut self, model: &Model) {
        for load in &model.volume_loads {
            let solid = model.solids.iter().find(|s| s.name == load.on);
            let Some((solid, part)) = solid.zip(Loaded::find(model, &load.on)) else {
                self.errors.push(BuildError::UnknownItem {
                    user: load.name.clone(),
                    name: load.on.clone(),
                    place: load.place.clone(),
                });
                continue;
            };
            let on = self.points_of(&part);
            let mut shares: HashMap<u32, f64> = HashMap::new();
            for &cell in &load.cells {
                let points = part.mesh.cell_points(cell);
                for (point, volume) in points.iter().zip(solid.point_volumes(cell)) {
                    *shares.entry(*point).or_default() += volume;
                }
            }
            let scale = Arc::new(load.scale.clone());
            let shares = shares.into_iter().collect();
            self.dead_forces(&load.name, shares, load.force, &on, &scale);
        }
    }

    /// How the points of a shell or solid sit on nodes.
    fn points_of(&self, part: &Loaded) -> HashMap<u32, ElementNode> {
        let bodies = self.system.flexible.iter();
        let mut bodies = bodies.filter(|b| b.name == part.name);
        let Some(body) = bodies.next() else {
            return HashMap::new();
        };
        let mut on = HashMap::new();
        for (&cell, element) in part.cells.iter().zip(&body.elements) {
            let points = part.mesh.cell_points(cell).iter().copied();
            on.extend(points.zip(element.on.iter().copied()));
        }
        on
    }

    fn pressure(
        &mut self,
        (load, sign): (&SurfaceLoad, f64),
        kind: CellKind,
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
                    sign * load.pressure,
                    Arc::clone(scale),
                );
                let owner = self.owner(Sort::Force, &load.name, "");
                self.system.forces.add(owner, item);
            }};
        }
        match kind {
            CellKind::Tri3 => add!(triangle, Tri3),
            CellKind::Quad4 => add!(four, Quad4),
            CellKind::Tri6 => add!(six, Tri6),
            CellKind::Quad8 => add!(eight, Quad8),
            _ => add!(nine, Quad9),
        }
    }

    /// A force per area, as forces on the nodes.
    fn traction(
        &mut self,
        load: &SurfaceLoad,
        mesh: &ElementMesh,
        on: &HashMap<u32, ElementNode>,
        scale: &Arc<TimeFunction>,
    ) {
        let mut shares: HashMap<u32, f64> = HashMap::new();
        let areas = point_areas(mesh, &load.cells);
        for (listed, &cell) in load.cells.iter().enumerate() {
            for (point, area) in mesh.cell_points(cell).iter().zip(areas.of(listed)) {
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
        let on = self.points_of(&Loaded::shell(shell));
        let scale = Arc::new(load.scale.clone());
        let shares = shares.into_iter().collect();
        self.dead_forces(&load.name, shares, load.force, &on, &scale);
        true
    }
}
